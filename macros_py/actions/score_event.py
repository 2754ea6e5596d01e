"""score_event: points, standings and pictures of what has been typed so far, also half way through a round."""

from __future__ import annotations

from macros_py.actions.context import Context, Options
from macros_py.actions.examining import examine_decisions
from macros_py.actions.hall import add_result_rows
from macros_py.actions.publishing import as_warnings, finality, publish_all, read_and_score
from macros_py.rules.problems import Problem


def score_event(context: Context, options: Options) -> list[Problem]:
    """Score whatever check_results would say; refused when a result fixed by the last closing has changed.

    Rows that somebody deleted come back blank: whatever is missing has to be seen as missing.
    """
    hall, scoring, refusals = read_and_score(context)
    if refusals:
        return refusals
    restored = 0 if hall.is_final else add_result_rows(context.book, hall.rounds, hall.event.deals)
    if restored:
        context.say("done.rows_restored", rows=restored)
    publish_all(context, hall, scoring)
    missing = sum(standing.missing for standing in scoring.standings)
    context.say("done.score_event", results=len(scoring.results) - missing, missing=missing)
    context.book.tell(finality(hall))
    return as_warnings(examine_decisions(hall, context.rulebook))
