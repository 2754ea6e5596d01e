"""One cell of a closed workbook: what stands in it, and how a value gets into it (openpyxl)."""

from __future__ import annotations

from copy import copy
from datetime import date, datetime, time, timedelta

from macros_py.book.file_library import ILLEGAL_CHARACTERS_RE, Cell, Worksheet
from macros_py.book.port import CellValue
from macros_py.cells import CellError, Formula

PLAIN = frozenset({int, float, bool, type(None)})
LOOKS_LIKE_FORMULA = ("=", "+", "-", "@")
"""A text that begins so is marked as text, or a spreadsheet program would compute it at the next edit."""
LONGEST_TEXT = 32767
MIDNIGHT = datetime(1900, 1, 1)


def cell_value(cell: Cell | None) -> CellValue:
    """Give what stands in a cell; rich text as plain, blank text as None, a span beyond a day as text."""
    if cell is None:
        return None
    value = cell._value
    if type(value) in PLAIN:
        return value  # type: ignore[no-any-return]
    if cell.data_type == "f":
        return Formula(getattr(value, "text", value) or "=")
    if cell.data_type == "e":
        return CellError(value)
    if isinstance(value, timedelta):
        return (MIDNIGHT + value).time() if timedelta(0) <= value < timedelta(days=1) else str(value)
    if isinstance(value, date | time):
        return value
    return str(value) or None


def put(sheet: Worksheet, row: int, column: int, value: CellValue) -> None:
    """Write a value into a cell whatever it looks like: only a :class:`Formula` becomes a formula."""
    cell = sheet._cells.get((row, column))
    if cell is None:
        if value is None:
            return
        cell = sheet.cell(row, column)
    if not isinstance(cell, Cell):
        return  # the covered part of a merged cell shows nothing
    if isinstance(value, str):
        put_text(cell, value)
    elif isinstance(value, datetime | date | time):
        cell.value = value
    else:
        cell._value = value
        cell.data_type = "b" if isinstance(value, bool) else "n"


def put_text(cell: Cell, value: str) -> None:
    """Write a text, a formula or an error value."""
    if isinstance(value, Formula):
        cell._value, cell.data_type = str(value), "f"
        return
    if isinstance(value, CellError):
        cell._value, cell.data_type = str(value), "e"
        return
    text = ILLEGAL_CHARACTERS_RE.sub("", value)[:LONGEST_TEXT]
    cell._value, cell.data_type = text or None, "s" if text else "n"
    needs_mark = text.startswith(LOOKS_LIKE_FORMULA)
    if needs_mark != bool(cell.quotePrefix):
        cell.quotePrefix = needs_mark


def take_style(sheet: Worksheet, row: int, column: int, style: object) -> None:
    """Give a cell a copy of a style, if it has another one."""
    cell = sheet._cells.get((row, column)) or sheet.cell(row, column)
    if cell._style != style:
        cell._style = copy(style)


def forget(sheet: Worksheet, row: int, column: int) -> None:
    """Remove a cell with its style and link, so that the column's own look shows again."""
    sheet._cells.pop((row, column), None)
