"""close_round: a round whose every row is right or ruled; after the last one the results are fixed (VSZ 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from macros_py.actions.context import Context, Options
from macros_py.actions.examining import complete, examine
from macros_py.actions.hall import Hall, read_hall
from macros_py.actions.publishing import OBJECTIONS, clock, publish
from macros_py.actions.scoring import compute
from macros_py.book.tables import rounds as table
from macros_py.book.tables.rounds import write_rounds
from macros_py.rules.event import RoundState
from macros_py.rules.problems import Problem, has_errors
from macros_py.words import say


def close_round(context: Context, options: Options) -> list[Problem]:
    """Close the rounds ``options["round"]``.

    The closing of the last one looks at every round again, since earlier ones stay correctable until then, and
    scores the event, so that what is fixed is what stands on the sheets. It waits for the end of the time in which
    players may object, if the results were posted, unless ``options["early"]``.
    """
    hall = read_hall(context.book)
    problems = [problem for number in options["round"] for problem in unclosable(hall, number)]
    if has_errors(problems):
        return problems
    closed = with_closed(context, hall, options["round"])
    if closed.is_final and not options.get("early") and (waiting := objections_open(context)):
        return [waiting]
    looked_at = () if closed.is_final else options["round"]
    seen = examine(context, hall, looked_at)
    if has_errors(seen.problems):
        return list(seen.problems)
    closed = complete(context, closed, seen.readings)
    write_rounds(context.book, closed.rounds.values())
    numbers = ", ".join(f"{number}." for number in options["round"])
    context.book.tell(say("done.close_round", rounds=numbers))
    if closed.is_final:
        publish(context, closed, compute(closed, context.rulebook))
        if context.book.read_value(OBJECTIONS) is None:
            context.book.tell(say("done.not_posted"))
        context.book.tell(say("done.results_fixed"))
    return list(seen.problems)


def objections_open(context: Context) -> Problem | None:
    """Say that players may still object to the posted results, if they were posted."""
    now, until = context.now(), context.book.read_value(OBJECTIONS)
    if not isinstance(until, datetime) or now >= until:
        return None
    minutes = -(-(until - now).total_seconds() // 60)
    fields = {"until": clock(until), "minutes": int(minutes)}
    return Problem("close_before_objections", table.TABLE, found=clock(now), fields=fields)


def unclosable(hall: Hall, number: int) -> list[Problem]:
    """Say why a round cannot be closed: it has not been played, or it is closed already."""
    entry = hall.rounds.get(number)
    if entry is not None and entry.state is RoundState.PLAYED:
        return []
    code = "closed_already" if entry and entry.state is RoundState.CLOSED else "close_unplayed"
    found = entry.state.value if entry else None
    return [Problem(code, table.TABLE, key=(number,), found=found, fields={"round": number})]


def with_closed(context: Context, hall: Hall, numbers: Sequence[int]) -> Hall:
    """Give the hall with these rounds closed."""
    now = table.stamp(context.clock())
    closed = {number: replace(hall.rounds[number], state=RoundState.CLOSED, closed=now) for number in numbers}
    return replace(hall, rounds={**hall.rounds, **closed})
