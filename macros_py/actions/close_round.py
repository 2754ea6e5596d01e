"""close_round: a round whose every row is right or ruled; after the last one the results are fixed (VSZ 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from macros_py.actions.context import Context, Options
from macros_py.actions.examining import complete, examine
from macros_py.actions.hall import Hall, read_hall
from macros_py.actions.publishing import publish
from macros_py.actions.scoring import compute
from macros_py.book.tables import rounds as table
from macros_py.book.tables.rounds import write_rounds
from macros_py.rules.event import RoundState
from macros_py.rules.problems import Problem, has_errors
from macros_py.words import say


def close_round(context: Context, options: Options) -> list[Problem]:
    """Close the rounds ``options["round"]``.

    The closing of the last one looks at every round again, since earlier ones stay correctable until then, and
    scores the event, so that what is fixed is what stands on the sheets.
    """
    hall = read_hall(context.book)
    problems = [problem for number in options["round"] for problem in unclosable(hall, number)]
    if has_errors(problems):
        return problems
    closed = with_closed(context, hall, options["round"])
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
        context.book.tell(say("done.results_fixed"))
    return list(seen.problems)


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
