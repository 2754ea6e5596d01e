"""The shift movement: who sits where in each round, and the certificate of who meets whom how often (VSZ 6).

Line A keeps its tables. In round r (0-based here) line B has moved on by r tables and line C by 2r, round the
hall. With an odd number of tables T nobody meets anybody twice in T rounds. With an even T line C moves by
one more from round T/2 on, and T − 1 rounds are free of second meetings. Longer plans follow the same shift
and repeat meetings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from macros_py.rules.event import Position, TableSeating
from macros_py.rules.problems import Degree, Problem, RuleError

Pair = tuple[Position, Position]
"""Two positions of different lines, the smaller (line, then table) first."""


class Repeat(NamedTuple):
    """Two positions that sit at one table ``meetings`` times, more than once."""

    first: Position
    second: Position
    meetings: int


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a plan gives: how often the worst pair meets, and every pair that meets more than once.

    ``clean_rounds`` is how many rounds from the beginning pass without a second meeting. ``repeats`` begins
    with the pairs that meet most often.
    """

    rounds: int
    tables: int
    clean_rounds: int
    worst: int
    repeats: tuple[Repeat, ...]

    @property
    def is_clean(self) -> bool:
        """Tell whether nobody meets anybody twice."""
        return not self.repeats


def shift_plan(tables: int, rounds: int) -> list[TableSeating]:
    """Give the seating of every table in every round, round by round, table by table.

    :raises RuleError: there is not at least one table and one round.
    """
    if tables < 1 or rounds < 1:
        raise RuleError(f"{tables} tables and {rounds} rounds make no plan")
    return [seat_table(tables, moved, table) for moved in range(rounds) for table in range(tables)]


def seat_table(tables: int, moved: int, table: int) -> TableSeating:
    """Seat one table (0-based) after ``moved`` moves: each began as many tables back as his line moved."""
    second = (table - moved) % tables
    third = (table - third_shift(tables, moved)) % tables
    return TableSeating(
        round=moved + 1,
        table=table + 1,
        positions=(Position("A", table + 1), Position("B", second + 1), Position("C", third + 1)),
    )


def third_shift(tables: int, moved: int) -> int:
    """Give by how many tables line C has moved on after ``moved`` moves of line B."""
    is_even = tables % 2 == 0
    return 2 * moved + (1 if is_even and moved >= tables // 2 else 0)


def repeatless_rounds(tables: int) -> int:
    """Give the number of rounds for which the shift promises no second meeting: T if odd, else T − 1."""
    return tables if tables % 2 else tables - 1


def meetings(plan: Iterable[TableSeating]) -> Mapping[Pair, int]:
    """Count how often each two positions sit at one table; who never meet are not in it."""
    return Counter(pair for seating in plan for pair in table_pairs(seating))


def table_pairs(seating: TableSeating) -> list[Pair]:
    """Give the three pairs of a table."""
    return list(combinations(sorted(seating.positions), 2))


def certify(plan: Iterable[TableSeating]) -> Certificate:
    """Count every meeting of a plan, whoever made it, and list all that happen more than once."""
    seatings = list(plan)
    counted = meetings(seatings)
    repeats = [Repeat(first, second, times) for (first, second), times in counted.items() if times > 1]
    return Certificate(
        rounds=len({seating.round for seating in seatings}),
        tables=len({seating.table for seating in seatings}),
        clean_rounds=clean_rounds(seatings),
        worst=max(counted.values(), default=0),
        repeats=tuple(sorted(repeats, key=lambda repeat: (-repeat.meetings, repeat))),
    )


def clean_rounds(plan: Iterable[TableSeating]) -> int:
    """Give the number of rounds, from the first, before the first round with a second meeting."""
    met: set[Pair] = set()
    clean: set[int] = set()
    for seating in sorted(plan, key=lambda seating: seating.round):
        if not met.isdisjoint(table_pairs(seating)):
            return len(clean - {seating.round})
        met.update(table_pairs(seating))
        clean.add(seating.round)
    return len(clean)


def check_meetings(certificate: Certificate) -> list[Problem]:
    """Warn, once for the whole plan, when positions meet more than once; the certificate lists the pairs.

    Fields: ``tables``, ``rounds``, ``clean_rounds``, ``worst``, ``repeats`` (how many pairs).
    """
    if certificate.is_clean:
        return []
    fields = {
        "tables": certificate.tables,
        "rounds": certificate.rounds,
        "clean_rounds": certificate.clean_rounds,
        "worst": certificate.worst,
        "repeats": len(certificate.repeats),
    }
    return [
        Problem(
            "meetings_repeat",
            column="fordulok",
            found=certificate.rounds,
            fields=fields,
            degree=Degree.WARNING,
        )
    ]
