"""How long the check of 300 players × 63 deals takes beside scoring: ``python -m tests.benchmarks.checking``.

6,300 rows that were really bid and played, all rounds played (so every row is held against its cards): once as
they are, and once with one row in five wrong. The ratio is the time of the check divided by that of the scoring
(points of all lines and the ranking); tables made only once for a rulebook are not counted, but told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter

from macros_py.rules.event import LINES, Position, Result
from macros_py.rules.meaning import MeaningContext, check_meaning
from macros_py.rules.movement import shift_plan
from macros_py.rules.ranking import standings
from macros_py.rules.scoring import score
from macros_py.rules.typed_results import TypedRow
from tests.rules.sample_lines import RULEBOOK
from tests.rules.sample_rows import PlayedHall, basic_errors, played_hall, with_ft

TABLES, ROUNDS, DEALS = 100, 7, 9
REPEATS = 3


def best(action: Callable[[], object]) -> float:
    """Give the best time of several runs in seconds."""
    times = []
    for _ in range(REPEATS):
        start = perf_counter()
        action()
        times.append(perf_counter() - start)
    return min(times)


def results_of(hall: PlayedHall) -> list[Result]:
    """Give what every position reached."""
    seated = {
        (seating.round, seating.table, position.line): position
        for seating in shift_plan(TABLES, ROUNDS)
        for position in seating.positions
    }
    return [
        Result(row.round, row.deal, row.table, position, ft)
        for row in hall.rows
        for line, ft in zip(LINES, row.ft, strict=True)
        if isinstance(row.round, int) and isinstance(row.deal, int) and isinstance(row.table, int)
        if (position := seated.get((row.round, row.table, line), Position(line, 1))) and isinstance(ft, int)
    ]


def with_slips(rows: Sequence[TypedRow]) -> list[TypedRow]:
    """Put a wrong result into one row of five."""
    random = Random(1)
    return [
        with_ft(row, *(cell * random.choice([-1, 2, 10, 3]) for cell in row.ft if isinstance(cell, int)))
        if random.random() < 0.2
        else row
        for row in rows
    ]


def fresh_context() -> MeaningContext:
    """Make a context whose tables are made, but which has read no text yet."""
    context = MeaningContext.of(RULEBOOK)
    context.inverse.fitting((8, -4, -4), "A")
    return context


def times_of(rows: Sequence[TypedRow], hall: PlayedHall) -> tuple[float, float]:
    """Give the seconds of the basic check and of the meanings, every text read for the first time."""
    contexts = iter([fresh_context().at(hall.deals, ()) for _ in range(REPEATS)])
    wrong, _ = basic_errors(rows, hall.sheet)
    basic = best(lambda: basic_errors(rows, hall.sheet))
    return basic, best(lambda: check_meaning(rows, wrong, next(contexts)))


def main() -> None:
    """Print the times and their ratio."""
    start = perf_counter()
    fresh_context()
    tables = perf_counter() - start
    hall = played_hall(TABLES, ROUNDS, DEALS)
    results = results_of(hall)
    scoring = best(lambda: standings(score(results, RULEBOOK.scoring, TABLES), [], RULEBOOK))
    print(f"{len(hall.rows)} rows; tables made once: {tables:.2f} s; scoring {scoring:.2f} s")
    for name, rows in (("right", hall.rows), ("one in five wrong", with_slips(hall.rows))):
        basic, meaning = times_of(rows, hall)
        ratio = (basic + meaning) / scoring
        print(f"{name:18}: basic {basic:.2f} s, meaning {meaning:.2f} s, together / scoring {ratio:.2f}")


if __name__ == "__main__":
    main()
