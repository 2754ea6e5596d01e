"""A list from outside (a club's entrants) as a grid of cell values: ``.xlsx`` or ``.csv``."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

from macros_py.book.errors import DamagedList, FileMissing, NotAList
from macros_py.book.port import CellValue
from macros_py.cells import CellError, Formula

ENCODINGS = ("utf-8-sig", "cp1250")
DELIMITERS = (";", "\t", ",")


def read_list(path: Path) -> Sequence[Sequence[CellValue]]:
    """Give the cells of a list: the first sheet of an ``.xlsx``, or the lines of a ``.csv``.

    :raises FileMissing: there is no such file.
    :raises NotAList: its name ends neither in ``.xlsx`` nor in ``.csv``.
    :raises DamagedList: it cannot be read as what its name says.
    """
    if not path.is_file():
        raise FileMissing(path=path)
    readers = {".xlsx": read_sheet, ".csv": read_csv, ".txt": read_csv}
    reader = readers.get(path.suffix.casefold())
    if reader is None:
        raise NotAList(path=path)
    return reader(path)


def read_sheet(path: Path) -> Sequence[Sequence[CellValue]]:
    """Give the first sheet; formulas and error values as what they are.

    :raises DamagedList: the file is not a readable workbook.
    """
    from openpyxl import load_workbook

    try:
        book = load_workbook(path)
        return [
            [cell_value(cell.value, cell.data_type) for cell in cells]
            for cells in book.worksheets[0].iter_rows()
        ]
    except Exception as error:  # openpyxl raises many kinds for a broken file
        raise DamagedList(path=path) from error


def cell_value(value: object, data_type: str) -> CellValue:
    """Give a cell's value; ``data_type`` f is a formula, e an error."""
    if data_type == "f":
        return Formula(value)
    return CellError(value) if data_type == "e" else value  # type: ignore[return-value]


def read_csv(path: Path) -> Sequence[Sequence[CellValue]]:
    """Give the lines of a text list: UTF-8 or cp1250, separated by semicolon, tab or comma.

    A cell in quotation marks may hold a line break.

    :raises DamagedList: no known encoding fits, it holds zero bytes, or a quotation mark is never closed.
    """
    content = path.read_bytes()
    for encoding in ENCODINGS:
        try:
            text = content.decode(encoding)
            break
        except UnicodeDecodeError:
            continue
    else:
        raise DamagedList(path=path)
    if "\0" in text:
        raise DamagedList(path=path)
    try:
        return list(csv.reader(StringIO(text, newline=""), delimiter=delimiter_of(text.splitlines())))
    except csv.Error as error:
        raise DamagedList(path=path) from error


def delimiter_of(lines: Sequence[str]) -> str:
    """Give the separator: the one the line with the headings has most of (``Név;Egyesület``)."""
    head = next((line for line in lines if "név" in line.casefold()), lines[0] if lines else "")
    return max(DELIMITERS, key=head.count)
