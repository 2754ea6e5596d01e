"""The sheets of the record: every protocol row, what each result is worth, sums, places, and what they earn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from macros_py.book.port import CellValue
from macros_py.book.tables.results import FT_HEADINGS, award_rows, common_cells, percent
from macros_py.builder.record_page import NONE, Page
from macros_py.builder.record_plan import AWARDS_SHEET, FIRST_ROW, PROTOCOL, SUMS, RecordPlan
from macros_py.cells import cell_name_key, read_whole
from macros_py.rules.hall.event import Position, Status
from macros_py.rules.results.masterpoints import place_worth
from macros_py.rules.results.ranking import Standing
from macros_py.rules.results.scoring import ZERO, Score, counts_as_played, status_of, top, vetlen_share
from macros_py.rules.rulebook import TieBreak

_RULED_STATUSES = frozenset({Status.RENONSZ, Status.VETLEN, Status.NEM_JATSZOTT, Status.TAVOLMARADT})
_Cells = dict[str, CellValue | Fraction]
_TOLERANCE = "egyenlo_hanyad"
"""Defined name (Összefoglaló) of the difference up to which two shares are one."""
_TIE_BREAK_HEADINGS: dict[TieBreak, str] = {"ft": "Ft", "egyedul_legjobb": "Egyedül legjobb"}


def _write_protocol(page: Page, plan: RecordPlan) -> None:
    """Write every result row as it was typed; a number typed as a text (``−2 Ft``) becomes a number."""
    for row in plan.protocol:
        typed = {heading: read_whole(row.get(heading)) for heading in FT_HEADINGS}
        page.add(row | {heading: value for heading, value in typed.items() if isinstance(value, int)})


def _write_points(page: Page, plan: RecordPlan) -> None:
    """Write one row a position and deal; each group (a line on a deal) is a block that compares itself."""
    for group in plan.groups:
        for score in group.scores:
            cells, source = _score_cells(plan, score), _source_cell(plan, score)
            rows = {SUMS: plan.sums[score.result.position]}
            page.add(cells, first=group.first, last=group.last, rows=rows, source=source)


def _score_cells(plan: RecordPlan, score: Score) -> _Cells:
    """Give whose result it is and its worth; the status only where it was ruled, so that a late number counts."""
    result, is_compared = score.result, status_of(score.result) is Status.PLAYED
    lineup = plan.data.lineup
    key = cell_name_key(lineup.player(result.position, result.round, result.deal))
    # Always in the same spelling: Mesterpontok counts the deals of a person by it.
    player = next(name for name in lineup.persons(result.position) if cell_name_key(name) == key)
    return {
        "Forduló": result.round,
        "Leosztás": result.deal,
        "Vonal": result.position.line,
        "Asztal": result.table,
        "Név": player,
        "Pozíció": f"{result.position.line}{result.position.table}",
        "Állapot": result.status.value if result.status in _RULED_STATUSES else None,
        "Ft": result.ft,
        "Mérhető Ft": result.ft if is_compared else None,
        "Összevetett": score.compared if is_compared else 0,
        "Összevetés pontja": score.points if is_compared else 0,
        "Elérhető pont": score.available,
        "Pont": score.points,
        "Egyedül legjobb": int(score.is_top),
        "Lejátszva": int(counts_as_played(result)),
        "Hiányzik": int(status_of(result) is Status.MISSING),
    }


def _source_cell(plan: RecordPlan, score: Score) -> str:
    """Give the cell on Eredmények that holds the Ft; the number itself where no row says what was scored."""
    if (row := plan.source(score.result)) is None:
        return f'"{NONE}"' if score.result.ft is None else str(score.result.ft)
    return f"'{PROTOCOL}'!{plan.letters[PROTOCOL][f'Ft {score.result.position.line}']}{row}"


def _write_sums(page: Page, plan: RecordPlan) -> None:
    """Write one row a position, by line and table: the sums of Pontok, the deductions, the place."""
    own: defaultdict[Position, list[Score]] = defaultdict(list)
    for score in plan.data.scores:
        own[score.result.position].append(score)
    formula = _better_formula(plan.data.rulebook.ranking.tie_breaks)
    better = page.references.prepare(formula, page.layout.name).removeprefix("=")
    first, last = FIRST_ROW, FIRST_ROW + len(plan.sums) - 1
    for standing in sorted(plan.data.standings, key=lambda standing: standing.position):
        fields = {"row": plan.sums[standing.position], "first": first, "last": last}
        cells = _sum_cells(plan, standing, own[standing.position])
        page.add(cells, better=better.format_map(fields), first=first, last=last)


def _better_formula(tie_breaks: Sequence[TieBreak]) -> str:
    """Give the formula that is 1 for each position ahead of the row's: percentage, then each tie-break.

    Percentages are rounded sums, and equal within a tolerance far above the noise of floats (about 1E-14) and far
    below what separates two results: rounding alone would part equal sums that lie at the edge of a digit.
    """
    formula = ""
    for heading in (_TIE_BREAK_HEADINGS[name] for name in reversed(tie_breaks)):
        ahead = f"({{#{heading}}}>{{{heading}}})"
        formula = f"({ahead}+({{#{heading}}}={{{heading}}})*{formula})" if formula else ahead
    equals = f"({{#Hányad}}>={{Hányad}}-{_TOLERANCE})*({{#Hányad}}<={{Hányad}}+{_TOLERANCE})"
    ahead = f"({{#Hányad}}>{{Hányad}}+{_TOLERANCE})"
    return f"({ahead}+{equals}*{formula})" if formula else ahead


def _sum_cells(plan: RecordPlan, standing: Standing, scores: Sequence[Score]) -> _Cells:
    """Give a position's sums, among them those over its unruled results and the share it gets as vétlen (VSZ 5)."""
    rules = plan.data.rulebook.scoring
    compared = [score for score in scores if status_of(score.result) is Status.PLAYED]
    points = sum((score.points for score in compared), ZERO)
    full = top(rules, plan.data.lineup.tables)
    own = points / (full * len(compared)) if full and compared else None
    deductions = [penalty for penalty in plan.data.penalties if penalty.position == standing.position]
    return {
        "Pozíció": f"{standing.position.line}{standing.position.table}",
        "Név": plan.data.labels[standing.position],
        "Leosztások pontja": standing.points + standing.penalty,
        "Elérhető pont": standing.available,
        "Levonás": standing.penalty,
        "Pont": standing.points,
        "Hányad": standing.percentage,
        "Százalék": percent(standing.percentage, rules.percentage_decimals),
        "Ft": standing.ft,
        "Egyedül legjobb": standing.tops,
        "Lejátszott leosztás": standing.played,
        "Hiányzó eredmény": standing.missing,
        "Helyezés": standing.place,
        "Levonás (pont)": sum((p.amount for p in deductions if not p.is_percentage), ZERO),
        "Levonás (%)": sum((p.amount for p in deductions if p.is_percentage), ZERO),
        "Mérhető leosztás": len(compared),
        "Mérhető pont": points,
        "Vétlen hányada": vetlen_share(own, rules),
    }


def _write_ranking(page: Page, plan: RecordPlan) -> None:
    """Write the ranking, best first; every number refers to Összesítés, the masterpoints to Mesterpontok."""
    places = {place.position: place for place in plan.data.lineup.places}
    computed = {award.position: award.computed for award in plan.data.awards}
    decimals = plan.data.rulebook.scoring.percentage_decimals
    for standing in plan.data.standings:
        position = standing.position
        cells: _Cells = {
            **common_cells(standing, places, plan.data.labels, decimals),
            "Pont": standing.points,
            "Induló asztal": position.table,
            "Levonás": standing.penalty,
            "Lejátszott leosztás": standing.played,
        }
        if position in computed:
            cells["Számított mesterpont"] = computed[position]
        page.add(cells, rows={SUMS: plan.sums[position], AWARDS_SHEET: plan.awards.get(position)})


def _write_round_percents(page: Page, plan: RecordPlan) -> None:
    decimals = plan.data.rulebook.scoring.percentage_decimals
    for standing in plan.data.standings:
        position = standing.position
        cells: _Cells = {
            "Helyezés": standing.place,
            "Név": plan.data.labels[position],
            "Vonal": position.line,
            "Pozíció": f"{position.line}{position.table}",
            "Százalék": percent(standing.percentage, decimals),
            **{f"{n}. forduló %": percent(standing.by_round.get(n), decimals) for n in plan.spans},
        }
        page.add(cells, rows={SUMS: plan.sums[position]})


def _write_awards(page: Page, plan: RecordPlan) -> None:
    """Write one row a person and position: worth of the place × share; beside them the worth of places."""
    data = plan.data
    places = {place.position: place for place in data.lineup.places}
    letters, last = plan.letters[AWARDS_SHEET], FIRST_ROW + max(len(data.standings), 1) - 1
    areas = {"places": "Hely", "worths": "Hely értéke"}
    worth = {field: f"${letters[name]}${FIRST_ROW}:${letters[name]}${last}" for field, name in areas.items()}
    rows = award_rows(data.awards, places, data.licences)
    for number, (award, row) in enumerate(zip(data.awards, rows, strict=True), 1):
        cells: _Cells = {**row, "Osztozik": award.sharing, "Csere": award.is_substituted}
        cells |= {"Számított": award.computed, "Hányad": award.share, "Mesterpont": award.masterpoints}
        if number <= len(data.standings):
            cells["Hely"] = number
            cells["Hely értéke"] = place_worth(number, len(data.standings), data.rulebook.masterpoints)
        page.add(cells, rows={SUMS: plan.sums[award.position]}, **worth)


_WRITERS: Mapping[str, Callable[[Page, RecordPlan], None]] = {
    "Végeredmény": _write_ranking,
    PROTOCOL: _write_protocol,
    "Pontok": _write_points,
    SUMS: _write_sums,
    "Fordulónként": _write_round_percents,
    AWARDS_SHEET: _write_awards,
}


def write_sheet(page: Page, plan: RecordPlan) -> None:
    """Write the rows of a sheet; one that has no formulas of its own shows a table of the workbook as it stands."""
    if writer := _WRITERS.get(page.layout.name):
        writer(page, plan)
    else:
        for row in plan.data.tables.get(page.layout.table, ()):
            page.add(row)
