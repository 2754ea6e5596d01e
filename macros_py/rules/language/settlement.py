"""What a line is worth, part by part, between the soloist and each defender; the price list that follows.

Ft are whole; positive: he receives. ``(A, B, C)`` is a triple in the order of the seats and always sums to 0.
Prices are between the soloist and one defender; won is positive, lost negative.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from macros_py.rules.hall.event import LINES
from macros_py.rules.language.contracts import (
    COMPONENTS,
    Bid,
    Component,
    Line,
    LinePart,
    bid_of,
    is_in_place_of_parti,
    ladder,
    price,
    value,
)
from macros_py.rules.language.vocabulary import AgainstTheRules
from macros_py.rules.problems import RuleError
from macros_py.rules.rulebook import ContractRules, ResultRules

Triple = tuple[int, int, int]


def settle(line: Line, soloist: str, rules: ContractRules) -> Triple:
    """Give the three Ft of a line. A line that leaves the parti open counts with the parti won.

    :raises RuleError: the line is a körpassz.
    :raises AgainstTheRules: the line gives the soloist's own seat a kontra or a defender's achievement.
    """
    if line.bid is None:
        raise RuleError("a körpassz has no price")
    fixed = 0
    single: list[LinePart] = []
    for part in line.parts:
        if part.defender == soloist or any(seat == soloist for seat, _ in part.individual):
            raise AgainstTheRules("own_seat", soloist)
        if part.individual:
            single.append(part)
        else:
            fixed += received(part, part.kontra, line, rules)
    seats = [seat for seat in LINES if seat != soloist]
    taken = {
        seat: fixed + sum(received(part, part.level(seat), line, rules) for part in single) for seat in seats
    }
    first, second, third = (-taken[seat] if seat in taken else sum(taken.values()) for seat in LINES)
    return first, second, third


def received(part: LinePart, level: int, line: Line, rules: ContractRules) -> int:
    """Give what the soloist receives from one defender for one part; negative: he pays."""
    if line.bid is None:
        return 0
    if part.is_silent:
        return _silent_received(part, line, rules)
    if part.component is Component.PARTI and any(is_in_place_of_parti(other, rules) for other in line.parts):
        return 0
    unit = price(part.component, line.bid, rules)
    return _part_worth(part.component, unit, level, rules, is_won=part.is_won)


def _part_worth(component: Component, unit: int, level: int, rules: ContractRules, *, is_won: bool) -> int:
    """Give what a part of this price brings (positive) or costs (negative) the soloist at a kontra level."""
    factor = rules.kontra_factors[level]
    if is_won:
        return unit * factor
    return -unit * (factor + (rules.lost_ulti_extra if component is Component.ULTI else 0))


def _silent_unit(component: Component, bid: Bid, rules: ContractRules) -> int:
    factor = rules.piros_factor if bid.is_piros else 1
    return rules.silent_prices[component.value] * factor * rules.forint


def _silent_received(part: LinePart, line: Line, rules: ContractRules) -> int:
    """Give what the soloist receives from one defender for a silent part; a defender's he pays."""
    if line.bid is None or part.component.value not in rules.silent_paid:
        return 0
    level, parti = 0, line.part(Component.PARTI)
    if rules.silent_parti_kontra and parti and is_in_place_of_parti(part, rules):
        level = parti.kontra
    unit = _silent_unit(part.component, line.bid, rules)
    amount = _part_worth(part.component, unit, level, rules, is_won=part.is_won)
    return -amount if part.defender else amount


def line_readings(line: Line) -> tuple[Line, ...]:
    """Give what a line can stand for: itself, and with the parti lost where it says nothing of the parti."""
    if not line.is_parti_open:
        return (line,)
    lost = tuple(
        replace(part, is_won=False) if part.component is Component.PARTI else part for part in line.parts
    )
    return line, Line(line.bid, lost)


def agreeing(line: Line, soloist: str, ft: Iterable[int], rules: ContractRules) -> Line | None:
    """Give the reading of a line that settles to these Ft (A, B, C): what the row is normalised to.

    :raises RuleError: the line is a körpassz.
    :raises AgainstTheRules: the line gives the soloist's own seat a kontra or a defender's achievement.
    """
    wanted = tuple(ft)
    fitting = (reading for reading in line_readings(line) if settle(reading, soloist, rules) == wanted)
    return next(fitting, None)


def korpassz_triples(starter: str, rules: ResultRules) -> tuple[Triple, ...]:
    """Give the Ft (A, B, C) a körpassz may bring when ``starter`` started; the first is the usual one."""
    shift = LINES.index(starter)
    return tuple((row[-shift % 3], row[(1 - shift) % 3], row[(2 - shift) % 3]) for row in rules.korpassz)


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
    unit, levels = price(component, bid, rules), range(len(rules.kontra_factors))
    won = tuple(_part_worth(component, unit, level, rules, is_won=True) for level in levels)
    lost = tuple(_part_worth(component, unit, level, rules, is_won=False) for level in levels)
    return PartPrice(component, bid, False, won, lost)


def _silent_price(component: Component, is_piros: bool, rules: ContractRules) -> PartPrice:
    bid = bid_of(frozenset(), rules, is_piros=is_piros)
    unit = _silent_unit(component, bid, rules)
    lost = (_part_worth(component, unit, 0, rules, is_won=False),)
    return PartPrice(component, bid, True, (unit,), lost if component.value in rules.silent_losable else ())
