"""The referee's report fills itself from the event (VSZ 1, Annex 1)."""

from __future__ import annotations

from datetime import datetime, time

import pytest

from tests.actions.conftest import Event


@pytest.mark.parametrize(
    ("day", "start", "shown"),
    [
        (datetime(2025, 3, 29), time(10, 0), "2025. 03. 29. 10:00"),
        (datetime(2025, 3, 29), None, "2025. 03. 29."),
        ("2025 márciusa", "délelőtt", "2025 márciusa délelőtt"),
        (None, None, None),
    ],
)
def test_time_place_and_numbers_come_from_the_event(
    event: Event, day: datetime | str | None, start: time | str | None, shown: str | None
) -> None:
    """Time and place as they were typed, the number of players, who was licensed on the spot and by whom."""
    event.press("new_event")
    event.enter(9)
    rows = event.book.read_table("tNevezok")
    rows[0]["Helyszínen igazolt"] = "Budai UE"
    rows[1]["Helyszínen igazolt"] = "nem"
    event.book.write_table("tNevezok", rows)
    for name, value in {"verseny_datum": day, "verseny_kezdes": start, "verseny_helyszin": "Szeged"}.items():
        event.book.write_value(name, value)
    event.press("check_entries")
    read = event.book.read_value
    assert read("jelentes_ideje") == shown
    assert read("jelentes_helye") == "Szeged"
    assert read("jelentes_letszam") == 9
    assert read("jelentes_igazoltak_szama") == 1
    assert read("jelentes_igazoltak_neve") == "Játékos 01 (Budai UE)"


def test_cards_shown_to_players_are_listed_with_their_reasons(event: Event) -> None:
    """Yellow and red cards come from the Döntések sheet; a withdrawn one does not."""
    event.prepare()
    yellow = {"Fajta": "Sárga lap", "Név": "Játékos 01", "Forduló": 2, "Indok": "késés"}
    event.add("tDontesek", {"Sorszám": 1} | yellow, {"Sorszám": 2, "Visszavonva": "igen"} | yellow)
    event.press("deal_round", round=(1,))
    assert event.book.read_value("jelentes_sarga_kapta") == "Játékos 01"
    assert event.book.read_value("jelentes_sarga_leiras") == "Játékos 01 – 2. forduló – késés"
    assert event.book.read_value("jelentes_piros_kapta") is None
