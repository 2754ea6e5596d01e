"""A workbook held as values, without a file: tests play on it, and a verb's writes wait in it till all go through."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from macros_py.book.layout import TableLayout, table_layout, table_layouts, value_layouts
from macros_py.book.port import Book, CellValue, Grid, Row
from macros_py.book.references import resolve_outside
from macros_py.book.table_plan import (
    PhysicalRow,
    PlacedBook,
    PlacedTable,
    headings_of,
    numbered_keys,
    planned,
    planned_column,
)
from macros_py.cells import Formula

_KEPT_TABLES = frozenset({"tHibak", "tNaplo"})
KEPT_COLUMNS = frozenset({("tEredmenyek", "Ellenőrzés")})
"""What a refused verb may change all the same."""

HeldColumn = tuple[str, str, Sequence[CellValue]]
"""A table, one of its columns, and the values written there."""


@dataclass(slots=True)
class HeldTable(PlacedTable):
    """One table as it would stand on its sheet: headings in the sheet's order, rows with the blank ones."""

    layout: TableLayout
    headings: list[str]
    rows: list[PhysicalRow]
    header_row: int
    first_column: int = 1
    counted: list[tuple[int, Row]] | None = field(default=None, repr=False)

    @classmethod
    def of(cls, layout: TableLayout, rows: Sequence[Row]) -> HeldTable:
        """Hold rows; none is the one blank row of a fresh table."""
        headings = headings_of(rows) or [column.name for column in layout.columns]
        held = [PhysicalRow(row) for row in rows] or [PhysicalRow(dict.fromkeys(headings))]
        return cls(layout, headings, held, layout.header_row)

    def physical_rows(self) -> list[PhysicalRow]:
        """Give every row with whether it is hidden."""
        return self.rows

    def write(self, rows: Sequence[Row]) -> None:
        """Replace the contents."""
        plan = planned(self, rows)
        self.headings, self.counted = plan.headings, None
        self.rows = [PhysicalRow(row.values, row.is_hidden) for row in plan.rows]

    def write_column(self, column: str, values: Sequence[CellValue]) -> None:
        """Replace one column of the rows that count.

        :raises KeyError: there is no such column.
        :raises ValueError: there are not as many values as rows.
        """
        for number, value in planned_column(self, column, values):
            row = self.rows[number - self.first_row]
            self.rows[number - self.first_row] = PhysicalRow({**row.values, column: value}, row.is_hidden)
        self.counted = None


@dataclass(slots=True)
class HeldBook(PlacedBook):
    """A workbook that never touches the disk; ``saves`` counts, ``told`` and ``grids`` remember.

    No name unknown to the layout can be read or written: KeyError, a fault of ours.
    """

    tables: dict[str, HeldTable] = field(
        default_factory=lambda: {name: HeldTable.of(layout, ()) for name, layout in table_layouts().items()}
    )
    values: dict[str, CellValue] = field(default_factory=lambda: _initial_values())
    grids: dict[str, Grid] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    selected: str = ""
    """The cell gone to last: sheet and address."""
    saves: int = 0

    @classmethod
    def of(cls, tables: Mapping[str, Sequence[Row]], values: Mapping[str, CellValue]) -> HeldBook:
        """Hold what a copy holds: what it does not know is blank, what the layout does not know is left out."""
        layouts = table_layouts()
        held = {name: HeldTable.of(layout, tables.get(name, ())) for name, layout in layouts.items()}
        return cls(held, {name: values.get(name) for name in value_layouts()})

    def table(self, name: str) -> HeldTable:
        """Give a table."""
        return self.tables[name]

    def write_table(self, table: str, rows: Sequence[Row]) -> None:
        """Replace the contents of a table."""
        self.table(table).write(rows)

    def write_column(self, table: str, column: str, values: Sequence[CellValue]) -> None:
        """Replace one column of the rows that count; ValueError if there are not as many values as rows."""
        self.table(table).write_column(column, values)

    def read_value(self, name: str) -> CellValue:
        """Give the value of a named cell."""
        return self.values[name]

    def write_value(self, name: str, value: CellValue) -> None:
        """Write into a named cell.

        :raises KeyError: the layout has no such name.
        """
        if name not in value_layouts():
            raise KeyError(name)
        self.values[name] = None if value == "" else value

    def write_grid(self, name: str, grid: Grid) -> None:
        """Remember a block; its top left value is the named cell's."""
        self.write_value(name, grid[0][0] if grid and grid[0] else None)
        self.grids[name] = [list(line) for line in grid]

    def value_address(self, name: str) -> tuple[str, str]:
        """Give sheet and cell of a defined name."""
        layout = value_layouts()[name]
        return layout.sheet, layout.cell

    def select(self, table: str, row: int, column: str) -> None:
        """Remember the cell."""
        self.selected = f"{self.table(table).layout.sheet}!{self.address(table, row, column)}"

    def tell(self, sentence: str) -> None:
        """Remember one sentence."""
        self.told.append(sentence)

    def progress(self, done: int, total: int) -> None:
        """Show nothing."""

    def save(self) -> None:
        """Count the saving."""
        self.saves += 1


class StagedBook(HeldBook):
    """A book in front of a book: each table is read once, writes wait, and all or none of them go through.

    ``told`` remembers the sentences; with ``tells`` they are passed on at once.
    """

    __slots__ = ("_columns", "_keys", "_names", "_written", "book", "tells")

    def __init__(self, book: Book, *, tells: bool = False) -> None:
        super().__init__({}, {})
        self.book, self.tells = book, tells
        self._keys: list[HeldColumn] = []
        """Key columns written before their table: rows renamed so are the same rows, and go through first."""
        self._written: dict[str, None] = {}
        """Tables written whole, columns and named cells written, in their order."""
        self._columns: list[HeldColumn] = []
        self._names: dict[str, None] = {}

    @property
    def has_changes(self) -> bool:
        """Tell whether anything waits."""
        return bool(self._written or self._columns or self._names)

    def table(self, name: str) -> HeldTable:
        """Give a table, read when it is first asked for."""
        if name not in self.tables:
            self.tables[name] = HeldTable.of(table_layout(name), self.book.read_table(name))
        return self.tables[name]

    def write_table(self, table: str, rows: Sequence[Row]) -> None:
        """Hold new contents back, in the order in which the sheet will have them."""
        self.table(table).write(rows)
        self._note(table)

    def write_column(self, table: str, column: str, values: Sequence[CellValue]) -> None:
        """Hold one column back."""
        super().write_column(table, column, values)
        self._columns.append((table, column, values))

    def read_value(self, name: str) -> CellValue:
        """Give the value the named cell would have after :meth:`commit`."""
        if name not in self.values:
            self.values[name] = self.book.read_value(name)
        return self.values[name]

    def write_value(self, name: str, value: CellValue) -> None:
        """Hold a value back."""
        super().write_value(name, value)
        self._names[name] = None

    def address(self, table: str, row: int, column: str) -> str:
        """Give the cell where the row will stand."""
        if table not in self._written:
            return self.book.address(table, row, column)
        letters, number = re.fullmatch(r"([A-Z]+)(\d+)", self.book.address(table, 0, column)).groups()  # type: ignore[union-attr]
        return f"{letters}{int(number) + row}"

    def value_address(self, name: str) -> tuple[str, str]:
        """Give sheet and cell of a defined name."""
        return self.book.value_address(name)

    def select(self, table: str, row: int, column: str) -> None:
        """Pass it on: it changes nothing that would have to wait."""
        self.book.select(table, row, column)

    def tell(self, sentence: str) -> None:
        """Remember one sentence, for who runs the verb to say when it has succeeded; or pass it on."""
        if self.tells:
            self.book.tell(sentence)
        else:
            super().tell(sentence)

    def progress(self, done: int, total: int) -> None:
        """Pass the progress on."""
        self.book.progress(done, total)

    def commit(self) -> None:
        """Pass everything on that waits; what was written is read back when it is asked for."""
        for column in self._keys:
            self.book.write_column(*column)
        for table in self._written:
            if isinstance(self.book, StagedBook):
                self.book.take(table, self.tables[table])
            else:
                self.book.write_table(table, self.read_table(table))
        for column in self._columns:
            if column[0] not in self._written:
                self.book.write_column(*column)
        for name in self._names:
            self.book.write_value(name, self.values[name])
        for name, grid in self.grids.items():
            self.book.write_grid(name, grid)
        self._drop()

    def take(self, table: str, held: HeldTable) -> None:
        """Hold a table back that a book before this one has put in order already."""
        self.tables[table] = held
        self._note(table)

    def save(self) -> None:
        """Commit, and save the book behind."""
        self.commit()
        self.book.save()

    def discard(
        self, keep: Collection[str] = _KEPT_TABLES, keep_columns: Collection[tuple[str, str]] = KEPT_COLUMNS
    ) -> None:
        """Drop what waits, but for the tables and (table, column) pairs to be kept.

        A kept column of a table that is itself dropped goes to the rows on the sheet, by their key.
        """
        remarks = [
            (table, column, self._remarks(table, column) if table in self._written else values)
            for table, column, values in self._columns
            if (table, column) in keep_columns and table not in keep
        ]
        self._drop(keep)
        for column in remarks:
            self.write_column(*column)

    def forget(self) -> None:
        """Drop all that waits, and read everything anew."""
        self._drop()
        self.tables.clear()
        self.values.clear()

    def _note(self, table: str) -> None:
        if table not in self._written:
            key = table_layout(table).key
            self._keys += [one for one in self._columns if one[0] == table and one[1] in key]
        self._columns = [one for one in self._columns if one[0] != table]
        self._written[table] = None

    def _remarks(self, table: str, column: str) -> list[CellValue]:
        held, rows, key = self.read_table(table), self.book.read_table(table), table_layout(table).key
        by_key = dict(zip(numbered_keys(held, key), [row[column] for row in held], strict=True))
        return [by_key.get(one, row[column]) for one, row in zip(numbered_keys(rows, key), rows, strict=True)]

    def _drop(self, keep: Collection[str] = ()) -> None:
        for table in {*self._written, *(one[0] for one in self._columns)} - set(keep):
            del self.tables[table]
        for name in self._names:
            del self.values[name]
        self._keys = [one for one in self._keys if one[0] in keep]
        self._written = {table: None for table in self._written if table in keep}
        self._columns = [one for one in self._columns if one[0] in keep]
        self._names, self.grids = {}, {}


def _initial_values() -> dict[str, CellValue]:
    return {
        name: Formula(f"={resolve_outside(layout.formula)}") if layout.formula else layout.initial
        for name, layout in value_layouts().items()
    }
