"""How fast we deal, against a plain shuffle of 32 cards: ``python -m tests.benchmarks.deals``.

Both are timed in turn in one process, so that a busy machine slows both; the ratio is the median. A draw is
the whole of it: the deal's subkey, the stream, the rejection, the hands. Goal: at least 0.5.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import median
from time import perf_counter

from macros_py.rules.deals import draw_deal

ROUNDS = 15
DRAWS = 5_000
GOAL = 0.5
KEY = bytes(range(32))


def seconds(draw: Callable[[int], object]) -> float:
    """Time ``DRAWS`` draws."""
    start = perf_counter()
    for number in range(DRAWS):
        draw(number)
    return perf_counter() - start


def plain_shuffle(number: int) -> object:
    """Shuffle a pack with Python's generator, the measure."""
    return random.sample(range(32), 32)


def our_deal(number: int) -> object:
    """Draw a deal of the event, another one each time."""
    return draw_deal(KEY, 1, 1, number)


def main() -> None:
    """Time both in turn and print deals per second and their ratio."""
    times = [(seconds(plain_shuffle), seconds(our_deal)) for _ in range(ROUNDS)]
    plain, ours = (DRAWS / median(column) for column in zip(*times, strict=True))
    ratio = median(shuffle / deal for shuffle, deal in times)
    print(f"random.sample: {plain:,.0f} a second; draw_deal: {ours:,.0f} a second")
    print(f"ratio {ratio:.2f} (goal at least {GOAL})")


if __name__ == "__main__":
    main()
