"""Scores and standings of the event as it stands, and the guard over results that are fixed (VSZ 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros_py.actions.context import Context
from macros_py.actions.examining import with_quick_entries
from macros_py.actions.hall import Hall, penalties_of, read_hall, results_of, typed_by_key
from macros_py.book.port import Book
from macros_py.book.tables.event_values import UNUSABLE_COUNT
from macros_py.book.tables.points import fixed_key, fixed_text, read_fixed
from macros_py.rules.event import Penalty, Result, Status
from macros_py.rules.people import LINES_TABLE
from macros_py.rules.problems import Degree, Problem
from macros_py.rules.protocol_row import RESULTS_TABLE
from macros_py.rules.ranking import Standing, standings
from macros_py.rules.rulebook import Rulebook
from macros_py.rules.scoring import Score, score, status_of

FIXED_CHANGED = "result_fixed"
"""The code of a result that has changed after the last closing."""
ChangedResult = tuple[int, int, str, int, str, str]
"""Round, deal, line, table, and the result in words before and now."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """What was computed: a score for each result, a standing for each position."""

    results: Sequence[Result]
    scores: Sequence[Score]
    penalties: Sequence[Penalty]
    standings: Sequence[Standing]


def compute(hall: Hall, rulebook: Rulebook) -> Scoring:
    """Score and rank what has been typed so far, exactly."""
    results, taken = results_of(hall), penalties_of(hall)
    scores = score(results, rulebook.scoring, hall.lineup.tables)
    ranked = standings(scores, taken, rulebook, hall.lineup.positions)
    return Scoring(results, scores, taken, ranked)


def read_and_score(context: Context) -> tuple[Hall, Scoring, list[Problem]]:
    """Read and score the event; the problems say why it must go no further.

    The number of deals cannot be read, nobody is seated, or a fixed result has changed (with the unreadable cells
    that may be the cause).
    """
    hall = with_quick_entries(context, read_hall(context.book))
    scoring = compute(hall, context.rulebook)
    if not hall.event.deals:
        return hall, scoring, [found for found in hall.problems if found.code == UNUSABLE_COUNT]
    if not hall.lineup.rounds:
        return hall, scoring, [Problem("nothing_to_score", table=LINES_TABLE)]
    changed = check_fixed(context.book, hall, scoring)
    return hall, scoring, [*hall.problems, *changed] if changed else []


def as_warnings(problems: Sequence[Problem]) -> list[Problem]:
    """Give errors as warnings: what stands in the way of closing does not stand in the way of scoring."""
    return [problem.as_warning if problem.degree is Degree.ERROR else problem for problem in problems]


def check_fixed(book: Book, hall: Hall, scoring: Scoring) -> list[Problem]:
    """Find every result that is no longer the one that was fixed when the last round was closed.

    One that came up later, or is no longer found (its player's name is spoilt), has changed too.
    """
    if not hall.is_final:
        return []
    typed = typed_by_key(hall)
    problems = []
    for number, deal, line, table, old, new in changed_results(book, scoring):
        index, _ = typed.get((number, deal, table), (None, None))
        column = f"Ft {line}"
        place = (number, deal, table, column)
        problems.append(
            Problem(FIXED_CHANGED, RESULTS_TABLE, index, place, column, new, {"old": old, "new": new})
        )
    return problems


def changed_results(book: Book, scoring: Scoring) -> list[ChangedResult]:
    """Find every result that is another one than at the last scoring; nothing where none has been."""
    then = read_fixed(book)
    if not then:
        return []
    now = {fixed_key(entry): fixed_text(entry.result.ft, status_of(entry.result)) for entry in scoring.scores}
    missing = fixed_text(None, Status.MISSING)
    pairs = {key: (then.get(key, missing), now.get(key, missing)) for key in sorted(now.keys() | then.keys())}
    return [(*key, old, new) for key, (old, new) in pairs.items() if old != new]
