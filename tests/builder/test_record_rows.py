"""The rows of the record, written as text: byte for byte what XlsxWriter would have written."""

from __future__ import annotations

import zipfile
from datetime import date, datetime, time
from io import BytesIO
from typing import Any

import pytest
from xlsxwriter import Workbook

from macros_py.book.references import column_letter
from macros_py.builder.record_page import LineCell, RecordWorksheet

TEXTS = (
    *(
        "név",
        " szóköz elöl",
        "végén ",
        "két\nsor",
        "\t",
        "<r>nem formázás",
        'a & b < c > "d"',
        "x\x01y",
        "_x0041_",
    ),
    *("😀" * 20_000, "l" * 40_000, "\ufffe", "=1+1", "#N/A", "", "e\u0301", "http://ulti.example"),
)
VALUES = (1, -2, 0, 0.1, 1 / 3, 1e300, -1e-7, 123456789012345678, date(2025, 3, 29), time(18, 30))
MOMENT = datetime(2025, 3, 29, 18, 30, 59)
FORMULAS = (("SUM(A1:A2)", 3), ('IF(A1<B1,"a&b","")', "a&b"), ("A1", ""), ("1/3", 1 / 3), ("B1", "–"))
ROWS: tuple[tuple[tuple[Any, str], ...], ...] = (
    tuple((text, "") for text in TEXTS),
    tuple((value, "") for value in (*VALUES, MOMENT)),
    tuple((value, formula) for formula, value in FORMULAS),
)


def by_xlsxwriter(sheet: Any, row: int, cells: tuple[tuple[Any, str], ...], style: Any) -> None:
    """Write a row with the methods that everybody knows."""
    for column, (value, formula) in enumerate(cells):
        if formula:
            sheet.write_formula(row, column, f"={formula}", style, value)
        elif value == "":
            sheet.write_blank(row, column, None, style)
        elif isinstance(value, str):
            sheet.write_string(row, column, value, style)
        elif isinstance(value, int | float):
            sheet.write_number(row, column, value, style)
        else:
            sheet.write_datetime(row, column, value, style)


def parts_of(*, is_ours: bool) -> dict[str, bytes]:
    """Give the parts of a workbook with a heading and all rows, each twice, once with a height of its own."""
    target = BytesIO()
    book = Workbook(target, {"constant_memory": True})
    book.set_properties({"created": MOMENT})
    for name in ("egy", "kettő"):
        sheet = book.add_worksheet(name, RecordWorksheet)
        sheet.write_string(0, 0, "fejléc", book.add_format({"bold": True}))
        styles = [book.add_format({"italic": True}), book.add_format({"num_format": "0.00"})]
        for row, cells in enumerate([*ROWS, *ROWS], 1):
            style = styles[row % 2]
            if is_ours:
                line = [
                    LineCell(column_letter(number), value, style, formula)
                    for number, (value, formula) in enumerate(cells, 1)
                ]
                sheet.write_line(row, line, len(line))
            else:
                by_xlsxwriter(sheet, row, cells, style)
            if row > len(ROWS):
                sheet.set_row(row, 30)
    book.close()
    with zipfile.ZipFile(target) as parts:
        return {name: parts.read(name) for name in parts.namelist()}


def test_rows_are_what_xlsxwriter_writes() -> None:
    """Every kind of value, odd texts among them, with a look and with a height: all parts are the same."""
    assert parts_of(is_ours=True) == parts_of(is_ours=False)


@pytest.mark.parametrize("number", [float("inf"), float("nan")])
def test_no_number_is_no_cell(number: float) -> None:
    """What no cell can hold is written nowhere, as XlsxWriter has it."""
    book = Workbook(BytesIO(), {"constant_memory": True})
    sheet = book.add_worksheet("lap", RecordWorksheet)
    sheet.write_line(0, [LineCell("A", number, book.add_format())], 1)
    with pytest.raises(TypeError, match=str(number)):
        book.close()
