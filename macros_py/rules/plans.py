"""The best seating plan known for a hall and so many rounds (VSZ 6): no rematch where that can be, else few and even.

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
from collections.abc import Sequence
from dataclasses import dataclass

from macros_py.rules.event import Position, TableSeating
from macros_py.rules.movement import repeatless_rounds, shift_plan, third_shift
from macros_py.rules.problems import RuleError
from macros_py.rules.tables_ring import Ring, ring_of

Moves = tuple[int, int]
"""By how much lines B and C have moved in a round."""
SHIFT, FIELD, PRODUCT, SEARCH, REPEAT = "eltolás", "test", "szorzat", "keresés", "ismétlés"


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
        return SeatingPlan(SHIFT, tuple(shift_plan(tables, rounds)))
    ring = ring_of(tables)
    known = known_moves(ring, min(rounds, most_repeatless_rounds(tables)))
    if rounds <= len(known):
        return SeatingPlan(FIELD if ring.odd == 1 else PRODUCT, seated(known, ring))
    searched, repeated = extended(known, ring, rounds), repeated_moves(ring, rounds)
    if most_meetings(repeated, ring) < most_meetings(searched, ring):
        return SeatingPlan(REPEAT, seated(repeated, ring))
    return SeatingPlan(SEARCH, seated(searched, ring))


def known_moves(ring: Ring, rounds: int) -> list[Moves]:
    """Give moves of which no b, no c and no c − b comes twice.

    :raises RuleError: there are not so many rounds of them.
    """
    if rounds > most_repeatless_rounds(ring.size):
        raise RuleError(f"{ring.size} tables have no {rounds} rounds without a rematch")
    if ring.has_step:
        return [(move, ring.times_step(move)) for move in range(rounds)]
    # Twice an odd number: the plain shift, written in the ring (the Chinese remainder theorem: one is the other).
    return [
        (ring_element(ring, moved), ring_element(ring, third_shift(ring.size, moved)))
        for moved in range(rounds)
    ]


def ring_element(ring: Ring, number: int) -> int:
    """Write a number modulo T as an element of the ring whose field is one bit: its parity and its odd remainder."""
    return ring.joined(number & 1, number % ring.odd)


def repeated_moves(ring: Ring, rounds: int) -> list[Moves]:
    """Give moves that use no value more often than must be: whole plans, none with a trio of another.

    What is left over of the last plan comes first, without a rematch, where it is less than a plan for so many rounds.
    """
    whole = ring.size if ring.has_step else 2 * ring.size
    left = rounds % whole if rounds % whole <= most_repeatless_rounds(ring.size) else 0
    moves = known_moves(ring, left) if left and not ring.has_step else []
    turn = 0
    while len(moves) < rounds:
        offset = ring.times_step(turn) if ring.has_step else ring.joined(0, turn)
        moves += [(second, ring.plus(third, offset)) for second, third in whole_plan(ring)]
        turn += 1
    return moves[:rounds]


def whole_plan(ring: Ring) -> list[Moves]:
    """Give moves that use every b, every c and every c − b once, or twice where once cannot be."""
    if ring.has_step:
        return known_moves(ring, ring.size)
    return [
        (ring.joined(first, move), ring.joined(second, 2 * move))
        for first, second in ((0, 0), (1, 1), (0, 1), (1, 0))
        for move in range(ring.odd)
    ]


def most_meetings(moves: Sequence[Moves], ring: Ring) -> int:
    """Give how often the pair meets that meets most often."""
    values = [(second, third, ring.minus(third, second)) for second, third in moves]
    return max(max(Counter(one[line] for one in values).values()) for line in range(3))


def extended(known: Sequence[Moves], ring: Ring, rounds: int) -> list[Moves]:
    """Go on beyond the plan: each further round takes the moves that were least used, and longest ago.

    The three counts are looked at together, so that no pair of lines bears the repeats alone; a trio that sat
    together is not seated so again while another choice is as good.
    """
    moves = list(known)
    while len(moves) < rounds:
        moves.append(least_worn(moves, ring))
    return moves


def least_worn(moves: Sequence[Moves], ring: Ring) -> Moves:
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


def seated(moves: Sequence[Moves], ring: Ring) -> tuple[TableSeating, ...]:
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
