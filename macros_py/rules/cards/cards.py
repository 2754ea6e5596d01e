"""The 32 Hungarian cards, one by one and as sets, and the way a hand is written.

A card is a whole number 0 … 31: suit × 8 + rank, both 0-based. Suits and ranks stand in the order a played
pack is sorted in (VSZ 6.e): piros, tök, zöld, makk; ász, tíz, király, felső, alsó, kilenc, nyolc, hét. A set
of cards is a whole number too: bit ``card`` is set if the card is in it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_

from macros_py.rules.problems import RuleError

Card = int
Hand = tuple[Card, ...]

SUITS = "PTZM"
RANKS = "ÁXKFA987"
CARD_COUNT = len(SUITS) * len(RANKS)
_VOID = "–"
"""What is written after a suit of which the hand holds nothing."""

DASHES = frozenset("–-−—‐‑")


class UnreadableHand(RuleError):
    """A text that is not a hand: ``part`` is the first piece of ``text`` without a meaning."""

    def __init__(self, text: str, part: str, reason: str) -> None:
        super().__init__(f"{reason}: {part!r} in {text!r}")
        self.text = text
        self.part = part
        self.reason = reason


def card_of(suit: str, rank: str) -> Card:
    """Give the card of a suit letter (P T Z M) and a rank letter (Á X K F A 9 8 7).

    :raises ValueError: there is no such suit or rank.
    """
    return SUITS.index(suit) * len(RANKS) + RANKS.index(rank)


def card_notation(card: Card) -> str:
    """Write one card: ``PÁ`` for piros ász, ``MX`` for makk tíz."""
    return SUITS[card // len(RANKS)] + RANKS[card % len(RANKS)]


def hand_notation(cards: Iterable[Card]) -> str:
    """Write a hand as ``P ÁXKF9 T 87 Z – M Á98``: each suit once, high cards first, a dash for a void."""
    held = ["", "", "", ""]
    for card in sorted(cards):
        held[card // len(RANKS)] += RANKS[card % len(RANKS)]
    return " ".join(f"{suit} {ranks or _VOID}" for suit, ranks in zip(SUITS, held, strict=True))


def parse_hand(text: str) -> Hand:
    """Read a hand as ``hand_notation`` writes it and give its cards in ascending order.

    Small letters, any dash, decomposed accents, any order of suits and ranks and missing spaces are read too.
    Each suit must stand there, a void with a dash: a lost suit is never taken for a void.

    :raises UnreadableHand: a letter is no suit or rank, a card or suit stands twice, a suit is missing or has
        nothing behind it.
    """
    held: dict[str, list[Card]] = {}
    for suit, ranks in _suit_parts(text):
        if suit in held:
            raise UnreadableHand(text, suit, "the suit stands twice")
        held[suit] = _suit_cards(text, suit, ranks)
    missing = [suit for suit in SUITS if suit not in held]
    if missing:
        raise UnreadableHand(text, missing[0], "the suit is missing")
    return tuple(sorted(card for cards in held.values() for card in cards))


def _suit_parts(text: str) -> Iterator[tuple[str, str]]:
    """Cut a hand's text into (suit letter, what stands behind it), in the order written.

    :raises UnreadableHand: the text does not begin with a suit.
    """
    written = "".join(unicodedata.normalize("NFC", text).upper().split())
    starts = [place for place, letter in enumerate(written) if letter in SUITS]
    if not starts or starts[0] > 0:
        raise UnreadableHand(text, written[:1], "a hand begins with a suit")
    for start, end in zip(starts, [*starts[1:], len(written)], strict=True):
        yield written[start], written[start + 1 : end]


def _suit_cards(text: str, suit: str, ranks: str) -> list[Card]:
    """Read the ranks behind one suit letter; one dash means none. ``text`` is the whole hand, for errors.

    :raises UnreadableHand: nothing stands there, a letter is no rank, or a card stands twice.
    """
    if len(ranks) == 1 and ranks in DASHES:
        return []
    if not ranks:
        raise UnreadableHand(text, suit, "nothing stands behind the suit")
    for place, rank in enumerate(ranks):
        if rank not in RANKS:
            raise UnreadableHand(text, suit + rank, "no such card")
        if rank in ranks[:place]:
            raise UnreadableHand(text, suit + rank, "the card stands twice")
    return [card_of(suit, rank) for rank in ranks]


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
