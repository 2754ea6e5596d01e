"""Reading what a second typist sends back: result rows, wherever they stand in the file (openpyxl)."""

from __future__ import annotations

from pathlib import Path

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from macros_py.book.errors import NameMissing, NotAnEntrySheet, NotAWorkbook
from macros_py.book.file_cells import cell_value
from macros_py.book.file_mending import find_headings
from macros_py.book.file_opening import destination, load, refuse_unreadable
from macros_py.book.port import Row
from macros_py.book.schema import table_layout
from macros_py.book.stamps import EVENT_NAME
from macros_py.book.tables.results import TABLE
from macros_py.cells import read_text


def read_entry(path: Path) -> tuple[str, list[Row]]:
    """Give the event that the file says it is of, and its result rows in their order; blank rows are left out.

    The headings are looked for, so that a file saved by any program will do, and a copy of the whole workbook too.

    :raises NotAnEntrySheet: it is no workbook, or no sheet has the headings of the result rows.
    :raises BookError: the file cannot be read.
    """
    try:
        refuse_unreadable(path)
    except NotAWorkbook as error:
        raise NotAnEntrySheet(path=path) from error
    workbook = load(path)
    for sheet in workbook.worksheets:
        if rows := rows_of(sheet):
            return event_of(workbook), rows
    raise NotAnEntrySheet(path=path)


def event_of(workbook: Workbook) -> str:
    """Give the event's identity; blank if another program dropped it."""
    try:
        sheet, cell = destination(workbook, EVENT_NAME)
    except NameMissing:
        return ""
    return read_text(workbook[sheet][cell].value)


def rows_of(sheet: Worksheet) -> list[Row]:
    """Give the rows under the headings of a sheet, if it has them all."""
    wanted = [column.name for column in table_layout(TABLE).columns]
    if (found := find_headings(sheet, wanted)) is None:
        return []
    top, texts = found
    columns = {name: texts.index(name) + 1 for name in wanted}
    rows = [
        {name: cell_value(sheet._cells.get((row, column))) for name, column in columns.items()}
        for row in range(top + 1, sheet.max_row + 1)
    ]
    return [one for one in rows if any(cell is not None for cell in one.values())]
