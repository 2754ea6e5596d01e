"""How rows and named cells get into an open workbook: one rectangle, the smallest that holds all changes (xlwings).

Looks stretch with the table: a new row looks like the last one, a row that is left over like the sheet below. What
stands below a growing table moves down; what stands beside it is not overwritten. The named cells are found once, and
read a sheet at a time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, repeat

import xlwings as xw

from macros_py.book.layout import ValueLayout, layouts, value_layouts
from macros_py.book.live_cells import Block, LiveRegion, as_time, live_value, read_block, writable
from macros_py.book.port import CellValue, Grid, NameMissing, Row
from macros_py.book.references import address_of, column_number, column_runs, value_height
from macros_py.book.table_plan import TWIN, is_same, planned, planned_block, planned_column, refuse_no_room
from macros_py.cells import Formula


def write_live_rows(region: LiveRegion, rows: Sequence[Row]) -> None:
    """Replace the contents of a table; own columns and hidden rows follow their key.

    :raises BookError: new repeating columns would overwrite something beside the table (``no_room``).
    """
    plan, block = planned(region, rows), region.block

    def cell(row: int, column: int) -> CellValue:
        return block[row - region.header_row][column - region.first_column]

    width = min(len(plan.headings), len(block[0]))
    refuse_no_room(region, width, region.last_row, region.sheet.name, cell)
    with writable(region.sheet, is_protected=_is_protected(region.layout.sheet)):
        if plan.headings != region.headings:
            _lay_live_columns(region, plan.headings)
        _fit_live_rows(region, len(plan.rows))
        _write_changes(region, [list(row.values.values()) for row in plan.rows])
        numbered = enumerate(plan.rows, start=region.first_row)
        _show_rows(region, {number for number, row in numbered if row.is_hidden})
    region.counted = None


def _is_protected(sheet: str) -> bool:
    return any(layout.name == sheet and layout.is_protected for layout in layouts())


def _write_changes(region: LiveRegion, wanted: Block) -> None:
    """Write the smallest rectangle, headings too, that holds every cell to be changed; remember what stands."""
    width = len(region.headings)
    head: list[CellValue] = [heading.rstrip(TWIN) for heading in region.headings]
    lines = [head, *wanted]
    there = region.block[: len(lines)]
    changed = [
        (down, along)
        for down, cells in enumerate(lines)
        for along, cell in enumerate(cells)
        if not is_same(cell, there[down][along])
    ]
    for down, cells in enumerate(lines):
        region.block[down][:width] = cells
    if not changed:
        return
    downs, alongs = zip(*changed, strict=True)
    top, bottom, left, right = min(downs), max(downs), min(alongs), max(alongs)
    first_row, first_column = region.header_row, region.first_column
    area = region.area(first_row + top, first_column + left, first_row + bottom, first_column + right)
    area.value = [[live_value(cell) for cell in cells[left : right + 1]] for cells in lines[top : bottom + 1]]


def _fit_live_rows(region: LiveRegion, count: int) -> None:
    """Make the table ``count`` rows long: its range, the looks, what stands below it."""
    last = region.header_row + max(count, 1)
    by = last - region.last_row
    if by > 0:
        _grow(region, by)
    elif by < 0:
        _shrink(region, -by)
    region.last_row = last
    end = last + region.totals
    place = region.table.range
    if (place.row + place.shape[0] - 1, place.column + place.shape[1] - 1) != (end, region.last_column):
        region.table.resize(region.area(region.header_row, region.first_column, end, region.last_column))


def _grow(region: LiveRegion, by: int) -> None:
    """Make room below the last row, and let the new rows look like it."""
    width, first_new = len(region.headings), region.last_row + 1
    index = first_new - region.header_row
    if any(cell is not None for cells in region.block[index:] for cell in cells[:width]):
        region.area(first_new, region.first_column, first_new + by - 1, region.last_column).insert("down")
        beyond = [cells[:width] for cells in region.block[index:]]
        blank: Block = [[None] * width for _ in range(by)]
        _lay_block(region, index, blank + beyond)
    model = region.area(region.last_row, region.first_column, region.last_row, region.last_column)
    model.copy(region.area(first_new, region.first_column, first_new + by - 1, region.last_column))
    copied = ["\0" if isinstance(cell, Formula) else cell for cell in region.block[index - 1][:width]]
    _lay_block(region, index, [list(copied) for _ in range(by)])


def _shrink(region: LiveRegion, by: int) -> None:
    """Blank the rows left over and let them look like the sheet below; a row of sums moves up."""
    width, first_gone = len(region.headings), region.last_row - by + 1
    gone = region.area(first_gone, region.first_column, region.last_row, region.last_column)
    index = first_gone - region.header_row
    _show_rows(region, {number for number in region.hidden_rows() if number < first_gone})
    if region.totals:
        gone.delete("up")
        beyond = [cells[:width] for cells in region.block[index + by :]]
        _lay_block(region, index, beyond + [[None] * width for _ in range(by)])
        return
    below = region.header_row + len(region.block)
    region.area(below, region.first_column, below, region.last_column).copy(gone)
    _lay_block(region, index, [[None] * width for _ in range(by)])


def _lay_block(region: LiveRegion, index: int, lines: Block) -> None:
    """Remember what stands in the table's columns from a row of the block on."""
    missing = index + len(lines) - len(region.block)
    region.block += [[None] * len(region.block[0]) for _ in range(max(0, missing))]
    for offset, cells in enumerate(lines):
        region.block[index + offset][: len(cells)] = cells


def _lay_live_columns(region: LiveRegion, target: Sequence[str]) -> None:
    """Bring the columns into the target order: those that stay move with looks and contents, new ones are blank."""
    source, headings = region.columns, region.headings
    width = max(len(target), len(headings))
    model = max(column for heading, column in source.items() if region.layout.is_repeating(heading))
    for index, heading in enumerate(target):
        column, origin = region.first_column + index, source.get(heading, model)
        if column != source.get(heading):
            whole = region.area(region.header_row, origin, region.last_row, origin)
            whole.copy(region.area(region.header_row, column, region.last_row, column))
            if heading not in source:
                sheet = region.sheet
                sheet.range((1, column)).column_width = sheet.range((1, model)).column_width or 0
    if len(target) < len(headings):
        first_gone = region.first_column + len(target)
        region.area(region.header_row, first_gone, region.last_row, region.last_column).clear()
    _move_block(region, target, width)
    region.headings = list(target)


def _move_block(region: LiveRegion, target: Sequence[str], width: int) -> None:
    """Remember what stands where after the columns have moved: under a new heading, what its model left there."""
    places = {heading: index for index, heading in enumerate(region.headings)}
    for number, cells in enumerate(region.block[: region.last_row - region.header_row + 1]):
        held = dict(zip(region.headings, cells, strict=False))
        blank = "\0" if number else ""
        moved: list[CellValue] = [held[one] if one in places else blank for one in target]
        region.block[number][:width] = [*moved, *([None] * (width - len(moved)))]


def _show_rows(region: LiveRegion, hidden: set[int]) -> None:
    """Hide exactly these rows of the table; a run of rows is one word to the program."""
    now = region.hidden_rows()
    for state, numbers in ((False, now - hidden), (True, hidden - now)):
        for first, last in column_runs(numbers):
            region.sheet.range((first, 1), (last, 1)).rows.hidden = state
    region.hidden = set(hidden)


def write_column(region: LiveRegion, column: str, values: Sequence[CellValue]) -> None:
    """Replace one column of the rows that count, from the first to the last of those that change.

    :raises KeyError: the table has no such column.
    :raises ValueError: there are not as many values as rows.
    """
    changed = planned_column(region, column, values)
    if not changed:
        return
    place = region.columns[column]
    along = place - region.first_column
    for number, value in changed:
        region.block[number - region.header_row][along] = value
    region.counted = None
    first, last = changed[0][0], changed[-1][0]
    lines = region.block[first - region.header_row : last - region.header_row + 1]
    with writable(region.sheet, is_protected=_is_protected(region.layout.sheet)):
        region.area(first, place, last, place).value = [[live_value(cells[along])] for cells in lines]


_PLACE = re.compile(r"=(?:'((?:[^']|'')+)'|([^'!]+))!\$?([A-Z]{1,3})\$?(\d+)")
_USUAL_WIDTH = 8.43
"""Characters of a column that the layout gives no width."""

NamedCell = tuple[str, int, int]
"""Sheet, row and column, both 1-based."""


@dataclass(slots=True)
class LiveNames:
    """Every named cell of ours: where it stands and what it holds."""

    book: xw.Book
    places: Mapping[str, NamedCell]
    values: dict[str, CellValue] = field(default_factory=dict)

    @classmethod
    def of(cls, book: xw.Book) -> LiveNames:
        """Find the names.

        :raises NameMissing: one of ours is gone, or does not point to one cell.
        """
        ours = [name for name in book.names if name.name in value_layouts()]
        places = {name.name: place for name in ours if (place := _named_cell(name.refers_to))}
        for name in value_layouts():
            if name not in places:
                raise NameMissing(name=name)
        return cls(book, places)

    def read(self, name: str) -> CellValue:
        """Give the value of a named cell; the first one asked for reads all of its sheet.

        :raises NameMissing: there is no such name.
        """
        if name not in self.values:
            self.read_sheet(self.place(name)[0])
        return self.values[name]

    def place(self, name: str) -> NamedCell:
        """Give where a named cell stands.

        :raises NameMissing: there is no such name.
        """
        if name not in self.places:
            raise NameMissing(name=name)
        return self.places[name]

    def read_sheet(self, title: str) -> None:
        """Read the rectangle that holds all named cells of a sheet."""
        here = {name: place for name, place in self.places.items() if place[0] == title}
        _, rows, columns = zip(*here.values(), strict=True)
        top, left = min(rows), min(columns)
        block = read_block(self.book.sheets[title].range((top, left), (max(rows), max(columns))))
        for name, (_, row, column) in here.items():
            value = block[row - top][column - left]
            self.values[name] = as_time(value) if value_layouts()[name].kind == "time" else value

    def write(self, name: str, value: CellValue) -> None:
        """Write into a named cell, if it holds something else.

        :raises NameMissing: there is no such name.
        """
        wanted = None if value == "" else value
        if is_same(wanted, self.read(name)):
            return
        title, row, column = self.place(name)
        sheet = self.book.sheets[title]
        with writable(sheet, is_protected=_is_protected(title)):
            if isinstance(wanted, Formula):  # written as a value Excel would keep it to its own cell by an @
                sheet.range((row, column)).formula2 = str(wanted)
            else:
                sheet.range((row, column)).value = live_value(wanted)
            if (layout := value_layouts()[name]).grows:
                sheet.range((row, column)).row_height = value_height(wanted, _room(layout), layout.height)
        self.values[name] = wanted

    def read_grid(self, name: str, height: int, width: int) -> Block:
        """Give a block from a named cell on.

        :raises NameMissing: there is no such name.
        """
        title, row, column = self.place(name)
        end = (row + height - 1, column + width - 1)
        return read_block(self.book.sheets[title].range((row, column), end))

    def write_grid(self, name: str, grid: Grid) -> tuple[int, int]:
        """Write a block from a named cell on, and blanks over the rest of what the layout provides for it.

        Gives the rows and columns written.

        :raises NameMissing: there is no such name.
        """
        title, row, column = self.place(name)
        lines = planned_block(name, grid)
        height, width = len(lines), len(lines[0])
        sheet = self.book.sheets[title]
        with writable(sheet, is_protected=_is_protected(title)):
            area = sheet.range((row, column), (row + height - 1, column + width - 1))
            area.value = [[live_value(cell) for cell in cells] for cells in lines]
        self.values = {one: value for one, value in self.values.items() if self.places[one][0] != title}
        return height, width

    def address(self, name: str) -> tuple[str, str]:
        """Give sheet and cell of a named cell.

        :raises NameMissing: there is no such name.
        """
        title, row, column = self.place(name)
        return title, address_of(row, column)


def _named_cell(refers_to: str | None) -> NamedCell | None:
    """Give the cell that a name stands for; None if it is no single cell."""
    match = _PLACE.fullmatch(refers_to or "")
    if match is None:
        return None
    title = (match[1] or match[2]).replace("''", "'")
    return title, int(match[4]), column_number(match[3])


def _room(layout: ValueLayout) -> float:
    """Give the characters that fit beside each other in a named cell, by the widths of its sheet's layout."""
    first, _, last = (layout.merge or layout.cell).partition(":")
    left, right = (column_number(cell.rstrip("0123456789")) for cell in (first, last or first))
    widths = chain(next(one.widths for one in layouts() if one.name == layout.sheet), repeat(_USUAL_WIDTH))
    return sum(islice(widths, left - 1, right))
