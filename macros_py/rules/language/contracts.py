"""What can be bid and what one line of a protocol says of it: bids, their parts, legality, the ladder.

Amounts are Ft between the soloist and one defender. Everything that is a rule of the game and could be
otherwise elsewhere (prices, what goes with what) comes in as ``ContractRules``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from itertools import product

from macros_py.rules.rulebook import ContractRules

MOST_KONTRA = 4
"""The levels have names: kontra, rekontra, szubkontra, mordkontra."""


class Component(Enum):
    """What a bid is put together from; the order is the one in which a line is written."""

    PARTI = "parti"
    NEGYVENSZAZ = "negyvenszaz"
    HUSZSZAZ = "huszszaz"
    NEGY_ASZ = "negy_asz"
    ULTI = "ulti"
    DURCHMARS = "durchmars"
    BETLI = "betli"


COMPONENTS = tuple(Component)
PLACES = {component: place for place, component in enumerate(COMPONENTS)}


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid: its components, the parti among them where it is played for.

    ``trump`` is T, Z or M (as in ``cards.SUITS``) if the line names the suit, else None; piros is ``is_piros``,
    which a bid without trump (betli, színtelen durchmars) can have too.
    """

    components: frozenset[Component]
    is_piros: bool = False
    is_teritett: bool = False
    is_szintelen: bool = False
    trump: str | None = None

    @property
    def ordered(self) -> tuple[Component, ...]:
        """Give the components in the order of a line."""
        return tuple(sorted(self.components, key=PLACES.__getitem__))

    @property
    def has_trump(self) -> bool:
        """Tell whether there is a trump suit: not at betli, not at színtelen durchmars."""
        return not self.is_szintelen and Component.BETLI not in self.components

    def kind(self, component: Component) -> str:
        """Give the word by which the rules call a component of this bid: durchmars is two things."""
        is_other = self.is_szintelen and component is Component.DURCHMARS
        return f"szintelen_{component.value}" if is_other else component.value


@dataclass(frozen=True, slots=True)
class LinePart:
    """One achievement of a line, won or lost by itself.

    ``is_silent``: not bid (csendes); then ``defender`` is the seat of the defender whose it is, None where
    it is the soloist's. ``kontra`` is the level (0 … 4) against both defenders, ``individual`` what single
    defenders went beyond it: (seat, level), by seat.
    """

    component: Component
    is_won: bool = True
    is_silent: bool = False
    defender: str | None = None
    kontra: int = 0
    individual: tuple[tuple[str, int], ...] = ()

    def level(self, seat: str) -> int:
        """Give the kontra level between the soloist and the defender on ``seat``."""
        return max([self.kontra, *(level for own, level in self.individual if own == seat)])


@dataclass(frozen=True, slots=True)
class Line:
    """What one line of a protocol says: a bid with what became of each part, or (``bid`` None) a körpassz.

    ``parts`` has one part for each component of the bid, in order, then the silent ones. ``is_parti_open``:
    the line does not mention the parti; it stands as won, but tables that lost it leave it out as well.
    Two lines that differ in this only are equal.
    """

    bid: Bid | None
    parts: tuple[LinePart, ...] = ()
    is_parti_open: bool = field(default=False, compare=False)

    @property
    def is_korpassz(self) -> bool:
        """Tell whether nobody played: all passed."""
        return self.bid is None

    def part(self, component: Component) -> LinePart | None:
        """Give the part of this component, if the line has one (silent or not)."""
        return next((part for part in self.parts if part.component is component), None)


KORPASSZ = Line(None)


@dataclass(frozen=True, slots=True)
class LineFault:
    """Why a bid or line is against the rules: ``reason`` names the sentence, ``culprits`` the words at fault
    (values of ``Component``, or ``piros``, ``teritett``, ``szintelen``, ``csendes``, ``bukott``, ``kontra``).
    """

    reason: str
    culprits: tuple[str, ...]


def bid_of(
    announced: frozenset[Component],
    rules: ContractRules,
    *,
    is_piros: bool = False,
    is_teritett: bool = False,
    is_szintelen: bool = False,
    trump: str | None = None,
) -> Bid:
    """Make the bid of what was announced; the parti joins it unless it is not played for. Nothing is checked."""
    has_parti = not any(component.value in rules.without_parti for component in announced)
    components = announced | {Component.PARTI} if has_parti else announced
    return Bid(components, is_piros, is_teritett, is_szintelen, trump)


def bid_fault(bid: Bid, rules: ContractRules) -> LineFault | None:
    """Tell why a bid is against the rules; None if it is legal."""
    values = [component.value for component in bid.ordered]
    if not values:
        return LineFault("nothing_bid", ())
    for component in bid.ordered:
        if bid.kind(component) in rules.alone and len(values) > 1:
            others = [value for value in values if value != component.value]
            return LineFault("alone", (component.value, *others))
    for first, second in rules.exclusive:
        if first in values and second in values:
            return LineFault("exclusive", (second, first))
    if Component.PARTI in bid.components and any(value in rules.without_parti for value in values):
        return LineFault("parti_not_played", ("parti",))
    return _qualifier_fault(bid, values, rules)


def _qualifier_fault(bid: Bid, values: list[str], rules: ContractRules) -> LineFault | None:
    if bid.is_teritett and not any(value in rules.teritett for value in values):
        return LineFault("teritett", ("teritett",))
    if bid.is_szintelen and not any(value in rules.szintelen for value in values):
        return LineFault("szintelen", ("szintelen",))
    kinds = [bid.kind(component) for component in bid.components]
    if bid.is_piros and bid.is_teritett and any(kind in rules.one_form for kind in kinds):
        return LineFault("one_form", ("piros",))
    if bid.trump and not bid.has_trump:
        return LineFault("no_trump", ("suit",))
    if bid.trump and bid.is_piros:
        return LineFault("two_trumps", ("suit",))
    return None


def line_fault(line: Line, rules: ContractRules) -> LineFault | None:
    """Tell why a line is against the rules, whoever the soloist is; None if it may stand on a protocol."""
    if line.bid is None:
        return None
    if fault := bid_fault(line.bid, rules):
        return fault
    seen: set[Component] = set()
    for part in line.parts:
        if part.component in seen:
            return LineFault("twice", (part.component.value,))
        seen.add(part.component)
        if (
            fault := _silent_fault(part, line, rules)
            if part.is_silent
            else _part_fault(part, line.bid, rules)
        ):
            return fault
    values = {component.value for component in seen}
    both = next((pair for pair in rules.exclusive if values.issuperset(pair)), None)
    return LineFault("exclusive", both[::-1]) if both else None


def _part_fault(part: LinePart, bid: Bid, rules: ContractRules) -> LineFault | None:
    if part.defender:
        return LineFault("defender_announced", ("seat",))
    if part.individual and bid.kind(part.component) not in rules.individual_kontra:
        return LineFault("not_individual", ("kontra", part.component.value))
    return None


def _silent_fault(part: LinePart, line: Line, rules: ContractRules) -> LineFault | None:
    value, parti = part.component.value, line.part(Component.PARTI)
    if line.bid is None or value not in rules.silent_prices or not line.bid.has_trump:
        return LineFault("not_silent", ("csendes", value))
    if part.kontra or part.individual:
        return LineFault("kontra_silent", ("kontra", value))
    if part.defender and value not in rules.silent_defender:
        return LineFault("not_defenders", ("seat", value))
    if not part.is_won and value not in rules.silent_losable:
        return LineFault("silent_lost", ("bukott", value))
    if value in rules.instead_of_parti:
        if parti is None:
            return LineFault("hundred_without_parti", ("csendes", value))
        if not parti.is_won:
            return LineFault("hundred_parti_lost", ("parti",))
    return None


def is_in_place_of_parti(part: LinePart, rules: ContractRules) -> bool:
    """Tell whether a part is paid in the parti's place."""
    value = part.component.value
    return part.is_silent and value in rules.instead_of_parti and value in rules.silent_paid


def legal_bids(rules: ContractRules) -> Iterator[Bid]:
    """Give every legal bid once, without a named suit (which changes no value)."""
    optional = COMPONENTS[1:]
    for picks in product((False, True), repeat=len(optional)):
        announced = frozenset(component for component, is_in in zip(optional, picks, strict=True) if is_in)
        for piros, teritett, szintelen in product((False, True), repeat=3):
            bid = bid_of(announced, rules, is_piros=piros, is_teritett=teritett, is_szintelen=szintelen)
            if bid_fault(bid, rules) is None:
                yield bid


def price(component: Component, bid: Bid, rules: ContractRules) -> int:
    """Give what an announced component is worth without kontra, in Ft per defender."""
    kind = bid.kind(component)
    form = f"teritett_{kind}" if bid.is_teritett and component.value in rules.teritett else kind
    if not bid.is_piros:
        return rules.prices[form] * rules.forint
    own = rules.prices.get(f"piros_{form}")
    return (rules.prices[form] * rules.piros_factor if own is None else own) * rules.forint


def value(bid: Bid, rules: ContractRules) -> int:
    """Give what the whole bid is worth when every part is won without kontra, in Ft per defender."""
    return sum(price(component, bid, rules) for component in bid.components)


def bid_rank(bid: Bid, rules: ContractRules) -> tuple[int, ...]:
    """Give what bids are ordered by, the higher has the greater: value; then fewer components, piros,
    színtelen, the components themselves, so that no two bids are equal (a named suit does not count).
    """
    places = [-PLACES[component] for component in bid.ordered]
    flags = (bid.is_piros, bid.is_szintelen, bid.is_teritett)
    return (value(bid, rules), -len(bid.components), *map(int, flags), *places)


def ladder(rules: ContractRules) -> list[Bid]:
    """Give every legal bid, the lowest first (:func:`bid_rank`)."""
    return sorted(legal_bids(rules), key=lambda bid: bid_rank(bid, rules))
