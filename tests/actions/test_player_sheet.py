"""player_sheet: a player's own deals with all comparisons."""

from __future__ import annotations

from pathlib import Path

from openpyxl import load_workbook

from macros_py.words import describe
from tests.actions.conftest import Event


def test_every_deal_stands_with_what_the_others_of_the_line_reached(event: Event, tmp_path: Path) -> None:
    """Own Ft, the two opponents, the others' Ft best first, the points; the sum is that of the standings."""
    event.prepare(9, 2, 3)
    event.play(1)
    event.type(1, 2, 1, **{"Felvevő": "B", "Teljesítés": "P 40", "Ft A": -8, "Ft B": 16, "Ft C": -8})
    event.press("score_event")
    name = str(event.row("tUlesrend", **{"Forduló": 1, "Asztal": 1})["B"])
    target = tmp_path / "lap.xlsx"
    assert event.codes("player_sheet", player=name.upper(), to=target) == []
    sheet = load_workbook(target)["Eredménylap"]
    rows = [[cell.value for cell in row] for row in sheet.iter_rows(values_only=False)]
    head = next(index for index, row in enumerate(rows) if row[0] == "Forduló")
    deals = rows[head + 1 :]
    assert [row[1] for row in deals] == [1, 2, 3]
    second = deals[1]
    assert (second[6], second[7], second[8], second[9]) == ("16", "−2, −2", 4, 4)
    assert name not in str(second[3])
    standing = event.row("tAllas", **{"Név": name})
    assert sum(row[8] for row in deals) == standing["Pont"]
    assert f"{standing['Helyezés']}. hely" in " ".join(str(row[0]) for row in rows[:head])
    assert event.codes("player_sheet", player=name, to=target) == []


def test_an_unknown_player_is_offered_the_nearest(event: Event, tmp_path: Path) -> None:
    """A misspelt name makes no file."""
    event.prepare(9, 2, 3)
    event.play(1)
    (unknown,) = event.press("player_sheet", player="Játékos 1", to=tmp_path / "lap.xlsx")
    assert "Játékos 01" in describe(unknown).action
    assert not (tmp_path / "lap.xlsx").exists()
    (nobody,) = event.press("player_sheet", player="Xyz", to=tmp_path / "lap.xlsx")
    assert describe(nobody).action == "Írja be a teljes nevet."


def test_a_very_long_name_still_gets_its_sheet(event: Event, tmp_path: Path) -> None:
    """Three hundred letters are no file name: the name begins it, and stands whole on the sheet."""
    event.keys.place = str(tmp_path / f"{'ű' * 110}.kulcs")
    event.prepare(9, 2, 3)
    event.play(1)
    name = "Kis " + "ő" * 296
    assert event.codes("rename_player", **{"from": "Játékos 01", "to": name}) == []
    assert event.codes("player_sheet", player=name) == []
    [made] = tmp_path.iterdir()
    assert made.name == f"{'ű' * 40}-Kis {'ő' * 56}.xlsx"
    assert name in str(load_workbook(made)["Eredménylap"]["A1"].value)
