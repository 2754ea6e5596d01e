"""What clubs really send: footers, reserves, several sheets, spoilt cells – nothing is taken unasked."""

from __future__ import annotations

from datetime import date, time
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.styles import Font

from macros_py.book.port import CellValue
from macros_py.rules.problems import Degree
from macros_py.words import describe
from tests.actions.conftest import Event


def read(event: Event, path: Path, text: str, **options: Any) -> list[str]:
    """Read a list in csv; give the codes."""
    path.write_text(text, "utf-8")
    return event.codes("import_entrants", **{"from": path}, **options)


def names(event: Event) -> list[CellValue]:
    """Give the names of the Nevezők sheet in their order."""
    return [row["Név"] for row in event.book.read_table("tNevezok")]


def clubs(event: Event) -> set[CellValue]:
    """Give the clubs of the Nevezők sheet."""
    return {row["Egyesület"] for row in event.book.read_table("tNevezok")}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Név,Egyesület,Mesterpont\nŐze Ákos,A,12,5\n", "list_row_long"),
        ("Név,Mesterpont,Egyesület\nŐze Ákos,12,5,\n", "list_row_long"),
        ("Név;Mesterpont\nŐze Ákos;12;5\n", "list_row_long"),
        ('Név,Egyesület,Mesterpont\nŐze Ákos,A,"12,5"\n', ""),
        ("Név;Mesterpont\nŐze Ákos;12,5;\n", ""),
        ("Név,Egyesület,Mesterpont,,\nŐze Ákos,A,12,,\n", ""),
    ],
)
def test_a_row_with_more_fields_than_headings(event: Event, tmp_path: Path, text: str, code: str) -> None:
    """A decimal comma without quotation marks makes a field too many: refused, with what to do; no number is cut."""
    assert read(event, tmp_path / "lista.csv", text) == [code] * bool(code)
    assert names(event) == [] if code else ["Őze Ákos"]
    if code:
        assert "idézőjelbe" in str(event.row("tHibak")["Teendő"])


def test_masterpoints_from_a_row_with_too_many_fields_are_left_alone(event: Event, tmp_path: Path) -> None:
    """12,5 does not become 12."""
    read(event, tmp_path / "lista.csv", "Név;MP\nPapp Győző;3\nKis Éva;4\n")
    (tmp_path / "mp.csv").write_text("Név,Mesterpont\nPapp Győző,12,5\nKis Éva,13\n", "utf-8")
    [problem] = event.press("import_entrants", masterpoints=tmp_path / "mp.csv")
    assert (problem.code, problem.degree) == ("list_row_long", Degree.WARNING)
    assert [row["Mesterpont"] for row in event.book.read_table("tNevezok")] == [3, 13]


@pytest.mark.parametrize(
    "value",
    [
        date(2026, 3, 4),
        time(10, 30),
        True,
        101.5,
        12345678901234567890.0,
        1234567890123456,
        "2026. 03. 04.",
        "2026-03-04",
        "1,23457E+15",
        "igen",
        "x",
    ],
)
def test_what_is_no_licence(event: Event, tmp_path: Path, value: Any) -> None:
    """A date, a mere yes, a fraction, made-up digits: refused in a list and on the sheet."""
    path = tmp_path / "lista.xlsx"
    book = Workbook()
    assert book.active is not None
    for row in (["Név", "Versenyengedély"], ["Nagy Pál", value]):
        book.active.append(row)
    book.save(path)
    [refused] = event.press("import_entrants", **{"from": path})
    assert refused.code == "licence_unusable"
    assert "lista.xlsx, 2. sor, Versenyengedély száma" in describe(refused).message
    event.press("new_event")
    event.staff()
    event.enter(9)
    rows = event.book.read_table("tNevezok")
    event.book.write_table("tNevezok", [rows[0] | {"Versenyengedély száma": value}, *rows[1:]])
    assert event.codes("check_entries") == ["licence_unusable"]
    assert event.row("tHibak")["Munkalap"] == "Nevezők"


@pytest.mark.parametrize("value", [101, 101.0, "101", "A-12", "1-2", "2026/7", "00101"])
def test_what_is_a_licence(event: Event, value: CellValue) -> None:
    """Whole numbers (40.0 where a live workbook says so) and any text are taken as they are."""
    event.press("new_event")
    event.staff()
    event.enter(9)
    rows = event.book.read_table("tNevezok")
    event.book.write_table("tNevezok", [rows[0] | {"Versenyengedély száma": value}, *rows[1:]])
    assert event.codes("check_entries") == []


def years(path: Path, active: int) -> None:
    """Write a list with a sheet a year."""
    book = Workbook()
    assert book.active is not None
    book.remove(book.active)
    for year in (2024, 2025, 2026):
        sheet = book.create_sheet(str(year))
        sheet.append(["Név", "Egyesület"])
        for number in range(2030 - year):
            sheet.append([f"Tag {'ABCDEF'[number]}éla", f"MTK {year}"])
    book.create_sheet("Jegyzet")["A1"] = "Nevek nélkül"
    book.active = active
    book.save(path)


def test_the_active_sheet_is_read_and_the_others_are_named(event: Event, tmp_path: Path) -> None:
    """The sheet that was open when the list was saved counts; others with names are told, with the option."""
    path = tmp_path / "lista.xlsx"
    years(path, 2)
    event.press("import_entrants", **{"from": path})
    assert clubs(event) == {"MTK 2026"}
    told = " ".join(event.book.told)
    assert "„2024”, „2025”" in told
    assert "--sheet" in told
    assert "Jegyzet" not in told


def test_a_named_sheet_is_read(event: Event, tmp_path: Path) -> None:
    """--sheet chooses, whatever sheet was open; a name that is none is refused with those that are."""
    path = tmp_path / "lista.xlsx"
    years(path, 2)
    event.press("import_entrants", **{"from": path}, sheet="2025")
    assert clubs(event) == {"MTK 2025"}
    [refused] = event.press("import_entrants", **{"from": path}, sheet="2023")
    assert refused.code == "list_sheet_unknown"
    assert "2024, 2025, 2026" in describe(refused).expected
    [refused] = event.press("import_entrants", **{"from": path}, sheet="Jegyzet")
    assert refused.code == "list_without_names"


def test_an_active_cover_without_names_is_passed_by(event: Event, tmp_path: Path) -> None:
    """Where the open sheet holds no list, the one that fits best is read."""
    path = tmp_path / "lista.xlsx"
    years(path, 3)
    event.press("import_entrants", **{"from": path})
    assert clubs(event) == {"MTK 2024"}


FOOTERS = (
    "Lista zárva 2026.11.29.",
    "A nevezés lezárva",
    "Megjegyzés: a sorrend a nevezés ideje",
    "3 fő",
    "Utolsó frissítés: 2026. 11. 28. 20:00",
    "https://pelda.hu/nevezok",
    "Tel.: 06 30 123 4567",
    "Kelt: Szeged",
    "Nevezők száma: 3",
    "Átlag",
    "A nevezési díjat a helyszínen fizetjük.",
)


def test_footers_are_nobody_and_are_told(event: Event, tmp_path: Path) -> None:
    """Each line that was left out is told with its text."""
    text = "Név;Egyesület;Eng. szám\nNagy Pál;MTK;7\n" + "".join(f"{line};;\n" for line in FOOTERS)
    problems = read(event, tmp_path / "lista.csv", text)
    assert problems == ["list_line_skipped"] * len(FOOTERS)
    assert names(event) == ["Nagy Pál"]


def test_reserves_under_their_heading_are_reserves(event: Event, tmp_path: Path) -> None:
    """The heading is nobody; who stands below it is a reserve, until the next heading; all of them are named."""
    text = "Név;Eng. szám\nNagy Pál;7\n;\nTartalékok:;\nKis Éva;8\nNévx;Eng\nTóth Ede;9\nNevezők:;\nPapp Ida;10\n"
    path = tmp_path / "lista.csv"
    path.write_text(text.replace("Névx;Eng\n", "Név;Eng. szám\n"), "utf-8")
    [problem] = event.press("import_entrants", **{"from": path})
    assert problem.code == "list_reserves"
    assert "Kis Éva, Tóth Ede" in describe(problem).message
    assert [row["Tartalék"] for row in event.book.read_table("tNevezok")] == [None, "igen", "igen", None]


def test_a_struck_out_line_is_left_out_and_told(event: Event, tmp_path: Path) -> None:
    """Who withdrew is not entered, and he is named; who stands here already stays as he is."""
    path = tmp_path / "lista.xlsx"
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for line in (["Név", "Eng. szám"], ["Nagy Pál", "7"], ["Kis Éva", "8"]):
        sheet.append(line)
    sheet["A3"].font = Font(strike=True)
    book.save(path)
    [problem] = event.press("import_entrants", **{"from": path})
    assert problem.code == "list_line_struck"
    assert "Kis Éva" in describe(problem).message
    assert names(event) == ["Nagy Pál"]


@pytest.mark.parametrize(
    "heading", ["Vers.eng. szám", "Versenyeng.", "versenyeng. sz.", "Versenyengdély száma", "V.eng.sz."]
)
def test_near_headings_are_matched_and_told(event: Event, tmp_path: Path, heading: str) -> None:
    """Abbreviations and slips of the pen; it is said what the column was taken for."""
    codes = read(event, tmp_path / "lista.csv", f"Név;{heading}\nNagy Pál;7\n")
    assert codes in ([], ["list_heading_near"])
    assert event.row("tNevezok")["Versenyengedély száma"] == "7"


@pytest.mark.parametrize(
    ("heading", "code"),
    [
        ("Egy.", "list_heading_doubtful"),
        ("Hely", "list_column_unused"),
        ("Telefon", "list_column_unused"),
        ("Nevezés", "list_column_unused"),
        ("Verseny", "list_column_unused"),
    ],
)
def test_far_headings_are_not_guessed(event: Event, tmp_path: Path, heading: str, code: str) -> None:
    """What may be two of ours is asked about; what is none of ours is told as such."""
    assert read(event, tmp_path / "lista.csv", f"Név;{heading}\nNagy Pál;7\n") == [code]


def test_an_exact_heading_goes_before_a_near_one(event: Event, tmp_path: Path) -> None:
    """Beside our own word the near one is a column of its own."""
    codes = read(event, tmp_path / "lista.csv", "Név;Vers.eng.;Versenyengedély száma\nNagy Pál;8;7\n")
    assert codes == ["list_column_unused"]
    assert event.row("tNevezok")["Versenyengedély száma"] == "7"


def test_a_list_read_again_clears_what_was_said_of_it_and_nothing_else(event: Event, tmp_path: Path) -> None:
    """Problems of the list go when it is right; those of the sheet stay until the sheet is looked at again."""
    event.press("new_event")
    event.enter(9)
    rows = event.book.read_table("tNevezok")
    event.book.write_table("tNevezok", [rows[0] | {"Versenyengedély száma": None}, *rows[1:]])
    event.press("check_entries")
    read(event, tmp_path / "lista.csv", "Név;MP\nKis Éva;sok\n")
    assert {"N04", "M04"} <= {row["Kód"] for row in event.book.read_table("tHibak")}
    read(event, tmp_path / "lista.csv", "Név;MP;Eng. szám\nKis Éva;1;77\n")
    codes = {row["Kód"] for row in event.book.read_table("tHibak")}
    assert "N04" in codes
    assert "M04" not in codes


@pytest.mark.parametrize("encoding", ["mac_latin2", "cp852", "cp1250", "iso8859-2"])
@pytest.mark.parametrize("head", ["Név;Egyesület", "Nev;Klub"])
def test_old_encodings_of_other_systems(event: Event, tmp_path: Path, encoding: str, head: str) -> None:
    """Lists of an old Mac or of DOS are read in their own letters, and it is said what they were taken for."""
    path = tmp_path / "lista.csv"
    people = ("Őze Örs", "Szűcs Tünde", "Gyökér Ágnes", "Kőműves Jenő")
    path.write_bytes("\n".join([head, *(f"{name};Óbudai ÚJ" for name in people), ""]).encode(encoding))
    event.press("import_entrants", **{"from": path})
    assert names(event) == list(people)
    if encoding in {"mac_latin2", "cp852"}:
        assert encoding in " ".join(event.book.told)
