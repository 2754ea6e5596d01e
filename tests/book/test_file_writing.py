"""Tables that grow and shrink on the sheet as a referee left it."""

from __future__ import annotations

import pytest
from openpyxl import load_workbook
from openpyxl.styles import PatternFill
from openpyxl.worksheet.filters import FilterColumn, Filters, SortCondition, SortState

from macros_py.book.file import FileBook
from macros_py.book.layout import table_layout
from tests.book.referee import ENTRY, edit, results, rewrite
from tests.refusals import refused

pytestmark = pytest.mark.slow


def test_the_table_and_its_filter_have_the_same_size(workbook_path):
    """A table whose filter covers other rows is "repaired" by Excel: both are set, growing and shrinking."""
    for count in (6, 2):
        sheet = rewrite(workbook_path, "tEredmenyek", results(1, 1, count))[ENTRY]
        table = sheet.tables["tEredmenyek"]
        assert table.ref == table.autoFilter.ref == f"A4:R{4 + count}"
        assert sheet["A5"].value == 1
        assert sheet.cell(5 + count, 1).value is None


def test_filter_criteria_sort_order_widths_and_zoom_are_kept(workbook_path):
    """What the referee has set for his own eyes stays as it is."""
    rewrite(workbook_path, "tEredmenyek", results())

    def change(workbook):
        sheet = workbook[ENTRY]
        own = sheet.tables["tEredmenyek"].autoFilter
        own.filterColumn.append(FilterColumn(colId=4, filters=Filters(filter=["1"])))
        own.sortState = SortState(ref="A5:Q10", sortCondition=[SortCondition(ref="E5:E10")])
        sheet.column_dimensions["F"].width = 41.5
        sheet.sheet_view.zoomScale = 130
        sheet.row_dimensions[6].hidden = True

    edit(workbook_path, change)
    sheet = rewrite(workbook_path, "tEredmenyek", results(2))[ENTRY]
    own = sheet.tables["tEredmenyek"].autoFilter
    assert own.filterColumn[0].filters.filter == ["1"]
    assert (own.ref, own.sortState.ref, own.sortState.sortCondition[0].ref) == ("A4:R16", "A5:Q16", "E5:E16")
    assert sheet.column_dimensions["F"].width == 41.5
    assert sheet.sheet_view.zoomScale == 130
    assert [row for row in range(1, 17) if sheet.row_dimensions[row].hidden] == [6]


def test_inserted_rows_above_and_below_change_nothing(workbook_path):
    """A table found further down, with a note below it, grows; the note moves out of its way."""
    rewrite(workbook_path, "tCserek", [{"Vonal": "A", "Ki": "X"}])

    def change(workbook):
        sheet = workbook["Cserék"]
        sheet.move_range("A4:G5", rows=3, cols=1)
        sheet.tables["tCserek"].ref = sheet.tables["tCserek"].autoFilter.ref = "B7:H8"
        sheet["C50"] = "saját megjegyzés"

    edit(workbook_path, change)
    book = FileBook.open(workbook_path)
    rows = book.read_table("tCserek")
    assert [(row["Vonal"], row["Ki"]) for row in rows] == [("A", "X")]
    assert book.address("tCserek", 0, "Ki") == "D8"
    book.write_table("tCserek", rows + [{"Vonal": "B", "Ki": f"Y{n}"} for n in range(60)])
    book.save()
    sheet = load_workbook(workbook_path)["Cserék"]
    assert sheet.tables["tCserek"].ref == "B7:H68"
    assert sheet["D68"].value == "Y59"
    assert sheet["C110"].value == "saját megjegyzés"


def test_rows_typed_below_the_table_belong_to_it(workbook_path):
    """LibreOffice does not grow a table while one types below it: the rows are read, and taken in when written."""

    def change(workbook):
        sheet = workbook["Nevezők"]
        for row, name in ((5, "A"), (6, "B"), (8, "C")):
            sheet.cell(row, 2, name)

    edit(workbook_path, change)
    book = FileBook.open(workbook_path)
    rows = book.read_table("tNevezok")
    assert [row["Név"] for row in rows] == ["A", "B", "C"]
    book.write_table("tNevezok", rows)
    book.save()
    sheet = load_workbook(workbook_path)["Nevezők"]
    assert sheet.tables["tNevezok"].ref == "A4:L7"
    assert [sheet.cell(row, 2).value for row in range(5, 9)] == ["A", "B", "C", None]
    assert sheet["B5"]._style == sheet["B7"]._style


def test_own_columns_beside_the_table_follow_their_rows(workbook_path):
    """A heading typed right beside a table makes a column of the referee's, formulas and colours included."""
    rewrite(workbook_path, "tVegeredmeny", [{"Név": name} for name in "AB"])

    def change(workbook):
        sheet = workbook["Végeredmény"]
        sheet["K4"], sheet["K5"], sheet["K6"] = "Díj", "=E5*2", "kupa"
        sheet["K6"].fill = PatternFill("solid", fgColor="FFFFFF00")

    edit(workbook_path, change)
    sheet = rewrite(workbook_path, "tVegeredmeny", [{"Név": name} for name in "CBA"])["Végeredmény"]
    assert [sheet.cell(row, 11).value for row in (4, 5, 6, 7)] == ["Díj", None, "kupa", "=E7*2"]
    assert sheet["K6"].fill.fgColor.rgb == "FFFFFF00"
    table = sheet.tables["tVegeredmeny"]
    assert table.ref == "A4:K7"
    assert [column.name for column in table.tableColumns][-1] == "Díj"


@pytest.mark.parametrize(
    ("table", "key"),
    [
        ("tNevezok", {"Név": "Kis"}),
        ("tDontesek", {"Sorszám": 1, "Fajta": "vétlen"}),
        ("tCserek", {"Vonal": "A", "Induló asztal": 1, "Fordulótól": 1, "Ki": "Kis"}),
        ("tEredmenyek", {"Forduló": 1, "Leosztás": 1, "Asztal": 1}),
        ("tVonalak", {"Vonal": "A", "Induló asztal": 1, "Név": "Kis"}),
    ],
)
def test_rows_typed_below_join_their_table_at_any_save(workbook_path, table, key):
    """Whatever a verb writes, even nothing: area, filter, look and print area reach the last row typed by hand."""
    book = FileBook.open(workbook_path)
    book.write_table(
        table, [key, {**key, next(iter(key)): 2 if isinstance(next(iter(key.values())), int) else "B"}]
    )
    book.save()
    name = table_layout(table).sheet

    def type_below(workbook):
        sheet = workbook[name]
        for column in range(1, sheet.max_column + 1):
            sheet.cell(7, column).value = sheet.cell(5, column).value
            sheet.cell(8, column).value = sheet.cell(6, column).value

    edit(workbook_path, type_below)
    book = FileBook.open(workbook_path)
    assert len(book.read_table(table)) == 4
    book.save()
    sheet = load_workbook(workbook_path)[name]
    placed = sheet.tables[table]
    assert placed.ref.endswith("8")
    assert placed.autoFilter is None or placed.autoFilter.ref.endswith("8")
    assert sheet.print_area.endswith("$8")
    assert sheet["B8"]._style == sheet["B5"]._style
    assert len(FileBook.open(workbook_path).read_table(table)) == 4


def test_a_remark_below_a_table_without_spare_rows_is_no_row(workbook_path):
    """Only what names a whole row joins the results; computed tables take nothing in."""

    def remark(workbook):
        workbook[ENTRY].cell(5 + 6, 1).value = "Itt tartok"
        workbook["Állás"]["B6"] = "Szép volt"

    book = FileBook.open(workbook_path)
    book.write_table("tEredmenyek", results())
    book.write_table("tAllas", [{"Név": "A"}])
    book.save()
    edit(workbook_path, remark)
    book = FileBook.open(workbook_path)
    assert (len(book.read_table("tEredmenyek")), len(book.read_table("tAllas"))) == (6, 1)
    book.save()
    assert load_workbook(workbook_path)[ENTRY].tables["tEredmenyek"].ref.endswith("10")


def test_a_row_of_sums_stays_below_the_data(workbook_path):
    """Who switched the totals row on keeps it, right below however many rows there are."""
    rewrite(workbook_path, "tMesterpontok", [{"Név": name} for name in "ABC"])

    def change(workbook):
        sheet = workbook["Mesterpontok"]
        table = sheet.tables["tMesterpontok"]
        table.ref, table.totalsRowCount = "A4:K8", 1
        sheet["A8"], sheet["K8"] = "Összesen", "=SUBTOTAL(109,[Mesterpont])"

    edit(workbook_path, change)
    for names in ("ABCDE", "AB"):
        sheet = rewrite(workbook_path, "tMesterpontok", [{"Név": name} for name in names])["Mesterpontok"]
        last = 4 + len(names)
        table = sheet.tables["tMesterpontok"]
        assert (table.ref, table.autoFilter.ref) == (f"A4:K{last + 1}", f"A4:K{last}")
        assert [sheet.cell(row, 1).value for row in range(5, last + 4)] == [*names, "Összesen", None, None]


def test_a_table_does_not_grow_over_what_stands_beside_it(workbook_path):
    """Something in the way to the right is named with its cell, and nothing is overwritten."""
    edit(workbook_path, lambda workbook: workbook["Állás"].__setitem__("L5", "saját"))
    book = FileBook.open(workbook_path)
    rows = [{"Név": "A", **{f"{number}. forduló %": 1 for number in (1, 2, 3)}}]
    with refused("no_room", match="„Állás” munkalap, L5 cella"):
        book.write_table("tAllas", rows)


def test_a_shorter_grid_leaves_nothing_of_a_longer_one(workbook_path):
    """The picture of a round with fewer tables does not show the last one's rows."""
    book = FileBook.open(workbook_path)
    book.write_grid("fordulokep_racs", [[1, 2], [3, 4], [5, 6]])
    book.write_grid("fordulokep_racs", [[7]])
    book.save()
    sheet = load_workbook(workbook_path)["Fordulókép"]
    assert [[sheet.cell(row, column).value for column in (1, 2)] for row in (5, 6, 7)] == [
        [7, None],
        [None] * 2,
        [None] * 2,
    ]
