"""tLeosztasok: the deals of the rounds that have been played, and of no others."""

from __future__ import annotations

from collections.abc import Iterable

from macros_py.book.port import Book, Row
from macros_py.cells import read_text, read_whole
from macros_py.rules.cards import CARD_COUNT, UnreadableHand, hand_notation, parse_hand
from macros_py.rules.circulation import starter
from macros_py.rules.deals import HAND_SIZE, TALON_SIZE, Deal
from macros_py.rules.event import LINES

DEALS_TABLE = "tLeosztasok"
DEAL_HEADINGS = ("Sorozat", "Forduló", "Leosztás", "Kezdő", *LINES, "Talon")


def read_deals(book: Book) -> dict[tuple[int, int], Deal]:
    """Give the deals that may be seen, by (round, deal); a row that is no whole deal is left out."""
    return deals_in(book.read_table(DEALS_TABLE))


def deals_in(rows: Iterable[Row]) -> dict[tuple[int, int], Deal]:
    """Give the whole deals of some rows, by (round, deal)."""
    found: dict[tuple[int, int], Deal] = {}
    for row in rows:
        number, deal = read_whole(row.get("Forduló")), read_whole(row.get("Leosztás"))
        try:
            first, second, third, talon = (parse_hand(read_text(row.get(name))) for name in (*LINES, "Talon"))
        except UnreadableHand:
            continue
        cards = {*first, *second, *third, *talon}
        is_whole = len(cards) == CARD_COUNT and len(talon) == TALON_SIZE
        is_whole = is_whole and len(first) == len(second) == len(third) == HAND_SIZE
        if isinstance(number, int) and isinstance(deal, int) and is_whole:
            found[number, deal] = Deal((first, second, third), talon)
    return found


def deal_row(series: int | str, number: int, deal: int, cards: Deal) -> Row:
    """Put deal ``deal`` of round ``number`` into a row, hands in the official order of suits and ranks."""
    hands = {line: hand_notation(hand) for line, hand in zip(LINES, cards.hands, strict=True)}
    return {
        "Sorozat": series,
        "Forduló": number,
        "Leosztás": deal,
        "Kezdő": starter(deal),
        **hands,
        "Talon": hand_notation(cards.talon),
    }
