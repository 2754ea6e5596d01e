"""How the deals of a round go round the hall (VSZ 4, asztalbíró a; 6.f), and when a position plays each.

T tables that play D deals are cut into ⌈T / D⌉ sections of neighbouring tables, each with its own copy of
every deal. In a section the i-th table plays at step s the deal ((i + s − 2) mod D) + 1, all 1-based. So a
case goes from the i-th table to the (i − 1)-th; from the first it rests until it is the turn of the last.
Every table plays every deal once, and the protocol of each copy has one line for each table of its section.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from macros_py.rules.hall.event import LINES, Position, ProtocolLine, TableSeating
from macros_py.rules.problems import RuleError


def starter(deal: int) -> str:
    """Give the line whose player starts a deal (1-based within its round): A, B, C in turn."""
    return LINES[(deal - 1) % len(LINES)]


def hall_sections(tables: int, deals: int) -> list[range]:
    """Cut the hall into ⌈T / D⌉ rows of neighbouring tables (1-based), near-equal, longer ones first.

    The section of copy c is the (c − 1)-th of the list. Packs in play: sections × deals.

    :raises RuleError: there is not at least one table and one deal.
    """
    if tables < 1 or deals < 1:
        raise RuleError(f"{tables} tables cannot play {deals} deals")
    return _cut(tables, -(-tables // deals))


def _cut(tables: int, rows: int) -> list[range]:
    length, longer = divmod(tables, rows)
    ends = [length * row + min(row, longer) for row in range(rows + 1)]
    return [range(start + 1, end + 1) for start, end in pairwise(ends)]


def section_of(table: int, tables: int, deals: int) -> tuple[int, range]:
    """Give the copy (1-based) a table plays from, and its section.

    :raises RuleError: there is no such table, or no tables or deals at all.
    """
    for copy, section in enumerate(hall_sections(tables, deals), start=1):
        if table in section:
            return copy, section
    raise RuleError(f"there is no table {table} among {tables}")


def play_order(table: int, tables: int, deals: int) -> list[int]:
    """Give the deals of a round (1-based) in the order in which a table plays them.

    :raises RuleError: there is no such table, or no tables or deals at all.
    """
    _, section = section_of(table, tables, deals)
    first = section.index(table)
    return [(first + step) % deals + 1 for step in range(deals)]


def _journey(section: range, deal: int, deals: int) -> list[int]:
    """Give the tables of a section in the order in which its copy of a deal visits them."""
    return sorted(section, key=lambda table: (deal - 1 - section.index(table)) % deals)


def protocol_lines(round: int, tables: int, deals: int) -> list[ProtocolLine]:
    """Give every line of every protocol of a round as the papers lie: by deal, copy, and the copy's way.

    :raises RuleError: there is not at least one table and one deal.
    """
    copies = hall_sections(tables, deals)
    return [
        ProtocolLine(round, deal, copy, line, table, starter(deal))
        for deal in range(1, deals + 1)
        for copy, section in enumerate(copies, start=1)
        for line, table in enumerate(_journey(section, deal, deals), start=1)
    ]


@dataclass(frozen=True, slots=True)
class Route:
    """One case: a copy of a deal; the table that plays it at each step, None while it rests (all 1-based)."""

    deal: int
    copy: int
    starter: str
    tables: tuple[int | None, ...]


def routes(tables: int, deals: int) -> list[Route]:
    """Give the ways of all cases, by copy and deal; at every step each table has one case.

    :raises RuleError: there is not at least one table and one deal.
    """
    found = []
    for copy, section in enumerate(hall_sections(tables, deals), start=1):
        for deal in range(1, deals + 1):
            places = [(deal - 1 - step) % deals for step in range(deals)]
            way = tuple(section[place] if place < len(section) else None for place in places)
            found.append(Route(deal, copy, starter(deal), way))
    return found


def judges_needed(tables: int, tables_each: int) -> int:
    """Give how many table judges so many tables need: one for each ``tables_each``, begun ones counted (VSZ 4)."""
    return -(-tables // tables_each)


def judges_tables(tables: int, judges: int) -> list[range]:
    """Cut the hall into as many rows of neighbouring tables as there are judges, near-equal, longer ones first."""
    return _cut(tables, judges) if judges > 0 else []


Step = tuple[int, int]
"""A point in time of the event: round (1-based) and step within it (0-based); all tables step together."""

BEFORE_THE_EVENT: Step = (0, 0)
"""Earlier than every moment of play."""


@dataclass(frozen=True, slots=True)
class Timetable:
    """The seating plan, read both ways, and the order in which each table plays its deals (VSZ 4.a, 6.c).

    :raises RuleError: somebody is seated, but there are no deals.
    """

    plan: Sequence[TableSeating]
    deals_per_round: int
    tables: int = field(init=False)
    """Number of tables of the plan; 0 while nobody is seated."""
    rounds: tuple[int, ...] = field(init=False)
    """The rounds that have a seating, ascending."""
    _positions: Mapping[tuple[int, int, str], Position] = field(init=False, repr=False, compare=False)
    _tables: Mapping[tuple[Position, int], int] = field(init=False, repr=False, compare=False)
    _orders: Mapping[int, Sequence[int]] = field(init=False, repr=False, compare=False)
    _steps: Mapping[int, Mapping[int, int]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        seats = [
            (seating, line, position)
            for seating in self.plan
            for line, position in zip(LINES, seating.positions, strict=True)
        ]
        tables = max((seating.table for seating in self.plan), default=0)
        orders = {table: play_order(table, tables, self.deals_per_round) for table in range(1, tables + 1)}
        derived = {
            "tables": tables,
            "rounds": tuple(sorted({seating.round for seating in self.plan})),
            "_positions": {(seat.round, seat.table, line): position for seat, line, position in seats},
            "_tables": {(position, seat.round): seat.table for seat, _, position in seats},
            "_orders": orders,
            "_steps": {
                table: {deal: step for step, deal in enumerate(order)} for table, order in orders.items()
            },
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def position_at(self, round: int, table: int, line: str) -> Position | None:
        """Give the position that sits there in that round; None where the plan seats nobody."""
        return self._positions.get((round, table, line))

    def table_of(self, position: Position, round: int) -> int | None:
        """Give the table (1-based) at which the position sits in that round; None if it does not sit."""
        return self._tables.get((position, round))

    def moment(self, position: Position, round: int, deal: int | None) -> Step | None:
        """Give when the position plays the deal, or (deal None) begins the round; None if it does not."""
        table = self._tables.get((position, round))
        if table is None:
            return None
        step = 0 if deal is None else self._steps[table].get(deal)
        return None if step is None else (round, step)

    def deals_in_order(self, position: Position) -> list[tuple[int, int]]:
        """Give every (round, deal) of the position in the order in which it plays them."""
        return [
            (round, deal)
            for round in self.rounds
            if (table := self.table_of(position, round)) is not None
            for deal in self._orders[table]
        ]
