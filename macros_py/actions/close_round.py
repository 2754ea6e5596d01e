"""close_round: a round whose every row is right or ruled; after the last one the results are fixed (VSZ 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from macros_py.actions.check_results import write_remarks
from macros_py.actions.context import Context, Options, answered_by, confirmed_by, report_problems
from macros_py.actions.examining import complete, examine_rows
from macros_py.actions.hall import Hall, read_hall, round_refusals
from macros_py.actions.publishing import clock, compute, publish
from macros_py.actions.reveal_round import cards_in_doubt
from macros_py.book.tables.event import FINAL, OBJECTIONS, POSTED
from macros_py.book.tables.hall import ROUNDS_TABLE, to_the_second, write_rounds
from macros_py.book.tables.results import PROTESTS_TABLE, read_protests
from macros_py.rules.hall.event import RoundState
from macros_py.rules.problems import Problem, has_errors
from macros_py.verbs import verbs

_CHECKS = verbs()["close_round"].checks


def close_round(context: Context, options: Options) -> list[Problem]:
    """Close the rounds ``options["round"]``, and score the event, so that what stands on the sheets is what counts.

    The closing of the last one looks at every round again, since earlier ones stay correctable until then; what it
    writes is final (VSZ 5). It waits for the end of the time in which players may object to the posted results,
    unless ``options["early"]``, by name; an open protest, and a row of which two typists made two, stand in its way.
    """
    hall, numbers = read_hall(context.book), options["round"]
    problems = round_refusals("close", hall.progress, numbers)
    if has_errors(problems):
        return problems
    is_last = hall.progress.is_last_closing(numbers)
    looked_at = () if is_last else numbers
    seen = examine_rows(context, hall, looked_at)
    closed = _with_closed(context, complete(context, hall, seen.readings), numbers)
    write_remarks(context, seen, seen.problems, looked_at)
    problems = [
        *seen.problems,
        *_undecided(context, seen.problems),
        *cards_in_doubt(context, hall.rounds, numbers, hall.event.deals, options),
        *(_open_protests(context) if is_last else ()),
    ]
    waiting = _objections_open(context) if is_last and not has_errors(problems) else None
    if waiting and not answered_by(context.book, waiting, options, "early"):
        problems.append(waiting)
    if has_errors(problems):
        return problems
    write_rounds(context.book, closed.rounds.values())
    if is_last:
        context.book.write_value(FINAL, context.now())
    publish(context, closed, compute(closed, context.rulebook))
    _tell_closed(context, closed, numbers, options)
    report_problems(context.book, problems, _CHECKS, looked_at)
    return problems


def _open_protests(context: Context) -> list[Problem]:
    problems = []
    for one in read_protests(context.book):
        if one.is_open:
            fields = {"number": one.number, "name": one.by, "about": one.about}
            key = (one.number,)
            problems.append(Problem("protest_open", PROTESTS_TABLE, one.row, key, "Döntés", fields=fields))
    return problems


def _objections_open(context: Context) -> Problem | None:
    """Say that players could not object yet: the results were never posted, or their time is still running.

    A clock that says less than at the posting was set back: nothing can be told of minutes.
    """
    now, until = context.now(), context.book.read_value(OBJECTIONS)
    posted = context.book.read_value(POSTED)
    if not isinstance(until, datetime):
        return Problem("close_unposted", ROUNDS_TABLE)
    if now >= until:
        return None
    if isinstance(posted, datetime) and now < posted:
        moments = {"posted": f"{posted:%Y. %m. %d. %H:%M}", "now": f"{now:%Y. %m. %d. %H:%M}"}
        return Problem("close_clock_back", ROUNDS_TABLE, key=(clock(until),), fields=moments)
    fields = {"until": clock(until), "minutes": int(-(-(until - now).total_seconds() // 60))}
    return Problem("close_before_objections", ROUNDS_TABLE, key=(clock(until),), fields=fields)


def _undecided(context: Context, problems: Sequence[Problem]) -> list[Problem]:
    """Say that two typists made two of a row, and nobody has decided for one by his name."""
    twice = (one for one in problems if one.code == "entry_differs")
    rows = [one for one in twice if not confirmed_by(context.book, one)]
    if not rows:
        return []
    first = dict(zip(("round", "deal", "table"), rows[0].key, strict=False))
    return [Problem("close_undecided", ROUNDS_TABLE, found=len(rows), fields={"count": len(rows), **first})]


def _with_closed(context: Context, hall: Hall, numbers: Sequence[int]) -> Hall:
    """Give the hall with these rounds closed; with the last of them its results are final."""
    now = to_the_second(context.clock())
    closed = {number: replace(hall.rounds[number], state=RoundState.CLOSED, closed=now) for number in numbers}
    states = {**hall.progress.states, **dict.fromkeys(numbers, RoundState.CLOSED)}
    is_final = hall.progress.is_last_closing(numbers)
    progress = replace(hall.progress, states=states, is_final=is_final)
    return replace(hall, rounds={**hall.rounds, **closed}, progress=progress)


def _tell_closed(context: Context, closed: Hall, numbers: Sequence[int], options: Options) -> None:
    context.say("done.close_round", rounds=", ".join(f"{number}." for number in numbers))
    if not closed.is_final:
        return
    if waiting := _objections_open(context):
        context.say("done.closed_early", name=answered_by(context.book, waiting, options, "early"))
    context.say("done.results_fixed")
