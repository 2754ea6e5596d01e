"""One ruling as the referee typed it (a row of tDontesek), and the seats it holds for (VSZ 5).

A ruling names a table (all three who sit there) or a person (wherever he sits), in one round, for one deal
or all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time
from fractions import Fraction

from macros_py.rules.event import LINES, Position, Status
from macros_py.rules.lineup import Lineup
from macros_py.rules.names import name_key, plain_key
from macros_py.rules.problems import Problem

RULINGS_TABLE = "tDontesek"

RuledSeat = tuple[Position, int, int]
"""One position on one deal: position, round, deal."""


STATUS_KINDS: Mapping[str, Status] = {
    plain_key(status.value): status
    for status in (Status.RENONSZ, Status.VETLEN, Status.NEM_JATSZOTT, Status.TAVOLMARADT)
} | {plain_key("nem játszotta"): Status.NEM_JATSZOTT}
"""What a ruling of that kind makes of a result; the keys are plain (``plain_key``)."""

PENALTY_KIND = plain_key("levonás")
WHOLE_EVENT_KINDS = frozenset(
    {PENALTY_KIND, *map(plain_key, ("nem játszott", "nem játszotta", "távolmaradt"))}
)
"""Kinds that may name a person without a round: they hold for the whole event."""

RECORD_KINDS = frozenset(map(plain_key, ("sárga lap", "piros lap")))
"""Kinds that go into the referee's report and do nothing to the results (VSZ 1, Annex 1)."""

IS_PERCENTAGE: Mapping[str, bool] = {"pont": False, "%": True, "szazalek": True}
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
        return STATUS_KINDS.get(plain_key(self.kind))

    @property
    def has_name(self) -> bool:
        """Tell whether it names a person."""
        return bool(name_key(self.name))

    @property
    def is_penalty(self) -> bool:
        """Tell whether it is a levonás."""
        return plain_key(self.kind) == PENALTY_KIND

    @property
    def may_span_the_event(self) -> bool:
        """Tell whether it may name a person without a round."""
        return plain_key(self.kind) in WHOLE_EVENT_KINDS


def ruled_seats(ruling: Ruling, lineup: Lineup) -> list[RuledSeat]:
    """Give the seats a ruling holds for.

    A name means the deals he himself sat through; if he sat through none of those meant, his position's: a
    protocol may still show the name of who was replaced. Without a name all three of the table.
    """
    if not ruling.has_name:
        return table_seats(ruling, lineup)
    meant = [
        (position, round, deal)
        for position in lineup.positions_of(ruling.name)
        for round, deal in lineup.deals_of(position)
        if ruling.round in {None, round}
        and ruling.deal in {None, deal}
        and ruling.table in {None, lineup.table_of(position, round)}
    ]
    return [seat for seat in meant if is_own_seat(ruling, seat, lineup)] or meant


def is_own_seat(ruling: Ruling, seat: RuledSeat, lineup: Lineup) -> bool:
    """Tell whether the person named by the ruling himself sat there.

    :raises RuleError: nobody has that position, or it does not play that deal.
    """
    return name_key(lineup.player(*seat)) == name_key(ruling.name)


def table_seats(ruling: Ruling, lineup: Lineup) -> list[RuledSeat]:
    """Give the seats of all three at the ruling's table in its round; none if either is blank."""
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
    return Problem(
        code, RULINGS_TABLE, ruling.row, (ruling.number or "",), field, getattr(ruling, field), named
    )
