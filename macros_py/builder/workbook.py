"""Builds the empty workbook ``Sportulti.xlsx`` from ``templates/sheets``: the same bytes every time.

Looks of the palette become XlsxWriter formats (:class:`Formats`); each sheet is written from its layout.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time
from itertools import product
from pathlib import Path
from typing import Any

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.utility import xl_cell_to_rowcol
from xlsxwriter.worksheet import Worksheet

from macros_py.book.layout import (
    ColumnLayout,
    GridLayout,
    Look,
    SheetLayout,
    TableLayout,
    ValueLayout,
    column_look,
    head_look,
    layouts,
    overlay,
    palette,
)
from macros_py.book.port import CellValue
from macros_py.book.references import (
    PlacedChoices,
    PlacedMark,
    column_letter,
    placed_choices,
    placed_grid_marks,
    placed_marks,
    resolve_outside,
    template_placing,
)
from macros_py.verbs import verbs

_MADE = datetime(2025, 1, 1)
"""The date of making written into the file: fixed, so that the same templates give the same bytes."""
A4 = 9
TITLE_HEIGHT, _HINT_HEIGHT, _SPACER_HEIGHT, _LINE_HEIGHT, _SECTION_HEIGHT, HEAD_HEIGHT = 27, 17, 7, 20, 32, 34
_VERB_HEIGHT, _THIN = 18, 1
_OPEN_ON_PROTECTED = {"autofilter": True, "format_columns": True, "format_rows": True}
"""What a protected sheet still allows: filtering and the referee's own widths and heights."""
_NAMES = {"muveletek_nevei": "B", "muveletek_most": "D"}
"""The names by which the ribbon finds the verbs and the reasons, and their columns."""


class _GuardedWorkbook(Workbook):  # type: ignore[misc]  # XlsxWriter ships no types
    """A workbook whose structure (the sheets and their order) is protected without a password."""

    def _write_book_views(self) -> None:
        self._xml_empty_tag("workbookProtection", [("lockStructure", 1)])
        super()._write_book_views()


def build_workbook(path: str | Path) -> None:
    """Write the empty workbook to ``path``; an existing file is replaced.

    :raises xlsxwriter.exceptions.FileCreateError: the file cannot be written (open elsewhere, no folder).
    """
    workbook = _GuardedWorkbook(str(path))
    workbook.set_properties({"title": "Sportulti", "author": "Sportulti", "created": _MADE})
    workbook.set_size(24000, 14000)
    workbook.set_calc_mode("auto")
    formats = Formats(workbook)
    for layout in layouts():
        _SheetWriter(workbook, formats, layout).write()
    workbook.close()


class _SheetWriter:
    def __init__(self, workbook: Workbook, formats: Formats, layout: SheetLayout) -> None:
        self.workbook = workbook
        self.formats = formats
        self.layout = layout
        self.sheet: Worksheet = workbook.add_worksheet(layout.name)

    def write(self) -> None:
        self._write_head()
        for text in self.layout.texts:
            self.sheet.write_string(text.cell, text.text, self.formats.named(text.look))
            if text.look == "section":
                self.sheet.set_row(xl_cell_to_rowcol(text.cell)[0], _SECTION_HEIGHT)
        for value in self.layout.values:
            self._write_value(value)
        if self.layout.table:
            self._write_table(self.layout.table)
        if self.layout.grid:
            self._write_grid(self.layout.grid)
        self._set_print()
        if self.layout.is_protected:
            self.sheet.protect("", _OPEN_ON_PROTECTED)
        if self.layout.verbs_row:
            self._write_verbs(self.layout.verbs_row - 1)
            self.sheet.activate()

    def _write_head(self) -> None:
        layout = self.layout
        for index, width in enumerate(layout.widths):
            self.sheet.set_column(index, index, width)
        self.sheet.set_row(0, TITLE_HEIGHT)
        self.sheet.set_row(1, _HINT_HEIGHT)
        self.sheet.write_string(0, 0, layout.title, self.formats.named("title"))
        self.sheet.write_string(1, 0, layout.hint, self.formats.named("hint"))
        if layout.event_cell:
            self.sheet.write_formula(layout.event_cell, "=verseny_felirat", self.formats.named("event"), "")

    def _write_value(self, value: ValueLayout) -> None:
        row, column = xl_cell_to_rowcol(value.cell)
        style = self.formats.cell(_value_look(value), is_typed=value.is_typed)
        if value.merge:
            self.sheet.merge_range(value.merge, "", style)
        if value.formula:
            cached, formula = value.initial, f"={resolve_outside(value.formula)}"
            self.sheet.write_formula(row, column, formula, style, "" if cached is None else cached)
        else:
            self.sheet.write(row, column, value.initial, style)
        self.sheet.set_row(row, value.height or _LINE_HEIGHT, None, {"hidden": value.is_hidden})
        if value.label:
            look = "small" if value.is_hidden else "form_label"
            self.sheet.write_string(value.label_cell or f"A{row + 1}", value.label, self.formats.named(look))
        if value.hint:
            self.sheet.write_string(row, column + 1, value.hint, self.formats.named("form_hint"))
        self._name(value.name, f"${column_letter(column + 1)}${row + 1}")

    def _name(self, name: str, area: str) -> None:
        self.workbook.define_name(name, f"='{self.layout.name}'!{area}")

    def _write_table(self, table: TableLayout) -> None:
        head, first = table.header_row - 1, table.header_row
        for index, column in enumerate(table.columns):
            self.sheet.set_column(index, index, column.width, self.formats.below(column))
        add_table(self.sheet, self.formats, table, first)
        for index, column in enumerate(table.columns):
            self.sheet.write_blank(first, index, None, self.formats.body(column))
        spacer = head - 1
        if spacer not in [xl_cell_to_rowcol(value.cell)[0] for value in self.layout.values]:
            self.sheet.set_row(spacer, _SPACER_HEIGHT)
        placing = template_placing(table)
        write_marks(self.sheet, self.formats, placed_marks(table, placing))
        write_choices(self.sheet, placed_choices(table, placing))
        for named in self.layout.ranges:
            letter = column_letter(placing.columns[named.column])
            self._name(named.name, f"${letter}${first + 1}:${letter}${first + named.rows}")

    def _write_grid(self, grid: GridLayout) -> None:
        anchor = next(value.cell for value in self.layout.values if value.name == grid.name)
        row, column = xl_cell_to_rowcol(anchor)
        for line, place in product(range(grid.rows), range(grid.columns)):
            self.sheet.write_blank(row + line, column + place, None, self.formats.named("grid"))
        write_marks(self.sheet, self.formats, placed_grid_marks(grid, row + 1, column + 1))
        self.sheet.freeze_panes(row + 1, column + 1)

    def _set_print(self) -> None:
        layout, sheet = self.layout, self.sheet
        sheet.set_paper(A4)
        sheet.set_landscape() if layout.is_landscape else sheet.set_portrait()
        sheet.set_margins(left=0.5, right=0.5, top=0.75, bottom=0.7)
        sheet.center_horizontally()
        sheet.hide_gridlines(2)
        sheet.fit_to_pages(1, 1 if layout.is_one_page else 0)
        sheet.set_header(f"&L&8&K5B6770Sportulti&R&8&K5B6770{layout.title}")
        sheet.set_footer("&C&8&K5B6770&P / &N")
        if layout.table:
            sheet.repeat_rows(layout.table.header_row - 1)

    def _write_verbs(self, row: int) -> None:
        """Write the verbs by groups from ``row`` (0-based) on: label, command line's name, help, room for why not."""
        sheet, formats = self.sheet, self.formats
        sheet.set_row(row, _VERB_HEIGHT)
        sheet.write_string(row, 0, self.layout.verbs_title, formats.named("section"))
        sheet.write_string(row + 1, 0, self.layout.verbs_hint, formats.named("hint"))
        row += 2
        first, group = row + 1, ""
        for verb in verbs().values():
            if verb.group != group:
                group = verb.group
                for column, text in enumerate((group, "", "", "")):
                    sheet.write_string(row, column, text, formats.named("group"))
                sheet.set_row(row, _VERB_HEIGHT)
                row += 1
            sheet.write_string(row, 0, verb.label, formats.named("verb", "strong"))
            sheet.write_string(row, 1, verb.id, formats.named("verb", "code"))
            sheet.write_string(row, 2, verb.help, formats.named("verb"))
            sheet.write_blank(row, 3, None, formats.named("verb"))
            sheet.set_row(row, _VERB_HEIGHT)
            row += 1
        for name, letter in _NAMES.items():
            self._name(name, f"${letter}${first}:${letter}${row}")


def add_table(sheet: Worksheet, formats: Formats, layout: TableLayout, last: int) -> None:
    """Add a native table down to the row ``last`` (0-based) with its headings, which stay in sight."""
    columns = [{"header": column.name, "header_format": formats.head(column)} for column in layout.columns]
    head, options = layout.header_row - 1, {"name": layout.name, "style": None, "columns": columns}
    sheet.add_table(head, 0, last, len(columns) - 1, options)
    sheet.set_row(head, HEAD_HEIGHT)
    sheet.freeze_panes(layout.header_row, layout.freeze_columns)


def write_cell(sheet: Worksheet, place: tuple[int, int], value: CellValue, style: object) -> None:
    """Write one value as what it is; a text that looks like a formula or a number stays text."""
    if value is None or value == "":
        sheet.write_blank(*place, None, style)
    elif isinstance(value, bool):
        sheet.write_boolean(*place, value, style)
    elif isinstance(value, int | float):
        sheet.write_number(*place, value, style)
    elif isinstance(value, date | time):
        sheet.write_datetime(*place, value, style)
    else:
        sheet.write_string(*place, str(value), style)


def write_marks(sheet: Worksheet, formats: Formats, marks: Iterable[PlacedMark]) -> None:
    """Write conditional formats."""
    for mark in marks:
        rule = {"type": "formula", "criteria": f"={mark.formula}", "format": formats.mark(mark.look)}
        sheet.conditional_format(mark.area, rule | {"stop_if_true": mark.stops})


def write_choices(sheet: Worksheet, offered: Iterable[PlacedChoices]) -> None:
    """Write drop-downs: they offer only, what was typed is checked elsewhere."""
    for one in offered:
        source = {"validate": "list", "source": list(one.choices)}
        sheet.data_validation(one.area, source | {"show_input": False, "show_error": False})


def _value_look(value: ValueLayout) -> Look:
    colours = palette()
    ground = colours.looks["typed" if value.is_typed else "label"]
    own = [colours.looks[value.look]] if value.look else []
    return overlay(ground, colours.kinds[value.kind], colours.looks["form"], *own)


class Formats:
    """The formats of one workbook. Base font and size are the palette's."""

    def __init__(self, workbook: Workbook) -> None:
        self._workbook = workbook
        self._made: dict[tuple[Look, bool | None], Format] = {}

    def cell(self, look: Look, *, is_typed: bool = False) -> Format:
        """Give the format of a cell; only a typed one is open on a protected sheet."""
        return self._make(look, is_typed)

    def named(self, *names: str) -> Format:
        """Give the format of looks of the palette laid over each other."""
        return self.cell(overlay(*(palette().looks[name] for name in names)))

    def mark(self, name: str) -> Format | None:
        """Give the conditional format of a look; None if the mark changes nothing."""
        if not name:
            return None
        return self._make(palette().looks[name], None)

    def body(self, column: ColumnLayout) -> Format:
        """Give the format of the body cells of a column."""
        return self.cell(column_look(column), is_typed=column.is_typed)

    def below(self, column: ColumnLayout) -> Format:
        """Give the format of the blank cells below a table: the kind without colours, so texts stay texts."""
        return self.cell(palette().kinds[column.kind], is_typed=column.is_typed)

    def head(self, column: ColumnLayout) -> Format:
        """Give the format of a heading."""
        return self.cell(head_look(column))

    def _make(self, look: Look, is_typed: bool | None) -> Format:
        if (look, is_typed) not in self._made:
            given = _mark_properties(look) if is_typed is None else cell_properties(look, is_typed=is_typed)
            self._made[look, is_typed] = self._workbook.add_format(given)
        return self._made[look, is_typed]


def _mark_properties(look: Look) -> dict[str, Any]:
    properties = {
        "bg_color": look.fill,
        "font_color": look.color,
        "border": _THIN if look.line else None,
        "border_color": look.line,
        "bold": look.bold,
        "italic": look.italic,
        "font_strikeout": look.strike,
    }
    return {name: value for name, value in properties.items() if value}


def cell_properties(look: Look, *, is_typed: bool) -> dict[str, Any]:
    """Give all properties of a cell's format."""
    colours = palette()
    own = {
        "num_format": look.format,
        "indent": look.indent,
        "align": look.align,
        "text_wrap": look.wrap,
        "shrink": look.shrink,
    }
    return (
        _mark_properties(look)
        | {name: value for name, value in own.items() if value}
        | {
            "font_name": colours.font,
            "font_size": look.size or colours.size,
            "valign": look.valign or "vcenter",
            "locked": not is_typed,
        }
    )
