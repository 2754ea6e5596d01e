"""The closed file: what goes in comes out, and what is not ours survives."""

from __future__ import annotations

import errno
import gc
import os
import subprocess
import sys
import warnings
import zipfile
from io import BytesIO

import pytest
from openpyxl import load_workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont

from macros_py.book import saving
from macros_py.book.file import FileBook
from macros_py.book.layout import layouts
from tests.book.referee import edit, results, rewrite
from tests.refusals import refused

pytestmark = pytest.mark.slow


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


def test_a_full_disk_leaves_no_lament_of_the_zip(workbook_path, monkeypatch):
    """One sentence says it; a half-written zip would print a traceback when it is thrown away."""

    class FullDisk(BytesIO):
        def write(self, data):
            raise OSError(errno.ENOSPC, "full")

        def fileno(self):
            raise AssertionError("never reached")

    book = FileBook.open(workbook_path)
    monkeypatch.setattr(saving.os, "fdopen", lambda handle, mode: os.close(handle) or FullDisk())
    laments = []
    monkeypatch.setattr(sys, "unraisablehook", laments.append)
    with refused("disk_full", match="Megtelt a lemez"):
        book.save()
    gc.collect()
    assert laments == []


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


OPENED_AGAIN = """
import sys, tracemalloc
from macros_py.book.file import FileBook
tracemalloc.start()
for _ in range(4):
    FileBook.open(sys.argv[1])
    print(tracemalloc.get_traced_memory()[0])
"""


def test_opening_again_and_again_grows_no_process(workbook_path):
    """What a workbook took is given back before the next one: a program that runs all day stays as large as it is."""
    done = subprocess.run(
        [sys.executable, "-c", OPENED_AGAIN, str(workbook_path)], check=True, capture_output=True, text=True
    )
    first, *_, last = map(int, done.stdout.split())
    assert last < 1.1 * first
