"""Files that cannot be used: each is refused with a sentence that says what is wrong and what to do."""

from __future__ import annotations

import ast
import os
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from macros_py.book import file_opening
from macros_py.book.file import FileBook
from macros_py.book.layout import table_layout
from macros_py.book.list_files import TO_BE_SAVED
from macros_py.book.port import BookError
from macros_py.words import WORDS_FILE

pytestmark = pytest.mark.slow

PACKAGE = Path(__file__).parents[2] / "macros_py"


SENTENCES = tomllib.loads(WORDS_FILE.read_text("utf-8"))["book"]
KINDS = {kind.__name__: kind for kind in (BookError, *BookError.__subclasses__())}


def codes_of(call):
    """Give the codes that a call of a kind of refusal may name, by the texts in its first argument."""
    if not call.args:
        return [KINDS[call.func.id].code]
    return [text.value for text in ast.walk(call.args[0]) if isinstance(text, ast.Constant)]


def refusals():
    """Give the refusals that the product makes: code, and the fields that it names."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in KINDS:
                fields = tuple(keyword.arg for keyword in node.keywords)
                yield from ((code, fields) for code in codes_of(node))


REFUSALS = sorted({*refusals(), *((code, ("path",)) for code in TO_BE_SAVED.values())})


@pytest.mark.parametrize(("code", "fields"), REFUSALS)
def test_every_refusal_has_its_sentence(code, fields):
    """No code without a Hungarian sentence, and none asks for a field that the refusal does not name."""
    sentence = str(BookError(code, **{field: f"«{field}»" for field in fields}))
    assert len(sentence) > 20
    assert "{" not in sentence


def test_no_sentence_is_left_over():
    """Every sentence of the section is used by a refusal, the lock's owner, or the key file's heading."""
    assert set(SENTENCES) == {code for code, _ in REFUSALS} | {"locked_who", "key_heading"}


def edit(path, change):
    """Change the closed file."""
    workbook = load_workbook(path)
    change(workbook)
    workbook.save(path)


def refusal(path):
    """Give the sentence with which a file is refused; the file must stay as it is."""
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(BookError) as caught:
        FileBook.open(path)
    assert (path.read_bytes() if path.is_file() else None) == before
    return str(caught.value)


def test_a_missing_file(tmp_path):
    """The path is shown, so that a typing error is seen."""
    assert "Nincs ilyen fájl" in refusal(tmp_path / "nincs.xlsx")


def test_a_folder(tmp_path):
    """A folder is not a workbook."""
    assert "Nem Excel-munkafüzet" in refusal(tmp_path)


@pytest.mark.parametrize(
    ("contents", "words"),
    [
        (b"n\xe9v;egyes\xfclet\n", "Nem Excel-munkafüzet"),
        (b"", "A fájl sérült"),
        (b"PK\x03\x04 and nothing more", "A fájl sérült"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "jelszóval titkosított"),
    ],
)
def test_a_file_that_is_no_xlsx(tmp_path, contents, words):
    """A text, an empty file, half a zip, an old or encrypted workbook."""
    path = tmp_path / "verseny.xlsx"
    path.write_bytes(contents)
    assert words in refusal(path)


def test_a_zip_that_is_no_workbook(tmp_path):
    """A zip with anything else in it."""
    path = tmp_path / "verseny.xlsx"
    with zipfile.ZipFile(path, "w") as parts:
        parts.writestr("levél.txt", "szia")
    assert "Nem Excel-munkafüzet" in refusal(path)


@pytest.mark.parametrize("share", [0.05, 0.5, 0.99])
def test_a_file_cut_off(workbook_path, share):
    """A copy that broke off is damaged, wherever it broke off."""
    contents = workbook_path.read_bytes()
    workbook_path.write_bytes(contents[: int(len(contents) * share)])
    assert "A fájl sérült" in refusal(workbook_path)


@pytest.mark.parametrize("place", [0.2, 0.5, 0.8])
def test_a_file_with_a_bad_spot(workbook_path, place):
    """A bad sector in the middle of the file: damaged, never half read."""
    contents = bytearray(workbook_path.read_bytes())
    start = int(len(contents) * place)
    contents[start : start + 400] = bytes(400)
    workbook_path.write_bytes(contents)
    assert "A fájl sérült" in refusal(workbook_path)


def test_somebody_elses_workbook(tmp_path):
    """A sound workbook without our layout mark."""
    path = tmp_path / "más.xlsx"
    Workbook().save(path)
    assert "nem a Sportulti munkafüzete" in refusal(path)


@pytest.mark.parametrize(
    ("number", "words"), [(0, "nem a Sportulti"), (99, "újabb programmal"), ("x", "nem a Sportulti")]
)
def test_another_layout(workbook_path, number, words):
    """No number that there ever was, a newer one, or none at all in the layout cell."""

    def change(workbook):
        sheet, cell = next(iter(workbook.defined_names["elrendezes"].destinations))
        workbook[sheet][cell] = number

    edit(workbook_path, change)
    assert words in refusal(workbook_path)


def test_a_table_that_is_gone(workbook_path):
    """A table deleted with its headings is named, with its sheet."""

    def change(workbook):
        workbook["Cserék"].tables.pop("tCserek")
        workbook["Cserék"].delete_rows(4)

    edit(workbook_path, change)
    assert "Hiányzik a tCserek táblázat" in refusal(workbook_path)


def test_a_sheet_that_is_gone(workbook_path):
    """A deleted sheet takes its table along: the table is named, with its sheet."""
    edit(workbook_path, lambda workbook: workbook.remove(workbook["Cserék"]))
    assert "„Cserék” munkalap" in refusal(workbook_path)


def test_a_table_name_that_stands_twice(workbook_path):
    """Two tables of one name: which is ours cannot be told."""

    def change(workbook):
        own = workbook["Napló"].tables.pop("tNaplo")
        own.name = own.displayName = "tCserek"
        workbook["Napló"].tables["tCserek"] = own

    edit(workbook_path, change)
    assert "Két táblázat neve is tCserek" in refusal(workbook_path)


@pytest.mark.parametrize(
    ("text", "words"), [("Ki?", "hiányzik a Ki oszlop"), ("Be", "kétszer szerepel|hiányzik")]
)
def test_a_heading_that_was_typed_over(workbook_path, text, words):
    """A heading is named, and how it must read."""
    edit(workbook_path, lambda workbook: workbook["Cserék"].__setitem__("C4", text))
    with pytest.raises(BookError, match=words):
        FileBook.open(workbook_path)


@pytest.mark.parametrize("text", ["ki", " Ki ", "KI"])
def test_a_heading_in_other_letters_is_ours(workbook_path, text):
    """Case and blanks do not matter; at the next save the heading reads as ours again, in the table's list too."""

    def change(workbook):
        sheet = workbook["Cserék"]
        sheet["C4"] = text
        sheet.tables["tCserek"].tableColumns[2].name = text

    edit(workbook_path, change)
    book = FileBook.open(workbook_path)
    row = dict.fromkeys(column.name for column in table_layout("tCserek").columns) | {
        "Vonal": "A",
        "Ki": "Nagy Pál",
    }
    book.write_table("tCserek", [row])
    book.save()
    sheet = load_workbook(workbook_path)["Cserék"]
    assert (sheet["C4"].value, sheet["C5"].value) == ("Ki", "Nagy Pál")
    assert sheet.tables["tCserek"].tableColumns[2].name == "Ki"


def test_a_heading_that_stands_twice(workbook_path):
    """An own column with the heading of one of ours."""

    def change(workbook):
        sheet = workbook["Cserék"]
        sheet["H4"] = "Ki"
        sheet.tables["tCserek"].ref = "A4:H5"

    edit(workbook_path, change)
    assert "kétszer szerepel a Ki oszlop" in refusal(workbook_path)


def test_a_named_cell_that_is_gone(workbook_path):
    """A deleted row took a named cell along."""

    def change(workbook):
        workbook.defined_names.pop("fobiro")
        workbook["Verseny"]["A14"] = None

    edit(workbook_path, change)
    assert "Hiányzik a fobiro nevű cella" in refusal(workbook_path)


def test_a_name_that_points_nowhere(workbook_path):
    """#REF! is what Excel leaves of a deleted cell."""
    edit(
        workbook_path,
        lambda workbook: setattr(workbook.defined_names["fobiro"], "attr_text", "Verseny!#REF!"),
    )
    assert "Hiányzik a fobiro nevű cella" in refusal(workbook_path)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no permission bits")
def test_a_read_only_file(workbook_path):
    """A write-protected file is refused before the work, not after it."""
    workbook_path.chmod(0o444)
    assert "A fájl nem írható" in refusal(workbook_path)


def test_a_read_only_folder(workbook_path, monkeypatch):
    """A folder that takes no new file is refused before the work."""
    access = os.access
    monkeypatch.setattr(file_opening.os, "access", lambda path, mode: path.is_file() and access(path, mode))
    assert "Ebbe a mappába nem lehet írni" in refusal(workbook_path)


def test_a_file_changed_meanwhile(workbook_path):
    """Somebody saved the file while the verb was computing: theirs stays."""
    book = FileBook.open(workbook_path)
    book.write_value("verseny_nev", "Kupa")
    edit(workbook_path, lambda workbook: workbook["Verseny"].__setitem__("B9", "Szeged"))
    theirs = workbook_path.read_bytes()
    with pytest.raises(BookError, match="közben más is elmentette"):
        book.save()
    assert workbook_path.read_bytes() == theirs
    assert [path.name for path in workbook_path.parent.iterdir()] == [workbook_path.name]


def test_a_file_changed_while_it_is_being_saved(workbook_path, monkeypatch):
    """The last look is right before the rename, after the flush that may take its time."""
    book = FileBook.open(workbook_path)
    flush = os.fsync

    def flush_and_be_late(handle):
        flush(handle)
        workbook_path.write_bytes(b"theirs")

    monkeypatch.setattr("macros_py.book.saving.os.fsync", flush_and_be_late)
    with pytest.raises(BookError, match="közben más is elmentette"):
        book.save()
    assert workbook_path.read_bytes() == b"theirs"


@pytest.mark.parametrize("share", [0.0, 0.5])
def test_a_save_that_breaks_off_leaves_the_old_file(workbook_path, monkeypatch, share):
    """A fault in the middle of writing: the file on the disk is the one that was read."""
    before = workbook_path.read_bytes()
    book = FileBook.open(workbook_path)

    def break_off(_, stream):
        stream.write(before[: int(len(before) * share)])
        raise RuntimeError("power cut")

    monkeypatch.setattr("macros_py.book.file.save_workbook", break_off)
    with pytest.raises(RuntimeError):
        book.save()
    assert workbook_path.read_bytes() == before
    assert [path.name for path in workbook_path.parent.iterdir()] == [workbook_path.name]


def test_a_new_file_needs_a_folder(template, tmp_path):
    """The folder that is not there is named before anything is computed."""
    with pytest.raises(BookError, match="Nincs ilyen mappa"):
        FileBook.create(tmp_path / "nincs" / "kupa.xlsx", template)


def test_a_new_file_does_not_replace_one_that_came_up_meanwhile(template, tmp_path):
    """Somebody made a file of that name while the verb was computing: theirs stays."""
    path = tmp_path / "kupa.xlsx"
    book = FileBook.create(path, template)
    path.write_bytes(b"theirs")
    with pytest.raises(BookError, match="Már van ilyen fájl"):
        book.save()
    assert path.read_bytes() == b"theirs"
