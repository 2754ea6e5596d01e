"""import_entrants: whatever a club sends gives the same entrants."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl.cell import Cell

from macros_py.book.text_files import decoded
from macros_py.words import describe
from tests.actions.conftest import Event
from tests.refusals import refused

PEOPLE = (
    ("Őze Örs", "Budai UE", "00101", "12,5"),
    ("Šimon Űrné", "Žilina SE", "102", "3"),
    ("None", "", "103", ""),
)
HEADINGS = {
    "own": "Név|Egyesület|Versenyengedély száma|Mesterpont",
    "shouted": "NÉV:|EGYESÜLET|VERSENYENGEDÉLY  SZÁMA|MESTERPONT (2026)",
    "short": "Játékos neve|Klub|Eng. szám|MP",
    "without accents": "Versenyzo|Csapat|Versenyzoi engedely|Mesterpontok",
    "two columns": "Vezetéknév / Keresztnév|Egyesület|Engedély|M.pont",
}
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1250", "iso8859-2")
NAMES = (
    (
        "Őze Ödön; Szűcs Jenő; Kőműves Béla; Győrfi Ágnes; Dr. Űrhegyi Zsófia; Fűzfői Ottó; ŐRSI ÁRPÁD; KŰRTI BŐDÖN; "
        "Hűvös Mátyás; Csűrös Dezső; Őri Éva; Lőrincz Móric; Űveges Tünde; Bősze Gyöngyvér; Tőkés Íñigo"
    )
    .replace("ñ", "n")
    .split("; ")
)
ABROAD = [
    "Šimon Pál",
    "Tomaš Jenő",
    "Žigo Éva",
    "Kuruc Dražen",
    "MILOŠ ÖDÖN",
    "Jožef Ármin",
    "Šušnjar Ottó",
    "Ljubiša Žarko",
]


def written(delimiter: str, headings: str) -> str:
    """Write the people as a club would."""
    head = HEADINGS[headings].replace(" / ", "|").split("|")
    lines = [head]
    for name, *rest in PEOPLE:
        first, _, last = name.partition(" ")
        lines.append([first, last, *rest] if headings == "two columns" else [name, *rest])
    quoted = [[f'"{cell}"' if delimiter in cell else cell for cell in line] for line in lines]
    return "\r\n".join(["Tavaszi kupa", "", *(delimiter.join(line) for line in quoted), "", "Összesen: 3 fő"])


@pytest.mark.parametrize("headings", HEADINGS)
@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_one_list_in_any_dress(
    event: Event, tmp_path: Path, encoding: str, delimiter: str, headings: str
) -> None:
    """Encodings × separators × headings: the same people, with their zeros; the footer is told and left out."""
    path = tmp_path / "lista.csv"
    path.write_bytes(written(delimiter, headings).encode(encoding))
    assert event.codes("import_entrants", **{"from": path}) == ["list_line_skipped"]
    rows = event.book.read_table("tNevezok")
    assert [row["Név"] for row in rows] == ["Őze Örs", "Šimon Űrné", "None"]
    assert [row["Egyesület"] for row in rows] == ["Budai UE", "Žilina SE", None]
    assert [row["Versenyengedély száma"] for row in rows] == ["00101", "102", "103"]
    assert [row["Mesterpont"] for row in rows] == [12.5, 3, None]


@pytest.mark.parametrize("encoding", ["cp1250", "iso8859-2"])
@pytest.mark.parametrize("name", [*NAMES, *ABROAD])
def test_ő_and_š_are_read_in_either_old_encoding(name: str, encoding: str) -> None:
    """ő and ű are the same bytes in both; of š and ž the likelier reading counts, even in a list of one name."""
    found = decoded(f"Név\n{name}\n".encode(encoding))
    assert found is not None
    assert found[0] == f"Név\n{name}\n"


def test_a_named_separator_counts_and_is_nobody(event: Event, tmp_path: Path) -> None:
    """Excel's first line sep=; is obeyed; the formula that guards zeros is taken off."""
    path = tmp_path / "lista.csv"
    path.write_text('sep=;\nNév;Eng. szám\n"Nagy, Pál";="007"\n', "utf-8")
    event.press("import_entrants", **{"from": path})
    row = event.row("tNevezok")
    assert (row["Név"], row["Versenyengedély száma"]) == ("Nagy, Pál", "007")


letters = st.text("aábcdeéfghiíoóöőuúüűsz", min_size=2, max_size=8).map(str.capitalize)
people = st.lists(st.tuples(letters, letters), min_size=1, max_size=6, unique=True)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(people, st.sampled_from(ENCODINGS), st.sampled_from(";,\t"), st.booleans(), st.booleans())
def test_any_list_written_in_any_way_gives_the_same_entrants(
    tmp_path: Path,
    names: list[tuple[str, str]],
    encoding: str,
    delimiter: str,
    is_split: bool,
    is_titled: bool,
) -> None:
    """Property: names come back as they were written."""
    head = ["Vezetéknév", "Keresztnév"] if is_split else ["Játékos"]
    lines = [["Lista"]] * is_titled + [[*head, "MP"]]
    lines += [[*(pair if is_split else [" ".join(pair)]), "1"] for pair in names]
    path = tmp_path / "lista.csv"
    path.write_bytes("\n".join(delimiter.join(line) for line in lines).encode(encoding))
    event = Event()
    event.press("import_entrants", **{"from": path})
    assert [row["Név"] for row in event.book.read_table("tNevezok")] == [" ".join(pair) for pair in names]


def club_workbook(path: Path) -> None:
    """Write a list with everything clubs do to one: an empty sheet before it, titles, merged and hidden cells."""
    book = Workbook()
    assert book.active is not None
    book.active.title = "Borító"
    sheet = book.create_sheet("Nevezés")
    sheet["B2"] = "Nevezési lap"
    sheet.merge_cells("B2:F2")
    for column, heading in zip(
        "BDEFG", ("Ssz", "Vezetéknév", "Keresztnév", "Egyesület", "Eng. sz."), strict=True
    ):
        sheet[f"{column}5"] = heading
    rows = (("Dr. Őze", "Örs", "Budai UE", 7), ("=Kovács", "Pál", None, 8), ("NA", "null", "Szeged", 9))
    for row, (first, last, club, licence) in enumerate(rows, start=6):
        sheet[f"B{row}"] = row - 5
        sheet[f"D{row}"], sheet[f"E{row}"], sheet[f"F{row}"] = first, last, club
        sheet[f"G{row}"] = licence
        sheet[f"G{row}"].number_format = "00000"
    cell = sheet["D7"]
    assert isinstance(cell, Cell)
    cell.data_type = "s"
    sheet.merge_cells("F6:F7")
    sheet.row_dimensions[8].hidden = True
    for row in range(9, 10_000):
        sheet[f"B{row}"].number_format = "0"
    sheet["D9"] = "Összesen: 3 fő"
    book.save(path)


def test_a_club_s_workbook_is_read(event: Event, tmp_path: Path) -> None:
    """Another sheet, titles above, a blank column, merged clubs, a hidden row, zeros shown by a format, a footer."""
    path = tmp_path / "lista.xlsx"
    club_workbook(path)
    assert event.codes("import_entrants", **{"from": path}) == ["list_line_skipped", "list_name_put_right"]
    rows = event.book.read_table("tNevezok")
    assert [row["Név"] for row in rows] == ["Dr. Őze Örs", "=Kovács Pál", "NA Null"]
    assert [row["Egyesület"] for row in rows] == ["Budai UE", "Budai UE", "Szeged"]
    assert [row["Versenyengedély száma"] for row in rows] == ["00007", "00008", "00009"]
    told = " ".join(event.book.told)
    assert "ezt a lapot olvastuk be: „Nevezés”" in told
    assert "1 rejtett sora" in told


def test_a_dry_run_tells_and_writes_nothing(event: Event, tmp_path: Path) -> None:
    """Who is new and what changes is told line by line; neither log nor snapshot nor Hibák knows of it."""
    path = tmp_path / "lista.csv"
    path.write_text("Név;MP\nNagy Pál;1\n", "utf-8")
    event.press("import_entrants", **{"from": path})
    path.write_text("Név;MP\nNagy Pál;2\nKis Éva;3\n", "utf-8")
    before, saves, snapshots = event.everything(), event.book.saves, list(event.snapshots)
    assert event.codes("import_entrants", **{"from": path}, dry_run=True) == []
    assert (event.everything(), event.book.saves, event.snapshots) == (before, saves, snapshots)
    told = " ".join(event.book.told)
    assert "módosul: Nagy Pál – Mesterpont: 1 → 2" in told
    assert "új: Kis Éva (3)" in told


def test_masterpoints_of_known_entrants_only(event: Event, tmp_path: Path) -> None:
    """The federation's list changes Mesterpont by licence or name; it adds nobody; a contradiction is left alone."""
    path, master = tmp_path / "lista.csv", tmp_path / "mp.csv"
    path.write_text("Név;Eng. szám;MP;Klub\nNagy Pál;007;1;X\nKis Éva;;2;X\nTóth Ede;9;3;X\n", "utf-8")
    event.press("import_entrants", **{"from": path})
    master.write_text(
        "Versenyző;Licenc;Mesterpont;Klub\nNagy Pál;7;11,5;Y\nKis Éva;8;12;Y\nMás Valaki;9;13;Y\nIdegen;10;sok;Y\n",
        "utf-8",
    )
    assert event.codes("import_entrants", masterpoints=master) == ["list_licence_other"]
    rows = event.book.read_table("tNevezok")
    assert [(row["Mesterpont"], row["Egyesület"]) for row in rows] == [(11.5, "X"), (12, "X"), (3, "X")]
    assert "1 nevező nincs a mesterpontlistán: Tóth Ede" in " ".join(event.book.told)


@pytest.mark.parametrize(
    ("line", "codes", "people"),
    [
        ("Kiss Béla;7", ["list_licence_other"], 1),
        ("Dr. Nagy Pal;7", ["list_name_kept"], 1),
        ("O\u030bze Örs;7", ["list_licence_other"], 1),
        ("Nagy Pál;8", ["list_namesake"], 2),
        ("NAGY  PÁL;", [], 1),
        ("42;9", ["list_name_odd"], 1),
    ],
)
def test_who_contradicts_the_sheet(
    event: Event, tmp_path: Path, line: str, codes: list[str], people: int
) -> None:
    """One licence with another name is refused, one name with another licence asked about; spellings are one person."""
    path = tmp_path / "lista.csv"
    path.write_text("Név;Eng. szám\nNagy Pál;7\n", "utf-8")
    event.press("import_entrants", **{"from": path})
    path.write_text(f"Név;Eng. szám\n{line}\n", "utf-8")
    problems = event.press("import_entrants", **{"from": path})
    assert [problem.code for problem in problems] == codes
    assert all(describe(problem).action for problem in problems)
    assert len(event.book.read_table("tNevezok")) == people


@pytest.mark.parametrize(
    ("ending", "code", "words"),
    [
        (".ods", "list_ods", "Excel 2007–365"),
        (".xls", "list_xls", "Mentés másként"),
        (".pdf", "list_pdf", "táblázatot"),
    ],
)
def test_other_kinds_are_refused_with_advice(
    event: Event, tmp_path: Path, ending: str, code: str, words: str
) -> None:
    """The sentence says how to save it."""
    path = tmp_path / f"lista{ending}"
    path.write_bytes(b"x")
    with refused(code, match=words):
        event.press("import_entrants", **{"from": path})
