"""A workbook put right, in place (openpyxl): what other programs drop at a save, and what an older layout lacks.

Tables (Google Sheets) and names (Numbers) that are gone are put back by what is left. Nothing is guessed: a sheet is
ours by its name and its title, a table by all its headings in one row, a named cell by its label. What an older layout
lacks – sheets, named cells with their labels, columns, the list of verbs – is taken from the empty workbook. Nothing of
the referee's is touched.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from macros_py.book.file_library import (
    Cell,
    DefinedName,
    MergedCell,
    Table,
    TableColumn,
    Workbook,
    Worksheet,
    coordinate_to_tuple,
    own_style,
    range_boundaries,
    value_at,
)
from macros_py.book.layout import SheetLayout, TableLayout, ValueLayout, layouts
from macros_py.book.port import BookError
from macros_py.book.references import address_of, column_letter
from macros_py.cells import cell_name_key, read_text

_DEEPEST_HEADING = 20
"""Rows in which a table's headings are looked for."""


def mend(workbook: Workbook) -> int:
    """Put back the tables and names that are gone though their cells are there; give their number."""
    names = {table for sheet in workbook.worksheets for table in sheet.tables}
    mended = 0
    for layout in layouts():
        sheet = workbook[layout.name] if layout.name in workbook.sheetnames else None
        if sheet is None or str(sheet["A1"].value or "").strip() != layout.title:
            continue
        if layout.table and layout.table.name not in names:
            mended += _mend_table(sheet, layout.table)
        for value in layout.values:
            if value.name not in workbook.defined_names:
                mended += _mend_name(workbook, sheet, value)
        if layout.table:
            mended += _mend_ranges(workbook, sheet, layout)
    return mended


def find_headings(sheet: Worksheet, wanted: Sequence[str]) -> tuple[int, list[str]] | None:
    """Give the first row near the top that has all the headings wanted, and its texts from column A on."""
    known = {cell_name_key(name): name for name in wanted}
    for row in range(1, min(sheet.max_row, _DEEPEST_HEADING) + 1):
        texts = [read_text(value_at(sheet, row, column)) for column in range(1, sheet.max_column + 1)]
        texts = [known.get(cell_name_key(text), text) for text in texts]
        if set(wanted) <= set(texts):
            return row, texts
    return None


def _mend_table(sheet: Worksheet, layout: TableLayout) -> bool:
    """Make the table again around its headings and all rows below them that hold anything."""
    wanted = [column.name for column in layout.columns]
    if (found := find_headings(sheet, wanted)) is None:
        return False
    row, texts = found
    first = min(texts.index(name) for name in wanted)
    width = next((place for place in range(first, len(texts)) if not texts[place]), len(texts)) - first
    columns = range(first + 1, first + width + 1)
    below = range(row + 1, sheet.max_row + 1)
    filled = [at for at in below if any(value_at(sheet, at, column) is not None for column in columns)]
    area = f"{address_of(row, columns[0])}:{address_of(max([*filled, row + 1]), columns[-1])}"
    sheet.add_table(Table(displayName=layout.name, ref=area))
    return True


def _mend_name(workbook: Workbook, sheet: Worksheet, value: ValueLayout) -> bool:
    """Name a cell again, if its label stands where the template has it (one without a label: where it always is)."""
    row, column = coordinate_to_tuple(value.cell)
    label = sheet[value.label_cell or f"A{row}"].value
    if value.label and str(label or "").strip() != value.label:
        return False
    _name_area(workbook, value.name, f"'{sheet.title}'!${column_letter(column)}${row}")
    return True


def _name_area(workbook: Workbook, name: str, area: str) -> None:
    workbook.defined_names[name] = DefinedName(name, attr_text=area)


def _mend_ranges(workbook: Workbook, sheet: Worksheet, layout: SheetLayout) -> int:
    """Name the columns again that formulas on other sheets look at."""
    mended = 0
    for named in layout.ranges:
        table = layout.table
        if named.name in workbook.defined_names or table is None or table.name not in sheet.tables:
            continue
        _, top, _, _ = range_boundaries(sheet.tables[table.name].ref)
        for column in range(1, sheet.max_column + 1):
            if str(sheet.cell(top, column).value or "").strip() == named.column:
                letter = column_letter(column)
                area = f"'{sheet.title}'!${letter}${top + 1}:${letter}${top + named.rows}"
                _name_area(workbook, named.name, area)
                mended += 1
    return mended


def upgrade(workbook: Workbook, template: Workbook) -> None:
    """Add what the layout has and the workbook lacks.

    :raises BookError: a table needs another column, and something stands there (``no_room``).
    """
    was_locked = workbook.security.lockStructure if workbook.security else None
    for place, layout in enumerate(layouts()):
        if layout.name not in workbook.sheetnames:
            _add_sheet(workbook, template[layout.name], place)
        else:
            _complete_sheet(workbook, template, layout)
    for name, defined in template.defined_names.items():
        if name not in workbook.defined_names:
            _name_area(workbook, name, defined.attr_text)
    if workbook.security:
        workbook.security.lockStructure = was_locked


def _add_sheet(workbook: Workbook, model: Worksheet, place: int) -> None:
    sheet = workbook.create_sheet(model.title, min(place, len(workbook.worksheets)))
    for row in model.iter_rows():
        for cell in row:
            _copy_cell(cell, sheet)
    for letter, column in model.column_dimensions.items():
        sheet.column_dimensions[letter].width = column.width
    for number, line in model.row_dimensions.items():
        sheet.row_dimensions[number].height = line.height
        sheet.row_dimensions[number].hidden = line.hidden
    for area in model.merged_cells.ranges:
        sheet.merge_cells(area.coord)
    for table in model.tables.values():
        sheet.add_table(_twin_of(table))
    for area in model.conditional_formatting:
        for rule in area.rules:
            sheet.conditional_formatting.add(str(area.sqref), copy(rule))
    for validation in model.data_validations.dataValidation:
        sheet.add_data_validation(copy(validation))
    sheet.freeze_panes = model.freeze_panes
    sheet.sheet_view.showGridLines = model.sheet_view.showGridLines
    for part in ("protection", "page_setup", "page_margins", "sheet_properties"):
        setattr(sheet, part, copy(getattr(model, part)))


def _twin_of(table: Table) -> Table:
    """Give another table like this one; its number is given by the workbook it comes into."""
    twin = Table(displayName=table.displayName, ref=table.ref)
    twin.tableColumns = [TableColumn(id=column.id, name=column.name) for column in table.tableColumns]
    twin.autoFilter = copy(table.autoFilter)
    twin.tableStyleInfo = copy(table.tableStyleInfo)
    return twin


def _complete_sheet(workbook: Workbook, template: Workbook, layout: SheetLayout) -> None:
    """Add what one sheet lacks.

    :raises BookError: its table needs another column, and something stands there (``no_room``).
    """
    sheet, model = workbook[layout.name], template[layout.name]
    for value in layout.values:
        if value.name not in workbook.defined_names:
            _add_value(workbook, sheet, model, value)
    if layout.table and layout.table.name in sheet.tables:
        _complete_table(sheet, model, layout.table)
    if layout.verbs_row:
        hidden = {coordinate_to_tuple(value.cell)[0] for value in layout.values if value.is_hidden}
        for row in model.iter_rows(min_row=layout.verbs_row, max_row=model.max_row):
            for cell in row:
                if cell.row not in hidden:
                    _copy_cell(cell, sheet)


def _add_value(workbook: Workbook, sheet: Worksheet, model: Worksheet, value: ValueLayout) -> None:
    """Add a named cell with its label and hint: where the template has it, or below everything if that is taken."""
    row, column = coordinate_to_tuple(value.cell)
    is_free = all(sheet.cell(row, place).value is None for place in range(1, column + 2))
    target = row if is_free else sheet.max_row + 1
    for place in range(1, column + 2):
        _copy_cell(model.cell(row, place), sheet, target)
    sheet.row_dimensions[target].hidden = value.is_hidden
    _name_area(workbook, value.name, f"'{sheet.title}'!${column_letter(column)}${target}")


def _complete_table(sheet: Worksheet, model: Worksheet, layout: TableLayout) -> None:
    """Add the columns that a table lacks at its right end.

    :raises BookError: something stands there (``no_room``).
    """
    table = sheet.tables[layout.name]
    first, top, last, bottom = range_boundaries(table.ref)
    present = {sheet.cell(top, column).value for column in range(first, last + 1)}
    model_first, model_top, _, _ = range_boundaries(model.tables[layout.name].ref)
    for index, column in enumerate(layout.columns):
        if column.name in present or column.is_repeating:
            continue
        last += 1
        if sheet.cell(top, last).value is not None:
            raise BookError("no_room", sheet=sheet.title, table=layout.name, cell=address_of(top, last))
        _copy_cell(model.cell(model_top, model_first + index), sheet, top, last)
        sheet.column_dimensions[column_letter(last)].width = column.width
        table.tableColumns.append(TableColumn(id=len(table.tableColumns) + 1, name=column.name))
    table.ref = f"{address_of(top, first)}:{address_of(bottom, last)}"
    if table.autoFilter:
        table.autoFilter.ref = table.ref


def _copy_cell(cell: Cell | MergedCell, sheet: Worksheet, row: int = 0, column: int = 0) -> None:
    """Copy value and look of a cell of another workbook, to the same place or another one."""
    target = sheet.cell(row or cell.row, column or cell.column)
    if isinstance(target, MergedCell):
        return
    if not isinstance(cell, MergedCell):
        target.value = cell.value
    if cell.has_style:
        own_style(target)
        target.font, target.fill, target.border = copy(cell.font), copy(cell.fill), copy(cell.border)
        target.alignment, target.protection = copy(cell.alignment), copy(cell.protection)
        target.number_format = cell.number_format
