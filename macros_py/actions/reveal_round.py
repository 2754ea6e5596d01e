"""reveal_round: the cards of a played round on the Leosztások sheet, always as they follow from the key.

Without the key a round can still be played and closed, but nothing can be held against its cards: somebody answers
for that by his name and with a reason, which the official record prints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from macros_py.actions.context import Context, Options, answered_by, confirmed_by, write_entry
from macros_py.actions.deal_round import draw_round
from macros_py.actions.event_key import has_key, key_for_revealing, unsigned_options, where_to_look
from macros_py.actions.hall import read_hall, round_refusals
from macros_py.book.port import BookError, KeyMissing, Row
from macros_py.book.tables.event import announced_start, is_trial, read_event
from macros_py.book.tables.hall import (
    DEAL_HEADINGS,
    DEALS_TABLE,
    ELSEWHERE,
    ROUNDS_TABLE,
    Round,
    deal_row,
    noted_start,
    read_deals,
    read_rounds,
    to_the_second,
    write_rounds,
)
from macros_py.cells import read_text, read_whole
from macros_py.rules.cards.deals import Deal
from macros_py.rules.hall.circulation import starter
from macros_py.rules.hall.event import RoundState
from macros_py.rules.hall.progress import OVER, Progress
from macros_py.rules.hall.readiness import earliest_end
from macros_py.rules.problems import Problem, has_errors
from macros_py.words import say

_NO_DEALS = "no_deals"
"""The option by which somebody does without the cards."""


def _show_deals(context: Context, entry: Round, deals: int) -> None:
    """Write the deals of a round that we dealt, as they follow from the key, in place of what stands there.

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
            _show_deals(context, entry, event.deals)
        elif stood:
            put_rows(context, entry.number, stood)
        elif entry.state is RoundState.PLAYED:
            rounds[entry.number] = replace(entry, state=RoundState.DEALT, played=None)
            write_rounds(context.book, rounds.values())
            context.say("done.revealed_no_more", round=entry.number)


def _lay_rows(context: Context, entry: Round, deals: int) -> None:
    """Lay the rows of a round ready, so that its cards can be typed; what stands there already stays."""
    rows = [row for row in shown_rows(context, entry.number) if read_whole(row["Leosztás"])]
    there = {read_whole(row["Leosztás"]) for row in rows}
    for deal in range(1, deals + 1):
        if deal not in there:
            cells = (ELSEWHERE, entry.number, deal, starter(deal))
            rows.append(dict(zip(("Sorozat", "Forduló", "Leosztás", "Kezdő"), cells, strict=True)))
    put_rows(context, entry.number, rows)


def put_rows(context: Context, number: int, rows: Sequence[Row]) -> None:
    """Write the rows of one round in place of those that stand there."""
    others = [row for row in context.book.read_table(DEALS_TABLE) if read_whole(row["Forduló"]) != number]
    whole = [{heading: row.get(heading) for heading in DEAL_HEADINGS} for row in rows]
    context.book.write_table(DEALS_TABLE, [*others, *whole])


def shown_rows(context: Context, number: int) -> list[Row]:
    """Give the rows of one round."""
    return [row for row in context.book.read_table(DEALS_TABLE) if read_whole(row["Forduló"]) == number]


def _whole_deals(context: Context, number: int) -> dict[int, Deal]:
    return {deal: cards for (round, deal), cards in read_deals(context.book).items() if round == number}


def _are_shown(context: Context, number: int, deals: int) -> bool:
    return set(range(1, deals + 1)) <= _whole_deals(context, number).keys()


def _other_deals(context: Context, entry: Round, deals: int) -> list[int]:
    """Give the deals of a round that are not those which follow from the key; none where that cannot be told."""
    if not isinstance(entry.series, int) or not has_key(context, entry.series):
        return []
    drawn = draw_round(key_for_revealing(context, entry.series), entry.series, entry.number, deals)
    shown = _whole_deals(context, entry.number)
    return [deal for deal, cards in enumerate(drawn, start=1) if shown.get(deal, cards) != cards]


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
        if wrong := _other_deals(context, entry, deals):
            fields = {"round": number, "deals": ", ".join(f"{deal}." for deal in wrong)}
            problems.append(Problem("deals_not_of_key", DEALS_TABLE, key=(number,), fields=fields))
        elif not _are_shown(context, number, deals):
            question = Problem("close_without_deals", DEALS_TABLE, key=(number,), fields={"round": number})
            if signature := _signed(context, question, options):
                _stand_up(context, "done.closed_without_deals", number, *signature)
            else:
                problems.append(question)
    return problems


def _signed(context: Context, question: Problem, options: Options) -> tuple[str, str] | None:
    """Give who answers a question by his name, and why: typed as options, or *name: reason* on the Hibák sheet."""
    name, _, reason = confirmed_by(context.book, question).partition(":")
    if options.get(_NO_DEALS):
        name, reason = read_text(options.get("person")), read_text(options.get("reason"))
    return (name.strip(), reason.strip()) if name.strip() and reason.strip() else None


def _stand_up(context: Context, code: str, number: int, name: str, reason: str) -> None:
    details = say(code, round=number, name=name, reason=reason)
    write_entry(context, say("done.no_deals_label"), details)
    context.book.tell(details)


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
        problems += _refuse_reveal(context, progress, rounds, event.deals, options["round"])
    if has_errors(problems):
        return problems
    [number] = options["round"]
    problems += _no_deals_refusals(context, rounds[number], options)
    questions = _questions_of(context, number, event.deals)
    problems += [one for one, flags in questions if not answered_by(context.book, one, options, *flags)]
    if has_errors(problems):
        return problems
    _show_cards(context, rounds[number], event.deals, options)
    if progress.state(number) is not RoundState.PLAYED:
        played = replace(rounds[number], state=RoundState.PLAYED, played=to_the_second(context.clock()))
        write_rounds(context.book, (rounds | {number: played}).values())
    for question, flags in questions:
        name = answered_by(context.book, question, options, *flags)
        context.say(f"done.{question.code}", name=name, **question.fields)
    _tell_open_rows(context, progress)
    return problems


def _refuse_reveal(
    context: Context, progress: Progress, rounds: Mapping[int, Round], deals: int, numbers: Sequence[int]
) -> list[Problem]:
    """Say why the deals must stay hidden: more than one round was named, or nobody can have played it.

    A played round is revealed again where its cards do not stand there as they follow from the key.
    """
    if len(numbers) != 1:
        found = ", ".join(map(str, numbers)) or None
        return [Problem("reveal_one_round", ROUNDS_TABLE, found=found)]
    entry = rounds.get(numbers[0])
    if entry and entry.state is RoundState.PLAYED and _is_amiss(context, entry, deals):
        return []
    return round_refusals("reveal", progress, numbers)


def _is_amiss(context: Context, entry: Round, deals: int) -> bool:
    """Tell whether the key is there, and the cards of the round do not stand as they follow from it."""
    is_whole = _are_shown(context, entry.number, deals)
    return has_key(context, entry.series) and not (is_whole and not _other_deals(context, entry, deals))


def _no_deals_refusals(context: Context, entry: Round, options: Options) -> list[Problem]:
    """Say why nobody may do without the cards: they are there, or nobody stands up for it."""
    if not options.get(_NO_DEALS) or not entry.is_dealt_by_us:
        return []
    key, fields = (entry.number,), {"round": entry.number}
    if has_key(context, entry.series):
        return [Problem("no_deals_needless", ROUNDS_TABLE, key=key, fields=fields)]
    missing = unsigned_options(options)
    return [Problem("no_deals_unsigned", ROUNDS_TABLE, None, key, "", missing, fields)] if missing else []


def _show_cards(context: Context, entry: Round, deals: int, options: Options) -> None:
    """Show the cards of a round that we dealt, or lay their rows ready where somebody does without them.

    :raises BookError: as :func:`reveal_round` (``key_missing_to_reveal``).
    """
    if not entry.is_dealt_by_us:
        context.say("done.played_elsewhere", round=entry.number)
        return
    if options.get(_NO_DEALS):
        context.say("done.revealed_without_deals", round=entry.number)
        _lay_rows(context, entry, deals)
        person, reason = read_text(options["person"]), read_text(options["reason"])
        _stand_up(context, "done.played_without_deals", entry.number, person, reason)
        return
    try:
        _show_deals(context, entry, deals)
    except KeyMissing as error:
        look = where_to_look(context)
        raise BookError("key_missing_to_reveal", path=context.keys.place, look=look) from error
    context.say("done.revealed", round=entry.number)


def _questions_of(context: Context, number: int, deals: int) -> list[tuple[Problem, tuple[str, ...]]]:
    """Give what somebody has to answer by his name, each with the options that go with a typed name."""
    if is_trial(context.book):
        return []
    signature = Problem("reveal_unsigned", ROUNDS_TABLE, key=(number,), fields={"round": number})
    begun = noted_start(context.book, number) or (announced_start(context.book) if number == 1 else None)
    if begun is None:
        return [(signature, ())]
    now, rules = context.now(), context.rulebook.readiness
    if now >= (end := earliest_end(begun, deals, rules)):
        return [(signature, ())]
    until = f"{end:%H:%M}" if end.date() == now.date() else f"{end:%Y. %m. %d. %H:%M}"
    fields = {"round": number, "until": until, "deals": deals, "minutes": rules.deal_minutes}
    early = Problem("reveal_before_end", ROUNDS_TABLE, key=(number, until), fields=fields)
    return [(signature, ()), (early, ("early",))]


def _tell_open_rows(context: Context, progress: Progress) -> None:
    """Say what is still missing in rounds played before; it stands in nobody's way."""
    rounds = [(number, missing) for number, missing in sorted(progress.missing.items()) if missing]
    parts = [say("done.reveal_open_round", round=number, missing=missing) for number, missing in rounds]
    if parts:
        context.say("done.reveal_open_rows", rounds=", ".join(parts))
