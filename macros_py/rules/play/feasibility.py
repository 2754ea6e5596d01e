"""Can a line be, with these cards? Each part of it is certain, possible or impossible, with the reason.

"Impossible" is said only of what no bidding and no play, however foolish, could have brought about; "certain"
only of what follows from the rest of the line. Each bid takes the whole talon and lays two cards down, so
what counts is how many bids it takes until the soloist has had the cards he needs, and how many there can
have been up to his last one: no more than there are bids of at most its value. Demands depend on the line
alone, not on a deal; a durchmars needs the highest trump too, but is so dear that any card can have come to
the soloist before it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache

from macros_py.rules.cards.cards import (
    CARD_COUNT,
    NO_CARDS,
    RANKS,
    SUIT_COUNT,
    SUITS,
    CardSet,
    Suit,
    cards_of,
    of_suit,
    set_of,
)
from macros_py.rules.cards.deals import TALON_SIZE, Deal
from macros_py.rules.hall.event import LINES
from macros_py.rules.language.contracts import Bid, Component, Line, LinePart, legal_bids, value
from macros_py.rules.play.play import ORDER, SEVENS, needed_sets, trump_suits
from macros_py.rules.rulebook import PlayRules, Rulebook

Counts = tuple[int, int, int]
"""How many of the needed cards are in the talon, with the next player after the soloist, with the one after him."""

_FROM_HIS_OWN_HAND, _FROM_THE_TALON, _FROM_ANOTHER_HAND = 1, 2, 3
"""Bids it takes, the soloist's last one among them, until a defender holds a card for good."""


@cache
def bids_needed(talon: int, second: int, third: int) -> int:
    """Give the fewest bids, the last the soloist's, until he has had all the cards, if everybody helps."""
    states: set[Counts] = {(talon, second, third)}
    bids = 1
    while all(second or third for _, second, third in states):
        states = {after for state in states for after in _after_a_bid(state)}
        bids += 1
    return bids


def _after_a_bid(state: Counts) -> Iterator[Counts]:
    talon, second, third = state
    yield 0, second, third
    for laid in range(min(TALON_SIZE, second + talon) + 1):
        yield laid, second + talon - laid, third
    for laid in range(min(TALON_SIZE, third + talon) + 1):
        yield laid, second, third + talon - laid


class Layout:
    """Where the cards of a deal were dealt to, seen from one soloist's seat (A, B, C)."""

    __slots__ = ("_hands", "second", "talon", "third")

    def __init__(self, deal: Deal, soloist: str) -> None:
        sets = [set_of(hand) for hand in deal.hands]
        _, second, third = ORDER[LINES.index(soloist)]
        self._hands = dict(zip(LINES, sets, strict=True))
        self.second, self.third, self.talon = sets[second], sets[third], set_of(deal.talon)

    def bids_to_soloist(self, cards: CardSet) -> int:
        """Give how many bids it takes at least until the soloist has had all these cards in hand."""
        places = (self.talon, self.second, self.third)
        talon, second, third = ((cards & place).bit_count() for place in places)
        return bids_needed(talon, second, third)

    def bids_to_defender(self, seat: str, card: CardSet) -> int:
        """Give how many bids it takes at least, the soloist's last, until a defender keeps one card."""
        if self._hands[seat] & card:
            return _FROM_HIS_OWN_HAND
        return _FROM_THE_TALON if self.talon & card else _FROM_ANOTHER_HAND


_NO_DEMANDS = (NO_CARDS,)
_HUNDREDS = (Component.NEGYVENSZAZ, Component.HUSZSZAZ)


@dataclass(frozen=True, slots=True)
class FulfilledWay:
    """One way to fulfil the demands: what the soloist must have had in hand before he last laid two cards down,
    and the cards that defenders (by seat) must have kept.
    """

    soloist: CardSet
    defenders: tuple[tuple[str, CardSet], ...] = ()


def _ways(
    bid: Bid, wanted: Sequence[LinePart], all_parts: Sequence[LinePart], rules: PlayRules
) -> list[FulfilledWay]:
    """Give every way to fulfil the ``wanted`` parts of a line together; none: they contradict the rules."""
    defended = [part for part in all_parts if part.component is Component.ULTI and part.defender is not None]
    has_lost_last = any(part.is_won for part in defended)
    found = []
    for trump in trump_suits(bid):
        held = [NO_CARDS]
        for part in wanted:
            choices = _soloist_demands(part, trump, rules, has_lost_last=has_lost_last)
            held = [before | more for before in held for more in choices]
        kept = tuple(
            (part.defender, SEVENS[trump])
            for part in wanted
            if part.defender is not None and part.component is Component.ULTI and trump is not None
        )
        found += [FulfilledWay(cards, kept) for cards in dict.fromkeys(held)]
    return found


def _soloist_demands(
    part: LinePart, trump: Suit | None, rules: PlayRules, *, has_lost_last: bool
) -> tuple[CardSet, ...]:
    """Give what the soloist must have had in hand for a part with a trump suit: one of these sets, whole.

    No set at all: the part cannot be. ``has_lost_last``: the last trick is known to be the defenders'.
    """
    if trump is None or part.defender is not None:
        return _NO_DEMANDS
    named = needed_sets(part.component, trump)
    if named != _NO_DEMANDS:
        is_bound = part.is_silent or rules.cards_for_bid == "kell"
        sets = named if part.is_won or is_bound else _NO_DEMANDS
        is_counted = part.is_won and part.component in _HUNDREDS
        return _hundred_demands(sets, part.component, trump, rules, has_lost_last) if is_counted else sets
    if part.is_won and part.component is Component.NEGY_ASZ and rules.trump_order[0] == "Á":
        return (_top_trump(trump, rules),)
    return _NO_DEMANDS


def _top_trump(trump: Suit, rules: PlayRules) -> CardSet:
    """Give the highest trump: whoever is dealt into the play with it takes a trick with it, and keeps it."""
    return of_suit(trump, rules.trump_order[0])


def _hundred_demands(
    sets: tuple[CardSet, ...], component: Component, trump: Suit, rules: PlayRules, has_lost_last: bool
) -> tuple[CardSet, ...]:
    """Give what a won 40-100 or 20-100 demands besides its pair: not to lose more points than it can spare."""
    shown = rules.negyven if component is Component.NEGYVENSZAZ else rules.husz
    spare = _all_points(rules) - (rules.hundred - shown)
    lost = rules.last_trick if has_lost_last else 0
    if lost > spare:
        return ()
    if rules.trump_order[0] in rules.counting_ranks and lost + rules.card_points > spare:
        return tuple(cards | _top_trump(trump, rules) for cards in sets)
    return sets


def _all_points(rules: PlayRules) -> int:
    """Give the points there are in tricks and talon together."""
    return len(rules.counting_ranks) * SUIT_COUNT * rules.card_points + rules.last_trick


def _forced_by_durchmars(part: LinePart, rules: PlayRules, talon_cards: int) -> bool | None:
    """Tell how another part must have ended if the soloist took every trick; None: that leaves it open.

    At worst the ``talon_cards`` he laid down all counted, and for the defenders.
    """
    if part.defender is not None:
        return False if part.component is Component.ULTI else None
    laid = talon_cards * rules.card_points
    if part.component is Component.PARTI and _all_points(rules) - laid > laid:
        return True
    is_bound = rules.cards_for_bid == "kell" or part.is_silent
    if part.component is Component.NEGYVENSZAZ and is_bound:
        return True if _all_points(rules) - laid + rules.negyven >= rules.hundred else None
    return True if part.component is Component.ULTI and part.is_silent else None


class Possibility(Enum):
    """What the cards say of one part of a line."""

    CERTAIN = "biztos"
    POSSIBLE = "lehetséges"
    IMPOSSIBLE = "lehetetlen"


class Reason(Enum):
    """Why: the sentence is ``[feasibility.<value>]`` of the words; it may name ``cards``."""

    NONE = "nincs"
    NO_PAIR = "nincs_par"
    NO_SEVEN = "nincs_hetes"
    NO_TOP_TRUMP = "nincs_adu_asz"
    """A defender had the highest trump, and took a trick with it."""
    DEFENDER_NO_SEVEN = "vedonel_nincs_hetes"
    TOO_MANY_LOST = "sok_veszett_el"
    """The defenders have the last trick, and the soloist cannot have had what he needs to spare its points."""
    NOT_TOGETHER = "egyutt_nem"
    """Each part could be by itself, but the cards for all of them cannot have come together."""
    AGAINST_DURCHMARS = "durchmars_kizarja"
    """The soloist has all tricks, so this cannot be."""
    BY_DURCHMARS = "durchmarsbol"
    """The soloist has all tricks, so this must be."""
    NO_DURCHMARS = "mas_kizarja"
    """Another part says that the defenders have taken a trick."""


_FROM_THE_LINE = frozenset((Reason.NONE, Reason.AGAINST_DURCHMARS, Reason.BY_DURCHMARS, Reason.NO_DURCHMARS))
"""What can be said without knowing the deal."""

_MISSING = {Component.ULTI: Reason.NO_SEVEN, Component.NEGY_ASZ: Reason.NO_TOP_TRUMP}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be said of one part; ``cards`` are what would have been needed, one text for each choice."""

    part: LinePart
    possibility: Possibility = Possibility.POSSIBLE
    reason: Reason = Reason.NONE
    cards: tuple[str, ...] = ()

    @property
    def tells_cards(self) -> bool:
        """Tell whether it gives cards away, and so must not be shown before the round has been played."""
        return self.reason not in _FROM_THE_LINE


class Feasibility:
    """The check of lines against deals by one rulebook; what does not depend on the deal is prepared once."""

    __slots__ = ("_contracts", "_rules", "_values")

    def __init__(self, rulebook: Rulebook) -> None:
        self._rules = rulebook.play
        self._contracts = rulebook.contracts
        self._values = sorted(value(bid, rulebook.contracts) for bid in legal_bids(rulebook.contracts))

    def most_bids(self, bid: Bid) -> int:
        """Give how many bids there can have been up to this one, itself and all of equal value among them."""
        return bisect_right(self._values, value(bid, self._contracts))

    def verdicts(self, deal: Deal, soloist: str, line: Line) -> tuple[Verdict, ...]:
        """Give a verdict on each part of a legal line (a körpassz has none); ``soloist``: A, B or C."""
        if line.bid is None:
            return ()
        case = DealtLine(line.bid, line.parts, Layout(deal, soloist), self.most_bids(line.bid))
        faults = self.card_faults(case) | self.contradictions(case.parts)
        if faults:
            return tuple(faults.get(place, Verdict(part)) for place, part in enumerate(line.parts))
        if not any(part.component is Component.DURCHMARS for part in line.parts):
            return tuple(map(Verdict, line.parts))
        return tuple(self.proof(line.parts, place) for place in range(len(line.parts)))

    def card_faults(self, case: DealtLine) -> dict[int, Verdict]:
        """Give the impossible parts by their places, as far as the cards tell."""
        if case.is_open(self.ways(case, case.parts)):
            return {}
        own = [self.ways(case, [part]) for part in case.parts]
        alone = {place for place, found in enumerate(own) if not case.is_open(found)}
        together = {place for place, found in enumerate(own) if any(way != FulfilledWay(0) for way in found)}
        faults = {}
        for place in sorted(alone or together):
            part = case.parts[place]
            reason = self.missing(case, part) if alone else Reason.NOT_TOGETHER
            cards = () if reason is Reason.TOO_MANY_LOST else _named_cards(own[place])
            faults[place] = Verdict(part, Possibility.IMPOSSIBLE, reason, cards)
        return faults

    def missing(self, case: DealtLine, part: LinePart) -> Reason:
        """Give the reason why a part cannot be by itself."""
        if part.defender is not None:
            return Reason.DEFENDER_NO_SEVEN
        if part.component in _HUNDREDS:
            with_pair = replace(part, is_won=False, is_silent=True)
            return Reason.TOO_MANY_LOST if case.is_open(self.ways(case, [with_pair])) else Reason.NO_PAIR
        return _MISSING[part.component]

    def ways(self, case: DealtLine, wanted: Sequence[LinePart]) -> list[FulfilledWay]:
        """Give the ways to fulfil some parts of a case."""
        return _ways(case.bid, wanted, case.parts, self._rules)

    def contradictions(self, parts: Sequence[LinePart]) -> dict[int, Verdict]:
        """Give the parts, by place, that cannot be beside a durchmars that was made, whatever the cards."""
        if not any(part.component is Component.DURCHMARS and part.is_won for part in parts):
            return {}
        return {
            place: Verdict(part, Possibility.IMPOSSIBLE, Reason.AGAINST_DURCHMARS)
            for place, part in enumerate(parts)
            if _forced_by_durchmars(part, self._rules, TALON_SIZE) is (not part.is_won)
        }

    def proof(self, parts: Sequence[LinePart], place: int) -> Verdict:
        """Tell of a part of a line that can be whether it also must be: the line with it reversed cannot be."""
        part = parts[place]
        reverse = [*parts[:place], replace(part, is_won=not part.is_won), *parts[place + 1 :]]
        if part.is_silent or not self.contradictions(reverse):
            return Verdict(part)
        return Verdict(part, Possibility.CERTAIN, Reason.BY_DURCHMARS if part.is_won else Reason.NO_DURCHMARS)


@dataclass(frozen=True, slots=True)
class DealtLine:
    """A line over a deal: its bid and parts, where the cards were dealt to, how many bids there can have been."""

    bid: Bid
    parts: tuple[LinePart, ...]
    layout: Layout
    bids: int

    def is_open(self, ways: Iterable[FulfilledWay]) -> bool:
        """Tell whether one of the ways can have come about in so many bids."""
        return any(
            self.layout.bids_to_soloist(way.soloist) <= self.bids
            and all(self.layout.bids_to_defender(seat, card) <= self.bids for seat, card in way.defenders)
            for way in ways
        )


def _named_cards(found: Sequence[FulfilledWay]) -> tuple[str, ...]:
    sets = [sum({card for _, card in way.defenders}) | way.soloist for way in found]
    return tuple(dict.fromkeys(_short_notation(cards) for cards in sets))


def _short_notation(cards: int) -> str:
    """Write a few cards without the suits they lack: ``P Á M KF``."""
    held = cards_of(cards & ((1 << CARD_COUNT) - 1))
    suits = {suit: [card for card in held if card // len(RANKS) == suit] for suit in range(len(SUITS))}
    return " ".join(
        f"{SUITS[suit]} {''.join(RANKS[card % len(RANKS)] for card in cards)}"
        for suit, cards in suits.items()
        if cards
    )
