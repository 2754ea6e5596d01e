"""The workbook's palette on the record: the same looks, and a thick rule above a new sheet of paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, time
from html import escape
from math import isfinite
from typing import NamedTuple

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from macros_py.book.schema import overlay, palette
from macros_py.builder.workbook import Formats, cell_properties

THICK = 2


MOST_UNITS = 32_767
"""The longest text of a cell, in units of UTF-16."""
OUTER_SPACE = re.compile(r"^\s|\s$")


class LineCell(NamedTuple):
    """One cell of a row: its column as a letter, its value (blank: no text), its look, its formula if it has one."""

    letter: str
    value: str | int | float | date | time
    style: Format
    formula: str = ""


class RecordWorksheet(Worksheet):  # type: ignore[misc]
    """A worksheet that takes a row at once and writes it as text, byte for byte what XlsxWriter would write.

    XlsxWriter asks of each cell what is the same for the whole sheet, and looks through each formula for thirty newer
    functions that need a prefix; a record has none of them (the guard sees to it).
    """

    previous_row: int

    def __init__(self) -> None:
        super().__init__()
        self.waiting: Sequence[LineCell] = ()
        """The cells of the last row, which is written when the next one comes: until then it may get a height."""
        self.texts: dict[str, str] = {}
        """What each text met so far looks like inside its cell."""

    def write_line(self, row: int, cells: Sequence[LineCell], columns: int) -> None:
        """Write the next row (0-based) from the top: ``cells`` from the left, in the first ``columns`` columns."""
        if row > self.previous_row:
            self._write_single_row(row)
        self._check_dimensions(row, 0)
        self._check_dimensions(row, columns - 1)
        self.waiting = cells

    def _write_single_row(self, current_row_num: int = 0) -> None:
        if not self.waiting:
            super()._write_single_row(current_row_num)
            return
        row, self.previous_row = self.previous_row, current_row_num
        self._write_row(row, None, self.row_info.get(row))
        self.fh.write("".join([self.cell_text(cell, row + 1) for cell in self.waiting]) + "</row>")
        self.waiting = ()

    def cell_text(self, cell: LineCell, row: int) -> str:
        """Give one cell of a row (1-based) as XML.

        :raises TypeError: a number is none that a cell could hold.
        """
        letter, value, style, formula = cell
        head = f'<c r="{letter}{row}" s="{style._get_xf_index()}"'
        if formula:
            shown = escape(value, quote=False) if isinstance(value, str) else value
            kind = ' t="str"' if shown and isinstance(value, str) else ""
            return f"{head}{kind}><f>{escape(formula, quote=False)}</f><v>{shown}</v></c>"
        if isinstance(value, str):
            return f"{head}{self.texts.get(value) or self.text(value)}" if value else f"{head}/>"
        number = value if isinstance(value, int | float) else self._convert_date_time(value)
        if not isfinite(number):
            raise TypeError(number)
        return f"{head}><v>{number:.16G}</v></c>"

    def text(self, text: str) -> str:
        """Give type and content of a cell with a text, and remember it."""
        content = text
        if len(text) > MOST_UNITS // 2:
            content = text.encode("utf-16-le")[: 2 * MOST_UNITS].decode("utf-16-le", "ignore")
        space = ' xml:space="preserve"' if OUTER_SPACE.search(content) else ""
        content = escape(self._escape_control_characters(content), quote=False)
        self.texts[text] = f' t="inlineStr"><is><t{space}>{content}</t></is></c>'
        return self.texts[text]


class RecordFormats(Formats):
    """The formats of one record."""

    def __init__(self, workbook: Workbook) -> None:
        super().__init__(workbook)
        self.workbook = workbook
        self._kinds: dict[tuple[str, bool], Format] = {}

    def kind(self, kind: str, *, is_ruled: bool = False) -> Format:
        """Give the format of a body cell of ``kind``; ``is_ruled`` draws the thick rule above it."""
        key = kind, is_ruled
        if key not in self._kinds:
            colours = palette()
            look = overlay(colours.looks["body"], colours.kinds[kind])
            rule = {"top": THICK, "top_color": colours.rule} if is_ruled else {}
            self._kinds[key] = self.workbook.add_format(cell_properties(look, is_typed=True) | rule)
        return self._kinds[key]
