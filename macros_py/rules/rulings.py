"""Rulings of the referee (tDontesek): checks, statuses that beat the cell, penalties (VSZ 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches

from macros_py.rules.event import Penalty, Result, Status
from macros_py.rules.lineup import Lineup
from macros_py.rules.names import plain_key
from macros_py.rules.problems import Problem, has_errors
from macros_py.rules.ruling_doubts import leaver_problems, number_problems, order_problems
from macros_py.rules.ruling_rows import (
    IS_PERCENTAGE,
    PENALTY_KIND,
    RECORD_KINDS,
    STATUS_KINDS,
    RuledSeat,
    Ruling,
    is_own_seat,
    ruled_seats,
    ruling_problem,
)

LIKENESS = 0.7
"""From this likeness (0 … 1) on an unknown kind is taken for a mistyped one: ``renonc`` is 0.77 like ``renonsz``."""


def check_rulings(rulings: Iterable[Ruling], lineup: Lineup) -> list[Problem]:
    """Find everything that is wrong with the rulings not withdrawn; a kind of no effect is a note.

    Where it cannot be read whether one was withdrawn, it stands, and that is an error until it can.
    """
    rulings = list(rulings)
    standing = [ruling for ruling in rulings if not ruling.is_withdrawn]
    found = [problem for ruling in standing for problem in ruling_problems(ruling, lineup)]
    found += [
        ruling_problem("ruling_revoked_unclear", ruling, "withdrawal")
        for ruling in standing
        if ruling.is_withdrawn is None
    ]
    counted = in_force(rulings, lineup)
    found += [*number_problems(standing), *order_problems(counted, lineup)]
    found += [problem for ruling in counted for problem in leaver_problems(ruling, lineup)]
    return sorted(found, key=lambda problem: problem.row or 0)


def ruling_problems(ruling: Ruling, lineup: Lineup) -> list[Problem]:
    """Find everything that is wrong with one ruling."""
    if ruling.status is None and not ruling.is_penalty:
        return list(_kind_problems(ruling))
    found = [*_number_problems(ruling, lineup), *_reach_problems(ruling, lineup)]
    if ruling.is_penalty:
        found += _penalty_problems(ruling)
    return found or list(_seat_problems(ruling, lineup))


def _kind_problems(ruling: Ruling) -> Iterator[Problem]:
    """Find a kind that is blank, probably mistyped, or of no effect on the results."""
    key = plain_key(ruling.kind)
    if not key:
        yield ruling_problem("ruling_kind_missing", ruling, "kind")
    elif close := get_close_matches(key, [*STATUS_KINDS, PENALTY_KIND], n=1, cutoff=LIKENESS):
        status = STATUS_KINDS.get(close[0])
        meant = status.value if status else "levonás"
        yield ruling_problem("ruling_kind_misspelt", ruling, "kind", meant=meant).as_warning
    elif key not in RECORD_KINDS:
        yield ruling_problem("ruling_kind_remark", ruling, "kind").as_note


def _number_problems(ruling: Ruling, lineup: Lineup) -> Iterator[Problem]:
    """Find a round, deal or table that the event does not have."""
    if ruling.round is not None and ruling.round not in lineup.rounds:
        yield ruling_problem("ruling_round_unknown", ruling, "round", rounds=len(lineup.rounds))
    if ruling.deal is not None and is_outside(ruling.deal, lineup.deals_per_round):
        yield ruling_problem("ruling_deal_unknown", ruling, "deal", deals=lineup.deals_per_round)
    if ruling.table is not None and is_outside(ruling.table, lineup.tables):
        yield ruling_problem("ruling_table_unknown", ruling, "table", tables=lineup.tables)


def is_outside(number: int, most: int) -> bool:
    """Tell whether a number is none of 1 … ``most``; where there is none at all (0) that is told elsewhere."""
    return bool(most) and not 1 <= number <= most


def _reach_problems(ruling: Ruling, lineup: Lineup) -> Iterator[Problem]:
    """Find a ruling that does not say whom, or in which round, it means."""
    if not ruling.has_name and ruling.table is None:
        yield ruling_problem("ruling_of_nobody", ruling, "name")
    if ruling.has_name and not lineup.positions_of(ruling.name):
        yield ruling_problem("ruling_name_unknown", ruling, "name")
    is_partial = ruling.table is not None or ruling.deal is not None
    if ruling.round is None and (is_partial or not ruling.may_span_the_event):
        yield ruling_problem("ruling_round_missing", ruling, "round")


def _penalty_problems(ruling: Ruling) -> Iterator[Problem]:
    """Find a levonás without a positive amount or a known unit."""
    if ruling.amount is None or ruling.amount <= 0:
        yield ruling_problem("ruling_amount_unusable", ruling, "amount")
    if plain_key(ruling.unit) not in IS_PERCENTAGE:
        yield ruling_problem("ruling_unit_unknown", ruling, "unit")


def _seat_problems(ruling: Ruling, lineup: Lineup) -> Iterator[Problem]:
    """Find a person who did not sit there, or one of several positions when it is not clear which is meant.

    A status may follow a person from position to position through the deals he sat; a levonás may not.
    """
    seats = ruled_seats(ruling, lineup)
    positions = {position for position, _, _ in seats}
    if not seats:
        yield ruling_problem("ruling_other_table", ruling, "name")
    elif (
        ruling.has_name
        and len(positions) > 1
        and (ruling.is_penalty or not is_own_seat(ruling, seats[0], lineup))
    ):
        yield ruling_problem("ruling_place_ambiguous", ruling, "name")


def in_force(rulings: Iterable[Ruling], lineup: Lineup) -> list[Ruling]:
    """Give the rulings that count, earliest first: not withdrawn, free of errors (``check_rulings``).

    The order is that of the Sorszám, then of the rows; a row without one is the latest.
    """
    standing = [
        ruling
        for ruling in rulings
        if not ruling.is_withdrawn and not has_errors(ruling_problems(ruling, lineup))
    ]
    return sorted(standing, key=lambda ruling: (ruling.number is None, ruling.number or 0, ruling.row))


def statuses(rulings: Iterable[Ruling], lineup: Lineup) -> dict[RuledSeat, Status]:
    """Give the status that the latest ruling in force sets for each seat it names."""
    found: dict[RuledSeat, Status] = {}
    for ruling in in_force(rulings, lineup):
        if ruling.status is not None:
            found.update(dict.fromkeys(ruled_seats(ruling, lineup), ruling.status))
    return found


def apply_rulings(results: Iterable[Result], ruled: Mapping[RuledSeat, Status]) -> list[Result]:
    """Give the results with the ruled statuses; the typed Ft stays beside them."""
    return [
        result if status is None else replace(result, status=status)
        for result in results
        for status in [ruled.get((result.position, result.round, result.deal))]
    ]


def penalties(rulings: Iterable[Ruling], lineup: Lineup) -> list[Penalty]:
    """Give every levonás in force, one for each position it names; several for one position add up."""
    return [
        Penalty(position, ruling.amount, IS_PERCENTAGE[plain_key(ruling.unit)])
        for ruling in in_force(rulings, lineup)
        if ruling.is_penalty and ruling.amount is not None
        for position in dict.fromkeys(seat[0] for seat in ruled_seats(ruling, lineup))
    ]
