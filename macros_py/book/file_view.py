"""What is seen when the file is opened: which sheet, which cell (openpyxl)."""

from __future__ import annotations

from macros_py.book.file_library import Workbook, Worksheet, coordinate_to_tuple

ROWS_ABOVE = 5
"""Rows kept in sight above the cell."""


def open_at(workbook: Workbook, sheet: Worksheet, cell: str) -> None:
    """Make a sheet the active one, and a cell the selected one, in sight below the frozen headings."""
    for other in workbook.worksheets:
        other.sheet_view.tabSelected = other is sheet
    workbook.active = workbook.worksheets.index(sheet)
    view = sheet.sheet_view
    for selection in view.selection:
        selection.activeCell = selection.sqref = cell
    row, _ = coordinate_to_tuple(cell)
    if view.pane is not None and view.pane.topLeftCell:
        column = view.pane.topLeftCell.rstrip("0123456789")
        first = int(view.pane.ySplit or 0) + 1
        view.pane.topLeftCell = f"{column}{max(first, row - ROWS_ABOVE)}"
