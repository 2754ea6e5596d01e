"""Rulings that are asked about: deductions beyond the points, quick entries on ruled rows, unclear withdrawals."""

from __future__ import annotations

import pytest

from macros_py.rules.problems import Degree
from macros_py.words import describe, on_sheet
from tests.actions.conftest import Event

QUICK = {"Felvevő": "a", "Teljesítés": "40", "Ft A": 8, "Ft B": None, "Ft C": None}


@pytest.fixture
def played(event: Event) -> Event:
    """Give an event of two rounds of three deals, the first typed 4 / −2 / −2: everybody has 6 of 12 points."""
    event.prepare(9, 2, 3)
    event.play(1)
    return event


def name_at(event: Event, line: str, table: int) -> str:
    """Give who began on a position."""
    return str(event.row("tVonalak", **{"Vonal": line, "Induló asztal": table})["Név"])


@pytest.mark.parametrize(
    ("amount", "unit", "is_asked"),
    [(100, "pont", True), (7, "pont", True), (6, "pont", False), (150, "%", True), (51, "%", True), (50, "%", False)],
)  # fmt: skip
def test_a_deduction_beyond_the_points_is_asked_about(
    played: Event, amount: int, unit: str, is_asked: bool
) -> None:
    """More than the player has is probably a slip: a warning to be confirmed, whichever verb looks."""
    name = name_at(played, "A", 1)
    played.add("tDontesek", {"Sorszám": 1, "Fajta": "levonás", "Név": name, "Érték": amount, "Egység": unit})
    for verb in ("check_results", "score_event"):
        found = played.press(verb)
        assert [problem.code for problem in found] == (["ruling_penalty_large"] if is_asked else [])
        if found:
            assert found[0].degree is Degree.WARNING
            assert (
                f"{name} levonása ({amount}{'%' if unit == '%' else ' pont'})" in describe(found[0]).message
            )
            assert "pontja van (6)" in describe(found[0]).message


def test_deductions_of_one_player_add_up(played: Event) -> None:
    """Two of 4 points are one too many for who has 6: the second is asked about; a withdrawn one is not counted."""
    name = name_at(played, "B", 2)
    penalty = {"Fajta": "levonás", "Név": name, "Érték": 4, "Egység": "pont"}
    played.add("tDontesek", {"Sorszám": 1} | penalty, {"Sorszám": 2} | penalty)
    assert [(one.code, one.row) for one in played.press("check_results")] == [("ruling_penalty_large", 1)]
    rows = played.book.read_table("tDontesek")
    rows[0]["Visszavonva"] = "igen"
    played.book.write_table("tDontesek", rows)
    assert played.codes("check_results") == []


def test_percentage_points_beyond_all_are_asked_about_before_anything_is_scored(event: Event) -> None:
    """150 % is a slip even while nobody has a point."""
    event.prepare(9, 1, 3)
    name = name_at(event, "A", 1)
    event.add("tDontesek", {"Sorszám": 1, "Fajta": "levonás", "Név": name, "Érték": 150, "Egység": "%"})
    assert event.codes("check_results") == ["ruling_penalty_large"]


@pytest.mark.parametrize("ruled", ["A", "B", "C"])
def test_a_quick_entry_is_completed_on_a_ruled_row_too(played: Event, ruled: str) -> None:
    """One of the table is vétlen: soloist, achievements and his Ft still give the two others."""
    seat = played.row("tUlesrend", **{"Forduló": 1, "Asztal": 2})[ruled]
    ruling = {"Sorszám": 1, "Fajta": "vétlen", "Forduló": 1, "Leosztás": 1, "Asztal": 2, "Név": seat}
    played.add("tDontesek", ruling)
    played.type(1, 1, 2, **QUICK)
    assert played.codes("check_results") == []
    row = played.row("tEredmenyek", Leosztás=1, Asztal=2)
    assert (row["Ft A"], row["Ft B"], row["Ft C"]) == (8, -4, -4)
    assert played.codes("close_round", round=(1,)) == []


@pytest.mark.parametrize("cells", [{"Ft A": 7}, {"Teljesítés": "valami"}, {"Felvevő": "b"}])
def test_where_a_quick_entry_cannot_help_on_a_ruled_row_it_is_said_why(
    played: Event, cells: dict[str, object]
) -> None:
    """The Ft do not follow from what is typed: one sentence, naming the blank Ft and the ruling."""
    seat = played.row("tUlesrend", **{"Forduló": 1, "Asztal": 2})["B"]
    ruling = {"Sorszám": 1, "Fajta": "vétlen", "Forduló": 1, "Leosztás": 1, "Asztal": 2, "Név": seat}
    played.add("tDontesek", ruling)
    played.type(1, 1, 2, **{**QUICK, **cells})  # type: ignore[arg-type]
    (found,) = played.press("check_results")
    assert (found.code, on_sheet(found).column) == ("ft_missing_ruled", "Ft C")
    assert (
        "A Ft C hiányzik; a gyors beírás itt nem segít, mert döntés szól a sorra" in describe(found).message
    )


def test_a_withdrawal_that_is_neither_yes_nor_no_stands_in_the_way_of_closing(played: Event) -> None:
    """Until it is cleared up the ruling is in force, on the sheet and in the score."""
    seat = played.row("tUlesrend", **{"Forduló": 1, "Asztal": 2})["A"]
    ruling = {"Sorszám": 1, "Fajta": "renonsz", "Forduló": 1, "Leosztás": 1, "Asztal": 2, "Név": seat}
    played.add("tDontesek", ruling | {"Visszavonva": "2026. 05. 03."})
    assert played.codes("close_round", round=(1,)) == ["ruling_revoked_unclear"]
    assert played.codes("score_event") == ["ruling_revoked_unclear"]
    assert played.row("tPontok", **{"Vonal": "A", "Asztal": 2, "Leosztás": 1})["Pont"] == 0
