"""Generated deals held against the rules, written out plainly once more: for the tests and for the long proof."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from macros_py.rules.cards.cards import RANKS, Card, Hand
from macros_py.rules.cards.deals import draw_deal
from macros_py.rules.cards.draws import Stream
from macros_py.rules.hall.event import LINES
from macros_py.rules.language.contracts import Component, bid_rank
from macros_py.rules.play.feasibility import Feasibility, Possibility
from macros_py.rules.play.generator import GeneratedDeal, Generator
from macros_py.rules.play.play import Trick
from tests.rules.sample_play import MAUSZ_2008

KEY = bytes(range(32))
ORDERS = {True: "ÁXKFA987", False: "ÁKFAX987"}
"""With a trump suit and without, highest first: written here again on purpose."""


def generated(first: int, count: int) -> Iterator[GeneratedDeal]:
    """Play so many deals from a known key, beginning with number ``first``; A, B, C start in turn."""
    generator = Generator(MAUSZ_2008)
    for number in range(first, first + count):
        deal = draw_deal(KEY, 1, 1, number)
        yield generator.generate(deal, LINES[number % len(LINES)], Stream(KEY, "lejatszas", number))


def plain_legal(hand: Hand, trick: tuple[Card, ...], trump: int | None) -> set[Card]:
    """Give the legal cards by the words of the rule: follow, and beat; else trump, and overtrump; else any."""
    if not trick:
        return {*hand}
    best = plain_best(trick, trump)
    suit = [card for card in hand if card // 8 == trick[0] // 8]
    trumps = [card for card in hand if card // 8 == trump]
    choice = suit or trumps or list(hand)
    if not suit and not trumps:
        return {*choice}
    return {card for card in choice if plain_best((*trick, card), trump) == card and best != card} or {
        *choice
    }


def plain_best(trick: tuple[Card, ...], trump: int | None) -> Card:
    """Give the card that takes the trick: the highest trump, else the highest of the suit led."""
    order = ORDERS[trump is not None]
    suit = trump if any(card // 8 == trump for card in trick) else trick[0] // 8
    return min((card for card in trick if card // 8 == suit), key=lambda card: order.index(RANKS[card % 8]))


def auction_faults(game: GeneratedDeal) -> list[str]:
    """Check a bidding: the talon as it lay is taken, two cards of the twelve go down, every bid is higher."""
    hands, talon = [{*hand} for hand in game.deal.hands], {*game.deal.talon}
    faults, last = [], None
    for pick_up in game.auction.pick_ups:
        hand = hands[pick_up.seat]
        faults += ["took another talon"] * ({*pick_up.taken} != talon)
        hand |= talon
        talon = {*pick_up.laid}
        faults += ["laid what he has not"] * (len(talon) != 2 or not talon <= hand)
        hand -= talon
        height = bid_rank(pick_up.bid, MAUSZ_2008.contracts)
        faults += ["bid no higher"] * (last is not None and height <= last)
        last = height
        faults += ["bid without the cards"] * (not holds_named(hand, pick_up.bid.components, pick_up.trump))
        faults += ["piros is no trump"] * (
            pick_up.bid.has_trump and pick_up.bid.is_piros != (pick_up.trump == 0)
        )
    ended = [set(hand) for hand in game.auction.hands], {*game.auction.talon}
    return faults + ["other hands at the end"] * (ended != (hands, talon))


def holds_named(hand: set[Card], components: frozenset[Component], trump: int | None) -> bool:
    """Tell whether a hand holds király (2) and felső (3) of the right suit, and the trump seven (7)."""
    pairs = {suit for suit in range(4) if {suit * 8 + 2, suit * 8 + 3} <= hand}
    return (
        (Component.NEGYVENSZAZ not in components or trump in pairs)
        and (Component.HUSZSZAZ not in components or bool(pairs - {trump}))
        and (Component.ULTI not in components or (trump is not None and trump * 8 + 7 in hand))
    )


def play_faults(game: GeneratedDeal) -> list[str]:
    """Check a play: soloist first, then who took the last trick; every card held and legal; all cards played."""
    if game.played is None:
        return []
    trump, hands = game.played.trump, [{*hand} for hand in game.played.hands]
    leader, faults = game.played.soloist, []
    for trick in game.played.tricks:
        faults += ["another led"] * (trick.leader != leader)
        for place, card in enumerate(trick.cards):
            seat = (leader + place) % 3
            legal = plain_legal(tuple(hands[seat]), trick.cards[:place], trump)
            faults += ["a card against the rules"] * (card not in legal)
            hands[seat].discard(card)
        leader = winner_of(trick, trump)
        faults += ["another took it"] * (trick.winner != leader)
    return faults + ["cards left"] * (hands != [set(), set(), set()])


def winner_of(trick: Trick, trump: int | None) -> int:
    """Give the seat that takes a trick."""
    return (trick.leader + trick.cards.index(plain_best(trick.cards, trump))) % 3


def false_verdicts(game: GeneratedDeal, check: Feasibility) -> list[str]:
    """Check what is said of a line that did come about: nothing is impossible, and of no part the reverse certain."""
    if game.soloist is None:
        return []
    verdicts = check.verdicts(game.deal, game.soloist, game.line)
    faults = ["false impossible"] * any(one.possibility is Possibility.IMPOSSIBLE for one in verdicts)
    parts = game.line.parts
    for place, part in enumerate(parts):
        reverse = (*parts[:place], replace(part, is_won=not part.is_won), *parts[place + 1 :])
        wrong = check.verdicts(game.deal, game.soloist, replace(game.line, parts=reverse))[place]
        faults += ["false certain"] * (wrong.possibility is Possibility.CERTAIN)
    return faults
