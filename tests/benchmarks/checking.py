"""How long the check of 300 players × 63 deals takes beside scoring: ``python -m tests.benchmarks.checking``.

6,300 rows that were really bid and played, all rounds played (so every row is held against its cards): once as
they are, and once with one row in five wrong. The ratio is the time of the check divided by that of the scoring
(points of all lines and the ranking); tables made only once for a rulebook are not counted, but told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

from macros_py.rules.hall.event import LINES, Position, Result
from macros_py.rules.hall.movement import shift_plan
from macros_py.rules.meaning.context import MeaningContext
from macros_py.rules.meaning.meaning import check_meaning
from macros_py.rules.results.ranking import standings
from macros_py.rules.results.scoring import score
from macros_py.rules.results.typed_results import TypedRow
from tests.benchmarks.figures import Figure, median_ratio, run, seconds
from tests.rules.sample_lines import RULEBOOK
from tests.rules.sample_rows import PlayedHall, basic_errors, played_hall, with_ft

TABLES, ROUNDS, DEALS = 100, 7, 9
REPEATS = 3
GOALS, GOAL_OF_TABLES = {"right": 8.0, "one in five wrong": 16.0}, 1.0


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


def checked(rows: Sequence[TypedRow], hall: PlayedHall) -> float:
    """Give the seconds of the basic check and of the meanings, every text read for the first time."""
    context = fresh_context().at(hall.deals, ())
    basic = seconds(lambda: basic_errors(rows, hall.sheet))
    wrong, _ = basic_errors(rows, hall.sheet)
    return basic + seconds(lambda: check_meaning(rows, wrong, context))


def measure() -> Iterator[Figure]:
    """Check and score in turn."""
    hall = played_hall(TABLES, ROUNDS, DEALS)
    results = results_of(hall)
    yield Figure("tables of meanings, made once", seconds(fresh_context), GOAL_OF_TABLES, "s")

    def scored() -> float:
        return seconds(lambda: standings(score(results, RULEBOOK.scoring, TABLES), [], RULEBOOK))

    for name, rows in (("right", hall.rows), ("one in five wrong", with_slips(hall.rows))):
        ratio = median_ratio(partial(checked, rows, hall), scored, REPEATS)
        yield Figure(f"check of {len(rows)} rows ÷ scoring, {name}", ratio, GOALS[name])


if __name__ == "__main__":
    raise SystemExit(run(measure))
