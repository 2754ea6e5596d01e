"""The lines that differ from a typed one by one mark: what was meant if one sign was forgotten or is too much."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from macros_py.rules.contracts import (
    COMPONENTS,
    MOST_KONTRA,
    PLACES,
    Component,
    Line,
    LinePart,
    bid_of,
    line_fault,
)
from macros_py.rules.event import LINES
from macros_py.rules.rulebook import ContractRules


def near_lines(line: Line, rules: ContractRules) -> Iterator[Line]:
    """Give the legal lines one mark away from a bid's line, the commonest slips first: *bukott*, piros, a
    kontra, everything lost or won, a silent achievement, a word of the bid.
    """
    ways = (_one_reversed, _piros, _kontra, _all_reversed, _silent, _announced)
    for way in ways:
        for near in way(line, rules):
            if line_fault(near, rules) is None:
                yield near


def with_piros(line: Line, *, is_piros: bool) -> Line:
    """Give a line as piros, or not; the trump suit it names falls away."""
    return replace(line, bid=replace(line.bid, is_piros=is_piros, trump=None)) if line.bid else line


def _with_part(line: Line, place: int, part: LinePart) -> Line:
    """Give a line with one part exchanged."""
    return Line(line.bid, (*line.parts[:place], part, *line.parts[place + 1 :]))


def _one_reversed(line: Line, rules: ContractRules) -> Iterator[Line]:
    """Reverse one part."""
    for place, part in enumerate(line.parts):
        yield _with_part(line, place, replace(part, is_won=not part.is_won))


def _all_reversed(line: Line, rules: ContractRules) -> Iterator[Line]:
    """Reverse all parts that were bid."""
    parts = [part if part.is_silent else replace(part, is_won=not part.is_won) for part in line.parts]
    yield Line(line.bid, tuple(parts))


def _piros(line: Line, rules: ContractRules) -> Iterator[Line]:
    """Make it piros, or not."""
    if line.bid:
        yield Line(with_piros(line, is_piros=not line.bid.is_piros).bid, line.parts)


def _kontra(line: Line, rules: ContractRules) -> Iterator[Line]:
    """Change the kontra of one part, common or (where the game has it) of one defender."""
    for place, part in enumerate(line.parts):
        for level in range(MOST_KONTRA + 1):
            beyond = tuple(entry for entry in part.individual if entry[1] > level)
            yield _with_part(line, place, replace(part, kontra=level, individual=beyond))
        if line.bid and line.bid.kind(part.component) in rules.individual_kontra:
            yield from _individual(line, place, part)


def _individual(line: Line, place: int, part: LinePart) -> Iterator[Line]:
    """Change the kontra between the soloist and one defender; the soloist's own seat is refused elsewhere."""
    for seat in LINES:
        others = tuple(entry for entry in part.individual if entry[0] != seat)
        for level in range(part.kontra + 1, MOST_KONTRA + 1):
            marks = tuple(sorted((*others, (seat, level))))
            if marks != part.individual:
                yield _with_part(line, place, replace(part, individual=marks))
        if others != part.individual:
            yield _with_part(line, place, replace(part, individual=others))


def _silent(line: Line, rules: ContractRules) -> Iterator[Line]:
    """Leave a silent achievement away, or add one, the soloist's or a defender's."""
    for place, part in enumerate(line.parts):
        if part.is_silent:
            yield Line(line.bid, (*line.parts[:place], *line.parts[place + 1 :]))
    for value in rules.silent_paid:
        defenders = (None, *LINES) if value in rules.silent_defender else (None,)
        for is_won in (True, False) if value in rules.silent_losable else (True,):
            for seat in defenders:
                part = LinePart(Component(value), is_won=is_won, is_silent=True, defender=seat)
                yield Line(line.bid, _ordered((*line.parts, part)))


def _announced(line: Line, rules: ContractRules) -> Iterator[Line]:
    """Add a component to the bid, won or lost, or leave one away."""
    bid = line.bid
    for component in COMPONENTS[1:] if bid else ():
        assert bid is not None
        others = [part for part in line.parts if part.component not in (component, Component.PARTI)]
        announced = {part.component for part in others if not part.is_silent}
        is_in = component in bid.components
        for is_won in (True,) if is_in else (True, False):
            near = bid_of(
                frozenset(announced if is_in else announced | {component}),
                rules,
                is_piros=bid.is_piros,
                is_teritett=bid.is_teritett,
                is_szintelen=bid.is_szintelen,
                trump=bid.trump,
            )
            parti = line.part(Component.PARTI) or LinePart(Component.PARTI)
            added = [] if is_in else [LinePart(component, is_won=is_won)]
            own = [parti] if Component.PARTI in near.components else []
            yield Line(near, _ordered((*own, *others, *added)))


def _ordered(parts: tuple[LinePart, ...]) -> tuple[LinePart, ...]:
    """Put parts in the order of a line."""
    return tuple(sorted(parts, key=lambda part: (part.is_silent, PLACES[part.component])))
