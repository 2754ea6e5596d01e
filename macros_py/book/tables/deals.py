"""tLeosztasok: the deals of the rounds that have been played, and of no others."""

from __future__ import annotations

from macros_py.book.port import Row
from macros_py.rules.cards import hand_notation
from macros_py.rules.circulation import starter
from macros_py.rules.deals import Deal
from macros_py.rules.event import LINES

TABLE = "tLeosztasok"


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
