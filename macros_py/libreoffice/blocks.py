"""Whole blocks of values and formulas, each with a number of calls that does not depend on the number of rows.

The exception is a cell that shows an error: which one it is has to be asked cell by cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from macros_py.libreoffice.bridge import Remote, Trips
from macros_py.libreoffice.formats import DATE, GENERAL_KEY, TEXT, TIME, TRUTH, NumberFormats
from macros_py.libreoffice.places import Cell, Rectangle, cells_of, gather
from macros_py.libreoffice.process import rectangle
from macros_py.libreoffice.values import (
    ERROR_TEXTS,
    CalcError,
    Kind,
    Prepared,
    Shown,
    coerced,
    is_formula,
    moment_of,
    prepare,
    to_calc,
    to_excel,
)

_EVERY_FORMULA = 7
"""Formulas with a number, a text or an error as their result."""


@dataclass(frozen=True, slots=True)
class Document:
    """An open book: LibreOffice's document, what is known of its formats, and the count of its calls."""

    remote: Remote
    formats: NumberFormats
    trips: Trips


@dataclass(frozen=True, slots=True)
class Block:
    """A rectangle of cells in an open book; ``sheet`` is 0-based, so are ``top`` and ``left``."""

    document: Document
    cells: Remote
    sheet: int
    top: int
    left: int

    def within(self, addresses: Iterable[Any]) -> list[Rectangle]:
        """Give addresses on the sheet as rectangles within the block."""
        return [
            (
                address.StartRow - self.top,
                address.StartColumn - self.left,
                address.EndRow - self.top,
                address.EndColumn - self.left,
            )
            for address in addresses
        ]

    def formatted(self, kinds: int) -> list[tuple[int, list[Rectangle]]]:
        """Give where the number formats of these kinds are: type bits and rectangles."""
        found = []
        areas = self.cells.getUniqueCellFormatRanges()
        for number in range(areas.Count):
            area = areas.getByIndex(number)
            kind = self.document.formats.kind(area.NumberFormat)
            if kind & kinds:
                found.append((kind, self.within(area.RangeAddresses)))
        return found

    def positions(self, kinds: int) -> set[Cell]:
        """Give the cells whose number format is of these kinds."""
        return {cell for _, areas in self.formatted(kinds) for cell in cells_of(areas)}

    def set_format(self, cells: Iterable[Cell], key: int) -> None:
        """Give some cells a number format, all at once."""
        areas = gather(cells)
        if not areas:
            return
        many = self.document.remote.createInstance("com.sun.star.sheet.SheetCellRanges")
        addresses = tuple(
            rectangle(self.sheet, self.top + top, self.left + left, self.top + bottom, self.left + right)
            for top, left, bottom, right in areas
        )
        many.addRangeAddresses(addresses, False)
        many.NumberFormat = key


def read_values(block: Block) -> list[list[Any]]:
    """Give the values: float, text, bool, datetime, ``CalcError``; an empty cell is ``""``."""
    block.document.trips.reads += 1
    rows = [list(row) for row in block.cells.getDataArray()]
    for kind, areas in block.formatted(DATE | TIME | TRUTH):
        for row, column in cells_of(areas):
            value = rows[row][column]
            if type(value) is float:
                rows[row][column] = _shown_value(value, kind)
    for row, values in enumerate(rows):
        for column, value in enumerate(values):
            if value is None:
                number = block.cells.getCellByPosition(column, row).getError()
                values[column] = CalcError(ERROR_TEXTS.get(number, f"#ERR{number}"))
    return rows


def _shown_value(number: float, kind: int) -> Any:
    """Give what a number is under a number format with these type bits."""
    if kind & TRUTH:
        return bool(number) if number in (0.0, 1.0) else number
    return moment_of(number) if kind & DATE or number >= 0 else number


def read_formulas(block: Block) -> list[list[str]]:
    """Give the formulas in Excel's spelling; a cell without one gives its value as text, as in Excel."""
    block.document.trips.reads += 1
    written = block.cells.getFormulaArray()
    rows = [[str(cell) for cell in row] for row in written]
    formulas = set(cells_of(block.within(block.cells.queryFormulaCells(_EVERY_FORMULA).RangeAddresses)))
    values = block.cells.getDataArray() if len(formulas) < sum(map(len, rows)) else ()
    for row, texts in enumerate(rows):
        for column, text in enumerate(texts):
            if (row, column) in formulas:
                texts[column] = to_excel(text)
            elif type(values[row][column]) is str:
                texts[column] = values[row][column]
    return rows


@dataclass(slots=True)
class _Plan:
    """A block to be written, taken apart: plain values, formulas, and the formats some cells need."""

    plain: list[list[float | str]]
    formulas: dict[Cell, str]
    shown: dict[Cell, Kind]

    def put(self, cell: Cell, value: Prepared) -> float | str:
        """Note what one cell needs besides its plain value; give that."""
        if isinstance(value, Shown):
            self.shown[cell] = value.kind
            return value.number
        if is_formula(value):
            self.formulas[cell] = str(value)
            return ""
        return value


def _plan_block(rows: Sequence[Sequence[object]], texts: set[Cell]) -> _Plan:
    """Take a block apart as Excel reads typed values; in ``texts`` the number format keeps every text a text."""
    plan = _Plan([], {}, {})
    for row, values in enumerate(rows):
        line: list[float | str] = []
        for column, value in enumerate(values):
            if type(value) is float:
                line.append(value if value == value else "")
                continue
            ready = prepare(value)
            if type(ready) is str and ready:
                if ready[0] == "'":
                    line.append(ready[1:])
                    continue
                if (row, column) in texts:
                    line.append(ready)
                    continue
                better = coerced(ready)
                ready = ready if better is None else better
            line.append(plan.put((row, column), ready))
        plan.plain.append(line)
    return plan


def write_values(block: Block, rows: Sequence[Sequence[object]]) -> None:
    """Write values as Excel would take them: ``=…`` is a formula, ``'…`` a text, ``12`` typed as text a number."""
    block.document.trips.writes += 1
    formatted = block.formatted(DATE | TIME | TRUTH | TEXT)
    texts = {cell for kind, areas in formatted if kind & TEXT for cell in cells_of(areas)}
    truths = {cell for kind, areas in formatted if kind & TRUTH for cell in cells_of(areas)}
    times = {cell for kind, areas in formatted if kind & (DATE | TIME) for cell in cells_of(areas)}
    plan = _plan_block(rows, texts)
    block.cells.setDataArray(tuple(map(tuple, plan.plain)))
    block.set_format((cell for cell in truths if plan.shown.get(cell) is not Kind.TRUTH), GENERAL_KEY)
    for kind in Kind:
        ready = truths if kind is Kind.TRUTH else times
        wanted = [cell for cell, one in plan.shown.items() if one is kind and cell not in ready]
        if wanted:
            block.set_format(wanted, block.document.formats.key(kind.value))
    write_formulas(block, plan.formulas)


def write_formulas(block: Block, formulas: dict[Cell, str]) -> None:
    """Write formulas in Excel's spelling, one call for each rectangle of them."""
    for top, left, bottom, right in gather(formulas):
        part = tuple(
            tuple(to_calc(formulas[row, column]) for column in range(left, right + 1))
            for row in range(top, bottom + 1)
        )
        block.cells.getCellRangeByPosition(left, top, right, bottom).setFormulaArray(part)
