"""Deals played from the first bid to the settled line, by players who are foolish but never break a rule.

For trial events, and as the proof of the checks: what came about by legal bids and legal cards is possible.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from macros_py.rules.cards.cards import (
    CARD_COUNT,
    NO_CARDS,
    RANKS,
    SUIT_COUNT,
    SUIT_SETS,
    SUITS,
    Card,
    CardSet,
    Suit,
    cards_of,
    set_of,
)
from macros_py.rules.cards.deals import HAND_SIZE, Deal
from macros_py.rules.cards.draws import Stream
from macros_py.rules.hall.event import LINES
from macros_py.rules.language.contracts import (
    COMPONENTS,
    KORPASSZ,
    MOST_KONTRA,
    Bid,
    Component,
    Line,
    LinePart,
    line_fault,
)
from macros_py.rules.language.settlement import Triple, korpassz_triples, settle
from macros_py.rules.play.bidding import Auction, auction, is_so, rungs
from macros_py.rules.play.play import (
    ORDER,
    PIROS,
    SEAT_COUNT,
    SEVENS,
    Game,
    PlayedDeal,
    SeatNumber,
    Tally,
    Trick,
    game,
    tally,
)
from macros_py.rules.rulebook import PlayRules, Rulebook


def is_made(component: Component, tally: Tally, rules: PlayRules) -> bool:
    """Tell whether the soloist has reached what a component asks for, bid or not."""
    has_seven_won = tally.seven is not None and tally.seven.is_won and tally.seven.seat == tally.soloist
    return {
        Component.PARTI: tally.is_parti_won,
        Component.NEGYVENSZAZ: tally.has_negyven and tally.trick_points + rules.negyven >= rules.hundred,
        Component.HUSZSZAZ: tally.huszak > 0 and tally.trick_points + rules.husz >= rules.hundred,
        Component.NEGY_ASZ: tally.aces == SUIT_COUNT,
        Component.ULTI: has_seven_won,
        Component.DURCHMARS: tally.tricks == HAND_SIZE,
        Component.BETLI: tally.tricks == 0,
    }[component]


def _result_line(bid: Bid, bid_parts: tuple[LinePart, ...], tally: Tally, rulebook: Rulebook) -> Line:
    """Give the line of a played deal: ``bid_parts`` (for their kontra) with what became of them, then what
    was reached silently and is paid. Of silent achievements that exclude each other the dearest stands.
    """
    settled = tuple(replace(part, is_won=is_made(part.component, tally, rulebook.play)) for part in bid_parts)
    line = Line(bid, settled)
    for part in _silent_parts(bid, tally, rulebook):
        more = Line(bid, (*line.parts, part))
        if line_fault(more, rulebook.contracts) is None:
            line = more
    silent = sorted(line.parts[len(settled) :], key=lambda part: COMPONENTS.index(part.component))
    return Line(bid, (*settled, *silent))


def _silent_parts(bid: Bid, tally: Tally, rulebook: Rulebook) -> Iterator[LinePart]:
    """Give what came without having been bid and would be paid, the dearest first."""
    rules = rulebook.contracts
    paid = sorted(rules.silent_paid, key=lambda kind: -rules.silent_prices[kind])
    for component in map(Component, paid):
        if component in bid.components or not bid.has_trump:
            continue
        if component is Component.ULTI:
            yield from _silent_ulti(tally)
        elif is_made(component, tally, rulebook.play):
            yield LinePart(component, is_silent=True)


def _silent_ulti(tally: Tally) -> Iterator[LinePart]:
    if tally.seven is not None:
        is_own = tally.seven.seat == tally.soloist
        defender = None if is_own else LINES[tally.seven.seat]
        yield LinePart(Component.ULTI, is_won=tally.seven.is_won, is_silent=True, defender=defender)


_KONTRAS_QUARTERS = 1
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
    """A deal with all that happened (at a körpassz no play); ``ft``: what A, B, C receive, sum 0."""

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
        self._rulebook = rulebook
        self._rungs = rungs(rulebook)
        trumps: list[Suit | None] = [None, *range(SUIT_COUNT)]
        self._games = {trump: game(rulebook.play, trump) for trump in trumps}
        self._strength = {trump: _by_strength(trump) for trump in trumps}

    def generate(self, deal: Deal, starter: str, stream: Stream) -> GeneratedDeal:
        """Bid, exchange and play one deal; whatever is decided by chance is read from the stream."""
        bidding = auction(deal, LINES.index(starter), self._rungs, stream)
        if not bidding.pick_ups:
            triples = korpassz_triples(starter, self._rulebook.results)
            ft = triples[stream.below(len(triples))]
            return GeneratedDeal(deal, starter, bidding, None, None, KORPASSZ, ft)
        last = bidding.pick_ups[-1]
        players = [self.player(seat == last.seat, last.bid, last.trump, stream) for seat in range(SEAT_COUNT)]
        tricks = _play_out(bidding, players, self._games[last.trump], self._strength[last.trump], stream)
        played = PlayedDeal(last.trump, last.seat, bidding.hands, bidding.talon, tricks)
        count = tally(played, self._rulebook.play)
        soloist = LINES[last.seat]
        parts = _kontras(last.bid, soloist, self._rulebook, stream)
        line = _result_line(_with_trump(last.bid, last.trump, stream), parts, count, self._rulebook)
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


def _by_strength(trump: Suit | None) -> tuple[Card, ...]:
    """Give the pack, trumps first, within them and the rest the strongest first (roughly: as suits are sorted)."""
    trumps = NO_CARDS if trump is None else SUIT_SETS[trump]
    return tuple(sorted(range(CARD_COUNT), key=lambda card: (not trumps >> card & 1, card % len(RANKS))))


def _play_out(
    bidding: Auction, players: Sequence[Player], game: Game, strength: Sequence[Card], stream: Stream
) -> tuple[Trick, ...]:
    held = [set_of(hand) for hand in bidding.hands]
    leader: SeatNumber = bidding.pick_ups[-1].seat
    tricks = []
    for _ in range(HAND_SIZE):
        cards: list[Card] = []
        best = 0
        for seat in ORDER[leader]:
            legal = game.playable(held[seat], cards[0], cards[best]) if cards else held[seat]
            card = _chosen_card(legal, players[seat], strength, stream)
            held[seat] ^= 1 << card
            cards.append(card)
            if game.takers[cards[best]] >> card & 1:
                best = len(cards) - 1
        first, second, third = cards
        winner = ORDER[leader][best]
        tricks.append(Trick(leader, (first, second, third), winner))
        leader = winner
    return tuple(tricks)


def _chosen_card(legal: CardSet, player: Player, strength: Sequence[Card], stream: Stream) -> Card:
    cards = legal & ~player.held_back or legal
    if cards & (cards - 1) == 0:
        return cards.bit_length() - 1
    if player.temper is Temper.BLIND:
        found = cards_of(cards)
        return found[stream.below(len(found))]
    order = strength if player.temper is Temper.STRONGEST else reversed(strength)
    return next(card for card in order if cards >> card & 1)


def _with_trump(bid: Bid, trump: Suit | None, stream: Stream) -> Bid:
    """Write the trump suit into every other bid; piros is always marked."""
    if trump is None or trump == PIROS or is_so(stream, 1, 2):
        return bid
    return replace(bid, trump=SUITS[trump])


def _kontras(bid: Bid, soloist: str, rulebook: Rulebook, stream: Stream) -> tuple[LinePart, ...]:
    """Give the parts of a bid with a kontra here and there; where the game has it, not by both defenders alike."""
    defenders = [seat for seat in LINES if seat != soloist]
    parts = []
    for component in bid.ordered:
        levels = [_kontra_level(stream)] * len(defenders)
        if bid.kind(component) in rulebook.contracts.individual_kontra:
            levels[1] = _kontra_level(stream)
        both = min(levels)
        beyond = tuple((seat, level) for seat, level in zip(defenders, levels, strict=True) if level > both)
        parts.append(LinePart(component, kontra=both, individual=beyond))
    return tuple(parts)


def _kontra_level(stream: Stream) -> int:
    level = 0
    while level < MOST_KONTRA and is_so(stream, _KONTRAS_QUARTERS, 4):
        level += 1
    return level
