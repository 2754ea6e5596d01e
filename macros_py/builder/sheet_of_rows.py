"""A table of the workbook by itself, filled: the same headings, looks, marks and choices, in a file of its own."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from xlsxwriter import Workbook
from xlsxwriter.worksheet import Worksheet

from macros_py.book.layout_types import TableLayout
from macros_py.book.port import CellValue, Row
from macros_py.book.references import Placing, paper_ends, placed_choices, placed_marks, template_placing
from macros_py.book.schema import palette
from macros_py.builder.workbook_formats import Formats

THICK = 2
ROW_HEIGHT, HEAD_HEIGHT = 20, 34


def write_rows(workbook: Workbook, sheet: Worksheet, layout: TableLayout, rows: Sequence[Row]) -> None:
    """Write a table with its rows, marks and drop-downs, as the workbook's own sheet has them."""
    formats, head, placing = Formats(workbook), layout.header_row - 1, template_placing(layout, len(rows))
    last = placing.last_row - 1
    columns = [{"header": column.name, "header_format": formats.head(column)} for column in layout.columns]
    sheet.add_table(head, 0, last, len(columns) - 1, {"name": layout.name, "style": None, "columns": columns})
    sheet.set_row(head, HEAD_HEIGHT)
    sheet.freeze_panes(layout.header_row, layout.freeze_columns)
    for index, column in enumerate(layout.columns):
        sheet.set_column(index, index, column.width, formats.below(column))
        for row in range(max(len(rows), 1)):
            cell = rows[row].get(column.name) if rows else None
            write_cell(sheet, (head + 1 + row, index), cell, formats.body(column))
    write_marks(sheet, formats, layout, placing)
    for offered in placed_choices(layout, placing):
        source = {
            "validate": "list",
            "source": list(offered.choices),
            "show_input": False,
            "show_error": False,
        }
        sheet.data_validation(offered.area, source)
    rule = workbook.add_format({"bottom": THICK, "bottom_color": palette().rule})
    for end in paper_ends(layout, rows):
        area = (head + 1 + end, 0, head + 1 + end, len(columns) - 1)
        sheet.conditional_format(*area, {"type": "formula", "criteria": "=TRUE", "format": rule})


def write_marks(sheet: Worksheet, formats: Formats, layout: TableLayout, placing: Placing) -> None:
    """Write the conditional formats."""
    for mark in placed_marks(layout, placing):
        rule = {"type": "formula", "criteria": f"={mark.formula}", "format": formats.mark(mark.look)}
        sheet.conditional_format(mark.area, rule | {"stop_if_true": mark.stops})


def write_cell(sheet: Worksheet, place: tuple[int, int], value: CellValue, style: object) -> None:
    """Write one value as what it is; a text that looks like a formula or a number stays text."""
    if value is None or value == "":
        sheet.write_blank(*place, None, style)
    elif isinstance(value, bool):
        sheet.write_boolean(*place, value, style)
    elif isinstance(value, int | float):
        sheet.write_number(*place, value, style)
    elif isinstance(value, date | datetime):
        sheet.write_datetime(*place, value, style)
    else:
        sheet.write_string(*place, str(value), style)
