"""A round from the dealing to its closing: deal_round, reveal_round, check_results, score_event, close_round."""

from __future__ import annotations

import pytest

from macros_py.rules.cards.cards import parse_hand
from macros_py.rules.cards.deals import draw_deal
from tests.actions.conftest import Event

KEPT = ("tHibak", "tNaplo")
PLAIN = {"Felvevő": "b", "Teljesítés": "40", "Ft A": -4, "Ft B": 8, "Ft C": -4}


def test_a_round_is_dealt_once(event: Event) -> None:
    """The second dealing is refused, whatever its state; nothing but Hibák and Napló changes."""
    event.prepare()
    assert event.codes("deal_round", round=(1,)) == []
    before = event.everything(but=KEPT)
    secrets = dict(event.keys.secrets)
    assert event.codes("deal_round", round=(1,)) == ["dealt_already"]
    assert event.codes("deal_round", round=(1, 2)) == ["dealt_already"]
    assert event.everything(but=KEPT) == before
    assert event.keys.secrets == secrets


def test_dealing_needs_neither_seating_nor_closed_rounds(event: Event) -> None:
    """Dealt before anybody has entered; the rows come when the seating comes."""
    event.press("new_event")
    event.book.write_value("fordulok", 3)
    event.book.write_value("leosztasok_fordulonkent", 3)
    assert event.codes("deal_round", round=(1, 2, 3)) == []
    assert event.book.read_table("tEredmenyek") == []
    event.enter(9)
    event.press("assign_lines")
    event.press("seat_players")
    rows = event.book.read_table("tEredmenyek")
    assert len(rows) == 27
    assert [(row["Forduló"], row["Leosztás"], row["Sor"], row["Kezdő"]) for row in rows[:4]] == [
        (1, 1, 1, "A"),
        (1, 1, 2, "A"),
        (1, 1, 3, "A"),
        (1, 2, 1, "B"),
    ]


def test_no_card_and_no_key_is_in_the_workbook_before_the_round_is_played(event: Event) -> None:
    """Every hand the dealers' list holds, and the key itself, is nowhere on any sheet."""
    event.prepare()
    event.press("deal_round", round=(1, 2))
    assert event.keys.stored is not None
    text = str(event.everything())
    assert event.keys.stored.key.hex() not in text
    listed = "".join(event.keys.secrets.values()).splitlines()
    hands = [line.split(maxsplit=1)[1] for line in listed if line.startswith("  ")]
    assert len(hands) == 2 * 3 * 4
    assert not any(hand in text for hand in hands)
    event.reveal(1)
    shown = str(event.book.read_table("tLeosztasok"))
    assert all(hand in shown for hand in hands[:12])
    assert not any(hand in shown for hand in hands[12:])


def test_what_is_revealed_is_what_was_dealt(event: Event) -> None:
    """tLeosztasok holds the deals drawn from the key, hand for hand."""
    event.prepare()
    event.press("deal_round", round=(1,))
    event.reveal(1)
    assert event.keys.stored is not None
    for row in event.book.read_table("tLeosztasok"):
        deal = draw_deal(event.keys.stored.key, 1, 1, row["Leosztás"])  # type: ignore[arg-type]
        assert tuple(parse_hand(str(row[line])) for line in "ABC") == deal.hands
        assert parse_hand(str(row["Talon"])) == deal.talon


def test_a_round_that_nobody_can_have_played_stays_hidden(event: Event) -> None:
    """Not dealt, not seated, an earlier one still to come, revealed already: each has its own sentence."""
    event.press("new_event")
    assert event.reveal(1) == ["reveal_undealt"]
    event.press("deal_round", round=(1, 2))
    assert event.reveal(1) == ["reveal_unseated"]
    event.enter(9)
    event.press("assign_lines")
    event.press("seat_players")
    assert event.reveal(2) == ["reveal_too_early"]
    assert event.reveal(1) == []
    assert event.reveal(1) == ["revealed_already"]
    assert event.reveal(2) == []


def test_deals_from_elsewhere_have_rows_and_states_but_no_cards(event: Event) -> None:
    """--elsewhere: UltiPakli has dealt; no key is made, no list written, nothing revealed."""
    event.prepare()
    event.keys.stored = None
    event.book.values["kulcs_lenyomat"] = None
    assert event.codes("deal_round", round=(1,), elsewhere=True) == []
    assert event.keys.stored is None
    assert event.keys.secrets == {}
    assert event.reveal(1) == []
    assert event.book.read_table("tLeosztasok") == []
    assert event.row("tFordulok", **{"Forduló": 1})["Állapot"] == "lejátszva"


def test_a_round_the_event_does_not_have_is_named(event: Event) -> None:
    """Round 4 of 3 is a typing mistake."""
    event.prepare(9, 3, 3)
    assert event.codes("deal_round", round=(4,)) == ["round_unknown"]


def test_the_sentence_stands_beside_the_row_and_goes_when_it_is_mended(event: Event) -> None:
    """A sum that is not 0: the Ellenőrzés cell and Hibák say so, with the cell; both are cleared later."""
    event.prepare()
    event.play(1)
    event.type(1, 2, 3, **{"Ft A": 5})
    before = event.everything(but=(*KEPT, "tEredmenyek"))
    assert event.codes("check_results") == ["sum_not_zero", "sum_expected"]
    assert event.everything(but=(*KEPT, "tEredmenyek")) == before
    remark = str(event.row("tEredmenyek", **{"Leosztás": 2, "Asztal": 3, "Forduló": 1})["Ellenőrzés"])
    assert remark
    found = event.row("tHibak", Kód="E33")
    assert str(found["Kulcs"]).startswith("1/2/3")
    assert str(found["Hiba"]) in remark
    event.type(1, 2, 3, **{"Ft A": 4})
    assert event.codes("check_results") == []
    assert event.book.read_table("tHibak") == []
    assert all(row["Ellenőrzés"] is None for row in event.book.read_table("tEredmenyek"))


def test_checking_one_round_leaves_the_remarks_of_the_others(event: Event) -> None:
    """--round 2 speaks only for round 2, also in number: what was found in round 1 stays listed."""
    event.prepare()
    event.play(1)
    event.type(1, 1, 1, **{"Ft A": 5})
    event.press("check_results")
    event.play(2)
    assert event.codes("check_results", round=(2,)) == []
    assert event.book.told[-1] == "Nincs hiba: 9 beírt sor rendben van."
    assert str(event.row("tHibak", Kód="E33")["Kulcs"]).startswith("1/1/1")
    assert event.row("tEredmenyek", **{"Forduló": 1, "Leosztás": 1, "Asztal": 1})["Ellenőrzés"]


def test_who_confirmed_a_warning_stays_with_it(event: Event) -> None:
    """A name in Megerősítette is kept as long as code, place and found value are the same."""
    event.prepare()
    event.play(1)
    event.type(1, 1, 1, **{"Felvevő": None})
    assert event.codes("check_results") == ["soloist_missing", "soloist_offered"]
    rows = event.book.read_table("tHibak")
    rows[0]["Megerősítette"] = "Főbíró Béla"
    event.book.write_table("tHibak", rows)
    event.press("check_results")
    assert event.row("tHibak", Fokozat="figyelmeztetés")["Megerősítette"] == "Főbíró Béla"


def test_half_a_round_can_be_scored(event: Event) -> None:
    """One deal typed of three: it counts, the blank ones are missing and take nothing from anybody."""
    event.prepare()
    event.press("deal_round", round=(1,))
    event.type(1, 1, **PLAIN)
    assert event.codes("score_event") == []
    first = event.book.read_table("tAllas")[0]
    assert (first["Elérhető pont"], first["Százalék"], first["Hiányzó eredmény"]) == (4, 50.0, 2)
    assert len(event.book.read_table("tAllas")) == 9
    assert {row["Állapot"] for row in event.book.read_table("tPontok")} == {None, "hiányzik"}


def test_a_blank_is_not_zero_and_zero_is_a_result(event: Event) -> None:
    """0/0/0 beats a loss and is beaten by a win; a blank is compared with nobody."""
    event.prepare(9, 1, 1)
    event.press("deal_round", round=(1,))
    event.reveal(1)
    event.type(1, 1, 1, **{"Ft A": 0, "Ft B": 0, "Ft C": 0, "Állapot": "körpassz"})
    event.type(1, 1, 2, **{"Ft A": -2, "Ft B": 1, "Ft C": 1})
    event.press("score_event")
    points = {(row["Vonal"], row["Asztal"]): row["Pont"] for row in event.book.read_table("tPontok")}
    assert points["A", 1] == 3.5
    assert points["A", 2] == 0.5
    assert points["A", 3] == 0


@pytest.mark.parametrize("cells", [{"Ft A": None}, {"Állapot": "?"}, {"Ft A": 5}])
def test_a_round_with_a_wrong_row_is_not_closed(event: Event, cells: dict[str, object]) -> None:
    """A missing result, a query, a sum: each stands in the way of closing."""
    event.prepare(9, 1, 1)
    event.play(1)
    event.type(1, 1, 1, **cells)  # type: ignore[arg-type]
    assert event.close(1) != []
    assert event.row("tFordulok")["Állapot"] == "lejátszva"


def test_a_ruled_row_does_not_hinder_closing(event: Event) -> None:
    """Állapot bírói: accepted as it stands, letters and all."""
    event.prepare(9, 1, 1)
    event.play(1)
    event.type(1, 1, 1, **{"Ft A": "R", "Ft B": "V", "Ft C": 4, "Állapot": "bírói"})
    assert event.close(1) == []


def test_rounds_close_only_after_they_were_played_and_only_once(event: Event) -> None:
    """Closing a planned round, or one twice, is refused."""
    event.prepare()
    assert event.close(1) == ["close_unplayed"]
    event.play(1)
    assert event.close(1) == []
    assert event.close(1) == ["closed_already"]


def test_an_earlier_round_is_correctable_until_the_last_is_closed(event: Event) -> None:
    """Round 1 is corrected after its closing, rightly; a wrong correction is found at the last closing."""
    event.prepare(9, 2, 1)
    event.play(1)
    event.close(1)
    event.type(1, 1, 1, **PLAIN)
    assert event.codes("score_event") == []
    event.play(2)
    event.type(1, 1, 2, **{"Ft A": 1})
    assert event.close(2)[0] == "sum_not_zero"
    event.type(1, 1, 2, **PLAIN)
    assert event.close(2) == []


def test_after_the_last_closing_a_changed_result_stops_the_scoring(event: Event) -> None:
    """Old and new value are named; the sheets keep the fixed results; put back, it scores again."""
    event.finish(9, 1, 1)
    before = event.everything(but=(*KEPT, "tEredmenyek"))
    event.type(1, 1, 1, **{"Felvevő": "b", "Teljesítés": "40", "Ft A": -4, "Ft B": 8, "Ft C": -4})
    problems = event.press("score_event")
    assert [problem.code for problem in problems] == ["result_fixed"] * 3
    assert problems[0].fields == {"old": "4", "new": "-4"}
    assert event.codes("check_results") == ["result_fixed"] * 3
    assert event.everything(but=(*KEPT, "tEredmenyek")) == before
    event.type(1, 1, 1, **{"Felvevő": "a", "Teljesítés": "P PA", "Ft A": 4, "Ft B": -2, "Ft C": -2})
    assert event.codes("score_event") == []


def test_a_deleted_row_after_the_last_closing_is_noticed(event: Event) -> None:
    """A row that vanished is a changed result too."""
    event.finish(9, 1, 1)
    event.book.write_table("tEredmenyek", event.book.read_table("tEredmenyek")[1:])
    assert set(event.codes("score_event")) == {"result_fixed"}


@pytest.mark.parametrize("verb", ["score_event", "check_results", "close_round", "reveal_round"])
@pytest.mark.parametrize("value", [None, "kilenc", 0, 10**12])
def test_an_unusable_number_of_deals_after_the_seating_is_named(
    event: Event, verb: str, value: object
) -> None:
    """The cell on the Verseny sheet was spoilt while the event went on: each verb says so and changes nothing."""
    event.prepare()
    event.play(1)
    event.press("score_event")
    before = event.everything(but=("tHibak", "tNaplo", "tEredmenyek"))
    event.book.write_value("leosztasok_fordulonkent", value)
    assert "count_unusable" in event.codes(verb, **({"round": (1,)} if "round" in verb else {}))
    event.book.write_value("leosztasok_fordulonkent", 3)
    assert event.everything(but=("tHibak", "tNaplo", "tEredmenyek")) == before


@pytest.mark.parametrize(("index", "table"), [(0, 4), (0, 10**8), (1, 1)])
def test_a_table_that_the_hall_does_not_have_is_not_played_at(event: Event, index: int, table: int) -> None:
    """A slip in the seating makes no hall of a hundred million tables, and hides nobody behind another."""
    event.prepare()
    event.play(1)
    rows = event.book.read_table("tUlesrend")
    rows[index]["Asztal"] = table
    event.book.write_table("tUlesrend", rows)
    problems = event.press("score_event")
    assert [problem.code for problem in problems] == ["seat_table"]
    assert len(event.book.read_table("tPontok")) == 18


@pytest.mark.parametrize("verb", ["score_event", "check_results"])
@pytest.mark.parametrize(
    ("table", "heading", "value"),
    [("tUlesrend", "A", "Elírt Név"), ("tVonalak", "Induló asztal", "egy"), ("tFordulok", "Állapot", "tarv")],
)
def test_a_mended_cell_of_any_sheet_leaves_the_list_of_errors(
    event: Event, verb: str, table: str, heading: str, value: str
) -> None:
    """What a verb read in a sheet it reads anew: the row of tHibak goes once the cell is right."""
    event.prepare()
    event.play(1)
    right = event.book.read_table(table)
    event.book.write_table(table, [{**right[-1], heading: value}, *right[:-1]])
    event.press(verb)
    assert event.book.read_table("tHibak")
    event.book.write_table(table, right)
    event.press(verb)
    assert event.book.read_table("tHibak") == []


@pytest.mark.parametrize("verb", ["deal_round", "score_event"])
def test_a_mended_number_of_deals_leaves_the_list_of_errors(event: Event, verb: str) -> None:
    """The same for a named value of the Verseny sheet."""
    event.prepare()
    event.book.write_value("leosztasok_fordulonkent", "x")
    options = {"round": (1,)} if verb == "deal_round" else {}
    assert event.codes(verb, **options) == ["count_unusable"]
    event.book.write_value("leosztasok_fordulonkent", 3)
    event.press(verb, **options)
    assert event.book.read_table("tHibak") == []


def test_one_unreadable_place_costs_no_other_table_its_results(event: Event) -> None:
    """Only the tables at which the unknown person sat wait; all others are scored against the whole hall."""
    event.prepare(12)
    event.play(1)
    event.book.write_table("tVonalak", event.book.read_table("tVonalak")[1:])
    event.press("score_event")
    rows = event.book.read_table("tPontok")
    assert len(rows) == 3 * 3 * 3
    assert {row["Elérhető pont"] for row in rows} == {6}


def test_the_picture_of_a_round_shows_what_is_missing_and_what_is_odd(event: Event) -> None:
    """Tables down, deals across; a soloist and his Ft, a mark at a wrong sum, and how far each paper has got."""
    event.prepare(9, 1, 2)
    event.press("deal_round", round=(1,))
    event.type(1, 1, 1, **PLAIN)
    event.type(1, 1, 2, **(PLAIN | {"Ft A": 5}))
    event.press("score_event")
    grid = event.book.grids["fordulokep_racs"]
    assert grid[0][:2] == ["1. forduló", "1. leosztás"]
    assert grid[1][1] == "B +8"
    assert grid[2][1] == "B +8 !"
    assert grid[3][1] == "hiányzik"
    assert grid[4] == ["1. példány", "1/2", "0/2"]


def test_an_unusable_number_of_rounds_still_leaves_the_open_ones_named(event: Event) -> None:
    """*hét* typed where 7 belongs: the standings say which of the known rounds are open, not none."""
    event.prepare(9, 2, 1)
    event.play(1)
    event.close(1)
    event.book.write_value("fordulok", "hét")
    assert event.codes("score_event") == ["count_unusable"]
    assert event.book.told[-1] == "NEM VÉGLEGES – nincs lezárva: 2. forduló."


def test_a_deleted_row_comes_back_blank_at_scoring(event: Event) -> None:
    """A row the referee deleted by mistake is missed by the check; score_event writes it back, to be typed again."""
    event.prepare(9, 1, 2)
    event.play(1)
    rows = event.book.read_table("tEredmenyek")
    event.book.write_table("tEredmenyek", rows[1:])
    assert event.codes("check_results") == ["row_missing"]
    assert event.codes("score_event") == []
    back = event.book.read_table("tEredmenyek")
    assert len(back) == len(rows)
    assert back[0] == rows[0] | dict.fromkeys(["Felvevő", "Teljesítés", "Ft A", "Ft B", "Ft C"])


def test_a_round_dealt_late_stands_in_its_place(event: Event) -> None:
    """Round 1 dealt after round 2: its rows come first all the same, in the order of the papers."""
    event.prepare(12, 2, 3)
    event.press("deal_round", round=(2,))
    event.press("deal_round", round=(1,))
    headings = ("Forduló", "Leosztás", "Példány", "Sor")
    order = [tuple(row[heading] for heading in headings) for row in event.book.read_table("tEredmenyek")]
    assert order == sorted(order)  # type: ignore[type-var]
