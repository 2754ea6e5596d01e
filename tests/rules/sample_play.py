"""What the tests of cards share: the rules of play of 2008, how case tables write cards, and tricks in cards."""

from __future__ import annotations

from collections.abc import Sequence

from macros_py.editions import load_edition
from macros_py.rules.cards.cards import SUITS, Card, Hand, Suit, card_of, cards_of, set_of
from macros_py.rules.cards.deals import Deal
from macros_py.rules.hall.event import LINES
from macros_py.rules.play.play import ORDER, Game, SeatNumber, Trick

MAUSZ_2008 = load_edition("mausz-2008").rulebook
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


def legal_cards(hand: Hand, trick: Sequence[Card], game: Game) -> Hand:
    """Give the cards of ``hand`` that may be played to a trick in which these cards lie (0, 1 or 2), ascending."""
    if not trick:
        return tuple(sorted(hand))
    return cards_of(game.playable(set_of(hand), trick[0], trick[game.best(trick)]))


def finished_trick(leader: SeatNumber, cards: tuple[Card, Card, Card], game: Game) -> Trick:
    """Give the trick of three cards played from ``leader`` on, with who took it."""
    return Trick(leader, cards, ORDER[leader][game.best(cards)])
