"""list_queries: what has to be asked, and where the three players sit now (VSZ 5)."""

from __future__ import annotations

from collections.abc import Sequence

from macros_py.actions.context import Context, Options
from macros_py.actions.examining import examine_results
from macros_py.actions.hall import Hall
from macros_py.book.port import Row
from macros_py.rules.hall.event import LINES
from macros_py.rules.hall.progress import OVER
from macros_py.rules.problems import Degree, Problem
from macros_py.rules.results.protocol import RESULTS_TABLE
from macros_py.rules.results.typed_results import Letter, TypedRow
from macros_py.words import describe, say

_QUERIES_TABLE = "tKerdesek"


def list_queries(context: Context, options: Options) -> list[Problem]:
    """Fill the Kérdések sheet: one slip for each row with an error or a ``?``, in the rounds ``options["round"]``.

    The problems themselves are not reported again: they are the business of check_results.
    """
    seen = examine_results(context, options.get("round", ()))
    slips = _query_rows(seen.hall, seen.problems)
    context.book.write_table(_QUERIES_TABLE, slips)
    for slip in slips:
        context.book.tell(_slip_text(slip))
    if not slips:
        context.say("query.none")
    return []


def _query_rows(hall: Hall, problems: Sequence[Problem]) -> list[Row]:
    """Give the slips in the order of the rows; a row with several errors has one slip."""
    asked: dict[int, list[str]] = {}
    for problem in problems:
        if problem.table == RESULTS_TABLE and problem.row is not None and problem.degree is Degree.ERROR:
            asked.setdefault(problem.row, []).append(describe(problem).message)
    rows = [(hall.rows[index], asked[index]) for index in sorted(asked)]
    return [_slip_row(hall, row, questions) for row, questions in rows if row.is_touched]


def _slip_row(hall: Hall, typed: TypedRow, questions: Sequence[str]) -> Row:
    number, deal, table = typed.key or (None, None, None)
    return {
        "Forduló": number,
        "Leosztás": deal,
        "Asztal": table,
        "Beírva": _written_row(typed),
        "Kérdés": " ".join(questions),
        "Hol ülnek most": ", ".join(_whereabouts(hall, typed)),
    }


def _slip_text(slip: Row) -> str:
    """Put a slip into one line: ``3. forduló 7. leosztás 12. asztal: 4/−2/−1 – Kiss most 5/B, …``."""
    place = {"round": slip["Forduló"], "deal": slip["Leosztás"], "table": slip["Asztal"]}
    return say("query.slip", written=slip["Beírva"], seats=slip["Hol ülnek most"], **place)


def _written_row(typed: TypedRow) -> str:
    """Give what stands in the row: ``A: P 40 U-K −32/16/16``."""
    soloist = f"{typed.soloist.upper()}:" if typed.soloist else ""
    ft = "/".join(_typed_ft(cell) for cell in typed.ft)
    return " ".join(part for part in (soloist, typed.achievements, ft) if part)


def _typed_ft(cell: object) -> str:
    """Show one Ft cell as it was typed; a blank is ``…``."""
    if cell is None:
        return "…"
    if isinstance(cell, Letter):
        return cell.value
    return str(getattr(cell, "found", cell)).replace("-", "−")


def _whereabouts(hall: Hall, typed: TypedRow) -> list[str]:
    """Say of the three players of a row at which table and on which seat they sit now."""
    if typed.key is None:
        return []
    now, seats = _round_in_play(hall), []
    for line in LINES:
        if position := hall.lineup.position_at(typed.key[0], typed.key[2], line):
            name = hall.lineup.persons(position)[-1]
            table = hall.lineup.table_of(position, now)
            seats.append(say("query.seat", name=name, table=table, line=line))
    return seats


def _round_in_play(hall: Hall) -> int:
    """Give the round for which people sit now: the first that is not over, else the last one there is."""
    over = {number for number, entry in hall.rounds.items() if entry.state in OVER}
    waiting = (number for number in hall.lineup.rounds if number not in over)
    return min(waiting, default=max(hall.lineup.rounds, default=0))
