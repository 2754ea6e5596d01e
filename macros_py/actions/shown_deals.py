"""The cards on the Leosztások sheet: shown once a round has been played, always as they follow from the key.

Without the key a round can still be played and closed, but nothing can be held against its cards: somebody answers for
that by his name and with a reason, which the official record prints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from macros_py.actions.context import Context, Options
from macros_py.actions.deal_round import draw_round
from macros_py.actions.event_key import has_key, key_for_revealing, unsigned_options
from macros_py.actions.journal import write_entry
from macros_py.actions.reporting import confirmed_by
from macros_py.book.port import Row
from macros_py.book.tables.deals import DEAL_HEADINGS, DEALS_TABLE, deal_row, read_deals
from macros_py.book.tables.event_values import read_event
from macros_py.book.tables.rounds import ELSEWHERE, Round, read_rounds, write_rounds
from macros_py.cells import read_text, read_whole
from macros_py.rules.circulation import starter
from macros_py.rules.deals import Deal
from macros_py.rules.event import RoundState
from macros_py.rules.problems import Problem
from macros_py.rules.progress import OVER
from macros_py.words import say

NO_DEALS = "no_deals"
"""The option by which somebody does without the cards."""


def show_deals(context: Context, entry: Round, deals: int) -> None:
    """Derive the deals of a round that we dealt anew from the key and write them, in place of what stands there.

    :raises BookError: the key is missing, or not the one.
    """
    assert isinstance(entry.series, int)
    drawn = draw_round(key_for_revealing(context, entry.series), entry.series, entry.number, deals)
    rows = [deal_row(entry.series, entry.number, deal, cards) for deal, cards in enumerate(drawn, start=1)]
    put_rows(context, entry.number, rows)


def show_again(context: Context, before: Sequence[Row]) -> None:
    """Bring back the cards that a copy does not hold: from the key, or without it from the rows that stood ``before``.

    A round of which there are none counts as not revealed.
    """
    event, rounds = read_event(context.book)[0], read_rounds(context.book)[0]
    for entry in rounds.values():
        if entry.state not in OVER or not isinstance(entry.series, int) or shown_rows(context, entry.number):
            continue
        stood = [row for row in before if read_whole(row["Forduló"]) == entry.number]
        if has_key(context, entry.series):
            show_deals(context, entry, event.deals)
        elif stood:
            put_rows(context, entry.number, stood)
        elif entry.state is RoundState.PLAYED:
            rounds[entry.number] = replace(entry, state=RoundState.DEALT, played=None)
            write_rounds(context.book, rounds.values())
            context.say("done.revealed_no_more", round=entry.number)


def lay_rows(context: Context, entry: Round, deals: int) -> None:
    """Lay the rows of a round ready, so that its cards can be typed; what stands there already stays."""
    shown = [row for row in shown_rows(context, entry.number) if read_whole(row["Leosztás"])]
    there = {read_whole(row["Leosztás"]) for row in shown}
    blank: list[Row] = [
        {"Sorozat": ELSEWHERE, "Forduló": entry.number, "Leosztás": deal, "Kezdő": starter(deal)}
        for deal in range(1, deals + 1)
        if deal not in there
    ]
    put_rows(context, entry.number, [*shown, *blank])


def put_rows(context: Context, number: int, rows: Sequence[Row]) -> None:
    """Write the rows of one round in place of those that stand there."""
    others = [row for row in context.book.read_table(DEALS_TABLE) if read_whole(row["Forduló"]) != number]
    whole = [{heading: row.get(heading) for heading in DEAL_HEADINGS} for row in rows]
    context.book.write_table(DEALS_TABLE, [*others, *whole])


def shown_rows(context: Context, number: int) -> list[Row]:
    """Give the rows of one round."""
    return [row for row in context.book.read_table(DEALS_TABLE) if read_whole(row["Forduló"]) == number]


def whole_deals(context: Context, number: int) -> dict[int, Deal]:
    """Give the deals of a round that stand there whole, by their number."""
    found = read_deals(context.book)
    return {deal: cards for (round, deal), cards in found.items() if round == number}


def are_shown(context: Context, number: int, deals: int) -> bool:
    """Tell whether all deals of a round stand there."""
    return set(range(1, deals + 1)) <= whole_deals(context, number).keys()


def other_deals(context: Context, entry: Round, deals: int) -> list[int]:
    """Give the deals of a round that are not those which follow from the key; none where that cannot be told."""
    if not isinstance(entry.series, int) or not has_key(context, entry.series):
        return []
    drawn = draw_round(key_for_revealing(context, entry.series), entry.series, entry.number, deals)
    shown = whole_deals(context, entry.number)
    return [deal for deal, cards in enumerate(drawn, start=1) if deal in shown and shown[deal] != cards]


def cards_in_doubt(
    context: Context, rounds: Mapping[int, Round], numbers: Sequence[int], deals: int, options: Options
) -> list[Problem]:
    """Say of rounds to be closed where other cards stand than were dealt, or none, and nobody answers for that.

    Who does is logged.
    """
    problems = []
    for number in numbers:
        entry = rounds[number]
        if not entry.is_dealt_by_us:
            continue
        if wrong := other_deals(context, entry, deals):
            fields = {"round": number, "deals": ", ".join(f"{deal}." for deal in wrong)}
            problems.append(Problem("deals_not_of_key", DEALS_TABLE, key=(number,), fields=fields))
        elif not are_shown(context, number, deals):
            question = Problem("close_without_deals", DEALS_TABLE, key=(number,), fields={"round": number})
            if signature := signed(context, question, options):
                stand_up(context, "done.closed_without_deals", number, *signature)
            else:
                problems.append(question)
    return problems


def signed(context: Context, question: Problem, options: Options) -> tuple[str, str] | None:
    """Give who answers a question by his name, and why: typed as options, or *name: reason* on the Hibák sheet."""
    if options.get(NO_DEALS):
        return (
            None
            if unsigned_options(options)
            else (read_text(options["person"]), read_text(options["reason"]))
        )
    name, _, reason = confirmed_by(context.book, question).partition(":")
    return (name.strip(), reason.strip()) if name.strip() and reason.strip() else None


def stand_up(context: Context, code: str, number: int, name: str, reason: str) -> None:
    """Log and tell who did without the cards of a round, and why."""
    details = say(code, round=number, name=name, reason=reason)
    write_entry(context, say("done.no_deals_label"), details)
    context.book.tell(details)
