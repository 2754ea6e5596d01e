"""import_deals: the cards of a played round from a file, so that its rows can be held against them (VSZ 5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from macros_py.actions.context import Context, Options, write_entry
from macros_py.actions.event_key import has_key
from macros_py.actions.reveal_round import put_rows, shown_rows
from macros_py.book.list_files import read_deal_file
from macros_py.book.tables.event import read_event
from macros_py.book.tables.hall import ELSEWHERE, ROUNDS_TABLE, Round, deal_row, read_rounds
from macros_py.cells import read_text, read_whole
from macros_py.rules.cards.deals import DEAL_PARTS, Deal, check_deals
from macros_py.rules.hall.progress import OVER
from macros_py.rules.problems import Problem, has_errors
from macros_py.words import say


def import_deals(context: Context, options: Options) -> list[Problem]:
    """Put the deals of the round ``options["round"]`` from the file ``from`` onto the Leosztások sheet.

    Each must be the 32 cards, dealt as 10, 10, 10 and 2. Refused while the round has not been played – its cards are
    secret –, and where they follow from the key. What stood there otherwise is logged.

    :raises BookError: the file cannot be read, or holds no deals of the round.
    """
    event, problems = read_event(context.book)
    rounds, unreadable = read_rounds(context.book)
    problems += unreadable
    if not has_errors(problems):
        problems += _refuse_cards(context, rounds, options["round"])
    if has_errors(problems):
        return problems
    [number] = options["round"]
    found, wrong = check_deals(read_deal_file(options["from"], number), event.deals)
    if wrong:
        return [*problems, *wrong]
    changed = _log_changed(context, number, found)
    put_rows(context, number, [deal_row(ELSEWHERE, number, deal, found[deal]) for deal in sorted(found)])
    context.say("done.deals_imported", round=number, count=len(found), changed=changed)
    return problems


def _refuse_cards(context: Context, rounds: Mapping[int, Round], numbers: tuple[int, ...]) -> list[Problem]:
    if len(numbers) != 1:
        return [Problem("import_deals_one", ROUNDS_TABLE, found=", ".join(map(str, numbers)))]
    entry = rounds.get(numbers[0])
    place: dict[str, Any] = {"key": numbers, "fields": {"round": numbers[0]}}
    if entry is None or entry.state not in OVER:
        found = entry.state.value if entry else None
        return [Problem("import_deals_unplayed", ROUNDS_TABLE, found=found, **place)]
    if has_key(context, entry.series):
        return [Problem("import_deals_key", ROUNDS_TABLE, **place)]
    return []


def _log_changed(context: Context, number: int, found: Mapping[int, Deal]) -> int:
    """Log every deal that stood there with other cards, old and new; give how many there are."""
    count = 0
    for row in shown_rows(context, number):
        deal = read_whole(row["Leosztás"])
        if not isinstance(deal, int) or deal not in found:
            continue
        fresh = deal_row(ELSEWHERE, number, deal, found[deal])
        old, new = ("; ".join(read_text(one[part]) for part in DEAL_PARTS) for one in (row, fresh))
        if old != new and any(read_text(row[part]) for part in DEAL_PARTS):
            count += 1
            details = say("done.deal_changed", round=number, deal=deal)
            write_entry(context, say("done.deal_changed_label"), details, old, new)
    return count
