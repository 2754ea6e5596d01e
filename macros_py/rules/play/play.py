"""The play of a deal: which cards may be played, who takes a trick, what it has come to, what a hand holds.

A ``Game`` (one trump suit, or none) holds for every card led and every card that lies best the sets to choose
from, in order of duty. What the duties are, and the order of the ranks, stand in the rulebook.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from macros_py.rules.cards.cards import (
    CARD_COUNT,
    NO_CARDS,
    RANKS,
    SUIT_COUNT,
    SUIT_SETS,
    SUITS,
    Card,
    CardSet,
    Hand,
    Suit,
    of_every_suit,
    of_suit,
    set_of,
    suit_of,
)
from macros_py.rules.language.contracts import Bid, Component
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
    higher = tuple(_above(card, order) for card in range(CARD_COUNT))
    trumps = NO_CARDS if trump is None else SUIT_SETS[trump]
    takers = tuple(higher[card] | (NO_CARDS if trumps >> card & 1 else trumps) for card in range(CARD_COUNT))
    choices = tuple(
        tuple(
            tuple(_duty_set(duty, trumps, SUIT_SETS[suit_of(led)], takers[best]) for duty in rules.duties)
            for best in range(CARD_COUNT)
        )
        for led in range(CARD_COUNT)
    )
    return Game(trump, choices, takers)


def _above(card: Card, order: str) -> CardSet:
    suit, rank = divmod(card, len(RANKS))
    ranks = order[: order.index(RANKS[rank])]
    return set_of(suit * len(RANKS) + RANKS.index(letter) for letter in ranks)


def _duty_set(duty: Duty, trumps: CardSet, suit: CardSet, takers: CardSet) -> CardSet:
    """Give the cards that fulfil one duty: ``suit`` was led, ``takers`` would take the trick."""
    return {"felulutes": suit & takers, "szin": suit, "felulvagas": trumps & takers, "vagas": trumps}[duty]


_PAIR = "KF"
"""Király and felső: together in one suit they are a 20, in the trump suit the 40."""
_PAIRS = tuple(of_suit(suit, _PAIR) for suit in range(SUIT_COUNT))
SEVENS = tuple(of_suit(suit, "7") for suit in range(SUIT_COUNT))
_ACES = of_every_suit("Á")


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal played to the end: ``hands`` and ``talon`` as they were when the first card was led."""

    trump: Suit | None
    soloist: SeatNumber
    hands: tuple[Hand, Hand, Hand]
    talon: Hand
    tricks: tuple[Trick, ...]


@dataclass(frozen=True, slots=True)
class SevenPlayed:
    """The trump seven was played to the last trick: by whom, and whether it took it."""

    seat: SeatNumber
    is_won: bool


@dataclass(frozen=True, slots=True)
class Tally:
    """What was taken and shown, in points of the rulebook (ász, tíz, last trick, 20, 40)."""

    soloist: SeatNumber
    tricks: int
    """Tricks of the soloist."""
    aces: int
    """Aces in the tricks of the soloist."""
    trick_points: int
    """The soloist's ász, tíz and last trick, with the talon where it counts for him."""
    defender_trick_points: int
    has_negyven: bool
    """The soloist showed the 40."""
    huszak: int
    """How many 20s the soloist showed."""
    shown_points: int
    """The soloist's 20s and 40 as far as they count: nothing unless he takes a trick."""
    defender_shown_points: int
    seven: SevenPlayed | None

    @property
    def is_parti_won(self) -> bool:
        """Tell whether the soloist has more points than both defenders together."""
        ours = self.trick_points + self.shown_points
        return ours > self.defender_trick_points + self.defender_shown_points


def tally(played: PlayedDeal, rules: PlayRules) -> Tally:
    """Count a deal that was played to the end."""
    soloist, trump = played.soloist, played.trump
    mine = [trick for trick in played.tricks if trick.winner == soloist]
    theirs = [trick for trick in played.tricks if trick.winner != soloist]
    taken, lost, talon = _taken_cards(mine), _taken_cards(theirs), set_of(played.talon)
    mine_too, theirs_too = {
        "felvevo": (talon, NO_CARDS),
        "vedok": (NO_CARDS, talon),
        "senki": (NO_CARDS, NO_CARDS),
    }[rules.talon_counts_for]
    took_last = played.tricks[-1].winner == soloist
    sets = [set_of(hand) for hand in played.hands]
    shown = [_pairs_shown(hand, trump) for hand in sets]
    has_negyven, huszak = shown[soloist]
    others = [shown[seat] for seat in range(SEAT_COUNT) if seat != soloist]
    return Tally(
        soloist=soloist,
        tricks=len(mine),
        aces=(taken & _ACES).bit_count(),
        trick_points=_card_points(taken | mine_too, rules) + took_last * rules.last_trick,
        defender_trick_points=_card_points(lost | theirs_too, rules) + (not took_last) * rules.last_trick,
        has_negyven=has_negyven,
        huszak=huszak,
        shown_points=bool(mine) * _shown_points([shown[soloist]], rules),
        defender_shown_points=bool(theirs) * _shown_points(others, rules),
        seven=_seven_at_the_end(played.tricks[-1], trump),
    )


def _taken_cards(tricks: list[Trick]) -> CardSet:
    return set_of(card for trick in tricks for card in trick.cards)


@cache
def _counting_cards(ranks: str) -> CardSet:
    return of_every_suit(ranks)


def _card_points(cards: CardSet, rules: PlayRules) -> int:
    return (cards & _counting_cards(rules.counting_ranks)).bit_count() * rules.card_points


def _pairs_shown(hand: CardSet, trump: Suit | None) -> tuple[bool, int]:
    """Tell whether a hand shows the 40, and how many 20s; without a trump suit there is nothing to show."""
    if trump is None:
        return False, 0
    held = [suit for suit, pair in enumerate(_PAIRS) if hand & pair == pair]
    return trump in held, len(held) - (trump in held)


def _shown_points(shown: list[tuple[bool, int]], rules: PlayRules) -> int:
    return sum(has_negyven * rules.negyven + huszak * rules.husz for has_negyven, huszak in shown)


def _seven_at_the_end(last: Trick, trump: Suit | None) -> SevenPlayed | None:
    for seat, card in zip(last.seats, last.cards, strict=True):
        if trump is not None and SEVENS[trump] >> card & 1:
            return SevenPlayed(seat, last.winner == seat)
    return None


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
        return (_PAIRS[trump],)
    if component is Component.HUSZSZAZ and trump is not None:
        return tuple(pair for suit, pair in enumerate(_PAIRS) if suit != trump)
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
