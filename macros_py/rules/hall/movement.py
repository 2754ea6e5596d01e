"""The seating plans: who sits where in each round, and the certificate of who meets whom how often (VSZ 6).

Every plan moves whole lines: A keeps its tables, in a round B has moved on by some b, C by some c. Two rounds
with the same b repeat all meetings of A with B, with the same c those of A with C, with the same c − b those
of B with C. So a plan is good if its b, c and c − b are spread over all T values, what comes again late.

* *eltolás*: b = r, c = 2r (+ 1 in an even hall's second half), modulo T: T rounds if T is odd, else T − 1.
* *test* and *szorzat*: b = r, c = λr in GF(2^k), or in its product with the numbers modulo the odd part: T
  rounds for every T that is not twice an odd number. Twice an odd number: T − 1 (for 2 and 6 tables no plan
  does better).
* *keresés*: what goes beyond is searched for, round after round.
* *ismétlés*: where the search would let somebody meet another more often than must be: whole plans, one after
  the other, each with line C moved on by some more. Twice an odd number of tables: plans of 2T rounds that
  use each value twice; in the hall's arithmetic no set of moves uses each value an odd number of times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from macros_py.rules.hall.event import Position, TableSeating
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
    """How often the worst pair meets, and the pairs that meet more than once, most often first.

    ``clean_rounds`` pass from the beginning without a second meeting.
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
    return [
        _seating(moved + 1, table, (table - moved) % tables, (table - _third_shift(tables, moved)) % tables)
        for moved in range(rounds)
        for table in range(tables)
    ]


def _seating(round: int, table: int, second: int, third: int) -> TableSeating:
    """Seat one table: A began at it, B at ``second``, C at ``third`` (tables 0-based, round 1-based)."""
    positions = (Position("A", table + 1), Position("B", second + 1), Position("C", third + 1))
    return TableSeating(round, table + 1, positions)


def _third_shift(tables: int, moved: int) -> int:
    """Give by how many tables line C has moved on after ``moved`` moves of line B."""
    is_even = tables % 2 == 0
    return 2 * moved + (1 if is_even and moved >= tables // 2 else 0)


def repeatless_rounds(tables: int) -> int:
    """Give the number of rounds for which the shift promises no second meeting: T if odd, else T − 1."""
    return tables if tables % 2 else tables - 1


def meetings(plan: Iterable[TableSeating]) -> Mapping[Pair, int]:
    """Count how often each two positions sit at one table; who never meet are not in it."""
    return Counter(pair for seating in plan for pair in _table_pairs(seating))


def _table_pairs(seating: TableSeating) -> list[Pair]:
    return list(combinations(sorted(seating.positions), 2))


def certify(plan: Iterable[TableSeating]) -> Certificate:
    """Count every meeting of a plan, whoever made it, and list all that happen more than once."""
    seatings = list(plan)
    counted = meetings(seatings)
    repeats = [Repeat(first, second, times) for (first, second), times in counted.items() if times > 1]
    return Certificate(
        rounds=len({seating.round for seating in seatings}),
        tables=len({seating.table for seating in seatings}),
        clean_rounds=_clean_rounds(seatings),
        worst=max(counted.values(), default=0),
        repeats=tuple(sorted(repeats, key=lambda repeat: (-repeat.meetings, repeat))),
    )


def _clean_rounds(plan: Iterable[TableSeating]) -> int:
    met: set[Pair] = set()
    clean: set[int] = set()
    for seating in sorted(plan, key=lambda seating: seating.round):
        if not met.isdisjoint(_table_pairs(seating)):
            return len(clean - {seating.round})
        met.update(_table_pairs(seating))
        clean.add(seating.round)
    return len(clean)


def check_meetings(certificate: Certificate) -> list[Problem]:
    """Warn, once for the whole plan, when positions meet more than once; the certificate lists the pairs."""
    if certificate.is_clean:
        return []
    rounds = certificate.rounds
    fields = {"tables": certificate.tables, "rounds": rounds, "clean_rounds": certificate.clean_rounds}
    fields |= {"worst": certificate.worst, "repeats": len(certificate.repeats)}
    degree = Degree.WARNING
    return [Problem("meetings_repeat", column="fordulok", found=rounds, fields=fields, degree=degree)]


_IRREDUCIBLE = {0: 0b1, 1: 0b11, 2: 0b111, 3: 0b1011, 4: 0b10011, 5: 0b100101, 6: 0b1000011, 7: 0b10000011}
"""An irreducible polynomial over GF(2) by its degree; bit i is the coefficient of x^i."""


@dataclass(frozen=True, slots=True)
class Ring:
    """The tables 0 … size − 1 as numbers that can be added, subtracted and moved.

    A table is a pair: modulo 2^``bits``, taken as an element of GF(2^``bits``) (addition is bit by bit,
    multiplication by x a shift, reduced by an irreducible polynomial), and the rest modulo ``odd``.
    """

    bits: int
    odd: int

    @property
    def size(self) -> int:
        """Give the number of tables."""
        return self.odd << self.bits

    @property
    def has_step(self) -> bool:
        """Tell whether there is a λ by which, as by λ − 1, one may divide: then T rounds pass without a rematch."""
        return self.bits != 1

    def parts(self, table: int) -> tuple[int, int]:
        """Give the field's part and the other of a table."""
        return table & ((1 << self.bits) - 1), table >> self.bits

    def joined(self, field: int, rest: int) -> int:
        """Give the table of two parts."""
        return (rest % self.odd) << self.bits | field

    def minus(self, one: int, other: int) -> int:
        """Subtract."""
        (first, rest), (second, less) = self.parts(one), self.parts(other)
        return self.joined(first ^ second, rest - less)

    def plus(self, one: int, other: int) -> int:
        """Add."""
        return self.minus(one, self.minus(0, other))

    def times_step(self, table: int) -> int:
        """Multiply by λ, which is x in the field and 2 modulo the odd part."""
        field, rest = self.parts(table)
        field <<= 1
        if field >> self.bits & 1:
            field ^= _IRREDUCIBLE[self.bits]
        return self.joined(field if self.bits else 0, 2 * rest)


def ring_of(tables: int) -> Ring:
    """Give the ring of a hall."""
    bits = (tables & -tables).bit_length() - 1
    return Ring(bits, tables >> bits)


Moves = tuple[int, int]
"""By how much lines B and C have moved in a round."""
_SHIFT, _FIELD, _PRODUCT, _SEARCH, _REPEAT = "eltolás", "test", "szorzat", "keresés", "ismétlés"


@dataclass(frozen=True, slots=True)
class SeatingPlan:
    """The seating of all rounds, and the kind of plan it is (one of the five words above)."""

    kind: str
    seatings: tuple[TableSeating, ...]


def most_repeatless_rounds(tables: int) -> int:
    """Give for how many rounds this program knows a plan without a second meeting."""
    return tables if ring_of(tables).has_step else tables - 1


def best_plan(tables: int, rounds: int) -> SeatingPlan:
    """Give the plan: without a rematch if there is one, else with as few as can be, evenly spread.

    :raises RuleError: there is not at least one table and one round.
    """
    if tables < 1 or rounds < 1:
        raise RuleError(f"{tables} tables and {rounds} rounds make no plan")
    if rounds <= repeatless_rounds(tables):
        return SeatingPlan(_SHIFT, tuple(shift_plan(tables, rounds)))
    ring = ring_of(tables)
    known = _known_moves(ring, min(rounds, most_repeatless_rounds(tables)))
    if rounds <= len(known):
        return SeatingPlan(_FIELD if ring.odd == 1 else _PRODUCT, _seated(known, ring))
    searched, repeated = known, _repeated_moves(ring, rounds)
    while len(searched) < rounds:
        searched.append(_least_worn(searched, ring))
    if _most_meetings(repeated, ring) < _most_meetings(searched, ring):
        return SeatingPlan(_REPEAT, _seated(repeated, ring))
    return SeatingPlan(_SEARCH, _seated(searched, ring))


def _known_moves(ring: Ring, rounds: int) -> list[Moves]:
    """Give moves of which no b, no c and no c − b comes twice.

    :raises RuleError: there are not so many rounds of them.
    """
    if rounds > most_repeatless_rounds(ring.size):
        raise RuleError(f"{ring.size} tables have no {rounds} rounds without a rematch")
    if ring.has_step:
        return [(move, ring.times_step(move)) for move in range(rounds)]
    # Twice an odd number: the plain shift, written by parity and odd remainder (Chinese remainder theorem).
    moves = ((moved, _third_shift(ring.size, moved)) for moved in range(rounds))
    return [(ring.joined(second & 1, second), ring.joined(third & 1, third)) for second, third in moves]


def _repeated_moves(ring: Ring, rounds: int) -> list[Moves]:
    """Give moves that use no value more often than must be: whole plans, none with a trio of another.

    What is left over comes first, without a rematch, where it is less than a plan for so many rounds.
    """
    whole = ring.size if ring.has_step else 2 * ring.size
    left = rounds % whole if rounds % whole <= most_repeatless_rounds(ring.size) else 0
    moves = _known_moves(ring, left) if left and not ring.has_step else []
    turn = 0
    while len(moves) < rounds:
        offset = ring.times_step(turn) if ring.has_step else ring.joined(0, turn)
        moves += [(second, ring.plus(third, offset)) for second, third in _whole_plan(ring)]
        turn += 1
    return moves[:rounds]


def _whole_plan(ring: Ring) -> list[Moves]:
    """Give moves that use every b, every c and every c − b once, or twice where once cannot be."""
    if ring.has_step:
        return _known_moves(ring, ring.size)
    return [
        (ring.joined(first, move), ring.joined(second, 2 * move))
        for first, second in ((0, 0), (1, 1), (0, 1), (1, 0))
        for move in range(ring.odd)
    ]


def _most_meetings(moves: Sequence[Moves], ring: Ring) -> int:
    values = [(second, third, ring.minus(third, second)) for second, third in moves]
    return max(max(Counter(one[line] for one in values).values()) for line in range(3))


def _least_worn(moves: Sequence[Moves], ring: Ring) -> Moves:
    """Give the moves that were least used, and longest ago; the three counts together, so that no pair of
    lines bears the repeats alone. A trio comes again only if no other choice is as good.
    """
    classes = [(second, third, ring.minus(third, second)) for second, third in moves]
    counts = [Counter(one[line] for one in classes) for line in range(3)]
    last = [{one[line]: at for at, one in enumerate(classes)} for line in range(3)]
    least = [min(count[value] for value in range(ring.size)) for count in counts]

    def wear(choice: Moves) -> tuple[int, int, int, Moves]:
        values = (*choice, ring.minus(choice[1], choice[0]))
        extra = [counts[line][value] - least[line] for line, value in enumerate(values)]
        ages = [last[line].get(value, -len(moves)) for line, value in enumerate(values)]
        return sum(number * number for number in extra), moves.count(choice), max(ages), choice

    return min(((second, third) for second in range(ring.size) for third in range(ring.size)), key=wear)


def _seated(moves: Sequence[Moves], ring: Ring) -> tuple[TableSeating, ...]:
    """Give the seating of every table in every round: each began where his line's move is taken back to."""
    return tuple(
        _seating(number, table, ring.minus(table, second), ring.minus(table, third))
        for number, (second, third) in enumerate(moves, start=1)
        for table in range(ring.size)
    )
