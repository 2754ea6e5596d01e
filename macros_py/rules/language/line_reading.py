"""From the words of a line to what they say: which mark belongs to which part, and what is against the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from macros_py.rules.language.contracts import (
    KORPASSZ,
    PLACES,
    Component,
    Line,
    LineFault,
    LinePart,
    bid_of,
    is_in_place_of_parti,
    line_fault,
)
from macros_py.rules.language.vocabulary import (
    BREAK,
    KONTRA_LEVELS,
    SEAT_LETTERS,
    SEATS,
    AgainstTheRules,
    Token,
)
from macros_py.rules.rulebook import ContractRules

SUIT_WORDS = {"tok": "T", "zold": "Z", "makk": "M"}
QUALIFIERS = ("piros", *SUIT_WORDS, "teritett", "szintelen", "csendes")
LINE_MARKS = (*KONTRA_LEVELS, "bukott", "nyert", SEATS)
_DEFENDERS = 2
COMPONENT_WORDS = {component.value: component for component in Component}


@dataclass(slots=True)
class Draft:
    """One part while its marks are being read."""

    component: Component
    silent: Token | None = None
    lost: Token | None = None
    won: Token | None = None
    kontra: int = 0
    individual: dict[str, int] = field(default_factory=dict)
    defender: str | None = None

    def part(self) -> LinePart:
        """Give the finished part."""
        beyond = sorted((seat, level) for seat, level in self.individual.items() if level > self.kontra)
        return LinePart(
            self.component,
            is_won=self.lost is None,
            is_silent=self.silent is not None,
            defender=self.defender,
            kontra=self.kontra,
            individual=tuple(beyond),
        )


class LineReader:
    """Reads one line word by word."""

    def __init__(self, tokens: Sequence[Token], text: str) -> None:
        self._tokens = tokens
        self._text = text
        self._drafts: list[Draft] = []
        self._flags: dict[str, Token] = {}
        self._silent: Token | None = None
        """``csendes`` that waits for its component."""
        self._lost: Token | None = None
        """``bukott`` at the beginning of a clause, that waits for its component."""
        self._begins_clause = True

    def line(self, rules: ContractRules) -> Line:
        """Give what the line says.

        :raises AgainstTheRules: what it says cannot be bid, or a mark has nothing it belongs to.
        """
        for token, following in zip_longest(self._tokens, self._tokens[1:]):
            self._take(token, following)
        self._end_clause()
        self._end_silent()
        korpassz = self._flags.get("korpassz")
        if korpassz and len(self._tokens) == 1:
            return KORPASSZ
        if korpassz:
            raise self._refusal("korpassz_alone", korpassz)
        if not self._drafts:
            raise self._refusal("nothing_bid", self._tokens[-1])
        return self._checked(rules)

    def _take(self, token: Token, following: Token | None) -> None:
        if token.notion in COMPONENT_WORDS:
            self._take_component(token)
        elif token.notion in KONTRA_LEVELS:
            self._take_kontra(token, following if following and following.notion == SEATS else None)
        elif token.notion == SEATS:
            self._take_seats(token)
        elif token.notion in ("bukott", "nyert"):
            self._take_outcome(token)
        elif token.notion == BREAK:
            self._end_clause()
            self._begins_clause = True
            return
        elif token.notion == "csendes":
            if self._silent:
                raise self._refusal("twice", token)
            self._silent = token
        else:
            self._take_flag(token)
        self._begins_clause = self._begins_clause and token.notion in QUALIFIERS

    def _take_component(self, token: Token) -> None:
        draft = Draft(COMPONENT_WORDS[token.notion], silent=self._silent, lost=self._lost)
        if any(draft.component is other.component for other in self._drafts):
            raise self._refusal("seat_unmarked" if self._may_be_seat(token) else "twice", token)
        self._silent = self._lost = None
        self._drafts.append(draft)

    def _may_be_seat(self, token: Token) -> bool:
        """Tell whether a code right beside a kontra is rather the player's letter (``betli kontra B``)."""
        place = self._tokens.index(token)
        beside = (*self._tokens[place - 1 : place], *self._tokens[place + 1 : place + 2])
        return token.text.upper() in SEAT_LETTERS and any(other.notion in KONTRA_LEVELS for other in beside)

    def _take_flag(self, token: Token) -> None:
        if token.notion in self._flags:
            raise self._refusal("piros_twice" if token.notion == "piros" else "twice", token)
        if token.notion in SUIT_WORDS and any(suit in self._flags for suit in SUIT_WORDS):
            raise self._refusal("two_trumps", token)
        self._flags[token.notion] = token

    def _take_outcome(self, token: Token) -> None:
        """Take *bukott* or *nyert*: behind its part, or at the beginning of a clause before it."""
        if self._begins_clause:
            if self._lost:
                raise self._refusal("twice", token)
            self._lost = token if token.notion == "bukott" else None
            return
        draft = self._draft("mark_without_part", token)
        if token.notion == "bukott":
            if draft.lost:
                raise self._refusal("twice", token)
            draft.lost = token
        else:
            draft.won = token
        if draft.lost and draft.won:
            raise self._refusal("won_and_lost", token)

    def _take_kontra(self, token: Token, brackets: Token | None) -> None:
        """Raise the kontra of the part before: level by level, though the first level written may be any."""
        draft = self._draft("kontra_without_part", token)
        if draft.silent:
            raise self._refusal("kontra_silent", token)
        level = KONTRA_LEVELS.index(token.notion) + 1
        if brackets is None:
            self._check_step(token, max([draft.kontra, *draft.individual.values()]), level)
            draft.kontra = level
            return
        for seat in brackets.seats:
            self._check_step(token, max(draft.kontra, draft.individual.get(seat, 0)), level)
            draft.individual[seat] = level
        if len(draft.individual) > _DEFENDERS:
            raise self._refusal("three_defenders", brackets)

    def _check_step(self, token: Token, before: int, level: int) -> None:
        """:raises AgainstTheRules: a level was left out, or stands twice or backwards."""
        if before and level != before + 1:
            raise self._refusal("kontra_skipped" if level > before else "kontra_backwards", token)

    def _take_seats(self, token: Token) -> None:
        """Take a player in brackets behind a silent part: it is his. (Behind a kontra it is read already.)"""
        place = self._tokens.index(token)
        if place and self._tokens[place - 1].notion in KONTRA_LEVELS:
            return
        draft = self._draft("seats_without_mark", token)
        if not draft.silent or draft.defender or len(token.seats) > 1:
            raise self._refusal("seats_without_mark", token)
        draft.defender = token.seats[0]

    def _end_clause(self) -> None:
        """Give a *bukott* that found no part behind it to the part before it."""
        if not self._lost:
            return
        draft = self._draft("mark_without_part", self._lost)
        if draft.lost:
            raise self._refusal("twice", self._lost)
        draft.lost, self._lost = self._lost, None

    def _end_silent(self) -> None:
        """Give a *csendes* that found no component behind it to the last one before it."""
        if not self._silent:
            return
        if not self._drafts:
            raise self._refusal("nothing_bid", self._silent)
        draft = self._drafts[-1]
        if draft.silent:
            raise self._refusal("twice", self._silent)
        draft.silent = self._silent
        if draft.kontra or draft.individual:
            raise self._refusal("kontra_silent", self._silent)

    def _draft(self, reason: str, token: Token) -> Draft:
        """:raises AgainstTheRules: there is no part that a mark could belong to."""
        if not self._drafts or self._silent:
            raise self._refusal(reason, token)
        return self._drafts[-1]

    def _checked(self, rules: ContractRules) -> Line:
        """:raises AgainstTheRules: the line, put together, is against the rules."""
        announced = frozenset(draft.component for draft in self._drafts if not draft.silent)
        suits = [letter for word, letter in SUIT_WORDS.items() if word in self._flags]
        bid = bid_of(
            announced - {Component.PARTI},
            rules,
            is_piros="piros" in self._flags,
            is_teritett="teritett" in self._flags,
            is_szintelen="szintelen" in self._flags,
            trump=suits[0] if suits else None,
        )
        if Component.PARTI in announced and Component.PARTI not in bid.components:
            raise self._fault_refusal(LineFault("parti_not_played", ("parti",)))
        parts = [draft.part() for draft in self._drafts]
        is_left_out = Component.PARTI in bid.components and Component.PARTI not in announced
        if is_left_out:
            parts.append(LinePart(Component.PARTI))
        parts.sort(key=lambda part: (part.is_silent, PLACES[part.component]))
        is_paid_else = any(is_in_place_of_parti(part, rules) for part in parts)
        line = Line(bid, tuple(parts), is_parti_open=is_left_out and not is_paid_else)
        if fault := line_fault(line, rules):
            raise self._fault_refusal(fault)
        return line

    def _fault_refusal(self, fault: LineFault) -> AgainstTheRules:
        groups = {"suit": tuple(SUIT_WORDS), "seat": (SEATS,), "kontra": KONTRA_LEVELS}
        for culprit in fault.culprits:
            for token in reversed(self._tokens):
                if token.notion in groups.get(culprit, (culprit,)):
                    return self._refusal(fault.reason, token)
        return AgainstTheRules(fault.reason, self._text, self._text)

    def _refusal(self, reason: str, token: Token) -> AgainstTheRules:
        return AgainstTheRules(reason, token.text, self._text)
