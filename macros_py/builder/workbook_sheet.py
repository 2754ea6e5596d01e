"""One sheet of the empty workbook from its layout: texts, named cells, table, marks, print, protection."""

from __future__ import annotations

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.utility import xl_cell_to_rowcol
from xlsxwriter.worksheet import Worksheet

from macros_py.book.layout_types import GridLayout, Look, SheetLayout, TableLayout, TextLayout, ValueLayout
from macros_py.book.references import (
    PlacedMark,
    column_letter,
    placed_choices,
    placed_grid_marks,
    placed_marks,
    resolve_outside,
    template_placing,
)
from macros_py.book.schema import overlay, palette
from macros_py.builder.workbook_formats import Formats

A4 = 9
TITLE_HEIGHT, HINT_HEIGHT, SPACER_HEIGHT, LINE_HEIGHT, SECTION_HEIGHT, HEAD_HEIGHT = 27, 17, 7, 20, 32, 34
OPEN_ON_PROTECTED = {"autofilter": True, "format_columns": True, "format_rows": True}
"""What a protected sheet still allows: filtering and the referee's own widths and heights."""


class SheetWriter:
    """Writes one sheet of a workbook under construction."""

    def __init__(self, workbook: Workbook, formats: Formats, layout: SheetLayout) -> None:
        self.workbook = workbook
        self.formats = formats
        self.layout = layout
        self.sheet: Worksheet = workbook.add_worksheet(layout.name)

    def write(self) -> None:
        """Write the whole sheet, but for the list of verbs."""
        self._write_head()
        for text in self.layout.texts:
            self._write_text(text)
        for value in self.layout.values:
            self._write_value(value)
        if self.layout.table:
            self._write_table(self.layout.table)
        if self.layout.grid:
            self._write_grid(self.layout.grid)
        self._set_print()
        self._protect()

    def _write_head(self) -> None:
        layout = self.layout
        for index, width in enumerate(layout.widths):
            self.sheet.set_column(index, index, width)
        self.sheet.set_row(0, TITLE_HEIGHT)
        self.sheet.set_row(1, HINT_HEIGHT)
        self.sheet.write_string(0, 0, layout.title, self.formats.named("title"))
        self.sheet.write_string(1, 0, layout.hint, self.formats.named("hint"))
        if layout.event_cell:
            self.sheet.write_formula(layout.event_cell, "=verseny_felirat", self.formats.named("event"), "")

    def _write_text(self, text: TextLayout) -> None:
        self.sheet.write_string(text.cell, text.text, self.formats.named(text.look))
        if text.look == "section":
            self.sheet.set_row(xl_cell_to_rowcol(text.cell)[0], SECTION_HEIGHT)

    def _write_value(self, value: ValueLayout) -> None:
        row, column = xl_cell_to_rowcol(value.cell)
        style = self.formats.cell(value_look(value), is_typed=value.is_typed)
        if value.merge:
            self.sheet.merge_range(value.merge, "", style)
        self._put(value, row, column, style)
        self.sheet.set_row(row, value.height or LINE_HEIGHT, None, {"hidden": value.is_hidden})
        if value.label:
            self.sheet.write_string(value.label_cell or f"A{row + 1}", value.label, self._label(value))
        if value.hint:
            self.sheet.write_string(row, column + 1, value.hint, self.formats.named("form_hint"))
        self._name(value.name, f"${column_letter(column + 1)}${row + 1}")

    def _label(self, value: ValueLayout) -> Format:
        return self.formats.named("small" if value.is_hidden else "form_label")

    def _name(self, name: str, area: str) -> None:
        self.workbook.define_name(name, f"='{self.layout.name}'!{area}")

    def _put(self, value: ValueLayout, row: int, column: int, style: Format) -> None:
        if value.formula:
            cached = "" if value.initial is None else value.initial
            self.sheet.write_formula(row, column, f"={resolve_outside(value.formula)}", style, cached)
        elif value.initial is None:
            self.sheet.write_blank(row, column, None, style)
        else:
            self.sheet.write(row, column, value.initial, style)

    def _write_table(self, table: TableLayout) -> None:
        head, first = table.header_row - 1, table.header_row
        for index, column in enumerate(table.columns):
            self.sheet.set_column(index, index, column.width, self.formats.below(column))
        options = {"name": table.name, "style": None, "columns": self._columns(table)}
        self.sheet.add_table(head, 0, first, len(table.columns) - 1, options)
        for index, column in enumerate(table.columns):
            self.sheet.write_blank(first, index, None, self.formats.body(column))
        self.sheet.set_row(head, HEAD_HEIGHT)
        self._set_spacer(table)
        self.sheet.freeze_panes(table.header_row, table.freeze_columns)
        self._write_marks(placed_marks(table, template_placing(table)))
        self._write_choices(table)
        self._name_ranges(table)

    def _columns(self, table: TableLayout) -> list[dict[str, object]]:
        return [
            {"header": column.name, "header_format": self.formats.head(column)} for column in table.columns
        ]

    def _write_choices(self, table: TableLayout) -> None:
        for offered in placed_choices(table, template_placing(table)):
            source = {"validate": "list", "source": list(offered.choices)}
            self.sheet.data_validation(offered.area, source | {"show_input": False, "show_error": False})

    def _set_spacer(self, table: TableLayout) -> None:
        rows = [xl_cell_to_rowcol(value.cell)[0] + 1 for value in self.layout.values]
        spacer = table.header_row - 1
        if spacer not in rows:
            self.sheet.set_row(spacer - 1, SPACER_HEIGHT)

    def _name_ranges(self, table: TableLayout) -> None:
        columns = template_placing(table).columns
        for named in self.layout.ranges:
            letter, first = column_letter(columns[named.column]), table.header_row + 1
            area = f"${letter}${first}:${letter}${first + named.rows - 1}"
            self._name(named.name, area)

    def _write_grid(self, grid: GridLayout) -> None:
        anchor = next(value.cell for value in self.layout.values if value.name == grid.name)
        row, column = xl_cell_to_rowcol(anchor)
        style = self.formats.named("grid")
        for line in range(row, row + grid.rows):
            for place in range(column, column + grid.columns):
                self.sheet.write_blank(line, place, None, style)
        self._write_marks(placed_grid_marks(grid, row + 1, column + 1))
        self.sheet.freeze_panes(row + 1, column + 1)

    def _write_marks(self, marks: list[PlacedMark]) -> None:
        for mark in marks:
            self.sheet.conditional_format(
                mark.area,
                {
                    "type": "formula",
                    "criteria": f"={mark.formula}",
                    "format": self.formats.mark(mark.look),
                    "stop_if_true": mark.stops,
                },
            )

    def _set_print(self) -> None:
        layout, sheet = self.layout, self.sheet
        sheet.set_paper(A4)
        if layout.is_landscape:
            sheet.set_landscape()
        else:
            sheet.set_portrait()
        sheet.set_margins(left=0.5, right=0.5, top=0.75, bottom=0.7)
        sheet.center_horizontally()
        sheet.hide_gridlines(2)
        sheet.fit_to_pages(1, 1 if layout.is_one_page else 0)
        sheet.set_header(f"&L&8&K5B6770Sportulti&R&8&K5B6770{layout.title}")
        sheet.set_footer("&C&8&K5B6770&P / &N")
        if layout.table:
            sheet.repeat_rows(layout.table.header_row - 1)

    def _protect(self) -> None:
        if self.layout.is_protected:
            self.sheet.protect("", OPEN_ON_PROTECTED)


def value_look(value: ValueLayout) -> Look:
    """Give the look of a named cell: typed or not, its kind, what the form says, and its own."""
    colours = palette()
    ground = colours.looks["typed" if value.is_typed else "label"]
    own = [colours.looks[value.look]] if value.look else []
    return overlay(ground, colours.kinds[value.kind], colours.looks["form"], *own)
