"""Starting tables that make everybody's opponents equally strong: swaps within the lines after the draw (VSZ 6).

Strength is a rank: 1 for the player with most masterpoints; who have equally many share the mean of their ranks. What
is evened out is the sum of the ranks of all opponents over all rounds of the plan. It lies in the plan, not in chance,
whom a position meets; so the players of a line change positions until no swap brings the sums nearer to each other.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations

from macros_py.rules.cards.draws import Stream
from macros_py.rules.hall.event import LINES, Place, Position, TableSeating
from macros_py.rules.hall.movement import meetings

SCALE = 2
"""Ranks are counted in halves, so that shared ones stay whole numbers."""


def strengths(places: Iterable[Place]) -> dict[Position, Fraction]:
    """Give the rank of each place's player by masterpoints, 1 the strongest; equals share the mean of theirs."""
    ordered = sorted(places, key=lambda place: -place.masterpoints)
    groups: defaultdict[Fraction, list[tuple[int, Position]]] = defaultdict(list)
    for rank, place in enumerate(ordered, start=1):
        groups[place.masterpoints].append((rank, place.position))
    return {
        position: Fraction(sum(rank for rank, _ in group), len(group))
        for group in groups.values()
        for _, position in group
    }


def opponents_strength(places: Sequence[Place], plan: Iterable[TableSeating]) -> dict[Position, Fraction]:
    """Give the mean rank of each position's opponents, counted as often as they are met."""
    ranks = strengths(places)
    sums: defaultdict[Position, Fraction] = defaultdict(Fraction)
    met: Counter[Position] = Counter()
    for (first, second), times in meetings(plan).items():
        for one, other in ((first, second), (second, first)):
            if one in ranks and other in ranks:
                sums[one] += ranks[other] * times
                met[one] += times
    return {position: sums[position] / met[position] for position in ranks if met[position]}


Swap = tuple[int, int, int]
"""Two positions of one line by number, and the sum of the squares of how much more often each is met by one of them."""


@dataclass(slots=True)
class PositionSums:
    """The positions of a plan by their numbers: who holds each (the number of where he was drawn to), and the sums.

    A swap changes the sum of each opponent of the two by ``times × step``. So what it gains follows from two numbers,
    the squares of the times and the pulls of the two; only a swap that is made costs more than that.
    """

    meets: Sequence[Mapping[int, int]]
    ranks: Sequence[int]
    """The doubled ranks of the players, by the number of where they were drawn to."""
    holders: list[int]
    sums: list[int] = field(init=False)
    goal: int = field(init=False)
    pulls: list[int] = field(init=False)
    """For each position how far the sums of its opponents lie above the goal, counted as often as they are met."""

    def __post_init__(self) -> None:
        self.sums = [
            sum(times * self.ranks[self.holders[other]] for other, times in met.items()) for met in self.meets
        ]
        self.goal = round(sum(self.sums) / max(len(self.sums), 1))
        self.pulls = [
            sum(times * (self.sums[other] - self.goal) for other, times in met.items()) for met in self.meets
        ]

    def unevenness(self) -> int:
        """Give the sum of the squared distances from the mean (rounded: it is the same for all outcomes)."""
        return sum((total - self.goal) ** 2 for total in self.sums)

    def gain(self, swap: Swap) -> int:
        """Give by how much a swap lowers the unevenness."""
        one, other, squares = swap
        step = self.ranks[self.holders[other]] - self.ranks[self.holders[one]]
        return step and -step * (2 * (self.pulls[one] - self.pulls[other]) + step * squares)

    def swap(self, swap: Swap) -> None:
        """Let the two change positions."""
        one, other, _ = swap
        step = self.ranks[self.holders[other]] - self.ranks[self.holders[one]]
        for position, more in ((one, step), (other, -step)):
            for opponent, times in self.meets[position].items():
                self._raise(opponent, times * more)
        self.holders[one], self.holders[other] = self.holders[other], self.holders[one]

    def _raise(self, position: int, more: int) -> None:
        self.sums[position] += more
        for opponent, times in self.meets[position].items():
            self.pulls[opponent] += times * more


def even_tables(
    places: Sequence[Place],
    plan: Sequence[TableSeating],
    fixed: Iterable[Position],
    stream: Stream,
    starts: int,
) -> list[Place]:
    """Give the places after the swaps, by position; who sits on a ``fixed`` position keeps it.

    ``starts`` times the search begins from a fresh shuffle of the free positions (the first time from the draw
    itself), and the most even outcome counts; of equally even ones the first. All chance comes from ``stream``.
    """
    ordered = sorted(places, key=lambda place: place.position)
    rank_of = strengths(ordered)
    ranks = [int(rank_of[place.position] * SCALE) for place in ordered]
    meets = _who_meets_whom(plan, [place.position for place in ordered])
    kept = set(fixed)
    movable = [(n, place.position.line) for n, place in enumerate(ordered) if place.position not in kept]
    free = [[number for number, own in movable if own == line] for line in LINES]
    swaps = stream.shuffled(_possible_swaps(meets, free))
    best = _settled(PositionSums(meets, ranks, list(range(len(ordered)))), swaps)
    for _ in range(1, starts):
        found = _settled(PositionSums(meets, ranks, _shuffled_holders(len(ordered), free, stream)), swaps)
        if found.unevenness() < best.unevenness():
            best = found
    return [
        replace(ordered[holder], position=place.position)
        for place, holder in zip(ordered, best.holders, strict=True)
    ]


def _who_meets_whom(plan: Iterable[TableSeating], positions: Sequence[Position]) -> list[dict[int, int]]:
    numbers = {position: number for number, position in enumerate(positions)}
    met: list[dict[int, int]] = [{} for _ in positions]
    for (first, second), times in meetings(plan).items():
        if first in numbers and second in numbers:
            met[numbers[first]][numbers[second]] = times
            met[numbers[second]][numbers[first]] = times
    return met


def _possible_swaps(meets: Sequence[Mapping[int, int]], free: Sequence[Sequence[int]]) -> list[Swap]:
    return [
        (one, other, _squared_difference(meets[one], meets[other]))
        for line in free
        for one, other in combinations(line, 2)
    ]


def _squared_difference(one: Mapping[int, int], other: Mapping[int, int]) -> int:
    """Give the sum of the squares of how much more often one of two meets each opponent than the other does."""
    return sum((one.get(opponent, 0) - other.get(opponent, 0)) ** 2 for opponent in one.keys() | other.keys())


def _shuffled_holders(count: int, free: Sequence[Sequence[int]], stream: Stream) -> list[int]:
    holders = list(range(count))
    for line in free:
        for number, holder in zip(line, stream.shuffled(line), strict=True):
            holders[number] = holder
    return holders


def _settled(hall: PositionSums, swaps: Sequence[Swap]) -> PositionSums:
    has_changed = True
    while has_changed:
        has_changed = False
        for swap in swaps:
            if hall.gain(swap) > 0:
                hall.swap(swap)
                has_changed = True
    return hall
