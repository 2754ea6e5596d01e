"""Looks, drop-downs, rules and links: restored where they are ours, left alone where they are his."""

from __future__ import annotations

import shutil

import pytest
from openpyxl import load_workbook
from openpyxl.comments import Comment
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import PatternFill
from openpyxl.worksheet.datavalidation import DataValidation

from macros_py.book.file import FileBook
from tests.book.referee import ENTRY, areas, edit, results, rewrite

pytestmark = pytest.mark.slow


def test_new_rows_look_like_the_first_ones(workbook_path):
    """A growing table gives its rows the looks of the layout: number format, hairlines, lock."""
    sheet = rewrite(workbook_path, "tEredmenyek", results(1, 1, 4))[ENTRY]
    looks = [[sheet.cell(row, column)._style for column in range(1, 18)] for row in (5, 6, 7)]
    assert looks[0] == looks[1] == looks[2]
    assert sheet["A5"].border.top.style == "thin"


def test_a_thick_rule_ends_each_sheet_of_paper(workbook_path):
    """The rule follows the papers when rows come in between, and nothing is left where none belongs."""
    for rows in (results(1, 2, 3), results(2, 3, 4)):
        sheet = rewrite(workbook_path, "tEredmenyek", rows)[ENTRY]
        ends = [
            number
            for number in range(5, 5 + len(rows))
            if sheet.cell(number, 6).border.bottom.style == "medium"
        ]
        tables = max(row["Asztal"] for row in rows)
        assert ends == list(range(4 + tables, 5 + len(rows), tables))


def test_a_note_far_down_comes_along_under_the_rule(workbook_path):
    """A note beside the 100th row, where the column has no look, moves with its row, which is dressed as any other."""
    rewrite(workbook_path, "tEredmenyek", results(2, 20, 3))

    def note(workbook):
        workbook[ENTRY]["S4"] = "Jegyzet"
        workbook[ENTRY]["S104"] = "vitás"

    edit(workbook_path, note)
    sheet = rewrite(workbook_path, "tEredmenyek", results(2, 20, 3)[1:])[ENTRY]
    assert [cell.row for cell in sheet["S"] if cell.value == "vitás"] == [103]


def test_our_formats_and_drop_downs_cover_the_rows_there_are(workbook_path):
    """After growing and shrinking our conditional formats and drop-downs reach to the last row, once each."""
    before = areas(load_workbook(workbook_path)[ENTRY])
    for count in (60, 7):
        sheet = rewrite(workbook_path, "tEredmenyek", results(1, 1, count))[ENTRY]
        assert len(areas(sheet)) == len(before)
        assert {area.rpartition(":")[2].lstrip("ABCDEFGHIJKLMNOPQ") for area, _ in areas(sheet)} == {
            str(4 + count)
        }
        (choices,) = sheet.data_validations.dataValidation
        assert str(choices.sqref) == f"O5:O{4 + count}"
        assert choices.formula1 == '"körpassz,nem játszott,bírói,?"'


def test_the_referees_own_formats_and_validations_stay(workbook_path):
    """Ours are laid anew; his own conditional format, drop-down, comment and colour stay where he put them."""
    rewrite(workbook_path, "tEredmenyek", results())

    def change(workbook):
        sheet = workbook[ENTRY]
        rule = FormulaRule(formula=["$E5>2"], fill=PatternFill(bgColor="FF00FF00"))
        rule.priority = 99
        sheet.conditional_formatting.add("E5:E8", rule)
        own = DataValidation(type="list", formula1='"jó,rossz"', sqref="Q5:Q10 O7:O8")
        sheet.data_validations.append(own)
        sheet["Q6"].comment = Comment("megnézni", "Bíró")
        sheet["F7"].fill = PatternFill("solid", fgColor="FFFFFF00")

    edit(workbook_path, change)
    sheet = rewrite(workbook_path, "tEredmenyek", results(2))[ENTRY]
    assert areas(sheet)[-1] == ("E5:E8", "$E5>2")
    lists = {one.formula1: str(one.sqref) for one in sheet.data_validations.dataValidation}
    assert lists == {'"jó,rossz"': "O7:O8 Q5:Q10", '"körpassz,nem játszott,bírói,?"': "O5:O6 O9:O16"}
    assert sheet["Q6"].comment.text == "megnézni"
    assert sheet["F7"].fill.fgColor.rgb == "FFFFFF00"


def test_a_pasted_block_that_took_the_drop_down_away_is_mended(workbook_path):
    """The drop-down comes back at the next save, even on a sheet that no verb has written."""

    def change(workbook):
        workbook["Nevezők"].data_validations.dataValidation.clear()
        workbook["Nevezők"].freeze_panes = None

    edit(workbook_path, change)
    sheet = rewrite(workbook_path, "tEredmenyek", results())["Nevezők"]
    assert len(sheet.data_validations.dataValidation) == 3
    assert sheet.freeze_panes == "C5"


def test_new_round_columns_look_like_the_first(workbook_path):
    """The column of round 2 has the heading, number format and width of round 1's; the table knows them all."""
    row = {"Név": "A", **{f"{number}. forduló %": 50.5 for number in (1, 2, 3)}}
    sheet = rewrite(workbook_path, "tAllas", [row])["Állás"]
    assert sheet["L5"].number_format == sheet["J5"].number_format
    assert sheet["L5"].number_format.startswith("0.00")
    assert sheet["L4"]._style == sheet["J4"]._style
    assert sheet.column_dimensions["L"].width == sheet.column_dimensions["J"].width
    assert [column.name for column in sheet.tables["tAllas"].tableColumns][-2:] == [
        "2. forduló %",
        "3. forduló %",
    ]
    assert sheet.tables["tAllas"].ref == "A4:L5"


def test_problems_lead_to_their_cells(workbook_path):
    """Each row of Hibák is linked to the cell it speaks of."""
    rows = [
        {"Kód": "E1", "Munkalap": ENTRY, "Kulcs": "1/1/1", "Cella": "L5"},
        {"Kód": "N1", "Munkalap": "", "Kulcs": "", "Cella": ""},
    ]
    sheet = rewrite(workbook_path, "tHibak", rows)["Hibák"]
    assert sheet["E5"].hyperlink.location == f"'{ENTRY}'!L5"
    sheet = rewrite(workbook_path, "tHibak", rows[1:])["Hibák"]
    assert sheet["E5"].hyperlink is None


def test_a_file_that_went_through_libreoffice_is_still_ours(workbook_path, recalculate):
    """Saved by LibreOffice the file opens, keeps its rows, and gets its drop-downs and panes back."""
    before = areas(rewrite(workbook_path, "tEredmenyek", results(2))[ENTRY])
    rewrite(workbook_path, "tEredmenyek", results())
    shutil.copy(recalculate(workbook_path), workbook_path)
    book = FileBook.open(workbook_path)
    assert len(book.read_table("tEredmenyek")) == 6
    book.write_table("tEredmenyek", results(2))
    book.save()
    saved = load_workbook(workbook_path)
    assert saved["Fordulókép"].freeze_panes == "B6"
    sheet = saved[ENTRY]
    assert sheet.tables["tEredmenyek"].ref == "A4:R16"
    assert sheet.freeze_panes == "F5"
    assert areas(sheet) == before


def test_a_long_certificate_makes_its_row_high_enough(workbook_path):
    """The text above the seating is wrapped: its row grows with it, and shrinks to the least height again."""
    book = FileBook.open(workbook_path)
    for text, height in (("x" * 1500, 195.0), ("rövid", 48.0)):
        book.write_value("ulesrend_igazolas", text)
        assert book._workbook["Ülésrend"].row_dimensions[3].height == height


def test_a_long_sentence_does_not_shrink_the_page(workbook_path):
    """What is printed ends with the table, own columns included; a print area of the referee's stays."""
    book = FileBook.open(workbook_path)
    book.write_table("tHibak", [dict.fromkeys(book._regions["tHibak"].declared) | {"Kód": "E01"}])
    book.save()
    sheet = load_workbook(workbook_path)["Hibák"]
    assert sheet.print_area == "'Hibák'!$A$1:$J$5"
    edit(workbook_path, lambda file: setattr(file["Hibák"], "print_area", "B2:D9"))
    book = FileBook.open(workbook_path)
    book.write_table("tHibak", [])
    book.save()
    assert load_workbook(workbook_path)["Hibák"].print_area == "'Hibák'!$B$2:$D$9"
