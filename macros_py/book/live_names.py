"""The named cells of an open workbook: found once, read a sheet at a time (plain xlwings)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import xlwings as xw

from macros_py.book.errors import NameMissing
from macros_py.book.layout_types import ValueLayout
from macros_py.book.live_cells import Block, as_time, live_value, read_block
from macros_py.book.live_protection import writable
from macros_py.book.live_writing import is_protected
from macros_py.book.merging import is_same
from macros_py.book.port import CellValue, Grid
from macros_py.book.references import address_of, column_number
from macros_py.book.row_heights import value_height
from macros_py.book.schema import layouts, value_layouts
from macros_py.book.table_plan import planned_block
from macros_py.cells import Formula

PLACE = re.compile(r"=(?:'((?:[^']|'')+)'|([^'!]+))!\$?([A-Z]{1,3})\$?(\d+)")
USUAL_WIDTH = 8.43
"""Characters of a column that the layout gives no width."""

NamedCell = tuple[str, int, int]
"""Sheet, row and column, both 1-based."""


@dataclass(slots=True)
class LiveNames:
    """Every named cell of ours: where it stands and what it holds."""

    book: xw.Book
    places: Mapping[str, NamedCell]
    values: dict[str, CellValue] = field(default_factory=dict)

    @classmethod
    def of(cls, book: xw.Book) -> LiveNames:
        """Find the names.

        :raises NameMissing: one of ours is gone, or does not point to one cell.
        """
        found = {name.name: named_cell(name.refers_to) for name in book.names if name.name in value_layouts()}
        places = {name: place for name, place in found.items() if place is not None}
        for name in value_layouts():
            if name not in places:
                raise NameMissing(name=name)
        return cls(book, places)

    def read(self, name: str) -> CellValue:
        """Give the value of a named cell; the first one asked for reads all of its sheet.

        :raises NameMissing: there is no such name.
        """
        if name not in self.values:
            self.read_sheet(self.place(name)[0])
        return self.values[name]

    def place(self, name: str) -> NamedCell:
        """Give where a named cell stands.

        :raises NameMissing: there is no such name.
        """
        if name not in self.places:
            raise NameMissing(name=name)
        return self.places[name]

    def read_sheet(self, title: str) -> None:
        """Read the rectangle that holds all named cells of a sheet."""
        here = {name: place for name, place in self.places.items() if place[0] == title}
        top, left = min(row for _, row, _ in here.values()), min(column for _, _, column in here.values())
        bottom, right = max(row for _, row, _ in here.values()), max(column for _, _, column in here.values())
        block = read_block(self.book.sheets[title].range((top, left), (bottom, right)))
        for name, (_, row, column) in here.items():
            value = block[row - top][column - left]
            self.values[name] = as_time(value) if value_layouts()[name].kind == "time" else value

    def write(self, name: str, value: CellValue) -> None:
        """Write into a named cell, if it holds something else.

        :raises NameMissing: there is no such name.
        """
        wanted = None if value == "" else value
        if is_same(wanted, self.read(name)):
            return
        title, row, column = self.place(name)
        sheet = self.book.sheets[title]
        with writable(sheet, is_protected=is_protected(title)):
            if isinstance(wanted, Formula):  # written as a value Excel would keep it to its own cell by an @
                sheet.range((row, column)).formula2 = str(wanted)
            else:
                sheet.range((row, column)).value = live_value(wanted)
            if (layout := value_layouts()[name]).grows:
                sheet.range((row, column)).row_height = value_height(wanted, room(layout), layout.height)
        self.values[name] = wanted

    def read_grid(self, name: str, height: int, width: int) -> Block:
        """Give a block from a named cell on.

        :raises NameMissing: there is no such name.
        """
        title, row, column = self.place(name)
        return read_block(
            self.book.sheets[title].range((row, column), (row + height - 1, column + width - 1))
        )

    def write_grid(self, name: str, grid: Grid) -> tuple[int, int]:
        """Write a block from a named cell on, and blanks over the rest of what the layout provides for it.

        Gives the rows and columns written.

        :raises NameMissing: there is no such name.
        """
        title, row, column = self.place(name)
        lines = planned_block(name, grid)
        height, width = len(lines), len(lines[0])
        sheet = self.book.sheets[title]
        with writable(sheet, is_protected=is_protected(title)):
            area = sheet.range((row, column), (row + height - 1, column + width - 1))
            area.value = [[live_value(cell) for cell in cells] for cells in lines]
        self.values = {one: value for one, value in self.values.items() if self.places[one][0] != title}
        return height, width

    def address(self, name: str) -> tuple[str, str]:
        """Give sheet and cell of a named cell.

        :raises NameMissing: there is no such name.
        """
        title, row, column = self.place(name)
        return title, address_of(row, column)


def named_cell(refers_to: str | None) -> NamedCell | None:
    """Give the cell that a name stands for; None if it is no single cell."""
    match = PLACE.fullmatch(refers_to or "")
    if match is None:
        return None
    title = (match[1] or match[2]).replace("''", "'")
    return title, int(match[4]), column_number(match[3])


def room(layout: ValueLayout) -> float:
    """Give the characters that fit beside each other in a named cell, by the widths of its sheet's layout."""
    first, _, last = (layout.merge or layout.cell).partition(":")
    left, right = (column_number(cell.rstrip("0123456789")) for cell in (first, last or first))
    widths = next(sheet.widths for sheet in layouts() if sheet.name == layout.sheet)
    return sum(
        widths[column - 1] if column <= len(widths) else USUAL_WIDTH for column in range(left, right + 1)
    )
