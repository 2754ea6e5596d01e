"""When and where a position plays each deal: the seating joined with the travel of the deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from macros_py.rules.circulation import play_order
from macros_py.rules.event import LINES, Position, TableSeating

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
        """Give when the position plays the deal (without one: when the round begins for it).

        None if it does not sit then, or there is no such deal.
        """
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
