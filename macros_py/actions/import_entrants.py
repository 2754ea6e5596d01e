"""import_entrants: a club's list into the Nevezők sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from macros_py.actions.context import Context, Options
from macros_py.actions.journal import write_entry
from macros_py.book.file_lists import read_list
from macros_py.book.port import CellValue, Row
from macros_py.book.schema import table_layout
from macros_py.book.tables.entrants import TABLE, entrant_of, entrant_row
from macros_py.book.tables.reading import RowReader
from macros_py.cells import name_key, read_text
from macros_py.rules.problems import Degree, Problem, has_errors
from macros_py.words import say

NAME, LICENCE, NUMBER = "Név", "Versenyengedély száma", "Sorszám"
HEADING_ROWS = 20
"""How far down a list may keep its headings (above them stand titles)."""

ListRow = tuple[int, Row]
"""Line number in the list (from 1), and its cells under our headings."""


def import_entrants(context: Context, options: Options) -> list[Problem]:
    """Add the people of the list ``options["from"]``; who is there already gets what the list knows of him.

    A person is found by licence, else by name. Nothing is taken if a line cannot be read.
    """
    path: Path = options["from"]
    grid = read_list(path)
    listed, problems = headed_rows(grid, path.name)
    problems += [problem for line, cells in listed for problem in check_line(path.name, line, cells)]
    if has_errors(problems):
        return problems
    rows = context.book.read_table(TABLE)
    before = len(rows)
    unmatched = list(rows)
    changed = sum(merge_row(context, rows, unmatched, cells) for _, cells in listed)
    for number, row in enumerate(rows, start=1):
        row[NUMBER] = number
    context.book.write_table(TABLE, rows)
    added = len(rows) - before
    context.book.tell(
        say(
            "done.import_entrants",
            file=path.name,
            added=added,
            changed=changed,
            same=len(listed) - added - changed,
        )
    )
    return problems


def headed_rows(grid: Sequence[Sequence[CellValue]], file: str) -> tuple[list[ListRow], list[Problem]]:
    """Find the headings, in any order and case, and give the lines below under our own headings."""
    ours = {heading_key(column.name): column.name for column in table_layout(TABLE).columns}
    named = [[ours.get(heading_key(cell)) for cell in cells] for cells in grid[:HEADING_ROWS]]
    head = next((line for line, headings in enumerate(named) if NAME in headings), None)
    if head is None:
        return [], [Problem("list_without_names", key=(file,), fields={"file": file, "rows": HEADING_ROWS})]
    problems = heading_problems(file, grid[head], named[head])
    blank: Row = dict.fromkeys(ours.values())
    listed = []
    for line, values in enumerate(grid[head + 1 :], start=head + 2):
        cells = {heading: value for heading, value in zip(named[head], values, strict=False) if heading}
        if any(read_text(value) for value in cells.values()):
            listed.append((line, blank | cells))
    if not listed:
        problems.append(Problem("list_empty", key=(file,), fields={"file": file}))
    return listed, problems


def heading_problems(file: str, cells: Sequence[CellValue], headings: Sequence[str | None]) -> list[Problem]:
    """Name the columns of a list that have no place in the workbook, and those that stand twice."""
    unknown = [read_text(cell) for cell, known in zip(cells, headings, strict=True) if not known]
    twice = sorted({heading for heading in headings if heading and headings.count(heading) > 1})
    return [unused(file, heading) for heading in unknown if heading] + [
        Problem("list_heading_twice", key=(file, heading), found=heading, fields={"file": file})
        for heading in twice
    ]


def unused(file: str, heading: str) -> Problem:
    """Note a column of the list that has no place in the workbook."""
    return Problem(
        "list_column_unused", key=(file, heading), found=heading, fields={"file": file}, degree=Degree.NOTE
    )


def heading_key(heading: object) -> str:
    """Give what makes two headings one: letters and digits, any case."""
    return "".join(filter(str.isalnum, name_key(heading)))


def check_line(file: str, line: int, cells: Row) -> list[Problem]:
    """Give what cannot be read in one line of the list, with file and line for a place."""
    problems: list[Problem] = []
    reader = RowReader(problems, "", line, cells, ())
    if not entrant_of(reader).name and not problems:
        reader.report("cell_blank", NAME, None)
    return [
        replace(
            problem,
            row=None,
            column="",
            key=(file, line, problem.column),
            fields={**problem.fields, "column": place_in_list(file, line, problem.column)},
        )
        for problem in problems
    ]


def place_in_list(file: str, line: int, heading: str) -> str:
    """Give the place of a cell in words: the list stands on no sheet of ours that an address could name."""
    return say("done.place_in_list", file=file, line=line, heading=heading)


def merge_row(context: Context, rows: list[Row], unmatched: list[Row], listed: Row) -> bool:
    """Put a listed person into the rows; tell whether a row that stood there already was changed.

    Each old row is met once: two lines of one list with one licence stay two, for check_entries to see.
    """
    fresh = tidied(listed)
    row = same_person(unmatched, listed)
    if row is None:
        rows.append(fresh)
        return False
    del unmatched[next(index for index, old in enumerate(unmatched) if old is row)]
    known = {heading: value for heading, value in fresh.items() if value is not None and heading != NUMBER}
    changed = {heading for heading, value in known.items() if read_text(row[heading]) != read_text(value)}
    if NAME in changed:
        write_entry(context, say("done.renamed"), say("done.renamed_details"), row[NAME], known[NAME])
    row.update(known)
    return bool(changed)


def same_person(rows: Sequence[Row], listed: Row) -> Row | None:
    """Find the row of a listed person: by licence, else by name if not both have different licences."""
    licence, name = name_key(listed[LICENCE]), name_key(listed[NAME])
    for row in rows:
        if licence and name_key(row[LICENCE]) == licence:
            return row
    for row in rows:
        if name_key(row[NAME]) == name and not (licence and name_key(row[LICENCE])):
            return row
    return None


def tidied(listed: Row) -> Row:
    """Give the cells as they go into the sheet: texts composed and trimmed, blanks blank, numbers as numbers."""
    problems: list[Problem] = []
    reader = RowReader(problems, "", 0, listed, ())
    return entrant_row(0, entrant_of(reader))
