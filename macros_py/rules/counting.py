"""What a deal played to the end has come to: tricks, card points, 20s and 40, aces, the trump seven at the end."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from macros_py.rules.card_sets import NO_CARDS, SUIT_COUNT, CardSet, Suit, of_every_suit, of_suit, set_of
from macros_py.rules.cards import Hand
from macros_py.rules.play import SEAT_COUNT, SeatNumber, Trick
from macros_py.rules.rulebook import PlayRules

PAIR = "KF"
"""Király and felső: together in one suit they are a 20, in the trump suit the 40."""
PAIRS = tuple(of_suit(suit, PAIR) for suit in range(SUIT_COUNT))
SEVENS = tuple(of_suit(suit, "7") for suit in range(SUIT_COUNT))
ACES = of_every_suit("Á")


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
    taken, lost, talon = taken_cards(mine), taken_cards(theirs), set_of(played.talon)
    mine_too, theirs_too = {
        "felvevo": (talon, NO_CARDS),
        "vedok": (NO_CARDS, talon),
        "senki": (NO_CARDS, NO_CARDS),
    }[rules.talon_counts_for]
    took_last = played.tricks[-1].winner == soloist
    sets = [set_of(hand) for hand in played.hands]
    shown = [pairs_shown(hand, trump) for hand in sets]
    has_negyven, huszak = shown[soloist]
    others = [shown[seat] for seat in range(SEAT_COUNT) if seat != soloist]
    return Tally(
        soloist=soloist,
        tricks=len(mine),
        aces=(taken & ACES).bit_count(),
        trick_points=card_points(taken | mine_too, rules) + took_last * rules.last_trick,
        defender_trick_points=card_points(lost | theirs_too, rules) + (not took_last) * rules.last_trick,
        has_negyven=has_negyven,
        huszak=huszak,
        shown_points=bool(mine) * shown_points([shown[soloist]], rules),
        defender_shown_points=bool(theirs) * shown_points(others, rules),
        seven=seven_at_the_end(played.tricks[-1], trump),
    )


def taken_cards(tricks: list[Trick]) -> CardSet:
    """Give the cards that lie in these tricks."""
    taken = NO_CARDS
    for trick in tricks:
        first, second, third = trick.cards
        taken |= 1 << first | 1 << second | 1 << third
    return taken


@cache
def counting_cards(ranks: str) -> CardSet:
    """Give the cards that count points."""
    return of_every_suit(ranks)


def card_points(cards: CardSet, rules: PlayRules) -> int:
    """Give the points of the ászok and tízek among these cards."""
    return (cards & counting_cards(rules.counting_ranks)).bit_count() * rules.card_points


def pairs_shown(hand: CardSet, trump: Suit | None) -> tuple[bool, int]:
    """Tell whether a hand shows the 40, and how many 20s; without a trump suit there is nothing to show."""
    if trump is None:
        return False, 0
    held = [suit for suit, pair in enumerate(PAIRS) if hand & pair == pair]
    return trump in held, len(held) - (trump in held)


def shown_points(shown: list[tuple[bool, int]], rules: PlayRules) -> int:
    """Give the points of what hands have shown."""
    return sum(has_negyven * rules.negyven + huszak * rules.husz for has_negyven, huszak in shown)


def seven_at_the_end(last: Trick, trump: Suit | None) -> SevenPlayed | None:
    """Tell who played the trump seven to the last trick, if anybody did, and whether it took it."""
    for seat, card in zip(last.seats, last.cards, strict=True):
        if trump is not None and SEVENS[trump] >> card & 1:
            return SevenPlayed(seat, last.winner == seat)
    return None
