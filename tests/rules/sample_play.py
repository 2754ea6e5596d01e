"""What the tests of cards share: the rules of play of 2008, and how case tables write cards, seats and suits."""

from __future__ import annotations

from macros_py.editions import load
from macros_py.rules.card_sets import Suit
from macros_py.rules.cards import SUITS, Card, Hand, card_of
from macros_py.rules.deals import Deal
from macros_py.rules.event import LINES

MAUSZ_2008 = load("mausz-2008").rulebook
PLAY = MAUSZ_2008.play


def card(text: str) -> Card:
    """Read one card: ``PÁ``, ``MX``."""
    return card_of(text[0], text[1])


def cards(text: str) -> Hand:
    """Read cards in the order written, blanks between them: ``PÁ MX``."""
    return tuple(card(part) for part in text.split())


def suit(text: str) -> Suit | None:
    """Read a trump suit: ``P``, ``T``, ``Z``, ``M``, or ``-`` for none."""
    return None if text == "-" else SUITS.index(text)


def seat(text: str) -> int:
    """Read a seat: ``A``, ``B``, ``C``."""
    return LINES.index(text)


def rest_of_pack(*hands: Hand) -> Hand:
    """Give the cards of the pack that are in none of the hands."""
    return tuple(sorted({*range(32)} - {card for hand in hands for card in hand}))


def sample_deal(first: Hand, second: Hand, third: Hand) -> Deal:
    """Give the deal of three hands; the two cards left are its talon."""
    return Deal((first, second, third), rest_of_pack(first, second, third))
