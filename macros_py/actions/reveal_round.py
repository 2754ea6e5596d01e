"""reveal_round: the round has been played, its deals may be seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from macros_py.actions.context import Context, Options
from macros_py.actions.deal_round import draw_round
from macros_py.actions.event_key import key_for_revealing
from macros_py.actions.hall import read_hall, round_refusals
from macros_py.book.tables import deals as deals_table
from macros_py.book.tables import rounds as table
from macros_py.book.tables.event_values import read_event
from macros_py.book.tables.rounds import Round, read_rounds, write_rounds
from macros_py.rules.event import RoundState
from macros_py.rules.problems import Problem, has_errors
from macros_py.rules.progress import Progress
from macros_py.words import say


def reveal_round(context: Context, options: Options) -> list[Problem]:
    """Put the deals of the played rounds ``options["round"]`` onto the Leosztások sheet.

    Refused for a round that nobody can have played: not dealt, not seated, or with an earlier one still to come.
    """
    event, problems = read_event(context.book)
    rounds, unreadable = read_rounds(context.book)
    problems += unreadable
    problems += revealed_in_turn(read_hall(context.book).progress, options["round"])
    if has_errors(problems):
        return problems
    for number in options["round"]:
        played = replace(rounds[number], state=RoundState.PLAYED, played=table.stamp(context.clock()))
        rounds = rounds | {number: played}
    ours = [number for number in options["round"] if rounds[number].is_dealt_by_us]
    if ours:
        show_deals(context, ours, rounds, event.deals)
    write_rounds(context.book, rounds.values())
    numbers = ", ".join(f"{number}." for number in options["round"])
    context.book.tell(say("done.revealed" if ours else "done.played_elsewhere", rounds=numbers))
    return problems


def revealed_in_turn(progress: Progress, numbers: Iterable[int]) -> list[Problem]:
    """Say why rounds cannot have been played yet, so that their deals must stay hidden; each counts as played for
    the next.
    """
    problems: list[Problem] = []
    for number in numbers:
        problems += round_refusals("reveal_round", progress, (number,))
        if number in progress.states:
            progress = replace(progress, states={**progress.states, number: RoundState.PLAYED})
    return problems


def show_deals(context: Context, numbers: list[int], rounds: Mapping[int, Round], deals: int) -> None:
    """Derive the deals anew from the key and write them, beside those shown already.

    :raises BookError: the key is missing, or not this event's.
    """
    key = key_for_revealing(context)
    shown = context.book.read_table(deals_table.TABLE)
    for number in numbers:
        series = rounds[number].series
        assert isinstance(series, int)
        drawn = draw_round(key, series, number, deals)
        shown += [
            deals_table.deal_row(series, number, deal, cards) for deal, cards in enumerate(drawn, start=1)
        ]
    context.book.write_table(deals_table.TABLE, shown)
