"""How fast we deal, against a plain shuffle of 32 cards: ``python -m tests.benchmarks.deals``.

A draw is the whole of it: the deal's subkey, the stream, the rejection, the hands.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from macros_py.rules.cards.deals import draw_deal
from tests.benchmarks.figures import Figure, median_ratio, run, seconds

TIMES, DRAWS = 15, 5_000
GOAL = 0.5
KEY = bytes(range(32))


def shuffles() -> float:
    """Time plain shuffles, the measure."""
    return seconds(lambda: [random.sample(range(32), 32) for _ in range(DRAWS)])


def deals() -> float:
    """Time as many deals of an event, another one each time."""
    return seconds(lambda: [draw_deal(KEY, 1, 1, number) for number in range(DRAWS)])


def measure() -> Iterator[Figure]:
    """Deal and shuffle in turn."""
    yield Figure("deals a second ÷ shuffles", median_ratio(shuffles, deals, TIMES), GOAL, is_least=True)


if __name__ == "__main__":
    raise SystemExit(run(measure))
