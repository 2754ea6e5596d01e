"""Names as clubs and referees really write them: put right or told, one person kept one, nobody replaced unasked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from macros_py.book.port import CellValue
from macros_py.rules.problems import Degree
from tests.actions.conftest import Event


def read(event: Event, path: Path, text: str, **options: Any) -> list[str]:
    """Read a list in csv; give the codes."""
    path.write_text(text, "utf-8")
    return event.codes("import_entrants", **{"from": path}, **options)


def names(event: Event) -> list[CellValue]:
    """Give the names of the Nevezők sheet in their order."""
    return [row["Név"] for row in event.book.read_table("tNevezok")]


@pytest.mark.parametrize(("old", "new"), [("id. Nagy Pál", "ifj. Nagy Pál"), ("Nagy Pál", "ifj. Nagy Pál")])
def test_father_and_son_under_one_licence(event: Event, tmp_path: Path, old: str, new: str) -> None:
    """They are two people: refused, and nobody is replaced."""
    path = tmp_path / "lista.csv"
    read(event, path, f"Név;Eng. szám\n{old};7\n")
    assert read(event, path, f"Név;Eng. szám\n{new};7\n") == ["list_licence_other"]
    assert names(event) == [old]


def test_a_worse_spelling_changes_nothing_and_is_told(event: Event, tmp_path: Path) -> None:
    """A list that lost its accents: the name stays, everything else of the line is taken, and it is said by name."""
    path = tmp_path / "lista.csv"
    read(event, path, "Név;Eng. szám;MP\nKovács Ágnes;7;1\n")
    assert read(event, path, "Név;Eng. szám;MP\nKovacs Agnes;7;2\n") == ["list_name_kept"]
    row = event.row("tNevezok")
    assert (row["Név"], row["Mesterpont"]) == ("Kovács Ágnes", 2)
    problem = event.row("tHibak")
    assert "Kovacs Agnes" in str(problem["Hiba"])
    assert "Kovács Ágnes" in str(problem["Hiba"])
    assert "Módosult: Kovács Ágnes (Mesterpont)" in " ".join(event.book.told)


def test_a_fuller_spelling_goes_wherever_the_name_stands(event: Event, tmp_path: Path) -> None:
    """In mid-event a list brings an accent and a title: renamed on every sheet as rename_player does; rows stay put."""
    event.prepare()
    event.staff()
    event.play(1)
    event.book.tables["tNevezok"].headings.append("Saját")
    for number, (_, row) in enumerate(event.book.tables["tNevezok"].data_rows()):
        row["Saját"] = number
    event.press("rename_player", **{"from": "Játékos 01", "to": "Jatekos Egon"})
    order = names(event)
    lines = "Név;Eng. szám;MP\ndr. Játékos Egon;L001;5\nÚj Elek;99;1\n"
    assert read(event, tmp_path / "lista.csv", lines) == []
    assert names(event) == ["dr. Játékos Egon", *order[1:], "Új Elek"]
    assert [row["Saját"] for _, row in event.book.tables["tNevezok"].data_rows()][:9] == list(range(9))
    for table in ("tVonalak", "tUlesrend", "tEredmenyek"):
        assert "Jatekos Egon" not in str(event.book.read_table(table))
        assert "dr. Játékos Egon" in str(event.book.read_table(table))
    assert event.codes("check_results") == []
    assert "1 új nevező, 1 módosult, 0 változatlan" in " ".join(event.book.told)
    assert "Jatekos Egon új neve: dr. Játékos Egon" in " ".join(event.book.told)


def test_a_fuller_spelling_that_is_somebody_else_s_is_refused(event: Event, tmp_path: Path) -> None:
    """Two rows would bear one name."""
    path = tmp_path / "lista.csv"
    read(event, path, "Név;Eng. szám\nNagy Pal;7\nNagy Pál;8\n")
    assert read(event, path, "Név;Eng. szám\nNagy Pál;7\n") == ["rename_taken"]
    assert names(event) == ["Nagy Pal", "Nagy Pál"]


@pytest.mark.parametrize(
    ("written", "taken", "code"),
    [
        ("NAGY ISTVÁN", "Nagy István", "list_name_put_right"),
        ("szabó Éva", "Szabó Éva", "list_name_put_right"),
        ("1. Szűcs Tünde", "Szűcs Tünde", "list_name_put_right"),
        ("Nagy Pál*", "Nagy Pál", "list_name_put_right"),
        ("Kiss–Nagy Pál", "Kiss-Nagy Pál", "list_name_put_right"),
        ("\u202eKis János", "Kis János", "list_name_put_right"),
        ("\u041a\u0456s János", "Kis János", "list_name_put_right"),
        ("Sz?cs Tünde", "Sz?cs Tünde", "list_letters_lost"),
        ("Kis Ern?", "Kis Ern?", "list_letters_lost"),
    ],
)
def test_sloppy_names_are_put_right_or_told(
    event: Event, tmp_path: Path, written: str, taken: str, code: str
) -> None:
    """What is plainly meant is written so, with a notice; a lost letter is asked about. The sheet is told the same."""
    assert read(event, tmp_path / "lista.csv", f"Név;Eng. szám\n{written};7\n") == [code]
    assert names(event) == [taken]
    assert taken in str(event.row("tHibak")["Hiba"])
    event.press("new_event")
    event.staff()
    event.enter(9)
    rows = event.book.read_table("tNevezok")
    event.book.write_table("tNevezok", [rows[0] | {"Név": written}, *rows[1:]])
    assert event.codes("check_entries") == [
        "name_odd" if code == "list_name_put_right" else "name_letters_lost"
    ]
    assert taken in str(event.row("tHibak")["Hiba"]) + str(event.row("tHibak")["Teendő"])


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("Kovacs Agnes;", ["list_name_similar"]),
        ("dr. Kovács Ágnes;", ["list_name_similar"]),
        ("Kovacs Agnes;8", []),
        ("id. Kovács Ágnes;", []),
        ("Kovács Anna;", []),
    ],
)
def test_who_is_new_and_resembles_somebody_is_asked_about(
    event: Event, tmp_path: Path, line: str, codes: list[str]
) -> None:
    """A list without licences that lost its accents would enter everybody twice: told at once, and at the check."""
    path = tmp_path / "lista.csv"
    read(event, path, "Név;Eng. szám\nKovács Ágnes;7\n")
    assert read(event, path, f"Név;Eng. szám\n{line}\n") == codes
    assert len(names(event)) == 2
    assert ("names_similar" in event.codes("check_entries")) is bool(codes)


def test_kinds_of_hyphens_are_one_person(event: Event, tmp_path: Path) -> None:
    """Five spellings of a double name in five lists: one entrant."""
    for hyphen in ("-", "–", "\u2011", " − ", " - "):
        read(event, tmp_path / "lista.csv", f"Név\nKiss{hyphen}Nagy Pál\n")
    assert names(event) == ["Kiss-Nagy Pál"]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Név;Megj.\nNagy Pál;eltiltva 2026-ig (FEB 4/2026)\n", ["list_ban_mentioned"]),
        ("Név;Státusz\nNagy Pál;ELTILTVA\n", ["list_column_unused", "list_ban_mentioned"]),
        ("Név;Megj.;Eltiltva\nNagy Pál;eltiltva (FEB);igen\n", []),
    ],
)
def test_a_ban_in_a_remark_is_told(event: Event, tmp_path: Path, text: str, codes: list[str]) -> None:
    """Whatever column it stands in, unless Eltiltva says so already."""
    assert read(event, tmp_path / "lista.csv", text) == codes
    assert names(event) == ["Nagy Pál"]


def test_a_ban_in_a_typed_remark_is_told(event: Event) -> None:
    """check_entries reads the Megjegyzés column too."""
    event.press("new_event")
    event.staff()
    event.enter(9)
    rows = event.book.read_table("tNevezok")
    event.book.write_table("tNevezok", [rows[0] | {"Megjegyzés": "Eltiltva (FEB 4/2026)"}, *rows[1:]])
    assert event.codes("check_entries") == ["ban_in_note"]


def test_numbers_and_order_stay(event: Event, tmp_path: Path) -> None:
    """Numbers typed by the referee stay as they are, doubles and all; new people follow; nobody moves."""
    read(event, tmp_path / "lista.csv", "Név;Eng. szám\nTóth Ede;1\nNagy Pál;2\nKis Éva;3\n")
    rows = event.book.read_table("tNevezok")
    for row, number in zip(rows, (9, "x", 9), strict=True):
        row["Sorszám"] = number
    event.book.write_table("tNevezok", rows)
    read(event, tmp_path / "lista.csv", "Név;Eng. szám;MP\nToth Ede;1;5\nnagy pál;2;4\nÚj Elek;4;1\n")
    found = event.book.read_table("tNevezok")
    assert [row["Név"] for row in found] == ["Tóth Ede", "Nagy Pál", "Kis Éva", "Új Elek"]
    assert [row["Sorszám"] for row in found] == [9, "x", 9, 10]


def test_odd_numbers_are_told(event: Event) -> None:
    """Double, blank and unreadable Sorszám: one sentence each kind, and nothing is refused."""
    event.press("new_event")
    event.staff()
    event.enter(9)
    rows = event.book.read_table("tNevezok")
    for row, number in zip(rows, (1, 1, "x", None), strict=False):
        row["Sorszám"] = number
    event.book.write_table("tNevezok", rows)
    problems = event.press("check_entries")
    assert [problem.code for problem in problems] == ["number_twice", "number_odd"]
    assert all(problem.degree is not Degree.ERROR for problem in problems)
    for row in rows:
        row["Sorszám"] = None
    event.book.write_table("tNevezok", rows)
    assert event.codes("check_entries") == []
