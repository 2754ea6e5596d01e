"""From a played deal to the parts of its line: what was bid with what became of it, and what came silently."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from macros_py.rules.contracts import COMPONENTS, Bid, Component, Line, LinePart, line_fault
from macros_py.rules.counting import Tally
from macros_py.rules.deals import HAND_SIZE
from macros_py.rules.event import LINES
from macros_py.rules.rulebook import PlayRules, Rulebook

ACE_COUNT = 4

MADE: Mapping[Component, Callable[[Tally, PlayRules], bool]] = {
    Component.PARTI: lambda tally, rules: tally.is_parti_won,
    Component.NEGYVENSZAZ: lambda tally, rules: (
        tally.has_negyven and tally.trick_points + rules.negyven >= rules.hundred
    ),
    Component.HUSZSZAZ: lambda tally, rules: (
        tally.huszak > 0 and tally.trick_points + rules.husz >= rules.hundred
    ),
    Component.NEGY_ASZ: lambda tally, rules: tally.aces == ACE_COUNT,
    Component.ULTI: lambda tally, rules: (
        tally.seven is not None and tally.seven.is_won and tally.seven.seat == tally.soloist
    ),
    Component.DURCHMARS: lambda tally, rules: tally.tricks == HAND_SIZE,
    Component.BETLI: lambda tally, rules: tally.tricks == 0,
}
"""By component: whether the soloist has reached it."""


def is_made(component: Component, tally: Tally, rules: PlayRules) -> bool:
    """Tell whether the soloist has reached what a component asks for, bid or not."""
    return MADE[component](tally, rules)


def result_line(bid: Bid, bid_parts: tuple[LinePart, ...], tally: Tally, rulebook: Rulebook) -> Line:
    """Give the line of a played deal: ``bid_parts`` (for their kontra) with what became of them, then what
    was reached silently and is paid. Of silent achievements that exclude each other the dearest stands.
    """
    settled = tuple(
        LinePart(
            part.component,
            is_won=is_made(part.component, tally, rulebook.play),
            kontra=part.kontra,
            individual=part.individual,
        )
        for part in bid_parts
    )
    line = Line(bid, settled)
    for part in silent_parts(bid, tally, rulebook):
        more = Line(bid, (*line.parts, part))
        if line_fault(more, rulebook.contracts) is None:
            line = more
    silent = sorted(line.parts[len(settled) :], key=lambda part: COMPONENTS.index(part.component))
    return Line(bid, (*settled, *silent))


def silent_parts(bid: Bid, tally: Tally, rulebook: Rulebook) -> Iterator[LinePart]:
    """Give what came without having been bid and would be paid, the dearest first."""
    rules = rulebook.contracts
    paid = sorted(rules.silent_paid, key=lambda kind: -rules.silent_prices[kind])
    for component in map(Component, paid):
        if component in bid.components or not bid.has_trump:
            continue
        if component is Component.ULTI:
            yield from silent_ulti(tally)
        elif is_made(component, tally, rulebook.play):
            yield LinePart(component, is_silent=True)


def silent_ulti(tally: Tally) -> Iterator[LinePart]:
    """Give the csendes ulti of whoever played the trump seven to the last trick, won or lost."""
    if tally.seven is not None:
        is_own = tally.seven.seat == tally.soloist
        defender = None if is_own else LINES[tally.seven.seat]
        yield LinePart(Component.ULTI, is_won=tally.seven.is_won, is_silent=True, defender=defender)
