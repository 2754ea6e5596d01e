"""The price list: every legal bid in order of value, and every part, won and lost, at each kontra level.

Amounts are Ft between the soloist and one defender; won is positive, lost negative.
"""

from __future__ import annotations

from dataclasses import dataclass

from macros_py.rules.contracts import COMPONENTS, Bid, Component, Line, LinePart, bid_of, ladder, price, value
from macros_py.rules.rulebook import ContractRules
from macros_py.rules.settlement import part_worth, received, silent_price


@dataclass(frozen=True, slots=True)
class BidPrice:
    """One bid: ``value`` without kontra; ``won`` / ``lost`` with every part won or lost, by kontra level 0 … 4."""

    bid: Bid
    line: Line
    value: int
    won: tuple[int, ...]
    lost: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PartPrice:
    """One part of a bid, or a silent one (no kontra: one level only; no ``lost`` where it cannot be lost)."""

    component: Component
    bid: Bid
    is_silent: bool
    won: tuple[int, ...]
    lost: tuple[int, ...]


def bid_prices(rules: ContractRules) -> list[BidPrice]:
    """Give the prices of every legal bid, the lowest first."""
    return [_bid_price(bid, rules) for bid in ladder(rules)]


def _bid_price(bid: Bid, rules: ContractRules) -> BidPrice:
    """Price one bid, the same kontra level on all of its parts."""
    line = Line(bid, tuple(map(LinePart, bid.ordered)))

    def total(level: int, *, is_won: bool) -> int:
        parts = (LinePart(component, is_won=is_won) for component in bid.ordered)
        return sum(received(part, level, line, rules) for part in parts)

    levels = range(len(rules.kontra_factors))
    won = tuple(total(level, is_won=True) for level in levels)
    lost = tuple(total(level, is_won=False) for level in levels)
    return BidPrice(bid, line, value(bid, rules), won, lost)


def part_prices(rules: ContractRules) -> list[PartPrice]:
    """Give the prices of each part in each of its forms, silent ones last."""
    forms: dict[tuple[object, ...], PartPrice] = {}
    for bid in ladder(rules):
        for component in bid.ordered:
            is_teritett = bid.is_teritett and component.value in rules.teritett
            form = (component, bid.is_piros, is_teritett, bid.is_szintelen)
            forms.setdefault(form, _part_price(component, bid, rules))
    listed = sorted(forms.values(), key=lambda part: COMPONENTS.index(part.component))
    return listed + [
        _silent_price(component, is_piros, rules)
        for component in COMPONENTS
        for is_piros in (False, True)
        if component.value in rules.silent_paid
    ]


def _part_price(component: Component, bid: Bid, rules: ContractRules) -> PartPrice:
    """Price one announced part at every level."""
    unit, levels = price(component, bid, rules), range(len(rules.kontra_factors))
    won = tuple(part_worth(component, unit, level, rules, is_won=True) for level in levels)
    lost = tuple(part_worth(component, unit, level, rules, is_won=False) for level in levels)
    return PartPrice(component, bid, False, won, lost)


def _silent_price(component: Component, is_piros: bool, rules: ContractRules) -> PartPrice:
    """Price one silent achievement."""
    bid = bid_of(frozenset(), rules, is_piros=is_piros)
    unit = silent_price(component, bid, rules)
    lost = (
        (part_worth(component, unit, 0, rules, is_won=False),)
        if component.value in rules.silent_losable
        else ()
    )
    return PartPrice(component, bid, True, (unit,), lost)
