"""rename_player: the name changes everywhere, and nothing else does."""

from __future__ import annotations

import pytest

from macros_py.words import describe
from tests.actions.conftest import Event

LOGS = ("tNaplo", "tHibak")


def test_after_the_last_closing_only_the_name_is_another_one(event: Event) -> None:
    """Every table and cell is the same but for the name; scoring again finds nothing to change."""
    event.prepare(9, 2, 3)
    event.book.write_value("asztalbirok", "Bíró Béla; Játékos 11")
    place = event.row("tVonalak", **{"Név": "Játékos 01"})
    change = {heading: place[heading] for heading in ("Vonal", "Induló asztal")}
    change |= {"Ki": "Játékos 01", "Be": "Játékos 11", "Fordulótól": 2, "Leosztástól": 1}
    event.add("tCserek", change)
    for number in (1, 2):
        event.play(number)
        assert event.close(number) == []
    assert event.codes("award_masterpoints") == ["licence_still_missing"]
    for old, new in (("játékos 01", "Kovács Piroska"), ("Játékos 11", "Nagy-Kis Pál")):
        before = event.everything(but=LOGS)
        assert event.codes("rename_player", **{"from": old, "to": new}) == []
        after = event.everything(but=LOGS)
        assert repr(after) == repr(before).replace(old.capitalize(), new)
        assert repr(after) != repr(before)
        assert old.capitalize() not in repr(after)
    label = str(event.book.read_table("tAllas"))
    assert "Kovács Piroska (" in label
    assert "Nagy-Kis Pál" in str(event.book.read_value("asztalbirok"))
    scored = event.book.read_table("tAllas"), event.book.read_table("tMesterpontok")
    assert event.codes("score_event") == []
    assert (event.book.read_table("tAllas"), event.book.read_table("tMesterpontok")) == scored


def test_after_seating_the_draw_goes_on_with_the_new_name(event: Event) -> None:
    """No swap by hand is found afterwards, and the log tells old and new."""
    event.prepare()
    event.press("rename_player", **{"from": "Játékos 02", "to": "Őze Örs"})
    assert event.codes("seat_players") == []
    entries = event.book.read_table("tNaplo")
    assert [row["Művelet"] for row in entries].count("Kézi csere") == 0
    entry = event.row("tNaplo", **{"Művelet": "Név módosult"})
    assert (entry["Régi érték"], entry["Új érték"]) == ("Játékos 02", "Őze Örs")


def test_a_longer_name_is_not_cut_in_two(event: Event) -> None:
    """Kis Pál is renamed; Kis Pál Péter and Nagy-Kis Pál are other people."""
    event.press("new_event")
    event.enter(3)
    rows = event.book.read_table("tNevezok")
    for row, name in zip(rows, ("Kis Pál", "Kis Pál Péter", "Nagy-Kis Pál"), strict=True):
        row["Név"] = name
    event.book.write_table("tNevezok", rows)
    event.book.write_value("osztok", "Kis Pál Péter; Kis Pál; Nagy-Kis Pál")
    event.press("rename_player", **{"from": "kis pál", "to": "Kiss Pál"})
    assert [row["Név"] for row in event.book.read_table("tNevezok")] == [
        "Kiss Pál",
        "Kis Pál Péter",
        "Nagy-Kis Pál",
    ]
    assert event.book.read_value("osztok") == "Kis Pál Péter; Kiss Pál; Nagy-Kis Pál"


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("Játékos 1", "X Y", "rename_unknown", "Játékos 01"),
        ("Játékos 01", "játékos  02", "rename_taken", "még nem szereplő"),
        ("Játékos 01", " ", "rename_to_nothing", "betűkkel"),
        ("Játékos 01", "A; B", "rename_to_nothing", "pontosvessző nélkül"),
    ],
)
def test_refused(event: Event, old: str, new: str, code: str, words: str) -> None:
    """The nearest name is offered; nothing changes."""
    event.prepare()
    before = event.everything(but=LOGS)
    (refused,) = event.press("rename_player", **{"from": old, "to": new})
    assert refused.code == code
    assert words in describe(refused).expected
    assert event.everything(but=LOGS) == before
