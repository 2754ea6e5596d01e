"""The people of a list from outside: its rows under our own headings, and what cannot be read in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from macros_py.book.file_lists import read_list
from macros_py.book.list_headings import (
    ENTRANTS,
    HEADING_ROWS,
    NAME,
    Head,
    best_head,
    is_footer,
    known_heading,
    list_words,
)
from macros_py.book.port import CellValue, Row
from macros_py.book.schema import table_layout
from macros_py.book.tables.entrants import entrant_of, entrant_row
from macros_py.book.tables.reading import RowReader
from macros_py.cells import CellError, Formula, read_text
from macros_py.rules.problems import Degree, Problem
from macros_py.words import say

CLUB, NUMBER = "Egyesület", "Sorszám"


@dataclass(frozen=True, slots=True)
class Listed:
    """One row of a list: its line (from 1), and its cells under our headings as they would go into tNevezok."""

    line: int
    cells: Row

    def text(self, heading: str) -> str:
        """Give one cell as text."""
        return read_text(self.cells[heading])


@dataclass(frozen=True, slots=True)
class PeopleList:
    """A list that was read: its people, what was found wrong, and which sheet and row the headings came from."""

    file: str
    people: Sequence[Listed]
    problems: list[Problem]
    source: str = ""
    headings: frozenset[str] = frozenset()


def read_people(path: Path) -> PeopleList:
    """Read a list whole: the sheet and the row of headings that fit best, then the people below.

    :raises BookError: the file is missing, damaged, or of a kind that has to be saved anew.
    """
    sheets = read_list(path)
    file = path.name
    head = best_head(sheets)
    if head is None:
        missing = Problem("list_without_names", key=(file,), fields={"file": file, "rows": HEADING_ROWS})
        return PeopleList(file, (), [missing])
    problems = heading_problems(file, head)
    people = rows_below(file, head, problems)
    if not people:
        problems.append(Problem("list_empty", key=(file,), fields={"file": file}))
    return PeopleList(file, people, problems, source_of(file, head), frozenset(head.fields.values()))


def source_of(file: str, head: Head) -> str:
    """Say which sheet and row the headings stand in, what the letters were taken for, and that rows were hidden."""
    sheet = head.sheet
    where = "done.list_sheet" if sheet.name else "done.list_text"
    said = [say(where, file=file, sheet=sheet.name, row=head.row + 1)]
    if sheet.encoding:
        said.append(say("done.list_encoding", encoding=sheet.encoding))
    if sheet.hidden:
        said.append(say("done.list_hidden", rows=sheet.hidden))
    return " ".join(said)


def heading_problems(file: str, head: Head) -> list[Problem]:
    """Name the columns of a list that have no place in the workbook, and those that stand twice."""
    fields = {"file": file}
    return [
        Problem("list_column_unused", key=(file, text), found=text, fields=fields, degree=Degree.NOTE)
        for text in head.strange
    ] + [Problem("list_heading_twice", key=(file, text), found=text, fields=fields) for text in head.twice]


def rows_below(file: str, head: Head, problems: list[Problem]) -> list[Listed]:
    """Give the people below the headings; footers, blank rows and headings repeated on each page are passed over."""
    people = []
    for row in range(head.row + 1, len(head.sheet.rows)):
        texts = [text for cell in head.sheet.rows[row] if (text := read_text(cell))]
        cells = cells_of(head, row)
        if is_blank(cells, texts) or all(map(known_heading, texts)):
            continue
        if is_footer(texts):
            problems.append(passed_over(file, row + 1, texts))
            continue
        people.append(Listed(row + 1, checked(file, row + 1, cells, problems)))
    return people


def cells_of(head: Head, row: int) -> Row:
    """Give one row under our headings: a name out of its parts, a club out of cells merged downwards."""
    cells: Row = dict.fromkeys([column.name for column in table_layout(ENTRANTS).columns])
    parts: dict[str, list[CellValue]] = {}
    for column, field in sorted(head.fields.items()):
        cell = head.sheet.cell(row, column)
        parts.setdefault(field, []).append(cell)
        if cell is not None and cells.get(field) is None and field in cells:
            cells[field] = cell
        if field == CLUB and cells[CLUB] is None:
            cells[CLUB] = head.sheet.down(row, column)
    names = [cell for part in (*list_words().name_parts, NAME) for cell in parts.get(part, ())]
    return cells | {NAME: joined(names)}


def joined(parts: Sequence[CellValue]) -> CellValue:
    """Put the parts of a name together; a formula or an error among them stays what it is."""
    unusable = [part for part in parts if isinstance(part, Formula | CellError)]
    return unusable[0] if unusable else " ".join(filter(None, map(read_text, parts))) or None


def is_blank(cells: Row, texts: Sequence[str]) -> bool:
    """Tell whether a row holds nobody: nothing, a number waiting for a name, dashes, a club merged from above."""
    told = [
        text for heading, cell in cells.items() if heading not in {NUMBER, CLUB} and (text := read_text(cell))
    ]
    club = read_text(cells[CLUB])
    own = told + ([club] if club in texts else [])
    return not any(sign.isalnum() for text in own for sign in text)


def passed_over(file: str, line: int, texts: Sequence[str]) -> Problem:
    """Note a footer."""
    return Problem(
        "list_line_skipped",
        key=(file, line),
        found=" ".join(texts),
        fields={"file": file, "line": line},
        degree=Degree.NOTE,
    )


def checked(file: str, line: int, cells: Row, problems: list[Problem]) -> Row:
    """Give the cells as they go into the sheet, and note with file and line for a place what cannot be read.

    Texts come composed and trimmed, numbers as numbers, blanks blank.
    """
    found: list[Problem] = []
    reader = RowReader(found, "", line, cells, ())
    entrant = entrant_of(reader)
    if not entrant.name and not any(problem.column == NAME for problem in found):
        reader.report("cell_blank", NAME, None)
    elif entrant.name and not any(map(str.isalpha, entrant.name)):
        reader.report("list_name_odd", NAME, entrant.name)
    problems += [
        replace(
            problem,
            row=None,
            column="",
            key=(file, line, problem.column),
            fields={**problem.fields, "column": place_in_list(file, line, problem.column)},
        )
        for problem in found
    ]
    return entrant_row(0, entrant)


def place_in_list(file: str, line: int, heading: str) -> str:
    """Give the place of a cell in words: the list stands on no sheet of ours that an address could name."""
    return say("done.place_in_list", file=file, line=line, heading=heading)
