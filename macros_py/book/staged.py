"""A book in front of a book: writes wait, reads see them, and all or none of them go through."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from macros_py.book.layout_types import TableLayout
from macros_py.book.merging import KeyRule, PhysicalRow, headings_of, merge, numbered_keys
from macros_py.book.port import Book, CellValue, Grid, Row
from macros_py.book.schema import table_layout, value_layouts

KEPT_TABLES = frozenset({"tHibak", "tNaplo"})
KEPT_COLUMNS = frozenset({("tEredmenyek", "Ellenőrzés")})
"""What a refused verb may change all the same."""


@dataclass(slots=True)
class StagedBook:
    """Holds every write back until :meth:`commit`; ``told`` remembers the sentences, not passed on."""

    book: Book
    told: list[str] = field(default_factory=list)
    _keys: dict[tuple[str, str], list[CellValue]] = field(default_factory=dict)
    """Key columns that were written before their table: rows renamed so are the same rows, and go through first."""
    _tables: dict[str, list[Row]] = field(default_factory=dict)
    _columns: dict[tuple[str, str], list[CellValue]] = field(default_factory=dict)
    _values: dict[str, CellValue] = field(default_factory=dict)
    _grids: dict[str, Grid] = field(default_factory=dict)

    @property
    def has_changes(self) -> bool:
        """Tell whether anything waits."""
        return bool(self._tables or self._columns or self._values or self._grids)

    def read_table(self, table: str) -> list[Row]:
        """Give the rows as they would stand after :meth:`commit`."""
        rows = self._tables.get(table)
        rows = self.book.read_table(table) if rows is None else [dict(row) for row in rows]
        return with_columns(rows, table, self._columns)

    def write_table(self, table: str, rows: Sequence[Row]) -> None:
        """Hold new contents back, in the order in which the sheet will have them."""
        layout = table_layout(table)
        for held in [held for held in self._columns if held[0] == table]:
            values = self._columns.pop(held)
            if held[1] in layout.key and table not in self._tables:
                self._keys[held] = values
        held_rows = with_columns(self.book.read_table(table), table, self._keys)
        old = [PhysicalRow(row) for row in held_rows]
        self._tables[table] = [
            row.values for row in merge(old, completed(rows, layout), rule_of(layout, [*rows, *held_rows]))
        ]

    def write_column(self, table: str, column: str, values: Sequence[CellValue]) -> None:
        """Hold one column back.

        :raises KeyError: the table has no such column.
        :raises ValueError: there are not as many values as rows.
        """
        if table_layout(table).column(column) is None:
            raise KeyError(column)
        rows = self.read_table(table)
        if len(rows) != len(values):
            raise ValueError(f"{len(values)} values for {len(rows)} rows of {table}")
        self._columns[table, column] = [None if value == "" else value for value in values]

    def read_value(self, name: str) -> CellValue:
        """Give the value the named cell would have after :meth:`commit`."""
        return self._values[name] if name in self._values else self.book.read_value(name)

    def write_value(self, name: str, value: CellValue) -> None:
        """Hold a value back.

        :raises KeyError: the layout has no such name.
        """
        if name not in value_layouts():
            raise KeyError(name)
        self._values[name] = None if value == "" else value

    def write_grid(self, name: str, grid: Grid) -> None:
        """Hold a block back.

        :raises KeyError: the layout has no such name.
        """
        self.write_value(name, grid[0][0] if grid and grid[0] else None)
        self._grids[name] = [list(line) for line in grid]

    def address(self, table: str, row: int, column: str) -> str:
        """Give the cell where the row will stand."""
        if table not in self._tables:
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
        """Remember one sentence; who runs the verb says it when the verb has succeeded."""
        self.told.append(sentence)

    def progress(self, done: int, total: int) -> None:
        """Pass the progress on."""
        self.book.progress(done, total)

    def commit(self) -> None:
        """Pass everything on that waits."""
        for (table, column), values in self._keys.items():
            self.book.write_column(table, column, values)
        for table, rows in self._tables.items():
            self.book.write_table(table, rows)
        for (table, column), values in self._columns.items():
            self.book.write_column(table, column, values)
        for name, value in self._values.items():
            self.book.write_value(name, value)
        for name, grid in self._grids.items():
            self.book.write_grid(name, grid)
        self._forget()

    def save(self) -> None:
        """Commit, and save the book behind."""
        self.commit()
        self.book.save()

    def discard(
        self,
        keep: Collection[str] = KEPT_TABLES,
        keep_columns: Collection[tuple[str, str]] = KEPT_COLUMNS,
    ) -> None:
        """Drop what waits, but for the tables and (table, column) pairs to be kept.

        A kept column of a table that is itself dropped goes to the rows on the sheet, by their key.
        """
        columns = {
            (table, column): self._remarks(table, column)
            for table, column in self._columns
            if (table, column) in keep_columns and table not in keep
        }
        tables = {table: rows for table, rows in self._tables.items() if table in keep}
        columns |= {held: values for held, values in self._columns.items() if held[0] in keep}
        keys = {held: values for held, values in self._keys.items() if held[0] in keep}
        self._forget()
        self._keys, self._tables, self._columns = keys, tables, columns

    def _remarks(self, table: str, column: str) -> list[CellValue]:
        if table not in self._tables:
            return self._columns[table, column]
        key = table_layout(table).key
        staged = zip(numbered_keys(self._tables[table], key), self._columns[table, column], strict=True)
        by_key = dict(staged)
        rows = self.book.read_table(table)
        return [by_key.get(one, row[column]) for one, row in zip(numbered_keys(rows, key), rows, strict=True)]

    def _forget(self) -> None:
        self._keys, self._tables, self._columns, self._values, self._grids = {}, {}, {}, {}, {}


def with_columns(
    rows: list[Row], table: str, columns: Mapping[tuple[str, str], Sequence[CellValue]]
) -> list[Row]:
    """Lay the columns of a table over its rows."""
    for (name, column), values in columns.items():
        if name == table:
            for row, value in zip(rows, values, strict=True):
                row[column] = value
    return rows


def rule_of(layout: TableLayout, rows: Sequence[Row]) -> KeyRule:
    """Give the rule by which the book behind will merge."""
    given = [heading for heading in headings_of(rows) if layout.column(heading)]
    declared = dict.fromkeys([*(column.name for column in layout.columns), *given])
    return KeyRule(tuple(declared), layout.key, layout.keeps_order, layout.order)


def completed(rows: Sequence[Row], layout: TableLayout) -> list[Row]:
    """Give the rows with every heading that one of them has, and no blank texts: as they will be read."""
    headings = rule_of(layout, rows).declared
    return [
        {heading: None if (value := row.get(heading)) == "" else value for heading in headings}
        for row in rows
    ]
