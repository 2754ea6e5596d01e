"""A slip of the official in a ruling or a substitution put right, with the old and the new value in the log (VSZ 5)."""

from __future__ import annotations

import difflib
from collections.abc import Mapping

from macros_py.actions.context import Context, Options
from macros_py.actions.decisions import examine_decisions
from macros_py.actions.hall import read_hall
from macros_py.actions.journal import write_entry
from macros_py.actions.publishing import publish_all
from macros_py.actions.scoring import compute
from macros_py.book.port import CellValue
from macros_py.book.schema import table_layout
from macros_py.book.tables import points
from macros_py.book.tables.reading import amount
from macros_py.cells import Unreadable, read_decimal, read_text
from macros_py.rules.problems import Problem, has_errors
from macros_py.words import say

TABLES: Mapping[str, str] = {"Döntések": "tDontesek", "Cserék": "tCserek"}
"""The sheets whose cells can be corrected."""
LEFT_OUT = "-"
"""What stands for a blank cell in an option."""
NUMBERS = frozenset({"whole", "decimal"})
NEEDED = ("row", "column", "value")


def correct_cell(context: Context, options: Options) -> list[Problem]:
    """Write ``value`` into the ``column`` of the ``row``-th row (from 1) of the table on ``sheet``, and score anew.

    After the last closing ``official_error``, ``reason`` and the name of who corrects open what is fixed.
    """
    found = place_of(context, options)
    if isinstance(found, Problem):
        return [found]
    table, index, heading = found
    rows = context.book.read_table(table)
    before, after = rows[index][heading], value_of(table, heading, read_text(options["value"]))
    is_final = read_hall(context.book).is_final
    if refusal := refused(options, found, before, after, is_final=is_final):
        return [refusal]
    rows[index] = {**rows[index], heading: after}
    context.book.write_table(table, rows)
    hall = read_hall(context.book)
    problems = [
        one for one in examine_decisions(hall, context.rulebook) if one.table == table and one.row == index
    ]
    if has_errors(problems):
        return problems
    log(context, options, found, before, after)
    if context.book.read_table(points.TABLE):
        publish_all(context, hall, compute(hall, context.rulebook))
        context.book.tell(say("done.corrected_scored"))
    return problems


def place_of(context: Context, options: Options) -> tuple[str, int, str] | Problem:
    """Give table, 0-based row and heading; or say what of it cannot be found."""
    if {"round", "deal", "table"} & options.keys():
        return Problem("correct_either", found=read_text(options["sheet"]))
    missing = [f"--{name}" for name in NEEDED if not read_text(options.get(name))]
    if missing:
        return Problem("correct_cell_incomplete", found=", ".join(missing))
    sheet = next((name for name in TABLES if name.casefold() == read_text(options["sheet"]).casefold()), "")
    if not sheet:
        return Problem("correct_sheet", found=options["sheet"], fields={"sheets": ", ".join(TABLES)})
    table, asked = TABLES[sheet], read_text(options["column"])
    headings = [column.name for column in table_layout(table).columns]
    heading = next((name for name in headings if name.casefold() == asked.casefold()), "")
    if not heading:
        near = difflib.get_close_matches(asked, headings, n=3, cutoff=0.4) or headings
        return Problem("correct_column", table, found=asked, fields={"sheet": sheet, "near": ", ".join(near)})
    most = len(context.book.read_table(table))
    if not 1 <= options["row"] <= most:
        return Problem("correct_cell_row", table, found=options["row"], fields={"sheet": sheet, "most": most})
    return table, options["row"] - 1, heading


def value_of(table: str, heading: str, text: str) -> CellValue:
    """Give the value of a typed text: blank for a dash, a number where the column holds numbers."""
    column = table_layout(table).column(heading)
    number = read_decimal(text) if column and column.kind in NUMBERS and text != LEFT_OUT else None
    if number is not None and not isinstance(number, Unreadable):
        return amount(number)
    return None if text == LEFT_OUT else text


def refused(
    options: Options, place: tuple[str, int, str], before: CellValue, after: CellValue, *, is_final: bool
) -> Problem | None:
    """Say why the cell may not be changed: it would not, or it is final and nobody answers for it (VSZ 5)."""
    table, index, heading = place
    key = (index + 1, heading)
    if not is_final:
        if read_text(before) != read_text(after):
            return None
        return Problem("correct_nothing", table, index, key, heading, read_text(before) or "–")
    if not options.get("official_error"):
        return Problem("correct_cell_final", table, index, key, heading, read_text(before))
    missing = [name for name in ("person", "reason") if not read_text(options.get(name))]
    names = ", ".join(f"--{name}" for name in missing)
    return Problem("correct_unsigned", table, index, key, heading, names) if missing else None


def log(
    context: Context, options: Options, place: tuple[str, int, str], before: CellValue, after: CellValue
) -> None:
    """Log and tell what stood in the cell and what stands there now."""
    table, index, heading = place
    fields = {"sheet": table_layout(table).sheet, "row": index + 1, "heading": heading}
    details = say("done.corrected_cell_details", **fields)
    if reason := read_text(options.get("reason")):
        details = f"{details} {reason}"
    write_entry(context, say("done.corrected_label"), details, before, after)
    old, new = (read_text(one) or "–" for one in (before, after))
    context.book.tell(say("done.corrected_cell", old=old, new=new, **fields))
