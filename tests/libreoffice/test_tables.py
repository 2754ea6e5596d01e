"""Tables, names, rows and what the person did to them: filtered, hidden, inserted."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
import xlwings
from openpyxl.worksheet.filters import FilterColumn, Filters
from openpyxl.worksheet.table import Table

ROWS: list[list[object]] = [["Név", "Pont"], ["Anna", 1], ["Béla", 2], ["Cili", 3]]


@pytest.fixture
def sheet(calc: xlwings.App) -> xlwings.Sheet:
    """Give a sheet with the table tPont in B2:C5."""
    made = calc.books.add().sheets[0]
    made["B2"].value = ROWS
    made.tables.add(made["B2:C5"], name="tPont")
    return made


def test_a_table_has_its_parts(sheet: xlwings.Sheet) -> None:
    """Range, heading, body, name and filter buttons of a table are where they were made."""
    table = sheet.tables["tpont"]
    assert (table.name, table.range.address) == ("tPont", "$B$2:$C$5")
    assert table.header_row_range.value == ["Név", "Pont"]
    assert table.data_body_range.address == "$B$3:$C$5"
    assert (table.show_autofilter, table.show_headers, table.show_totals) == (True, True, False)
    assert table.totals_row_range is None
    assert sheet["C4"].table.name == "tPont"
    assert sheet["F9"].table is None
    assert sheet["tPont"].address == "$B$3:$C$5"
    assert [entry.name for entry in sheet.tables] == ["tPont"]


def test_a_table_grows_and_shrinks(sheet: xlwings.Sheet) -> None:
    """A resized table covers its new range, and its formulas follow."""
    table = sheet.tables["tPont"]
    sheet["E1"].formula = "=SUM(tPont[Pont])"
    sheet["B6"].value = ["Dani", 10]
    table.resize(sheet["B2:C6"])
    assert table.data_body_range.shape == (4, 2)
    sheet["E1"].formula = "=SUM(tPont[Pont])"
    assert sheet["E1"].value == 16.0
    table.resize(sheet["B2:C2"])
    assert table.data_body_range is None


def test_a_table_moves_with_inserted_rows(sheet: xlwings.Sheet) -> None:
    """Rows inserted above or within, and rows deleted, move and size the table as in Excel."""
    sheet["1:1"].insert("down")
    sheet["B4:C4"].insert("down")
    assert sheet.tables["tPont"].range.address == "$B$3:$C$7"
    sheet["4:4"].delete("up")
    assert sheet.tables["tPont"].range.address == "$B$3:$C$6"
    assert sheet.tables["tPont"].range.value == [["Név", "Pont"], ["Anna", 1.0], ["Béla", 2.0], ["Cili", 3.0]]


def test_an_unknown_table_is_a_key_error(sheet: xlwings.Sheet) -> None:
    """A table that is not on the sheet is refused by its name."""
    assert "tNincs" not in sheet.tables
    with pytest.raises(KeyError, match="tNincs"):
        sheet.tables["tNincs"]
    other = sheet.book.sheets.add("Másik")
    with pytest.raises(KeyError, match="tPont"):
        other.tables["tPont"]


def test_hidden_rows_are_known_without_a_call_for_each(sheet: xlwings.Sheet) -> None:
    """Visible areas are told at once; rows are hidden, mixed or shown; hidden rows read as well as others."""
    sheet["B4:C4"].rows.hidden = True
    assert [area.address for area in sheet["B3:C5"].get_special_cells("visible")] == [
        "$B$3:$C$3",
        "$B$5:$C$5",
    ]
    assert sheet["B4"].rows.hidden is True
    assert sheet["B3"].rows.hidden is False
    assert sheet["B3:B4"].rows.hidden is None
    assert sheet["B3:C5"].value == [["Anna", 1.0], ["Béla", 2.0], ["Cili", 3.0]]
    sheet["B4:C4"].rows.hidden = False
    assert sheet["B3:B5"].rows.hidden is False


def filtered_file(path: Path) -> Path:
    """Write a file whose table is filtered to one name, as Excel saves it."""
    book = openpyxl.Workbook()
    page = book.active
    for row in ROWS:
        page.append(row)
    table = Table(displayName="tSzurt", ref="A1:B4")
    table._initialise_columns()
    table.autoFilter.filterColumn.append(FilterColumn(colId=0, filters=Filters(filter=["Béla"])))
    page.add_table(table)
    for row in (2, 4):
        page.row_dimensions[row].hidden = True
    book.save(path)
    return path


def test_a_filter_set_by_a_person_is_seen_and_taken_away(calc: xlwings.App, tmp_path: Path) -> None:
    """A table filtered in Excel tells its criteria, reads whole, and shows every row once the filter is cleared."""
    sheet = calc.books.open(filtered_file(tmp_path / "szurt.xlsx")).sheets[0]
    table = sheet.tables["tSzurt"]
    assert [area.address for area in table.data_body_range.get_special_cells("visible")] == ["$A$3:$B$3"]
    assert [(entry["field"], entry["values"]) for entry in table.autofilter.impl.criteria] == [(1, ["Béla"])]
    assert table.data_body_range.value == [["Anna", 1.0], ["Béla", 2.0], ["Cili", 3.0]]
    table.autofilter.clear()
    assert table.data_body_range.rows.hidden is False


def test_names_are_found_changed_and_deleted(sheet: xlwings.Sheet) -> None:
    """A defined name is added, found in any spelling, moved and deleted."""
    names = sheet.book.names
    names.add("verseny_neve", "=Sheet1!$F$1")
    assert "Verseny_Neve" in names
    assert names["VERSENY_NEVE"].refers_to == "=Sheet1!$F$1"
    names["verseny_neve"].refers_to_range.value = "Kupa"
    assert sheet["verseny_neve"].value == "Kupa"
    names["verseny_neve"].refers_to = "=Sheet1!$F$2"
    assert names["verseny_neve"].refers_to_range.address == "$F$2"
    sheet["G1:G2"].name = "masik"
    assert sheet["G1:G2"].name.name == "masik"
    assert [name.name for name in names] == ["masik", "verseny_neve"]
    names["masik"].delete()
    assert len(names) == 1


def test_a_name_whose_cells_are_gone_refers_to_no_range(sheet: xlwings.Sheet) -> None:
    """A name whose sheet was deleted stays, and has no cells."""
    other = sheet.book.sheets.add("Elmúlik")
    other["A1"].name = "elmult"
    other.delete()
    assert sheet.book.names["elmult"].impl.refers_to_range is None


def test_tables_and_names_survive_saving(sheet: xlwings.Sheet, tmp_path: Path) -> None:
    """Saved and opened again, table and name are where they were, for openpyxl too."""
    path = tmp_path / "tabla.xlsx"
    sheet["F1"].name = "cim"
    book = sheet.book
    calc = book.app
    book.save(path)
    book.close()
    again = calc.books.open(path)
    assert again.sheets[0].tables["tPont"].range.address == "$B$2:$C$5"
    assert again.names["cim"].refers_to_range.address == "$F$1"
    read = openpyxl.load_workbook(path)
    assert read.active.tables["tPont"].ref == "B2:C5"
    assert "cim" in read.defined_names
