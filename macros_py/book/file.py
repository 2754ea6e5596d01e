"""The port on a closed ``.xlsx`` file: read whole, written in place, saved whole or not at all (openpyxl)."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from macros_py.book.file_dressing import dress_table, fit_row, freeze_grid
from macros_py.book.file_library import (
    Workbook,
    Worksheet,
    cell_value,
    coordinate_to_tuple,
    put_value,
    save_workbook,
    value_at,
)
from macros_py.book.file_opening import destination, open_workbook, read_template, undisturbed
from macros_py.book.file_writing import Region, find_regions, take_in_rows, write_file_rows
from macros_py.book.layout import grid_layouts, known_layout, value_layouts
from macros_py.book.port import BookError, CellValue, Grid, Row
from macros_py.book.saving import long_path, refuse_if_locked, refuse_wrong_ending, write_atomically
from macros_py.book.table_plan import PlacedBook, is_same, planned_block, planned_column

_ROWS_ABOVE = 5
"""Rows kept in sight above the cell."""


def _open_at(workbook: Workbook, sheet: Worksheet, cell: str) -> None:
    """Make a sheet the active one, and a cell the selected one, in sight below the frozen headings."""
    for other in workbook.worksheets:
        other.sheet_view.tabSelected = other is sheet
    workbook.active = workbook.worksheets.index(sheet)
    view = sheet.sheet_view
    for selection in view.selection:
        selection.activeCell = selection.sqref = cell
    row, _ = coordinate_to_tuple(cell)
    if view.pane is not None and view.pane.topLeftCell:
        column = view.pane.topLeftCell.rstrip("0123456789")
        first = int(view.pane.ySplit or 0) + 1
        view.pane.topLeftCell = f"{column}{max(first, row - _ROWS_ABOVE)}"


Stamp = tuple[int, int]
"""Size in bytes and time of the last change in nanoseconds: what tells a file changed."""
_ABSENT: Stamp = (-1, -1)
"""The stamp of a file that is not there."""


class FileBook(PlacedBook):
    """A workbook of ours on the disk. Made by :meth:`open`; nothing reaches the disk before :meth:`save`."""

    def __init__(self, path: Path, workbook: Workbook, stamp: Stamp) -> None:
        self.path = path
        self.on_tell = print
        self.upgraded_from: int | None = None
        """The number of the older layout that the file had when it was opened."""
        self._workbook = workbook
        self._stamp = stamp
        self._regions = find_regions(workbook)
        self._written: set[str] = set()
        for name in value_layouts():
            destination(workbook, name)

    @classmethod
    def open(cls, path: str | Path) -> FileBook:
        """Read a workbook that is to be written again.

        :raises BookError: it is missing, not ours, damaged, of another layout, locked or read-only.
        """
        path = Path(path)
        stamp = _stamp_of(path)
        workbook, layout = open_workbook(path)
        book = cls(path, workbook, stamp)
        book.upgraded_from = layout if layout < known_layout() else None
        return book

    @classmethod
    def create(cls, path: str | Path, template: Path) -> FileBook:
        """Read the template; :meth:`save` puts the result at ``path``, over the file that stands there now if any.

        :raises BookError: ``path`` is no name of a workbook, its folder cannot be used, or the template cannot.
        """
        path = Path(path)
        refuse_wrong_ending(path)
        return cls(path, read_template(template, path), _stamp_of(path))

    def table(self, name: str) -> Region:
        """Give a table."""
        return self._regions[name]

    def write_table(self, table: str, rows: Sequence[Row]) -> None:
        """Replace the contents of a table; own columns and hidden rows follow their key."""
        write_file_rows(self.table(table), rows)
        self._written.add(table)

    def write_column(self, table: str, column: str, values: Sequence[CellValue]) -> None:
        """Replace one column of the rows that count."""
        region = self.table(table)
        rows = region.physical_rows()
        for number, value in planned_column(region, column, values):
            place = (number, region.columns[column])
            put_value(region.sheet, *place, value)
            rows[number - region.first_row].values[column] = value_at(region.sheet, *place)
        region.counted = None

    def read_value(self, name: str) -> CellValue:
        """Give the value of a named cell."""
        sheet, cell = destination(self._workbook, name)
        return cell_value(self._workbook[sheet][cell])

    def write_value(self, name: str, value: CellValue) -> None:
        """Write into a named cell."""
        sheet, row, column = self._anchor(name)
        if not is_same(value, value_at(sheet, row, column)):
            put_value(sheet, row, column, value)
            if (layout := value_layouts()[name]).grows:
                fit_row(sheet, row, layout, value)

    def write_grid(self, name: str, grid: Grid) -> None:
        """Write a block from a named cell on; the rest of the block the layout provides for it goes blank."""
        sheet, row, column = self._anchor(name)
        for down, line in enumerate(planned_block(name, grid)):
            for along, value in enumerate(line):
                put_value(sheet, row + down, column + along, value)

    def value_address(self, name: str) -> tuple[str, str]:
        """Give sheet and cell of a defined name."""
        return destination(self._workbook, name)

    def select(self, table: str, row: int, column: str) -> None:
        """Make the file open at a cell."""
        _open_at(self._workbook, self.table(table).sheet, self.address(table, row, column))

    def progress(self, done: int, total: int) -> None:
        """Show nothing."""

    def save(self) -> None:
        """Dress the sheets and replace the file.

        :raises BookError: another program has opened the file since it was read (``locked``); somebody saved
            the file since it was read (``changed_on_disk``); somebody renamed, moved or deleted it since it
            was read (``file_gone``); its folder is gone: a stick was pulled out, the network is down
            (``folder_missing``); it cannot be written (see :func:`macros_py.book.saving.write_atomically`).
        """
        refuse_if_locked(self.path)
        for name, region in self._regions.items():
            dress_table(region, is_written=take_in_rows(region) or name in self._written)
        for name in grid_layouts():
            freeze_grid(*self._anchor(name))
        self._workbook.calculation.fullCalcOnLoad = True
        with undisturbed():
            is_new = self._stamp == _ABSENT
            write_atomically(self.path, self._write, is_new=is_new, confirm=self._refuse_if_changed)
        self._written.clear()
        self._stamp = _stamp_of(self.path)

    def write_copy(self, path: Path) -> None:
        """Write the workbook as it stands now to another place, for another program to work on."""
        with undisturbed():
            save_workbook(self._workbook, path)

    def _write(self, stream: BinaryIO) -> None:
        content = (
            BytesIO()
        )  # else a full disk leaves openpyxl a half-written zip, which it laments on the screen
        self._refuse_if_changed()
        save_workbook(self._workbook, content)
        stream.write(content.getbuffer())

    def _refuse_if_changed(self) -> None:
        now = _stamp_of(self.path)
        if now == _ABSENT != self._stamp:
            if self.path.parent.is_dir():
                raise BookError("file_gone", path=self.path)
            raise BookError("folder_missing", folder=self.path.parent)
        if now != self._stamp:
            raise BookError("changed_on_disk", path=self.path)

    def _anchor(self, name: str) -> tuple[Worksheet, int, int]:
        sheet, cell = destination(self._workbook, name)
        return self._workbook[sheet], *coordinate_to_tuple(cell)


def _stamp_of(path: Path) -> Stamp:
    try:
        found = long_path(path.resolve()).stat()
    except OSError:
        return _ABSENT
    return (found.st_size, found.st_mtime_ns)
