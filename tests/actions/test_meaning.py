"""What the rows mean, in the workbook: achievements against Ft and cards, quick entry, queries (VSZ 5)."""

from __future__ import annotations

import pytest

from macros_py.book.tables.hall import deal_row
from macros_py.rules.cards.cards import parse_hand
from macros_py.rules.cards.deals import draw_deal
from tests.actions.conftest import Event


def played(event: Event) -> None:
    """Bring an event of one round and three deals to where its results are typed."""
    event.prepare(9, 1, 3)
    event.play(1)


def test_what_players_write_is_put_into_the_official_form(event: Event) -> None:
    """``p40u-k`` and words become the official abbreviations when nothing is wrong; the log counts them."""
    played(event)
    event.type(1, 1, 1, **{"Felvevő": "b", "Teljesítés": "p40u", "Ft A": -16, "Ft B": 32, "Ft C": -16})
    event.type(
        1, 1, 2, **{"Felvevő": "c", "Teljesítés": "elvesztett betli", "Ft A": 5, "Ft B": 5, "Ft C": -10}
    )
    assert event.codes("check_results") == []
    texts = [event.row("tEredmenyek", Leosztás=1, Asztal=table)["Teljesítés"] for table in (1, 2)]
    assert texts == ["P 40 U", "B-"]
    assert "hivatalos rövidítésre írt teljesítés: 2" in str(event.book.read_table("tNaplo")[-1]["Részletek"])


@pytest.mark.parametrize(("ft", "text"), [((10, -5, -5), "U"), ((6, -3, -3), "PA- U")])
def test_a_left_out_parti_fits_either_way_and_is_written_in(
    event: Event, ft: tuple[int, ...], text: str
) -> None:
    """``U`` with +10 stays; with +6 the parti was lost, and the row says so afterwards."""
    played(event)
    amounts = dict(zip(("Ft A", "Ft B", "Ft C"), ft, strict=True))
    event.type(1, 1, 1, **{"Felvevő": "a", "Teljesítés": "u"}, **amounts)
    assert event.codes("check_results") == []
    assert event.row("tEredmenyek", Leosztás=1, Asztal=1)["Teljesítés"] == text


def test_quick_entry_fills_the_two_defenders(event: Event) -> None:
    """Soloist, achievements and his Ft alone: the other two are computed, and Ellenőrzés says which."""
    played(event)
    event.type(1, 1, 1, **{"Felvevő": "a", "Teljesítés": "40", "Ft A": 8, "Ft B": None, "Ft C": None})
    assert event.codes("check_results") == []
    row = event.row("tEredmenyek", Leosztás=1, Asztal=1)
    assert (row["Ft A"], row["Ft B"], row["Ft C"]) == (8, -4, -4)
    assert row["Ellenőrzés"] == "Számított Ft: B -4, C -4."


def test_quick_entry_counts_at_scoring_and_closing_too(event: Event) -> None:
    """A quick entry is a whole row for every verb, whichever comes first."""
    played(event)
    quick = {"Felvevő": "a", "Teljesítés": "40", "Ft A": 8, "Ft B": None, "Ft C": None}
    event.type(1, 1, 1, **quick)
    event.press("score_event")
    assert event.row("tPontok", Leosztás=1, Asztal=1, Vonal="B")["Ft"] == -4
    event.type(1, 2, 1, **quick)
    assert event.close(1) == []
    assert event.row("tEredmenyek", Leosztás=2, Asztal=1)["Ft C"] == -4


def test_computed_ft_are_shown_as_computed_as_long_as_they_stand(event: Event) -> None:
    """Whichever verb filled them, and however often it is checked again; another result is no longer computed."""
    played(event)
    quick = {"Felvevő": "a", "Teljesítés": "40", "Ft A": 8, "Ft B": None, "Ft C": None}
    event.type(1, 1, 1, **quick)
    event.press("score_event")
    for _ in range(2):
        assert event.row("tEredmenyek", Leosztás=1, Asztal=1)["Ellenőrzés"] == "Számított Ft: B -4, C -4."
        event.press("check_results")
    event.type(1, 1, 1, **{"Teljesítés": "P 40", "Ft A": 16, "Ft B": -8, "Ft C": -8})
    event.press("check_results")
    assert event.row("tEredmenyek", Leosztás=1, Asztal=1)["Ellenőrzés"] is None


def test_after_the_last_closing_nothing_is_computed_or_rewritten(event: Event) -> None:
    """What was fixed stays as it stands: Ft taken away then are a changed result, not a quick entry."""
    event.finish(9, 1, 3)
    event.type(1, 1, 1, **{"Teljesítés": "pp", "Ft B": None, "Ft C": None})
    assert set(event.codes("score_event")) == {"result_fixed"}
    assert set(event.codes("check_results")) == {"result_fixed"}
    row = event.row("tEredmenyek", Leosztás=1, Asztal=1)
    assert (row["Teljesítés"], row["Ft B"], row["Ft C"]) == ("pp", None, None)
    assert "Számított" not in str(row["Ellenőrzés"])


def test_a_quick_entry_that_disagrees_asks_for_all_three(event: Event) -> None:
    """The soloist's Ft is not what the achievements bring: nothing is filled, all three are asked for."""
    played(event)
    event.type(1, 1, 1, **{"Felvevő": "a", "Teljesítés": "40", "Ft A": 9, "Ft B": None, "Ft C": None})
    assert event.codes("check_results") == ["quick_disagree"]
    assert event.row("tEredmenyek", Leosztás=1, Asztal=1)["Ft B"] is None


def test_in_full_entry_a_blank_is_a_missing_result(event: Event) -> None:
    """With *teljes* on the Verseny sheet nothing is computed; another word there is named."""
    played(event)
    event.book.write_value("bevitel_modja", "Teljes")
    event.type(1, 1, 1, **{"Felvevő": "a", "Teljesítés": "40", "Ft A": 8, "Ft B": None, "Ft C": None})
    assert set(event.codes("check_results")) == {"ft_missing"}
    event.book.write_value("bevitel_modja", "lassú")
    assert "cell_choice" in event.codes("check_results")


@pytest.mark.parametrize(
    ("cells", "code"),
    [
        ({"Teljesítés": "xyz"}, "text_unreadable"),
        ({"Teljesítés": "B U"}, "text_against_rules"),
        ({"Teljesítés": "KB"}, "text_ambiguous"),
        ({"Teljesítés": None}, "achievements_missing"),
        ({"Teljesítés": "P PA", "Ft A": -4, "Ft B": 2, "Ft C": 2}, "signs_inverted"),
        ({"Teljesítés": "PA"}, "piros_forgotten"),
        ({"Teljesítés": "P PA", "Ft A": 40, "Ft B": -20, "Ft C": -20}, "ft_tenfold"),
        ({"Felvevő": None, "Teljesítés": None, "Állapot": "körpassz"}, "korpassz_wrong_ft"),
    ],
)
def test_each_kind_of_mistake_is_named_beside_its_row(
    event: Event, cells: dict[str, object], code: str
) -> None:
    """The code is stable, the sentence stands in Ellenőrzés, and a row marked *bírói* is accepted as it stands."""
    played(event)
    event.type(1, 1, 1, **cells)  # type: ignore[arg-type]
    found = [problem for problem in event.press("check_results") if problem.key[:3] == (1, 1, 1)]
    assert code in {problem.code for problem in found}
    assert event.row("tEredmenyek", Leosztás=1, Asztal=1)["Ellenőrzés"]
    event.type(1, 1, 1, Állapot="bírói")
    assert event.codes("check_results") == []


def test_no_message_names_a_card_before_the_round_was_played(event: Event) -> None:
    """A silent ulti without the seven: right while the round is being played, refuted when the cards are shown."""
    event.prepare(9, 1, 3)
    event.press("deal_round", round=(1,))
    assert event.keys.stored is not None
    deal = draw_deal(event.keys.stored.key, 1, 1, 1)
    seven = parse_hand("P – T – Z 7 M –")[0]
    soloist = next(seat for seat, hand in enumerate(deal.hands) if seven not in {*hand, *deal.talon})
    amounts = {f"Ft {line}": 6 if seat == soloist else -3 for seat, line in enumerate("ABC")}
    event.type(1, 1, 1, **{"Felvevő": "ABC"[soloist], "Teljesítés": "zöld passz csendes ulti"}, **amounts)
    assert event.codes("check_results") == []
    event.add("tLeosztasok", deal_row(1, 1, 1, deal))
    assert event.codes("check_results") == [], "cards pasted too early are not looked at"
    event.book.write_table("tLeosztasok", [])
    event.reveal(1)
    refuted = [problem for problem in event.press("check_results") if problem.code == "cards_contradict"]
    assert [problem.key[:3] for problem in refuted] == [(1, 1, 1)]


def test_query_slips_say_what_to_ask_and_where_the_players_sit_now(event: Event) -> None:
    """One slip for each row with an error or a ``?``, with table and seat of the round in play."""
    event.prepare(9, 2, 3)
    event.play(1)
    event.press("deal_round", round=(2,))
    event.type(1, 2, 3, Állapot="?")
    event.type(1, 1, 1, **{"Ft A": 9})
    assert event.press("list_queries") == []
    rows = event.book.read_table("tKerdesek")
    assert [(row["Forduló"], row["Leosztás"], row["Asztal"]) for row in rows] == [(1, 1, 1), (1, 2, 3)]
    name = event.row("tUlesrend", Forduló=1, Asztal=3)["B"]
    now = event.row("tUlesrend", Forduló=2, B=name)["Asztal"]
    assert f"{name} most {now}/B" in str(rows[1]["Hol ülnek most"])
    slip = "1. forduló 2. leosztás 3. asztal: A: P PA 4/−2/−2 – "
    assert any(sentence.startswith(slip) for sentence in event.book.told)
    assert all(row["Kérdés"] for row in rows)


def test_a_slip_looks_for_whoever_sits_in_the_round_in_play(event: Event) -> None:
    """Not in a later round, and not for one who was replaced; a row still to be typed has no slip."""
    event.prepare(9, 3, 3)
    event.play(1)
    left = event.row("tVonalak", **{"Vonal": "A", "Induló asztal": 2})["Név"]
    change = {"Vonal": "A", "Induló asztal": 2, "Ki": left, "Be": "Csere Cili"}
    event.add("tCserek", change | {"Fordulótól": 2, "Leosztástól": 1})
    event.type(1, 1, 2, Állapot="?")
    blank = dict.fromkeys(("Felvevő", "Teljesítés", "Ft A", "Ft B", "Ft C"))
    event.type(1, 2, 2, **blank)
    assert "result_missing" in event.codes("check_results")
    event.press("list_queries")
    [slip] = event.book.read_table("tKerdesek")
    name = event.row("tUlesrend", Forduló=1, Asztal=2)["C"]
    now = event.row("tUlesrend", Forduló=2, C=name)["Asztal"]
    seats = str(slip["Hol ülnek most"]).split(", ")
    assert (slip["Leosztás"], seats[0], seats[2]) == (1, "Csere Cili most 2/A", f"{name} most {now}/C")


def test_without_anything_to_ask_the_slips_are_cleared(event: Event) -> None:
    """When all is mended the Kérdések sheet is empty again."""
    played(event)
    event.type(1, 1, 1, Állapot="?")
    event.press("list_queries")
    event.type(1, 1, 1, Állapot=None)
    event.press("list_queries")
    assert event.book.read_table("tKerdesek") == []


def test_a_new_event_has_its_price_list(event: Event) -> None:
    """Értéktáblázat: every legal bid in order of value, then the parts; a bid's parts add up to it."""
    event.press("new_event")
    rows = event.book.read_table("tErtekek")
    bids = [row for row in rows if row["Fajta"] == "bemondás"]
    assert [row["Nyert"] for row in bids] == sorted(row["Nyert"] for row in bids)  # type: ignore[type-var]
    ulti = event.row("tErtekek", Fajta="bemondás", Rövidítés="U")
    assert (ulti["Nyert"], ulti["Bukott"], ulti["Nyert K"], ulti["Bukott K"]) == (5, -9, 10, -14)
    assert event.row("tErtekek", Rövidítés="P 20 U T D")["Nyert"] == 48
    assert event.row("tErtekek", Fajta="bemondás", Rövidítés="P B")["Megnevezés"] == "piros betli (rebetli)"
    assert event.row("tErtekek", Fajta="bemondás", Rövidítés="T B")["Megnevezés"] == "terített betli"
    assert event.row("tErtekek", Fajta="csendes", Rövidítés="CS U")["Bukott"] == -4


def test_a_sum_that_is_wrong_is_told_together_with_what_the_achievements_bring(event: Event) -> None:
    """One mistyped digit: the sum is wrong, and the row says what the three Ft should be; a bad text is told too."""
    played(event)
    event.type(1, 1, 1, **{"Felvevő": "a", "Teljesítés": "u", "Ft A": 11, "Ft B": -5, "Ft C": -5})
    event.type(1, 1, 2, **{"Felvevő": "a", "Teljesítés": "xyz", "Ft A": 11, "Ft B": -5, "Ft C": -5})
    assert event.codes("check_results") == ["sum_not_zero", "sum_expected", "sum_not_zero", "text_unreadable"]
    remark = str(event.row("tEredmenyek", Leosztás=1, Asztal=1)["Ellenőrzés"])
    assert "10 / -5 / -5 vagy 6 / -3 / -3" in remark


def test_what_waits_to_be_confirmed_is_not_called_right(event: Event) -> None:
    """No error but a warning: the sentence says so, and does not say that all is in order."""
    played(event)
    event.press("check_results")
    assert "rendben van" in event.book.told[-1]
    event.type(1, 1, 1, Teljesítés=None)
    event.press("check_results")
    assert "1 figyelmeztetés megerősítésre vár" in event.book.told[-1]


def test_where_nothing_was_typed_nothing_is_called_right(event: Event) -> None:
    """A round that nobody has typed, or that does not exist: there was nothing to check."""
    event.prepare(9, 1, 3)
    event.press("check_results")
    assert "Nincs mit ellenőrizni" in event.book.told[-1]
    event.press("check_results", round=(9,))
    assert "Nincs mit ellenőrizni" in event.book.told[-1]
