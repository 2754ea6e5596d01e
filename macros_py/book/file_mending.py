"""What other programs drop at a save, tables (Google Sheets) and names (Numbers), put back by what is left (openpyxl).

Nothing is guessed: a sheet is ours by its name and its title, a table by all its headings in one row, a named cell by
its label.
"""

from __future__ import annotations

from collections.abc import Sequence

from macros_py.book.file_library import (
    DefinedName,
    Table,
    Workbook,
    Worksheet,
    coordinate_to_tuple,
    get_column_letter,
    value_at,
)
from macros_py.book.layout_types import SheetLayout, TableLayout, ValueLayout
from macros_py.book.schema import layouts
from macros_py.cells import cell_name_key, read_text

DEEPEST_HEADING = 20
"""Rows in which a table's headings are looked for."""


def mend(workbook: Workbook) -> int:
    """Put back the tables and names that are gone though their cells are there; give their number."""
    names = {table for sheet in workbook.worksheets for table in sheet.tables}
    mended = 0
    for layout in layouts():
        if layout.name not in workbook.sheetnames or not is_our_sheet(workbook[layout.name], layout):
            continue
        sheet = workbook[layout.name]
        if layout.table and layout.table.name not in names:
            mended += mend_table(sheet, layout.table)
        for value in layout.values:
            if value.name not in workbook.defined_names:
                mended += mend_name(workbook, sheet, value)
        if layout.table:
            mended += mend_ranges(workbook, sheet, layout)
    return mended


def is_our_sheet(sheet: Worksheet, layout: SheetLayout) -> bool:
    """Tell whether the sheet bears our title."""
    return str(sheet["A1"].value or "").strip() == layout.title


def find_headings(sheet: Worksheet, wanted: Sequence[str]) -> tuple[int, list[str]] | None:
    """Give the first row near the top that has all the headings wanted, and its texts from column A on."""
    for row in range(1, min(sheet.max_row, DEEPEST_HEADING) + 1):
        cells = [value_at(sheet, row, column) for column in range(1, sheet.max_column + 1)]
        texts = as_wanted([read_text(cell) for cell in cells], wanted)
        if all(name in texts for name in wanted):
            return row, texts
    return None


def as_wanted(texts: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """Give texts in the spelling that is wanted, whatever case or blanks they were typed in."""
    known = {cell_name_key(name): name for name in wanted}
    return [known.get(cell_name_key(text), text) for text in texts]


def mend_table(sheet: Worksheet, layout: TableLayout) -> bool:
    """Make the table again around its headings and all rows below them that hold anything."""
    wanted = [column.name for column in layout.columns]
    if (found := find_headings(sheet, wanted)) is None:
        return False
    row, texts = found
    first = min(texts.index(name) for name in wanted)
    width = next((place for place in range(first, len(texts)) if not texts[place]), len(texts)) - first
    columns = range(first + 1, first + width + 1)
    filled = [at for at in range(row + 1, sheet.max_row + 1) if has_value(sheet, at, columns)]
    area = f"{get_column_letter(columns[0])}{row}:{get_column_letter(columns[-1])}{max([*filled, row + 1])}"
    sheet.add_table(Table(displayName=layout.name, ref=area))
    return True


def has_value(sheet: Worksheet, row: int, columns: range) -> bool:
    """Tell whether anything stands in that row under the headings."""
    return any(value_at(sheet, row, column) is not None for column in columns)


def mend_name(workbook: Workbook, sheet: Worksheet, value: ValueLayout) -> bool:
    """Name a cell again, if its label stands where the template has it (one without a label: where it always is)."""
    row, column = coordinate_to_tuple(value.cell)
    label = sheet[value.label_cell or f"A{row}"].value
    if value.label and str(label or "").strip() != value.label:
        return False
    area = f"'{sheet.title}'!${get_column_letter(column)}${row}"
    workbook.defined_names[value.name] = DefinedName(value.name, attr_text=area)
    return True


def mend_ranges(workbook: Workbook, sheet: Worksheet, layout: SheetLayout) -> int:
    """Name the columns again that formulas on other sheets look at."""
    mended = 0
    for named in layout.ranges:
        table = layout.table
        if named.name in workbook.defined_names or table is None or table.name not in sheet.tables:
            continue
        top = int("".join(filter(str.isdigit, sheet.tables[table.name].ref.partition(":")[0])))
        for column in range(1, sheet.max_column + 1):
            if str(sheet.cell(top, column).value or "").strip() == named.column:
                letter = get_column_letter(column)
                area = f"'{sheet.title}'!${letter}${top + 1}:${letter}${top + named.rows}"
                workbook.defined_names[named.name] = DefinedName(named.name, attr_text=area)
                mended += 1
    return mended
