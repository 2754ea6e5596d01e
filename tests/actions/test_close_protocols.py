"""close_protocols and the corrections of cells: what is written is final before it is announced (VSZ 5 (5))."""

from __future__ import annotations

from datetime import datetime, time
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from macros_py.verbs import verbs
from macros_py.words import describe
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
        (CELL | {"soloist": "A"}, "correct_either"),
        ({"round": (1,), "deal": 1, "table": 1, "column": "Érték"}, "correct_either"),
        ({"row": 1, "column": "Érték", "value": "2"}, "correct_cell_incomplete"),
        (CELL | {"column": "Mennyiség"}, "correct_column"),
        (CELL | {"column": "Időpont", "value": "tegnap"}, "cell_moment"),
        (CELL | {"column": "Időpont", "value": "25:10"}, "cell_moment"),
        (CELL | {"column": "Név", "value": "Senki Alfonz"}, "ruling_name_unknown"),
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


def test_an_emptied_cell_opens_nothing(closed: Event) -> None:
    """The Verseny sheet is open to everybody: whoever empties the cell has closed protocols all the same."""
    closed.book.write_value("jegyzokonyvek_lezarva", None)
    closed.type(1, 1, 1, **{"Ft A": 8, "Ft B": -4, "Ft C": -4, "Teljesítés": "P PA K"})
    assert set(closed.codes("score_event")) == {"protocol_changed"}
    assert closed.codes("close_protocols", person=PERSON) == ["protocols_not_closable"]
    closed.type(1, 1, 1, **RIGHT)
    assert closed.codes("correct_result", **PLACE, soloist="B") == ["correct_after_closing"]


def test_the_sentence_of_a_wrong_heading_offers_the_near_ones(ruled: Event) -> None:
    """A letter missed: the heading that was meant stands in the sentence; without accents it is understood."""
    (found,) = ruled.press("correct_result", **(CELL | {"column": "Értk"}))
    assert "Érték" in describe(found).action
    assert ruled.codes("correct_result", **(CELL | {"sheet": "dontesek", "column": "ertek"})) == []


def test_a_moment_and_a_blank_are_written_as_such(ruled: Event) -> None:
    """Day and hour become a moment, the hour alone a time, a dash a blank cell."""
    moment = CELL | {"column": "Időpont", "value": "2026. 11. 28. 10:42"}
    assert ruled.codes("correct_result", **moment) == []
    assert ruled.book.read_table("tDontesek")[0]["Időpont"] == datetime(2026, 11, 28, 10, 42)
    assert ruled.codes("correct_result", **(moment | {"value": "10:43"})) == []
    assert ruled.book.read_table("tDontesek")[0]["Időpont"] == time(10, 43)
    assert ruled.codes("correct_result", **(moment | {"value": "-"})) == []
    assert ruled.book.read_table("tDontesek")[0]["Időpont"] is None


def test_a_substitution_is_corrected_after_the_closing(event: Event) -> None:
    """The wrong reserve was written down: names, points of the person and masterpoints follow."""
    event.prepare(9, 2, 3)
    for number, name in ((10, "Csere A"), (11, "Csere B")):
        event.add("tNevezok", event.person(number) | {"Név": name, "Tartalék": "igen"})
    leaver = event.row("tVonalak", Vonal="A", **{"Induló asztal": 1})["Név"]
    event.play(1)
    event.play(2)
    change = {"Vonal": "A", "Induló asztal": 1, "Ki": leaver, "Be": "Csere A", "Fordulótól": 2}
    event.add("tCserek", change)
    assert event.close(1, 2) == []
    event.press("award_masterpoints")
    assert "Csere A" in {row["Név"] for row in event.book.read_table("tMesterpontok")}
    slip = {"sheet": "Cserék", "row": 1, "column": "Be", "value": "Csere B"}
    assert event.codes("correct_result", **slip) == ["correct_cell_final"]
    signed = {"official_error": True, "person": PERSON, "reason": "a másik tartalék volt"}
    assert event.codes("correct_result", **slip, **signed) == []
    names = {row["Név"] for row in event.book.read_table("tMesterpontok")}
    assert "Csere B" in names
    assert "Csere A" not in names
    assert "(cs. Csere B" in " ".join(str(row["Név"]) for row in event.book.read_table("tVegeredmeny"))
    assert "a bevivő bíró elírása (VSZ 5). Ok: a másik tartalék volt" in str(
        event.row("tNaplo", **{"Régi érték": "Csere A"})["Részletek"]
    )
    unreadable = slip | {"column": "Induló asztal", "value": "sok"}
    assert "cell_whole" in event.codes("correct_result", **unreadable, **signed)
    assert event.codes("award_masterpoints") == []


def test_a_correction_that_spoils_another_row_is_refused(event: Event) -> None:
    """A ruling hangs on the name that a substitution brought in: the other row is named, nothing is written."""
    event.prepare(9, 2, 3)
    event.add("tNevezok", event.person(10) | {"Név": "Csere A", "Tartalék": "igen"})
    leaver = event.row("tVonalak", Vonal="A", **{"Induló asztal": 1})["Név"]
    event.play(1)
    event.play(2)
    event.add("tCserek", {"Vonal": "A", "Induló asztal": 1, "Ki": leaver, "Be": "Csere A", "Fordulótól": 2})
    event.add("tDontesek", {"Sorszám": 1, "Fajta": "vétlen", "Forduló": 2, "Leosztás": 1, "Név": "Csere A"})
    before = event.book.read_table("tCserek")
    found = event.press("correct_result", sheet="Cserék", row=1, column="Be", value="Játékos 99")
    assert {problem.table for problem in found} >= {"tDontesek"}
    assert event.book.read_table("tCserek") == before


@pytest.mark.parametrize("hand", ["a cell", "a row", "everything"])
def test_who_rewrites_what_was_closed_is_found_out_by_the_log(closed: Event, hand: str) -> None:
    """The sheet of the closed rows is held against the log, which nobody can rewrite without its chain breaking."""
    rows = closed.book.read_table("tLezartak")
    other = {"a cell": [{**rows[0], "Ft A": 8}, *rows[1:]], "a row": rows[1:], "everything": []}[hand]
    closed.book.write_table("tLezartak", other)
    if hand == "everything":
        closed.book.write_value("jegyzokonyvek_lezarva", None)
    (found,) = closed.press("score_event")
    assert found.code == "protocols_rewritten"
    closed.book.write_table("tLezartak", rows)
    assert closed.codes("score_event") == []


def test_a_filled_row_cannot_be_made_unplayed(closed: Event) -> None:
    """Állapot was blank, but the row had its result: *nem játszott* would take it away; *bírói* takes nothing."""
    closed.type(1, 1, 1, Állapot="bírói")
    assert "protocol_changed" not in closed.codes("score_event")
    closed.type(1, 1, 1, Állapot="nem játszott")
    (found,) = [one for one in closed.press("score_event") if one.code == "protocol_changed"]
    assert (found.column, found.fields["old"], found.fields["new"]) == ("Állapot", "–", "nem játszott")
    closed.type(1, 1, 1, Állapot=None)
    closed.type(1, 2, 2, Állapot="nem játszott")
    assert closed.codes("score_event") == []


def test_a_question_mark_is_answered_from_the_paper(event: Event) -> None:
    """``?`` is the typist's mark, not the protocol's: it goes, the Ft beside it stay."""
    event.prepare(9, 1, 3)
    event.play(1)
    event.type(1, 1, 1, Állapot="?", **{"Ft C": None})
    event.press("close_protocols", person=PERSON)
    event.type(1, 1, 1, Állapot=None, **{"Ft C": -2})
    assert event.codes("score_event") == []
    event.type(1, 1, 1, **{"Ft B": -4, "Ft C": 0})
    assert set(event.codes("score_event")) == {"protocol_changed"}


def test_a_half_filled_row_is_completed_freely(event: Event) -> None:
    """Quick entries, körpassz without its Ft, a row whose soloist alone was typed: what was blank may be filled."""
    event.prepare(9, 1, 3)
    event.play(1)
    event.type(1, 1, 1, **{"Ft B": None, "Ft C": None})
    event.type(1, 1, 2, **{**BLANK, "Állapot": "körpassz"})
    event.type(1, 1, 3, **{**BLANK, "Felvevő": "A"})
    event.press("close_protocols", person=PERSON)
    kept = event.book.read_table("tLezartak")
    assert event.codes("correct_result", round=(1,), deal=1, table=3, achievement="P PA", ft="4,-2,-2") == []
    event.type(1, 1, 2, **{"Ft A": 0, "Ft B": 0, "Ft C": 0})
    assert event.codes("check_results") == []
    first = event.row("tEredmenyek", **{"Forduló": 1, "Leosztás": 1, "Asztal": 1})
    assert [first["Ft B"], first["Ft C"]] == [-2, -2]
    assert event.book.read_table("tLezartak") == kept
    assert event.codes("correct_result", round=(1,), deal=1, table=3, soloist="B") == [
        "correct_after_closing"
    ]
    assert event.close(1) == []


def test_a_blank_row_corrected_stays_open(closed: Event) -> None:
    """Who types a missing row by the verb may put it right as freely as one typed by hand."""
    place = {"round": (1,), "deal": 2, "table": 2}
    assert closed.codes("correct_result", **place, soloist="A", achievement="P PA", ft="4,-2,-2") == []
    assert closed.codes("correct_result", **place, soloist="B", achievement="P PA", ft="-2,4,-2") == []


def test_the_log_tells_what_had_been_closed(closed: Event) -> None:
    """Retyped by hand and accepted as the official's mistake: the closed value, the reason, the new one."""
    closed.type(1, 1, 1, **{"Ft A": 8, "Ft B": -4, "Ft C": -4, "Teljesítés": "P PA K"})
    signed = {"official_error": True, "person": PERSON, "reason": "elírta"}
    assert closed.codes("correct_result", **PLACE, **signed) == []
    logged = closed.row("tNaplo", **{"Művelet": "Eredmény javítva"})
    assert logged["Régi érték"] == "a; P PA; 4 / -2 / -2"
    assert "a bevivő bíró elírása (VSZ 5). Ok: elírta" in str(logged["Részletek"])
    assert closed.codes("score_event") == []


def test_a_second_typist_overwrites_nothing_that_was_closed(closed: Event, tmp_path: Path) -> None:
    """His sheet fills the blank row; asked to overwrite a closed one, the verb is refused whole."""
    path = tmp_path / "masik.xlsx"
    closed.press("export_entry", round=(1,), to=path)
    workbook = load_workbook(path)
    sheet = workbook["Eredményrögzítés"]
    headings = {cell.value: cell.column for cell in sheet[4]}
    for row in range(5, sheet.max_row + 1):
        other = {"Ft A": 8, "Ft B": -4, "Ft C": -4, "Teljesítés": "P PA K"} if row == 5 else {}
        for name, value in {**RIGHT, **other}.items():
            sheet.cell(row, headings[name]).value = value
    workbook.save(path)
    before = closed.book.read_table("tEredmenyek")
    assert closed.codes("import_results", overwrite=True, **{"from": path}) == ["protocols_verb"]
    assert closed.book.read_table("tEredmenyek") == before
    assert closed.codes("import_results", **{"from": path}) == ["entry_differs"]
    assert closed.row("tEredmenyek", **{"Forduló": 1, "Leosztás": 2, "Asztal": 2})["Ft A"] == 4
