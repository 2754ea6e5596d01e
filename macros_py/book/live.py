"""The port on a workbook that is open in a spreadsheet program: whole tables in and out (plain xlwings).

What a verb writes stands in the program at once; :meth:`LiveBook.save` keeps it. The book is asked anew for each
verb: what is remembered here is true only as long as nobody types. What stands in an open copy goes back to its file
through the adapter for closed files: LibreOffice's own save drops table styles and frozen panes.

An open workbook sets nothing. Of one that has an address instead of a path (OneDrive, SharePoint) xlwings would ask a
sheet of it, ``xlwings.conf``, in which folder its file lies; a folder named there would be visited, and become the
place of copies and exports. A workbook may come from anybody.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import xlwings as xw

from macros_py.book.layout import LAYOUT_NAME, known_layout, table_layout, table_layouts, value_layouts
from macros_py.book.live_cells import LiveRegion, read_region
from macros_py.book.live_writing import LiveNames, write_column, write_live_rows
from macros_py.book.port import Book, BookError, CellValue, Grid, Row
from macros_py.book.table_plan import PlacedBook, is_same
from macros_py.words import say

ASKING = ("xlwings.utils", "xlwings.udfs", "xlwings._xlwindows", "xlwings._xlmac")
"""The modules of xlwings that know the function by its name; which of them there are depends on the system."""
CONFIG_READER = "read_config_sheet"


def no_settings(book: object) -> dict[str, str]:
    """Give what a workbook sets: nothing."""
    return {}


def ask_no_workbook() -> None:
    """Have xlwings, as far as it has been imported, take no settings from a workbook."""
    for name in ASKING:
        module = sys.modules.get(name)
        if hasattr(module, CONFIG_READER):
            setattr(module, CONFIG_READER, no_settings)


ask_no_workbook()


class LiveBook(PlacedBook):
    """An open workbook of ours; ``path`` is the file that it stands for, if it is a copy of one.

    ``on_save`` keeps what was written; the spreadsheet program's own save, unless another is given.
    """

    def __init__(
        self, book: xw.Book, on_save: Callable[[LiveBook], object] | None = None, path: Path | None = None
    ) -> None:
        self.program = book
        self.path = path or Path(book.fullname)
        self.on_tell = print
        self.on_save = on_save or (lambda live: live.program.save())
        self.selected: tuple[str, int, str] | None = None
        """Table, row and column that were gone to last."""
        self.written: set[str] = set()
        self.grids: dict[str, tuple[int, int]] = {}
        """Blocks that were written: rows and columns."""
        self._regions: dict[str, LiveRegion] = {}
        self._names: LiveNames | None = None
        self._refuse_other_layouts()

    @property
    def names(self) -> LiveNames:
        """Give the named cells."""
        if self._names is None:
            self._names = LiveNames.of(self.program)
        return self._names

    def table(self, name: str) -> LiveRegion:
        """Give a table, read when it is first asked for.

        :raises BookError: it, or a heading of it, is gone.
        """
        if name not in self._regions:
            self._regions[name] = read_region(self.program, table_layout(name))
        return self._regions[name]

    def forget(self) -> None:
        """Ask the program anew from now on."""
        self._regions.clear()
        self._names = None

    def forget_written(self) -> None:
        """Ask the program anew for what was written: it may have taken something for a date, or cut it off."""
        for table in self.written:
            self._regions.pop(table, None)
        self._names = None

    def write_table(self, table: str, rows: Sequence[Row]) -> None:
        """Replace the contents of a table; own columns and hidden rows follow their key."""
        self.written.add(table)
        write_live_rows(self.table(table), rows)

    def write_column(self, table: str, column: str, values: Sequence[CellValue]) -> None:
        """Replace one column of the rows that count."""
        write_column(self.table(table), column, values)
        self.written.add(table)

    def read_value(self, name: str) -> CellValue:
        """Give the value of a named cell."""
        return self.names.read(name)

    def write_value(self, name: str, value: CellValue) -> None:
        """Write into a named cell."""
        self.names.write(name, value)

    def write_grid(self, name: str, grid: Grid) -> None:
        """Write a block from a named cell on; the rest of the block the layout provides for it goes blank."""
        self.grids[name] = self.names.write_grid(name, grid)

    def read_grid(self, name: str) -> Grid:
        """Give a block that was written."""
        return self.names.read_grid(name, *self.grids[name])

    def value_address(self, name: str) -> tuple[str, str]:
        """Give sheet and cell of a defined name."""
        return self.names.address(name)

    def select(self, table: str, row: int, column: str) -> None:
        """Go to a cell."""
        sheet = self.table(table).sheet
        sheet.activate()
        sheet.range(self.address(table, row, column)).select()
        self.selected = (table, row, column)

    def progress(self, done: int, total: int) -> None:
        """Show in the status bar how far the verb has got."""
        self.program.app.status_bar = say("live.progress", percent=100 * done // max(1, total))

    def save(self) -> None:
        """Keep what was written."""
        self.on_save(self)

    def _refuse_other_layouts(self) -> None:
        is_marked = LAYOUT_NAME in {name.name for name in self.program.names}
        found, known = self.names.read(LAYOUT_NAME) if is_marked else None, known_layout()
        if not isinstance(found, int) or found < 1:
            raise BookError("not_ours", path=self.path)
        if found != known:
            is_newer, path = found > known, self.path
            raise BookError(
                "layout_newer" if is_newer else "layout_older", path=path, found=found, known=known
            )


@contextmanager
def undisturbed_program(book: xw.Book) -> Iterator[None]:
    """Let nothing flicker or be computed twice meanwhile; put the program's state back whatever happens."""
    app, status = book.app, book.app.status_bar
    try:
        with app.properties(screen_updating=False, calculation="manual"):
            yield
    finally:
        app.status_bar = status


@dataclass(frozen=True, slots=True)
class KeptInFile:
    """What an open copy holds goes into ``file``, whole or not at all. To be a :class:`LiveBook`'s ``on_save``."""

    file: Book

    def __call__(self, live: LiveBook) -> None:
        """Ask the program for what was written, write what differs from the file, and save.

        All the rest stands as it was read before the verb: nobody types meanwhile.

        :raises BookError: the file cannot be written; it is as it was then.
        """
        live.forget_written()
        for table in table_layouts():
            rows = live.read_table(table)
            if table in live.written or not _are_same(rows, self.file.read_table(table)):
                self.file.write_table(table, rows)
        for name, layout in value_layouts().items():
            if not layout.formula:
                self.file.write_value(name, live.read_value(name))
        for name in live.grids:
            self.file.write_grid(name, live.read_grid(name))
        if live.selected:
            self.file.select(*live.selected)
        self.file.save()


def _are_same(rows: Sequence[Row], others: Sequence[Row]) -> bool:
    return len(rows) == len(others) and all(
        row.keys() == other.keys() and all(is_same(cell, other[heading]) for heading, cell in row.items())
        for row, other in zip(rows, others, strict=True)
    )
