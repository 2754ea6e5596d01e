"""What the referee decides: substitutions on tCserek and rulings on tDontesek, through the verbs."""

from __future__ import annotations

import pytest

from tests.actions.conftest import Event


def test_either_name_of_a_substituted_position_may_stand_in_a_row(event: Event) -> None:
    """A substitute's name typed over the pre-filled one is right, and the result is the position's."""
    event.prepare()
    event.play(1)
    place = event.book.read_table("tVonalak")[0]
    change = {
        "Vonal": "A",
        "Induló asztal": place["Induló asztal"],
        "Ki": place["Név"],
        "Be": "Tartalék Tamás",
        "Fordulótól": 1,
        "Leosztástól": 1,
    }
    event.add("tNevezok", Event.person(99) | {"Név": "Tartalék Tamás", "Tartalék": "igen"})
    event.add("tCserek", change)
    event.type(1, 1, place["Induló asztal"], A="Tartalék Tamás")  # type: ignore[arg-type]
    assert event.codes("check_results") == []
    event.press("score_event")
    names = [str(row["Név"]) for row in event.book.read_table("tAllas")]
    assert f"{place['Név']} (cs. Tartalék Tamás, 1. forduló 1. leosztástól, játéksorrendben)" in names
    assert len(names) == 9


@pytest.mark.parametrize("role", ["osztok", "fobiro"])
def test_who_knows_the_deals_is_warned_about_as_a_substitute(event: Event, role: str) -> None:
    """VSZ 6: a table judge or a reserve comes in, not a dealer or the chief referee, whatever else he is."""
    event.prepare()
    event.play(1)
    place = event.book.read_table("tVonalak")[0]
    change = {"Vonal": "A", "Induló asztal": place["Induló asztal"], "Ki": place["Név"], "Be": "Tudó Tas"}
    event.add("tCserek", change | {"Fordulótól": 1, "Leosztástól": 1})
    event.book.write_value("asztalbirok", "Más Márk; Tudó Tas")
    assert event.codes("check_results") == []
    event.book.write_value(role, "Tudó Tas")
    assert event.codes("check_results") == ["substitution_not_allowed"]
    assert event.close(1) == ["substitution_not_allowed"]


def test_rulings_beat_the_cell_and_a_withdrawn_one_does_nothing(event: Event) -> None:
    """renonsz for one, then withdrawn: his points are as typed again; levonás comes off the total."""
    event.prepare(9, 1, 1)
    event.play(1)
    name = event.row("tUlesrend", **{"Forduló": 1, "Asztal": 2})["A"]
    ruling = {"Sorszám": 1, "Fajta": "renonsz", "Forduló": 1, "Leosztás": 1, "Asztal": 2, "Név": name}
    event.add("tDontesek", ruling)
    event.press("score_event")
    assert event.row("tPontok", **{"Vonal": "A", "Asztal": 2})["Pont"] == 0
    assert event.row("tPontok", **{"Vonal": "A", "Asztal": 1})["Pont"] == 3
    event.book.write_table("tDontesek", [])
    event.add("tDontesek", ruling | {"Visszavonva": "igen"})
    event.add("tDontesek", {"Sorszám": 2, "Fajta": "levonás", "Név": name, "Érték": 1, "Egység": "pont"})
    event.press("score_event")
    assert event.row("tPontok", **{"Vonal": "A", "Asztal": 2})["Pont"] == 2
    assert event.row("tAllas", **{"Név": name})["Pont"] == 1


def test_a_ruling_that_cannot_be_understood_warns_at_scoring_and_blocks_closing(event: Event) -> None:
    """An unknown name in tDontesek: scored without it, never silently; the round stays open until it is mended."""
    event.prepare(9, 1, 1)
    event.play(1)
    event.add(
        "tDontesek", {"Sorszám": 1, "Fajta": "vétlen", "Forduló": 1, "Leosztás": 1, "Név": "Senki Alfonz"}
    )
    assert event.codes("score_event") == ["ruling_name_unknown"]
    assert event.row("tHibak")["Fokozat"] == "figyelmeztetés"
    assert event.close(1) == ["ruling_name_unknown"]
    assert event.row("tFordulok")["Állapot"] == "lejátszva"
