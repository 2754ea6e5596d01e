"""What a line is worth: each part by itself, between the soloist and each defender, always summing to 0.

Ft are whole; positive: he receives. ``(A, B, C)`` is a triple in the order of the seats.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from macros_py.rules.contracts import Bid, Component, Line, LinePart, is_in_place_of_parti, price
from macros_py.rules.event import LINES
from macros_py.rules.line_errors import AgainstTheRules
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
    if part.component is Component.PARTI and replacing(line, rules):
        return 0
    return part_worth(
        part.component, price(part.component, line.bid, rules), level, rules, is_won=part.is_won
    )


def part_worth(component: Component, unit: int, level: int, rules: ContractRules, *, is_won: bool) -> int:
    """Give what a part of this price brings (positive) or costs (negative) the soloist at a kontra level."""
    factor = rules.kontra_factors[level]
    if is_won:
        return unit * factor
    return -unit * (factor + (rules.lost_ulti_extra if component is Component.ULTI else 0))


def replacing(line: Line, rules: ContractRules) -> LinePart | None:
    """Give the silent part that is paid in the parti's place, if there is one."""
    return next((part for part in line.parts if is_in_place_of_parti(part, rules)), None)


def silent_price(component: Component, bid: Bid, rules: ContractRules) -> int:
    """Give what a silent achievement is worth, in Ft per defender."""
    factor = rules.piros_factor if bid.is_piros else 1
    return rules.silent_prices[component.value] * factor * rules.forint


def _silent_received(part: LinePart, line: Line, rules: ContractRules) -> int:
    """Give what the soloist receives from one defender for a silent part; a defender's he pays."""
    if line.bid is None or part.component.value not in rules.silent_paid:
        return 0
    level, parti = 0, line.part(Component.PARTI)
    if rules.silent_parti_kontra and parti and is_in_place_of_parti(part, rules):
        level = parti.kontra
    unit = silent_price(part.component, line.bid, rules)
    amount = part_worth(part.component, unit, level, rules, is_won=part.is_won)
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
    return next(
        (reading for reading in line_readings(line) if settle(reading, soloist, rules) == wanted), None
    )


def korpassz_triples(starter: str, rules: ResultRules) -> tuple[Triple, ...]:
    """Give the Ft (A, B, C) a körpassz may bring when ``starter`` started; the first is the usual one."""
    shift = LINES.index(starter)
    return tuple((row[-shift % 3], row[(1 - shift) % 3], row[(2 - shift) % 3]) for row in rules.korpassz)
