"""correct_result: a wrong row put right, before and after the last closing (VSZ 5)."""

from __future__ import annotations

from typing import Any

import pytest

from macros_py.words import describe
from tests.actions.conftest import Event

ROW = {"round": (1,), "deal": 2, "table": 1}
BETTER = {"soloist": "B", "achievement": "p40", "ft": "-8,16,-8"}
OFFICIAL = {"official_error": True, "reason": "elírt Ft", "person": "Bíró Béla"}


def typed(event: Event) -> dict[str, object]:
    """Give the cells of the row that is corrected."""
    row = event.row("tEredmenyek", **{"Forduló": 1, "Leosztás": 2, "Asztal": 1})
    return {name: row[name] for name in ("Felvevő", "Teljesítés", "Ft A", "Ft B", "Ft C")}


def logged(event: Event) -> dict[str, Any]:
    """Give the log's entry of the correction."""
    return event.row("tNaplo", **{"Művelet": "Eredmény javítva"})


def test_before_the_last_closing_a_closed_round_is_corrected(event: Event) -> None:
    """The row takes its official form, old and new stand in the log, the standings follow, the round stays closed."""
    event.prepare(9, 2, 3)
    event.play(1)
    event.close(1)
    event.press("score_event")
    seating = event.book.read_table("tUlesrend")
    before = event.row("tPontok", **{"Forduló": 1, "Leosztás": 2, "Vonal": "B", "Asztal": 1})["Pont"]
    assert event.codes("correct_result", **ROW, **BETTER) == []
    assert typed(event) == {"Felvevő": "B", "Teljesítés": "P 40", "Ft A": -8, "Ft B": 16, "Ft C": -8}
    assert (logged(event)["Régi érték"], logged(event)["Új érték"]) == (
        "a; P PA; 4 / -2 / -2",
        "B; P 40; -8 / 16 / -8",
    )
    assert before == 2
    assert event.row("tPontok", **{"Forduló": 1, "Leosztás": 2, "Vonal": "B", "Asztal": 1})["Pont"] == 4
    assert event.row("tFordulok", **{"Forduló": 1})["Állapot"] == "lezárva"
    assert event.book.read_table("tUlesrend") == seating


def test_only_what_is_given_changes(event: Event) -> None:
    """A wrong soloist alone: the numbers stay, and are checked against him."""
    event.prepare(9, 1, 3)
    event.play(1)
    event.type(1, 2, 1, **{"Felvevő": "C"})
    assert len(event.codes("check_results")) == 1
    assert event.codes("correct_result", **ROW, soloist="A") == []
    assert typed(event)["Felvevő"] == "A"
    assert event.row("tEredmenyek", **{"Forduló": 1, "Leosztás": 2, "Asztal": 1})["Ellenőrzés"] is None


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        ({**ROW, "round": (1, 2)}, "correct_one_round", "több forduló"),
        ({**ROW, "deal": 9, "ft": "4,-2,-2"}, "correct_no_row", "1. forduló, 9. leosztás, 1. asztal"),
        ({**ROW, "ft": "4,-2"}, "correct_three_ft", "három"),
        ({**ROW}, "correct_nothing", "semmit sem változtatna"),
        ({**ROW, "ft": "4,-2,-3"}, "sum_expected", "-3"),
        ({**ROW, "ft": "4;-2;kettő"}, "ft_text", "kettő"),
        ({**ROW, "soloist": "D"}, "soloist_unknown", "D"),
    ],
)
def test_a_correction_that_cannot_stand_changes_nothing(
    event: Event, options: dict[str, Any], code: str, words: str
) -> None:
    """A missing row, an unreadable number, a sum that is not 0: one clear sentence, the old row stays."""
    event.prepare(9, 2, 3)
    event.play(1)
    before = event.everything(but=("tHibak", "tNaplo"))
    found = event.press("correct_result", **options)
    assert code in [problem.code for problem in found]
    sentences = " ".join(describe(problem).whole + describe(problem).expected for problem in found)
    assert words in sentences
    assert event.everything(but=("tHibak", "tNaplo")) == before


def test_after_the_last_closing_only_the_typing_official_is_corrected(event: Event) -> None:
    """VSZ 5: refused without --official-error, without a name, without a reason; then everything follows."""
    event.finish(9, 1, 3)
    event.press("award_masterpoints")
    before = event.everything(but=("tHibak", "tNaplo"))
    assert event.codes("correct_result", **ROW, **BETTER) == ["correct_after_closing"]
    for left_out in ("person", "reason"):
        half = {name: value for name, value in OFFICIAL.items() if name != left_out}
        assert event.codes("correct_result", **ROW, **BETTER, **half) == ["correct_unsigned"]
    assert event.everything(but=("tHibak", "tNaplo")) == before
    assert event.codes("correct_result", **ROW, **BETTER, **OFFICIAL) == []
    assert "elírt Ft" in logged(event)["Részletek"]
    assert event.row("tPontok", **{"Forduló": 1, "Leosztás": 2, "Vonal": "B", "Asztal": 1})["Pont"] == 4
    best = event.book.read_table("tVegeredmeny")[0]
    assert best["Név"] == event.row("tUlesrend", **{"Forduló": 1, "Asztal": 1})["B"]
    assert event.row("tMesterpontok", **{"Név": best["Név"]})["Mesterpont"] == best["Mesterpont"] == 5
    assert event.codes("score_event") == []


def test_a_row_retyped_after_the_closing_is_accepted_as_it_stands(event: Event) -> None:
    """Typing into the row and naming it is enough; the log says what had been fixed."""
    event.finish(9, 1, 3)
    event.type(1, 2, 1, **{"Felvevő": "B", "Teljesítés": "P 40", "Ft A": -8, "Ft B": 16, "Ft C": -8})
    assert set(event.codes("score_event")) == {"result_fixed"}
    assert event.codes("correct_result", **ROW, **OFFICIAL) == []
    assert logged(event)["Régi érték"] == "4 / -2 / -2"
    assert event.codes("score_event") == []


def test_another_changed_row_is_not_smuggled_in(event: Event) -> None:
    """After the closing the correction of one row does not accept a change in another."""
    event.finish(9, 1, 3)
    event.type(1, 3, 2, **{"Ft A": 8, "Ft B": -4, "Ft C": -4})
    assert set(event.codes("correct_result", **ROW, **BETTER, **OFFICIAL)) == {"result_fixed"}
    assert typed(event)["Felvevő"] == "a"
