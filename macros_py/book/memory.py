"""The port without a file: what tests play on. Own columns, hidden and blank rows behave as on a sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from macros_py.book.layout_types import TableLayout
from macros_py.book.merging import KeyRule, MergedRow, PhysicalRow, headings_of, is_blank, merge
from macros_py.book.port import CellValue, Grid, Row
from macros_py.book.references import column_letter, resolve_outside
from macros_py.book.schema import table_layouts, value_layouts
from macros_py.cells import Formula


@dataclass(slots=True)
class MemoryTable:
    """One table as it would stand on its sheet: headings in the sheet's order, rows with the blank ones."""

    layout: TableLayout
    headings: list[str]
    rows: list[PhysicalRow]

    @property
    def declared(self) -> tuple[str, ...]:
        """Give the headings that are ours."""
        return tuple(heading for heading in self.headings if self.layout.column(heading))

    def data_rows(self) -> list[tuple[int, PhysicalRow]]:
        """Give the rows that count with their row numbers on the sheet."""
        numbered = enumerate(self.rows, start=self.layout.header_row + 1)
        declared = self.declared
        return [(number, row) for number, row in numbered if not is_blank(row.values, declared)]


@dataclass(slots=True)
class MemoryBook:
    """A workbook that never touches the disk; ``saves`` counts, ``told`` and ``grids`` remember."""

    tables: dict[str, MemoryTable] = field(default_factory=lambda: empty_tables())
    values: dict[str, CellValue] = field(default_factory=lambda: initial_values())
    grids: dict[str, Grid] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    selected: str = ""
    """The cell gone to last: sheet and address."""
    saves: int = 0

    def read_table(self, table: str) -> list[Row]:
        """Give the rows that count, our columns only.

        :raises KeyError: the layout has no such table.
        """
        held = self.tables[table]
        declared = held.declared
        return [{heading: row.values.get(heading) for heading in declared} for _, row in held.data_rows()]

    def write_table(self, table: str, rows: Sequence[Row]) -> None:
        """Replace the contents of a table.

        :raises KeyError: the layout has no such table.
        """
        held = self.tables[table]
        held.headings = fitted_headings(held, rows)
        rule = KeyRule(held.declared, held.layout.key, held.layout.keeps_order, held.layout.order)
        merged = merge(held.rows, rows, rule) or [MergedRow({})]
        held.rows = [
            PhysicalRow(
                {heading: blank_as_none(row.values.get(heading)) for heading in held.headings}, row.is_hidden
            )
            for row in merged
        ]

    def write_column(self, table: str, column: str, values: Sequence[CellValue]) -> None:
        """Replace one column of the rows that count.

        :raises KeyError: the layout has no such table, or it no such column.
        :raises ValueError: there are not as many values as rows.
        """
        held = self.tables[table]
        if column not in held.headings:
            raise KeyError(column)
        for (_, row), value in list(zip(held.data_rows(), values, strict=True)):
            row.values[column] = blank_as_none(value)

    def read_value(self, name: str) -> CellValue:
        """Give the value of a named cell.

        :raises KeyError: the layout has no such name.
        """
        return self.values[name]

    def write_value(self, name: str, value: CellValue) -> None:
        """Write into a named cell.

        :raises KeyError: the layout has no such name.
        """
        if name not in self.values:
            raise KeyError(name)
        self.values[name] = blank_as_none(value)

    def write_grid(self, name: str, grid: Grid) -> None:
        """Remember a block; its top left value is the named cell's.

        :raises KeyError: the layout has no such name.
        """
        self.write_value(name, grid[0][0] if grid and grid[0] else None)
        self.grids[name] = [list(line) for line in grid]

    def address(self, table: str, row: int, column: str) -> str:
        """Give the cell of a row that counts; beyond the last one, where the next would stand.

        :raises KeyError: the layout has no such table, or it no such column.
        """
        held = self.tables[table]
        if column not in held.headings:
            raise KeyError(column)
        numbers = [number for number, _ in held.data_rows()]
        following = (numbers[-1] if numbers else held.layout.header_row) + 1 + row - len(numbers)
        letter = column_letter(1 + held.headings.index(column))
        return f"{letter}{numbers[row] if row < len(numbers) else following}"

    def value_address(self, name: str) -> tuple[str, str]:
        """Give sheet and cell of a defined name.

        :raises KeyError: the layout has no such name.
        """
        layout = value_layouts()[name]
        return layout.sheet, layout.cell

    def select(self, table: str, row: int, column: str) -> None:
        """Remember the cell.

        :raises KeyError: the layout has no such table, or it no such column.
        """
        self.selected = f"{self.tables[table].layout.sheet}!{self.address(table, row, column)}"

    def tell(self, sentence: str) -> None:
        """Remember one sentence."""
        self.told.append(sentence)

    def progress(self, done: int, total: int) -> None:
        """Show nothing."""

    def save(self) -> None:
        """Count the saving."""
        self.saves += 1


def empty_tables() -> dict[str, MemoryTable]:
    """Give all tables of the layout, each with its one blank row."""
    return {
        name: MemoryTable(
            layout,
            [column.name for column in layout.columns],
            [PhysicalRow({column.name: None for column in layout.columns})],
        )
        for name, layout in table_layouts().items()
    }


def initial_values() -> dict[str, CellValue]:
    """Give what the named cells of a fresh workbook hold."""
    return {
        name: Formula(f"={resolve_outside(layout.formula)}") if layout.formula else layout.initial
        for name, layout in value_layouts().items()
    }


def fitted_headings(held: MemoryTable, rows: Sequence[Row]) -> list[str]:
    """Give the headings a table has after ``rows``: as many repeating ones as they hold, one at least."""
    given = headings_of(rows)
    first = {column.name for column in held.layout.columns}

    def is_repeating(heading: str) -> bool:
        column = held.layout.column(heading)
        return column is not None and column.is_repeating

    kept = [one for one in held.headings if one in first or one in given or not is_repeating(one)]
    return kept + [one for one in given if is_repeating(one) and one not in kept]


def blank_as_none(value: CellValue) -> CellValue:
    """Give None for a blank text, as a cell does."""
    return None if value == "" else value
