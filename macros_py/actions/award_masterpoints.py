"""award_masterpoints: what each person earned, with halving and the 50 % rule (VSZ 6)."""

from __future__ import annotations

from macros_py.actions.context import Context, Options
from macros_py.actions.examining import examine_decisions, examine_licences, examine_people
from macros_py.actions.hall import read_hall
from macros_py.actions.publishing import check_fixed, compute, publish_with_awards
from macros_py.book.tables.hall import ROUNDS_TABLE
from macros_py.rules.problems import Problem, has_errors


def award_masterpoints(context: Context, options: Options) -> list[Problem]:
    """Fill tMesterpontok and the masterpoints of the final ranking; refused before the last closing."""
    hall = read_hall(context.book)
    if not hall.is_final:
        still_open = ", ".join(f"{number}." for number in hall.progress.open)
        return [Problem("award_too_early", ROUNDS_TABLE, found=still_open, fields={"rounds": still_open})]
    scoring = compute(hall, context.rulebook)
    problems = examine_decisions(hall, context.rulebook) + check_fixed(context.book, hall, scoring)
    problems += examine_people(context.book, hall) + examine_licences(context.book, hall)
    if has_errors(problems):
        return problems
    awards = publish_with_awards(context, hall, scoring)
    earners = sum(entry.masterpoints > 0 for entry in awards)
    context.say("done.award_masterpoints", earners=earners, people=len(awards))
    return problems
