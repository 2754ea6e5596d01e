"""reveal_round: the round has been played, its deals may be seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from macros_py.actions.context import Context, Options
from macros_py.actions.deal_round import draw_round
from macros_py.actions.event_key import key_for_revealing
from macros_py.actions.result_rows import seated_names
from macros_py.book.tables import deals as deals_table
from macros_py.book.tables import rounds as table
from macros_py.book.tables.event_values import read_event
from macros_py.book.tables.rounds import Round, read_rounds, write_rounds
from macros_py.rules.event import RoundState
from macros_py.rules.problems import Problem, has_errors
from macros_py.words import say

OVER = {RoundState.PLAYED, RoundState.CLOSED}


def reveal_round(context: Context, options: Options) -> list[Problem]:
    """Put the deals of the played rounds ``options["round"]`` onto the Leosztások sheet.

    Refused for a round that nobody can have played: not dealt, not seated, or with an earlier one still to come.
    """
    event, problems = read_event(context.book)
    rounds, unreadable = read_rounds(context.book)
    problems += unreadable
    seated = {number for number, _ in seated_names(context.book)}
    for number in options["round"]:
        problems += unplayable(number, rounds, seated)
        if number in rounds:
            played = replace(rounds[number], state=RoundState.PLAYED, played=table.stamp(context.clock()))
            rounds = rounds | {number: played}
    if has_errors(problems):
        return problems
    ours = [number for number in options["round"] if rounds[number].is_dealt_by_us]
    if ours:
        show_deals(context, ours, rounds, event.deals)
    write_rounds(context.book, rounds.values())
    numbers = ", ".join(f"{number}." for number in options["round"])
    context.book.tell(say("done.revealed" if ours else "done.played_elsewhere", rounds=numbers))
    return problems


def unplayable(number: int, rounds: Mapping[int, Round], seated: set[int]) -> list[Problem]:
    """Say why a round cannot have been played yet, so that its deals must stay hidden."""
    entry = rounds.get(number)
    fields = {"round": number}
    if entry is None or entry.state is RoundState.PLANNED:
        return [
            Problem(
                "reveal_undealt", table.TABLE, key=(number,), found=entry and entry.state.value, fields=fields
            )
        ]
    if entry.state in OVER:
        found = entry.state.value
        return [Problem("revealed_already", table.TABLE, key=(number,), found=found, fields=fields)]
    if number not in seated:
        return [Problem("reveal_unseated", table.TABLE, key=(number,), fields=fields)]
    if number > 1 and (number - 1 not in rounds or rounds[number - 1].state not in OVER):
        fields["before"] = number - 1
        return [Problem("reveal_too_early", table.TABLE, key=(number,), fields=fields)]
    return []


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
