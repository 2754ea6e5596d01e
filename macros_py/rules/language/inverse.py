"""From forints back to lines: which fit three Ft, the likeliest first, and which Ft can come about at all.

Also the lines one mark away from a typed one: what was meant if one sign was forgotten or is too much.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from operator import itemgetter

from macros_py.rules.hall.event import LINES
from macros_py.rules.language.contracts import (
    COMPONENTS,
    MOST_KONTRA,
    PLACES,
    Bid,
    Component,
    Line,
    LinePart,
    bid_of,
    is_in_place_of_parti,
    ladder,
    line_fault,
)
from macros_py.rules.language.settlement import Triple, received
from macros_py.rules.rulebook import ContractRules

_COMMON, _RARE, _RAREST = 1, 2, 4
"""How odd a thing is that a line says: the less odd a line, the likelier. A loss is not odd at all."""
_ODD_COMPONENTS = {
    Component.PARTI: 0,
    Component.NEGYVENSZAZ: _COMMON,
    Component.HUSZSZAZ: _RARE,
    Component.NEGY_ASZ: _RARE,
    Component.ULTI: _COMMON,
    Component.DURCHMARS: _RARE,
    Component.BETLI: _COMMON,
}
_KEPT_WAYS = 6
"""So many of the likeliest lines are kept for each amount and bid."""
_SOME_DEFENDER = "?"
"""Stands for the seat of either defender until it is known who the soloist is."""

Parts = tuple[LinePart, ...]
OddWay = tuple[int, Parts]
"""How odd, and the parts."""
Ways = Mapping[int, list[OddWay]]
"""By the Ft received from each defender."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A line that settles to the asked Ft with this soloist."""

    soloist: str
    line: Line


@dataclass(frozen=True, slots=True)
class Guess:
    """A bid with parts and how odd it is; ``place`` is the bid's place on the ladder."""

    oddity: int
    place: int
    bid: Bid
    parts: Parts

    @property
    def order(self) -> tuple[int, int]:
        """Give what guesses are sorted by, the likeliest first."""
        return self.oddity, self.place


class Inverse:
    """The settlement read backwards, for one rulebook; the tables are made when they are first needed."""

    def __init__(self, rules: ContractRules) -> None:
        self.rules = rules

    def fitting(self, ft: Triple, soloist: str | None = None, most: int = 5) -> list[Fit]:
        """Give at most so many lines (no körpassz) that settle to these Ft (A, B, C), the likeliest first."""
        seats = LINES if soloist is None else (soloist,)
        guesses = [(guess, seat) for seat in seats for guess in self._guesses(ft, seat)]
        guesses.sort(key=lambda pair: pair[0].order)
        return [fit for guess, seat in guesses for fit in self._seated(guess, seat)][:most]

    def is_reachable(self, ft: Triple) -> bool:
        """Tell whether any line settles to these Ft, with any soloist. A körpassz is no line."""
        return any(ft in self.reachable_triples(soloist) for soloist in LINES)

    def reachable_triples(self, soloist: str) -> frozenset[Triple]:
        """Give every triple of Ft (A, B, C) that some line settles to with this soloist."""
        return self._reachable[soloist]

    @cached_property
    def _reachable(self) -> dict[str, frozenset[Triple]]:
        """Give the reachable triples by soloist, from the amounts alone (far quicker than the lines)."""
        amounts: set[int] = set()
        for _, bid in self._bids:
            sums = {0}
            for options in self._slots(bid):
                sums = {amount + more for amount in sums for more in options}
            amounts |= sums
        pairs = {(amount, amount) for amount in amounts} | self._single.keys()
        return {seat: frozenset(self._triple(seat, pair) for pair in pairs) for seat in LINES}

    def _triple(self, soloist: str, amounts: tuple[int, int]) -> Triple:
        """Give the triple in which the soloist receives so much from each defender, in the order of seats."""
        place = LINES.index(soloist)
        first, second = amounts
        cells = [-first, -second]
        cells.insert(place, first + second)
        return cells[0], cells[1], cells[2]

    def _guesses(self, ft: Triple, soloist: str) -> list[Guess]:
        first, second = (-number for seat, number in zip(LINES, ft, strict=True) if seat != soloist)
        if sum(ft):
            return []
        own = self._single.get((first, second), [])
        return own + (self._common.get(first, []) if first == second else [])

    def _seated(self, guess: Guess, soloist: str) -> Iterator[Fit]:
        """Give the lines of a guess with the seats filled in: a defender's part may be either's."""
        defenders = [seat for seat in LINES if seat != soloist]
        is_open = any(part.defender for part in guess.parts)
        for seat in defenders if is_open else defenders[:1]:
            named = dict(zip("12", defenders, strict=True))
            parts = tuple(
                replace(
                    part,
                    defender=seat if part.defender else None,
                    individual=tuple((named[own], level) for own, level in part.individual),
                )
                for part in guess.parts
            )
            yield Fit(soloist, Line(guess.bid, parts))

    @cached_property
    def _bids(self) -> list[tuple[int, Bid]]:
        return list(enumerate(ladder(self.rules)))

    @cached_property
    def _common(self) -> dict[int, list[Guess]]:
        found: dict[int, list[Guess]] = {}
        for place, bid in self._bids:
            for amount, ways in self._ways(bid).items():
                guesses = (Guess(odd + _oddity_of(bid), place, bid, parts) for odd, parts in ways)
                legal = (guess for guess in guesses if line_fault(Line(bid, guess.parts), self.rules) is None)
                found.setdefault(amount, []).extend(legal)
        return {amount: sorted(guesses, key=lambda guess: guess.order) for amount, guesses in found.items()}

    @cached_property
    def _single(self) -> dict[tuple[int, int], list[Guess]]:
        found: dict[tuple[int, int], list[Guess]] = {}
        levels = range(len(self.rules.kontra_factors))
        for place, bid in self._bids:
            singles = [part for part in bid.ordered if bid.kind(part) in self.rules.individual_kontra]
            if len(singles) != 1 or len(bid.components) != 1:
                continue
            for first, second, is_won in product(levels, levels, (True, False)):
                if first != second:
                    unnamed = tuple(mark for mark in (("1", first), ("2", second)) if mark[1])
                    part = LinePart(singles[0], is_won=is_won, individual=unnamed)
                    line = Line(bid, (part,))
                    pair = (received(part, first, line, self.rules), received(part, second, line, self.rules))
                    guess = Guess(_oddity_of(bid) + (first + second) * _RARE, place, bid, (part,))
                    found.setdefault(pair, []).append(guess)
        return {pair: sorted(guesses, key=lambda guess: guess.order) for pair, guesses in found.items()}

    def _ways(self, bid: Bid) -> Ways:
        ways: dict[int, list[OddWay]] = {0: [(0, ())]}
        for options in self._slots(bid):
            ways = _joined_ways(ways, options)
        return ways

    def _slots(self, bid: Bid) -> Iterator[Ways]:
        """Give for each component of a bid, then for what can be silent beside it, what it can come to."""
        for component in bid.ordered:
            yield self._priced(bid, self._announced(component))
        paid = {*self.rules.silent_paid} - {*self.rules.instead_of_parti}
        for component in COMPONENTS if bid.has_trump else ():
            if component not in bid.components and component.value in paid:
                yield self._priced(bid, [(0, ()), *self._silent(component)])

    def _announced(self, component: Component) -> Iterator[OddWay]:
        for level, is_won in product(range(len(self.rules.kontra_factors)), (True, False)):
            own = LinePart(component, is_won=is_won, kontra=level)
            yield level * _RARE, (own,)
            if component is Component.PARTI and is_won:
                for value in self.rules.instead_of_parti:
                    silent = LinePart(Component(value), is_silent=True)
                    if is_in_place_of_parti(silent, self.rules):
                        yield level * _RARE + _RARE, (own, silent)

    def _silent(self, component: Component) -> Iterator[OddWay]:
        for is_won in (True, False) if component.value in self.rules.silent_losable else (True,):
            yield _RARE, (LinePart(component, is_won=is_won, is_silent=True),)
            if component.value in self.rules.silent_defender:
                yield _RAREST, (LinePart(component, is_won, True, _SOME_DEFENDER),)

    def _priced(self, bid: Bid, options: Iterable[OddWay]) -> Ways:
        priced: dict[int, list[OddWay]] = {}
        for odd, parts in options:
            line = Line(bid, parts)
            amount = sum(received(part, part.kontra, line, self.rules) for part in parts)
            priced.setdefault(amount, []).append((odd, parts))
        return priced


def _oddity_of(bid: Bid) -> int:
    extras = _COMMON * bid.is_piros + _RARE * bid.is_szintelen + _RARE * bid.is_teritett
    return sum(_ODD_COMPONENTS[component] for component in bid.components) + extras


def _joined_ways(ways: Ways, options: Ways) -> dict[int, list[OddWay]]:
    """Put each way together with each option; of many for the same amount the least odd are kept."""
    found: dict[int, list[tuple[int, Parts, Parts]]] = {}
    for (amount, left), (more, right) in product(ways.items(), options.items()):
        found.setdefault(amount + more, []).extend(
            (odd + odder, parts, others) for (odd, parts), (odder, others) in product(left, right)
        )
    return {
        amount: [
            (odd, tuple(sorted((*parts, *others), key=lambda part: part.is_silent)))
            for odd, parts, others in sorted(listed, key=itemgetter(0))[:_KEPT_WAYS]
        ]
        for amount, listed in found.items()
    }


def near_lines(line: Line, rules: ContractRules) -> Iterator[Line]:
    """Give the legal lines one mark away from a bid's line, the commonest slips first: *bukott*, piros, a
    kontra, everything lost or won, a silent achievement, a word of the bid.
    """
    for way in (_one_reversed, _piros, _kontra, _all_reversed, _silent, _announced):
        for near in way(line, rules):
            if line_fault(near, rules) is None:
                yield near


def with_piros(line: Line, *, is_piros: bool) -> Line:
    """Give a line as piros, or not; the trump suit it names falls away."""
    return replace(line, bid=replace(line.bid, is_piros=is_piros, trump=None)) if line.bid else line


def _with_part(line: Line, place: int, part: LinePart) -> Line:
    return Line(line.bid, (*line.parts[:place], part, *line.parts[place + 1 :]))


def _one_reversed(line: Line, rules: ContractRules) -> Iterator[Line]:
    for place, part in enumerate(line.parts):
        yield _with_part(line, place, replace(part, is_won=not part.is_won))


def _all_reversed(line: Line, rules: ContractRules) -> Iterator[Line]:
    parts = [part if part.is_silent else replace(part, is_won=not part.is_won) for part in line.parts]
    yield Line(line.bid, tuple(parts))


def _piros(line: Line, rules: ContractRules) -> Iterator[Line]:
    if line.bid:
        yield Line(with_piros(line, is_piros=not line.bid.is_piros).bid, line.parts)


def _kontra(line: Line, rules: ContractRules) -> Iterator[Line]:
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
    bid = line.bid
    for component in COMPONENTS[1:] if bid else ():
        assert bid is not None
        others = [part for part in line.parts if part.component not in (component, Component.PARTI)]
        announced = {part.component for part in others if not part.is_silent}
        is_in = component in bid.components
        for is_won in (True,) if is_in else (True, False):
            wanted = frozenset(announced if is_in else announced | {component})
            near = replace(bid, components=bid_of(wanted, rules).components)
            parti = line.part(Component.PARTI) or LinePart(Component.PARTI)
            added = [] if is_in else [LinePart(component, is_won=is_won)]
            own = [parti] if Component.PARTI in near.components else []
            yield Line(near, _ordered((*own, *others, *added)))


def _ordered(parts: tuple[LinePart, ...]) -> tuple[LinePart, ...]:
    return tuple(sorted(parts, key=lambda part: (part.is_silent, PLACES[part.component])))
