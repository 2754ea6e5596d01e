"""tLeosztasok: the deals of the rounds that have been played, and of no others."""

from __future__ import annotations

from macros_py.book.port import Book, Row
from macros_py.cells import read_text, read_whole
from macros_py.rules.cards import CARD_COUNT, UnreadableHand, hand_notation, parse_hand
from macros_py.rules.circulation import starter
from macros_py.rules.deals import HAND_SIZE, TALON_SIZE, Deal
from macros_py.rules.event import LINES

TABLE = "tLeosztasok"
HEADINGS = ("Sorozat", "Forduló", "Leosztás", "Kezdő", *LINES, "Talon")


def read_deals(book: Book) -> dict[tuple[int, int], Deal]:
    """Give the deals that may be seen, by (round, deal); a row that is no whole deal is left out."""
    found: dict[tuple[int, int], Deal] = {}
    for row in book.read_table(TABLE):
        number, deal = read_whole(row["Forduló"]), read_whole(row["Leosztás"])
        try:
            first, second, third, talon = (parse_hand(read_text(row[name])) for name in (*LINES, "Talon"))
        except UnreadableHand:
            continue
        cards = {*first, *second, *third, *talon}
        is_whole = len(cards) == CARD_COUNT and len(talon) == TALON_SIZE
        is_whole = is_whole and len(first) == len(second) == len(third) == HAND_SIZE
        if isinstance(number, int) and isinstance(deal, int) and is_whole:
            found[number, deal] = Deal((first, second, third), talon)
    return found


def deal_row(series: int, number: int, deal: int, cards: Deal) -> Row:
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
