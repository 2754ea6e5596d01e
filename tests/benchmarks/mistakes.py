"""How many slips are found, and rightly named, by kind: ``python -m tests.benchmarks.mistakes [TRIALS]``.

Every row was really bid and played; one slip is put into one row (or pair) of a played round, and the check has to
find it: *found* means an error or a warning in that row, *named* the right explanation with the right value in it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from random import Random

from macros_py.rules.meaning.context import MeaningContext
from macros_py.rules.meaning.meaning import check_meaning
from macros_py.rules.problems import Degree, Problem
from macros_py.words import describe
from tests.rules.sample_rows import CONTEXT, PlayedHall, basic_errors, played_hall
from tests.rules.seeded_mistakes import KINDS, Kind, Slip

TRIALS = 300
HALLS = 20
TABLES, DEALS = 7, 9
MOST_TRIES = 400


def problems_of(slip: Slip, hall: PlayedHall, context: MeaningContext) -> list[Problem]:
    """Give all that both checks say of the row with the slip."""
    wrong, found = basic_errors(slip.rows, hall.sheet)
    _, more = check_meaning(slip.rows, wrong, context)
    return [problem for problem in found + more if problem.row == slip.at]


def is_named(problem: Problem, slip: Slip) -> bool:
    """Tell whether a problem names the slip."""
    words = describe(problem)
    return problem.code in slip.codes and slip.truth in f"{words.message} {words.expected} {words.action}"


def tried(kind: Kind, number: int, *, with_cards: bool = True) -> tuple[bool, bool, tuple[str, ...]] | None:
    """Make one slip; give whether it was found, whether named, and the codes; None if the row cannot have it."""
    random = Random(number)
    hall = played_hall(TABLES, 1, DEALS, number % HALLS)
    slip = kind(hall, random.randrange(len(hall.rows)), random)
    if slip is None:
        return None
    problems = problems_of(slip, hall, CONTEXT.at(hall.deals if with_cards else {}, ()))
    is_found = any(problem.degree is not Degree.NOTE for problem in problems)
    return is_found, any(is_named(problem, slip) for problem in problems), codes_of(problems)


def codes_of(problems: list[Problem]) -> tuple[str, ...]:
    """Give the codes, each once."""
    return tuple(sorted({problem.code for problem in problems}))


def shares(
    kind: Kind, trials: int, *, with_cards: bool = True
) -> tuple[int, int, int, Counter[tuple[str, ...]]]:
    """Give how many slips were made, found, named; and what was said of those that were not named."""
    made = found = named = 0
    unnamed: Counter[tuple[str, ...]] = Counter()
    for number in range(trials * MOST_TRIES):
        if made == trials:
            break
        outcome = tried(kind, number, with_cards=with_cards)
        if outcome is None:
            continue
        is_found, is_right, codes = outcome
        made, found, named = made + 1, found + is_found, named + is_right
        if not is_right:
            unnamed[codes] += 1
    return made, found, named, unnamed


def main(tell: Callable[[str], None] = print) -> None:
    """Print one line for each kind."""
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else TRIALS
    for with_cards in (True, False):
        tell("the round has been played" if with_cards else "before the round has been played")
        for name, kind in KINDS.items():
            made, found, named, unnamed = shares(kind, trials, with_cards=with_cards)
            rest = ", ".join(
                f"{' + '.join(codes) or 'nothing'} {count}" for codes, count in unnamed.most_common(4)
            )
            tell(
                f"  {name:38} {made:5} found {found / made:6.1%} named {named / made:6.1%}"
                f"{'  else: ' + rest if rest else ''}"
            )


if __name__ == "__main__":
    main()
