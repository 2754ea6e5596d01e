"""How the scoring grows from a final of 21 to a hall of 300 players: ``python -m tests.benchmarks.scoring``.

Scoring alone (points, ranking, no file) of 63 deals, some of the results ruled or missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import log
from random import Random
from statistics import median

from macros_py.rules.hall.event import LINES, Position, Result, Status
from macros_py.rules.results.ranking import standings
from macros_py.rules.results.scoring import score
from tests.benchmarks.figures import Figure, run, seconds
from tests.rules.sample_event import RULEBOOK

ROUNDS, DEALS = 7, 9
SIZES = (21, 42, 150, 300)
REPEATS, GOAL = 5, 1.0
STATUSES = (Status.RENONSZ, Status.VETLEN, Status.NEM_JATSZOTT, Status.MISSING)


def sample_results(players: int) -> list[Result]:
    """Give the results of a whole event; one in fifty is ruled or missing."""
    random = Random(players)
    return [
        Result(
            round,
            deal,
            table,
            Position(line, table),
            random.randint(-20, 20),
            random.choice(STATUSES) if random.random() < 0.02 else Status.PLAYED,
        )
        for round in range(1, ROUNDS + 1)
        for deal in range(1, DEALS + 1)
        for table in range(1, players // 3 + 1)
        for line in LINES
    ]


def growth(players: int) -> tuple[float, float]:
    """Give the median of the growth of points alone, and of points with the ranking, from the smallest event on.

    Both sizes are scored in turn, the small one as often as it takes to have as many results.
    """
    few, many = sample_results(SIZES[0]), sample_results(players)
    again = len(many) // len(few)
    points, whole = [], []
    for _ in range(REPEATS):
        for ratios, with_ranking in ((points, False), (whole, True)):
            small = sum(seconds(partial(scored, few, SIZES[0], with_ranking)) for _ in range(again)) / again
            ratios.append(seconds(partial(scored, many, players, with_ranking)) / small)
    return median(points), median(whole)


def scored(results: list[Result], players: int, with_ranking: bool) -> object:
    """Score an event, and rank it if wanted."""
    scores = score(results, RULEBOOK.scoring, players // 3)
    return standings(scores, [], RULEBOOK) if with_ranking else scores


def measure() -> Iterator[Figure]:
    """Give the growth of the time divided by that of n × log n (n = results): at most 1 is what is wanted."""
    least = ROUNDS * DEALS * SIZES[0]
    for players in SIZES[1:]:
        count = ROUNDS * DEALS * players
        expected = count * log(count) / (least * log(least))
        for name, times in zip(("points", "points and ranking"), growth(players), strict=True):
            note = f"× {times:.1f} for × {count / least:.1f} results"
            yield Figure(f"growth of {name} ÷ n log n, {players} players", times / expected, GOAL, note=note)


if __name__ == "__main__":
    raise SystemExit(run(measure))
