"""The last closing: what stands in its way, what it asks for by name, and what it leaves on the sheets (VSZ 5)."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from openpyxl import load_workbook

from macros_py.words import describe, say
from tests.actions.conftest import Event
from tests.actions.test_fitting import marked, notes

RIGHT = {"Felvevő": "A", "Teljesítés": "P PA", "Ft A": 4, "Ft B": -2, "Ft C": -2}
OTHER = {"Felvevő": "B", "Teljesítés": "P 40", "Ft A": -8, "Ft B": 16, "Ft C": -8}


@pytest.fixture
def played(event: Event) -> Event:
    """Give an event of two rounds, both typed, the first one closed."""
    event.prepare(9, 2, 3)
    event.play(1)
    assert event.codes("close_round", round=(1,)) == []
    event.play(2)
    return event


def confirm(event: Event, kod: str, name: str = "Fő Béla") -> None:
    """Put a name beside the problems of one Kód, as a referee does on the Hibák sheet."""
    rows = event.book.read_table("tHibak")
    assert any(row["Kód"] == kod for row in rows)
    event.book.write_table(
        "tHibak", [{**row, "Megerősítette": name} if row["Kód"] == kod else row for row in rows]
    )


def number_log(event: Event) -> None:
    """Number the rows of the log: an event of a program that wrote the fact of the last closing already."""
    rows = event.book.read_table("tNaplo")
    event.book.write_table("tNaplo", [{**row, "Sorszám": number} for number, row in enumerate(rows, 1)])


def is_final(event: Event) -> bool:
    """Tell whether the closing has written the fact."""
    return event.book.values["veglegesitve"] is not None


def step(event: Event) -> str:
    """Give the next step as the start page says it."""
    return str(event.book.values["kezdolap_teendo"])


def test_the_last_closing_without_a_posting_stops_and_says_what_answers(played: Event) -> None:
    """Nobody could object: nothing is closed, and both ways out are named; the start page has said it before."""
    played.press("next_missing")
    assert marked(played) == ["post_results"]
    assert "függessze ki" in step(played)
    before = played.everything(but=("tHibak", "tNaplo"))
    (refusal,) = played.press("close_round", round=(2,))
    assert refusal.code == "close_unposted"
    assert "--early --person" in describe(refusal).action
    assert "Kifüggesztés" in describe(refusal).action
    assert played.everything(but=("tHibak", "tNaplo")) == before
    assert not is_final(played)


def test_early_alone_is_no_name(played: Event) -> None:
    """Who is logged in at the computer has not put his name to anything."""
    assert played.codes("close_round", round=(2,), early=True) == ["close_unposted"]
    assert played.codes("close_round", round=(2,), person="Fő Béla") == ["close_unposted"]
    assert played.codes("close_round", round=(2,), early=True, person="  ") == ["close_unposted"]
    assert not is_final(played)
    assert played.codes("close_round", round=(2,), early=True, person="Fő Béla") == []
    assert "Az óvási idő letelte nélkül zárta le: Fő Béla." in " ".join(played.book.told)
    assert isinstance(played.book.values["veglegesitve"], datetime)


def test_a_name_on_the_hibak_sheet_is_one(played: Event) -> None:
    """Beside the very sentence that stopped it the referee writes his name, and closes again: told by that name."""
    played.press("close_round", round=(2,))
    confirm(played, "F70", "Kiss Béla")
    assert played.codes("close_round", round=(2,)) == []
    assert "letelte nélkül zárta le: Kiss Béla." in " ".join(played.book.told)
    assert is_final(played)


def test_a_name_beside_one_waiting_is_not_a_name_beside_another(played: Event) -> None:
    """Confirmed while unposted, posted afterwards: the running time is another thing, and is asked for anew."""
    played.press("close_round", round=(2,))
    confirm(played, "F70")
    played.press("post_results")
    assert played.codes("close_round", round=(2,)) == ["close_before_objections"]
    confirm(played, "F50")
    assert played.codes("close_round", round=(2,)) == []


def test_a_round_that_is_not_the_last_asks_for_nothing(event: Event) -> None:
    """Earlier rounds stay correctable, so their closing needs neither posting nor name, and is no end (VSZ 5)."""
    event.prepare(9, 2, 3)
    event.play(1)
    event.add("tOvasok", {"Sorszám": 1, "Ki": "Játékos 01", "Mire": "1/2, 1. asztal"})
    assert event.codes("close_round", round=(1,)) == []
    assert not is_final(event)
    assert "véglegesek" not in " ".join(event.book.told)


def test_an_open_protest_stands_in_the_way_of_the_last_closing(played: Event) -> None:
    """Who objected to what is named, and where the decision goes; decided, it stands in nobody's way."""
    protest = {"Sorszám": 3, "Ki": "Játékos 01", "Mire": "2. forduló 1. leosztás"}
    played.add("tOvasok", protest, {"Ki": "Játékos 02", "Mire": "a zaj", "Döntés": "elutasítva"})
    (refusal,) = played.press("close_round", round=(2,), early=True, person="Fő Béla")
    assert (refusal.code, refusal.key) == ("protest_open", ("3",))
    assert "A 3. óvás (Játékos 01: 2. forduló 1. leosztás)" in describe(refusal).message
    assert "Óvások" in describe(refusal).action
    assert not is_final(played)
    played.book.write_table("tOvasok", [{**protest, "Döntés": "helyt adtunk neki"}])
    assert played.close(2) == []


def test_a_protest_without_a_number_is_known_by_its_place(played: Event) -> None:
    """A row typed in haste is a protest too."""
    played.add("tOvasok", {"Ki": "Játékos 05"})
    (refusal,) = played.press("close_round", round=(2,), early=True, person="Fő Béla")
    assert refusal.key == ("1",)


def second_typist(event: Event, number: int, path: Path, **cells: object) -> list[str]:
    """Let a second typist send the round back, his first row otherwise; give the codes of what was found."""
    event.press("export_entry", round=(number,), to=path)
    workbook = load_workbook(path)
    sheet = workbook["Eredményrögzítés"]
    headings = {cell.value: cell.column for cell in sheet[4]}
    for row in range(5, sheet.max_row + 1):
        for name, value in {**RIGHT, **(cells if row == 5 else {})}.items():
            sheet.cell(row, headings[name]).value = value
    workbook.save(path)
    return event.codes("import_results", **{"from": path})


@pytest.mark.parametrize("way", ["equal", "corrected", "named"])
def test_what_two_typists_wrote_differently_is_decided_before_the_round_is_closed(
    event: Event, tmp_path: Path, way: str
) -> None:
    """K01 is told by the check, stops the closing, and is settled: by an equal row, by a correction, or by a name."""
    event.prepare(9, 2, 3)
    event.play(1)
    assert second_typist(event, 1, tmp_path / "m.xlsx", **OTHER) == ["entry_differs"]
    assert event.codes("check_results") == ["entry_differs"]
    found = event.press("close_round", round=(1,))
    assert [problem.code for problem in found] == ["entry_differs", "close_undecided"]
    assert "1. forduló, 1. leosztás, 1. asztal" in describe(found[-1]).message
    first = {"round": 1, "deal": 1, "table": 1}
    if way == "equal":
        event.type(1, 1, 1, **{**OTHER, "Teljesítés": "p40"})
    elif way == "corrected":
        correction = {"soloist": "B", "achievement": "P 40", "ft": "-8,16,-8"}
        assert event.codes("correct_result", **(first | {"round": (1,)}), **correction) == []
    else:
        confirm(event, "K01")
    assert event.codes("close_round", round=(1,)) == (["entry_differs"] if way == "named" else [])
    assert event.row("tFordulok", **{"Forduló": 1})["Állapot"] == "lezárva"
    left = [row["Megerősítette"] for row in event.book.read_table("tHibak") if row["Kód"] == "K01"]
    assert left == (["Fő Béla"] if way == "named" else [])


def test_a_difference_of_an_earlier_round_stands_in_the_way_of_the_last_closing(
    event: Event, tmp_path: Path
) -> None:
    """The sheet of round 1 that came back after its closing is looked at again at the end (VSZ 5)."""
    event.prepare(9, 2, 3)
    event.play(1)
    event.press("close_round", round=(1,))
    assert second_typist(event, 1, tmp_path / "m.xlsx", **OTHER) == ["entry_differs"]
    event.play(2)
    assert event.close(2) == ["entry_differs", "close_undecided"]
    confirm(event, "K01")
    assert event.close(2) == ["entry_differs"]
    assert is_final(event)


def test_no_red_remark_stays_beside_a_mended_row(played: Event) -> None:
    """A wrong row, seen by the check, mended and closed at once: what the check had said is gone, in every round."""
    played.type(1, 2, 1, **{"Ft C": -3})
    played.type(2, 1, 1, Állapot="?")
    assert len(played.codes("check_results")) >= 2
    remarks = [row["Ellenőrzés"] for row in played.book.read_table("tEredmenyek")]
    assert sum(remark is not None for remark in remarks) == 2
    played.type(1, 2, 1, **{"Ft C": -2})
    played.type(2, 1, 1, Állapot=None)
    assert played.close(2) == []
    assert [row["Ellenőrzés"] for row in played.book.read_table("tEredmenyek")] == [None] * 18
    assert [row for row in played.book.read_table("tHibak") if row["Fokozat"] == "hiba"] == []


def test_the_standing_is_that_of_the_rows_that_were_closed(played: Event) -> None:
    """Scored, then a row changed, then closed: places, points and the line above them are the new ones."""
    played.press("score_event")
    old = played.book.read_table("tAllas")
    played.type(1, 2, 1, **OTHER)
    assert played.close(2) == []
    closed = played.book.read_table("tAllas"), played.book.read_table("tPontok")
    assert closed[0] != old
    assert closed[0][0]["Név"] == played.row("tUlesrend", **{"Forduló": 1, "Asztal": 1})["B"]
    assert str(played.book.values["allas_jelleg"]).startswith("VÉGLEGES")
    assert "nincs lezárva" not in str(played.book.values["allas_jelleg"])
    assert played.codes("score_event") == []
    assert (played.book.read_table("tAllas"), played.book.read_table("tPontok")) == closed


def test_an_earlier_closing_scores_too(event: Event) -> None:
    """After round 1 the standing shows it, without another verb."""
    event.prepare(9, 2, 3)
    event.play(1)
    assert event.codes("close_round", round=(1,)) == []
    assert len(event.book.read_table("tPontok")) == 27
    assert "2. forduló" in str(event.book.values["allas_jelleg"])


def test_the_word_lezarva_typed_by_hand_fixes_nothing(played: Event) -> None:
    """Final is what the closing said: the start page asks for it, masterpoints wait, and it can still be made."""
    rounds = played.book.read_table("tFordulok")
    played.book.write_table("tFordulok", [{**row, "Állapot": "lezárva"} for row in rounds])
    number_log(played)
    played.press("next_missing")
    assert played.book.values["kezdolap_allapot"] == say("overview.closed_by_hand")
    assert marked(played) == ["close_round"]
    assert played.codes("award_masterpoints") == ["award_too_early"]
    assert played.close(2) == []
    assert is_final(played)


def test_a_round_reopened_by_hand_after_the_last_closing_opens_nothing(event: Event) -> None:
    """The cell may say what it likes: no typed row is taken, no round closed again, and the page says it is over."""
    event.finish(9, 2, 3)
    rounds = event.book.read_table("tFordulok")
    rounds[1]["Állapot"] = "lejátszva"
    event.book.write_table("tFordulok", rounds)
    assert event.close(2) == ["final_sheet"]
    correction = {
        "round": (2,),
        "deal": 1,
        "table": 1,
        "soloist": "B",
        "achievement": "P 40",
        "ft": "-8,16,-8",
    }
    assert event.codes("correct_result", **correction) == ["final_sheet"]
    assert event.codes("post_results") == ["final_sheet"]
    event.press("next_missing")
    assert event.book.values["kezdolap_allapot"] == say("overview.over")
    assert notes(event)["close_round"] == say("fit.final")


def test_fewer_rounds_than_were_dealt_can_be_closed(event: Event) -> None:
    """All three were dealt in the morning, only two are played: with the number lowered the second is the last."""
    event.prepare(9, 3, 3)
    event.press("deal_round", round=(1, 2, 3))
    for number in (1, 2):
        event.reveal(number)
        event.type(number, **RIGHT)
    event.press("close_round", round=(1,))
    event.book.write_value("fordulok", 2)
    assert event.codes("reveal_round", round=(3,)) == ["round_unknown"]
    event.press("next_missing")
    assert marked(event) == ["post_results"]
    event.press("post_results")
    event.looks += 15 * 60
    assert event.codes("close_round", round=(2,)) == []
    assert is_final(event)
    assert event.codes("award_masterpoints") == []


def test_a_round_that_nobody_can_play_is_not_dealt(event: Event) -> None:
    """The number of rounds raised in the middle: the second has no seating and gets none, which the page says."""
    event.prepare(9, 1, 3)
    event.play(1)
    event.book.write_value("fordulok", 2)
    (refusal,) = event.press("deal_round", round=(2,))
    assert refusal.code == "deal_unseated"
    assert "írja vissza erre: 1" in describe(refusal).action
    assert event.codes("close_round", round=(1,)) == []
    number_log(event)
    event.press("next_missing")
    assert "2. fordulónak nincs ülésrendje" in step(event)
    assert marked(event) == []
    event.book.write_value("fordulok", 1)
    event.press("next_missing")
    assert marked(event) == ["close_round"]
    assert event.close(1) == []


def test_a_round_whose_seating_is_gone_is_not_closed(played: Event) -> None:
    """Without its seating a round has no results: it is not closed as if it had none."""
    seating = played.book.read_table("tUlesrend")
    played.book.write_table("tUlesrend", [row for row in seating if row["Forduló"] != 2])
    assert played.close(2) == ["close_unseated"]
    played.press("next_missing")
    assert marked(played) == ["restore"]
    assert "állítsa vissza" in step(played)
    assert not is_final(played)
