"""The sheets of a book, and one of them: find ranges, used area, add, copy, move, delete."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import xlwings
from xlwings import base_classes

from macros_py.libreoffice.blocks import Document
from macros_py.libreoffice.bridge import Remote
from macros_py.libreoffice.errors import NotSupported, complete
from macros_py.libreoffice.names import Names
from macros_py.libreoffice.ranges import CONTENTS, FORMATS, Grid, Range
from macros_py.libreoffice.tables import Tables

_ADDRESS = re.compile(
    r"\$?(?:[A-Za-z]{1,3}\$?\d+(?::\$?[A-Za-z]{1,3}\$?\d+)?|[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}|\d+:\$?\d+)\Z"
)
"""A cell, a rectangle, whole columns, whole rows."""
_Corner = tuple[int, int] | str | Range
"""Row and column (1-based), an address, or a range."""


@complete
class Sheets(base_classes.Sheets):
    """The sheets of one book, in their order."""

    def __init__(self, book: base_classes.Book, document: Document) -> None:
        self.book = book
        self.document = document
        self.collection: Remote = document.remote.Sheets

    @property
    def api(self) -> Remote:
        """Give LibreOffice's collection."""
        return self.collection

    @property
    def active(self) -> Sheet:
        """Give the sheet in front."""
        controller = self.document.remote.CurrentController
        return self(1) if controller is None else Sheet(self, controller.ActiveSheet)

    def spelling(self, name: str) -> str | None:
        """Give a sheet's name as it is written; None if there is none. Capitals do not matter, as in Excel."""
        return next((one for one in self.collection.ElementNames if one.lower() == name.lower()), None)

    def __call__(self, key: int | str) -> Sheet:
        """Give a sheet by its number, 1-based, or by its name.

        :raises xlwings.NoSuchObjectError: there is none.
        """
        if not isinstance(key, str):
            return Sheet(self, self.collection.getByIndex(key - 1))
        found = self.spelling(key)
        if found is None:
            raise xlwings.NoSuchObjectError(f"there is no sheet {key}")
        return Sheet(self, self.collection.getByName(found))

    def __len__(self) -> int:
        return int(self.collection.Count)

    def __iter__(self) -> Iterator[Sheet]:
        return (self(number) for number in range(1, len(self) + 1))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.spelling(name) is not None

    def range_at(self, address: Any) -> Range:
        """Give a range of any of the sheets by LibreOffice's address."""
        return Sheet(self, self.collection.getByIndex(address.Sheet)).grid.at_address(address)

    def new_name(self, stem: str, number: int) -> str:
        """Give a name that no sheet bears yet: ``stem.format(number)`` with the next free number."""
        while stem.format(number) in self:
            number += 1
        return stem.format(number)

    def add(self, before: Sheet | None = None, after: Sheet | None = None, name: str | None = None) -> Sheet:
        """Make a sheet before or after another, else before the active one; it becomes the active sheet."""
        place = after.index if after else (before or self.active).index - 1
        name = name or self.new_name("Sheet{}", len(self) + 1)
        self.collection.insertNewByName(name, place)
        made = self(name)
        made.activate()
        return made


@complete
class Sheet(base_classes.Sheet):
    """One sheet."""

    book: base_classes.Book = None  # type: ignore[assignment]

    def __init__(self, sheets: Sheets, cells: Remote) -> None:
        self.book = sheets.book
        self._sheets = sheets
        self._document = sheets.document.remote
        self.grid = Grid(self, sheets.document, cells)

    @property
    def api(self) -> Remote:
        """Give LibreOffice's sheet."""
        return self.grid.remote

    @property
    def name(self) -> str:
        """Give the name on the tab."""
        return str(self.api.Name)

    @name.setter
    def name(self, value: str) -> None:
        """Give it another name."""
        self.api.Name = value

    @property
    def index(self) -> int:
        """Give the place among the sheets, 1-based."""
        return int(self.api.RangeAddress.Sheet) + 1

    @property
    def visible(self) -> bool:
        """Say whether the tab is shown."""
        return bool(self.api.IsVisible)

    @visible.setter
    def visible(self, value: bool) -> None:
        """Show or hide the tab."""
        self.api.IsVisible = bool(value)

    @property
    def names(self) -> Names:
        """Give the names that are defined for this sheet only."""
        return Names(self.api.NamedRanges, self._sheets.range_at)

    @property
    def tables(self) -> Tables:
        """Give the tables on this sheet."""
        return Tables(self, self._document.DatabaseRanges, self._sheets.range_at)

    @property
    def freeze_panes(self) -> FreezePanes:
        """Give what holds the headings in place."""
        return FreezePanes(self, self._document)

    def range(self, arg1: _Corner, arg2: _Corner | None = None) -> Range:
        """Give a range by one corner or two; text may be an address, a defined name, or a table's name.

        :raises IndexError: a row or column is 0.
        :raises xlwings.NoSuchObjectError: the text is none of these.
        """
        first = self._corner(arg1)
        if arg2 is None:
            return first
        second = self._corner(arg2)
        top, left = min(first.row, second.row), min(first.column, second.column)
        bottom, right = max(first.last_row, second.last_row), max(first.last_column, second.last_column)
        return self.grid.area(top, left, bottom - top + 1, right - left + 1)

    def _corner(self, corner: _Corner) -> Range:
        if isinstance(corner, Range):
            return corner
        if isinstance(corner, str):
            return self._named(corner)
        if min(corner) < 1:
            raise IndexError("rows and columns are counted from 1")
        return self.grid.area(*corner)

    def _named(self, text: str) -> Range:
        if "!" in text:
            sheet, text = text.rsplit("!", 1)
            return self._sheets(sheet.removeprefix("=").strip("'").replace("''", "'")).range(text)
        if _ADDRESS.match(text):
            return self.grid.at_address(self.api.getCellRangeByName(text.replace("$", "")).RangeAddress)
        names = self.book.names
        cells = names(text).refers_to_range if names.contains(text) else self.tables.body_of(text)
        if cells is None:
            raise xlwings.NoSuchObjectError(f"{text} is no address, no name and no table")
        return cells

    @property
    def cells(self) -> Range:
        """Give all the cells."""
        return self.grid.at_address(self.api.RangeAddress)

    @property
    def used_range(self) -> Range:
        """Give the smallest range that holds everything written."""
        cursor = self.api.createCursor()
        cursor.gotoStartOfUsedArea(False)
        cursor.gotoEndOfUsedArea(True)
        return self.grid.at_address(cursor.RangeAddress)

    def activate(self) -> None:
        """Bring the sheet to the front."""
        controller = self._document.CurrentController
        if controller is not None:
            controller.setActiveSheet(self.api)

    def select(self) -> None:
        """Bring the sheet to the front."""
        self.activate()

    def clear_contents(self) -> None:
        """Empty every cell; formats stay."""
        self.api.clearContents(CONTENTS)

    def clear_formats(self) -> None:
        """Take every format away; values stay."""
        self.api.clearContents(FORMATS)

    def clear(self) -> None:
        """Empty every cell and take every format away."""
        self.api.clearContents(CONTENTS | FORMATS)

    def autofit(self, axis: str | None = None) -> None:
        """Fit rows and columns to their contents."""
        self.used_range.autofit(axis)

    def delete(self) -> None:
        """Take the sheet out of the book."""
        self._sheets.collection.removeByName(self.name)

    def copy(self, before: Sheet | None, after: Sheet | None) -> None:
        """Make a copy beside another sheet of the same book.

        :raises NotSupported: the other sheet is in another book.
        """
        place, sheets = self._place("Sheet.copy into another book", before, after), self.book.sheets
        sheets.collection.copyByName(self.name, sheets.new_name(f"{self.name} ({{}})", 2), place)

    def move(self, before: Sheet | None, after: Sheet | None) -> None:
        """Put the sheet beside another one of the same book.

        :raises NotSupported: the other sheet is in another book.
        """
        self._sheets.collection.moveByName(
            self.name, self._place("Sheet.move into another book", before, after)
        )

    def _place(self, member: str, before: Sheet | None, after: Sheet | None) -> int:
        beside = before or after
        if beside is None or beside.book.api != self._document:
            raise NotSupported(member)
        return beside.index - (1 if before else 0)


@complete
class FreezePanes(base_classes.FreezePanes):
    """What stays in place while a sheet scrolls."""

    def __init__(self, sheet: Sheet, document: Remote) -> None:
        self._sheet = sheet
        self._document = document

    def freeze_at(self, frozen_range: str) -> None:
        """Hold the rows and columns down to the end of a range, such as ``1:2`` or ``A1:B3``."""
        cells, whole = self._sheet.range(frozen_range), self._sheet.cells.shape
        rows = 0 if cells.shape[0] >= whole[0] else cells.last_row
        columns = 0 if cells.shape[1] >= whole[1] else cells.last_column
        self._hold(columns, rows)

    def unfreeze(self) -> None:
        """Let everything scroll."""
        self._hold(0, 0)

    def _hold(self, columns: int, rows: int) -> None:
        self._sheet.activate()  # Calc freezes the sheet in front, whichever it is
        self._document.CurrentController.freezeAtPosition(columns, rows)
