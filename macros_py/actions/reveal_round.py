"""reveal_round: the round has been played, its deals may be seen."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from macros_py.actions.context import Context, Options
from macros_py.actions.hall import read_hall, round_refusals
from macros_py.actions.reporting import answered_by
from macros_py.actions.shown_deals import show_deals
from macros_py.book.tables import rounds as table
from macros_py.book.tables.event_values import announced_start, is_trial, read_event
from macros_py.book.tables.rounds import noted_start, read_rounds, write_rounds
from macros_py.rules.event import RoundState
from macros_py.rules.problems import Problem, has_errors
from macros_py.rules.progress import Progress
from macros_py.rules.readiness import earliest_end
from macros_py.words import say


def reveal_round(context: Context, options: Options) -> list[Problem]:
    """Put the deals of the one played round ``options["round"]`` onto the Leosztások sheet.

    Refused for a round that nobody can have played: not dealt, not seated, or with an earlier one still to come.
    Somebody has to say by his name that all its protocols are in; and once more (``early``) if its deals cannot
    have been played in the time since its start. Of a trial event nothing is asked.
    """
    event, problems = read_event(context.book)
    rounds, unreadable = read_rounds(context.book)
    progress = read_hall(context.book).progress
    problems += unreadable + refusals(progress, options["round"])
    if has_errors(problems):
        return problems
    [number] = options["round"]
    questions = questions_of(context, number, event.deals)
    problems += [one for one, flags in questions if not answered_by(context.book, one, options, *flags)]
    if has_errors(problems):
        return problems
    played = replace(rounds[number], state=RoundState.PLAYED, played=table.stamp(context.clock()))
    rounds = rounds | {number: played}
    if played.is_dealt_by_us:
        show_deals(context, [number], rounds, event.deals)
    write_rounds(context.book, rounds.values())
    context.book.tell(
        say("done.revealed" if played.is_dealt_by_us else "done.played_elsewhere", round=number)
    )
    for question, flags in questions:
        name = answered_by(context.book, question, options, *flags)
        context.book.tell(say(f"done.{question.code}", name=name, **question.fields))
    tell_open_rows(context, progress)
    return problems


def refusals(progress: Progress, numbers: tuple[int, ...]) -> list[Problem]:
    """Say why the deals must stay hidden: more than one round was named, or nobody can have played it."""
    if len(numbers) != 1:
        found = ", ".join(map(str, numbers)) or None
        return [Problem("reveal_one_round", table.TABLE, found=found)]
    return round_refusals("reveal_round", progress, numbers)


def questions_of(context: Context, number: int, deals: int) -> list[tuple[Problem, tuple[str, ...]]]:
    """Give what somebody has to answer by his name, each with the options that go with a typed name."""
    if is_trial(context.book):
        return []
    unsigned = Problem("reveal_unsigned", table.TABLE, key=(number,), fields={"round": number})
    begun = noted_start(context.book, number) or (announced_start(context.book) if number == 1 else None)
    if begun is None:
        return [(unsigned, ())]
    minutes = context.rulebook.readiness.deal_minutes
    end = earliest_end(begun, deals, context.rulebook.readiness)
    if context.now() >= end:
        return [(unsigned, ())]
    until = moment_text(end, context.now())
    fields = {"round": number, "until": until, "deals": deals, "minutes": minutes}
    early = Problem("reveal_before_end", table.TABLE, key=(number, until), fields=fields)
    return [(unsigned, ()), (early, ("early",))]


def moment_text(moment: datetime, now: datetime) -> str:
    """Give hour and minute, with the day before it if that is not today's."""
    return f"{moment:%H:%M}" if moment.date() == now.date() else f"{moment:%Y. %m. %d. %H:%M}"


def tell_open_rows(context: Context, progress: Progress) -> None:
    """Say what is still missing in rounds played before; it stands in nobody's way."""
    parts = [
        say("done.reveal_open_round", round=number, missing=missing)
        for number, missing in sorted(progress.missing.items())
        if missing
    ]
    if parts:
        context.book.tell(say("done.reveal_open_rows", rounds=", ".join(parts)))
