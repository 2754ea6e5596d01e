"""Felkészülés: the numbers before the first card; and the field that changes ten minutes before the start."""

from __future__ import annotations

from datetime import time

from macros_py.words import describe
from tests.actions.conftest import Event


def told(event: Event) -> str:
    """Give all that was told."""
    return " ".join(event.book.told)


def sheet(event: Event) -> dict[str, tuple[object, object]]:
    """Give Felkészülés: what by law, what really."""
    return {
        str(row["Mi"]): (row["Előírás szerint"], row["Ténylegesen"])
        for row in event.book.read_table("tFelkeszules")
    }


def test_the_sheet_has_the_law_beside_the_need(event: Event) -> None:
    """14 × 9: 18 packs in play, 36 with the next round boxed, 28 cases by law; three judges; the end of the day."""
    event.press("new_event")
    event.staff()
    event.book.write_value("verseny_kezdes", time(10, 0))
    event.book.write_value("nevezesi_dij", 3000)
    event.enter(42)
    (few,) = event.press("check_entries")
    assert few.code == "judges_too_few"
    shown = sheet(event)
    assert shown["Kártyacsomag"] == ("16", "18")
    assert shown["Kártyatartó tok"] == ("28", "18")
    assert shown["Asztalbírók"] == ("3", "1")
    assert shown["Az utolsó forduló vége"][1] == "18:03"
    assert shown["Nevezési díj: járna / befizették"][0] == "126000 Ft"
    assert shown["Vonalak ereje: szerpentin ← ez érvényes"][1]
    assert "18 csomag van játékban, 36" in told(event)


def test_who_was_licensed_on_the_spot_is_named(event: Event) -> None:
    """Counted and named with the club, here and in the referee's report (VSZ 1.b)."""
    event.press("new_event")
    event.staff()
    event.enter(9)
    rows = event.book.read_table("tNevezok")
    rows[3] |= {"Versenyengedély száma": None, "Helyszínen igazolt": "Szegedi UE"}
    event.book.write_table("tNevezok", rows)
    assert event.codes("check_entries") == ["licence_to_come"]
    assert sheet(event)["Helyszínen igazoltak"][1] == "1"
    assert event.book.values["jelentes_igazoltak_szama"] == 1


def test_nobody_was_asked_about_the_banned(event: Event) -> None:
    """The missing enquiry is a warning that says what to do, and stops nothing."""
    event.press("new_event")
    event.staff()
    event.book.write_value("feb_tajekozodas", None)
    event.enter(9)
    (missing,) = event.press("check_entries")
    assert "FEB elnökének" in describe(missing).expected
    assert event.codes("assign_lines") == []


def test_a_number_that_cannot_be_divided_names_who_could_wait(event: Event) -> None:
    """Eleven: one in, or two out, and which two: the fewest masterpoints, of equals the last on the list."""
    event.press("new_event")
    event.staff()
    event.enter(11)
    (odd,) = event.press("check_entries")
    assert "Várhatna: Játékos 07, Játékos 08" in describe(odd).action


def test_the_lines_are_compared_when_they_are_drawn(event: Event) -> None:
    """How strong A, B and C are, and what the other methods would have made."""
    event.prepare(21, 7, 9)
    assert "Vonalak átlagos mesterpontja (szerpentin): A " in told(event)
    assert "harmadok" in told(event)
    assert "soronként" in told(event)


def late(event: Event, out: int, reserve_in: bool = False) -> None:
    """Let players stay away, ten minutes before the start, and a reserve come in."""
    rows = event.book.read_table("tNevezok")
    for row in rows[:out]:
        row["Megjelent"] = "nem"
    if reserve_in:
        rows[-1]["Tartalék"] = None
    event.book.write_table("tNevezok", rows)


def test_a_no_show_and_a_reserve_before_the_first_round(event: Event) -> None:
    """One is missing: refused with the ways out; the reserve comes in: new lines, told and logged; the deals stay."""
    event.prepare(12, 3, 3)
    event.add("tNevezok", Event.person(50) | {"Név": "Tartalék Tamás", "Tartalék": "igen"})
    event.press("deal_round", round=(1,))
    dealt = event.row("tFordulok", **{"Forduló": 1})
    late(event, 1)
    assert event.codes("assign_lines") == ["players_indivisible_reserves"]
    assert len(event.book.read_table("tVonalak")) == 12
    late(event, 1, reserve_in=True)
    assert event.codes("assign_lines") == []
    sentence = next(text for text in event.book.told if text.startswith("Új sorsolás"))
    assert "kimaradt Játékos 01; új Tartalék Tamás" in sentence
    assert any(row["Részletek"] == sentence for row in event.book.read_table("tNaplo"))
    assert event.book.read_table("tUlesrend") == []
    assert event.codes("seat_players") == []
    assert "kézi módosításait" not in told(event)
    assert event.row("tFordulok", **{"Forduló": 1}) == dealt
    names = {row[line] for row in event.book.read_table("tUlesrend") for line in "ABC"}
    assert "Tartalék Tamás" in names
    assert "Játékos 01" not in names
    assert len(event.book.read_table("tEredmenyek")) == 12


def test_fewer_tables_may_need_fewer_copies(event: Event) -> None:
    """12 players on 4 tables with 3 deals need two copies, 9 on 3 tables one: said, and the deals stay."""
    event.prepare(12, 3, 3)
    event.press("deal_round", round=(1, 2))
    late(event, 3)
    assert event.codes("assign_lines") == []
    assert "3 asztalhoz leosztásonként 1 példány kell (eddig 2)" in told(event)
    assert event.codes("seat_players") == []
    assert {row["Példány"] for row in event.book.read_table("tEredmenyek")} == {1}
    assert [row["Állapot"] for row in event.book.read_table("tFordulok")] == ["kiosztva", "kiosztva", "terv"]


def test_once_something_has_been_played_only_a_substitution_helps(event: Event) -> None:
    """A revealed round, or one typed row: refused, with the way to go."""
    event.prepare(12, 3, 3)
    event.press("deal_round", round=(1,))
    event.type(1, 1, 1, **{"Felvevő": "A"})
    late(event, 3)
    (refused,) = event.press("assign_lines")
    assert refused.code == "lines_after_results"
    assert "Cserék" in describe(refused).action


def test_swaps_by_hand_outlive_another_press(event: Event) -> None:
    """Accepted swaps are not drawn over by pressing again; a changed field is drawn anew."""
    event.prepare(12, 3, 3)
    rows = event.book.read_table("tVonalak")
    rows[0]["Név"], rows[5]["Név"] = rows[5]["Név"], rows[0]["Név"]
    event.book.write_table("tVonalak", rows)
    assert event.codes("assign_lines") == []
    swapped = event.book.read_table("tVonalak")
    assert event.codes("assign_lines") == []
    assert event.book.read_table("tVonalak") == swapped
    assert "érvényben maradnak" in told(event)
    late(event, 3)
    assert event.codes("assign_lines") == []
    assert len(event.book.read_table("tVonalak")) == 9
