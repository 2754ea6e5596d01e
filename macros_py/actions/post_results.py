"""post_results: the finished standings go on the wall, and the time for objections runs (VSZ 5)."""

from __future__ import annotations

from datetime import timedelta

from macros_py.actions.context import Context, Options
from macros_py.actions.examining import examine_decisions
from macros_py.actions.hall import Hall
from macros_py.actions.publishing import Scoring, as_warnings, clock, publish, read_and_score
from macros_py.book.tables.event import OBJECTIONS, POSTED
from macros_py.book.tables.hall import ROUNDS_TABLE
from macros_py.rules.hall.event import RoundState
from macros_py.rules.problems import Problem
from macros_py.rules.results.protocol import RESULTS_TABLE


def post_results(context: Context, options: Options) -> list[Problem]:
    """Score the event and stamp the posting; refused while a round is to come or a result is missing.

    Posting again, after a correction, starts the time anew.
    """
    hall, scoring, refusals = read_and_score(context)
    if problems := refusals or _unpostable(hall, scoring):
        return problems
    now = context.now()
    until = now + timedelta(minutes=context.rulebook.ending.objection_minutes)
    context.book.write_value(POSTED, now)
    context.book.write_value(OBJECTIONS, until)
    publish(context, hall, scoring)
    context.say("done.posted", posted=clock(now), until=clock(until))
    return as_warnings(examine_decisions(hall, context.rulebook))


def _unpostable(hall: Hall, scoring: Scoring) -> list[Problem]:
    """Say why there is nothing to object to yet, or any more."""
    if hall.is_final:
        return [Problem("post_final", ROUNDS_TABLE)]
    waiting = hall.progress.numbers(RoundState.PLANNED, RoundState.DEALT)
    if waiting:
        listed = ", ".join(f"{number}." for number in waiting)
        return [Problem("post_unplayed", ROUNDS_TABLE, found=listed)]
    if missing := sum(standing.missing for standing in scoring.standings):
        return [Problem("post_missing", RESULTS_TABLE, found=missing)]
    return []
