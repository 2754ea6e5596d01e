"""What the tests of meanings share: a hall whose every row was really bid and played, and one row at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from macros_py.rules.cards.deals import Deal, draw_deal
from macros_py.rules.cards.draws import Stream
from macros_py.rules.hall.circulation import protocol_lines
from macros_py.rules.hall.event import LINES, RoundState
from macros_py.rules.language.contracts import Line
from macros_py.rules.language.notation import notation
from macros_py.rules.meaning.context import MeaningContext
from macros_py.rules.play.generator import Generator
from macros_py.rules.problems import Problem
from macros_py.rules.results.protocol import check_rows
from macros_py.rules.results.typed_results import ExpectedSheet, FtCell, RowState, TypedRow
from tests.rules.sample_lines import LANGUAGE, RULEBOOK

KEY = bytes(range(1, 33))


@dataclass(frozen=True, slots=True)
class PlayedHall:
    """A hall of generated rows: ``lines`` are what was really achieved in each row, ``deals`` the cards."""

    rows: list[TypedRow]
    lines: list[Line]
    deals: dict[tuple[int, int], Deal]
    sheet: ExpectedSheet = field(repr=False)


@cache
def played_hall(tables: int, rounds: int, deals: int, seed: int = 0) -> PlayedHall:
    """Play every deal of so many rounds at every table, each table for itself."""
    generator = Generator(RULEBOOK)
    cards = {
        (number, deal): draw_deal(KEY, seed + 1, number, deal)
        for number in range(1, rounds + 1)
        for deal in range(1, deals + 1)
    }
    papers = [line for number in range(1, rounds + 1) for line in protocol_lines(number, tables, deals)]
    rows, lines = [], []
    for paper in papers:
        stream = Stream(KEY, "sorok", seed, paper.round, paper.deal, paper.table)
        game = generator.generate(cards[paper.round, paper.deal], paper.starter, stream)
        is_korpassz = game.soloist is None
        rows.append(
            TypedRow(
                paper.round,
                paper.deal,
                paper.copy,
                paper.line,
                paper.table,
                ("Anna", "Béla", "Cili"),
                paper.starter,
                game.soloist or "",
                "" if is_korpassz else notation(game.line, LANGUAGE),
                game.ft,
                RowState.KORPASSZ.value if is_korpassz else "",
            )
        )
        lines.append(game.line)
    states = dict.fromkeys(range(1, rounds + 1), RoundState.PLAYED)
    sheet = ExpectedSheet(papers, {}, states, entry="gyors", is_korpassz=CONTEXT.is_korpassz)
    return PlayedHall(rows, lines, cards, sheet)


CONTEXT = MeaningContext.of(RULEBOOK, LANGUAGE)


def basic_errors(rows: Sequence[TypedRow], sheet: ExpectedSheet) -> tuple[set[int], list[Problem]]:
    """Give the rows in which the basic check finds an error, and all that it finds."""
    found = check_rows(rows, sheet)
    return {
        problem.row for problem in found if problem.row is not None and problem.degree.value == "hiba"
    }, found


def with_ft(row: TypedRow, *ft: FtCell) -> TypedRow:
    """Give a row with other Ft."""
    first, second, third = ft
    return replace(row, ft=(first, second, third))


def other_seat(seat: str, step: int = 1) -> str:
    """Give another seat."""
    return LINES[(LINES.index(seat) + step) % len(LINES)]
