"""A second typist: his sheet, what comes back, double entry, and the way to the next row."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import load_workbook

from macros_py.book.port import FileExists
from macros_py.words import describe
from tests.actions.conftest import Event
from tests.refusals import refused

RIGHT = {"Felvevő": "A", "Teljesítés": "P PA", "Ft A": 4, "Ft B": -2, "Ft C": -2}


@pytest.fixture
def played(event: Event) -> Event:
    """Give an event of 9 players whose first round has been played, nothing typed."""
    event.prepare(9, 2, 3)
    event.press("deal_round", round=(1,))
    event.reveal(1)
    return event


def fill(path: Path, skip: int = 0, **cells: object) -> None:
    """Type into the second typist's sheet as he does, with the given cells in its first row."""
    workbook = load_workbook(path)
    sheet = workbook["Eredményrögzítés"]
    headings = {cell.value: cell.column for cell in sheet[4]}
    for row in range(5 + skip, sheet.max_row + 1):
        for name, value in {**RIGHT, **(cells if row == 5 else {})}.items():
            sheet.cell(row, headings[name]).value = value
    workbook.save(path)


def test_the_sheet_has_the_protocols_asked_for_blank(played: Event, tmp_path: Path) -> None:
    """Protocols 2 and 3 of the round, in the order of the papers, with nothing of what was typed here."""
    played.type(1, 2, **RIGHT)
    target = tmp_path / "masodik.xlsx"
    assert played.codes("export_entry", round=(1,), protocols=(2, 3), to=target) == []
    workbook = load_workbook(target)
    sheet = workbook["Eredményrögzítés"]
    rows = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=5, max_col=15)]
    assert [row[1] for row in rows] == [2, 2, 2, 3, 3, 3]
    assert all(cell is None for row in rows for cell in row[9:15])
    assert all(row[5] for row in rows)
    assert sheet.conditional_formatting
    assert sheet.tables["tEredmenyek"].ref == "A4:R10"
    assert workbook["Adatok"].sheet_state == "hidden"
    with pytest.raises(FileExists):
        played.press("export_entry", round=(1,), to=target)


def test_what_comes_back_goes_into_the_empty_rows(played: Event, tmp_path: Path) -> None:
    """Two typists share a round; nothing is asked, everything is there, and it can be checked and closed."""
    target = tmp_path / "masodik.xlsx"
    played.press("export_entry", round=(1,), protocols=(2, 3), to=target)
    fill(target)
    played.type(1, 1, **RIGHT)
    assert played.codes("import_results", **{"from": target}) == []
    assert "6 üres sor kitöltve, 0 sor egyezik, 0 eltér" in played.book.told[-1]
    assert played.codes("check_results", round=(1,)) == []
    assert played.close(1) == []


def test_double_entry_shows_every_difference_side_by_side(played: Event, tmp_path: Path) -> None:
    """Both type everything: another way of writing is no difference, another number is; nothing is overwritten."""
    target = tmp_path / "masodik.xlsx"
    played.press("export_entry", round=(1,), to=target)
    fill(target, **{"Ft A": 8, "Ft B": -4, "Ft C": -4, "Teljesítés": "P PA K"})
    played.type(1, **{**RIGHT, "Teljesítés": "piros passz", "Felvevő": "a"})
    (difference,) = played.press("import_results", **{"from": target})
    assert difference.code == "entry_differs"
    sentence = describe(difference).message
    assert "itt a; piros passz; 4 / -2 / -2" in sentence
    assert "a másik lapon A; P PA K; 8 / -4 / -4" in sentence
    assert "8 sor egyezik, 1 eltér" in played.book.told[-1]
    first = played.row("tEredmenyek", **{"Forduló": 1, "Leosztás": 1, "Sor": 1})
    assert first["Ft A"] == 4
    played.press("check_results")
    assert played.row("tHibak", **{"Kód": "K01"})["Fokozat"] == "figyelmeztetés"
    assert played.codes("import_results", overwrite=True, **{"from": target}) == []
    assert played.row("tEredmenyek", **{"Forduló": 1, "Leosztás": 1, "Sor": 1})["Ft A"] == 8
    entry = played.row("tNaplo", **{"Művelet": "Beolvasott eredmény"})
    assert (entry["Régi érték"], entry["Új érték"]) == (
        "a; P PA; 4 / -2 / -2",
        "A; P PA K; 8 / -4 / -4",
    )
    assert [row for row in played.book.read_table("tHibak") if row["Kód"] == "K01"] == []


def test_a_sheet_saved_by_another_program_is_read(played: Event, tmp_path: Path) -> None:
    """No table, no name, a sorted block and a row that is none of ours: read by its headings, the odd row told."""
    target = tmp_path / "masodik.xlsx"
    played.press("export_entry", round=(1,), to=target)
    fill(target)
    workbook = load_workbook(target)
    sheet = workbook["Eredményrögzítés"]
    del sheet.tables["tEredmenyek"]
    del workbook.defined_names["verseny_azonosito"]
    sheet["K4"] = " teljesítés "
    sheet.cell(5, 2).value = 99
    workbook.save(target)
    (odd,) = played.press("import_results", **{"from": target})
    assert (odd.code, odd.found) == ("import_no_row", "1 / 99 / 1")
    assert "8 üres sor kitöltve" in played.book.told[-1]


def test_a_sheet_of_another_event_or_of_nothing_is_refused(played: Event, tmp_path: Path) -> None:
    """The event's identity is in the sheet; a list of people is no sheet of results."""
    target = tmp_path / "masodik.xlsx"
    played.press("export_entry", round=(1,), to=target)
    other = Event()
    other.prepare()
    other.book.write_value("verseny_azonosito", "masik")
    assert other.codes("import_results", **{"from": target}) == ["import_other_event"]
    workbook = load_workbook(target)
    workbook["Eredményrögzítés"]["A4"] = "Mi ez?"
    workbook.save(target)
    (tmp_path / "lista.csv").write_text("Név", "utf-8")
    for wrong in (target, tmp_path / "lista.csv"):
        with refused("not_an_entry_sheet", match="nincsenek eredménysorok"):
            played.press("import_results", **{"from": wrong})


def test_after_the_last_closing_nothing_is_imported(event: Event, tmp_path: Path) -> None:
    """VSZ 5: a late sheet changes nothing any more."""
    event.finish(9, 1, 3)
    target = tmp_path / "masodik.xlsx"
    event.press("export_entry", round=(1,), to=target)
    fill(target)
    assert event.codes("import_results", **{"from": target}) == ["import_final"]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"round": (1, 2)}, "export_one_round"),
        ({"round": (2,)}, "round_without_rows"),
        ({"round": (1,), "protocols": (3, 4)}, "export_no_protocol"),
    ],
)
def test_a_sheet_that_cannot_be_is_refused(
    played: Event, tmp_path: Path, options: dict[str, tuple[int, ...]], code: str
) -> None:
    """Two rounds at once, a round without rows, a protocol that there is not: named, and no file made."""
    assert played.codes("export_entry", to=tmp_path / "x.xlsx", **options) == [code]
    assert not (tmp_path / "x.xlsx").exists()


def test_the_next_row_is_a_blank_one_then_a_question_then_a_remark(played: Event) -> None:
    """The cell is named and gone to; unplayed rounds do not count; in the end nothing is left."""
    played.type(1, 1, **RIGHT)
    played.press("next_missing")
    assert played.book.selected == "Eredményrögzítés!J8"
    assert "1. forduló, 2. leosztás, 2. asztal" in played.book.told[-1]
    assert "utána még 5" in played.book.told[-1]
    played.type(1, 2, **RIGHT)
    played.type(1, 3, **RIGHT)
    played.type(1, 3, 3, **{"Állapot": "?"})
    played.type(1, 1, 2, **{"Ft C": -3})
    played.press("next_missing")
    assert "kérdőjeles" in played.book.told[-1]
    played.type(1, 3, 3, **{"Állapot": None})
    played.press("check_results")
    played.press("next_missing")
    assert "megjegyzett" in played.book.told[-1]
    assert played.book.selected == "Eredményrögzítés!J7"
    played.type(1, 1, 2, **{"Ft C": -2})
    played.press("check_results")
    played.press("next_missing")
    assert "nincs hiányzó" in played.book.told[-1]
