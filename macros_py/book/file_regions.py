"""Where a table stands in a closed workbook, and what its rows hold (openpyxl)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from macros_py.book.errors import BookError
from macros_py.book.file_library import (
    StyleArray,
    Table,
    Workbook,
    Worksheet,
    cell_value,
    cells_of,
    range_boundaries,
    style_of,
    value_at,
)
from macros_py.book.layout_types import TableLayout
from macros_py.book.merging import PhysicalRow, typed_below
from macros_py.book.port import Row
from macros_py.book.references import Placing
from macros_py.book.schema import table_layouts
from macros_py.book.table_plan import PlacedTable, placed_headings

SAMPLE_ROWS = 50


@dataclass(slots=True)
class Region(PlacedTable):
    """One table of ours as it stands: rows and columns are 1-based, ``last_row`` is the last that holds data.

    Rows typed right below the table belong to it: LibreOffice, or who pastes, does not grow the table. The same
    goes for headings typed right beside it.
    """

    sheet: Worksheet
    table: Table
    layout: TableLayout
    header_row: int
    first_column: int
    headings: list[str]
    last_row: int
    totals: int = 0
    """Rows of sums below the data that belong to the table (0 or 1)."""
    read: list[PhysicalRow] | None = field(default=None, repr=False)
    counted: list[tuple[int, Row]] | None = field(default=None, repr=False)
    last_table_row: int = 0
    """The last row of the table proper: below it rows may have been typed that look like blank ones."""

    @property
    def placing(self) -> Placing:
        """Give the place in the form in which the layout's formulas are resolved."""
        return Placing(self.header_row, self.last_row - self.header_row, self.columns)

    def physical_rows(self) -> list[PhysicalRow]:
        """Give every row of the table, blank ones too; read once, then remembered."""
        if self.read is None:
            self.read = region_rows(self)
        return self.read

    def usual_styles(self) -> dict[int, StyleArray]:
        """Give what most of the first rows look like in each column: the look of a new row."""
        cells, usual = cells_of(self.sheet), {}
        rows = range(self.first_row, min(self.last_table_row, self.header_row + SAMPLE_ROWS) + 1)
        for column in range(self.first_column, self.last_column + 1):
            styles = [style_of(cell) for row in rows if (cell := cells.get((row, column))) is not None]
            if styles:
                usual[column] = Counter(styles).most_common(1)[0][0]
        return usual

    def forget_rows(self) -> None:
        """Read the rows anew when they are asked for: they have been written."""
        self.read = self.counted = None


def region_rows(region: Region) -> list[PhysicalRow]:
    """Read the block of a table."""
    cells, headings = cells_of(region.sheet), region.headings
    columns = range(region.first_column, region.last_column + 1)
    rows = []
    for number in range(region.first_row, region.last_row + 1):
        values = [cell_value(cells.get((number, column))) for column in columns]
        rows.append(PhysicalRow(dict(zip(headings, values, strict=True)), is_hidden(region.sheet, number)))
    return rows


def is_hidden(sheet: Worksheet, row: int) -> bool:
    """Tell whether a row is hidden, by a filter or by hand."""
    dimension = sheet.row_dimensions.get(row)
    return bool(dimension is not None and dimension.hidden)


def find_regions(workbook: Workbook) -> dict[str, Region]:
    """Find every table of the layout.

    :raises BookError: one is gone (``table_missing``); two bear one name (``table_twice``); a heading is gone
        from its table (``heading_missing``); a heading stands twice (``heading_twice``).
    """
    found: dict[str, tuple[Worksheet, Table]] = {}
    for sheet in workbook.worksheets:
        for table in sheet.tables.values():
            if table.displayName in found and table.displayName in table_layouts():
                raise BookError("table_twice", table=table.displayName)
            found[table.displayName] = (sheet, table)
    for layout in table_layouts().values():
        if layout.name not in found:
            raise BookError("table_missing", sheet=layout.sheet, table=layout.name)
    return {layout.name: region_of(*found[layout.name], layout) for layout in table_layouts().values()}


def region_of(sheet: Worksheet, table: Table, layout: TableLayout) -> Region:
    """Find out where one table stands.

    :raises BookError: a heading is gone (``heading_missing``); a heading stands twice (``heading_twice``).
    """
    first_column, header_row, last_column, last_row = range_boundaries(table.ref)
    texts = [heading_at(sheet, header_row, column) for column in range(first_column, last_column + 1)]
    beyond = (heading_at(sheet, header_row, column) for column in count(last_column + 1))
    headings = placed_headings(texts, beyond, layout, sheet.title)
    respell(sheet, table, headings[: len(texts)], layout)
    totals = table.totalsRowCount or 0
    region = Region(sheet, table, layout, header_row, first_column, headings, last_row - totals, totals)
    region.last_row = region.last_table_row = max(region.first_row, region.last_row)
    if not totals:
        region.last_row += typed_below(rows_below(region), layout)
    return region


def heading_at(sheet: Worksheet, row: int, column: int) -> str:
    """Give the text of a heading cell."""
    value = value_at(sheet, row, column)
    return "" if value is None else str(value).strip()


def respell(sheet: Worksheet, table: Table, headings: list[str], layout: TableLayout) -> None:
    """Write the headings of ours as we spell them, on the sheet and in the table's own list of columns."""
    first_column, row, _, _ = range_boundaries(table.ref)
    for index, heading in enumerate(headings):
        cell = cells_of(sheet).get((row, first_column + index))
        if layout.column(heading) and cell is not None and cell.value != heading:
            cell.value = heading
            if index < len(table.tableColumns):
                table.tableColumns[index].name = heading


def rows_below(region: Region) -> Iterator[Row]:
    """Give what stands right below the table, row by row, without an end."""
    cells, columns = cells_of(region.sheet), region.columns
    for number in count(region.last_table_row + 1):
        yield {heading: cell_value(cells.get((number, columns[heading]))) for heading in region.declared}
