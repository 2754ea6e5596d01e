"""Where a table stands in an open workbook, and what its rows hold: read whole, once (plain xlwings)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import xlwings as xw

from macros_py.book.errors import BookError
from macros_py.book.layout_types import TableLayout
from macros_py.book.live_cells import Block, as_time, read_block
from macros_py.book.merging import PhysicalRow, typed_below
from macros_py.book.port import Row
from macros_py.book.table_plan import PlacedTable, placed_headings
from macros_py.cells import read_text


@dataclass(slots=True)
class LiveRegion(PlacedTable):
    """One table of ours as it stands: rows and columns are 1-based, ``last_row`` is the last that holds data.

    ``block`` is the sheet from the table's heading on, down and right to its last used cell.
    """

    sheet: xw.Sheet
    table: Any
    layout: TableLayout
    header_row: int
    first_column: int
    headings: list[str]
    last_row: int
    totals: int
    block: Block = field(repr=False)
    hidden: set[int] | None = field(default=None, repr=False)
    """Numbers of the hidden rows, once they were asked for."""
    counted: list[tuple[int, Row]] | None = field(default=None, repr=False)

    def area(self, top: int, left: int, bottom: int, right: int) -> xw.Range:
        """Give a rectangle of the sheet by its first and last row and column."""
        return self.sheet.range((top, left), (bottom, right))

    def all_rows(self) -> list[Row]:
        """Give every row of the table, blank ones too."""
        count = self.last_row - self.header_row
        return [dict(zip(self.headings, line, strict=False)) for line in self.block[1 : count + 1]]

    def physical_rows(self) -> list[PhysicalRow]:
        """Give every row with whether it is hidden."""
        hidden = self.hidden_rows()
        numbered = enumerate(self.all_rows(), start=self.first_row)
        return [PhysicalRow(row, number in hidden) for number, row in numbered]

    def hidden_rows(self) -> set[int]:
        """Give the numbers of the hidden rows: one question if none or all are."""
        if self.hidden is None:
            self.hidden = set(hidden_between(self.sheet, self.first_row, self.last_row))
        return self.hidden


def hidden_between(sheet: xw.Sheet, first: int, last: int) -> Iterator[int]:
    """Give the hidden rows between two, halving where some are and some are not."""
    if first > last:
        return
    state = sheet.range((first, 1), (last, 1)).rows.hidden
    if state:
        yield from range(first, last + 1)
    elif state is None and first < last:
        middle = (first + last) // 2
        yield from hidden_between(sheet, first, middle)
        yield from hidden_between(sheet, middle + 1, last)


def find_table(book: xw.Book, layout: TableLayout) -> tuple[xw.Sheet, Any]:
    """Find a table on its sheet, or, if the sheet was renamed, on any.

    :raises BookError: it is gone (``table_missing``).
    """
    own = [book.sheets[layout.sheet]] if layout.sheet in book.sheets else []
    for sheet in chain(own, book.sheets):
        if layout.name in sheet.tables:
            return sheet, sheet.tables[layout.name]
    raise BookError("table_missing", sheet=layout.sheet, table=layout.name)


def read_region(book: xw.Book, layout: TableLayout) -> LiveRegion:
    """Read one table with what stands below and beside it.

    :raises BookError: it is gone (``table_missing``); a heading is gone (``heading_missing``); a heading
        stands twice (``heading_twice``).
    """
    sheet, table = find_table(book, layout)
    place, used = table.range, sheet.used_range
    top, left, (height, width) = place.row, place.column, place.shape
    bottom = max(top + height - 1, used.row + used.shape[0] - 1, top + 1)
    right = max(left + width - 1, used.column + used.shape[1] - 1)
    block = read_block(sheet.range((top, left), (bottom, right)))
    texts = [read_text(cell) for cell in block[0]]
    headings = placed_headings(texts[:width], texts[width:], layout, sheet.name)
    totals = int(bool(table.show_totals))
    region = LiveRegion(
        sheet, table, layout, top, left, headings, max(top + 1, top + height - 1 - totals), totals, block
    )
    tell_times(region)
    if not totals:
        below = (
            dict(zip(headings, line, strict=False))
            for line in block[region.last_row - region.header_row + 1 :]
        )
        region.last_row += typed_below(below, layout)
    return region


def tell_times(region: LiveRegion) -> None:
    """Make times of plain numbers in the columns of times."""
    for index, heading in enumerate(region.headings):
        column = region.layout.column(heading)
        if column is not None and column.kind == "time":
            for line in region.block[1:]:
                line[index] = as_time(line[index])
