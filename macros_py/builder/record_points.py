"""Eredmények and Pontok: every protocol row, and what each result is worth, as formulas over those rows."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from macros_py.book.port import CellValue
from macros_py.book.tables.results import FT_HEADINGS
from macros_py.builder.record_page import NONE, Page
from macros_py.builder.record_plan import PROTOCOL, SUMS, RecordPlan
from macros_py.cells import cell_name_key, read_whole
from macros_py.rules.event import Result, Status
from macros_py.rules.lineup import Lineup
from macros_py.rules.scoring import Score, counts_as_played, status_of

RULED_STATUSES = frozenset({Status.RENONSZ, Status.VETLEN, Status.NEM_JATSZOTT, Status.TAVOLMARADT})


def write_protocol(page: Page, plan: RecordPlan) -> None:
    """Write every result row as it was typed; a number typed as a text (``−2 Ft``) becomes a number."""
    for row in plan.protocol:
        typed = {heading: read_whole(row.get(heading)) for heading in FT_HEADINGS}
        page.add(row | {heading: value for heading, value in typed.items() if isinstance(value, int)})


def write_points(page: Page, plan: RecordPlan) -> None:
    """Write one row a position and deal; each group (a line on a deal) is a block that compares itself."""
    letters = plan.letters[PROTOCOL]
    for group in plan.groups:
        for score in group.scores:
            page.add(
                identity_cells(plan, score) | computed_cells(score),
                first=group.first,
                last=group.last,
                rows={SUMS: plan.sums[score.result.position]},
                source=source_cell(plan, letters, score),
            )


def identity_cells(plan: RecordPlan, score: Score) -> dict[str, CellValue | Fraction]:
    """Give what says whose result it is; the status only where it was ruled, so that a late number counts."""
    result = score.result
    return {
        "Forduló": result.round,
        "Leosztás": result.deal,
        "Vonal": result.position.line,
        "Asztal": result.table,
        "Név": player(plan.data.lineup, result),
        "Pozíció": f"{result.position.line}{result.position.table}",
        "Állapot": result.status.value if result.status in RULED_STATUSES else None,
    }


def player(lineup: Lineup, result: Result) -> str:
    """Give who played, always in the same spelling: Mesterpontok counts the deals of a person by it."""
    name = lineup.player(result.position, result.round, result.deal)
    return next(one for one in lineup.persons(result.position) if cell_name_key(one) == cell_name_key(name))


def computed_cells(score: Score) -> dict[str, CellValue | Fraction]:
    """Give our values for the computed columns."""
    is_compared = status_of(score.result) is Status.PLAYED
    return {
        "Ft": score.result.ft,
        "Mérhető Ft": score.result.ft if is_compared else None,
        "Összevetett": score.compared if is_compared else 0,
        "Összevetés pontja": score.points if is_compared else 0,
        "Elérhető pont": score.available,
        "Pont": score.points,
        "Egyedül legjobb": int(score.is_top),
        "Lejátszva": int(counts_as_played(score.result)),
        "Hiányzik": int(status_of(score.result) is Status.MISSING),
    }


def source_cell(plan: RecordPlan, letters: Mapping[str, str], score: Score) -> str:
    """Give the cell on Eredmények that holds the Ft; the number itself where no row says what was scored."""
    row = plan.source(score.result)
    if row is None:
        return f'"{NONE}"' if score.result.ft is None else str(score.result.ft)
    return f"'{PROTOCOL}'!{letters[f'Ft {score.result.position.line}']}{row}"
