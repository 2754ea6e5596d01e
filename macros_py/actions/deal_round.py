"""deal_round: the deals of a round, drawn from the event's key; none of them goes into the workbook (VSZ 4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta

from macros_py.actions.check_entries import day_of, hours
from macros_py.actions.context import Context, Options, Unlogged
from macros_py.actions.event_key import (
    FIRST_SERIES,
    exposed,
    keep_copy,
    key_for_drawing,
    new_key_refusals,
    series_of,
)
from macros_py.actions.hall import add_result_rows, read_hall, round_refusals
from macros_py.book.tables.event import EventValues, announced_start, is_trial, read_event
from macros_py.book.tables.hall import Round, elsewhere, read_rounds, to_the_second, write_rounds
from macros_py.cells import read_text
from macros_py.rules.cards.cards import hand_notation
from macros_py.rules.cards.deals import Deal, draw_deal
from macros_py.rules.cards.draws import fingerprint
from macros_py.rules.hall.circulation import starter
from macros_py.rules.hall.event import LINES, RoundState
from macros_py.rules.hall.readiness import EVENT_DATE
from macros_py.rules.problems import Problem, has_errors
from macros_py.words import say


def deal_round(context: Context, options: Options) -> list[Problem]:
    """Deal the rounds ``options["round"]``, each once; with ``elsewhere`` another program (``program``) has dealt them.

    :raises BookError: the key does not fit, or a secret cannot be written.
    """
    numbers = options["round"]
    event, problems = read_event(context.book)
    rounds, unreadable = read_rounds(context.book)
    problems += unreadable + round_refusals("deal", read_hall(context.book).progress, numbers)
    is_ours = not options.get("elsewhere")
    if is_ours and not has_errors(problems):
        problems += new_key_refusals(context, options) or exposed(context, options)
    if has_errors(problems):
        return problems
    key = key_for_drawing(context, options) if is_ours else b""
    series = series_of(context, key) if key else elsewhere(read_text(options.get("program")))
    for number in numbers:
        dealt = replace(rounds.get(number, Round(number)), series=series, state=RoundState.DEALT)
        rounds[number] = replace(dealt, dealt=to_the_second(context.clock()))
    write_rounds(context.book, rounds.values())
    add_result_rows(context.book, rounds, event.deals)
    shown = ", ".join(f"{number}." for number in numbers)
    if isinstance(series, int):
        context.say("done.dealt", rounds=shown, fingerprint=fingerprint(key))
        _write_dealers_lists(context, key, series, event, numbers)
        _tell_early(context, numbers)
        keep_copy(context, key, options)
    else:
        context.say("done.dealt_elsewhere", rounds=shown, series=series)
    return problems


def draw_round(key: bytes, series: int, number: int, deals: int) -> list[Deal]:
    """Give the deals 1 … ``deals`` of a round."""
    return [draw_deal(key, series, number, deal) for deal in range(1, deals + 1)]


def _write_dealers_lists(
    context: Context, key: bytes, series: int, event: EventValues, numbers: Iterable[int]
) -> None:
    """Write the secret list of hands of each round beside the key, and tell where they are.

    :raises BookError: a list cannot be written.
    """
    for number in numbers:
        text = _dealers_list(event, number, draw_round(key, series, number, event.deals))
        name = "papers.dealers_list_name" if series == FIRST_SERIES else "papers.dealers_list_other_key"
        place = context.keys.write_secret(say(name, round=number, series=series), text)
        context.book.tell(Unlogged(say("done.dealers_list", path=place)))


def _tell_early(context: Context, numbers: Iterable[int]) -> None:
    """Say of round 1 that it was dealt longer before the start than VSZ 4.c allows, or on another day."""
    day = day_of(context.book.read_value(EVENT_DATE))
    if 1 not in numbers or day is None or is_trial(context.book):
        return
    now, most = context.now(), context.rulebook.readiness.first_deal_minutes
    if now.date() != day:
        context.say("done.dealt_other_day", today=now.date(), day=day, most=most)
        return
    start = announced_start(context.book)
    if start is not None and start - now > timedelta(minutes=most):
        before = hours(int((start - now).total_seconds()) // 60)
        context.say("done.dealt_early", before=before, start=f"{start:%H:%M}", most=most)


def _dealers_list(event: EventValues, number: int, deals: list[Deal]) -> str:
    lines = [say("papers.dealers_list_head", event=event.name or "–", round=number)]
    for deal, cards in enumerate(deals, start=1):
        lines.append(say("papers.dealers_list_deal", deal=deal, starter=starter(deal)))
        lines += [
            f"  {line}      {hand_notation(hand)}" for line, hand in zip(LINES, cards.hands, strict=True)
        ]
        lines.append(f"  Talon  {hand_notation(cards.talon)}")
    return "\n".join(lines) + "\n"
