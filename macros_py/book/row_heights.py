"""How high a row must be for its wrapped texts to be read whole: no spreadsheet program does it on load."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Protocol

from macros_py.book.schema import palette

LINE_POINTS = 15.0
"""Height of one line of text at the palette's size."""
MOST_POINTS = 405.0
"""Excel's limit is 409."""
MARGIN = 3
"""Characters of a column's width that its indent and border take."""


class Column(Protocol):
    """What a height needs of a column: its heading, its kind (of the palette), its width in characters."""

    @property
    def name(self) -> str:
        """Give the heading."""

    @property
    def kind(self) -> str:
        """Give the kind."""

    @property
    def width(self) -> float:
        """Give the width."""


class Columns(Protocol):
    """A table's layout, or a sheet's of the record."""

    @property
    def columns(self) -> Sequence[Column]:
        """Give the columns from the left."""


def row_height(
    table: Columns, row: Mapping[str, object], widths: Mapping[str, float] | None = None
) -> float | None:
    """Give the height in points of a row of ``table`` (heading → value); None where one line is enough.

    ``widths`` are the real column widths by heading, in characters, where they differ from the layout's.
    """
    wrapped = [column for column in table.columns if column.name and palette().kinds[column.kind].wrap]
    lines = max((text_lines(column, row, widths or {}) for column in wrapped), default=1)
    return None if lines == 1 else min(lines * LINE_POINTS, MOST_POINTS)


def value_height(value: object, width: float, least: float) -> float:
    """Give the height in points of the row of a named cell ``width`` characters wide, not below ``least``."""
    return max(least, min(paragraph_lines(value, width) * LINE_POINTS, MOST_POINTS))


def text_lines(column: Column, row: Mapping[str, object], widths: Mapping[str, float]) -> int:
    """Give how many lines the text of one cell takes, at least 1."""
    return paragraph_lines(row.get(column.name), widths.get(column.name, column.width))


def paragraph_lines(value: object, width: float) -> int:
    """Give how many lines a text takes in a cell ``width`` characters wide, at least 1."""
    room = max(width - MARGIN, 1)
    paragraphs = "" if value is None else str(value)
    return sum(max(1, ceil(len(paragraph) / room)) for paragraph in paragraphs.split("\n"))
