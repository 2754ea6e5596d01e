"""Corners of an event in play that a plain run never comes to."""

from __future__ import annotations

from pathlib import Path

import pytest

from macros_py.words import say
from tests.actions.conftest import Event


def test_of_a_row_that_stands_twice_the_filled_one_is_scored(event: Event) -> None:
    """A blank twin above the typed row (pasted, or left by a sort) does not hide the result."""
    event.prepare()
    event.play(1)
    rows = event.book.read_table("tEredmenyek")
    twin = {
        heading: None if heading.startswith("Ft") or heading == "Felvevő" else cell
        for heading, cell in rows[0].items()
    }
    event.book.write_table("tEredmenyek", [twin, *rows])
    assert event.book.read_table("tEredmenyek")[0]["Ft A"] is None
    event.press("score_event")
    assert all(row["Ft"] is not None for row in event.book.read_table("tPontok"))
    assert "row_double" in event.codes("check_results")


def test_a_number_at_a_table_that_did_not_play_stays_to_be_seen(event: Event) -> None:
    """*Nem játszott* takes the deal out of the maximum; the typed number is neither scored nor lost."""
    event.prepare()
    event.play(1)
    event.type(1, deal=1, table=1, Állapot="nem játszott")
    event.press("score_event")
    row = event.row("tPontok", Forduló=1, Leosztás=1, Asztal=1, Vonal="A")
    assert (row["Ft"], row["Pont"], row["Elérhető pont"], row["Állapot"]) == (4, 0, 0, "nem játszott")


def test_a_substitution_that_cannot_be_true_blocks_closing_and_warns_at_scoring(event: Event) -> None:
    """Somebody is said to leave a place where he does not sit."""
    event.prepare()
    event.play(1)
    event.add(
        "tCserek",
        {
            "Vonal": "A",
            "Induló asztal": 1,
            "Ki": "Senki Pál",
            "Be": "Új Éva",
            "Fordulótól": 1,
            "Leosztástól": 1,
        },
    )
    assert "substitution_sits_elsewhere" in event.codes("score_event")
    assert "substitution_sits_elsewhere" in event.close(1)
    assert event.row("tFordulok", Forduló=1)["Állapot"] == "lejátszva"


def test_a_round_that_was_dealt_but_not_played_is_not_closed(event: Event) -> None:
    """Even with every row filled in: first it has to be said that it was played."""
    event.prepare()
    event.press("deal_round", round=(1,))
    event.type(1, **{"Felvevő": "a", "Teljesítés": "P PA", "Ft A": 4, "Ft B": -2, "Ft C": -2})
    assert event.close(1) == ["close_unplayed"]


def test_a_later_round_leaves_the_deals_shown_before(event: Event) -> None:
    """Leosztások grows round by round."""
    event.prepare()
    event.play(1)
    first = event.book.read_table("tLeosztasok")
    event.play(2)
    assert event.book.read_table("tLeosztasok")[: len(first)] == first
    assert [row["Forduló"] for row in event.book.read_table("tLeosztasok")] == [1, 1, 1, 2, 2, 2]


def test_swaps_found_at_the_seating_are_logged(event: Event) -> None:
    """Whoever swaps by hand and seats at once, without assign_lines between, leaves the same trace."""
    event.prepare()
    places = event.book.read_table("tVonalak")
    first, second = places[0]["Név"], places[3]["Név"]
    places[0]["Név"], places[3]["Név"] = second, first
    event.book.write_table("tVonalak", places)
    event.press("seat_players")
    logged = [(row["Régi érték"], row["Új érték"]) for row in event.book.read_table("tNaplo")]
    assert (first, second) in logged
    assert (second, first) in logged


@pytest.mark.parametrize("tail", ["", " X" + "x" * 599], ids=["bars", "bars and very long"])
def test_swaps_are_found_whatever_the_names_look_like(event: Event, tail: str) -> None:
    """Names with the separator of the log in them, longer together than a cell: the last swap is kept and logged."""
    event.press("new_event")
    event.book.write_value("fordulok", 1)
    event.book.write_value("leosztasok_fordulonkent", 1)
    people = [event.person(number) for number in range(1, 61)]
    event.book.write_table("tNevezok", [row | {"Név": f"{row['Név']} | A1 Kiss{tail}"} for row in people])
    event.press("assign_lines")
    places = event.book.read_table("tVonalak")
    places[58]["Név"], places[59]["Név"] = places[59]["Név"], places[58]["Név"]
    event.book.write_table("tVonalak", places)
    assert event.codes("assign_lines") == []
    assert [row["Név"] for row in event.book.read_table("tVonalak")] == [row["Név"] for row in places]
    swaps = [row for row in event.book.read_table("tNaplo") if row["Művelet"] == say("done.line_swap")]
    assert len(swaps) == 2


@pytest.mark.parametrize("ruling", [False, True], ids=["a changed Ft", "a late ruling"])
def test_neither_masterpoints_nor_record_come_from_changed_results(
    event: Event, tmp_path: Path, ruling: bool
) -> None:
    """After the last closing every verb that computes refuses what is no longer as it was fixed (VSZ 5)."""
    event.finish()
    if ruling:
        event.add("tDontesek", {"Sorszám": 1, "Fajta": "renonsz", "Forduló": 1, "Leosztás": 1, "Asztal": 1})
    else:
        event.type(1, deal=1, table=1, **{"Ft A": 2, "Ft B": 0})
    target = tmp_path / "eredmeny.xlsx"
    code = "final_sheet" if ruling else "result_fixed"
    assert set(event.codes("award_masterpoints")) == {code}
    assert event.book.read_table("tMesterpontok") == []
    assert set(event.codes("write_record", to=target)) == {code}
    assert not target.exists()


@pytest.mark.parametrize("verb", ["score_event", "award_masterpoints", "check_results"])
def test_a_spoilt_name_after_the_last_closing_does_not_rewrite_the_final_result(
    event: Event, verb: str
) -> None:
    """The results of a table whose player is no longer found are gone: that is a change like any other (VSZ 5)."""
    event.finish()
    before = event.book.read_table("tVegeredmeny"), event.book.read_table("tPontok")
    places = event.book.read_table("tVonalak")
    places[0]["Név"] = "Elírt Név"
    event.book.write_table("tVonalak", places)
    assert {"final_sheet"} <= set(event.codes(verb))
    assert (event.book.read_table("tVegeredmeny"), event.book.read_table("tPontok")) == before


@pytest.mark.parametrize("is_scored_between", [True, False])
def test_a_deal_added_after_the_last_closing_is_no_result(event: Event, is_scored_between: bool) -> None:
    """More deals on the Verseny sheet: that is noticed, and so is a row typed for them."""
    event.finish()
    event.book.write_value("leosztasok_fordulonkent", 4)
    if is_scored_between:
        assert event.codes("score_event") == ["final_sheet"]
    row = event.book.read_table("tEredmenyek")[0] | {"Leosztás": 4, "Kezdő": "A"}
    event.add("tEredmenyek", row)
    assert "result_fixed" in event.codes("score_event")


def test_a_round_more_than_was_closed_opens_nothing(event: Event) -> None:
    """Raising the number of rounds after the last closing is told; the result stays final (VSZ 5)."""
    event.finish()
    event.book.write_value("fordulok", 4)
    assert event.codes("score_event") == ["final_sheet"]
    assert event.codes("deal_round", round=(4,)) == ["deal_final"]
    assert str(event.book.read_value("vegeredmeny_jelleg")).startswith("VÉGLEGES")


def test_a_ruling_in_tdontesek_lets_letters_and_sums_stand(event: Event) -> None:
    """R without *bírói* and three numbers that do not sum to 0 are in order where a ruling says so (VSZ 5)."""
    event.prepare()
    event.play(1)
    event.type(1, deal=1, table=1, **{"Ft A": "R", "Ft B": 4})
    event.type(1, deal=1, table=2, **{"Ft A": 5})
    assert set(event.codes("check_results")) >= {"letter_without_ruling", "sum_not_zero"}
    for table in (1, 2):
        ruling = {"Sorszám": table, "Fajta": "vétlen", "Forduló": 1, "Leosztás": 1, "Asztal": table}
        event.add("tDontesek", ruling)
    assert event.codes("check_results") == []
    assert event.close(1) == []


def test_the_picture_shows_the_round_that_was_chosen(event: Event) -> None:
    """An earlier round on demand; else the latest begun one."""
    event.prepare()
    event.play(1)
    event.play(2)
    event.press("score_event")
    assert "2" in str(event.book.grids["fordulokep_racs"][0][0])
    event.book.write_value("fordulokep_fordulo", 1)
    event.press("score_event")
    assert "1" in str(event.book.grids["fordulokep_racs"][0][0])


def test_a_row_to_be_cleared_up_keeps_its_paper_open(event: Event) -> None:
    """Three numbers that sum to 0, but a question mark: 2/3, not 3/3 kész."""
    event.prepare()
    event.play(1)
    event.type(1, deal=1, table=1, Állapot="?")
    event.press("score_event")
    papers = event.book.grids["fordulokep_racs"][-1]
    assert "kész" not in str(papers[1])
    assert "kész" in str(papers[2])


def test_a_namesake_with_another_licence_is_somebody_else(event: Event, tmp_path: Path) -> None:
    """A list does not overwrite the person of that name who has a licence of his own."""
    event.enter(1)
    path = tmp_path / "lista.csv"
    path.write_text("Név;Versenyengedély száma\nJátékos 01;L777\n", "utf-8")
    event.press("import_entrants", **{"from": path})
    assert [row["Versenyengedély száma"] for row in event.book.read_table("tNevezok")] == ["L001", "L777"]


def test_two_lines_of_one_list_never_land_in_one_row(event: Event, tmp_path: Path) -> None:
    """The second person of that name and without a licence stays a person, for check_entries to see."""
    event.enter(1)
    path = tmp_path / "lista.csv"
    path.write_text("Név;Mesterpont\nJátékos 01;5\nJátékos 01;6\n", "utf-8")
    event.press("import_entrants", **{"from": path})
    assert [row["Mesterpont"] for row in event.book.read_table("tNevezok")] == [5, 6]
