"""The official record says which program dealt and drew, which keys there were, and what was not checked."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from tests.actions.conftest import Event
from tests.actions.test_event_key import BY_NAME as NEW_KEY
from tests.actions.test_event_key import key, lose
from tests.actions.test_without_key import BY_NAME as NO_DEALS
from tests.actions.test_without_key import PLAIN


def cover(event: Event, folder: Path) -> dict[str, str]:
    """Write the record; give label and value of its first sheet."""
    target = folder / "eredmeny.xlsx"
    assert "record_exists" not in event.codes("write_record", to=target)
    sheet = openpyxl.load_workbook(target)["Összefoglaló"]
    return {str(row[0]): str(row[1]) for row in sheet.iter_rows(values_only=True) if row[0]}


def test_the_programs_are_named(event: Event, tmp_path: Path) -> None:
    """Ours, another by its name, another of which nobody noted the name; the draw from the key."""
    event.prepare(9, 4, 3)
    event.press("deal_round", round=(1, 2))
    event.press("deal_round", round=(3,), elsewhere=True, program="UltiPakli")
    event.press("deal_round", round=(4,), elsewhere=True)
    shown = cover(event, tmp_path)
    assert shown["A leosztásokat keverte"] == (
        "Sportulti: 1., 2. forduló; UltiPakli: 3. forduló; más program (a neve nincs feljegyezve): 4. forduló"
    )
    assert shown["A vonalak, asztalok sorsolása"] == "Sportulti, a titkos kulcsból."
    assert not [
        label for label in shown if label.startswith(("Új kulcs", "A kulcs lenyomata", "Lapok nélkül"))
    ]


def test_a_draw_from_a_file_and_swaps_by_hand_are_named(event: Event, tmp_path: Path) -> None:
    """The file's name stands there, and how many places were swapped afterwards."""
    event.prepare(9, 2, 3)
    event.press("export_draw", to=tmp_path / "MaRabU.csv")
    event.press("assign_lines", **{"from": tmp_path / "MaRabU.csv"})
    places = event.book.read_table("tVonalak")
    places[0]["Név"], places[3]["Név"] = places[3]["Név"], places[0]["Név"]
    event.book.write_table("tVonalak", places)
    event.press("assign_lines")
    event.press("seat_players")
    text = cover(event, tmp_path)["A vonalak, asztalok sorsolása"]
    assert "MaRabU.csv" in text
    assert "kézzel cserélve: 2 hely" in text


def test_a_second_key_and_rounds_without_cards_are_printed(event: Event, tmp_path: Path) -> None:
    """Both fingerprints, when, who, why; the round is stamped where its state stands."""
    event.prepare(9, 2, 3)
    event.press("deal_round", round=(1,))
    first = event.book.read_value("kulcs_lenyomat")
    lose(event)
    event.press("deal_round", round=(2,), **NEW_KEY)
    stored, event.keys.stored = event.keys.stored, None
    event.press("reveal_round", round=(1,), **NO_DEALS)
    event.type(1, **PLAIN)
    assert event.codes("close_round", round=(1,), **NO_DEALS) == []
    event.keys.stored = stored
    event.reveal(2)
    event.type(2, **PLAIN)
    assert event.close(2) == []
    shown = cover(event, tmp_path)
    assert shown["1. forduló"] == "lezárva – a lapok szerinti ellenőrzés nélkül"
    assert shown["2. forduló"] == "lezárva"
    assert shown["A kulcs lenyomata, 1."] == first
    assert shown["A kulcs lenyomata, 2."] == event.book.read_value("kulcs_lenyomat") != first
    [made] = [text for label, text in shown.items() if label.startswith("Új kulcs, 2026. 11. 28. 09:00")]
    assert "Fő Béla" in made
    assert "elveszett a laptop" in made
    closed = [text for label, text in shown.items() if label.startswith("Lapok nélkül")]
    assert any("zárta le: Fő Béla. Ok: elromlott a laptop" in text for text in closed)
    assert len(key(event)) == 32


@pytest.mark.parametrize("state", ["lejátszva", "lezárva"])
def test_only_a_closed_round_is_stamped(event: Event, tmp_path: Path, state: str) -> None:
    """While it is open the cards may still come."""
    event.prepare(9, 1, 3)
    event.press("deal_round", round=(1,))
    lose(event)
    event.press("reveal_round", round=(1,), **NO_DEALS)
    event.type(1, **PLAIN)
    if state == "lezárva":
        event.press("close_round", round=(1,), early=True, **NO_DEALS)
    assert (cover(event, tmp_path)["1. forduló"] == state) is (state == "lejátszva")
