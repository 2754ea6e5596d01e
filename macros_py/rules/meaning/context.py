"""What a typed row is held against (rulebook, event, cards), the row made ready, and its reading.

Claims are held against the cards of their deals only once the round has been played (VSZ 5).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from macros_py.rules.cards.deals import Deal
from macros_py.rules.hall.event import LINES
from macros_py.rules.language.contracts import Line
from macros_py.rules.language.inverse import Fit, Inverse
from macros_py.rules.language.notation import Language, notation
from macros_py.rules.language.settlement import Triple
from macros_py.rules.names import tidy
from macros_py.rules.play.feasibility import Feasibility, Possibility, Verdict
from macros_py.rules.problems import Phrase, Problem, Unreadable
from macros_py.rules.results.protocol import FT_FIELDS, RESULTS_TABLE
from macros_py.rules.results.typed_results import (
    ResultKey,
    RowState,
    SeatKey,
    TypedRow,
    seat_letter,
    state_word,
)
from macros_py.rules.rulebook import EntryMode, Rulebook

FtCells = tuple[int | None, int | None, int | None]
DealPlace = tuple[int, int]
"""Round and deal."""


@dataclass(frozen=True, slots=True)
class MeaningContext:
    """What rows are held against.

    ``deals``: the cards by (round, deal), of played rounds only; what is not handed in is never told.
    ``ruled``: the seats on which a referee decided; their rows stand. ``entry``: how Ft are typed.
    """

    rulebook: Rulebook
    language: Language
    inverse: Inverse
    feasibility: Feasibility
    entry: EntryMode
    deals: Mapping[tuple[int, int], Deal] = field(default_factory=dict)
    ruled: Collection[SeatKey] = frozenset()
    remembered: dict[tuple[Triple, str | None], list[Fit]] = field(default_factory=dict, compare=False)
    """What fits Ft, by (A, B, C) and soloist, once it was asked for."""

    @classmethod
    def of(cls, rulebook: Rulebook, language: Language | None = None) -> MeaningContext:
        """Make the context of one rulebook without an event; keep it, its tables are made only once."""
        inverse, feasibility = Inverse(rulebook.contracts), Feasibility(rulebook)
        return cls(rulebook, language or Language(rulebook), inverse, feasibility, rulebook.results.entry)

    def at(
        self, deals: Mapping[DealPlace, Deal], ruled: Collection[SeatKey], entry: EntryMode | None = None
    ) -> MeaningContext:
        """Give the context at an event: the cards of its played rounds, its rulings, how Ft are typed there."""
        return replace(self, deals=deals, ruled=ruled, entry=entry or self.entry)

    def is_korpassz(self, text: str) -> bool:
        """Tell whether a text of the column Teljesítés says körpassz."""
        line = self.language.recall(text) if tidy(text) else None
        return isinstance(line, Line) and line.is_korpassz

    def written(self, line: Line) -> str:
        """Write a line in its official form."""
        return notation(line, self.language)


@dataclass(frozen=True, slots=True)
class RowReading:
    """What a row means: ``line`` None where no achievements are typed, ``soloist`` None at a körpassz or where
    none is typed; ``notation`` is the line in its official form. ``is_computed``: two Ft were not typed.
    """

    line: Line | None
    soloist: str | None
    ft: Triple
    notation: str
    is_computed: bool = False


@dataclass(frozen=True, slots=True)
class MeantRow:
    """One typed row whose meaning is asked for: ``index`` is its place among the rows."""

    index: int
    key: ResultKey
    row: TypedRow
    starter: str
    soloist: str | None
    ft: FtCells
    is_korpassz: bool
    """Its state says that nobody played."""
    ruled: frozenset[str] = frozenset()
    """The seats on which a referee decided: of such a row only the blank Ft of a quick entry are asked for."""

    @property
    def triple(self) -> Triple | None:
        """Give the three Ft, if all are typed."""
        first, second, third = self.ft
        return None if first is None or second is None or third is None else (first, second, third)

    def problem(self, code: str, column: str, found: object = None, **fields: object) -> Problem:
        """Make an error of one cell of the row."""
        return Problem(code, RESULTS_TABLE, self.index, (*self.key, column), column, found, fields)

    def ft_problem(self, code: str, **fields: object) -> Problem:
        """Make an error of the Ft of the row, the soloist's column first."""
        column = FT_FIELDS[LINES.index(self.soloist or LINES[0])]
        return self.problem(code, column, shown_ft(self.ft), **fields)

    def soloist_problem(self, code: str, **fields: object) -> Problem:
        """Make an error of the soloist of the row."""
        return self.problem(code, "soloist", self.soloist, **fields)


@dataclass(frozen=True, slots=True)
class Claim:
    """A row whose Ft disagree with what its achievements settle to; ``expected`` are its allowed triples."""

    entry: MeantRow
    line: Line
    soloist: str
    ft: Triple
    expected: tuple[Triple, ...]

    @property
    def fields(self) -> dict[str, object]:
        """Give what every sentence about it may name."""
        return {"soloist": self.soloist, "expected": shown_choice(self.expected)}


def meant_rows(
    rows: Sequence[TypedRow], wrong: Collection[int], context: MeaningContext
) -> Iterator[MeantRow]:
    """Give the rows that have a meaning: something is typed, rightly as far as that shows by itself, no
    referee decided (or it is a quick entry, to be completed all the same), and the deal was played.
    """
    for index, row in enumerate(rows):
        if index not in wrong and row.is_touched and (entry := _meant_row(index, row, context)):
            yield entry


def _meant_row(index: int, row: TypedRow, context: MeaningContext) -> MeantRow | None:
    key, ft = row.key, _whole_numbers(row)
    state, starter, soloist = state_word(row.state), seat_letter(row.starter), seat_letter(row.soloist)
    if key is None or ft is None:
        return None
    ruled = frozenset(seat for seat in LINES if (*key, seat) in context.ruled)
    if not isinstance(starter, str) or isinstance(soloist, Unreadable):
        return None
    is_quick = context.entry == "gyors" and row.is_quick
    is_whole = is_quick or (None not in ft and not ruled)
    if not is_whole or state not in (RowState.BLANK, RowState.KORPASSZ):
        return None
    return MeantRow(index, key, row, starter, soloist, ft, state is RowState.KORPASSZ, ruled)


def _whole_numbers(row: TypedRow) -> FtCells | None:
    """Give the Ft of a row; None where one is a letter, or unreadable."""
    first, second, third = (cell if isinstance(cell, int) else None for cell in row.ft)
    return (first, second, third) if (first, second, third) == row.ft else None


def shown_ft(ft: Iterable[int | None]) -> str:
    """Write three Ft as the basic check does: ``4 / -2 / -2``, a blank one as ``–``."""
    return " / ".join("–" if number is None else str(number) for number in ft)


def shown_choice(triples: Iterable[Triple]) -> tuple[str, ...]:
    """Write triples of which any will do."""
    return tuple(map(shown_ft, triples))


@dataclass(frozen=True, slots=True)
class Told:
    """A row that tells who played what."""

    entry: MeantRow
    soloist: str
    line: Line


def _contradiction(place: DealPlace, soloist: str, line: Line, context: MeaningContext) -> Verdict | None:
    """Give the first part of a line that cannot be: by itself, or where the cards are known, with them."""
    deal = context.deals.get(place)
    if deal is None:
        found: Iterable[Verdict] = context.feasibility.contradictions(line.parts).values()
    else:
        found = context.feasibility.verdicts(deal, soloist, line)
    return next((verdict for verdict in found if verdict.possibility is Possibility.IMPOSSIBLE), None)


def is_possible(place: DealPlace, soloist: str, line: Line, context: MeaningContext) -> bool:
    """Tell whether nothing speaks against a line."""
    return _contradiction(place, soloist, line, context) is None


class CardCheck:
    """All rows that tell who played what, against the cards; ``touched`` are the rows with anything typed."""

    def __init__(self, told: Iterable[Told], touched: Collection[ResultKey], context: MeaningContext) -> None:
        self._rows = {one.entry.key: one for one in told}
        self._touched = touched
        self._context = context
        self._wrong = {
            key: verdict
            for key, one in self._rows.items()
            if (verdict := _contradiction(key[:2], one.soloist, one.line, context))
        }
        self._deals: dict[int, list[int]] = {}
        for number, deal in sorted(context.deals):
            self._deals.setdefault(number, []).append(deal)

    def problems(self) -> Iterator[Problem]:
        """Tell of each row that cannot be; if it was typed under another deal's number, of that."""
        for key, verdict in self._wrong.items():
            one = self._rows[key]
            if not verdict.tells_cards:
                yield self._problem("parts_contradict", one, verdict)
                continue
            right = self._right_deal(one)
            code = "cards_contradict" if right is None else "other_deal"
            yield self._problem(code, one, verdict, **({} if right is None else {"right": right}))

    def _problem(self, code: str, one: Told, verdict: Verdict, **fields: object) -> Problem:
        cards = " / ".join(verdict.cards)
        reason = Phrase(f"feasibility.reason.{verdict.reason.value}", {"cards": cards})
        part = _part_text(one.line, verdict, self._context)
        text = one.entry.row.achievements
        return one.entry.problem(
            code, "achievements", text, part=part, reason=reason, deal=one.entry.key[1], **fields
        )

    def _right_deal(self, one: Told) -> int | None:
        """Give the only other deal of the round whose cards allow a row, and whose own row at the table is
        blank or cannot be either; of several the only one whose row in turn fits this deal's cards.
        """
        number, own, table = one.entry.key
        keys = {deal: (number, deal, table) for deal in self._deals[number] if deal != own}
        free = [
            deal
            for deal, key in keys.items()
            if (key not in self._touched or key in self._wrong) and self._fits(one, deal)
        ]
        rows = {deal: row for deal in free if (row := self._rows.get(keys[deal]))}
        exchanged = [deal for deal, row in rows.items() if self._fits(row, own)]
        return free[0] if len(free) == 1 else exchanged[0] if len(exchanged) == 1 else None

    def _fits(self, one: Told, deal: int) -> bool:
        return is_possible((one.entry.key[0], deal), one.soloist, one.line, self._context)


def _part_text(line: Line, verdict: Verdict, context: MeaningContext) -> str:
    """Write one part of a line by itself: ``U-``, ``CS U (B)``."""
    if line.bid is None:
        return context.written(line)
    return context.written(Line(replace(line.bid, is_piros=False, trump=None), (verdict.part,)))
