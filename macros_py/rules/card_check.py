"""What typed rows claim against the cards of their deals, once the round has been played (VSZ 5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from macros_py.rules.contracts import Line
from macros_py.rules.feasibility import Possibility, Verdict
from macros_py.rules.meaning_context import MeaningContext, MeantRow
from macros_py.rules.problems import Phrase, Problem
from macros_py.rules.typed_results import ResultKey


@dataclass(frozen=True, slots=True)
class Told:
    """A row that tells who played what."""

    entry: MeantRow
    soloist: str
    line: Line


DealPlace = tuple[int, int]
"""Round and deal."""


def contradiction(place: DealPlace, soloist: str, line: Line, context: MeaningContext) -> Verdict | None:
    """Give the first part of a line that cannot be: by itself, or where the cards are known, with them."""
    deal = context.deals.get(place)
    if deal is None:
        found: Iterable[Verdict] = context.feasibility.contradictions(line.parts).values()
    else:
        found = context.feasibility.verdicts(deal, soloist, line)
    return next((verdict for verdict in found if verdict.possibility is Possibility.IMPOSSIBLE), None)


def is_possible(place: DealPlace, soloist: str, line: Line, context: MeaningContext) -> bool:
    """Tell whether nothing speaks against a line."""
    return contradiction(place, soloist, line, context) is None


class CardCheck:
    """All rows that tell who played what, against the cards; ``touched`` are the rows with anything typed."""

    def __init__(self, told: Iterable[Told], touched: Collection[ResultKey], context: MeaningContext) -> None:
        self._rows = {one.entry.key: one for one in told}
        self._touched = touched
        self._context = context
        self._wrong = {
            key: verdict
            for key, one in self._rows.items()
            if (verdict := contradiction(key[:2], one.soloist, one.line, context))
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
        """Make the error that names the part at fault and the reason."""
        cards = " / ".join(verdict.cards)
        reason = Phrase(f"feasibility.reason.{verdict.reason.value}", {"cards": cards})
        part = part_text(one.line, verdict, self._context)
        text = one.entry.row.achievements
        return one.entry.problem(
            code, "achievements", text, part=part, reason=reason, deal=one.entry.key[1], **fields
        )

    def _right_deal(self, one: Told) -> int | None:
        """Give the only other deal of the round whose cards allow a row, and whose own row at the table is
        blank or cannot be either; of several the only one whose row in turn fits this deal's cards.
        """
        round_number, own, table = one.entry.key
        free = [
            deal
            for deal in self._deals[round_number]
            if deal != own and self._is_free((round_number, deal, table)) and self._fits(one, deal)
        ]
        exchanged = [
            deal
            for deal in free
            if (other := self._rows.get((round_number, deal, table))) and self._fits(other, own)
        ]
        return free[0] if len(free) == 1 else exchanged[0] if len(exchanged) == 1 else None

    def _is_free(self, key: ResultKey) -> bool:
        """Tell whether a row is blank or cannot be."""
        return key not in self._touched or key in self._wrong

    def _fits(self, one: Told, deal: int) -> bool:
        """Tell whether a row could have been played with the cards of this deal of its round."""
        return is_possible((one.entry.key[0], deal), one.soloist, one.line, self._context)


def part_text(line: Line, verdict: Verdict, context: MeaningContext) -> str:
    """Write one part of a line by itself: ``U-``, ``CS U (B)``."""
    if line.bid is None:
        return context.written(line)
    return context.written(Line(replace(line.bid, is_piros=False, trump=None), (verdict.part,)))
