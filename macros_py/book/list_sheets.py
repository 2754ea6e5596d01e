"""One sheet of a list from outside, before anybody knows which of its rows holds the headings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from macros_py.book.port import CellValue


@dataclass(frozen=True, slots=True)
class Span:
    """A merged block of cells; its value stands in the top left one. Rows and columns from 0, both ends in it."""

    top: int
    left: int
    bottom: int
    right: int


@dataclass(frozen=True, slots=True)
class ListSheet:
    """The cells of one sheet, or of one way to cut a text; rows may differ in length, blank ones are empty."""

    rows: Sequence[Sequence[CellValue]]
    name: str = ""
    """The sheet's name; blank for a text."""
    spans: tuple[Span, ...] = ()
    tops: Mapping[tuple[int, int], int] = field(default_factory=dict)
    """The row of the value for each cell (row, column) below it in a merged block, as :func:`tops_of` gives them."""
    hidden: int = 0
    """Rows that the list hides although something stands in them."""
    encoding: str = ""
    """What the letters of a text were taken for, where they could have been something else as well."""
    delimiter: str = ""
    """What a text was cut by; blank for a sheet."""
    is_active: bool = False
    """Whether the sheet was in front when the list was saved."""
    is_hidden: bool = False
    struck: frozenset[tuple[int, int]] = frozenset()
    """Cells (row, column) whose text is struck through."""

    def cell(self, row: int, column: int) -> CellValue:
        """Give one cell (row and column from 0); outside the list it is blank."""
        cells = self.rows[row]
        return cells[column] if column < len(cells) else None

    def down(self, row: int, column: int) -> CellValue:
        """Give a cell; inside a block that is merged downwards, the value of the block."""
        value = self.cell(row, column)
        if value is not None or (row, column) not in self.tops:
            return value
        return self.cell(self.tops[row, column], column)


def tops_of(spans: Iterable[Span], rows: int) -> dict[tuple[int, int], int]:
    """Give the row in which its value stands for each cell below the first in the left column of a merged block."""
    return {
        (row, span.left): span.top
        for span in spans
        for row in range(span.top + 1, min(span.bottom + 1, rows))
    }
