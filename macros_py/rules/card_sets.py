"""Sets of cards as whole numbers: bit ``card`` is set if the card is in it. The play and its checks count in them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

from macros_py.rules.cards import RANKS, SUITS, Card, Hand, card_of

CardSet = int
Suit = int
"""0 piros, 1 tök, 2 zöld, 3 makk: the place of its letter in ``SUITS``."""

NO_CARDS: CardSet = 0
SUIT_COUNT = len(SUITS)
SUIT_SETS: tuple[CardSet, ...] = tuple(
    ((1 << len(RANKS)) - 1) << suit * len(RANKS) for suit in range(SUIT_COUNT)
)


def set_of(cards: Iterable[Card]) -> CardSet:
    """Give the set of these cards."""
    return reduce(or_, (1 << card for card in cards), NO_CARDS)


def cards_of(cards: CardSet) -> Hand:
    """Give the cards of a set in ascending order."""
    found = []
    while cards:
        lowest = cards & -cards
        found.append(lowest.bit_length() - 1)
        cards ^= lowest
    return tuple(found)


def of_suit(suit: Suit, ranks: str) -> CardSet:
    """Give the cards of these rank letters in one suit.

    :raises ValueError: a letter is no rank.
    """
    return set_of(card_of(SUITS[suit], rank) for rank in ranks)


def of_every_suit(ranks: str) -> CardSet:
    """Give the cards of these rank letters in all four suits.

    :raises ValueError: a letter is no rank.
    """
    return set_of(card_of(suit, rank) for suit in SUITS for rank in ranks)


def suit_of(card: Card) -> Suit:
    """Give the suit of a card."""
    return card // len(RANKS)
