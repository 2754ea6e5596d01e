"""The closed file as a referee left it: what is kept, what is restored, what is never touched."""

from __future__ import annotations

import shutil
import subprocess
import sys
import warnings
import zipfile

import pytest
from openpyxl import load_workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.comments import Comment
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import PatternFill
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.filters import FilterColumn, Filters, SortCondition, SortState

from macros_py.book.errors import NoRoom
from macros_py.book.file import FileBook
from macros_py.book.schema import layouts

ENTRY = "Eredményrögzítés"


def edit(path, change):
    """Let a referee change the closed file."""
    workbook = load_workbook(path, rich_text=True)
    change(workbook)
    workbook.save(path)


def results(rounds=1, deals=2, tables=3):
    """Give plain result rows in the order of the papers."""
    return [
        {
            "Forduló": r,
            "Leosztás": d,
            "Példány": 1,
            "Sor": t,
            "Asztal": t,
            "A": f"A{t}",
            "B": f"B{t}",
            "C": f"C{t}",
        }
        for r in range(1, rounds + 1)
        for d in range(1, deals + 1)
        for t in range(1, tables + 1)
    ]


def rewrite(path, table, rows):
    """Write one table and save; give the sheets as bare openpyxl reads them."""
    book = FileBook.open(path)
    book.write_table(table, rows)
    book.save()
    return load_workbook(path)


def areas(sheet):
    """Give the conditional formats of a sheet: area and formula, strongest first."""
    rules = [
        (rule.priority, str(area.sqref), rule.formula[0])
        for area in sheet.conditional_formatting
        for rule in area.rules
    ]
    return [(area, formula) for _, area, formula in sorted(rules)]


def test_the_table_and_its_filter_have_the_same_size(workbook_path):
    """A table whose filter covers other rows is "repaired" by Excel: both are set, growing and shrinking."""
    for count in (6, 2):
        sheet = rewrite(workbook_path, "tEredmenyek", results(1, 1, count))[ENTRY]
        table = sheet.tables["tEredmenyek"]
        assert table.ref == table.autoFilter.ref == f"A4:Q{4 + count}"
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
    assert (own.ref, own.sortState.ref, own.sortState.sortCondition[0].ref) == ("A4:Q16", "A5:Q16", "E5:E16")
    assert sheet.column_dimensions["F"].width == 41.5
    assert sheet.sheet_view.zoomScale == 130
    assert [row for row in range(1, 17) if sheet.row_dimensions[row].hidden] == [6]


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


def test_protection_names_and_print_set_up_survive(workbook_path):
    """Sheet and structure protection, defined names, print titles and headers are as before the save."""

    def shape(workbook):
        return {
            "structure": workbook.security.lockStructure,
            "names": {name: one.attr_text for name, one in workbook.defined_names.items()},
            "sheets": [
                (
                    one.title,
                    one.protection.sheet,
                    one.print_title_rows,
                    one.freeze_panes,
                    one.page_setup.orientation,
                    one.oddHeader.right.text,
                    one.oddFooter.center.text,
                )
                for one in workbook
            ],
        }

    before = shape(load_workbook(workbook_path))
    assert before == shape(rewrite(workbook_path, "tAllas", [{"Név": "A"}]))
    assert [name for name, protected, *_ in before["sheets"] if protected] == [
        layout.name for layout in layouts() if layout.is_protected
    ]


def test_a_name_like_a_formula_is_marked_as_text(workbook_path):
    """=2+2 is stored as text with the quote mark, so that no edit turns it into a formula."""
    sheet = rewrite(workbook_path, "tNevezok", [{"Név": "=2+2"}, {"Név": "Kis"}, {"Név": "-Nagy"}])["Nevezők"]
    assert [(sheet.cell(row, 2).data_type, sheet.cell(row, 2).quotePrefix) for row in (5, 6, 7)] == [
        ("s", True),
        ("s", False),
        ("s", True),
    ]


def test_control_characters_do_not_break_the_file(workbook_path):
    """A name with a control character out of some old list is saved without it."""
    sheet = rewrite(workbook_path, "tNevezok", [{"Név": "Kis\x0b Béla\x00"}])["Nevezők"]
    assert sheet["B5"].value == "Kis Béla"


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


def test_a_table_does_not_grow_over_what_stands_beside_it(workbook_path):
    """Something in the way to the right is named with its cell, and nothing is overwritten."""
    edit(workbook_path, lambda workbook: workbook["Állás"].__setitem__("L5", "saját"))
    book = FileBook.open(workbook_path)
    rows = [{"Név": "A", **{f"{number}. forduló %": 1 for number in (1, 2, 3)}}]
    with pytest.raises(NoRoom, match="„Állás” munkalap, L5 cella"):
        book.write_table("tAllas", rows)


def test_rich_text_is_read_as_text_and_keeps_its_bold_letters(workbook_path):
    """A name with one bold word reads like any other, and stays bold after a save."""

    def change(workbook):
        workbook["Nevezők"]["B5"] = CellRichText("Kis ", TextBlock(InlineFont(b=True), "Béla"))

    edit(workbook_path, change)
    book = FileBook.open(workbook_path)
    rows = book.read_table("tNevezok")
    assert rows[0]["Név"] == "Kis Béla"
    book.write_table("tNevezok", rows)
    book.save()
    value = load_workbook(workbook_path, rich_text=True)["Nevezők"]["B5"].value
    assert [type(part) for part in value] == [str, TextBlock]


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


def test_saving_twice_gives_the_same_contents(workbook_path):
    """A save without changes changes no sheet, no style, no table."""
    rewrite(workbook_path, "tEredmenyek", results())
    parts = []
    for _ in range(2):
        FileBook.open(workbook_path).save()
        with zipfile.ZipFile(workbook_path) as file:
            parts.append({name: file.read(name) for name in file.namelist() if name != "docProps/core.xml"})
    assert parts[0] == parts[1]


def test_a_book_can_be_saved_again(workbook_path):
    """The trial event saves many times without opening the file anew."""
    book = FileBook.open(workbook_path)
    for count in (1, 2):
        book.write_table("tEredmenyek", results(1, 1, count))
        book.save()
    assert len(FileBook.open(workbook_path).read_table("tEredmenyek")) == 2


def test_formulas_are_computed_anew_when_the_file_is_opened(workbook_path):
    """openpyxl drops the remembered values of formulas: the file asks to be computed."""
    assert rewrite(workbook_path, "tNevezok", [{"Név": "A"}]).calculation.fullCalcOnLoad is True


def test_a_new_file_begins_as_the_template(template, tmp_path):
    """create reads the template and writes only under the new name, never over a file that came up meanwhile."""
    path = tmp_path / "Tavaszi kupa.xlsx"
    content = template.read_bytes()
    book = FileBook.create(path, template)
    assert not path.exists()
    book.write_value("verseny_nev", "Tavaszi kupa")
    book.save()
    book.save()
    assert FileBook.open(path).read_value("verseny_nev") == "Tavaszi kupa"
    assert template.read_bytes() == content


def test_no_english_warning_reaches_the_screen(workbook_path):
    """What openpyxl has to say about extensions it drops is not for a referee."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        FileBook.open(workbook_path).save()


def test_help_does_not_load_openpyxl():
    """The help of a verb is there at once: openpyxl is loaded only when a file is opened."""
    code = (
        "import sys; from macros_py.__main__ import main; main(['new_event', '--help']);"
        "sys.exit('openpyxl' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


def test_libreoffice_finds_what_was_written(workbook_path, recalculate):
    """A real spreadsheet program reads the saved file: rows, texts and its own formulas over them."""
    book = FileBook.open(workbook_path)
    book.write_table("tHibak", [{"Kód": f"E{n}", "Fokozat": "hiba", "Kulcs": f"=1/{n}"} for n in range(3)])
    book.save()
    workbook = load_workbook(recalculate(workbook_path), data_only=True)
    sheet, cell = next(iter(workbook.defined_names["kezdolap_hibak"].destinations))
    assert workbook[sheet][cell].value == 3
    assert [workbook["Hibák"].cell(row, 4).value for row in (5, 6, 7)] == ["=1/0", "=1/1", "=1/2"]


def test_a_file_that_went_through_libreoffice_is_still_ours(workbook_path, recalculate):
    """Saved by LibreOffice the file opens, keeps its rows, and gets its drop-downs and panes back."""
    before = areas(rewrite(workbook_path, "tEredmenyek", results(2))[ENTRY])
    rewrite(workbook_path, "tEredmenyek", results())
    shutil.copy(recalculate(workbook_path), workbook_path)
    book = FileBook.open(workbook_path)
    assert len(book.read_table("tEredmenyek")) == 6
    book.write_table("tEredmenyek", results(2))
    book.save()
    sheet = load_workbook(workbook_path)[ENTRY]
    assert sheet.tables["tEredmenyek"].ref == "A4:Q16"
    assert sheet.freeze_panes == "F5"
    assert areas(sheet) == before
