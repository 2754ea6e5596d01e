"""Keeping what a spreadsheet program computed in the file it came from, not by the program's own save.

LibreOffice's save drops table styles and frozen panes; so the tables go back through the adapter for closed files.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros_py.book.live import LiveBook
from macros_py.book.merging import is_same
from macros_py.book.port import Book, Row
from macros_py.book.schema import table_layouts, value_layouts


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
            if table in live.written or not are_same(rows, self.file.read_table(table)):
                self.file.write_table(table, rows)
        for name, layout in value_layouts().items():
            if not layout.formula:
                self.file.write_value(name, live.read_value(name))
        for name in live.grids:
            self.file.write_grid(name, live.read_grid(name))
        if live.selected:
            self.file.select(*live.selected)
        self.file.save()


def are_same(rows: Sequence[Row], others: Sequence[Row]) -> bool:
    """Tell whether two tables hold the same, cell by cell."""
    return len(rows) == len(others) and all(
        row.keys() == other.keys() and all(is_same(cell, other[heading]) for heading, cell in row.items())
        for row, other in zip(rows, others, strict=True)
    )
