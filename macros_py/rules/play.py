"""The rules of play: which cards may be played to a trick, and who takes it.

Both are looked up: a ``Game`` (one trump suit, or none) holds for every card led and every card that lies best
the sets to choose from, in order of duty. What the duties are, and the order of the ranks, stand in the rulebook.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from macros_py.rules.card_sets import NO_CARDS, SUIT_SETS, CardSet, Suit, set_of, suit_of
from macros_py.rules.cards import CARD_COUNT, RANKS, Card
from macros_py.rules.rulebook import Duty, PlayRules

SeatNumber = int
"""0, 1, 2: the seats A, B, C. They sit anticlockwise, and the play goes round in this order."""

SEAT_COUNT = 3

Table = tuple[tuple[tuple[CardSet, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick: who led, the cards in the order they were played, who took it."""

    leader: SeatNumber
    cards: tuple[Card, Card, Card]
    winner: SeatNumber

    @property
    def seats(self) -> tuple[SeatNumber, SeatNumber, SeatNumber]:
        """Give who played each of the cards."""
        return ORDER[self.leader]


ORDER: tuple[tuple[SeatNumber, SeatNumber, SeatNumber], ...] = ((0, 1, 2), (1, 2, 0), (2, 0, 1))
"""By leader: the seats in the order they play to a trick."""


@dataclass(frozen=True, slots=True)
class Game:
    """The rules of play with one trump suit (or ``trump`` None), as tables."""

    trump: Suit | None
    choices: Table
    """[card led][card that lies best]: the sets, the first of which the hand has anything of must be served."""
    takers: tuple[CardSet, ...]
    """[card that lies best]: what takes the trick from it."""

    def playable(self, hand: CardSet, led: Card, best: Card) -> CardSet:
        """Give what may be played of ``hand`` when ``led`` was led and ``best`` lies best."""
        for choice in self.choices[led][best]:
            if hand & choice:
                return hand & choice
        return hand

    def best(self, cards: Sequence[Card]) -> int:
        """Give the place (0-based) of the card that takes the trick; ``cards`` as played, at least one."""
        place = 0
        for later in range(1, len(cards)):
            if self.takers[cards[place]] >> cards[later] & 1:
                place = later
        return place


@cache
def game(rules: PlayRules, trump: Suit | None) -> Game:
    """Make the tables of a game with this trump suit; without one (None) the ranks stand in their other order."""
    order = rules.plain_order if trump is None else rules.trump_order
    higher = tuple(above(card, order) for card in range(CARD_COUNT))
    trumps = NO_CARDS if trump is None else SUIT_SETS[trump]
    takers = tuple(higher[card] | (NO_CARDS if trumps >> card & 1 else trumps) for card in range(CARD_COUNT))
    choices = tuple(
        tuple(
            tuple(duty_set(duty, trumps, SUIT_SETS[suit_of(led)], takers[best]) for duty in rules.duties)
            for best in range(CARD_COUNT)
        )
        for led in range(CARD_COUNT)
    )
    return Game(trump, choices, takers)


def above(card: Card, order: str) -> CardSet:
    """Give the cards of its own suit that are higher in this order of ranks (highest first)."""
    suit, rank = divmod(card, len(RANKS))
    ranks = order[: order.index(RANKS[rank])]
    return set_of(suit * len(RANKS) + RANKS.index(letter) for letter in ranks)


def duty_set(duty: Duty, trumps: CardSet, suit: CardSet, takers: CardSet) -> CardSet:
    """Give the cards that fulfil one duty: ``suit`` was led, ``takers`` would take the trick."""
    return {"felulutes": suit & takers, "szin": suit, "felulvagas": trumps & takers, "vagas": trumps}[duty]
