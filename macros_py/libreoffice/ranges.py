"""A range of cells: its place, its values and formulas, moving about, inserting and deleting."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from xlwings import base_classes

from macros_py.libreoffice.blocks import (
    Block,
    Document,
    read_formulas,
    read_values,
    write_formulas,
    write_values,
)
from macros_py.libreoffice.bridge import Remote
from macros_py.libreoffice.errors import NotSupported, complete
from macros_py.libreoffice.formats import FormattedRange
from macros_py.libreoffice.places import DIRECTIONS, letters, steps
from macros_py.libreoffice.process import constant, struct
from macros_py.libreoffice.values import is_formula, to_calc, to_excel

CONTENTS = 1 | 2 | 4 | 16
"""Numbers, dates, texts, formulas."""
FORMATS = 32 | 64 | 512
"""Formats set by hand, styles, formats within a text."""
_VISIBLE, _BLANKS, _CONSTANTS, _FORMULAS = "visible", "blanks", "constants", "formulas"
_CONSTANT_BITS = {None: 1 | 2 | 4, "numbers": 1 | 2, "text": 4}
_FORMULA_BITS = {None: 7, "numbers": 1, "text": 2, "errors": 4}


RangeAt = Callable[[Any], "Range"]
"""Gives a range of any sheet of a book by LibreOffice's address."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The cells of one sheet; ``sheet`` is what xlwings is given back, ``remote`` LibreOffice's sheet."""

    sheet: base_classes.Sheet
    document: Document
    remote: Remote

    def area(self, row: int, column: int, rows: int = 1, columns: int = 1) -> Range:
        """Give a range by its first cell (1-based) and its size."""
        return Range(self, row, column, (rows, columns))

    def at_address(self, address: Any) -> Range:
        """Give a range by LibreOffice's address."""
        rows, columns = address.EndRow - address.StartRow + 1, address.EndColumn - address.StartColumn + 1
        return self.area(address.StartRow + 1, address.StartColumn + 1, rows, columns)


@complete
class Range(FormattedRange, base_classes.Range):
    """A rectangle of cells; ``row``, ``column`` (1-based) and ``shape`` never change."""

    KEPT = ("expand",)
    max_cells_per_read = None
    max_cells_per_write = None
    """xlwings need not cut a block into pieces: any size goes in one call."""
    sheet: base_classes.Sheet = None  # type: ignore[assignment]
    row: int = 0
    column: int = 0
    shape: tuple[int, int] = (0, 0)

    def __init__(self, grid: Grid, row: int, column: int, shape: tuple[int, int]) -> None:
        self.grid = grid
        self.sheet = grid.sheet
        self.formats = grid.document.formats
        self.row = row
        self.column = column
        self.shape = shape
        self.options: dict[str, Any] = {}

    @cached_property
    def remote(self) -> Remote:
        """Give LibreOffice's range."""
        right, bottom = self.last_column - 1, self.last_row - 1
        found: Remote = self.grid.remote.getCellRangeByPosition(self.column - 1, self.row - 1, right, bottom)
        return found

    @property
    def api(self) -> Remote:
        """Give LibreOffice's range."""
        return self.remote

    @property
    def last_row(self) -> int:
        """Give the number of the last row, 1-based."""
        return self.row + self.shape[0] - 1

    @property
    def last_column(self) -> int:
        """Give the number of the last column, 1-based."""
        return self.column + self.shape[1] - 1

    @property
    def coords(self) -> tuple[str, int, int, int, int]:
        """Give sheet, first row and column (1-based), number of rows and columns."""
        return (self.sheet.name, self.row, self.column, *self.shape)

    def __len__(self) -> int:
        return self.shape[0] * self.shape[1]

    def __call__(self, first: Any, second: int | None = None) -> Range:
        """Give one cell by row and column, or by its number along the rows; all are 1-based within the range."""
        if second is None:
            number = first if isinstance(first, int) else None
            first, second = first if number is None else self._place(number)
        return self.grid.area(self.row + first - 1, self.column + second - 1)

    def _place(self, number: int) -> tuple[int, int]:
        row, column = divmod(number - 1, self.shape[1])
        return row + 1, column + 1

    def part(self, first: int, rows: int) -> Range:
        """Give some of the rows: ``first`` is 0-based within the range."""
        return self.grid.area(self.row + first, self.column, rows, self.shape[1])

    def block(self) -> Block:
        """Give the cells for reading and writing as a whole."""
        address = self.remote.RangeAddress
        return Block(self.grid.document, self.remote, address.Sheet, address.StartRow, address.StartColumn)

    def _one_or_all(self, rows: list[list[Any]]) -> Any:
        return rows[0][0] if len(self) == 1 else rows

    def _filled(self, value: Any) -> list[Any]:
        if not isinstance(value, list | tuple):
            return [[value] * self.shape[1]] * self.shape[0]
        return list(value) if isinstance(value[0], list | tuple) else [value]

    @property
    def raw_value(self) -> Any:
        """Give the value of one cell, or the rows of values; an empty cell is ``""``."""
        return self._one_or_all(read_values(self.block()))

    @raw_value.setter
    def raw_value(self, value: Any) -> None:
        """Write one value into every cell, or rows of values."""
        if is_formula(value) and len(self) > 1:
            self.formula = value
        else:
            write_values(self.block(), self._filled(value))

    @property
    def formula(self) -> Any:
        """Give the formula of one cell, or the rows of formulas, in Excel's spelling."""
        rows = read_formulas(self.block())
        return rows[0][0] if len(self) == 1 else tuple(map(tuple, rows))

    @formula.setter
    def formula(self, value: Any) -> None:
        """Write formulas; one formula for many cells moves along with them, as in Excel."""
        if not is_formula(value) or len(self) == 1:
            write_values(self.block(), self._filled(value))
            return
        self.clear_contents()
        write_formulas(self(1).block(), {(0, 0): value})
        for direction, size in (("TO_BOTTOM", self.shape[0]), ("TO_RIGHT", self.shape[1])):
            if size > 1:
                line = (
                    self.grid.area(self.row, self.column, self.shape[0], 1)
                    if direction == "TO_BOTTOM"
                    else self
                )
                line.remote.fillAuto(constant("sheet.FillDirection", direction), 1)

    @property
    def formula2(self) -> Any:
        """Give the same as ``formula``: Calc 7 has no spilling."""
        return self.formula

    @formula2.setter
    def formula2(self, value: Any) -> None:
        """Write as ``formula`` does."""
        self.formula = value

    @property
    def formula_array(self) -> str:
        """Give the array formula in Excel's spelling; ``""`` if there is none."""
        return to_excel(self.remote.getArrayFormula().strip("{}"))

    @formula_array.setter
    def formula_array(self, value: str) -> None:
        """Write one array formula over the whole range."""
        self.remote.setArrayFormula(to_calc(value))

    @property
    def has_array(self) -> bool:
        """Say whether the range is an array formula."""
        return bool(self.remote.getArrayFormula())

    def clear_contents(self) -> None:
        """Empty the cells; formats stay."""
        self.remote.clearContents(CONTENTS)

    def clear_formats(self) -> None:
        """Take the formats away; values stay."""
        self.remote.clearContents(FORMATS)

    def clear(self) -> None:
        """Empty the cells and take the formats away."""
        self.remote.clearContents(CONTENTS | FORMATS)

    def end(self, direction: Any) -> Range:
        """Give the cell that Ctrl and an arrow key reach: ``up``, ``down``, ``left`` or ``right``."""
        return _jump(self, direction)

    @property
    def current_region(self) -> Range:
        """Give the cells around this range up to blank rows and columns."""
        cursor = self.grid.remote.createCursorByRange(self.remote)
        cursor.collapseToCurrentRegion()
        return self.grid.at_address(cursor.RangeAddress)

    @property
    def address(self) -> str:
        """Give the address with dollar signs: ``$A$1:$B$2``."""
        return self.get_address(True, True, False)

    def get_address(self, row_absolute: bool, col_absolute: bool, external: bool) -> str:
        """Give the address, with ``$`` before rows or columns, with book and sheet if ``external``."""

        def cell(row: int, column: int) -> str:
            return f"{'$' * bool(col_absolute)}{letters(column)}{'$' * bool(row_absolute)}{row}"

        first, last = cell(self.row, self.column), cell(self.last_row, self.last_column)
        place = first if first == last else f"{first}:{last}"
        return f"'[{self.sheet.book.name}]{self.sheet.name}'!{place}" if external else place

    def insert(self, shift: str | None = None, copy_origin: str | None = None) -> None:
        """Push the cells ``down`` or ``right``; whole rows and columns move as such."""
        mode = self._shift(shift, {"down": "DOWN", "right": "RIGHT"})
        self.grid.remote.insertCells(self.remote.RangeAddress, constant("sheet.CellInsertMode", mode))

    def delete(self, shift: str | None = None) -> None:
        """Take the cells out; what is below moves ``up``, or what is right of them ``left``."""
        mode = self._shift(shift, {"up": "UP", "left": "LEFT"})
        self.grid.remote.removeRange(self.remote.RangeAddress, constant("sheet.CellDeleteMode", mode))

    def _shift(self, shift: str | None, modes: dict[str, str]) -> str:
        whole = self.sheet.cells.shape
        if self.shape[1] >= whole[1]:
            return "ROWS"
        if self.shape[0] >= whole[0]:
            return "COLUMNS"
        vertical, horizontal = modes.values()
        return modes[shift] if shift else (vertical if self.shape[1] >= self.shape[0] else horizontal)

    def copy(self, destination: Any = None) -> None:
        """Copy values and formats to another place of the same book; a taller place is filled downwards, as in Excel.

        :raises NotSupported: no destination is given: the clipboard is the person's, not ours.
        """
        if destination is None:
            raise NotSupported("Range.copy to the clipboard")
        target = destination.impl
        place = struct(
            "table.CellAddress", Sheet=target.sheet.index - 1, Row=target.row - 1, Column=target.column - 1
        )
        grid, height = target.grid.remote, self.shape[0]
        grid.copyRange(place, self.remote.RangeAddress)
        filled = height
        while filled + height <= target.shape[0]:
            more = min(filled, target.shape[0] // height * height - filled)
            place.Row = target.row - 1 + filled
            done = target.grid.area(target.row, target.column, more, self.shape[1])
            grid.copyRange(place, done.remote.RangeAddress)
            filled += more

    def select(self) -> None:
        """Select the cells; their sheet comes to the front."""
        self.sheet.activate()  # type: ignore[no-untyped-call]
        self.grid.document.remote.CurrentController.select(self.remote)

    def get_special_cells(self, cell_type: str, value_type: str | None) -> list[Range]:
        """Give the areas of the cells that are visible, blank, constant or formulas.

        :raises NotSupported: only truth values are wanted, or constants that are errors.
        """
        if cell_type == _VISIBLE:
            areas = self.remote.queryVisibleCells()
        elif cell_type == _BLANKS:
            areas = self.remote.queryEmptyCells()
        elif cell_type == _CONSTANTS and value_type in _CONSTANT_BITS:
            areas = self.remote.queryContentCells(_CONSTANT_BITS[value_type])
        elif cell_type == _FORMULAS and value_type in _FORMULA_BITS:
            areas = self.remote.queryFormulaCells(_FORMULA_BITS[value_type])
        else:
            raise NotSupported(f"Range.get_special_cells({cell_type!r}, {value_type!r})")
        return [self.grid.at_address(address) for address in areas.RangeAddresses]

    @property
    def name(self) -> base_classes.Name | None:
        """Give the defined name of exactly these cells; None if there is none."""
        names: Iterable[base_classes.Name] = self.sheet.book.names
        cells = ((name, name.refers_to_range) for name in names)
        return next((name for name, area in cells if area is not None and area.coords == self.coords), None)

    @name.setter
    def name(self, value: str) -> None:
        """Define a name for exactly these cells."""
        sheet = self.sheet.name.replace("'", "''")
        self.sheet.book.names.add(value, f"='{sheet}'!{self.address}")

    @property
    def table(self) -> base_classes.Table | None:
        """Give the table in which the first cell lies; None if it lies in none."""
        tables: Iterable[base_classes.Table] = self.sheet.tables
        for table in tables:
            whole = table.range
            if whole.row <= self.row <= whole.last_row and whole.column <= self.column <= whole.last_column:
                return table
        return None

    @property
    def autofilter(self) -> base_classes.AutoFilter:
        """Give what the filter buttons of the table around the first cell are set to.

        :raises NotSupported: the cell lies in no table.
        """
        table = self.table
        if table is None:
            raise NotSupported("Range.autofilter outside a table")
        found: base_classes.AutoFilter = table.autofilter
        return found


def _jump(start: Range, direction: Any) -> Range:
    """Give the cell reached from the first cell of a range.

    :raises KeyError: there is no such direction.
    """
    direction = DIRECTIONS.get(direction, direction)
    backwards = {"up": True, "down": False, "left": True, "right": False}[direction]
    vertical = direction in ("up", "down")
    grid, used = start.grid, start.sheet.used_range
    place = start.row if vertical else start.column
    last = max(place, used.last_row if vertical else used.last_column)
    low, high = (1, place) if backwards else (place, last)
    size = high - low + 1
    line = grid.area(low, start.column, size, 1) if vertical else grid.area(start.row, low, 1, size)
    filled = [text != "" for row in line.remote.getFormulaArray() for text in row]
    taken = steps(filled[::-1] if backwards else filled)
    if taken is None:
        whole = start.sheet.cells.shape[0 if vertical else 1]
        target = 1 if backwards else whole
    else:
        target = place - taken if backwards else place + taken
    return grid.area(target, start.column) if vertical else grid.area(start.row, target)
