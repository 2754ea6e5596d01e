"""Reading one row cell by cell: what cannot be read becomes a problem with its place, never a guess."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from macros_py.book.port import CellValue, Row
from macros_py.cells import (
    CellError,
    Formula,
    Unreadable,
    read_decimal,
    read_licence,
    read_text,
    read_whole,
    read_yes_no,
)
from macros_py.rules.problems import Problem

Value = TypeVar("Value")


class RowReader:
    """Reads the cells of one row; problems gather in the list it was given."""

    def __init__(self, problems: list[Problem], table: str, row: int, cells: Row, key: Sequence[str]) -> None:
        self.problems = problems
        self.table = table
        self.row = row
        self.cells = cells
        self.key = tuple(text for heading in key if (text := read_text(cells.get(heading))))

    def text(self, heading: str) -> str:
        """Give a cell's text; a formula or an error value is a problem and reads as blank."""
        value = self.cells.get(heading)
        if isinstance(value, Formula | CellError):
            self.report("cell_formula" if isinstance(value, Formula) else "cell_error", heading, value)
            return ""
        return read_text(value)

    def licence(self, heading: str) -> str:
        """Give the number of a licence; what cannot be one is reported, and given as it stands."""
        text = self.text(heading)
        if isinstance(read_licence(value := self.cells.get(heading)), Unreadable) and text:
            self.report("licence_unusable", heading, value)
        return text

    def whole(self, heading: str, least: int = 1) -> int | None:
        """Give a whole number not below ``least``; None for a blank, or for what was reported."""
        return self.number(heading, read_whole, "cell_whole", least)

    def decimal(self, heading: str, least: int = 0) -> Fraction | None:
        """Give an exact number not below ``least``; None for a blank, or for what was reported."""
        return self.number(heading, read_decimal, "cell_decimal", least)

    def number(
        self, heading: str, read: Callable[[object], Value | Unreadable | None], code: str, least: int
    ) -> Value | None:
        """Read a number by ``read``; report ``code`` for what is unreadable or below ``least``."""
        found = self.cells.get(heading)
        if isinstance(found, Formula | CellError):
            self.text(heading)
            return None
        value = read(found)
        if isinstance(value, Unreadable) or (value is not None and value < least):  # type: ignore[operator]
            self.report(code, heading, found, least=least)
            return None
        return value

    def yes_no(self, heading: str) -> bool | None:
        """Give igen / nem; None for a blank, or for what was reported."""
        value = read_yes_no(self.cells.get(heading))
        if isinstance(value, Unreadable):
            self.report("cell_yes_no", heading, value.found)
            return None
        return value

    def choice(self, heading: str, choices: Sequence[str]) -> str:
        """Give one of the words, in their own spelling, whatever case was typed; blank for what was reported."""
        text = self.text(heading)
        for word in choices:
            if text.casefold() == word.casefold():
                return word
        if text:
            self.report("cell_choice", heading, text, choices=", ".join(choices))
        return ""

    def report(self, code: str, heading: str, found: object, **fields: object) -> None:
        """Note a problem of this row."""
        self.problems.append(
            Problem(code, self.table, self.row, (*self.key, heading), heading, found, fields)
        )


def amount(value: Fraction | None) -> CellValue:
    """Give an exact number as a cell holds it: whole numbers whole, others as the nearest float; blank stays."""
    if value is None:
        return None
    return value.numerator if value.denominator == 1 else float(value)


def yes(value: bool | None) -> CellValue:
    """Give igen, nem or blank."""
    return None if value is None else ("igen" if value else "nem")
