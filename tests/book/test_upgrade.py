"""Older layouts and other programs' savings: completed and mended in place, nothing of the referee's touched."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from macros_py.__main__ import main
from macros_py.book.file import FileBook
from macros_py.book.layout import known_layout, table_layouts, value_layouts
from macros_py.book.log_chain import broken_links
from tests.refusals import refused

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).resolve().parents[2]
OLD = PROJECT / "tests" / "golden" / "elrendezes-1.xlsx"
NEW = PROJECT / "workbook" / "Sportulti.xlsx"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Give an event of the first layout: two people typed, a column and a sheet of the referee's own."""
    workbook = load_workbook(OLD)
    sheet = workbook["Nevezők"]
    heading = next(iter(sheet.tables.values())).ref
    assert heading.startswith("A4:")
    sheet["B5"], sheet["B6"] = "Őze Ödön", "Kis Pál"
    sheet["M4"], sheet["M5"] = "Telefon", "30/1234567"
    workbook.create_sheet("Sajátom")["A1"] = "jegyzet"
    workbook["Verseny"]["B5"], workbook["Kezdőlap"]["B91"] = "Régi kupa", "regi-verseny"
    workbook.save(tmp_path / "Régi.xlsx")
    return tmp_path / "Régi.xlsx"


def test_an_old_workbook_is_completed_and_its_original_kept(
    old: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every table and name is there afterwards; own columns and sheets, and what was typed, too; the file is told."""
    original = old.read_bytes()
    assert main(["check_entries", str(old)]) == 1
    assert "régebbi elrendezésű volt (1)" in capsys.readouterr().out
    assert (old.parent / "masolatok" / "Régi_elrendezes-1.xlsx").read_bytes() == original
    book = FileBook.open(old)
    assert book.upgraded_from is None
    assert book.read_value("elrendezes") == known_layout()
    assert [row["Név"] for row in book.read_table("tNevezok")] == ["Őze Ödön", "Kis Pál"]
    assert book.read_value("verseny_nev") == "Régi kupa"
    assert all(book.read_table(table) is not None for table in table_layouts())
    assert all(book.value_address(name) for name in value_layouts())
    again = load_workbook(old)
    assert again["Sajátom"]["A1"].value == "jegyzet"
    assert again["Nevezők"]["M5"].value == "30/1234567"
    assert main(["check_entries", str(old)]) == 1
    assert "régebbi elrendezésű" not in capsys.readouterr().out


def test_the_completed_workbook_goes_through_a_whole_event(old: Path) -> None:
    """Nine players are typed into the old file, and every verb works on it."""
    book = FileBook.open(old)
    book.write_table(
        "tNevezok", [{"Név": f"Játékos {n}", "Versenyengedély száma": f"L{n}"} for n in range(9)]
    )
    book.write_value("fordulok", 1)
    book.write_value("leosztasok_fordulonkent", 3)
    book.save()
    for line in (
        "assign_lines",
        "seat_players",
        "deal_round --round 1",
        "reveal_round --round 1 --person Béla",
        "score_event",
        "preview",
    ):
        verb, *options = line.split()
        assert main([verb, str(old), *options]) == 0


def as_other_program(tmp_path: Path, *, tables: bool, names: bool) -> Path:
    """Give our workbook as another program saves it: without tables, without names, with one more sheet."""
    file = tmp_path / "mashonnan.xlsx"
    workbook = load_workbook(NEW)
    workbook["Nevezők"]["B5"] = "Őze Ödön"
    for sheet in workbook.worksheets:
        if not tables:
            for name in list(sheet.tables):
                del sheet.tables[name]
    if not names:
        for name in list(workbook.defined_names):
            del workbook.defined_names[name]
    workbook.create_sheet("Export Summary", 0)["A1"] = "This document was exported"
    workbook.save(file)
    return file


@pytest.mark.parametrize(("tables", "names"), [(False, True), (True, False), (False, False)])
def test_tables_and_names_that_another_program_dropped_come_back(
    tmp_path: Path, tables: bool, names: bool
) -> None:
    """Google Sheets drops tables, Numbers names too: found again by headings and labels, and the file works."""
    file = as_other_program(tmp_path, tables=tables, names=names)
    book = FileBook.open(file)
    assert [row["Név"] for row in book.read_table("tNevezok")] == ["Őze Ödön"]
    book.save()
    again = load_workbook(file)
    assert "tNevezok" in again["Nevezők"].tables
    assert "verseny_nev" in again.defined_names
    assert again["Export Summary"]["A1"].value == "This document was exported"


def test_a_table_whose_headings_are_gone_is_not_guessed(tmp_path: Path) -> None:
    """Without one of its headings a dropped table is missing, and said to be."""
    file = as_other_program(tmp_path, tables=False, names=True)
    workbook = load_workbook(file)
    workbook["Nevezők"]["B4"] = "Ki ez?"
    workbook.save(file)
    with refused("table_missing", match="tNevezok"):
        FileBook.open(file)


def test_a_renamed_other_workbook_is_not_ours(tmp_path: Path) -> None:
    """A household budget named like the event is refused, even with a sheet called Kezdőlap."""
    workbook = Workbook()
    workbook.active.title = "Kezdőlap"
    workbook.save(tmp_path / "Kupa.xlsx")
    with refused("not_ours", match="nem a Sportulti munkafüzete"):
        FileBook.open(tmp_path / "Kupa.xlsx")


def test_a_zip_bomb_is_not_unpacked(tmp_path: Path) -> None:
    """A part that unpacks to half a gigabyte is refused by its own size, before anything is read."""
    bomb = tmp_path / "bomba.xlsx"
    shutil.copy(NEW, bomb)
    with (
        zipfile.ZipFile(bomb, "a", zipfile.ZIP_DEFLATED) as parts,
        parts.open("xl/media/kep.bin", "w") as part,
    ):
        for _ in range(401):
            part.write(bytes(2**20))
    assert bomb.stat().st_size < 2**20
    with refused("too_large", match="ekkora verseny nincs"):
        FileBook.open(bomb)


def test_a_lying_zip_is_damaged(tmp_path: Path) -> None:
    """A workbook cut in half (a broken copy) is called damaged."""
    half = tmp_path / "fel.xlsx"
    half.write_bytes(NEW.read_bytes()[:20000])
    with refused("damaged", match="sérült"):
        FileBook.open(half)


def test_formulas_errors_and_giant_texts_in_the_input_are_answered(tmp_path: Path) -> None:
    """A formula for a name, an error cell for a licence, ten megabytes in a cell: sentences, no crash."""
    file = tmp_path / "Kupa.xlsx"
    workbook = load_workbook(NEW)
    sheet = workbook["Nevezők"]
    sheet["B5"], sheet["D5"] = '=HYPERLINK("http://x","Kis Pál")', "L1"
    sheet["B6"], sheet["D6"] = "Nagy Pál", "#N/A"
    sheet["D6"].data_type = "e"
    workbook.save(file)
    assert main(["check_entries", str(file)]) == 1
    large = [row["Talált"] for row in FileBook.open(file).read_table("tHibak")]
    assert any("HYPERLINK" in str(text) for text in large)
    with zipfile.ZipFile(file) as parts:
        contents = {name: parts.read(name) for name in parts.namelist()}
    name = next(name for name, content in contents.items() if "Nagy Pál".encode() in content)
    contents[name] = contents[name].replace("Nagy Pál".encode(), b"x" * 10_000_000, 1)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as parts:
        for name, content in contents.items():
            parts.writestr(name, content)
    assert main(["check_entries", str(file)]) == 1
    assert main(["check_entries", str(file)]) == 1


def test_a_hundred_thousand_blank_rows_are_no_rows(tmp_path: Path) -> None:
    """Somebody formatted a column down and down: the table is as long as what is typed in it."""
    file = tmp_path / "Kupa.xlsx"
    workbook = load_workbook(NEW)
    sheet = workbook["Nevezők"]
    sheet["B5"] = "Kis Pál"
    table = sheet.tables["tNevezok"]
    table.ref = table.ref.partition(":")[0] + ":L100000"
    table.autoFilter.ref = table.ref
    sheet.row_dimensions[100000].height = 20
    workbook.save(file)
    book = FileBook.open(file)
    assert [row["Név"] for row in book.read_table("tNevezok")] == ["Kis Pál"]
    book.write_table("tNevezok", [{"Név": "Kis Pál"}, {"Név": "Nagy Pál"}])
    book.save()
    assert len(FileBook.open(file).read_table("tNevezok")) == 2


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """Give an event of the second layout: nine players, two rounds, closed for good, masterpoints awarded."""
    return Path(shutil.copy(PROJECT / "tests" / "golden" / "elrendezes-2.xlsx", tmp_path / "Kupa.xlsx"))


def test_a_closed_event_of_the_second_layout_stays_closed(
    older: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its log gets one anchor row, its results are final from then on, its ranking is the one it had."""
    before = load_workbook(older)["Végeredmény"]
    ranked = [[cell.value for cell in row] for row in before.iter_rows(min_row=5, max_row=13, max_col=7)]
    assert main(["close_round", str(older), "--round", "2", "--early", "--person", "Fő Béla"]) == 1
    assert main(["award_masterpoints", str(older)]) == 0
    told = capsys.readouterr().out
    assert "régebbi elrendezésű volt (2)" in told
    book = FileBook.open(older)
    log = book.read_table("tNaplo")
    anchors = [row for row in log if "láncolása itt kezdődik" in str(row["Részletek"])]
    assert len(anchors) == 1
    assert [row["Sorszám"] for row in log] == list(range(1, len(log) + 1))
    assert broken_links(log) == []
    assert book.read_value("veglegesitve")
    after = load_workbook(older)["Végeredmény"]
    assert [
        [cell.value for cell in row] for row in after.iter_rows(min_row=5, max_row=13, max_col=7)
    ] == ranked
    assert main(["award_masterpoints", str(older)]) == 0
    assert "választ" not in capsys.readouterr().out
    book = FileBook.open(older)
    rows = book.read_table("tEredmenyek")
    rows[0]["Ft A"] = 99
    book.write_table("tEredmenyek", rows)
    book.save()
    assert main(["write_record", str(older), "--to", str(older.with_name("e.xlsx"))]) == 1


def test_an_open_event_of_the_second_layout_goes_on(older: Path) -> None:
    """Opened again as it was before its last closing, it is scored, closed and awarded with what has come since."""
    workbook = load_workbook(older)
    workbook["Fordulók"]["C6"], workbook["Fordulók"]["F6"] = "lejátszva", None
    workbook.save(older)
    assert main(["score_event", str(older)]) == 0
    assert main(["close_round", str(older), "--round", "2"]) == 1
    assert main(["post_results", str(older)]) == 0
    assert main(["close_round", str(older), "--round", "2", "--early", "--person", "Fő Béla"]) == 0
    assert main(["award_masterpoints", str(older)]) == 0
    assert broken_links(FileBook.open(older).read_table("tNaplo")) == []


def test_a_ruling_typed_into_a_closed_event_of_the_second_layout_is_noticed(
    older: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before its log is anchored the published ranking is held against what is typed; without any copy too."""
    workbook = load_workbook(older)
    name = workbook["Végeredmény"]["B5"].value
    for cell, value in zip("ACGHI", (1, "levonás", name, 50, "%"), strict=True):
        workbook["Döntések"][f"{cell}5"] = value
    workbook.save(older)
    record = older.with_name("e.xlsx")
    for _ in range(2):
        assert main(["write_record", str(older), "--to", str(record)]) == 1
        assert "F102" in capsys.readouterr().out
        assert main(["list_queries", str(older)]) == 0
    assert not record.exists()
    workbook = load_workbook(older)
    for cell in "ACGHI":
        workbook["Döntések"][f"{cell}5"] = None
    workbook.save(older)
    assert main(["write_record", str(older), "--to", str(record)]) == 0
