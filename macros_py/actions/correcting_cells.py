"""A slip of the official in a ruling or a substitution put right, with the old and the new value in the log (VSZ 5)."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

from macros_py.actions.context import Context, Options
from macros_py.actions.decisions import examine_decisions
from macros_py.actions.hall import read_hall
from macros_py.actions.journal import write_entry
from macros_py.actions.publishing import publish_all
from macros_py.actions.scoring import compute
from macros_py.book.port import CellValue
from macros_py.book.schema import table_layout
from macros_py.book.tables.points import POINTS_TABLE
from macros_py.book.tables.reading import amount
from macros_py.cells import read_decimal, read_moment, read_text
from macros_py.rules.names import plain_key
from macros_py.rules.problems import Problem, Unreadable, has_errors
from macros_py.words import say

CORRECTED_TABLES: Mapping[str, str] = {"Döntések": "tDontesek", "Cserék": "tCserek"}
"""The sheets whose cells can be corrected."""
BLANKED = "-"
"""What stands for a blank cell in an option."""
NUMBER_KINDS = frozenset({"whole", "decimal"})
CELL_OPTIONS = ("sheet", "row", "column", "value")
"""What names a cell and what it shall hold."""
OF_A_RESULT = ("round", "deal", "table", "soloist", "achievement", "ft", "state")
"""What the correction of a result says instead."""


def is_about_a_cell(options: Options) -> bool:
    """Tell whether a cell is to be corrected, not a result."""
    return any(name in options for name in CELL_OPTIONS)


def correct_cell(context: Context, options: Options) -> list[Problem]:
    """Write ``value`` into the ``column`` of the ``row``-th row (from 1) of the table on ``sheet``, and score anew.

    After the last closing ``official_error``, ``reason`` and the name of who corrects open what is fixed. Refused
    where the cell, or through it another one, could not be read any more.
    """
    found = cell_to_correct(context, options)
    if isinstance(found, Problem):
        return [found]
    table, index, heading = found
    rows = context.book.read_table(table)
    before, after = rows[index][heading], value_of(table, heading, read_text(options["value"]))
    if isinstance(after, Unreadable):
        return [Problem("cell_moment", table, index, (index + 1, heading), heading, after.found)]
    hall = read_hall(context.book)
    if refusal := refused(options, found, before, after, is_final=hall.is_final):
        return [refusal]
    known = {problem_identity(one) for one in examine_decisions(hall, context.rulebook)}
    rows[index] = {**rows[index], heading: after}
    context.book.write_table(table, rows)
    hall = read_hall(context.book)
    problems = [
        one
        for one in examine_decisions(hall, context.rulebook)
        if (one.table, one.row) == (table, index) or problem_identity(one) not in known
    ]
    if has_errors(problems):
        return problems
    log(context, options, found, (before, after), is_final=hall.is_final)
    if context.book.read_table(POINTS_TABLE):
        publish_all(context, hall, compute(hall, context.rulebook))
        context.say("done.corrected_scored")
    return problems


def problem_identity(problem: Problem) -> tuple[object, ...]:
    """Give what makes two problems the same one: code, place, what was found."""
    return problem.code, problem.table, problem.row, problem.column, problem.found


def cell_to_correct(context: Context, options: Options) -> tuple[str, int, str] | Problem:
    """Give table, 0-based row and heading; or say what of it cannot be found."""
    if given := [f"--{name}" for name in OF_A_RESULT if name in options]:
        return Problem("correct_either", found=", ".join(given))
    if missing := [f"--{name}" for name in CELL_OPTIONS if not read_text(options.get(name))]:
        return Problem("correct_cell_incomplete", found=", ".join(missing))
    sheet = meant_name(options["sheet"], CORRECTED_TABLES)
    if not sheet:
        return Problem(
            "correct_sheet", found=options["sheet"], fields={"sheets": ", ".join(CORRECTED_TABLES)}
        )
    table = CORRECTED_TABLES[sheet]
    asked, headings = read_text(options["column"]), [column.name for column in table_layout(table).columns]
    heading = meant_name(asked, headings)
    if not heading:
        near = difflib.get_close_matches(asked, headings, n=3, cutoff=0.4) or headings
        return Problem("correct_column", table, found=asked, fields={"sheet": sheet, "near": ", ".join(near)})
    most = len(context.book.read_table(table))
    if not 1 <= options["row"] <= most:
        return Problem("correct_cell_row", table, found=options["row"], fields={"sheet": sheet, "most": most})
    return table, options["row"] - 1, heading


def meant_name(text: object, names: Iterable[str]) -> str:
    """Give the name that was meant, in any case, with or without accents; blank for none."""
    return next((name for name in names if plain_key(name) == plain_key(read_text(text))), "")


def value_of(table: str, heading: str, text: str) -> CellValue | Unreadable:
    """Give the value of a typed text: blank for a dash, a number or a moment where the column holds those."""
    column = table_layout(table).column(heading)
    kind = column.kind if column else ""
    if text == BLANKED:
        return None
    if kind == "moment":
        return read_moment(text)
    number = read_decimal(text) if kind in NUMBER_KINDS else None
    return text if number is None or isinstance(number, Unreadable) else amount(number)


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
    context: Context,
    options: Options,
    place: tuple[str, int, str],
    change: tuple[CellValue, CellValue],
    *,
    is_final: bool,
) -> None:
    """Log and tell what stood in the cell and what stands there now."""
    table, index, heading = place
    fields = {"sheet": table_layout(table).sheet, "row": index + 1, "heading": heading}
    reason = read_text(options.get("reason"))
    details = say("done.corrected_cell_details", **fields)
    if is_final:
        details = say("done.official_error_cell_details", reason=reason, **fields)
    elif reason:
        details = f"{details} {reason}"
    write_entry(context, say("done.corrected_label"), details, *change)
    old, new = (read_text(one) or "–" for one in change)
    cell = context.book.address(table, index, heading)
    context.say("done.corrected_cell", old=old, new=new, cell=cell, **fields)
