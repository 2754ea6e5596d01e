"""The cards a bid is named after: felső and király for 40-100 and 20-100, the trump seven for ulti."""

from __future__ import annotations

from macros_py.rules.card_sets import NO_CARDS, SUIT_COUNT, CardSet, Suit
from macros_py.rules.cards import SUITS
from macros_py.rules.contracts import Bid, Component
from macros_py.rules.counting import PAIRS, SEVENS
from macros_py.rules.rulebook import PlayRules

PIROS: Suit = SUITS.index("P")

Holding = tuple[Suit | None, CardSet]
"""A trump suit (None: no trump), and the cards the soloist must have in his hand with it."""


def trump_suits(bid: Bid) -> tuple[Suit | None, ...]:
    """Give the suits that may be trump with this bid: the one it names, piros, or any of the three others."""
    if not bid.has_trump:
        return (None,)
    if bid.is_piros:
        return (PIROS,)
    if bid.trump is not None:
        return (SUITS.index(bid.trump),)
    return tuple(suit for suit in range(SUIT_COUNT) if suit != PIROS)


def needed_sets(component: Component, trump: Suit | None) -> tuple[CardSet, ...]:
    """Give what the soloist must hold to reach a component: one of these sets, whole."""
    if component is Component.NEGYVENSZAZ and trump is not None:
        return (PAIRS[trump],)
    if component is Component.HUSZSZAZ and trump is not None:
        return tuple(pair for suit, pair in enumerate(PAIRS) if suit != trump)
    if component is Component.ULTI and trump is not None:
        return (SEVENS[trump],)
    return (NO_CARDS,)


def holdings(bid: Bid, rules: PlayRules) -> tuple[Holding, ...]:
    """Give every way to hold what a bid may not be bid without; by the rulebook that can be nothing."""
    found: list[Holding] = [(trump, NO_CARDS) for trump in trump_suits(bid)]
    if rules.cards_for_bid == "nem_kell":
        return tuple(found)
    for component in bid.ordered:
        found = [(trump, held | more) for trump, held in found for more in needed_sets(component, trump)]
    return tuple(found)
