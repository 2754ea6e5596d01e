"""What the parts of a line demand of the cards: the ways in which all of them can have been held.

Only what every bidding and every play must fulfil is a demand. It depends on the line alone, not on a deal. A
durchmars needs the highest trump too, but is so dear that any card can have come to the soloist before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros_py.rules.card_sets import NO_CARDS, SUIT_COUNT, CardSet, Suit, of_suit
from macros_py.rules.contracts import Bid, Component, LinePart
from macros_py.rules.counting import SEVENS
from macros_py.rules.holdings import needed_sets, trump_suits
from macros_py.rules.rulebook import PlayRules

NO_DEMANDS = (NO_CARDS,)
HUNDREDS = (Component.NEGYVENSZAZ, Component.HUSZSZAZ)


@dataclass(frozen=True, slots=True)
class FulfilledWay:
    """One way to fulfil the demands: what the soloist must have had in hand before he last laid two cards down,
    and the cards that defenders (by seat) must have kept.
    """

    soloist: CardSet
    defenders: tuple[tuple[str, CardSet], ...] = ()


def ways(
    bid: Bid, wanted: Sequence[LinePart], all_parts: Sequence[LinePart], rules: PlayRules
) -> list[FulfilledWay]:
    """Give every way to fulfil the wanted ones of a line's parts together; none: they contradict the rules.

    The other parts still count for the points that are lost for certain.
    """
    has_lost_last = any(is_defenders_ulti(part) for part in all_parts)
    found = []
    for trump in trump_suits(bid):
        held = [NO_CARDS]
        for part in wanted:
            choices = soloist_demands(part, trump, rules, has_lost_last=has_lost_last)
            held = [before | more for before in held for more in choices]
        kept = tuple(
            (part.defender, SEVENS[trump])
            for part in wanted
            if part.defender is not None and part.component is Component.ULTI and trump is not None
        )
        found += [FulfilledWay(cards, kept) for cards in dict.fromkeys(held)]
    return found


def is_defenders_ulti(part: LinePart) -> bool:
    """Tell whether a part says that a defender has won the last trick with the trump seven."""
    return part.component is Component.ULTI and part.defender is not None and part.is_won


def soloist_demands(
    part: LinePart, trump: Suit | None, rules: PlayRules, *, has_lost_last: bool
) -> tuple[CardSet, ...]:
    """Give what the soloist must have had in hand for a part with a trump suit: one of these sets, whole.

    No set at all: the part cannot be. ``has_lost_last``: the last trick is known to be the defenders'.
    """
    if trump is None or part.defender is not None:
        return NO_DEMANDS
    named = needed_sets(part.component, trump)
    if named != NO_DEMANDS:
        is_bound = part.is_silent or rules.cards_for_bid == "kell"
        sets = named if part.is_won or is_bound else NO_DEMANDS
        is_counted = part.is_won and part.component in HUNDREDS
        return hundred_demands(sets, part.component, trump, rules, has_lost_last) if is_counted else sets
    if part.is_won and part.component is Component.NEGY_ASZ and rules.trump_order[0] == "Á":
        return (top_trump(trump, rules),)
    return NO_DEMANDS


def top_trump(trump: Suit, rules: PlayRules) -> CardSet:
    """Give the highest trump: whoever is dealt into the play with it takes a trick with it, and keeps it."""
    return of_suit(trump, rules.trump_order[0])


def hundred_demands(
    sets: tuple[CardSet, ...], component: Component, trump: Suit, rules: PlayRules, has_lost_last: bool
) -> tuple[CardSet, ...]:
    """Give what a won 40-100 or 20-100 demands besides its pair: not to lose more points than it can spare."""
    shown = rules.negyven if component is Component.NEGYVENSZAZ else rules.husz
    spare = all_points(rules) - (rules.hundred - shown)
    lost = rules.last_trick if has_lost_last else 0
    if lost > spare:
        return ()
    if rules.trump_order[0] in rules.counting_ranks and lost + rules.card_points > spare:
        return tuple(cards | top_trump(trump, rules) for cards in sets)
    return sets


def all_points(rules: PlayRules) -> int:
    """Give the points there are in tricks and talon together."""
    return len(rules.counting_ranks) * SUIT_COUNT * rules.card_points + rules.last_trick


def forced_by_durchmars(part: LinePart, rules: PlayRules, talon_cards: int) -> bool | None:
    """Tell how another part must have ended if the soloist took every trick; None: that leaves it open.

    At worst the ``talon_cards`` he laid down all counted, and for the defenders.
    """
    if part.defender is not None:
        return False if part.component is Component.ULTI else None
    laid = talon_cards * rules.card_points
    if part.component is Component.PARTI and all_points(rules) - laid > laid:
        return True
    is_bound = rules.cards_for_bid == "kell" or part.is_silent
    if part.component is Component.NEGYVENSZAZ and is_bound:
        return True if all_points(rules) - laid + rules.negyven >= rules.hundred else None
    return True if part.component is Component.ULTI and part.is_silent else None
