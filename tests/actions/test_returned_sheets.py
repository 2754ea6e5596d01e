"""A typing sheet that comes back: of another seating, of an unplayed round, with wrong numbers, texts and formulas."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from macros_py.book.port import Row
from macros_py.cells import Formula
from macros_py.rules.problems import Problem
from macros_py.words import describe
from tests.actions.conftest import Event

RIGHT = {"Felvevő": "A", "Teljesítés": "P PA", "Ft A": 4, "Ft B": -2, "Ft C": -2}
FIRST = 5
"""The row of the sheet in which the first result row stands."""

Cell = Callable[[int, str], Any]


@pytest.fixture
def played(event: Event) -> Event:
    """Give an event of 9 players, two rounds of which are dealt and only the first has been played."""
    event.prepare(9, 2, 3)
    event.press("deal_round", round=(1, 2))
    event.reveal(1)
    return event


@pytest.fixture
def returned(played: Event, tmp_path: Path) -> Path:
    """Give the whole first round's typing sheet as it came back, every row 4 / −2 / −2."""
    path = tmp_path / "vissza.xlsx"
    played.press("export_entry", round=(1,), to=path)
    with changed(path) as cell:
        for row in range(9):
            for heading, value in RIGHT.items():
                cell(row, heading).value = value
    return path


@contextmanager
def changed(path: Path) -> Iterator[Cell]:
    """Change cells of a sheet by the 0-based result row and the heading."""
    workbook = load_workbook(path)
    sheet = workbook["Eredményrögzítés"]
    headings = {cell.value: cell.column for cell in sheet[FIRST - 1]}
    yield lambda row, heading: sheet.cell(FIRST + row, headings[heading])
    workbook.save(path)


def typed(event: Event) -> list[Row]:
    """Give the result rows in which something was typed."""
    return [row for row in event.book.read_table("tEredmenyek") if row["Felvevő"] or row["Ft A"] is not None]


def sentences(problems: list[Problem], code: str) -> list[str]:
    """Give what is said under one code."""
    return [describe(problem).message for problem in problems if problem.code == code]


def test_a_sheet_of_an_older_seating_is_laid_beside_ours(event: Event, tmp_path: Path) -> None:
    """The field changed after the export and all sit anew: nothing comes in, each row shows its people and ours."""
    event.prepare(9, 2, 3)
    event.press("deal_round", round=(1,))
    path = tmp_path / "vissza.xlsx"
    event.press("export_entry", round=(1,), to=path)
    people = event.book.read_table("tNevezok")
    people[0] = {**event.person(99), "Mesterpont": 50}
    event.book.write_table("tNevezok", people)
    event.press("assign_lines")
    event.press("seat_players")
    event.reveal(1)
    with changed(path) as cell:
        theirs = [[cell(row, name).value for name in "ABC"] for row in range(9)]
        for heading, value in RIGHT.items():
            cell(0, heading).value = value
    ours = [event.book.read_table("tEredmenyek")[0][name] for name in "ABC"]
    problems = event.press("import_results", **{"from": path})
    assert [problem.code for problem in problems] == ["import_misplaced", "import_other_head"]
    (sentence,) = sentences(problems, "import_other_head")
    differing = [index for index in range(3) if theirs[0][index] != ours[index]]
    mine, other = (" / ".join(names[index] for index in differing) for names in (ours, theirs[0]))
    assert f"itt {mine}, ott {other}; eredménye A; P PA; 4 / -2 / -2" in sentence
    assert "--misplaced kimarad" in describe(problems[0]).action
    assert event.row("tHibak", **{"Kód": "K03"})["Munkalap"] == "Eredményrögzítés"
    assert typed(event) == []


@pytest.mark.parametrize(("answer", "count"), [("kimarad", 8), ("BEKERÜL", 9)])
def test_the_typed_answer_decides_about_rows_of_other_people(
    played: Event, returned: Path, answer: str, count: int
) -> None:
    """One row with another name: asked about; left out or taken as answered, and told either way."""
    with changed(returned) as cell:
        cell(3, "B").value = "Valaki Más"
    assert played.codes("import_results", **{"from": returned}) == ["import_misplaced", "import_other_head"]
    assert typed(played) == []
    assert played.codes("import_results", misplaced=answer, **{"from": returned}) == ["import_other_head"]
    assert len(typed(played)) == count
    assert f"{count} üres sor kitöltve" in played.book.told[-2]
    assert "1 " in played.book.told[-1]


def test_an_answer_that_is_none_is_refused(played: Event, returned: Path) -> None:
    """Only kimarad and bekerül answer; nothing is taken on a guess."""
    assert played.codes("import_results", misplaced="igen", **{"from": returned}) == ["import_misplaced_word"]
    assert typed(played) == []


def test_rows_of_an_unplayed_round_stay_out(played: Event, returned: Path) -> None:
    """The second round is dealt but not played: a sheet renumbered to it brings nothing unasked."""
    second = [row for row in played.book.read_table("tEredmenyek") if row["Forduló"] == 2]
    with changed(returned) as cell:
        for at, row in enumerate(second):
            for heading in ("Forduló", "Leosztás", "Példány", "Sor", "Asztal", "A", "B", "C", "Kezdő"):
                cell(at, heading).value = row[heading]
    problems = played.press("import_results", **{"from": returned})
    assert [problem.code for problem in problems] == ["import_misplaced", *["import_not_played"] * 9]
    assert "még nem játszottak le" in sentences(problems, "import_not_played")[0]
    assert typed(played) == []


def test_whoever_sat_on_a_position_may_stand_in_the_row(played: Event, returned: Path) -> None:
    """The sheet was made before a substitution: the names of both are right, nothing is asked."""
    place = played.row("tVonalak", **{"Vonal": "A", "Induló asztal": 2})
    change = {
        "Vonal": "A",
        "Induló asztal": 2,
        "Ki": place["Név"],
        "Be": "Asztal Antal",
        "Fordulótól": 1,
        "Leosztástól": 2,
    }
    played.add("tCserek", change)
    with changed(returned) as cell:
        for at in range(9):
            if cell(at, "A").value == place["Név"] and at % 2:
                cell(at, "A").value = "Asztal Antal"
    assert played.codes("import_results", **{"from": returned}) == []
    assert len(typed(played)) == 9


def test_a_wrong_deal_number_makes_a_double_of_the_same_sheet(played: Event, returned: Path) -> None:
    """Two rows say deal 1, table 1: line and starter tell which is wrong and whose it is; the right one comes in."""
    with changed(returned) as cell:
        wrong = next(
            at for at in range(9) if (cell(at, "Leosztás").value, cell(at, "Asztal").value) == (2, 1)
        )
        cell(wrong, "Leosztás").value = 1
        cell(wrong, "Ft A").value = 8
    problems = played.press("import_results", **{"from": returned})
    assert [problem.code for problem in problems] == ["import_double"]
    (sentence,) = sentences(problems, "import_double")
    assert f"A gépelőlap {FIRST + wrong}. sora (1 / 1 / 1" in sentence
    assert "ugyanezen a lapon még egyszer áll: 5. sor." in sentence
    assert "Talán ez a sor: 1. forduló, 2. leosztás, 1. asztal." in sentence
    assert len(typed(played)) == 8
    assert played.row("tEredmenyek", **{"Forduló": 1, "Leosztás": 1, "Asztal": 1})["Ft A"] == 4


def test_doubles_that_nothing_tells_apart_both_stay_out(played: Event, returned: Path) -> None:
    """Line, starter and names were copied too: nobody can say which row is right."""
    with changed(returned) as cell:
        for heading in ("Leosztás", "Példány", "Sor", "Asztal", "A", "B", "C", "Kezdő"):
            cell(1, heading).value = cell(0, heading).value
    assert played.codes("import_results", **{"from": returned}) == ["import_double"] * 2
    assert len(typed(played)) == 7


@pytest.mark.parametrize(
    ("heading", "value", "reason"),
    [
        ("Forduló", 7, "ilyen fordulója nincs a versenynek"),
        ("Leosztás", 99, "ilyen leosztása nincs a fordulónak"),
        ("Asztal", 12, "ilyen asztal nincs a teremben"),
        ("Asztal", "x", "nem olvasható"),
    ],
)
def test_a_row_of_nothing_says_what_there_is_not(
    played: Event, returned: Path, heading: str, value: object, reason: str
) -> None:
    """An unknown round, deal or table is named as such, and the row where it may belong is offered."""
    with changed(returned) as cell:
        cell(2, heading).value = value
    problems = played.press("import_results", **{"from": returned})
    assert [problem.code for problem in problems] == ["import_no_row"]
    (sentence,) = sentences(problems, "import_no_row")
    assert reason in sentence
    assert "Talán ez a sor: 1. forduló" in sentence
    assert len(typed(played)) == 8


def test_numbers_as_text_become_numbers(played: Event, returned: Path) -> None:
    """What another program stored as text stands here as the number it is; letters in capitals."""
    with changed(returned) as cell:
        for heading, text in (("Ft A", "4 Ft"), ("Ft B", "−2"), ("Ft C", " -2,0 ")):
            cell(0, heading).value = text
    assert played.codes("import_results", **{"from": returned}) == []
    row = played.book.read_table("tEredmenyek")[0]
    assert [row[name] for name in ("Ft A", "Ft B", "Ft C")] == [4, -2, -2]


def test_texts_typed_here_become_numbers_when_the_row_is_right(played: Event) -> None:
    """check_results turns them; a row that cannot be read stays as it was typed."""
    played.type(1, **RIGHT)
    played.type(1, 1, 1, **{"Ft A": "4", "Ft B": "−2", "Ft C": "-2 Ft"})
    played.type(1, 2, 1, **{"Ft A": "4", "Ft B": "talán"})
    assert "ft_text" in played.codes("check_results")
    assert played.row("tEredmenyek", **{"Forduló": 1, "Leosztás": 1, "Asztal": 1})["Ft A"] == "4"
    played.type(1, 2, 1, **{"Ft B": "-2"})
    assert played.codes("check_results") == []
    rows = [row for row in played.book.read_table("tEredmenyek") if row["Forduló"] == 1]
    assert {(row["Ft A"], row["Ft B"], row["Ft C"]) for row in rows} == {(4, -2, -2)}
    assert all(isinstance(row[name], int) for row in rows for name in ("Ft A", "Ft B", "Ft C"))
    assert "számmá alakítva: 2 sor" in " ".join(played.book.told)


def test_no_formula_comes_in(played: Event, returned: Path) -> None:
    """A formula is told and taken as a value, without one as a text: none lives on in the workbook."""
    with changed(returned) as cell:
        cell(0, "Teljesítés").value = "=cmd|x!A1"
        cell(0, "Megjegyzés").value = '=HYPERLINK("http://e","1")'
    problems = played.press("import_results", **{"from": returned})
    assert [problem.code for problem in problems] == ["import_formula"] * 2
    row = played.book.read_table("tEredmenyek")[0]
    assert (row["Teljesítés"], row["Megjegyzés"]) == ("=cmd|x!A1", '=HYPERLINK("http://e","1")')
    assert not any(isinstance(value, Formula) for value in row.values())
    assert "K5 cellájában képlet állt: =cmd|x!A1" in sentences(problems, "import_formula")[0]


@pytest.mark.parametrize(("value", "code"), [("=cmd|x!A1", "cell_formula"), ("sok", "cell_decimal")])
def test_a_masterpoint_list_brings_no_formula(played: Event, tmp_path: Path, value: str, code: str) -> None:
    """A formula that was never computed, or a word, is no masterpoint: told, and what stood stays, not 0."""
    workbook = Workbook()
    for row in (["Név", "Mesterpont"], ["Játékos 01", value], ["Játékos 02", 77]):
        workbook.active.append(row)
    workbook.save(tmp_path / "lista.xlsx")
    before = played.row("tNevezok", **{"Név": "Játékos 01"})
    assert played.codes("import_entrants", masterpoints=tmp_path / "lista.xlsx") == [code]
    assert played.row("tNevezok", **{"Név": "Játékos 01"}) == before
    assert played.row("tNevezok", **{"Név": "Játékos 02"})["Mesterpont"] == 77


@pytest.mark.parametrize("ending", [".json", ".csv"])
def test_a_draw_file_brings_no_formula(event: Event, tmp_path: Path, ending: str) -> None:
    """A club that looks like a formula is a text on the Vonalak sheet."""
    event.prepare(9, 2, 3)
    event.press("export_draw", to=tmp_path / "sorsolas")
    path = (tmp_path / "sorsolas").with_suffix(ending)
    path.write_text(path.read_text("utf-8-sig").replace("Teszt UE", "=cmd|x!A1"), "utf-8")
    assert event.codes("assign_lines", **{"from": path}) == []
    clubs = [row["Egyesület"] for row in event.book.read_table("tVonalak")]
    assert clubs == ["=cmd|x!A1"] * 9
    assert not any(isinstance(club, Formula) for club in clubs)
