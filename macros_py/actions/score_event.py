"""score_event: points, standings and pictures of what has been typed so far, also half way through a round."""

from __future__ import annotations

from macros_py.actions.context import Context, Options
from macros_py.actions.hall import read_hall
from macros_py.actions.publishing import finality, publish
from macros_py.actions.scoring import as_warnings, check_decisions, check_fixed, compute
from macros_py.book.tables import lines
from macros_py.rules.masterpoints import award
from macros_py.rules.problems import Problem
from macros_py.words import say


def score_event(context: Context, options: Options) -> list[Problem]:
    """Score whatever check_results would say; refused when a result fixed by the last closing has changed."""
    hall = read_hall(context.book)
    if not hall.lineup.rounds:
        return [Problem("nothing_to_score", table=lines.TABLE)]
    scoring = compute(hall, context.rulebook)
    changed = check_fixed(context.book, hall, scoring)
    if changed:
        return changed
    computed = {}
    if context.book.read_table("tMesterpontok") and hall.is_final:
        awards = award(scoring.standings, hall.lineup, scoring.results, context.rulebook.masterpoints)
        computed = {entry.position: entry.computed for entry in awards}
    publish(context, hall, scoring, computed)
    missing = sum(standing.missing for standing in scoring.standings)
    context.book.tell(say("done.score_event", results=len(scoring.results) - missing, missing=missing))
    context.book.tell(finality(hall))
    return as_warnings(check_decisions(hall))
