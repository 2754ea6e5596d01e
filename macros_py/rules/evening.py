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

from macros_py.rules.draws import Stream
from macros_py.rules.event import LINES, Place, Position, TableSeating
from macros_py.rules.movement import meetings

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


Swap = tuple[int, int, tuple[tuple[int, int], ...]]
"""Two positions of one line by number, and for each opponent of the two how much more often he meets the first."""


@dataclass(slots=True)
class Hall:
    """The positions of a plan by their numbers: who holds each (the number of where he was drawn to), and the sums."""

    meets: Sequence[Mapping[int, int]]
    ranks: Sequence[int]
    """The doubled ranks of the players, by the number of where they were drawn to."""
    holders: list[int]
    sums: list[int] = field(init=False)
    goal: int = field(init=False)

    def __post_init__(self) -> None:
        self.sums = [
            sum(times * self.ranks[self.holders[other]] for other, times in met.items()) for met in self.meets
        ]
        self.goal = round(sum(self.sums) / max(len(self.sums), 1))

    def unevenness(self) -> int:
        """Give the sum of the squared distances from the mean (rounded: it is the same for all outcomes)."""
        return sum((total - self.goal) ** 2 for total in self.sums)

    def gain(self, swap: Swap) -> int:
        """Give by how much a swap lowers the unevenness."""
        one, other, changed = swap
        step = self.ranks[self.holders[other]] - self.ranks[self.holders[one]]
        if not step:
            return 0
        gained = 0
        for position, times in changed:
            gained -= times * step * (2 * (self.sums[position] - self.goal) + times * step)
        return gained

    def swap(self, swap: Swap) -> None:
        """Let the two change positions."""
        one, other, changed = swap
        step = self.ranks[self.holders[other]] - self.ranks[self.holders[one]]
        for position, times in changed:
            self.sums[position] += times * step
        self.holders[one], self.holders[other] = self.holders[other], self.holders[one]


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
    meets = who_meets_whom(plan, [place.position for place in ordered])
    kept = set(fixed)
    free = [
        [
            number
            for number, place in enumerate(ordered)
            if place.position.line == line and place.position not in kept
        ]
        for line in LINES
    ]
    swaps = stream.shuffled(possible_swaps(meets, free))
    best = settled(Hall(meets, ranks, list(range(len(ordered)))), swaps)
    for _ in range(1, starts):
        found = settled(Hall(meets, ranks, shuffled_holders(len(ordered), free, stream)), swaps)
        if found.unevenness() < best.unevenness():
            best = found
    return [
        replace(ordered[holder], position=place.position)
        for place, holder in zip(ordered, best.holders, strict=True)
    ]


def who_meets_whom(plan: Iterable[TableSeating], positions: Sequence[Position]) -> list[dict[int, int]]:
    """Give for each position, by number, how often it meets which others."""
    numbers = {position: number for number, position in enumerate(positions)}
    met: list[dict[int, int]] = [{} for _ in positions]
    for (first, second), times in meetings(plan).items():
        if first in numbers and second in numbers:
            met[numbers[first]][numbers[second]] = times
            met[numbers[second]][numbers[first]] = times
    return met


def possible_swaps(meets: Sequence[Mapping[int, int]], free: Sequence[Sequence[int]]) -> list[Swap]:
    """Give every swap within a line, with what it changes."""
    swaps = []
    for line in free:
        for one, other in combinations(line, 2):
            more = Counter(meets[one])
            more.subtract(meets[other])
            swaps.append((one, other, tuple((position, times) for position, times in more.items() if times)))
    return swaps


def shuffled_holders(count: int, free: Sequence[Sequence[int]], stream: Stream) -> list[int]:
    """Give the holders after a fresh shuffle of the free positions of each line."""
    holders = list(range(count))
    for line in free:
        for number, holder in zip(line, stream.shuffled(line), strict=True):
            holders[number] = holder
    return holders


def settled(hall: Hall, swaps: Sequence[Swap]) -> Hall:
    """Swap while any swap lowers the unevenness; give the hall then."""
    has_changed = True
    while has_changed:
        has_changed = False
        for swap in swaps:
            if hall.gain(swap) > 0:
                hall.swap(swap)
                has_changed = True
    return hall
