"""next_missing: where the typist has to go next: a blank row, a ``?``, a row with a remark."""

from __future__ import annotations

from collections.abc import Mapping

from macros_py.actions.context import Context, Options
from macros_py.actions.hall import Hall, read_hall, ruled_statuses
from macros_py.book.tables.results import REMARKS_HEADING, SOLOIST
from macros_py.cells import read_text
from macros_py.rules.hall.event import LINES, Status
from macros_py.rules.hall.progress import OVER
from macros_py.rules.problems import Problem
from macros_py.rules.results.protocol import RESULTS_TABLE
from macros_py.rules.results.typed_results import RowState, SeatKey, TypedRow, state_word


def next_missing(context: Context, options: Options) -> list[Problem]:
    """Go to the first row of a played round (of the rounds ``round``) that wants the typist.

    Blank rows come first, in the order of the papers, then those with a ``?``, then those with a remark.
    """
    hall, rounds = read_hall(context.book), options.get("round", ())
    ruled = ruled_statuses(hall)
    remarks = [read_text(row[REMARKS_HEADING]) for row in context.book.read_table(RESULTS_TABLE)]
    played = [
        (index, row)
        for index, row in enumerate(hall.rows)
        if _is_played(hall, row) and (not rounds or row.round in rounds)
    ]
    kinds = {
        "blank": [index for index, row in played if not _is_complete(row, ruled)],
        "unclear": [index for index, row in played if state_word(row.state) is RowState.UNCLEAR],
        "remark": [index for index, _ in played if remarks[index]],
    }
    for kind, found in kinds.items():
        if found:
            row = hall.rows[found[0]]
            cell = context.book.address(RESULTS_TABLE, found[0], SOLOIST)
            place = {"round": row.round, "deal": row.deal, "table": row.table}
            context.say(f"done.next_{kind}", cell=cell, more=len(found) - 1, **place)
            context.book.select(RESULTS_TABLE, found[0], SOLOIST)
            return []
    context.say("done.next_none")
    return []


def _is_played(hall: Hall, row: TypedRow) -> bool:
    entry = hall.rounds.get(row.round) if isinstance(row.round, int) else None
    return entry is not None and entry.state in OVER


def _is_complete(row: TypedRow, ruled: Mapping[SeatKey, Status]) -> bool:
    """Tell whether the row has its result: three Ft or what was ruled, a quick entry, or a state that needs none."""
    if state_word(row.state) in {RowState.NEM_JATSZOTT, RowState.UNCLEAR, RowState.RULED}:
        return True
    seats = zip(LINES, row.ft, strict=True)
    return row.is_quick or all(
        cell is not None or (row.key is not None and (*row.key, line) in ruled) for line, cell in seats
    )
