"""How far the event has got, and what may be done now: the one answer for the start page, the buttons and every verb.

The life of a round is planned → dealt → played → closed (VSZ 4, 5). The event is *final* once the last closing has
said so: a fact that the closing writes, which no cell changed afterwards takes back (VSZ 5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from macros_py.rules.hall.event import RoundState

OVER = frozenset({RoundState.PLAYED, RoundState.CLOSED})
"""A round that has been played: its deals may be seen, its results are due."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something may not be done now: a code, what was found, and what the sentence needs besides."""

    code: str
    found: object = None
    fields: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the event has got. Rounds are numbered from 1; ``planned`` is 0 while their number is unusable."""

    players: int = 0
    planned: int = 0
    states: Mapping[int, RoundState] = field(default_factory=dict)
    """Of the rounds that have begun to exist; one that is not here is planned."""
    has_lines: bool = False
    seated: frozenset[int] = frozenset()
    """The rounds that have a seating."""
    touched: frozenset[int] = frozenset()
    """The rounds of which something was typed."""
    missing: Mapping[int, int] = field(default_factory=dict)
    """Results neither typed nor ruled, by round; only of rounds that have been played."""
    is_final: bool = False
    """The last closing fixed the results (VSZ 5)."""
    are_protocols_closed: bool = False
    """What is written on the protocols is final, the results are due by the third day (VSZ 5 (5))."""
    is_posted: bool = False
    has_awards: bool = False
    has_record: bool = False
    """The official record was written after the last change of what it holds."""

    def state(self, number: int) -> RoundState:
        """Give the state of a round; one that is not in the table yet is planned."""
        return self.states.get(number, RoundState.PLANNED)

    def numbers(self, *states: RoundState) -> list[int]:
        """Give the event's rounds that are in one of the states, ascending."""
        return [number for number in self.known if self.state(number) in states]

    @property
    def over(self) -> list[int]:
        """Give the rounds that have been played, ascending."""
        return sorted(number for number, state in self.states.items() if state in OVER)

    @property
    def known(self) -> list[int]:
        """Give the rounds of the event: those announced, and those played or typed although their number was lowered.

        So who lowers it cuts off what nobody has played, dealt or not. Where their number is unusable, those that are
        seated or in the table.
        """
        there = {*self.begun, *self.over, *range(1, self.planned + 1)}
        return sorted(there if self.planned else self.seated.union(self.states))

    @property
    def open(self) -> list[int]:
        """Give the rounds of the event that are not closed."""
        return [number for number in self.known if self.state(number) is not RoundState.CLOSED]

    @property
    def dealt(self) -> list[int]:
        """Give the rounds that are dealt and seated: those that have result rows."""
        return [number for number in sorted(self.seated) if self.state(number) is not RoundState.PLANNED]

    @property
    def begun(self) -> list[int]:
        """Give the rounds that count for the score: those played, and those of which something has been typed."""
        return [number for number in self.dealt if self.state(number) in OVER or number in self.touched]

    @property
    def has_begun(self) -> bool:
        """Tell whether anything of a result was typed, or a round has been played: lines and seating stand then."""
        return self.is_final or bool(self.touched) or bool(self.over)

    @property
    def is_torn(self) -> bool:
        """Tell whether what a begun event stands on is gone: players, lines, or the seating of a played round."""
        stands_on = self.players and self.has_lines and self.dealt
        return self.has_begun and not (stands_on and self.seated.issuperset(self.over))

    def is_last_closing(self, numbers: Iterable[int]) -> bool:
        """Tell whether closing these rounds closes the last of the event, and so fixes its results (VSZ 5)."""
        return bool(self.planned) and not self.is_final and set(self.open) <= set(numbers)

    def fitting_round(self, step: str) -> int | None:
        """Give the first round that a step (``deal``, ``reveal``, ``close``) takes now; without one, that to type."""
        wanted = ROUND_REFUSALS.get(step)
        if wanted is None:
            return next(iter(self.numbers(RoundState.PLAYED)), None)
        return next((number for number in self.known if wanted(self, number) is None), None)

    def round_refusal(self, step: str, number: int) -> Refusal | None:
        """Say why a round cannot be stepped on so."""
        return ROUND_REFUSALS[step](self, number)

    def obstacle(self, codes: Iterable[str]) -> str:
        """Give the first that holds of what stands in a verb's way; nothing if it fits now."""
        return next((code for code in codes if OBSTACLES[code](self)), "")

    @property
    def due(self) -> str:
        """Give the code of what is due next in the order of the day; a sentence of ``[overview]`` says it.

        It waits for the Verseny sheet while the number of rounds is unusable (``rounds_unusable``), or higher than
        what was seated before the first result (``rounds_unseated``).
        """
        if self.is_torn:
            return "torn"
        if not self.players:
            return "no_players"
        if not self.has_lines:
            return "no_lines"
        if not self.seated or not (self.has_begun or self.seated.issuperset(range(1, self.planned + 1))):
            return "no_seating"
        if self.is_final:
            return "no_awards" if not self.has_awards else "unsent" if self.has_record else "no_record"
        if not self.planned:
            return "rounds_unusable"
        return self._due_in_round(self.open[0]) if self.open else "unclosed"

    def _due_in_round(self, number: int) -> str:
        if number not in self.seated:
            return "rounds_unseated"
        if self.state(number) is RoundState.PLANNED:
            return "undealt"
        if self.state(number) is RoundState.DEALT:
            return "unrevealed"
        if self.missing.get(number):
            return "missing_late" if self.are_protocols_closed else "missing"
        if not self.is_last_closing([number]):
            return "unclosed"
        return "last_unclosed" if self.is_posted else "unposted"


def _deal_refusal(event: Progress, number: int) -> Refusal | None:
    """A round is dealt once, only if it can be played, none once the results are fixed (VSZ 4.a, 5)."""
    if event.is_final:
        return Refusal("deal_final", fields={"round": number})
    if event.planned and number not in event.known:
        return Refusal("round_unknown", number, {"rounds": event.planned})
    if (state := event.state(number)) is not RoundState.PLANNED:
        return Refusal("dealt_already", state.value, {"round": number})
    if event.has_begun and number not in event.seated:
        return Refusal("deal_unseated", fields={"round": number, "seated": max(event.seated, default=0)})
    return None


def _reveal_refusal(event: Progress, number: int) -> Refusal | None:
    """A round that nobody can have played stays hidden (VSZ 4.a)."""
    fields: dict[str, object] = {"round": number}
    state = event.state(number)
    if event.planned and number not in event.known:
        return Refusal("round_unknown", number, {"rounds": event.planned})
    if state is RoundState.PLANNED:
        return Refusal("reveal_undealt", state.value if number in event.states else None, fields)
    if state in OVER:
        return Refusal("revealed_already", state.value, fields)
    if number not in event.seated:
        return Refusal("reveal_unseated", None, fields)
    before = max((one for one in event.known if one < number), default=0)
    if before and event.state(before) not in OVER:
        return Refusal("reveal_too_early", None, fields | {"before": before})
    return None


def _close_refusal(event: Progress, number: int) -> Refusal | None:
    """Only a played round can be closed, and only once (VSZ 5).

    Where every round is said to be closed without the last closing (somebody typed the word), closing one
    again is what fixes the results.
    """
    if event.is_final:
        return Refusal("close_final", fields={"round": number})
    state = event.state(number)
    if state in OVER and number not in event.seated:
        return Refusal("close_unseated", state.value, {"round": number})
    if state is RoundState.PLAYED or (state is RoundState.CLOSED and not event.open):
        return None
    code = "closed_already" if state is RoundState.CLOSED else "close_unplayed"
    return Refusal(code, state.value if number in event.states else None, {"round": number})


ROUND_REFUSALS: Mapping[str, Callable[[Progress, int], Refusal | None]] = {
    "deal": _deal_refusal,
    "reveal": _reveal_refusal,
    "close": _close_refusal,
}
"""What has to hold for each step of a round."""


def _all_dealt(event: Progress) -> bool:
    """No round is left to deal; while their number is unusable, any is."""
    return not event.fitting_round("deal") and bool(event.planned or event.has_begun)


OBSTACLES: Mapping[str, Callable[[Progress], bool]] = {
    "no_players": lambda event: not event.players,
    "begun": lambda event: event.has_begun,
    "no_lines": lambda event: not event.has_lines,
    "no_rows": lambda event: not event.dealt,
    "final": lambda event: event.is_final,
    "not_final": lambda event: not event.is_final,
    "all_dealt": _all_dealt,
    "none_dealt": lambda event: not event.fitting_round("reveal"),
    "none_played": lambda event: not event.fitting_round("close"),
    "not_all_played": lambda event: bool(event.numbers(RoundState.PLANNED, RoundState.DEALT)),
    "protocols_closed": lambda event: event.are_protocols_closed,
}
"""What may stand in a verb's way (its key ``unless`` in buttons.toml), by the code of its words in ``[fit]``."""
