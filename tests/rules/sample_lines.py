"""What the tests of contracts share: the language of 2008, and every bid with one deviation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from macros_py.editions import load_edition
from macros_py.rules.language.contracts import (
    COMPONENTS,
    KORPASSZ,
    MOST_KONTRA,
    PLACES,
    Bid,
    Line,
    LinePart,
    legal_bids,
    line_fault,
)
from macros_py.rules.language.notation import Language
from macros_py.rules.rulebook import ContractRules

RULEBOOK = load_edition("mausz-2008").rulebook
CONTRACTS = RULEBOOK.contracts
LANGUAGE = Language(RULEBOOK)
LEVELS = range(1, MOST_KONTRA + 1)
MARKS: list[dict[str, Any]] = [
    {"is_won": False},
    *({"is_won": is_won, "kontra": level} for is_won in (True, False) for level in LEVELS),
]
SINGLE: list[dict[str, Any]] = [
    {"kontra": common, "individual": individual}
    for individual in (
        *(((seat, level),) for seat in "BC" for level in LEVELS),
        *((("B", first), ("C", second)) for first, second in product(LEVELS, LEVELS)),
    )
    for common in range(min(level for _, level in individual))
]
SILENT = [
    LinePart(component, is_won=is_won, is_silent=True, defender=defender)
    for component in COMPONENTS
    for is_won in (True, False)
    for defender in (None, "B", "C")
]


def whole_line(bid: Bid) -> Line:
    """Give the line of a bid whose every part was won."""
    return Line(bid, tuple(map(LinePart, bid.ordered)))


def deviations(bid: Bid) -> Iterator[Line]:
    """Give a bid as it is and with each single deviation: a mark on one part, a silent part, a named suit."""
    line = whole_line(bid)
    yield line
    for place, part in enumerate(line.parts):
        for mark in [*MARKS, *({**mark, "is_won": is_won} for mark in SINGLE for is_won in (True, False))]:
            yield with_part(line, place, replace(part, **mark))
    for part in SILENT:
        yield Line(bid, (*line.parts, part))
    for suit in "TZM":
        yield Line(replace(bid, trump=suit), line.parts)


def with_part(line: Line, place: int, part: LinePart) -> Line:
    """Give a line with one part exchanged."""
    return Line(line.bid, (*line.parts[:place], part, *line.parts[place + 1 :]))


def all_lines(rules: ContractRules = CONTRACTS) -> list[Line]:
    """Give every legal line that is a bid with at most one deviation, and the körpassz."""
    lines = [line for bid in legal_bids(rules) for line in deviations(bid)]
    return [KORPASSZ, *(line for line in lines if line_fault(line, rules) is None)]


def place_of(part: LinePart) -> tuple[bool, int]:
    """Give the place of a part in a line: announced ones first, each in order."""
    return part.is_silent, PLACES[part.component]
