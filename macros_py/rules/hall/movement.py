"""Who moves where between two rounds, and the plans without a second meeting.

The shift movement: who sits where in each round, and the certificate of who meets whom how often (VSZ 6).

Line A keeps its tables. In round r (0-based here) line B has moved on by r tables and line C by 2r, round the
hall. With an odd number of tables T nobody meets anybody twice in T rounds. With an even T line C moves by
one more from round T/2 on, and T − 1 rounds are free of second meetings. Longer plans follow the same shift
and repeat meetings.

Arithmetic on the tables of a hall: numbers modulo its odd part, joined with a field of 2, 4, 8 … elements.

Table t (0-based) is a pair: t modulo 2^k, taken as an element of GF(2^k), and the rest modulo the odd part. In the
field addition is bit by bit, and multiplication by x is a shift, reduced by an irreducible polynomial.

The best seating plan known for a hall and so many rounds (VSZ 6): no rematch where that can be, else few and even.

Every plan here moves whole lines: in a round line B has moved on by some b, line C by some c, in the hall's own
arithmetic. Two rounds with the same b repeat all meetings of A with B, with the same c those of A with C, with the same
c − b those of B with C. So a plan is good if its b, its c and its c − b are spread over all T values, and a value that
has to come again comes late.

* *eltolás*: b = r, c = 2r (+ 1 in the second half of an even hall), modulo T: T rounds if T is odd, else T − 1.
* *test* and *szorzat*: b = r, c = λr in GF(2^k), or in its product with the numbers modulo the odd part: T rounds for
  every T that is not twice an odd number. Twice an odd number: T − 1 (for 2 and 6 tables no plan does better).
* *keresés*: what goes beyond is searched for, round after round.
* *ismétlés*: where the search would let somebody meet another more often than must be: whole plans, one after the
  other, each with line C moved on by some more. Twice an odd number of tables: plans of 2T rounds that use each value
  twice; in the hall's arithmetic no set of moves uses each value an odd number of times.
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
    """What a plan gives: how often the worst pair meets, and every pair that meets more than once.

    ``_clean_rounds`` is how many rounds from the beginning pass without a second meeting. ``repeats`` begins
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
    return [_seat_table(tables, moved, table) for moved in range(rounds) for table in range(tables)]


def _seat_table(tables: int, moved: int, table: int) -> TableSeating:
    """Seat one table (0-based) after ``moved`` moves: each began as many tables back as his line moved."""
    second = (table - moved) % tables
    third = (table - _third_shift(tables, moved)) % tables
    return TableSeating(
        round=moved + 1,
        table=table + 1,
        positions=(Position("A", table + 1), Position("B", second + 1), Position("C", third + 1)),
    )


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
        clean_rounds=_clean_rounds(seatings),
        worst=max(counted.values(), default=0),
        repeats=tuple(sorted(repeats, key=lambda repeat: (-repeat.meetings, repeat))),
    )


def _clean_rounds(plan: Iterable[TableSeating]) -> int:
    """Give the number of rounds, from the first, before the first round with a second meeting."""
    met: set[Pair] = set()
    clean: set[int] = set()
    for seating in sorted(plan, key=lambda seating: seating.round):
        if not met.isdisjoint(_table_pairs(seating)):
            return len(clean - {seating.round})
        met.update(_table_pairs(seating))
        clean.add(seating.round)
    return len(clean)


def check_meetings(certificate: Certificate) -> list[Problem]:
    """Warn, once for the whole plan, when positions meet more than once; the certificate lists the pairs.

    Fields: ``tables``, ``rounds``, ``_clean_rounds``, ``worst``, ``repeats`` (how many pairs).
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


_IRREDUCIBLE = {0: 0b1, 1: 0b11, 2: 0b111, 3: 0b1011, 4: 0b10011, 5: 0b100101, 6: 0b1000011, 7: 0b10000011}
"""An irreducible polynomial over GF(2) by its degree; bit i is the coefficient of x^i."""


@dataclass(frozen=True, slots=True)
class Ring:
    """The tables 0 … size − 1, with ``bits`` for the field's part and ``odd`` for the other."""

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
    searched, repeated = _extended(known, ring, rounds), _repeated_moves(ring, rounds)
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
    # Twice an odd number: the plain shift, written in the ring (the Chinese remainder theorem: one is the other).
    return [
        (_ring_element(ring, moved), _ring_element(ring, _third_shift(ring.size, moved)))
        for moved in range(rounds)
    ]


def _ring_element(ring: Ring, number: int) -> int:
    """Write a number modulo T as an element of the ring whose field is one bit: its parity and its odd remainder."""
    return ring.joined(number & 1, number % ring.odd)


def _repeated_moves(ring: Ring, rounds: int) -> list[Moves]:
    """Give moves that use no value more often than must be: whole plans, none with a trio of another.

    What is left over of the last plan comes first, without a rematch, where it is less than a plan for so many rounds.
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
    """Give how often the pair meets that meets most often."""
    values = [(second, third, ring.minus(third, second)) for second, third in moves]
    return max(max(Counter(one[line] for one in values).values()) for line in range(3))


def _extended(known: Sequence[Moves], ring: Ring, rounds: int) -> list[Moves]:
    """Go on beyond the plan: each further round takes the moves that were least used, and longest ago.

    The three counts are looked at together, so that no pair of lines bears the repeats alone; a trio that sat
    together is not seated so again while another choice is as good.
    """
    moves = list(known)
    while len(moves) < rounds:
        moves.append(_least_worn(moves, ring))
    return moves


def _least_worn(moves: Sequence[Moves], ring: Ring) -> Moves:
    """Give the moves of the next round."""
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
        TableSeating(
            round=number,
            table=table + 1,
            positions=(
                Position("A", table + 1),
                Position("B", ring.minus(table, second) + 1),
                Position("C", ring.minus(table, third) + 1),
            ),
        )
        for number, (second, third) in enumerate(moves, start=1)
        for table in range(ring.size)
    )
