"""How the scoring grows from a final of 21 to a hall of 300 players: ``python -m tests.benchmarks.scoring``.

Scoring alone (points, ranking, no file) of 63 deals, some of the results ruled or missing. The ratio is
the growth of the time divided by the growth of n × log n (n = results): 1 or less is what was wanted.
"""

from __future__ import annotations

from math import log
from random import Random
from time import perf_counter

from macros_py.rules.event import LINES, Position, Result, Status
from macros_py.rules.ranking import standings
from macros_py.rules.scoring import score
from tests.rules.sample_event import RULEBOOK

ROUNDS, DEALS = 7, 9
SIZES = (21, 42, 150, 300)
REPEATS = 5
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


def best_time(results: list[Result], tables: int) -> tuple[float, float]:
    """Give the best times of several runs in seconds: points alone, and points with the ranking."""
    points, whole = [], []
    for _ in range(REPEATS):
        start = perf_counter()
        scores = score(results, RULEBOOK.scoring, tables)
        points.append(perf_counter() - start)
        standings(scores, [], RULEBOOK)
        whole.append(perf_counter() - start)
    return min(points), min(whole)


def main() -> None:
    """Print one line for each size, with the ratio against the smallest."""
    first: tuple[int, float] | None = None
    for players in SIZES:
        results = sample_results(players)
        points, whole = best_time(results, players // 3)
        count = len(results)
        first = first or (count, points)
        expected = count * log(count) / (first[0] * log(first[0]))
        ratio = points / first[1] / expected
        print(
            f"{players:4} players {count:6} results: points {points * 1000:7.1f} ms, "
            f"with ranking {whole * 1000:7.1f} ms, growth / (n log n) {ratio:.2f}"
        )


if __name__ == "__main__":
    main()
