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


@dataclass(slots=True)
class Hall:
    """The positions of a plan with the doubled ranks of who holds them, and everybody's sum over his opponents."""

    meets: Mapping[Position, Mapping[Position, int]]
    ranks: dict[Position, int]
    sums: dict[Position, int] = field(init=False)
    goal: Fraction = field(init=False)

    def __post_init__(self) -> None:
        self.sums = {
            position: sum(times * self.ranks[other] for other, times in met.items())
            for position, met in self.meets.items()
        }
        self.goal = Fraction(sum(self.sums.values()), max(len(self.sums), 1))

    def unevenness(self) -> Fraction:
        """Give the sum of the squared distances from the mean."""
        return sum(((total - self.goal) ** 2 for total in self.sums.values()), Fraction(0))

    def gain(self, one: Position, other: Position) -> int:
        """Give by how much a swap lowers the unevenness; the mean stays nearly the same and drops out."""
        step = self.ranks[other] - self.ranks[one]
        if not step:
            return 0
        goal, gained = round(self.goal), 0
        for position, times in self.changed(one, other).items():
            before = self.sums[position] - goal
            after = before + times * step
            gained += before * before - after * after
        return gained

    def changed(self, one: Position, other: Position) -> Mapping[Position, int]:
        """Give for each opponent of the two how much more often he meets the first."""
        more = Counter(self.meets[one])
        more.subtract(self.meets[other])
        return {position: times for position, times in more.items() if times}

    def swap(self, one: Position, other: Position) -> None:
        """Let the two change positions."""
        step = self.ranks[other] - self.ranks[one]
        for position, times in self.changed(one, other).items():
            self.sums[position] += times * step
        self.ranks[one], self.ranks[other] = self.ranks[other], self.ranks[one]


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
    ranks = {position: int(rank * SCALE) for position, rank in strengths(places).items()}
    meets = who_meets_whom(plan, ranks)
    kept = set(fixed)
    free = [[one for one in sorted(ranks) if one.line == line and one not in kept] for line in LINES]
    best: tuple[Fraction, dict[Position, Position]] | None = None
    for start in range(starts):
        origin = {position: position for position in ranks}
        for positions in free if start else ():
            origin.update(zip(positions, stream.shuffled(positions), strict=True))
        hall = Hall(meets, {position: ranks[source] for position, source in origin.items()})
        settle(hall, origin, free, stream)
        found = hall.unevenness()
        if best is None or found < best[0]:
            best = found, origin
    if best is None:
        return sorted(places, key=lambda place: place.position)
    by_position = {place.position: place for place in places}
    moved = [replace(by_position[source], position=position) for position, source in best[1].items()]
    return sorted(moved, key=lambda place: place.position)


def who_meets_whom(
    plan: Iterable[TableSeating], known: Iterable[Position]
) -> dict[Position, dict[Position, int]]:
    """Give for each position how often it meets which others."""
    met: dict[Position, dict[Position, int]] = {position: {} for position in known}
    for (first, second), times in meetings(plan).items():
        met[first][second] = times
        met[second][first] = times
    return met


def settle(
    hall: Hall, origin: dict[Position, Position], free: Sequence[Sequence[Position]], stream: Stream
) -> None:
    """Swap while any swap within a line lowers the unevenness; the pairs are tried in a drawn order."""
    pairs = stream.shuffled(
        (one, other) for line in free for place, one in enumerate(line) for other in line[place + 1 :]
    )
    has_changed = True
    while has_changed:
        has_changed = False
        for one, other in pairs:
            if hall.gain(one, other) > 0:
                hall.swap(one, other)
                origin[one], origin[other] = origin[other], origin[one]
                has_changed = True
