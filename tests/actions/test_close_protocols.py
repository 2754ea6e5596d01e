"""close_protocols and the corrections of cells: what is written is final before it is announced (VSZ 5 (5))."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from macros_py.verbs import verbs
from tests.actions.conftest import Event

PERSON = "Fő Béla"
RIGHT = {"Felvevő": "A", "Teljesítés": "P PA", "Ft A": 4, "Ft B": -2, "Ft C": -2}
BLANK = dict.fromkeys(RIGHT)
PLACE = {"round": (1,), "deal": 1, "table": 1}


@pytest.fixture
def closed(event: Event) -> Event:
    """Give an event of one round, all played, one row blank, whose protocols are closed."""
    event.prepare(9, 1, 3)
    event.play(1)
    event.type(1, 2, 2, **BLANK)
    assert event.codes("close_protocols", person=PERSON) == []
    return event


def test_it_is_done_by_name_once_and_at_the_end(event: Event) -> None:
    """Without a name, before the last round was played, a second time, after the last closing: refused."""
    event.prepare(9, 2, 3)
    event.play(1)
    assert event.codes("close_protocols", person=PERSON) == ["protocols_not_closable"]
    event.play(2)
    assert event.codes("close_protocols") == ["protocols_unsigned"]
    assert event.codes("close_protocols", person=PERSON) == []
    assert "2026. 12. 01." in event.book.told[-1] or any("2026. 12. 01." in line for line in event.book.told)
    assert event.codes("close_protocols", person=PERSON) == ["protocols_not_closable"]
    assert "2026. 12. 01." in str(event.book.values["kezdolap_teendo"])
    event.close(1, 2)
    assert event.codes("close_protocols", person=PERSON) == ["protocols_not_closable"]


def test_a_blank_row_is_typed_and_the_event_is_closed(closed: Event) -> None:
    """What was missing comes in, also by quick entry; another way of writing is no change."""
    closed.type(1, 2, 2, **{"Felvevő": "a", "Teljesítés": "piros passz", "Ft A": 4})
    closed.type(1, 1, 1, **{"Teljesítés": "ppa", "Ft A": "4"})
    assert closed.codes("check_results") == []
    assert closed.codes("score_event") == []
    assert closed.close(1) == []
    assert closed.book.values["veglegesitve"]


@pytest.mark.parametrize(
    "verb", ["check_results", "score_event", "close_round", "post_results", "write_record"]
)
def test_a_filled_row_that_is_another_one_stops_what_publishes(
    closed: Event, verb: str, tmp_path: Path
) -> None:
    """The cell, what stood there and what stands there now are named; written back, it goes on."""
    options: dict[str, Any] = {
        "close_round": {"round": (1,), "early": True, "person": PERSON},
        "write_record": {"to": tmp_path / "e.xlsx"},
    }.get(verb, {})
    closed.type(1, 1, 1, **{"Ft A": 8, "Ft B": -4, "Ft C": -4, "Teljesítés": "P PA K"})
    problems = [one for one in closed.press(verb, **options) if one.code == "protocol_changed"]
    assert [(one.column, one.fields["old"], one.fields["new"]) for one in problems] == [
        ("Teljesítés", "P PA", "P PA K"),
        ("Ft A", "4", "8"),
        ("Ft B", "-2", "-4"),
        ("Ft C", "-2", "-4"),
    ]
    closed.type(1, 1, 1, **RIGHT)
    assert "protocol_changed" not in closed.codes(verb, **options)


def test_a_deleted_row_is_named(closed: Event) -> None:
    """A row that was filled and is gone is a change like any other."""
    rows = closed.book.read_table("tEredmenyek")
    closed.book.write_table("tEredmenyek", rows[1:])
    assert set(closed.codes("score_event")) == {"protocol_changed"}


def test_the_mistake_of_the_official_is_put_right_by_name(closed: Event) -> None:
    """Without official_error refused; with it the row is open, and what stands then is final in turn."""
    change = {**PLACE, "ft": "8,-4,-4", "achievement": "P PA K"}
    assert closed.codes("correct_result", **change) == ["correct_after_closing"]
    assert closed.codes("correct_result", **change, official_error=True) == ["correct_unsigned"]
    signed = {"official_error": True, "person": PERSON, "reason": "elírás"}
    assert closed.codes("correct_result", **change, **signed) == []
    assert closed.codes("score_event") == []
    closed.type(1, 1, 1, **RIGHT)
    assert set(closed.codes("score_event")) == {"protocol_changed"}


@pytest.fixture
def ruled(event: Event) -> Event:
    """Give a finished event with two rulings, masterpoints awarded."""
    event.prepare(9, 2, 3)
    event.play(1)
    event.play(2)
    event.add(
        "tDontesek",
        {"Sorszám": 1, "Fajta": "levonás", "Forduló": 1, "Asztal": 1, "Érték": 1, "Egység": "pont"},
        {"Sorszám": 2, "Fajta": "vétlen", "Forduló": 2, "Leosztás": 1, "Asztal": 2},
    )
    return event


CELL = {"sheet": "Döntések", "row": 1, "column": "Érték", "value": "2,5"}


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (CELL | {"round": (1,)}, "correct_either"),
        ({"sheet": "Döntések", "row": 1}, "correct_cell_incomplete"),
        (CELL | {"sheet": "Nevezők"}, "correct_sheet"),
        (CELL | {"column": "Ertek"}, "correct_column"),
        (CELL | {"row": 3}, "correct_cell_row"),
        (CELL | {"row": 0}, "correct_cell_row"),
        (CELL | {"value": "1"}, "correct_nothing"),
        (CELL | {"value": "sok"}, "cell_decimal"),
    ],
)
def test_what_cannot_be_corrected_is_said(ruled: Event, options: dict[str, Any], code: str) -> None:
    """Each with a sentence of its own; nothing is written."""
    before = ruled.everything(but=("tHibak", "tNaplo"))
    assert code in ruled.codes("correct_result", **options)
    assert ruled.everything(but=("tHibak", "tNaplo")) == before


def test_a_cell_of_a_ruling_is_corrected_before_and_after_the_closing(ruled: Event) -> None:
    """Before it freely, afterwards as the official's mistake; points follow, old and new are logged."""
    assert ruled.codes("correct_result", **CELL) == []
    assert ruled.book.read_table("tDontesek")[0]["Érték"] == 2.5
    assert ruled.close(1, 2) == []
    ruled.press("award_masterpoints")
    points = [row["Pont"] for row in ruled.book.read_table("tVegeredmeny")]
    later = CELL | {"value": "4", "column": "érték"}
    assert ruled.codes("correct_result", **later) == ["correct_cell_final"]
    assert ruled.codes("correct_result", **later, official_error=True, person=PERSON) == ["correct_unsigned"]
    signed = {"official_error": True, "person": PERSON, "reason": "elírta"}
    assert ruled.codes("correct_result", **later, **signed) == []
    assert [row["Pont"] for row in ruled.book.read_table("tVegeredmeny")] != points
    logged = ruled.row("tNaplo", **{"Új érték": "4"})
    assert (logged["Régi érték"], "elírta" in str(logged["Részletek"])) == ("2,5", True)
    assert ruled.codes("award_masterpoints") == []
    ruled.add("tDontesek", {"Sorszám": 3, "Fajta": "vétlen", "Forduló": 1, "Leosztás": 1, "Asztal": 1})
    assert ruled.codes("correct_result", **(CELL | {"value": "9"}), **signed) == ["final_sheet"]


def test_what_was_sent_is_said_to_be_out_of_date(ruled: Event, tmp_path: Path) -> None:
    """After the record was written: a renaming and a correction ask for a new one, and the start page too."""
    record = {"to": tmp_path / "e.xlsx"}
    ruled.close(1, 2)
    ruled.press("award_masterpoints")
    assert "Írja meg" in str(ruled.book.values["kezdolap_teendo"])
    assert ruled.codes("write_record", **record) == []
    assert "Küldje el" in str(ruled.book.values["kezdolap_teendo"])
    for verb, options in (
        ("rename_player", {"from": "Játékos 01", "to": "Kovács Gábor"}),
        (
            "correct_result",
            CELL | {"value": "3", "official_error": True, "person": PERSON, "reason": "elírta"},
        ),
    ):
        assert ruled.codes(verb, **options) == [], verb
        assert any("írja meg újra" in line for line in ruled.book.told[-6:]), verb
        assert "Írja meg" in str(ruled.book.values["kezdolap_teendo"])
        assert ruled.codes("write_record", **record) == []


def test_the_buttons_ask_who_corrects_and_who_closes() -> None:
    """After the last closing a name is wanted: the ribbon asks for it."""
    assert verbs()["correct_result"].ask_name
    assert verbs()["close_protocols"].ask_name
