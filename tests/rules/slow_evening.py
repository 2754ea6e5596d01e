"""The evening of starting tables as it is meant, without a shortcut: each swap is tried, all sums are added up anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from macros_py.rules.cards.draws import Stream
from macros_py.rules.hall.evening import SCALE, strengths
from macros_py.rules.hall.event import LINES, Place, Position, TableSeating
from macros_py.rules.hall.movement import meetings


def even_slowly(
    places: Sequence[Place],
    plan: Sequence[TableSeating],
    fixed: Iterable[Position],
    stream: Stream,
    starts: int,
) -> list[Place]:
    """Give the places after all swaps that bring the sums of the opponents' ranks nearer to each other."""
    ordered = sorted(places, key=lambda place: place.position)
    kept = set(fixed)
    ranks = {place.name: int(strengths(ordered)[place.position] * SCALE) for place in ordered}
    positions = [place.position for place in ordered]
    free = [
        [number for number, one in enumerate(positions) if one.line == line and one not in kept]
        for line in LINES
    ]
    swaps = stream.shuffled([pair for line in free for pair in combinations(line, 2)])
    outcomes = []
    for start in range(starts):
        names = [place.name for place in ordered]
        if start:
            for line in free:
                taken = [names[number] for number in stream.shuffled(line)]
                for number, name in zip(line, taken, strict=True):
                    names[number] = name
        settle(names, swaps, ranks, positions, dict(meetings(plan)))
        outcomes.append((unevenness(names, ranks, positions, dict(meetings(plan))), start, names))
    by_name = {place.name: place for place in ordered}
    _, _, best = min(outcomes)
    return [replace(by_name[name], position=position) for name, position in zip(best, positions, strict=True)]


def settle(
    names: list[str],
    swaps: Sequence[tuple[int, int]],
    ranks: Mapping[str, int],
    positions: Sequence[Position],
    met: Mapping[tuple[Position, Position], int],
) -> None:
    """Swap while any swap makes the sums more even."""
    has_changed = True
    while has_changed:
        has_changed = False
        for one, other in swaps:
            before = unevenness(names, ranks, positions, met)
            names[one], names[other] = names[other], names[one]
            if unevenness(names, ranks, positions, met) < before:
                has_changed = True
            else:
                names[one], names[other] = names[other], names[one]


def unevenness(
    names: Sequence[str],
    ranks: Mapping[str, int],
    positions: Sequence[Position],
    met: Mapping[tuple[Position, Position], int],
) -> int:
    """Give the sum of the squared distances of the sums of the opponents' ranks from their rounded mean."""
    sums = dict.fromkeys(positions, 0)
    rank_at = {position: ranks[name] for position, name in zip(positions, names, strict=True)}
    for (first, second), times in met.items():
        sums[first] += times * rank_at[second]
        sums[second] += times * rank_at[first]
    goal = round(sum(sums.values()) / len(sums))
    return sum((total - goal) ** 2 for total in sums.values())
