"""Rows read and written sooner than openpyxl does: cell for cell what it reads, byte for byte what it writes."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, time, timedelta
from io import BytesIO
from pathlib import Path

import pytest
import xlsxwriter
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.comments import Comment
from openpyxl.styles import Border, Font, PatternFill, Side
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet

from macros_py import EMPTY_WORKBOOK
from macros_py.book.file_library import Restyling, borders_of, put_value, restyle, save_workbook
from macros_py.book.file_library import read_workbook as read_quickly

pytestmark = pytest.mark.slow

CLOCK = "docProps/core.xml"
"""The part that says when the file was written."""
TEXTS = (
    "",
    " ",
    " előtte",
    "utána\n",
    "a\tb",
    "<&>\"'",
    "]]>",
    "=1+1",
    "'idéző",
    "\u00a0",
    "🂡",
    "_x000D_",
    "á" * 300,
)
NUMBERS = (0, -1, 10**15, 10**20, 0.1, -2.5e-7, 1 / 3, 1e300, float("nan"), float("inf"), True, False)
DATES = (
    date(2026, 5, 3),
    datetime(2026, 5, 3, 10, 30, 15, 250000),
    time(7, 5),
    timedelta(hours=30),
    timedelta(-1),
)


def parts(save: Callable[[BytesIO], object]) -> Mapping[str, bytes]:
    """Give the parts of a file, in their order, without the one that holds the clock."""
    target = BytesIO()
    save(target)
    with zipfile.ZipFile(target) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name != CLOCK}


def assert_same(make: Callable[[], Workbook]) -> None:
    """Hold our file of a workbook against openpyxl's."""
    theirs, ours = make(), make()
    wanted = parts(theirs.save)
    found = parts(lambda target: save_workbook(ours, target))
    assert list(found) == list(wanted)
    assert found == wanted


def unusual() -> Workbook:
    """Make a workbook of all that a cell may be."""
    book = Workbook()
    sheet = book.active
    for row, values in enumerate((TEXTS, NUMBERS, DATES), start=2):
        for column, value in enumerate(values, start=2):
            cell = sheet.cell(row, column, value)
            if row == 2:
                cell.data_type = "s"
    for column, value in enumerate(("=SUM(B3:C3)", "=", '=A1&"<é>"', "#N/A", "#DIV/0!"), start=2):
        sheet.cell(6, column, value)
    sheet["B8"] = ArrayFormula("B8:B9", "=B3:B4*2")
    sheet["C8"] = CellRichText("félig ", TextBlock(InlineFont(b=True), "vastag "))
    sheet["D8"].font, sheet["E8"].fill = Font(bold=True), PatternFill("solid", fgColor="FF00FF00")
    sheet["F8"].hyperlink, sheet["F8"].value = "https://example.org/?a=1&b=2", "ide"
    sheet["G8"].comment, sheet["H8"].comment = Comment("megjegyzés", "Mérő"), Comment("üres alatt", "Mérő")
    sheet["B10"] = "egyesített"
    sheet["B10"].font = Font(italic=True)
    sheet.merge_cells("B10:D11")
    sheet.row_dimensions[12].height, sheet.row_dimensions[13].hidden = 33.3, True
    sheet.row_dimensions[14].font = Font(bold=True)
    sheet.column_dimensions["D"].font = Font(size=20)
    book.create_sheet("Üres")
    return book


def by_excel(path: Path) -> None:
    """Write a file as Excel does: shared strings, cached values, spans, and attributes that are news to openpyxl."""
    book = xlsxwriter.Workbook(path)
    sheet, bold = book.add_worksheet("Adatok"), book.add_format({"bold": True, "num_format": "yyyy. mm. dd."})
    sheet.write_row("A1", ["Név", "Ft", " szóköz ", "két\nsor"], bold)
    sheet.write_datetime("A2", datetime(2026, 5, 3), bold)
    sheet.write_formula("B2", '="a"&"b"', None, "ab")
    sheet.write_rich_string("C2", "félig ", bold, "vastag")
    sheet.write_array_formula("D2:D3", "{=ROW(A1:A2)}", None, 1)
    sheet.write_boolean("E2", boolean=True)
    sheet.write_comment("E2", "megjegyzés")
    sheet.write_url("F2", "internal:Adatok!A1", string="ide")
    sheet.set_row(4, 30, bold)
    sheet.add_table("A7:B9", {"name": "tPróba"})
    book.close()
    with zipfile.ZipFile(path) as archive:
        content = {name: archive.read(name) for name in archive.namelist()}
    sheet1 = content["xl/worksheets/sheet1.xml"]
    more = b'xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac" x14ac:dyDescent="0.25" r="'
    content["xl/worksheets/sheet1.xml"] = sheet1.replace(b'<row r="', b"<row " + more)
    assert sheet1 != content["xl/worksheets/sheet1.xml"]
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in content.items():
            archive.writestr(name, data)


def test_every_kind_of_cell() -> None:
    """Numbers beyond 16 digits and those that are none, blanks inside texts, dates, errors, links, comments, merges."""
    assert_same(unusual)


@pytest.mark.parametrize("rich", [True, False])
def test_the_empty_workbook(rich: bool) -> None:
    """The one that every event begins as, read as the adapter reads it and as anybody may."""
    assert_same(lambda: load_workbook(EMPTY_WORKBOOK, rich_text=rich))


def test_a_file_that_excel_has_saved(tmp_path: Path) -> None:
    """What openpyxl keeps of it, ours keeps; what it drops is no other than before."""
    path = tmp_path / "excel.xlsx"
    by_excel(path)
    assert_same(lambda: load_workbook(path, rich_text=True))


def test_a_file_that_calc_has_saved(workbook_path: Path, recalculate: Callable[[Path], Path]) -> None:
    """The same for LibreOffice, which writes every row out to the last column of formats."""
    path = recalculate(workbook_path)
    assert_same(lambda: load_workbook(path, rich_text=True))


@given(
    st.lists(st.one_of(st.text(st.characters(exclude_categories=["Cs", "Cc"])), st.integers(), st.floats()))
)
def test_any_texts_and_numbers(values: list[object]) -> None:
    """Whatever letters and however large."""

    def make() -> Workbook:
        book = Workbook()
        for row, value in enumerate(values, start=1):
            book.active.cell(row, 1, value)
        return book

    assert_same(make)


@pytest.mark.parametrize("has_values", [True, False])
def test_what_is_read_is_what_openpyxl_reads(tmp_path: Path, has_values: bool) -> None:
    """Every cell, its kind and its look, in files that openpyxl, ours and Excel have written."""
    for name, write in {
        "a.xlsx": lambda path: unusual().save(path),
        "b.xlsx": lambda path: save_workbook(unusual(), path),
        "c.xlsx": lambda path: path.write_bytes(EMPTY_WORKBOOK.read_bytes()),
        "d.xlsx": by_excel,
        "e.xlsx": lambda path: escaped_texts().save(path),
    }.items():
        path = tmp_path / name
        write(path)
        wanted = load_workbook(path, rich_text=True, data_only=has_values)
        with path.open("rb") as stream:
            found = read_quickly(stream, has_values=has_values)
        assert [list(cells_of(sheet)) for sheet in found] == [list(cells_of(sheet)) for sheet in wanted]
        assert parts(found.save) == parts(wanted.save)


def escaped_texts() -> Workbook:
    """Make a workbook with the signs by which Excel writes what XML cannot hold."""
    book = Workbook()
    for row, text in enumerate(("_x005F_x000D_", "_x000D_", "x005F_", "rendes"), start=1):
        book.active.cell(row, 1, text)
    return book


def cells_of(sheet: Worksheet) -> Iterator[tuple[object, ...]]:
    """Give every cell with what stands in it; what is no number is not equal to itself, so as a text."""
    for row in sheet.iter_rows():
        for cell in row:
            yield (
                cell.coordinate,
                repr(getattr(cell.value, "text", cell.value)),
                type(cell.value),
                cell.data_type,
                cell.style_id,
            )


def test_cells_that_look_alike_share_their_style_until_one_changes(tmp_path: Path) -> None:
    """One style in memory serves all; a date, a text marked as one, a rule below change the look of one cell only."""
    plain = Workbook()
    for row in range(1, 5):
        plain.active.cell(row, 1, "szöveg").font = Font(bold=True)
    plain.save(tmp_path / "a.xlsx")
    with (tmp_path / "a.xlsx").open("rb") as stream:
        sheet = read_quickly(stream, has_values=False).active
    before = [sheet.cell(row, 1)._style for row in range(1, 5)]
    assert len({id(style) for style in before}) == 1
    put_value(sheet, 2, 1, datetime(2026, 1, 2, 3, 4))
    put_value(sheet, 3, 1, "=szöveg")
    borders = borders_of(sheet)
    ruled = Restyling(lambda _: int(borders.add(Border(bottom=Side("medium")))))
    restyle(sheet.cell(4, 1), ruled)
    looks = [
        (cell.is_date, bool(cell.quotePrefix), cell.border.bottom.style, cell.font.b)
        for (cell,) in sheet["A1:A4"]
    ]
    assert looks == [
        (False, False, None, True),
        (True, False, None, True),
        (False, True, None, True),
        (False, False, "medium", True),
    ]
