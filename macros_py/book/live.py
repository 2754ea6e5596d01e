"""The port on a workbook that is open in a spreadsheet program: whole tables in and out (plain xlwings).

What a verb writes stands in the program at once; :meth:`LiveBook.save` keeps it. The book is asked anew for each
verb: what is remembered here is true only as long as nobody types.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import xlwings as xw

from macros_py.book.errors import BookError
from macros_py.book.live_names import LiveNames
from macros_py.book.live_regions import LiveRegion, read_region
from macros_py.book.live_settings import ask_no_workbook
from macros_py.book.live_writing import write_column, write_live_rows
from macros_py.book.port import CellValue, Grid, Row
from macros_py.book.schema import LAYOUT_NAME, known_layout, table_layout
from macros_py.book.table_plan import PlacedBook
from macros_py.words import say

ask_no_workbook()


class LiveBook(PlacedBook):
    """An open workbook of ours.

    ``on_save`` keeps what was written; the spreadsheet program's own save, unless another is given. ``path`` is
    the file that the open workbook stands for, if it is a copy of one.
    """

    def __init__(
        self, book: xw.Book, on_save: Callable[[LiveBook], object] | None = None, path: Path | None = None
    ) -> None:
        self.program = book
        self.path = path or Path(book.fullname)
        self.on_tell: Callable[[str], object] = print
        self.on_save = on_save or save_by_program
        self.selected: tuple[str, int, str] | None = None
        """Table, row and column that were gone to last."""
        self.written: set[str] = set()
        """Tables that were written."""
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

    def tell(self, sentence: str) -> None:
        """Print one sentence, or whatever ``on_tell`` does."""
        self.on_tell(sentence)

    def progress(self, done: int, total: int) -> None:
        """Show in the status bar how far the verb has got."""
        self.program.app.status_bar = say("live.progress", percent=100 * done // max(1, total))

    def save(self) -> None:
        """Keep what was written."""
        self.on_save(self)

    def _refuse_other_layouts(self) -> None:
        if LAYOUT_NAME not in {name.name for name in self.program.names}:
            raise BookError("not_ours", path=self.path)
        found = self.names.read(LAYOUT_NAME)
        if not isinstance(found, int) or found < 1:
            raise BookError("not_ours", path=self.path)
        if found > known_layout():
            raise BookError("layout_newer", path=self.path, found=found, known=known_layout())
        if found < known_layout():
            raise BookError("layout_older", path=self.path, found=found, known=known_layout())


def save_by_program(live: LiveBook) -> None:
    """Let the spreadsheet program save the workbook where it lies."""
    live.program.save()


@contextmanager
def undisturbed_program(book: xw.Book) -> Iterator[None]:
    """Let nothing flicker or be computed twice meanwhile; put the program's state back whatever happens."""
    app = book.app
    status = app.status_bar
    try:
        with app.properties(screen_updating=False, calculation="manual"):
            yield
    finally:
        app.status_bar = status
