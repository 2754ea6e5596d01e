"""Where a table stands in a closed workbook, what its rows hold, and how new ones get in (openpyxl).

Only what changed is touched. What stands below a growing table moves down; what stands beside it is in the way and is
not overwritten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count

from macros_py.book.file_library import (
    CellRange,
    StyleArray,
    Table,
    TableColumn,
    Workbook,
    Worksheet,
    cell_value,
    cells_of,
    forget,
    put_value,
    range_boundaries,
    style_of,
    take_style,
    value_at,
)
from macros_py.book.layout import TableLayout, table_layouts
from macros_py.book.port import BookError, Row
from macros_py.book.references import Placing, address_of, translated
from macros_py.book.table_plan import (
    TWIN,
    MergedRow,
    PhysicalRow,
    PlacedTable,
    is_same,
    placed_headings,
    planned,
    refuse_no_room,
    typed_below,
)
from macros_py.cells import Formula

_SAMPLE_ROWS = 50


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
            cells, columns, self.read = cells_of(self.sheet), self.columns.items(), []
            for number in range(self.first_row, self.last_row + 1):
                values = {heading: cell_value(cells.get((number, column))) for heading, column in columns}
                self.read.append(PhysicalRow(values, _is_hidden(self.sheet, number)))
        return self.read

    def usual_styles(self) -> dict[int, StyleArray]:
        """Give what most of the first rows look like in each column: the look of a new row."""
        cells, usual = cells_of(self.sheet), {}
        rows = range(self.first_row, min(self.last_table_row, self.header_row + _SAMPLE_ROWS) + 1)
        for column in range(self.first_column, self.last_column + 1):
            styles = [style_of(cell) for row in rows if (cell := cells.get((row, column))) is not None]
            if styles:
                usual[column] = Counter(styles).most_common(1)[0][0]
        return usual

    def forget_rows(self) -> None:
        """Read the rows anew when they are asked for: they have been written."""
        self.read = self.counted = None


def _is_hidden(sheet: Worksheet, row: int) -> bool:
    dimension = sheet.row_dimensions.get(row)  # an index would make an entry for every row that is looked at
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
    for name, layout in table_layouts().items():
        if name not in found:
            raise BookError("table_missing", sheet=layout.sheet, table=name)
    return {name: _region_of(*found[name], layout) for name, layout in table_layouts().items()}


def _region_of(sheet: Worksheet, table: Table, layout: TableLayout) -> Region:
    """Find out where one table stands.

    :raises BookError: a heading is gone (``heading_missing``); a heading stands twice (``heading_twice``).
    """
    first_column, header_row, last_column, last_row = range_boundaries(table.ref)
    texts = [_heading_at(sheet, header_row, column) for column in range(first_column, last_column + 1)]
    beyond = (_heading_at(sheet, header_row, column) for column in count(last_column + 1))
    headings = placed_headings(texts, beyond, layout, sheet.title)
    _respell(sheet, table, headings[: len(texts)], layout)
    totals = table.totalsRowCount or 0
    region = Region(sheet, table, layout, header_row, first_column, headings, last_row - totals, totals)
    region.last_row = region.last_table_row = max(region.first_row, region.last_row)
    if not totals:
        region.last_row += typed_below(_rows_below(region), layout)
    return region


def _heading_at(sheet: Worksheet, row: int, column: int) -> str:
    value = value_at(sheet, row, column)
    return "" if value is None else str(value).strip()


def _respell(sheet: Worksheet, table: Table, headings: list[str], layout: TableLayout) -> None:
    """Write the headings of ours as we spell them, on the sheet and in the table's own list of columns."""
    first_column, row, _, _ = range_boundaries(table.ref)
    for index, heading in enumerate(headings):
        cell = cells_of(sheet).get((row, first_column + index))
        if layout.column(heading) and cell is not None and cell.value != heading:
            cell.value = heading
            if index < len(table.tableColumns):
                table.tableColumns[index].name = heading


def _rows_below(region: Region) -> Iterator[Row]:
    """Give what stands right below the table, row by row, without an end."""
    cells, columns = cells_of(region.sheet), region.columns
    for number in count(region.last_table_row + 1):
        yield {heading: cell_value(cells.get((number, columns[heading]))) for heading in region.declared}


def write_file_rows(region: Region, rows: Sequence[Row]) -> None:
    """Replace the contents of a table; own columns, hidden rows and colours follow their key.

    :raises BookError: new repeating columns would overwrite something beside the table (``no_room``).
    """
    plan = planned(region, rows)
    _fit_columns(region, plan.headings)
    old, shown = region.physical_rows(), plan.rows
    usual, last_dressed = region.usual_styles(), region.last_table_row - region.first_row
    last_row = region.header_row + max(len(shown), 1)
    _move_below(region, last_row - region.last_row)
    _reach(region, last_row)
    _lay_styles(region, shown, usual, last_dressed)
    for index, row in enumerate(shown):
        _write_file_row(region, index, row, old[index].values if index < len(old) else {})
    for number in range(region.first_row + len(shown) + region.totals, region.first_row + len(old)):
        _clear_row(region, number)
    region.forget_rows()


def take_in_rows(region: Region) -> bool:
    """Let the table reach over the rows typed right below it, in its look; tell whether there were any."""
    if region.last_row == region.last_table_row:
        return False
    usual = region.usual_styles()
    for number in range(region.last_table_row + 1, region.last_row + 1):
        for column, style in usual.items():
            take_style(region.sheet, number, column, style)
    _reach(region, region.last_row)
    return True


def _write_file_row(region: Region, index: int, row: MergedRow, there: Row) -> None:
    """Write the cells of one row that differ from what stands there, and its hidden flag."""
    number = region.first_row + index
    for column, (heading, value) in enumerate(row.values.items(), start=region.first_column):
        if not is_same(value, there.get(heading)):
            put_value(region.sheet, number, column, value)
    if row.is_hidden != _is_hidden(region.sheet, number):
        region.sheet.row_dimensions[number].hidden = row.is_hidden


def _lay_styles(
    region: Region, rows: Sequence[MergedRow], usual: Mapping[int, StyleArray], last_dressed: int
) -> None:
    """Let a row that moves take its look along; a new one, or one typed below the table, gets the usual.

    ``last_dressed`` is the 0-based old row where the table proper ended.
    """
    cells = cells_of(region.sheet)
    found: list[tuple[int, int, StyleArray]] = []
    for index, row in enumerate(rows):
        number, origin = region.first_row + index, row.origin
        is_new = origin is None or origin > last_dressed
        for column in range(region.first_column, region.last_column + 1):
            style = usual.get(column)
            if not is_new and (number, column) in cells:
                if origin == index:
                    continue
                model = cells.get((region.first_row + (origin or 0), column))
                style = style if model is None else style_of(model)
            if style is not None:
                found.append((number, column, style))
    for number, column, style in found:
        take_style(region.sheet, number, column, style)


def _clear_row(region: Region, number: int) -> None:
    """Blank one row that the table no longer has; the column's own look shows again."""
    for column in range(region.first_column, region.last_column + 1):
        forget(region.sheet, number, column)
    if _is_hidden(region.sheet, number):
        region.sheet.row_dimensions[number].hidden = False


def _reach(region: Region, last_row: int) -> None:
    """Let the table end with a row: its reference, its filter, its sort order."""
    region.last_row = region.last_table_row = last_row
    table = region.table
    # openpyxl moves none of these along, and Excel calls a file damaged whose filter reaches beyond its table
    start = f"{address_of(region.header_row, region.first_column)}:"
    table.ref = start + address_of(last_row + region.totals, region.last_column)
    sorts = [table.sortState]
    if table.autoFilter is not None:
        table.autoFilter.ref = start + address_of(last_row, region.last_column)
        sorts.append(table.autoFilter.sortState)
    for sort in filter(None, sorts):
        for part in (sort, *(sort.sortCondition or ())):
            first_column, first_row, last_column, _ = range_boundaries(part.ref)
            part.ref = f"{address_of(first_row, first_column)}:{address_of(last_row, last_column)}"


def _move_below(region: Region, by: int) -> None:
    """Move what stands below the table out of its way; a row of sums stays right below the data."""
    start = region.last_row + 1
    columns = range(region.first_column, region.last_column + 1)
    if not by or not (region.totals or by > 0):
        return
    cells = cells_of(region.sheet).items()
    below = [(row, cell) for (row, column), cell in cells if row >= start and column in columns]
    if rows := [row for row, cell in below if cell_value(cell) is not None]:
        end = start if by < 0 else max(rows)
        # translate: openpyxl carries the references of formulas along only when it is asked
        area = CellRange(min_col=columns[0], max_col=columns[-1], min_row=start, max_row=end)
        region.sheet.move_range(area, rows=by, translate=True)


def _fit_columns(region: Region, target: Sequence[str]) -> None:
    """Give the table the columns it shall have.

    :raises BookError: something stands beside the table where a column has to go (``no_room``).
    """
    if target != region.headings:
        sheet = region.sheet
        refuse_no_room(region, len(target), region.last_row, sheet.title, partial(value_at, sheet))
        _lay_file_columns(region, target)
    _name_columns(region)


def _lay_file_columns(region: Region, target: Sequence[str]) -> None:
    """Bring the columns into the target order: those that stay move with their looks, new ones are blank."""
    source = region.columns
    model = max(column for heading, column in source.items() if region.layout.is_repeating(heading))
    aimed = enumerate(target, start=region.first_column)
    moves = {column: source.get(heading) for column, heading in aimed if source.get(heading) != column}
    dropped = range(region.first_column + len(target), region.last_column + 1)
    for row in range(region.header_row, region.last_row + 1):
        _move_cells(region.sheet, row, moves, model)
        for column in dropped:
            forget(region.sheet, row, column)
    for column, heading in enumerate(target, start=region.first_column):
        if heading not in source:
            put_value(region.sheet, region.header_row, column, heading)
    _widen(region, target, model)
    region.headings = list(target)
    region.forget_rows()


def _move_cells(sheet: Worksheet, row: int, moves: Mapping[int, int | None], model: int) -> None:
    """Move cells of one row, target column → column before; None is a blank cell that looks like ``model``."""
    cells = {column: cells_of(sheet).get((row, column)) for column in {model, *moves.values()} if column}
    held = {column: (cell_value(cell), style_of(cell)) for column, cell in cells.items() if cell is not None}
    for column, origin in moves.items():
        value, style = held.get(origin or model, (None, None))
        if isinstance(value, Formula) and origin:
            value = translated(value, (row, origin), (row, column))
        put_value(sheet, row, column, value if origin else None)
        if style is not None:
            take_style(sheet, row, column, style)


def _widen(region: Region, target: Sequence[str], model: int) -> None:
    """Give new columns the width of the ``model`` column, unless the referee has set one there."""
    sheet: Worksheet = region.sheet
    taken = {
        column: dimension.width
        for dimension in sheet.column_dimensions.values()
        for column in range(dimension.min or 0, (dimension.max or 0) + 1)
    }
    for column, heading in enumerate(target, start=region.first_column):
        layout = region.layout.column(heading)
        if layout is not None and layout.is_repeating and column not in taken:
            sheet.column_dimensions[address_of(1, column)[:-1]].width = taken.get(model, layout.width)


def _name_columns(region: Region) -> None:
    """See that the table's own list of columns says what the headings say."""
    # Excel repairs a table whose list of columns is not its heading cells, letter by letter
    known = {column.name.strip(): column for column in region.table.tableColumns}
    next_id = max((column.id for column in region.table.tableColumns), default=0) + 1
    listed = []
    for heading in (heading.rstrip(TWIN) for heading in region.headings):
        if (column := known.pop(heading, None)) is None:
            column, next_id = TableColumn(id=next_id, name=heading), next_id + 1
        listed.append(column)
    region.table.tableColumns = listed
