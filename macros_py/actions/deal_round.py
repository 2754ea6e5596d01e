"""deal_round: the deals of a round, drawn from the event's key; none of them goes into the workbook (VSZ 4)."""

from __future__ import annotations

from dataclasses import replace

from macros_py.actions.context import Context, Options
from macros_py.actions.event_key import key_for_drawing
from macros_py.actions.hall import read_hall, round_refusals
from macros_py.actions.result_rows import add_result_rows
from macros_py.book.tables import rounds as table
from macros_py.book.tables.event_values import EventValues, read_event
from macros_py.book.tables.rounds import ELSEWHERE, Round, read_rounds, write_rounds
from macros_py.rules.cards import hand_notation
from macros_py.rules.circulation import starter
from macros_py.rules.deals import Deal, draw_deal
from macros_py.rules.event import LINES, RoundState
from macros_py.rules.problems import Problem, has_errors
from macros_py.words import say

SERIES = 1
"""The first series of deals of an event."""


def deal_round(context: Context, options: Options) -> list[Problem]:
    """Deal the rounds ``options["round"]``, each once; with ``elsewhere`` another program has dealt them."""
    event, problems = read_event(context.book)
    rounds, unreadable = read_rounds(context.book)
    problems += unreadable + round_refusals("deal_round", read_hall(context.book).progress, options["round"])
    if has_errors(problems):
        return problems
    series = ELSEWHERE if options.get("elsewhere") else SERIES
    lists = [] if options.get("elsewhere") else write_dealers_lists(context, event, options["round"])
    for number in options["round"]:
        dealt = replace(rounds.get(number, Round(number)), series=series, state=RoundState.DEALT)
        rounds[number] = replace(dealt, dealt=table.stamp(context.clock()))
    write_rounds(context.book, rounds.values())
    add_result_rows(context.book, rounds, event.deals)
    numbers = ", ".join(f"{number}." for number in options["round"])
    context.book.tell(say("done.dealt_elsewhere" if series == ELSEWHERE else "done.dealt", rounds=numbers))
    for place in lists:
        context.book.tell(say("done.dealers_list", path=place))
    return problems


def draw_round(key: bytes, series: int, number: int, deals: int) -> list[Deal]:
    """Give the deals 1 … ``deals`` of a round."""
    return [draw_deal(key, series, number, deal) for deal in range(1, deals + 1)]


def write_dealers_lists(context: Context, event: EventValues, numbers: tuple[int, ...]) -> list[str]:
    """Write the secret list of hands of each round beside the key; give where they are.

    :raises BookError: the key does not fit, or a list cannot be written.
    """
    key = key_for_drawing(context)
    places = []
    for number in numbers:
        text = dealers_list(event, number, draw_round(key, SERIES, number, event.deals))
        places.append(context.keys.write_secret(say("papers.dealers_list_name", round=number), text))
    return places


def dealers_list(event: EventValues, number: int, deals: list[Deal]) -> str:
    """Write one round's hands for the dealers: a warning, then each deal with starter, hands and talon."""
    lines = [say("papers.dealers_list_head", event=event.name or "–", round=number)]
    for deal, cards in enumerate(deals, start=1):
        lines.append(say("papers.dealers_list_deal", deal=deal, starter=starter(deal)))
        lines += [
            f"  {line}      {hand_notation(hand)}" for line, hand in zip(LINES, cards.hands, strict=True)
        ]
        lines.append(f"  Talon  {hand_notation(cards.talon)}")
    return "\n".join(lines) + "\n"
