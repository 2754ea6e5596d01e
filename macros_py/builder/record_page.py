"""One sheet of the record: title, stamp, headings, rows, and how it is seen and printed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from fractions import Fraction
from typing import Any

from macros_py.book.port import CellValue
from macros_py.book.references import column_letter
from macros_py.book.row_heights import row_height
from macros_py.builder.record_layout import FIRST_ROW, HEAD_ROW, RecordColumn, RecordSheet, References
from macros_py.builder.record_look import LineCell, RecordFormats, RecordWorksheet
from macros_py.words import say

LANDSCAPE_WIDTH = 120
"""Sheets wider than this (characters) are printed lying."""
LONGEST_HEADER = 100
"""Excel allows 255 characters in a page header, codes included."""
RECORD_PAPER = 9
HIDE_GRID = 2
RECORD_TITLE_HEIGHT, RECORD_HEAD_HEIGHT = 27, 34
NONE = "–"
"""What a formula shows for no value: a text, so that it has a cached value and takes part in no sum."""
NO_ERRORS = ("number_stored_as_text", "formula_differs", "formula_range")
"""What Excel would mark with a green corner though it is meant: licence numbers, one formula a group."""
MOMENT_KINDS: Mapping[type, str] = {datetime: "moment", date: "date", time: "time"}


@dataclass(frozen=True, slots=True)
class Live:
    """A formula (with its ``=``) and the value that we computed for it; None shows as a dash."""

    formula: str
    value: CellValue | Fraction


Cell = CellValue | Fraction | Live


@dataclass(frozen=True, slots=True)
class Banner:
    """What every sheet says above its table and on paper: the event, and the stamp (NEM VÉGLEGES, PRÓBA)."""

    event: str
    stamp: str


def put_styled(sheet: Any, row: int, column: int, cell: Cell, style: Any) -> None:
    """Write one cell (0-based). A text stays a text, whatever it begins with; a formula carries its value."""
    if isinstance(cell, Live):
        sheet.write_formula(
            row, column, cell.formula, style, NONE if cell.value is None else record_value(cell.value)
        )
        return
    value = record_value(cell)
    if value == "":
        sheet.write_blank(row, column, None, style)
    elif isinstance(value, str):
        sheet.write_string(row, column, value, style)
    elif isinstance(value, int | float):
        sheet.write_number(row, column, value, style)
    else:
        sheet.write_datetime(row, column, value, style)


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
    return kind if kind in MOMENT_KINDS.values() else MOMENT_KINDS.get(type(value), kind)


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
        self._columns = [(column_letter(number), column) for number, column in enumerate(layout.columns, 1)]
        self._paper: list[CellValue | Fraction] | None = None
        self._set_head(banner)
        set_print(self.sheet, banner, layout.name, is_wide=self._width() > LANDSCAPE_WIDTH)
        self.sheet.repeat_rows(HEAD_ROW - 1)

    def add(self, cells: Mapping[str, CellValue | Fraction], **fields: object) -> None:
        """Write the next row, heading → value. A computed column gets its formula, filled in from ``fields``.

        A heading that ``cells`` lacks stays blank, a computed one too.
        """
        fields["row"] = self.next_row
        is_ruled = self._begins_paper(cells)
        line = []
        for letter, column in self._columns:
            if not (name := column.name):
                continue
            value = cells.get(name)
            style = self.formats.kind(shown_kind(value, column.kind), is_ruled=is_ruled)
            is_live = name in self._formulas and name in cells
            formula = self._formulas[name].format_map(fields) if is_live else ""
            shown = NONE if is_live and value is None else record_value(value)
            line.append(LineCell(letter, shown, style, formula))
        self.sheet.write_line(self.next_row - 1, line, len(self._columns))
        if height := row_height(self.layout, cells):
            self.sheet.set_row(self.next_row - 1, height)
        self.next_row += 1

    def _begins_paper(self, cells: Mapping[str, CellValue | Fraction]) -> bool:
        """Tell whether another sheet of paper (or group) begins with this row, and remember the row's."""
        paper = [cells.get(heading) for heading in self.layout.paper]
        before, self._paper = self._paper, paper
        return before is not None and paper != before

    def finish(self) -> None:
        """Put filter and marks over the rows, or say that there are none."""
        if self.next_row == FIRST_ROW:
            self.sheet.write_string(HEAD_ROW, 0, say("record.no_rows"), self.formats.named("hint"))
            return
        names = [column.name for column in self.layout.columns]
        end = names.index("") if "" in names else len(names)
        self.sheet.autofilter(HEAD_ROW - 1, 0, self.next_row - 2, end - 1)
        area = f"A{FIRST_ROW}:{column_letter(len(names))}{self.next_row - 1}"
        self.sheet.ignore_errors(dict.fromkeys(NO_ERRORS, area))
        for mark in self.layout.marks:
            formula = self.references.prepare(mark.formula, self.layout.name)
            rule = {
                "type": "formula",
                "criteria": formula.format(row=FIRST_ROW),
                "format": self.formats.mark(mark.look),
            }
            for column in (names.index(name) for name in mark.columns):
                self.sheet.conditional_format(HEAD_ROW, column, self.next_row - 2, column, rule)

    def _width(self) -> float:
        return sum(column.width for column in self.layout.columns)

    def _set_head(self, banner: Banner) -> None:
        write_title(self.sheet, self.formats, self.layout.name, banner, self.layout.hint)
        for index, column in enumerate(self.layout.columns):
            self._set_column(index, column)
        self.sheet.set_row(HEAD_ROW - 1, RECORD_HEAD_HEIGHT)
        self.sheet.freeze_panes(HEAD_ROW, self.layout.freeze_columns)
        self.sheet.hide_gridlines(HIDE_GRID)

    def _set_column(self, index: int, column: RecordColumn) -> None:
        self.sheet.set_column(index, index, column.width)
        if column.name:
            self.sheet.write_string(HEAD_ROW - 1, index, column.name, self.formats.named("head"))


def write_title(sheet: Any, formats: RecordFormats, title: str, banner: Banner, hint: str) -> None:
    """Write title and event, and into the row above the headings the stamp with the hint behind it."""
    sheet.set_row(0, RECORD_TITLE_HEIGHT)
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
    sheet.set_paper(RECORD_PAPER)
    if is_wide:
        sheet.set_landscape()
    sheet.set_margins(left=0.5, right=0.5, top=0.8, bottom=0.7)
    sheet.fit_to_pages(1, 0)
    sheet.set_header(f"&L{code_free(banner.event)}&R{code_free(name)}")
    left = f"&L{code_free(banner.stamp)}" if banner.stamp else ""
    sheet.set_footer(f"{left}&R{say('record.page')}")


def code_free(text: str) -> str:
    """Give a text that a page header shows as it is: ``&`` begins a code there."""
    return text[:LONGEST_HEADER].replace("&", "&&")
