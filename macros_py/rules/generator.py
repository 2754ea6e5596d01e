"""Deals played from the first bid to the last trick, by players who are foolish but never break a rule.

For trial events, and as the proof of the checks: what came about by legal bids and legal cards is possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from macros_py.rules.achievements import result_line
from macros_py.rules.bidding import Auction, auction, is_so, rungs
from macros_py.rules.card_sets import NO_CARDS, SUIT_COUNT, SUIT_SETS, CardSet, Suit, cards_of, set_of
from macros_py.rules.cards import CARD_COUNT, RANKS, SUITS, Card
from macros_py.rules.contracts import KORPASSZ, MOST_KONTRA, Bid, Component, Line, LinePart
from macros_py.rules.counting import SEVENS, PlayedDeal, tally
from macros_py.rules.deals import HAND_SIZE, Deal
from macros_py.rules.draws import Stream
from macros_py.rules.event import LINES
from macros_py.rules.holdings import PIROS
from macros_py.rules.play import ORDER, SEAT_COUNT, Game, SeatNumber, Trick, game
from macros_py.rules.rulebook import Rulebook
from macros_py.rules.settlement import Triple, korpassz_triples, settle

KONTRAS_QUARTERS = 1
"""How often a part is kontrazott, and each kontra answered by the next."""


class Temper(Enum):
    """How a player chooses among the cards he may play."""

    BLIND = 0
    STRONGEST = 1
    WEAKEST = 2


@dataclass(frozen=True, slots=True)
class Player:
    """How one player plays one deal: his temper, and a card he holds back as long as he may (or none)."""

    temper: Temper
    held_back: CardSet


@dataclass(frozen=True, slots=True)
class GeneratedDeal:
    """A deal with all that happened: at a körpassz nobody is soloist and nothing is played.

    ``ft`` are the results of A, B, C in Ft; they sum to 0.
    """

    deal: Deal
    starter: str
    auction: Auction
    soloist: str | None
    played: PlayedDeal | None
    line: Line
    ft: Triple


class Generator:
    """Plays deals by one rulebook; the ladder and the tables of play are made once."""

    __slots__ = ("_games", "_rulebook", "_rungs", "_strength")

    def __init__(self, rulebook: Rulebook) -> None:
        """Prepare for one rulebook."""
        self._rulebook = rulebook
        self._rungs = rungs(rulebook)
        trumps: list[Suit | None] = [None, *range(SUIT_COUNT)]
        self._games = {trump: game(rulebook.play, trump) for trump in trumps}
        self._strength = {trump: by_strength(trump) for trump in trumps}

    def generate(self, deal: Deal, starter: str, stream: Stream) -> GeneratedDeal:
        """Bid, exchange and play one deal; whatever is decided by chance is read from the stream."""
        bidding = auction(deal, LINES.index(starter), self._rungs, stream)
        if not bidding.pick_ups:
            triples = korpassz_triples(starter, self._rulebook.results)
            ft = triples[stream.below(len(triples))]
            return GeneratedDeal(deal, starter, bidding, None, None, KORPASSZ, ft)
        last = bidding.pick_ups[-1]
        players = [self.player(seat == last.seat, last.bid, last.trump, stream) for seat in range(SEAT_COUNT)]
        tricks = play_out(bidding, players, self._games[last.trump], self._strength[last.trump], stream)
        played = PlayedDeal(last.trump, last.seat, bidding.hands, bidding.talon, tricks)
        count = tally(played, self._rulebook.play)
        soloist = LINES[last.seat]
        parts = kontras(last.bid, soloist, self._rulebook, stream)
        line = result_line(with_trump(last.bid, last.trump, stream), parts, count, self._rulebook)
        ft = settle(line, soloist, self._rulebook.contracts)
        return GeneratedDeal(deal, starter, bidding, soloist, played, line, ft)

    def player(self, is_soloist: bool, bid: Bid, trump: Suit | None, stream: Stream) -> Player:
        """Draw how a player plays: often what suits the bid, often the trump seven held back."""
        tempers = list(Temper)
        temper = tempers[stream.below(len(tempers))]
        if is_soloist and is_so(stream, 1, 2):
            temper = Temper.WEAKEST if Component.BETLI in bid.components else Temper.STRONGEST
        is_keeping = trump is not None and is_so(stream, 1, 2)
        return Player(temper, SEVENS[trump] if trump is not None and is_keeping else NO_CARDS)


def by_strength(trump: Suit | None) -> tuple[Card, ...]:
    """Give the pack, trumps first, within them and the rest the strongest first (roughly: as suits are sorted)."""
    trumps = NO_CARDS if trump is None else SUIT_SETS[trump]
    return tuple(sorted(range(CARD_COUNT), key=lambda card: (not trumps >> card & 1, card % len(RANKS))))


def play_out(
    bidding: Auction, players: Sequence[Player], game: Game, strength: Sequence[Card], stream: Stream
) -> tuple[Trick, ...]:
    """Play all the tricks, the soloist leading to the first."""
    held = [set_of(hand) for hand in bidding.hands]
    leader: SeatNumber = bidding.pick_ups[-1].seat
    tricks = []
    for _ in range(HAND_SIZE):
        cards: list[Card] = []
        best = 0
        for seat in ORDER[leader]:
            legal = game.playable(held[seat], cards[0], cards[best]) if cards else held[seat]
            card = chosen_card(legal, players[seat], strength, stream)
            held[seat] ^= 1 << card
            cards.append(card)
            if game.takers[cards[best]] >> card & 1:
                best = len(cards) - 1
        first, second, third = cards
        winner = ORDER[leader][best]
        tricks.append(Trick(leader, (first, second, third), winner))
        leader = winner
    return tuple(tricks)


def chosen_card(legal: CardSet, player: Player, strength: Sequence[Card], stream: Stream) -> Card:
    """Choose one of the legal cards by the player's temper."""
    cards = legal & ~player.held_back or legal
    if cards & (cards - 1) == 0:
        return cards.bit_length() - 1
    if player.temper is Temper.BLIND:
        found = cards_of(cards)
        return found[stream.below(len(found))]
    order = strength if player.temper is Temper.STRONGEST else reversed(strength)
    return next(card for card in order if cards >> card & 1)


def with_trump(bid: Bid, trump: Suit | None, stream: Stream) -> Bid:
    """Write the trump suit into every other bid; piros is always marked."""
    if trump is None or trump == PIROS or is_so(stream, 1, 2):
        return bid
    return replace(bid, trump=SUITS[trump])


def kontras(bid: Bid, soloist: str, rulebook: Rulebook, stream: Stream) -> tuple[LinePart, ...]:
    """Give the parts of a bid with a kontra here and there; where the game has it, not by both defenders alike."""
    defenders = [seat for seat in LINES if seat != soloist]
    parts = []
    for component in bid.ordered:
        levels = [kontra_level(stream)] * len(defenders)
        if bid.kind(component) in rulebook.contracts.individual_kontra:
            levels[1] = kontra_level(stream)
        both = min(levels)
        beyond = tuple((seat, level) for seat, level in zip(defenders, levels, strict=True) if level > both)
        parts.append(LinePart(component, kontra=both, individual=beyond))
    return tuple(parts)


def kontra_level(stream: Stream) -> int:
    """Draw a kontra level, mostly 0."""
    level = 0
    while level < MOST_KONTRA and is_so(stream, KONTRAS_QUARTERS, 4):
        level += 1
    return level
