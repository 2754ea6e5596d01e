"""reveal_round: the round has been played, its deals may be seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from macros_py.actions.context import Context, Options
from macros_py.actions.event_key import has_key, unsigned_options
from macros_py.actions.hall import read_hall, round_refusals
from macros_py.actions.reporting import answered_by
from macros_py.actions.secret_places import where_to_look
from macros_py.actions.shown_deals import NO_DEALS, are_shown, lay_rows, other_deals, show_deals, stand_up
from macros_py.book.errors import BookError, KeyMissing
from macros_py.book.tables.event_values import announced_start, is_trial, read_event
from macros_py.book.tables.rounds import (
    ROUNDS_TABLE,
    Round,
    noted_start,
    read_rounds,
    to_the_second,
    write_rounds,
)
from macros_py.cells import read_text
from macros_py.rules.event import RoundState
from macros_py.rules.problems import Problem, has_errors
from macros_py.rules.progress import Progress
from macros_py.rules.readiness import earliest_end
from macros_py.words import say


def reveal_round(context: Context, options: Options) -> list[Problem]:
    """Put the deals of the one played round ``options["round"]`` onto the Leosztások sheet.

    Refused for a round that nobody can have played: not dealt, not seated, or with an earlier one still to come.
    Somebody has to say by his name that all its protocols are in; and once more (``early``) if its deals cannot
    have been played in the time since its start. Of a trial event nothing is asked. Where the key is lost,
    ``no_deals`` with name and ``reason`` lets the round count as played without its cards.

    :raises BookError: the key is not there, and nobody does without the cards (``key_missing_to_reveal``);
        the key is damaged, or not the one.
    """
    event, problems = read_event(context.book)
    rounds, unreadable = read_rounds(context.book)
    progress = read_hall(context.book).progress
    problems += unreadable
    if not has_errors(problems):
        problems += refuse_reveal(context, progress, rounds, event.deals, options["round"])
    if has_errors(problems):
        return problems
    [number] = options["round"]
    problems += no_deals_refusals(context, rounds[number], options)
    questions = questions_of(context, number, event.deals)
    problems += [one for one, flags in questions if not answered_by(context.book, one, options, *flags)]
    if has_errors(problems):
        return problems
    show_cards(context, rounds[number], event.deals, options)
    if progress.state(number) is not RoundState.PLAYED:
        played = replace(rounds[number], state=RoundState.PLAYED, played=to_the_second(context.clock()))
        write_rounds(context.book, (rounds | {number: played}).values())
    for question, flags in questions:
        name = answered_by(context.book, question, options, *flags)
        context.say(f"done.{question.code}", name=name, **question.fields)
    tell_open_rows(context, progress)
    return problems


def refuse_reveal(
    context: Context, progress: Progress, rounds: Mapping[int, Round], deals: int, numbers: Sequence[int]
) -> list[Problem]:
    """Say why the deals must stay hidden: more than one round was named, or nobody can have played it.

    A played round is revealed again where its cards do not stand there as they follow from the key.
    """
    if len(numbers) != 1:
        found = ", ".join(map(str, numbers)) or None
        return [Problem("reveal_one_round", ROUNDS_TABLE, found=found)]
    entry = rounds.get(numbers[0])
    if entry and entry.state is RoundState.PLAYED and is_amiss(context, entry, deals):
        return []
    return round_refusals("reveal", progress, numbers)


def is_amiss(context: Context, entry: Round, deals: int) -> bool:
    """Tell whether the key is there, and the cards of the round do not stand as they follow from it."""
    if not isinstance(entry.series, int) or not has_key(context, entry.series):
        return False
    return not are_shown(context, entry.number, deals) or bool(other_deals(context, entry, deals))


def no_deals_refusals(context: Context, entry: Round, options: Options) -> list[Problem]:
    """Say why nobody may do without the cards: they are there, or nobody stands up for it."""
    if not options.get(NO_DEALS) or not isinstance(entry.series, int):
        return []
    fields = {"round": entry.number}
    if has_key(context, entry.series):
        return [Problem("no_deals_needless", ROUNDS_TABLE, key=(entry.number,), fields=fields)]
    if missing := unsigned_options(options):
        return [Problem("no_deals_unsigned", ROUNDS_TABLE, key=(entry.number,), found=missing, fields=fields)]
    return []


def show_cards(context: Context, entry: Round, deals: int, options: Options) -> None:
    """Show the cards of a round that we dealt, or lay their rows ready where somebody does without them.

    :raises BookError: the key is not there, and nobody does without the cards (``key_missing_to_reveal``);
        the key is damaged, or not the one.
    """
    if not entry.is_dealt_by_us:
        context.say("done.played_elsewhere", round=entry.number)
        return
    if options.get(NO_DEALS):
        context.say("done.revealed_without_deals", round=entry.number)
        lay_rows(context, entry, deals)
        person, reason = read_text(options["person"]), read_text(options["reason"])
        stand_up(context, "done.played_without_deals", entry.number, person, reason)
        return
    try:
        show_deals(context, entry, deals)
    except KeyMissing as error:
        raise BookError(
            "key_missing_to_reveal", path=context.keys.place, look=where_to_look(context)
        ) from error
    context.say("done.revealed", round=entry.number)


def questions_of(context: Context, number: int, deals: int) -> list[tuple[Problem, tuple[str, ...]]]:
    """Give what somebody has to answer by his name, each with the options that go with a typed name."""
    if is_trial(context.book):
        return []
    signature = Problem("reveal_unsigned", ROUNDS_TABLE, key=(number,), fields={"round": number})
    begun = noted_start(context.book, number) or (announced_start(context.book) if number == 1 else None)
    if begun is None:
        return [(signature, ())]
    minutes = context.rulebook.readiness.deal_minutes
    end = earliest_end(begun, deals, context.rulebook.readiness)
    if context.now() >= end:
        return [(signature, ())]
    until = clock_text(end, context.now())
    fields = {"round": number, "until": until, "deals": deals, "minutes": minutes}
    early = Problem("reveal_before_end", ROUNDS_TABLE, key=(number, until), fields=fields)
    return [(signature, ()), (early, ("early",))]


def clock_text(moment: datetime, now: datetime) -> str:
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
        context.say("done.reveal_open_rows", rounds=", ".join(parts))
