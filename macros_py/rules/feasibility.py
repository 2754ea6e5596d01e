"""Can a line be, with these cards? Each part of it is certain, possible or impossible, with the reason.

"Impossible" is said only of what no bidding and no play, however foolish, could have brought about; "certain" only
of what follows from the rest of the line. The talon travels, so what counts is how many bids can have been made
before the soloist's last one: no more than there are bids of at most its value.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from macros_py.rules.card_sets import cards_of
from macros_py.rules.cards import CARD_COUNT, RANKS, SUITS
from macros_py.rules.contracts import Bid, Component, Line, LinePart, legal_bids, value
from macros_py.rules.deals import TALON_SIZE, Deal
from macros_py.rules.demands import HUNDREDS, FulfilledWay, forced_by_durchmars, ways
from macros_py.rules.rulebook import Rulebook
from macros_py.rules.talon_travel import Layout, seen_from


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


FROM_THE_LINE = frozenset((Reason.NONE, Reason.AGAINST_DURCHMARS, Reason.BY_DURCHMARS, Reason.NO_DURCHMARS))
"""What can be said without knowing the deal."""

MISSING = {
    Component.ULTI: Reason.NO_SEVEN,
    Component.NEGY_ASZ: Reason.NO_TOP_TRUMP,
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be said of one part; ``cards`` are what would have been needed, one text for each choice."""

    part: LinePart
    possibility: Possibility = Possibility.POSSIBLE
    reason: Reason = Reason.NONE
    cards: tuple[str, ...] = ()

    @property
    def tells_cards(self) -> bool:
        """Tell whether the verdict gives something of the deal away: then it must not be shown before the
        round has been played.
        """
        return self.reason not in FROM_THE_LINE


class Feasibility:
    """The check of lines against deals by one rulebook; what does not depend on the deal is prepared once."""

    __slots__ = ("_contracts", "_rules", "_values")

    def __init__(self, rulebook: Rulebook) -> None:
        """Prepare for one rulebook."""
        self._rules = rulebook.play
        self._contracts = rulebook.contracts
        self._values = sorted(value(bid, rulebook.contracts) for bid in legal_bids(rulebook.contracts))

    def most_bids(self, bid: Bid) -> int:
        """Give how many bids there can have been up to this one, itself among them.

        Bids of equal value are all counted: which of them is the higher is not looked at.
        """
        return bisect_right(self._values, value(bid, self._contracts))

    def verdicts(self, deal: Deal, soloist: str, line: Line) -> tuple[Verdict, ...]:
        """Give a verdict on each part of a legal line, in its order; ``soloist`` is a seat (A, B, C).

        A körpassz has no parts, and nothing speaks against it.
        """
        if line.bid is None:
            return ()
        case = DealtLine(line.bid, line.parts, seen_from(deal, soloist), self.most_bids(line.bid))
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
            cards = () if reason is Reason.TOO_MANY_LOST else named_cards(own[place])
            faults[place] = Verdict(part, Possibility.IMPOSSIBLE, reason, cards)
        return faults

    def missing(self, case: DealtLine, part: LinePart) -> Reason:
        """Give the reason why a part cannot be by itself."""
        if part.defender is not None:
            return Reason.DEFENDER_NO_SEVEN
        if part.component in HUNDREDS:
            with_pair = replace(part, is_won=False, is_silent=True)
            return Reason.TOO_MANY_LOST if case.is_open(self.ways(case, [with_pair])) else Reason.NO_PAIR
        return MISSING[part.component]

    def ways(self, case: DealtLine, wanted: Sequence[LinePart]) -> list[FulfilledWay]:
        """Give the ways to fulfil some parts of a case."""
        return ways(case.bid, wanted, case.parts, self._rules)

    def contradictions(self, parts: Sequence[LinePart]) -> dict[int, Verdict]:
        """Give the parts, by place, that cannot be beside a durchmars that was made, whatever the cards."""
        if not any(part.component is Component.DURCHMARS and part.is_won for part in parts):
            return {}
        return {
            place: Verdict(part, Possibility.IMPOSSIBLE, Reason.AGAINST_DURCHMARS)
            for place, part in enumerate(parts)
            if forced_by_durchmars(part, self._rules, TALON_SIZE) is (not part.is_won)
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


def named_cards(found: Sequence[FulfilledWay]) -> tuple[str, ...]:
    """Write the cards of each way, ``M KF``, each only once."""
    sets = [sum({card for _, card in way.defenders}) | way.soloist for way in found]
    return tuple(dict.fromkeys(short_notation(cards) for cards in sets))


def short_notation(cards: int) -> str:
    """Write a few cards without the suits they lack: ``P Á M KF``."""
    held = cards_of(cards & ((1 << CARD_COUNT) - 1))
    suits = {suit: [card for card in held if card // len(RANKS) == suit] for suit in range(len(SUITS))}
    return " ".join(
        f"{SUITS[suit]} {''.join(RANKS[card % len(RANKS)] for card in cards)}"
        for suit, cards in suits.items()
        if cards
    )
