"""correct_result: a result, or a cell of a ruling or substitution, put right; the log has old and new value (VSZ 5).

Before the last round is closed anybody's mistake may be corrected. Afterwards only that of the official who typed
it in, by name and with the reason.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from macros_py.actions.close_protocols import changed_protocol_cells, keep_row, kept_row
from macros_py.actions.context import Context, Options, write_entry
from macros_py.actions.event_key import unsigned_options
from macros_py.actions.examining import Examination, additions, examine_decisions, examine_rows, row_text
from macros_py.actions.hall import Hall, read_hall, typed_by_key
from macros_py.actions.publishing import Scoring, check_fixed, compute, publish_all
from macros_py.book.layout import table_layout
from macros_py.book.port import CellValue, Row
from macros_py.book.tables.reading import amount
from macros_py.book.tables.results import (
    ACHIEVEMENTS,
    FT_HEADINGS,
    POINTS_TABLE,
    REMARKS_HEADING,
    SOLOIST,
    STATE,
    read_fixed,
)
from macros_py.cells import read_decimal, read_moment, read_text
from macros_py.rules.hall.event import LINES
from macros_py.rules.language.notation import Language
from macros_py.rules.names import plain_key
from macros_py.rules.problems import Problem, Unreadable, has_errors
from macros_py.rules.results.protocol import RESULTS_TABLE
from macros_py.rules.results.typed_results import ResultKey
from macros_py.words import describe, say

_CORRECTED_TABLES: Mapping[str, str] = {"Döntések": "tDontesek", "Cserék": "tCserek"}
"""The sheets whose cells can be corrected."""
_BLANKED = "-"
"""What stands for a blank cell in an option."""
_NUMBER_KINDS = frozenset({"whole", "decimal"})
_CELL_OPTIONS = ("sheet", "row", "column", "value")
"""What names a cell and what it shall hold."""
_CORRECTED_COLUMNS = {"soloist": SOLOIST, "achievement": ACHIEVEMENTS, "state": STATE}
"""Which column of the row an option changes; ``ft`` changes all three Ft."""
_OF_A_RESULT = ("round", "deal", "table", "soloist", "achievement", "ft", "state")
"""What the correction of a result says instead."""


def _correct_cell(context: Context, options: Options) -> list[Problem]:
    """Write ``value`` into the ``column`` of the ``row``-th row (from 1) of the table on ``sheet``, and score anew.

    After the last closing ``official_error``, ``reason`` and the name of who corrects open what is fixed. Refused
    where the cell, or through it another one, could not be read any more.
    """
    found = _cell_to_correct(context, options)
    if isinstance(found, Problem):
        return [found]
    table, index, heading = found
    rows = context.book.read_table(table)
    before, after = rows[index][heading], _value_of(table, heading, read_text(options["value"]))
    if isinstance(after, Unreadable):
        return [Problem("cell_moment", table, index, (index + 1, heading), heading, after.found)]
    hall = read_hall(context.book)
    if refusal := _refused(options, found, before, after, is_final=hall.is_final):
        return [refusal]
    known = {_identity_of(one) for one in examine_decisions(hall, context.rulebook)}
    rows[index] = {**rows[index], heading: after}
    context.book.write_table(table, rows)
    hall = read_hall(context.book)
    found_now = examine_decisions(hall, context.rulebook)
    here = (table, index)
    problems = [one for one in found_now if (one.table, one.row) == here or _identity_of(one) not in known]
    if has_errors(problems):
        return problems
    fields = {"sheet": table_layout(table).sheet, "row": index + 1, "heading": heading}
    reason = read_text(options.get("reason"))
    details = f"{say('done.corrected_cell_details', **fields)} {reason}".rstrip()
    if hall.is_final:
        details = say("done.official_error_cell_details", reason=reason, **fields)
    write_entry(context, say("done.corrected_label"), details, before, after)
    old, new = (read_text(one) or "–" for one in (before, after))
    cell = context.book.address(table, index, heading)
    context.say("done.corrected_cell", old=old, new=new, cell=cell, **fields)
    _rescore(context, hall, compute(hall, context.rulebook))
    return problems


def _identity_of(problem: Problem) -> tuple[object, ...]:
    return problem.code, problem.table, problem.row, problem.column, problem.found


def _cell_to_correct(context: Context, options: Options) -> tuple[str, int, str] | Problem:
    """Give table, 0-based row and heading; or say what of it cannot be found."""
    if given := [f"--{name}" for name in _OF_A_RESULT if name in options]:
        return Problem("correct_either", found=", ".join(given))
    if missing := [f"--{name}" for name in _CELL_OPTIONS if not read_text(options.get(name))]:
        return Problem("correct_cell_incomplete", found=", ".join(missing))
    sheet = _meant_name(options["sheet"], _CORRECTED_TABLES)
    if not sheet:
        known = {"sheets": ", ".join(_CORRECTED_TABLES)}
        return Problem("correct_sheet", found=options["sheet"], fields=known)
    table = _CORRECTED_TABLES[sheet]
    asked, headings = read_text(options["column"]), [column.name for column in table_layout(table).columns]
    heading = _meant_name(asked, headings)
    if not heading:
        near = difflib.get_close_matches(asked, headings, n=3, cutoff=0.4) or headings
        return Problem("correct_column", table, found=asked, fields={"sheet": sheet, "near": ", ".join(near)})
    most = len(context.book.read_table(table))
    if not 1 <= options["row"] <= most:
        return Problem("correct_cell_row", table, found=options["row"], fields={"sheet": sheet, "most": most})
    return table, options["row"] - 1, heading


def _meant_name(text: object, names: Iterable[str]) -> str:
    """Give the name that was meant, in any case, with or without accents; blank for none."""
    return next((name for name in names if plain_key(name) == plain_key(read_text(text))), "")


def _value_of(table: str, heading: str, text: str) -> CellValue | Unreadable:
    """Give the value of a typed text: blank for a dash, a number or a moment where the column holds those."""
    column = table_layout(table).column(heading)
    kind = column.kind if column else ""
    if text == _BLANKED:
        return None
    if kind == "moment":
        return read_moment(text)
    number = read_decimal(text) if kind in _NUMBER_KINDS else None
    return text if number is None or isinstance(number, Unreadable) else amount(number)


def _refused(
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
    missing = unsigned_options(options)
    return Problem("correct_unsigned", table, index, key, heading, missing) if missing else None


@dataclass(frozen=True, slots=True)
class Correction:
    """One row to be put right: its index in tEredmenyek, what names it, and its cells before and after."""

    index: int
    key: ResultKey
    before: Row
    after: Row

    @property
    def place(self) -> dict[str, object]:
        """Give round, deal and table as a sentence needs them."""
        return dict(zip(("round", "deal", "table"), self.key, strict=True))


def correct_result(context: Context, options: Options) -> list[Problem]:
    """Change the row of ``round``, ``deal`` and ``table``, or with ``sheet`` one cell of a ruling or substitution.

    All later standings follow, the seating stays.
    ``soloist``, ``achievement``, ``ft`` (three, A, B, C) and ``state`` say what the row shall hold; what is not
    given stays as it stands, so that a row retyped by hand needs none of them. ``official_error`` with ``reason``
    and the name of who corrects (``person``) opens the results that the last closing has fixed.
    """
    if any(name in options for name in _CELL_OPTIONS):
        return _correct_cell(context, options)
    hall = read_hall(context.book)
    found = _correction_of(context, hall, options)
    if isinstance(found, Problem):
        return [found]
    then = _closed_row(context, hall, found)
    if refusal := _not_allowed(hall, found, then, options):
        return [refusal]
    _write_result_row(context, found.index, found.after)
    seen = examine_rows(context, read_hall(context.book), found.key[:1])
    problems = [one for one in seen.problems if one.table == RESULTS_TABLE and one.row == found.index]
    if has_errors(problems):
        return problems
    done = _completed_correction(seen, found, problems)
    _write_result_row(context, done.index, done.after)
    others = _accept_correction(context, done, then, options)
    if then and not others:
        keep_row(context, done.after)
    return [*problems, *others]


def _correction_of(context: Context, hall: Hall, options: Options) -> Correction | Problem:
    """Find the row, and say what it shall hold; or why that cannot be told."""
    if len(options["round"]) != 1:
        return Problem("correct_one_round", found=", ".join(map(str, options["round"])))
    key = (options["round"][0], options["deal"], options["table"])
    index, _ = typed_by_key(hall).get(key, (None, None))
    if index is None:
        fields = dict(zip(("round", "deal", "table"), key, strict=True))
        return Problem("correct_no_row", RESULTS_TABLE, key=key, fields=fields)
    before = context.book.read_table(RESULTS_TABLE)[index]
    named = ((column, options.get(name)) for name, column in _CORRECTED_COLUMNS.items())
    changed: Row = {column: cell for column, cell in named if cell is not None}
    if "ft" in options:
        amounts = read_text(options["ft"]).replace("/", " ").replace(",", " ").replace(";", " ").split()
        if len(amounts) != len(FT_HEADINGS):
            return Problem("correct_three_ft", RESULTS_TABLE, index, key, found=options["ft"])
        changed |= dict(zip(FT_HEADINGS, amounts, strict=True))
    after = before | {column: None if cell == _BLANKED else cell for column, cell in changed.items()}
    return Correction(index, key, before, after)


def _closed_row(context: Context, hall: Hall, found: Correction) -> Row | None:
    """Give what the row held when the protocols were closed, if it is to say something else (VSZ 5 (5))."""
    then = None if hall.is_final else kept_row(context.book, found.before)
    language = Language(context.rulebook)
    return then if then and any(changed_protocol_cells(then, found.index, found.after, language)) else None


def _not_allowed(hall: Hall, found: Correction, then: Row | None, options: Options) -> Problem | None:
    """Say why the row may not be changed: nothing would be, or what stands there is final (VSZ 5)."""
    place = (RESULTS_TABLE, found.index, found.key)
    if not hall.is_final and then is None:
        before = row_text(found.before)
        return Problem("correct_nothing", *place, found=before) if row_text(found.after) == before else None
    if not options.get("official_error"):
        fields = {**found.place, "why": say("fit.final" if hall.is_final else "fit.protocols_closed")}
        return Problem("correct_after_closing", *place, fields=fields)
    missing = unsigned_options(options)
    return Problem("correct_unsigned", *place, found=missing) if missing else None


def _write_result_row(context: Context, index: int, row: Row) -> None:
    rows = context.book.read_table(RESULTS_TABLE)
    rows[index] = row
    context.book.write_table(RESULTS_TABLE, rows)


def _completed_correction(seen: Examination, found: Correction, problems: list[Problem]) -> Correction:
    """Give the row as it is kept: quick entries whole, the official notation, numbers as numbers."""
    ft = zip(FT_HEADINGS, seen.hall.rows[found.index].ft, strict=True)
    cells = found.after | {heading: cell for heading, cell in ft if isinstance(cell, int)}
    cells[REMARKS_HEADING] = " ".join(describe(problem).whole for problem in problems) or None
    if reading := seen.readings.get(found.index):
        cells |= additions(cells, reading)
    return replace(found, after=cells)


def _accept_correction(
    context: Context, done: Correction, then: Row | None, options: Options
) -> list[Problem]:
    """Log the correction, and score the event anew where it had been scored; refuse other changed results.

    ``then`` is what the row held when the protocols were closed, if that is corrected.
    """
    hall = read_hall(context.book)
    scoring = compute(hall, context.rulebook)
    others = [one for one in check_fixed(context.book, hall, scoring) if one.key[:3] != done.key]
    if others:
        return others
    old, new = row_text(then) if then else _old_text(context, hall, done), row_text(done.after)
    reason = read_text(options.get("reason"))
    details = f"{say('done.corrected_details', **done.place)} {reason}".rstrip()
    if hall.is_final or then:
        details = say("done.official_error_details", reason=reason, **done.place)
    write_entry(context, say("done.corrected_label"), details, old, new)
    context.say("done.corrected", old=old, new=new, **done.place)
    _rescore(context, hall, scoring)
    return []


def _old_text(context: Context, hall: Hall, done: Correction) -> str:
    """Give what counted until now: the row before, or after the last closing the results that were fixed."""
    if not hall.is_final or row_text(done.before) != row_text(done.after):
        return row_text(done.before)
    fixed, (number, deal, table) = read_fixed(context.book), done.key
    return " / ".join(fixed.get((number, deal, line, table), "") or "–" for line in LINES)


def _rescore(context: Context, hall: Hall, scoring: Scoring) -> None:
    if context.book.read_table(POINTS_TABLE):
        publish_all(context, hall, scoring)
        context.say("done.corrected_scored")
