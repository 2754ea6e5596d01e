"""A list from outside (a club's entrants) as grids of cell values: ``.xlsx`` or ``.csv`` (openpyxl)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from macros_py.book.errors import BookError, FileUnreadable, OldOrEncrypted, OverLimit
from macros_py.book.file_extent import LIST, LONGEST_CELL, read_text_bytes
from macros_py.book.file_library import cells_of, fonts_of, load_workbook, style_of
from macros_py.book.file_opening import refuse_unreadable, undisturbed
from macros_py.book.list_sheets import ListSheet, Span, tops_of
from macros_py.book.list_text import cut_cells, decoded
from macros_py.book.port import CellValue
from macros_py.book.references import column_letter
from macros_py.cells import CellError, Formula

WORKBOOKS, TEXT_FILES = frozenset({".xlsx", ".xlsm", ".xltx"}), frozenset({".csv", ".txt", ".tsv"})
TO_BE_SAVED = {".xls": "list_xls", ".ods": "list_ods", ".pdf": "list_pdf"}
"""Endings of lists that have to be saved as something else first, with the refusal that says how."""
ZEROS_FORMAT = re.compile(r"0{2,}")
"""A number format that shows leading zeros: 123 as 00123."""


def read_list(path: Path) -> list[ListSheet]:
    """Give the sheets of an ``.xlsx``, the visible ones first, or the ways to cut a ``.csv``.

    :raises BookError: there is no such file (``file_missing``); its name has another ending; for ``.xls``,
        ``.ods``, ``.pdf`` it says how to save it (``not_a_list``); it cannot be read as what its name says
        (``damaged_list``).
    :raises FileUnreadable: the operating system does not let us read it.
    :raises OverLimit: it is larger than any list, or would fill the memory once unpacked.
    """
    ending = path.suffix.casefold()
    if not path.is_file():
        raise BookError("file_missing", path=path)
    if ending not in WORKBOOKS | TEXT_FILES:
        raise BookError(TO_BE_SAVED.get(ending, "not_a_list"), path=path)
    sheets = read_sheets(path) if ending in WORKBOOKS else read_text_list(path)
    refuse_long_cells(path, sheets)
    return sheets


def read_text_list(path: Path) -> list[ListSheet]:
    """Give the ways to cut a text into cells.

    :raises FileUnreadable: the operating system does not let us read it.
    :raises BookError: no known encoding fits, or a quotation mark is never closed (``damaged_list``).
    :raises OverLimit: it is larger than any list (``text_too_large``); it has more rows or columns than any
        list (``too_many_rows``).
    """
    found = decoded(read_text_bytes(path))
    if found is None:
        raise BookError("damaged_list", path=path)
    text, encoding = found
    has_room = max(map(text.count, "\r\n")) <= LIST.rows
    if has_room and not (sheets := cut_cells(text, encoding)):
        raise BookError("damaged_list", path=path)
    fitting = [sheet for sheet in sheets if is_within(sheet)] if has_room else []
    if not fitting:
        raise OverLimit("too_many_rows", path=path, rows=LIST.rows, columns=LIST.columns)
    return fitting


def is_within(sheet: ListSheet) -> bool:
    """Tell whether a text, cut one way, has no more rows and columns than a list."""
    return len(sheet.rows) <= LIST.rows and all(len(row) <= LIST.columns for row in sheet.rows)


def refuse_long_cells(path: Path, sheets: Sequence[ListSheet]) -> None:
    """See that no cell is longer than a spreadsheet takes.

    :raises OverLimit: one is (``cell_too_long``).
    """
    for sheet in sheets:
        for number, row in enumerate(sheet.rows, start=1):
            for column, cell in enumerate(row, start=1):
                if isinstance(cell, str) and len(cell) > LONGEST_CELL:
                    place = f"{column_letter(column)}{number}"
                    raise OverLimit("cell_too_long", path=path, cell=place, size=len(cell), most=LONGEST_CELL)


def read_sheets(path: Path) -> list[ListSheet]:
    """Give the sheets with the values that formulas had when the list was saved.

    :raises BookError: it is an old or an encrypted workbook under a new name (``list_xls``); the file is not
        a readable workbook (``damaged_list``).
    :raises FileUnreadable: the operating system does not let us read it.
    :raises OverLimit: unpacked it would fill the memory.
    """
    try:
        refuse_unreadable(path, LIST)
        book = loaded(path, has_values=False)
        has_formulas = any(
            cell.data_type == "f" for sheet in book.worksheets for cell in cells_of(sheet).values()
        )
        values = loaded(path, has_values=True) if has_formulas else book
        sheets = [list_sheet(sheet, values[sheet.title]) for sheet in book.worksheets]
    except OldOrEncrypted as error:
        raise BookError("list_xls", path=path) from error
    except (FileUnreadable, OverLimit):
        raise
    except BookError as error:
        raise BookError("damaged_list", path=path) from error
    except Exception as error:  # openpyxl raises many kinds for a broken file
        raise BookError("damaged_list", path=path) from error
    return sorted(sheets, key=lambda sheet: sheet.is_hidden)


def loaded(path: Path, *, has_values: bool) -> Any:
    """Load a workbook with its formulas, or with the values they had."""
    with undisturbed(), path.open("rb") as stream:
        return load_workbook(stream, data_only=has_values)


def list_sheet(sheet: Any, values: Any) -> ListSheet:
    """Give one sheet; ``values`` is the same sheet with the values of its formulas."""
    rows: list[list[CellValue]] = []
    struck = set()
    fonts = fonts_of(sheet)
    for cell in sorted(cells_of(sheet).values(), key=lambda cell: (cell.row, cell.column)):
        value = list_cell(cell, values)
        if value is None:
            continue
        rows += ([] for _ in range(cell.row - len(rows)))
        line = rows[cell.row - 1]
        line += [None] * (cell.column - len(line))
        line[cell.column - 1] = value
        if fonts[style_of(cell).fontId].strike:
            struck.add((cell.row - 1, cell.column - 1))
    blocks = [block for block in sheet.merged_cells.ranges if block.min_row <= len(rows)]
    spans = tuple(
        Span(block.min_row - 1, block.min_col - 1, block.max_row - 1, block.max_col - 1) for block in blocks
    )
    folded = {row for row, dimension in sheet.row_dimensions.items() if dimension.hidden}
    hidden = sum(bool(line) for row, line in enumerate(rows, start=1) if row in folded)
    return ListSheet(
        rows,
        sheet.title,
        spans,
        tops_of(spans, len(rows)),
        hidden,
        is_active=sheet is sheet.parent.active,
        is_hidden=sheet.sheet_state != "visible",
        struck=frozenset(struck),
    )


def list_cell(cell: Any, values: Any) -> CellValue:
    """Give a cell's value; a formula that was never computed as what it is, an error as an error."""
    value, kind = cell.value, cell.data_type
    if kind == "f":
        known = values.cell(cell.row, cell.column)
        if known.value is None:
            return Formula(getattr(value, "text", value))
        value, kind = known.value, known.data_type
    if kind == "e":
        return CellError(value)
    if type(value) is int and ZEROS_FORMAT.fullmatch(cell.number_format):
        return str(value).zfill(len(cell.number_format))
    return None if value == "" else value
