"""One cell of an open workbook: what the program says of it, and how a value is said to it (plain xlwings).

A program says 40.0 for 40 and a moment for a day, and takes what is typed for what it looks like.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Any

import xlwings as xw

from macros_py.book.port import CellValue
from macros_py.cells import CellError, Formula

ZERO_DAY = date(1899, 12, 30)
"""The day that spreadsheet programs count from: a time alone is a moment of this day."""
LONGEST_LIVE_TEXT = 32767
TEXT_MARK = "'"
UNPRINTABLE_SIGNS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
MONTHS = re.compile(
    r"(?:jan|feb|m[aá]r|[aá]pr|m[aá]j|may|j[uú]n|j[uú]l|aug|s[ze]p|o[kc]t|nov|dec)\D*\d", re.IGNORECASE
)
TRUTH_WORDS = frozenset({"true", "false", "igaz", "hamis"})
DAY_SECONDS = 86400

Block = list[list[CellValue]]


def read_block(area: xw.Range) -> Block:
    """Give what stands in a rectangle, read whole: once the values, once the formulas."""
    values = area.options(ndim=2).value
    formulas = as_rows(area.formula)
    return [
        [found(value, formula) for value, formula in zip(line, texts, strict=True)]
        for line, texts in zip(values, formulas, strict=True)
    ]


def as_rows(formulas: Any) -> Sequence[Sequence[Any]]:
    """Give the formulas of a rectangle as rows; the program gives one cell bare."""
    if isinstance(formulas, list | tuple):
        rows = formulas if formulas and isinstance(formulas[0], list | tuple) else [formulas]
        return list(rows)
    return [[formulas]]


def found(value: Any, formula: Any) -> CellValue:
    """Give what stands in a cell that shows ``value`` and is written ``formula``."""
    if isinstance(formula, str) and formula.startswith("=") and formula != value:
        return CellError(formula[1:]) if formula.startswith("=#") else Formula(formula)
    if value is None:
        return CellError(formula) if isinstance(formula, str) and formula else None
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, datetime):
        return value.time() if value.date() == ZERO_DAY else value
    return str(value) or None if isinstance(value, str) else value


def as_time(value: CellValue) -> CellValue:
    """Give a part of a day as the time it is: some programs tell times as plain numbers."""
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1:
        minutes, seconds = divmod(round(value * DAY_SECONDS), 60)
        return time(minutes // 60 % 24, minutes % 60, seconds)
    return value


def live_value(value: CellValue) -> Any:
    """Give what to say so that the value stands in the cell: only a :class:`Formula` becomes a formula."""
    if isinstance(value, Formula):
        return str(value)
    if isinstance(value, CellError):
        return f"={value}"
    if isinstance(value, str):
        text = UNPRINTABLE_SIGNS.sub("", value)[:LONGEST_LIVE_TEXT]
        return TEXT_MARK + text if needs_mark(text) else text or None
    if isinstance(value, time):
        return datetime.combine(ZERO_DAY, value)
    if isinstance(value, date) and not isinstance(value, datetime):
        return datetime.combine(value, time())
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def needs_mark(text: str) -> bool:
    """Tell whether a program might take the text for a formula, a number, a day or a truth value."""
    return bool(text) and (
        not text[0].isalpha() or MONTHS.match(text) is not None or text.strip().casefold() in TRUTH_WORDS
    )
