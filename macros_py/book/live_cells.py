"""Cells, tables and protection of an open workbook, each table read whole, once (plain xlwings).

A program says 40.0 for 40 and a moment for a day, and takes what is typed for what it looks like.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, time
from itertools import chain
from typing import Any

import xlwings as xw

from macros_py.book.layout import TableLayout
from macros_py.book.port import BookError, CellValue, Row
from macros_py.book.table_plan import PhysicalRow, PlacedTable, placed_headings, typed_below
from macros_py.cells import CellError, Formula, read_text

_ZERO_DAY = date(1899, 12, 30)
"""The day that spreadsheet programs count from: a time alone is a moment of this day."""
_LONGEST_LIVE_TEXT = 32767
_UNPRINTABLE_SIGNS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_MONTHS = re.compile(r"(?i)(?:jan|feb|m[aá][rj]|[aá]pr|may|j[uú][nl]|aug|s[ze]p|o[kc]t|nov|dec)\D*\d")
_TRUTH_WORDS = frozenset({"true", "false", "igaz", "hamis"})

Block = list[list[CellValue]]


def read_block(area: xw.Range) -> Block:
    """Give what stands in a rectangle, read whole: once the values, once the formulas."""
    pairs = zip(area.options(ndim=2).value, _as_rows(area.formula), strict=True)
    return [[_found(*cell) for cell in zip(line, texts, strict=True)] for line, texts in pairs]


def _as_rows(formulas: Any) -> Sequence[Sequence[Any]]:
    """Give the formulas of a rectangle as rows; the program gives one cell bare."""
    if not isinstance(formulas, list | tuple):
        return [[formulas]]
    return list(formulas if formulas and isinstance(formulas[0], list | tuple) else [formulas])


def _found(value: Any, formula: Any) -> CellValue:
    """Give what stands in a cell that shows ``value`` and is written ``formula``."""
    if isinstance(formula, str) and formula.startswith("=") and formula != value:
        return CellError(formula[1:]) if formula.startswith("=#") else Formula(formula)
    if value is None:
        return CellError(formula) if isinstance(formula, str) and formula else None
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, datetime):
        return value.time() if value.date() == _ZERO_DAY else value
    return str(value) or None if isinstance(value, str) else value


def as_time(value: CellValue) -> CellValue:
    """Give a part of a day as the time it is: some programs tell times as plain numbers."""
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1:
        minutes, seconds = divmod(round(value * 86400), 60)
        return time(minutes // 60 % 24, minutes % 60, seconds)
    return value


def live_value(value: CellValue) -> Any:
    """Give what to say so that the value stands in the cell: only a :class:`Formula` becomes a formula."""
    if isinstance(value, Formula):
        return str(value)
    if isinstance(value, CellError):
        return f"={value}"
    if isinstance(value, str):
        text = _UNPRINTABLE_SIGNS.sub("", value)[:_LONGEST_LIVE_TEXT]
        return f"'{text}" if _needs_mark(text) else text or None
    if isinstance(value, time):
        return datetime.combine(_ZERO_DAY, value)
    if isinstance(value, date) and not isinstance(value, datetime):
        return datetime.combine(value, time())
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _needs_mark(text: str) -> bool:
    return bool(text) and (
        not text[0].isalpha() or _MONTHS.match(text) is not None or text.strip().casefold() in _TRUTH_WORDS
    )


EXCEL, CALC = "excel", "libreoffice"


@contextmanager
def writable(sheet: xw.Sheet, *, is_protected: bool) -> Iterator[None]:
    """Take the protection off a sheet that the layout protects, and put it back whatever happens."""
    engine = sheet.book.app.engine.name if is_protected else ""
    api: Any = sheet.api if engine in {CALC, EXCEL} else None
    in_calc = engine == CALC and bool(api.isProtected())
    in_excel = engine == EXCEL and bool(getattr(api, "ProtectContents", False))  # Excel for Mac has none
    if in_calc:
        api.unprotect("")
    elif in_excel:
        api.Unprotect()
    try:
        yield
    finally:
        if in_calc:
            api.protect("")
        elif in_excel:
            api.Protect(AllowFormattingColumns=True, AllowFormattingRows=True, AllowFiltering=True)


@dataclass(slots=True)
class LiveRegion(PlacedTable):
    """One table of ours as it stands: rows and columns are 1-based, ``last_row`` is the last that holds data.

    ``block`` is the sheet from the table's heading on, down and right to its last used cell.
    """

    sheet: xw.Sheet
    table: Any
    layout: TableLayout
    header_row: int
    first_column: int
    headings: list[str]
    last_row: int
    totals: int
    block: Block = field(repr=False)
    hidden: set[int] | None = field(default=None, repr=False)
    counted: list[tuple[int, Row]] | None = field(default=None, repr=False)

    def area(self, top: int, left: int, bottom: int, right: int) -> xw.Range:
        """Give a rectangle of the sheet by its first and last row and column."""
        return self.sheet.range((top, left), (bottom, right))

    def all_rows(self) -> list[Row]:
        """Give every row of the table, blank ones too."""
        count = self.last_row - self.header_row
        return [dict(zip(self.headings, line, strict=False)) for line in self.block[1 : count + 1]]

    def physical_rows(self) -> list[PhysicalRow]:
        """Give every row with whether it is hidden."""
        hidden, numbered = self.hidden_rows(), enumerate(self.all_rows(), start=self.first_row)
        return [PhysicalRow(row, number in hidden) for number, row in numbered]

    def hidden_rows(self) -> set[int]:
        """Give the numbers of the hidden rows: one question if none or all are."""
        if self.hidden is None:
            self.hidden = set(_hidden_between(self.sheet, self.first_row, self.last_row))
        return self.hidden


def _hidden_between(sheet: xw.Sheet, first: int, last: int) -> Iterator[int]:
    """Give the hidden rows between two, halving where some are and some are not."""
    state = sheet.range((first, 1), (last, 1)).rows.hidden
    if state:
        yield from range(first, last + 1)
    elif state is None and first < last:
        middle = (first + last) // 2
        yield from _hidden_between(sheet, first, middle)
        yield from _hidden_between(sheet, middle + 1, last)


def _find_table(book: xw.Book, layout: TableLayout) -> tuple[xw.Sheet, Any]:
    """Find a table on its sheet, or, if the sheet was renamed, on any.

    :raises BookError: it is gone (``table_missing``).
    """
    own = [book.sheets[layout.sheet]] if layout.sheet in book.sheets else []
    for sheet in chain(own, book.sheets):
        if layout.name in sheet.tables:
            return sheet, sheet.tables[layout.name]
    raise BookError("table_missing", sheet=layout.sheet, table=layout.name)


def read_region(book: xw.Book, layout: TableLayout) -> LiveRegion:
    """Read one table with what stands below and beside it.

    :raises BookError: it is gone (``table_missing``); a heading is gone (``heading_missing``); a heading
        stands twice (``heading_twice``).
    """
    sheet, table = _find_table(book, layout)
    place, used = table.range, sheet.used_range
    top, left, (height, width) = place.row, place.column, place.shape
    bottom = max(top + height - 1, used.row + used.shape[0] - 1, top + 1)
    right = max(left + width - 1, used.column + used.shape[1] - 1)
    block = read_block(sheet.range((top, left), (bottom, right)))
    texts = [read_text(cell) for cell in block[0]]
    headings = placed_headings(texts[:width], texts[width:], layout, sheet.name)
    totals = int(bool(table.show_totals))
    last_row = max(top + 1, top + height - 1 - totals)
    region = LiveRegion(sheet, table, layout, top, left, headings, last_row, totals, block)
    columns = [(at, layout.column(heading)) for at, heading in enumerate(headings)]
    for at in [at for at, column in columns if column is not None and column.kind == "time"]:
        for line in block[1:]:
            line[at] = as_time(line[at])
    if not totals:
        below = (dict(zip(headings, line, strict=False)) for line in block[last_row - top + 1 :])
        region.last_row += typed_below(below, layout)
    return region
