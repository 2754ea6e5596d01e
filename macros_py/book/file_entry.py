"""Reading what a second typist sends back: result rows, wherever they stand in the file (openpyxl)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from macros_py.book.errors import BookError, NameMissing, NotAWorkbook
from macros_py.book.file_library import Workbook, Worksheet, cells_of, get_column_letter, value_at
from macros_py.book.file_mending import find_headings
from macros_py.book.file_opening import destination, load_workbook_file, refuse_unreadable
from macros_py.book.port import CellValue, Row
from macros_py.book.schema import table_layout
from macros_py.book.stamps import EVENT_NAME
from macros_py.cells import Formula, read_text
from macros_py.rules.protocol_row import RESULTS_TABLE

CellPlace = tuple[int, int]
"""Row and column of a cell, 1-based."""


@dataclass(frozen=True, slots=True)
class FoundFormula:
    """A formula that stood in a cell (``L5``) of the sheet, and the value that was taken for it."""

    cell: str
    formula: str
    value: CellValue


@dataclass(frozen=True, slots=True)
class ReturnedSheet:
    """What came back: the event that the file says it is of, the result rows, and in which row (1-based) each stands.

    No formula is among the cells: each is replaced by the value it had, or by its text.
    """

    event: str
    rows: Sequence[Row]
    numbers: Sequence[int]
    formulas: Sequence[FoundFormula]


def read_returned_sheet(path: Path) -> ReturnedSheet:
    """Read the result rows of a file in their order; blank rows are left out.

    The headings are looked for, so that a file saved by any program will do, and a copy of the whole workbook too.

    :raises BookError: it is no workbook, or no sheet has the headings of the result rows
        (``not_an_entry_sheet``); the file cannot be read.
    """
    try:
        refuse_unreadable(path)
    except NotAWorkbook as error:
        raise BookError("not_an_entry_sheet", path=path) from error
    workbook = load_workbook_file(path)
    for sheet in workbook.worksheets:
        if places := headed_places(sheet):
            formulas = plain_formulas(path, sheet, [place for row in places for place in row.values()])
            rows = [
                {name: taken_value(sheet, place, formulas) for name, place in row.items()} for row in places
            ]
            numbers = [next(iter(row.values()))[0] for row in places]
            return ReturnedSheet(returned_event(workbook), rows, numbers, list(formulas.values()))
    raise BookError("not_an_entry_sheet", path=path)


def returned_event(workbook: Workbook) -> str:
    """Give the event's identity; blank if another program dropped it."""
    try:
        sheet, cell = destination(workbook, EVENT_NAME)
    except NameMissing:
        return ""
    return read_text(workbook[sheet][cell].value)


def headed_places(sheet: Worksheet) -> list[dict[str, CellPlace]]:
    """Give the cells of each row under the headings of a sheet, if it has them all."""
    wanted = [column.name for column in table_layout(RESULTS_TABLE).columns]
    if (found := find_headings(sheet, wanted)) is None:
        return []
    top, texts = found
    columns = {name: texts.index(name) + 1 for name in wanted}
    filled = sorted({row for row, _ in cells_of(sheet) if row > top})
    rows = [{name: (row, column) for name, column in columns.items()} for row in filled]
    return [row for row in rows if any(value_at(sheet, *place) is not None for place in row.values())]


def plain_formulas(
    path: Path, sheet: Worksheet, places: Sequence[CellPlace]
) -> dict[CellPlace, FoundFormula]:
    """Give what is taken for each formula: the value that it had when the file was saved, else its text."""
    written = {place: value_at(sheet, *place) for place in places}
    formulas = {place: cell for place, cell in written.items() if isinstance(cell, Formula)}
    if not formulas:
        return {}
    values = load_workbook_file(path, has_values=True)[sheet.title]
    found = {}
    for (row, column), formula in formulas.items():
        value = value_at(values, row, column)
        text = str(formula) if value is None else value
        found[row, column] = FoundFormula(f"{get_column_letter(column)}{row}", str(formula), text)
    return found


def taken_value(sheet: Worksheet, place: CellPlace, formulas: dict[CellPlace, FoundFormula]) -> CellValue:
    """Give what is taken for a cell."""
    return formulas[place].value if place in formulas else value_at(sheet, *place)
