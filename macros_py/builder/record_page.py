"""One sheet of the record: title, stamp, headings, rows, and how it is seen and printed, in the workbook's palette."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from fractions import Fraction
from html import escape
from math import isfinite
from typing import Any, NamedTuple

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from macros_py.book.layout import overlay, palette
from macros_py.book.port import CellValue
from macros_py.book.references import column_letter, row_height
from macros_py.builder.record_plan import FIRST_ROW, HEAD_ROW, RecordSheet, References
from macros_py.builder.workbook import A4, HEAD_HEIGHT, TITLE_HEIGHT, Formats, cell_properties
from macros_py.words import say

_WIDE = 120
"""Sheets wider than this (characters) are printed lying."""
_LONGEST_HEADER = 100
"""Excel allows 255 characters in a page header, codes included."""
NONE = "–"
"""What a formula shows for no value: a text, so that it has a cached value and takes part in no sum."""
_NO_ERRORS = ("number_stored_as_text", "formula_differs", "formula_range")
"""What Excel would mark with a green corner though it is meant: licence numbers, one formula a group."""
_MOMENT_KINDS: Mapping[type, str] = {datetime: "moment", date: "date", time: "time"}
_THICK = 2
_MOST_UNITS = 32_767
"""The longest text of a cell, in units of UTF-16."""
_OUTER_SPACE = re.compile(r"^\s|\s$")


@dataclass(frozen=True, slots=True)
class Banner:
    """What every sheet says above its table and on paper: the event, and the stamp (NEM VÉGLEGES, PRÓBA)."""

    event: str
    stamp: str


def record_value(value: CellValue | Fraction) -> str | int | float | date | time:
    """Give what a cell can hold: fractions become numbers, yes and no words, nothing an empty text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "igen" if value else "nem"
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    return value


def shown_kind(value: object, kind: str) -> str:
    """Give the kind a value is shown by: a moment in a column of another kind would be a bare number."""
    return kind if kind in _MOMENT_KINDS.values() else _MOMENT_KINDS.get(type(value), kind)


class Page:
    """One sheet with one table, filled from the top; columns right of a nameless one stand beside it."""

    def __init__(
        self, formats: RecordFormats, banner: Banner, layout: RecordSheet, references: References
    ) -> None:
        self.formats = formats
        self.layout = layout
        self.references = references
        self.sheet = formats.workbook.add_worksheet(layout.name, RecordWorksheet)
        self.next_row = FIRST_ROW
        self._formulas = {
            column.name: references.prepare(column.formula, layout.name, column.round).removeprefix("=")
            for column in layout.columns
            if column.formula
        }
        numbered = enumerate(layout.columns, 1)
        self._columns = [(column_letter(n), one.name, one.kind) for n, one in numbered if one.name]
        self._paper: list[CellValue | Fraction] | None = None
        write_title(self.sheet, formats, layout.name, banner, layout.hint)
        for index, column in enumerate(layout.columns):
            self.sheet.set_column(index, index, column.width)
            if column.name:
                self.sheet.write_string(HEAD_ROW - 1, index, column.name, formats.named("head"))
        self.sheet.set_row(HEAD_ROW - 1, HEAD_HEIGHT)
        self.sheet.freeze_panes(HEAD_ROW, layout.freeze_columns)
        self.sheet.hide_gridlines(2)
        is_wide = sum(column.width for column in layout.columns) > _WIDE
        set_print(self.sheet, banner, layout.name, is_wide=is_wide)
        self.sheet.repeat_rows(HEAD_ROW - 1)

    def add(self, cells: Mapping[str, CellValue | Fraction], **fields: object) -> None:
        """Write the next row, heading → value. A computed column gets its formula, filled in from ``fields``.

        A heading that ``cells`` lacks stays blank, a computed one too.
        """
        fields["row"] = self.next_row
        before, self._paper = self._paper, [cells.get(heading) for heading in self.layout.paper]
        is_ruled = before not in (None, self._paper)  # another sheet of paper (or group) begins
        line = []
        for letter, name, kind in self._columns:
            value = cells.get(name)
            style = self.formats.kind(shown_kind(value, kind), is_ruled=is_ruled)
            is_live = name in self._formulas and name in cells
            formula = self._formulas[name].format_map(fields) if is_live else ""
            shown = NONE if is_live and value is None else record_value(value)
            line.append(LineCell(letter, shown, style, formula))
        self.sheet.write_line(self.next_row - 1, line, len(self.layout.columns))
        if height := row_height(self.layout, cells):
            self.sheet.set_row(self.next_row - 1, height)
        self.next_row += 1

    def finish(self) -> None:
        """Put filter and marks over the rows, or say that there are none."""
        if self.next_row == FIRST_ROW:
            self.sheet.write_string(HEAD_ROW, 0, say("record.no_rows"), self.formats.named("hint"))
            return
        names = [column.name for column in self.layout.columns]
        end = names.index("") if "" in names else len(names)
        self.sheet.autofilter(HEAD_ROW - 1, 0, self.next_row - 2, end - 1)
        area = f"A{FIRST_ROW}:{column_letter(len(names))}{self.next_row - 1}"
        self.sheet.ignore_errors(dict.fromkeys(_NO_ERRORS, area))
        for mark in self.layout.marks:
            formula = self.references.prepare(mark.formula, self.layout.name).format(row=FIRST_ROW)
            rule = {"type": "formula", "criteria": formula, "format": self.formats.mark(mark.look)}
            for column in (names.index(name) for name in mark.columns):
                self.sheet.conditional_format(HEAD_ROW, column, self.next_row - 2, column, rule)


def write_title(sheet: Any, formats: RecordFormats, title: str, banner: Banner, hint: str) -> None:
    """Write title and event, and into the row above the headings the stamp with the hint behind it."""
    sheet.set_row(0, TITLE_HEIGHT)
    sheet.write_string(0, 0, title, formats.named("title"))
    sheet.write_string(1, 0, banner.event, formats.named("label"))
    if banner.stamp and hint:
        pieces = (formats.named("stamp"), banner.stamp, formats.named("hint"), f"    {hint}")
        sheet.write_rich_string(HEAD_ROW - 2, 0, *pieces)
    elif banner.stamp or hint:
        look = formats.named("stamp" if banner.stamp else "hint")
        sheet.write_string(HEAD_ROW - 2, 0, banner.stamp or hint, look)


def set_print(sheet: Any, banner: Banner, name: str, *, is_wide: bool) -> None:
    """Set a sheet up for A4: one page wide, event and sheet above, stamp and page number below."""
    sheet.set_paper(A4)
    if is_wide:
        sheet.set_landscape()
    sheet.set_margins(left=0.5, right=0.5, top=0.8, bottom=0.7)
    sheet.fit_to_pages(1, 0)
    sheet.set_header(f"&L{_code_free(banner.event)}&R{_code_free(name)}")
    left = f"&L{_code_free(banner.stamp)}" if banner.stamp else ""
    sheet.set_footer(f"{left}&R{say('record.page')}")


def _code_free(text: str) -> str:
    """Give a text that a page header shows as it is: ``&`` begins a code there."""
    return text[:_LONGEST_HEADER].replace("&", "&&")


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
        if len(text) > _MOST_UNITS // 2:
            content = text.encode("utf-16-le")[: 2 * _MOST_UNITS].decode("utf-16-le", "ignore")
        space = ' xml:space="preserve"' if _OUTER_SPACE.search(content) else ""
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
            rule = {"top": _THICK, "top_color": colours.rule} if is_ruled else {}
            self._kinds[key] = self.workbook.add_format(cell_properties(look, is_typed=True) | rule)
        return self._kinds[key]
