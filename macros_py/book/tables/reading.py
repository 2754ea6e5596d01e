"""Reading one row cell by cell: what cannot be read becomes a problem with its place, never a guess."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from fractions import Fraction
from typing import TypeVar, cast

from macros_py.book.port import CellValue, Row
from macros_py.cells import CellError, Formula, read_decimal, read_licence, read_text, read_whole, read_yes_no
from macros_py.rules.problems import Problem, Unreadable
from macros_py.words import FIELD_HEADINGS

Value = TypeVar("Value")


class RowReader:
    """Reads the cells of one row by the fields of its type; problems gather in the list it was given."""

    def __init__(self, problems: list[Problem], table: str, row: int, cells: Row, key: Sequence[str]) -> None:
        self.problems = problems
        self.table = table
        self.row = row
        self.cells = cells
        self.headings = FIELD_HEADINGS[table]
        self.key = tuple(text for field in key if (text := read_text(self.cell(field))))

    def cell(self, field: str) -> CellValue:
        """Give a cell as it stands."""
        return self.cells.get(self.headings[field])

    def text(self, field: str) -> str:
        """Give a cell's text; a formula or an error value is a problem and reads as blank."""
        value = self.cell(field)
        if isinstance(value, Formula | CellError):
            self.report("cell_formula" if isinstance(value, Formula) else "cell_error", field, value)
            return ""
        return read_text(value)

    def licence(self, field: str) -> str:
        """Give the number of a licence; what cannot be one is reported, and given as it stands."""
        text = self.text(field)
        if isinstance(read_licence(value := self.cell(field)), Unreadable) and text:
            self.report("licence_unusable", field, value)
        return text

    def whole(self, field: str, least: int = 1) -> int | None:
        """Give a whole number not below ``least``; None for a blank, or for what was reported."""
        return self.number(field, read_whole, "cell_whole", least)

    def decimal(self, field: str) -> Fraction | None:
        """Give an exact number not below 0; None for a blank, or for what was reported."""
        return self.number(field, read_decimal, "cell_decimal", 0)

    def number(
        self, field: str, read: Callable[[object], Value | Unreadable | None], code: str, least: int
    ) -> Value | None:
        """Read a number by ``read``; report ``code`` for what is unreadable or below ``least``."""
        found = self.cell(field)
        if isinstance(found, Formula | CellError):
            self.text(field)
            return None
        value = read(found)
        if isinstance(value, Unreadable) or (value is not None and value < least):  # type: ignore[operator]
            self.report(code, field, found, least=least)
            return None
        return value

    def yes_no(self, field: str) -> bool | None:
        """Give igen / nem; None for a blank, or for what was reported."""
        value = read_yes_no(self.cell(field))
        if isinstance(value, Unreadable):
            self.report("cell_yes_no", field, value.found)
            return None
        return value

    def choice(self, field: str, choices: Sequence[str]) -> str:
        """Give one of the words, in their own spelling, whatever case was typed; blank for what was reported."""
        text = self.text(field)
        for word in choices:
            if text.casefold() == word.casefold():
                return word
        if text:
            self.report("cell_choice", field, text, choices=", ".join(choices))
        return ""

    def report(self, code: str, field: str, found: object, **fields: object) -> None:
        """Note a problem of this row."""
        self.problems.append(Problem(code, self.table, self.row, (*self.key, field), field, found, fields))


def amount(value: Fraction | None) -> CellValue:
    """Give an exact number as a cell holds it: whole numbers whole, others as the nearest float; blank stays."""
    if value is None:
        return None
    return value.numerator if value.denominator == 1 else float(value)


def fields_of(table: str, cells: Row) -> dict[str, CellValue]:
    """Give the cells of a row by the fields of its type."""
    return {field: cells[heading] for field, heading in FIELD_HEADINGS[table].items()}


def row_of(table: str, record: object, /, **other: object) -> Row:
    """Put a record into a row: each of the table's fields, or what is given for it in ``other``."""
    return {
        heading: _cell_of(other[field] if field in other else getattr(record, field))
        for field, heading in FIELD_HEADINGS[table].items()
    }


def _cell_of(value: object) -> CellValue:
    """Give a value as a cell holds it: igen or nem, an exact number, the word of a state, a blank text as blank."""
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, bool):
        return "igen" if value else "nem"
    return amount(value) if isinstance(value, Fraction) else cast(CellValue, value if value != "" else None)
