"""How cards come to the soloist by way of the talon, and how many bids that takes at least.

Only counts matter: how many of the cards he needs lay in the talon, with one and with the other defender. Each bid
is one taking of the talon: all of it goes to the bidder, who then lays two cards down.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from macros_py.rules.card_sets import CardSet
from macros_py.rules.deals import TALON_SIZE, Deal
from macros_py.rules.event import LINES
from macros_py.rules.play import ORDER

Counts = tuple[int, int, int]
"""How many of the needed cards are in the talon, with the next player after the soloist, with the one after him."""

FROM_HIS_OWN_HAND, FROM_THE_TALON, FROM_ANOTHER_HAND = 1, 2, 3
"""Bids it takes, the soloist's last one among them, until a defender holds a card for good."""


@cache
def bids_needed(talon: int, second: int, third: int) -> int:
    """Give the least number of bids, the last one the soloist's, after which he has had all the cards in hand.

    Everybody may help as foolishly as he likes: no real bidding needs fewer.
    """
    states: set[Counts] = {(talon, second, third)}
    bids = 1
    while all(second or third for _, second, third in states):
        states = {after for state in states for after in after_a_bid(state)}
        bids += 1
    return bids


def after_a_bid(state: Counts) -> Iterator[Counts]:
    """Give how the needed cards can lie after one more bid of anybody."""
    talon, second, third = state
    yield 0, second, third
    for laid in range(min(TALON_SIZE, second + talon) + 1):
        yield laid, second + talon - laid, third
    for laid in range(min(TALON_SIZE, third + talon) + 1):
        yield laid, second, third + talon - laid


class Layout:
    """Where the cards of a deal were dealt to, seen from one soloist."""

    __slots__ = ("_hands", "second", "talon", "third")

    def __init__(self, hands: dict[str, CardSet], talon: CardSet, soloist: str) -> None:
        """Look at hands (by seat) and talon from the seat of the soloist."""
        _, second, third = ORDER[LINES.index(soloist)]
        self._hands = hands
        self.second = hands[LINES[second]]
        self.third = hands[LINES[third]]
        self.talon = talon

    def bids_to_soloist(self, cards: CardSet) -> int:
        """Give how many bids it takes at least until the soloist has had all these cards in hand."""
        return bids_needed(
            (cards & self.talon).bit_count(),
            (cards & self.second).bit_count(),
            (cards & self.third).bit_count(),
        )

    def bids_to_defender(self, seat: str, card: CardSet) -> int:
        """Give how many bids it takes at least, the soloist's last, until a defender keeps one card."""
        if self._hands[seat] & card:
            return FROM_HIS_OWN_HAND
        return FROM_THE_TALON if self.talon & card else FROM_ANOTHER_HAND


def seen_from(deal: Deal, soloist: str) -> Layout:
    """Give the layout of a deal for a soloist's seat (A, B, C)."""
    sets = [sum(1 << card for card in hand) for hand in deal.hands]
    return Layout(dict(zip(LINES, sets, strict=True)), sum(1 << card for card in deal.talon), soloist)
