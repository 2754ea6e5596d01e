"""The draw: evened out, exported, taken back, verified from the key; the papers of the hall."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from macros_py.rules.hall.movement import best_plan
from tests.actions.conftest import Event
from tests.refusals import refused


def lines(event: Event) -> list[tuple[object, ...]]:
    """Give who is on which position."""
    return [(row["Vonal"], row["Induló asztal"], row["Név"]) for row in event.book.read_table("tVonalak")]


@pytest.mark.parametrize("ending", [".csv", ".json", ""])
def test_a_draw_comes_back_from_its_file(event: Event, tmp_path: Path, ending: str) -> None:
    """Both kinds of file give the same lines again, and the same seating."""
    event.prepare(12, 4, 3)
    before, seating = lines(event), event.book.read_table("tUlesrend")
    target = tmp_path / f"sorsolas{ending}"
    assert event.codes("export_draw", to=target) == []
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == ([f"sorsolas{ending}"] if ending else ["sorsolas.csv", "sorsolas.json"])
    event.book.write_table("tVonalak", [])
    assert event.codes("assign_lines", **{"from": tmp_path / files[0]}) == []
    assert lines(event) == before
    event.press("seat_players")
    assert event.book.read_table("tUlesrend") == seating
    assert event.codes("verify_draw", **{"from": tmp_path / files[-1]}) == []


def test_names_that_look_like_formulas_come_back(event: Event, tmp_path: Path) -> None:
    """In the CSV file they are no formulas, and the draw is verified from it all the same."""
    event.press("new_event")
    event.book.write_value("fordulok", 3)
    event.book.write_value("leosztasok_fordulonkent", 3)
    strange = ("=cmd|' /C calc'!A0", "@SUM(1)", "-Kis Pál", "+36 Nagy Éva")
    people = [event.person(number) for number in range(1, 10)]
    for person, name in zip(people, strange, strict=False):
        person.update({"Név": name, "Egyesület": "=1+1"})
    event.book.write_table("tNevezok", people)
    event.press("assign_lines")
    event.press("seat_players")
    before = lines(event)
    assert {name for _, _, name in before} >= {*strange}
    event.press("export_draw", to=tmp_path / "s.csv")
    text = (tmp_path / "s.csv").read_text("utf-8-sig")
    assert not [cell for cell in text.replace("\n", ";").split(";") if cell[:1] in {*"=+-@"} and cell]
    assert {*event.codes("verify_draw", **{"from": tmp_path / "s.csv"})} <= {"name_odd"}
    event.book.write_table("tVonalak", [])
    assert set(event.codes("assign_lines", **{"from": tmp_path / "s.csv"})) == {"name_odd"}
    assert lines(event) == before


def test_the_file_tells_the_whole_seating(event: Event, tmp_path: Path) -> None:
    """Semicolons and a byte order mark for Excel; the event, the fingerprint, and each round's table."""
    event.prepare(9, 3, 3)
    event.press("export_draw", to=tmp_path / "s.csv")
    raw = (tmp_path / "s.csv").read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf")
    text = raw.decode("utf-8-sig")
    assert "Vonal;Induló asztal;Név;" in text
    assert "3. forduló asztala" in text
    event.press("export_draw", to=tmp_path / "s.json")
    content = json.loads((tmp_path / "s.json").read_text("utf-8"))
    assert content["sorsolas"]["kulcs_lenyomata"] == event.book.values["kulcs_lenyomat"]
    assert len(content["helyek"]) == 9


def test_a_swap_by_hand_is_found_when_the_draw_is_verified(event: Event) -> None:
    """What follows from the key is verified; the two exchanged positions are named."""
    event.prepare(12, 4, 3)
    assert event.codes("verify_draw") == []
    assert "igazolt" in event.book.told[-1]
    rows = event.book.read_table("tVonalak")
    rows[0]["Név"], rows[1]["Név"] = rows[1]["Név"], rows[0]["Név"]
    event.book.write_table("tVonalak", rows)
    found = event.press("verify_draw")
    assert [problem.fields["position"] for problem in found] == ["A1", "A2"]


def test_a_forged_file_is_not_certified(event: Event, tmp_path: Path) -> None:
    """Another name, or other masterpoints, make another draw that follows from the key just as well: told apart."""
    event.prepare(9, 3, 3)
    event.press("export_draw", to=tmp_path / "s.csv")
    text = (tmp_path / "s.csv").read_text("utf-8-sig")
    (tmp_path / "nev.csv").write_text(text.replace("Játékos 01", "Idegen Ember"), "utf-8")
    assert "draw_stranger" in event.codes("verify_draw", **{"from": tmp_path / "nev.csv"})
    (tmp_path / "pont.csv").write_text(
        text.replace("Játékos 07;Teszt UE;L007;0", "Játékos 07;Teszt UE;L007;99"), "utf-8"
    )
    assert "draw_stranger" in event.codes("verify_draw", **{"from": tmp_path / "pont.csv"})


def test_what_is_no_draw_is_refused(event: Event, tmp_path: Path) -> None:
    """A wrong ending, a list of names, a file of other people: named, and nothing changes."""
    event.prepare(9, 3, 3)
    before = lines(event)
    with refused("draw_ending", match=r"\.csv vagy \.json végű legyen"):
        event.press("export_draw", to=tmp_path / "s.docx")
    (tmp_path / "lista.csv").write_text("Név;Egyesület\nKis Pál;X\n", "utf-8")
    with refused("not_a_draw"):
        event.press("assign_lines", **{"from": tmp_path / "lista.csv"})
    event.press("export_draw", to=tmp_path / "s.csv")
    text = (tmp_path / "s.csv").read_text("utf-8-sig").replace("Játékos 01", "Másvalaki")
    (tmp_path / "s.csv").write_text(text, "utf-8")
    assert set(event.codes("assign_lines", **{"from": tmp_path / "s.csv"})) == {
        "player_unexpected",
        "player_unplaced",
    }
    assert lines(event) == before
    event.book.write_value("verseny_azonosito", "masik")
    assert event.codes("assign_lines", **{"from": tmp_path / "s.csv"}) == ["draw_other_event"]


def test_the_papers_of_the_hall_follow_from_the_seating(event: Event) -> None:
    """Who meets whom how often, symmetric; tables visited; a way for each case; the judges' tables."""
    event.press("new_event")
    event.book.write_value("asztalbirok", "Bíró Béla")
    event.prepare(24, 8, 9)
    rows = event.book.read_table("tTalalkozasok")
    assert len(rows) == 24
    plan = best_plan(8, 8)
    assert plan.kind == "test"
    assert all(row["Ismételt találkozás"] == 0 for row in rows)
    matrix = [[row[f"{number}."] for number in range(1, 25)] for row in rows]
    assert matrix == [list(column) for column in zip(*matrix, strict=True)]
    assert all(sum(cell or 0 for cell in line) == 16 for line in matrix)
    assert len(event.book.read_table("tKorforgas")) == 9
    assert event.row("tKorforgas", **{"Példány": 1, "Leosztás": 1})["1. lépés"] == "1"
    assert (
        event.book.values["korforgas_birok"]
        == "Asztalbírók: Bíró Béla: 1–4. asztal; 2. asztalbíró (nincs megnevezve): 5–8. asztal"
    )
