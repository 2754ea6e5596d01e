"""tFordulok: how far each round has got."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from macros_py.book.port import Book, CellValue, Row
from macros_py.book.tables.reading import RowReader, row_of
from macros_py.cells import read_whole
from macros_py.rules.event import RoundState
from macros_py.rules.problems import Problem

ROUNDS_TABLE = "tFordulok"
ELSEWHERE = "máshonnan"
"""How Sorozat begins where the deals come from another program; its name stands behind it in brackets."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its number, the series its deals were drawn from (None: not dealt), its state, and when."""

    number: int
    series: int | str | None = None
    state: RoundState = RoundState.PLANNED
    dealt: CellValue = None
    played: CellValue = None
    closed: CellValue = None

    @property
    def is_dealt_by_us(self) -> bool:
        """Tell whether its deals come from the event's key."""
        return isinstance(self.series, int)


def read_rounds(book: Book) -> tuple[dict[int, Round], list[Problem]]:
    """Give the rounds by number, and what could not be read."""
    problems: list[Problem] = []
    rounds: dict[int, Round] = {}
    for row, cells in enumerate(book.read_table(ROUNDS_TABLE)):
        reader = RowReader(problems, ROUNDS_TABLE, row, cells, ("number",))
        number = reader.whole("number")
        state = reader.choice("state", [state.value for state in RoundState])
        series = text if is_elsewhere(text := reader.text("series")) else reader.whole("series")
        if number in rounds:
            reader.report("round_twice", "number", number)
        elif number:
            times = map(reader.cell, ("dealt", "played", "closed"))
            rounds[number] = Round(number, series, RoundState(state or "terv"), *times)
    return rounds, problems


def elsewhere(program: str = "") -> str:
    """Give what Sorozat says of deals of another program."""
    return f"{ELSEWHERE} ({program})" if program else ELSEWHERE


def is_elsewhere(text: str) -> bool:
    """Tell whether Sorozat says that the deals come from another program."""
    return text.casefold() == ELSEWHERE or text.casefold().startswith(f"{ELSEWHERE} (")


def noted_start(book: Book, number: int) -> datetime | None:
    """Give when a round was started; None where nobody noted it."""
    for row in book.read_table(ROUNDS_TABLE):
        if read_whole(row["Forduló"]) == number and isinstance(started := row.get("Elindítva"), datetime):
            return started
    return None


def write_rounds(book: Book, rounds: Iterable[Round]) -> None:
    """Write the rounds, by number."""
    book.write_table(
        ROUNDS_TABLE, [round_row(entry) for entry in sorted(rounds, key=lambda entry: entry.number)]
    )


def round_row(entry: Round) -> Row:
    """Put a round into a row."""
    return row_of(ROUNDS_TABLE, entry)


def to_the_second(when: datetime) -> CellValue:
    """Give a time as tFordulok holds it: to the second."""
    return when.replace(microsecond=0)
