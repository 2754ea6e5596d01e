"""What is different between a workbook as it was and as it is: cell by cell, rows known by their key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isclose

from macros_py.book.merging import headings_of, numbered_keys
from macros_py.book.open_cards import DEALS, holds, without_open_cards
from macros_py.book.port import Book, CellValue, Row
from macros_py.book.schema import layouts, table_layouts, value_layouts
from macros_py.book.snapshots import Snapshot
from macros_py.cells import read_text

LAST_DIGITS = 1e-12
"""A workbook keeps 15 to 16 digits of a number, a copy all 17."""


@dataclass(frozen=True, slots=True)
class Change:
    """One cell that holds something else; ``table`` is blank for a named value, whose name is the ``column``.

    ``row`` is the 0-based index of the row as it stands now; None for a row that is gone.
    """

    table: str
    row: int | None
    column: str
    old: CellValue
    new: CellValue

    @property
    def sheet(self) -> str:
        """Give the sheet the cell is on."""
        return table_layouts()[self.table].sheet if self.table else value_layouts()[self.column].sheet

    @property
    def is_filled(self) -> bool:
        """Tell whether something was typed where nothing stood."""
        return read_text(self.old) == ""

    @property
    def is_computed(self) -> bool:
        """Tell whether the program writes that sheet, not the referee."""
        return any(layout.name == self.sheet and layout.is_protected for layout in layouts())


def changes(then: Snapshot, book: Book) -> list[Change]:
    """Give what has changed since the snapshot, in the order of the sheets; what it does not know is left out."""
    then = without_open_cards(then)
    found = [
        change
        for table in table_layouts()
        if table in then.tables
        for change in table_changes(table, then.tables[table], rows_now(then, book, table))
    ]
    for name, layout in value_layouts().items():
        if name in then.values and not layout.formula:
            old, new = then.values[name], book.read_value(name)
            if not is_equal(old, new):
                found.append(Change("", None, name, old, new))
    return found


def rows_now(then: Snapshot, book: Book, table: str) -> list[tuple[int, Row]]:
    """Give the rows of a table that a snapshot taken then would hold, each with its index."""
    rows = list(enumerate(book.read_table(table)))
    is_known = holds(then) if table == DEALS else lambda row: True
    return [(index, row) for index, row in rows if is_known(row)]


def table_changes(table: str, then: Sequence[Row], now: Sequence[tuple[int, Row]]) -> list[Change]:
    """Give the changed cells of one table; a row that is gone is one change for each of its cells."""
    key = table_layouts()[table].key
    old_rows = dict(zip(numbered_keys(then, key), then, strict=True))
    known = set(headings_of(then)) if then else None
    found = []
    names = numbered_keys([row for _, row in now], key)
    for name, (index, row) in zip(names, now, strict=True):
        old = old_rows.pop(name, {})
        for heading, cell in row.items():
            is_known = known is None or heading in known
            if is_known and not is_equal(old.get(heading), cell):
                found.append(Change(table, index, heading, old.get(heading), cell))
    for row in old_rows.values():
        found += [
            Change(table, None, heading, cell, None) for heading, cell in row.items() if read_text(cell)
        ]
    return found


def is_equal(old: CellValue, new: CellValue) -> bool:
    """Tell whether two cells say the same: 4 and 4.0 do, blank and nothing, and a number that a file cut off."""
    if old == new:
        return True
    if isinstance(old, int | float) and isinstance(new, int | float):
        return isclose(old, new, rel_tol=LAST_DIGITS)
    return read_text(old) == read_text(new)
