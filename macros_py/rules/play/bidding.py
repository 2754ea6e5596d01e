"""The bidding, really carried out: who takes the talon bids higher and lays two cards down, the next takes those.

It goes round from the starter until everybody has passed since the last bid; the last bidder may raise himself.
Nobody having bid at all is a körpassz. The bidders are foolish but never bid what the rules forbid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from macros_py.rules.cards.cards import (
    NO_CARDS,
    RANKS,
    SUIT_SETS,
    Card,
    CardSet,
    Hand,
    Suit,
    cards_of,
    set_of,
)
from macros_py.rules.cards.deals import TALON_SIZE, Deal
from macros_py.rules.cards.draws import Stream
from macros_py.rules.language.contracts import Bid, Component, ladder
from macros_py.rules.play.play import SEAT_COUNT, Holding, SeatNumber, holdings
from macros_py.rules.rulebook import Rulebook

_OPENS_EIGHTHS = 5
"""How often, in eighths, the talon is taken while nobody has bid: 27 deals in 512 are a körpassz."""
_OVERBIDS_EIGHTHS = 3
_RAISES_HIMSELF_SIXTEENTHS = 1
_JUMPS_EIGHTHS = 1
"""How often a bid is chosen evenly from the whole ladder above instead of one of the next rungs."""
_FOOLISH_QUARTERS = 1
"""How often the trump suit and the cards laid down are chosen without looking."""


class Rung(NamedTuple):
    """One bid of the ladder, with every way to hold what it needs."""

    bid: Bid
    holdings: tuple[Holding, ...]


@dataclass(frozen=True, slots=True)
class PickUp:
    """One bid: who took which two cards from the talon, what he bid and with which trumps, what he laid down."""

    seat: SeatNumber
    taken: Hand
    bid: Bid
    trump: Suit | None
    laid: Hand


@dataclass(frozen=True, slots=True)
class Auction:
    """A bidding from first to last; without pick-ups a körpassz. ``hands`` and ``talon`` as they then are."""

    pick_ups: tuple[PickUp, ...]
    hands: tuple[Hand, Hand, Hand]
    talon: Hand


def rungs(rulebook: Rulebook) -> tuple[Rung, ...]:
    """Give the ladder of bids, lowest first."""
    return tuple(Rung(bid, holdings(bid, rulebook.play)) for bid in ladder(rulebook.contracts))


def auction(deal: Deal, starter: SeatNumber, rungs: Sequence[Rung], stream: Stream) -> Auction:
    """Carry out a bidding on a deal; what is decided by chance is read from the stream."""
    hands, talon = [set_of(hand) for hand in deal.hands], set_of(deal.talon)
    pick_ups: list[PickUp] = []
    height, seat, passes = -1, starter, 0
    while passes < SEAT_COUNT:
        is_holder = bool(pick_ups) and pick_ups[-1].seat == seat
        is_willing = _wants(stream, has_opened=bool(pick_ups), is_holder=is_holder)
        if is_willing and _can_bid(hands[seat], rungs, height):
            held = hands[seat] | talon
            height = _chosen_rung(held, rungs, height, stream)
            trump, kept = _chosen_holding(held, rungs[height], stream)
            laid = _laid_down(held, kept, (rungs[height].bid, trump), stream)
            pick_ups.append(PickUp(seat, cards_of(talon), rungs[height].bid, trump, cards_of(laid)))
            hands[seat], talon, passes = held ^ laid, laid, 0
        else:
            passes += 1
        seat = (seat + 1) % SEAT_COUNT
    a, b, c = map(cards_of, hands)
    return Auction(tuple(pick_ups), (a, b, c), cards_of(talon))


def is_so(stream: Stream, cases: int, of: int) -> bool:
    """Decide by chance: yes in ``cases`` of ``of``."""
    return stream.below(of) < cases


def _wants(stream: Stream, *, has_opened: bool, is_holder: bool) -> bool:
    """Decide whether a player takes the talon: nobody has bid yet, another has, or the last bid is his own."""
    if not has_opened:
        return is_so(stream, _OPENS_EIGHTHS, 8)
    return is_so(stream, _RAISES_HIMSELF_SIXTEENTHS, 16) if is_holder else is_so(stream, _OVERBIDS_EIGHTHS, 8)


def _is_held(held: CardSet, rung: Rung) -> bool:
    return any(held & needed == needed for _, needed in rung.holdings)


def _can_bid(hand: CardSet, rungs: Sequence[Rung], height: int) -> bool:
    return any(_is_held(hand, rungs[place]) for place in range(height + 1, len(rungs)))


def _chosen_rung(held: CardSet, rungs: Sequence[Rung], height: int, stream: Stream) -> int:
    """Choose a higher bid that the twelve cards are enough for: mostly a near one.

    :raises StopIteration: there is none (``_can_bid`` has to be asked first).
    """
    lowest, count = height + 1, len(rungs)
    if is_so(stream, _JUMPS_EIGHTHS, 8):
        start = lowest + stream.below(count - lowest)
    else:
        start = min(lowest + _halvings(stream), count - 1)
    order: tuple[int, ...] = (*range(start, count), *range(start - 1, height, -1))
    return next(place for place in order if _is_held(held, rungs[place]))


def _halvings(stream: Stream) -> int:
    """Draw 0, 1, 2 … 8, each half as likely as the one before."""
    bits = stream.below(256)
    return (bits ^ (bits + 1)).bit_length() - 1


def _chosen_holding(held: CardSet, rung: Rung, stream: Stream) -> Holding:
    """Choose the trump suit and the cards to keep for a bid: mostly the longest suit."""
    fitting = [holding for holding in rung.holdings if held & holding[1] == holding[1]]
    if len(fitting) == 1 or is_so(stream, _FOOLISH_QUARTERS, 4):
        return fitting[stream.below(len(fitting))]
    return max(
        fitting, key=lambda holding: 0 if holding[0] is None else (held & SUIT_SETS[holding[0]]).bit_count()
    )


def _laid_down(held: CardSet, kept: CardSet, bid: tuple[Bid, Suit | None], stream: Stream) -> CardSet:
    """Choose the two of twelve cards to lay down: mostly what is of least use with the bid and its trumps."""
    spare = list(cards_of(held ^ kept))
    if is_so(stream, _FOOLISH_QUARTERS, 4):
        first = spare.pop(stream.below(len(spare)))
        return set_of((first, spare[stream.below(len(spare))]))
    is_betli = Component.BETLI in bid[0].components
    trumps = NO_CARDS if bid[1] is None else SUIT_SETS[bid[1]]

    def use(card: Card) -> tuple[int, int]:
        rank = card % len(RANKS)
        return trumps >> card & 1, rank if is_betli else -rank

    return set_of(sorted(spare, key=use)[:TALON_SIZE])
