"""Rulings of the referee (tDontesek): the seats each holds for, checks, statuses, penalties (VSZ 5).

A ruling names a table (all three who sit there) or a person (wherever he sits), in one round, for one deal or
all; its status beats the typed cell.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time
from difflib import get_close_matches
from fractions import Fraction
from itertools import combinations

from macros_py.rules.hall.event import LINES, Penalty, Position, Result, Status
from macros_py.rules.hall.lineup import Lineup
from macros_py.rules.names import name_key, plain_key
from macros_py.rules.problems import Problem, has_errors

RULINGS_TABLE = "tDontesek"
RuledSeat = tuple[Position, int, int]
"""One position on one deal: position, round, deal."""
_RULED = (Status.RENONSZ, Status.VETLEN, Status.NEM_JATSZOTT, Status.TAVOLMARADT)
_NOT_PLAYED = plain_key("nem játszotta")
_STATUS_KINDS = {plain_key(status.value): status for status in _RULED} | {_NOT_PLAYED: Status.NEM_JATSZOTT}
"""What a ruling of that kind makes of a result; the keys are plain (``plain_key``)."""
_PENALTY_KIND = plain_key("levonás")
_WHOLE_EVENT_KINDS = {_PENALTY_KIND, _NOT_PLAYED, *map(plain_key, ("nem játszott", "távolmaradt"))}
"""Kinds that may name a person without a round: they hold for the whole event."""
_RECORD_KINDS = frozenset(map(plain_key, ("sárga lap", "piros lap")))
"""Kinds that go into the referee's report and do nothing to the results (VSZ 1, Annex 1)."""
_IS_PERCENTAGE: Mapping[str, bool] = {"pont": False, "%": True, "szazalek": True}
"""The units of a penalty: matchpoints, or percentage points of the position's own maximum."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """One row of tDontesek. ``number`` is its Sorszám, ``row`` its 0-based place in the table.

    Blank cells are None or ``""``; a row with an unreadable cell is no ruling. ``amount`` of a levonás is
    typed positive and taken off; ``unit`` pont or %. ``is_withdrawn`` is None where ``withdrawal``, what stands under
    Visszavonva, is neither a yes nor a no.
    """

    number: int | None
    kind: str
    round: int | None = None
    deal: int | None = None
    table: int | None = None
    name: str = ""
    amount: Fraction | None = None
    unit: str = ""
    is_withdrawn: bool | None = False
    row: int = 0
    moment: datetime | time | None = None
    withdrawal: str = ""

    @property
    def status(self) -> Status | None:
        """Give the status it sets; None if it sets none."""
        return _STATUS_KINDS.get(plain_key(self.kind))

    @property
    def has_name(self) -> bool:
        """Tell whether it names a person."""
        return bool(name_key(self.name))

    @property
    def is_penalty(self) -> bool:
        """Tell whether it is a levonás."""
        return plain_key(self.kind) == _PENALTY_KIND

    @property
    def may_span_the_event(self) -> bool:
        """Tell whether it may name a person without a round."""
        return plain_key(self.kind) in _WHOLE_EVENT_KINDS


def _ruled_seats(ruling: Ruling, lineup: Lineup) -> list[RuledSeat]:
    """Give the seats a ruling holds for.

    A name means the deals he himself sat through; if he sat through none of those meant, his position's: a
    protocol may still show the name of who was replaced. Without a name all three of the table.
    """
    if not ruling.has_name:
        return _table_seats(ruling, lineup)
    meant = [
        (position, round, deal)
        for position in lineup.positions_of(ruling.name)
        for round, deal in lineup.deals_of(position)
        if ruling.round in {None, round}
        and ruling.deal in {None, deal}
        and ruling.table in {None, lineup.table_of(position, round)}
    ]
    return [seat for seat in meant if _is_own_seat(ruling, seat, lineup)] or meant


def _is_own_seat(ruling: Ruling, seat: RuledSeat, lineup: Lineup) -> bool:
    """:raises RuleError: nobody has that position, or it does not play that deal."""
    return name_key(lineup.player(*seat)) == name_key(ruling.name)


def _table_seats(ruling: Ruling, lineup: Lineup) -> list[RuledSeat]:
    if ruling.round is None or ruling.table is None:
        return []
    at_table = [lineup.position_at(ruling.round, ruling.table, line) for line in LINES]
    return [
        (position, round, deal)
        for position in at_table
        if position is not None
        for round, deal in lineup.deals_of(position)
        if round == ruling.round and ruling.deal in {None, deal}
    ]


def ruling_problem(code: str, ruling: Ruling, field: str, **fields: object) -> Problem:
    """Make a problem of one row of tDontesek; what was found is what stands in its ``field``."""
    named = {"kind": ruling.kind, "name": ruling.name, **fields}
    place = (RULINGS_TABLE, ruling.row, (ruling.number or "",), field)
    return Problem(code, *place, getattr(ruling, field), named)


def _doubled_numbers(rulings: Iterable[Ruling]) -> Iterator[Problem]:
    """Warn of each further ruling with a number that stands already: the lower row then counts as the later."""
    seen: set[int | None] = set()
    for ruling in rulings:
        if ruling.number is not None and ruling.number in seen:
            yield ruling_problem("ruling_number_twice", ruling, "number").as_warning
        seen.add(ruling.number)


def _order_problems(in_force: Sequence[Ruling], lineup: Lineup) -> Iterator[Problem]:
    """Warn where of two rulings on one seat the one that counts, the later listed, was made earlier."""
    deciding = [ruling for ruling in in_force if ruling.status is not None and ruling.moment is not None]
    seats = {ruling.row: set(_ruled_seats(ruling, lineup)) for ruling in deciding}
    for earlier, later in combinations(deciding, 2):
        if is_reversed(earlier, later) and seats[earlier.row] & seats[later.row]:
            fields = {"other": earlier.number or "–", "other_kind": earlier.kind}
            yield ruling_problem("ruling_times_reversed", later, "moment", **fields).as_warning


def is_reversed(earlier: Ruling, later: Ruling) -> bool:
    """Tell whether the ruling that counts as later was made before the other; a day and a mere hour do not compare."""
    if earlier.moment is None or later.moment is None or type(earlier.moment) is not type(later.moment):
        return False
    return later.moment < earlier.moment  # type: ignore[operator]


def _leaver_problems(ruling: Ruling, lineup: Lineup) -> Iterator[Problem]:
    """Note a ruling by name on deals that another played: he had left, or had not come yet.

    If he sat through none of them it holds for who did; of a round of which he sat through some, for those alone.
    """
    if not ruling.has_name or ruling.round is None or ruling.status is None:
        return
    seats = _ruled_seats(ruling, lineup)
    if seats and not _is_own_seat(ruling, seats[0], lineup):
        players = ", ".join(dict.fromkeys(lineup.player(*seat) for seat in seats))
        yield ruling_problem("ruling_other_played", ruling, "name", players=players).as_note
        return
    if ruling.deal is not None:
        return
    own: defaultdict[Position, list[int]] = defaultdict(list)
    for position, _, deal in seats:
        own[position].append(deal)
    for position, deals in own.items():
        whole = [deal for number, deal in lineup.deals_of(position) if number == ruling.round]
        if len(deals) < len(whole):
            shown = ", ".join(map(str, deals))
            yield ruling_problem("ruling_own_deals_only", ruling, "name", deals=shown).as_note


_LIKENESS = 0.7
"""From this likeness (0 … 1) on an unknown kind is taken for a mistyped one: ``renonc`` is 0.77 like ``renonsz``."""


def check_rulings(rulings: Iterable[Ruling], lineup: Lineup) -> list[Problem]:
    """Find all that is wrong with the rulings not withdrawn, or of which that cannot be read (an error)."""
    rulings = list(rulings)
    standing = [ruling for ruling in rulings if not ruling.is_withdrawn]
    found = [problem for ruling in standing for problem in _ruling_problems(ruling, lineup)]
    found += [
        ruling_problem("ruling_revoked_unclear", ruling, "withdrawal")
        for ruling in standing
        if ruling.is_withdrawn is None
    ]
    counted = in_force(rulings, lineup)
    found += [*_doubled_numbers(standing), *_order_problems(counted, lineup)]
    found += [problem for ruling in counted for problem in _leaver_problems(ruling, lineup)]
    return sorted(found, key=lambda problem: problem.row or 0)


def _ruling_problems(ruling: Ruling, lineup: Lineup) -> list[Problem]:
    if ruling.status is None and not ruling.is_penalty:
        return list(_kind_problems(ruling))
    found = [*_number_problems(ruling, lineup), *_reach_problems(ruling, lineup)]
    if ruling.is_penalty:
        found += _penalty_problems(ruling)
    return found or list(_seat_problems(ruling, lineup))


def _kind_problems(ruling: Ruling) -> Iterator[Problem]:
    key = plain_key(ruling.kind)
    if not key:
        yield ruling_problem("ruling_kind_missing", ruling, "kind")
    elif close := get_close_matches(key, [*_STATUS_KINDS, _PENALTY_KIND], n=1, cutoff=_LIKENESS):
        status = _STATUS_KINDS.get(close[0])
        meant = status.value if status else "levonás"
        yield ruling_problem("ruling_kind_misspelt", ruling, "kind", meant=meant).as_warning
    elif key not in _RECORD_KINDS:
        yield ruling_problem("ruling_kind_remark", ruling, "kind").as_note


def _number_problems(ruling: Ruling, lineup: Lineup) -> Iterator[Problem]:
    if ruling.round is not None and ruling.round not in lineup.rounds:
        yield ruling_problem("ruling_round_unknown", ruling, "round", rounds=len(lineup.rounds))
    if ruling.deal is not None and _is_outside(ruling.deal, lineup.deals_per_round):
        yield ruling_problem("ruling_deal_unknown", ruling, "deal", deals=lineup.deals_per_round)
    if ruling.table is not None and _is_outside(ruling.table, lineup.tables):
        yield ruling_problem("ruling_table_unknown", ruling, "table", tables=lineup.tables)


def _is_outside(number: int, most: int) -> bool:
    return bool(most) and not 1 <= number <= most


def _reach_problems(ruling: Ruling, lineup: Lineup) -> Iterator[Problem]:
    if not ruling.has_name and ruling.table is None:
        yield ruling_problem("ruling_of_nobody", ruling, "name")
    if ruling.has_name and not lineup.positions_of(ruling.name):
        yield ruling_problem("ruling_name_unknown", ruling, "name")
    is_partial = ruling.table is not None or ruling.deal is not None
    if ruling.round is None and (is_partial or not ruling.may_span_the_event):
        yield ruling_problem("ruling_round_missing", ruling, "round")


def _penalty_problems(ruling: Ruling) -> Iterator[Problem]:
    if ruling.amount is None or ruling.amount <= 0:
        yield ruling_problem("ruling_amount_unusable", ruling, "amount")
    if plain_key(ruling.unit) not in _IS_PERCENTAGE:
        yield ruling_problem("ruling_unit_unknown", ruling, "unit")


def _seat_problems(ruling: Ruling, lineup: Lineup) -> Iterator[Problem]:
    """Find who did not sit there, or on several positions (a status may follow him, a levonás may not)."""
    seats = _ruled_seats(ruling, lineup)
    is_doubtful = ruling.has_name and len({position for position, _, _ in seats}) > 1
    if not seats:
        yield ruling_problem("ruling_other_table", ruling, "name")
    elif is_doubtful and (ruling.is_penalty or not _is_own_seat(ruling, seats[0], lineup)):
        yield ruling_problem("ruling_place_ambiguous", ruling, "name")


def in_force(rulings: Iterable[Ruling], lineup: Lineup) -> list[Ruling]:
    """Give the rulings that count, earliest first by Sorszám and row: not withdrawn, free of errors."""
    standing = [
        ruling
        for ruling in rulings
        if not ruling.is_withdrawn and not has_errors(_ruling_problems(ruling, lineup))
    ]
    return sorted(standing, key=lambda ruling: (ruling.number is None, ruling.number or 0, ruling.row))


def statuses(rulings: Iterable[Ruling], lineup: Lineup) -> dict[RuledSeat, Status]:
    """Give the status that the latest ruling in force sets for each seat it names."""
    found: dict[RuledSeat, Status] = {}
    for ruling in in_force(rulings, lineup):
        if ruling.status is not None:
            found.update(dict.fromkeys(_ruled_seats(ruling, lineup), ruling.status))
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
        Penalty(position, ruling.amount, _IS_PERCENTAGE[plain_key(ruling.unit)])
        for ruling in in_force(rulings, lineup)
        if ruling.is_penalty and ruling.amount is not None
        for position in dict.fromkeys(seat[0] for seat in _ruled_seats(ruling, lineup))
    ]
