"""The end of the event: award_masterpoints, trial_event, the start page."""

from __future__ import annotations

import pytest

from macros_py.actions.trial_event import names
from macros_py.editions import load_edition
from macros_py.rules.cards.cards import parse_hand
from macros_py.rules.cards.deals import Deal
from macros_py.rules.cards.draws import fingerprint
from macros_py.rules.language.notation import Language, parse_line
from macros_py.rules.language.settlement import settle
from macros_py.rules.play.feasibility import Feasibility, Possibility
from tests.actions.conftest import Event


def test_masterpoints_wait_for_the_last_closing(event: Event) -> None:
    """While a round is open nobody gets any; the sentence names the open rounds."""
    event.prepare()
    event.play(1)
    problems = event.press("award_masterpoints")
    assert [problem.code for problem in problems] == ["award_too_early"]
    assert problems[0].fields["rounds"] == "1., 2., 3."


def test_shared_places_share_the_mean_of_what_they_cover(event: Event) -> None:
    """All have 50 %; line A, with more Ft, shares places 1–3: (5 + 4 + 3) / 3; the others 4–9: (2 + 1) / 6."""
    event.finish(9, 1, 1)
    assert event.codes("award_masterpoints") == []
    rows = event.book.read_table("tMesterpontok")
    assert [row["Helyezés"] for row in rows] == [1] * 3 + [4] * 6
    assert [row["Mesterpont"] for row in rows] == [4] * 3 + [0.5] * 6
    assert [row["Mesterpont"] for row in event.book.read_table("tVegeredmeny")] == [4] * 3 + [0.5] * 6


def test_a_replaced_player_and_his_substitute_are_halved_or_left_out(event: Event) -> None:
    """Replaced after one of three deals: 1/3 earns nothing, 2/3 earns half of the position's masterpoints (VSZ 6)."""
    event.prepare(9, 1, 3)
    event.play(1)
    place = event.row("tVonalak", **{"Vonal": "A", "Induló asztal": 1})
    change = {"Vonal": "A", "Induló asztal": 1, "Ki": place["Név"], "Be": "Tartalék Tamás", "Fordulótól": 1}
    event.add("tNevezok", Event.person(99) | {"Név": "Tartalék Tamás", "Tartalék": "igen"})
    event.add("tCserek", change | {"Leosztástól": 2})
    assert event.close(1) == ["substitution_within_round"]
    event.press("award_masterpoints")
    out = event.row("tMesterpontok", **{"Név": place["Név"]})
    came = event.row("tMesterpontok", **{"Név": "Tartalék Tamás"})
    assert (out["Lejátszott leosztás"], out["Hányad"], out["Mesterpont"]) == (1, 0, 0)
    assert (came["Lejátszott leosztás"], came["Hányad"]) == (2, 0.5)
    assert came["Mesterpont"] == came["Számított"] / 2  # type: ignore[operator]
    assert came["Versenyengedély száma"] == "L099"


def test_a_substitute_who_is_on_no_list_has_no_club(event: Event) -> None:
    """A table judge's club is not known; it is not that of the player he replaced."""
    event.prepare(9, 1, 3)
    event.play(1)
    place = event.row("tVonalak", **{"Vonal": "A", "Induló asztal": 1})
    change = {"Vonal": "A", "Induló asztal": 1, "Ki": place["Név"], "Be": "Asztalos Antal", "Fordulótól": 1}
    event.add("tCserek", change | {"Leosztástól": 2})
    event.book.write_value("asztalbirok", "Asztalos Antal")
    assert event.close(1) == ["substitution_within_round"]
    assert "substitution_within_round" in event.codes("award_masterpoints")
    assert event.row("tMesterpontok", **{"Név": "Asztalos Antal"})["Egyesület"] is None
    assert event.row("tMesterpontok", **{"Név": place["Név"]})["Egyesület"] == place["Egyesület"]


def test_a_raised_number_of_rounds_does_not_open_the_results_again(event: Event) -> None:
    """One round closed, then Verseny says two: no round was planned for it, and the results stay fixed."""
    event.finish(9, 1, 1)
    event.book.write_value("fordulok", 2)
    event.type(1, 1, 1, **{"Felvevő": "b", "Teljesítés": "40", "Ft A": -4, "Ft B": 8, "Ft C": -4})
    assert set(event.codes("score_event")) == {"result_fixed", "final_sheet"}


def test_what_the_event_shows_of_itself(event: Event) -> None:
    """The key's fingerprint on Verseny, the stamps on both rankings, tables on the start page, Ft as they add up."""
    event.prepare(9, 1, 3)
    event.play(1)
    assert event.keys.stored is not None
    assert event.book.read_value("kulcs_lenyomat") == fingerprint(event.keys.stored.key)
    event.press("score_event")
    stamps = [str(event.book.read_value(name)) for name in ("allas_jelleg", "vegeredmeny_jelleg")]
    assert all(stamp.startswith("NEM VÉGLEGES") for stamp in stamps)
    assert event.book.read_value("kezdolap_asztalok") == 3
    for table in ("tAllas", "tVegeredmeny"):
        by_line = {(row["Vonal"], row["Ft"]) for row in event.book.read_table(table)}
        assert by_line == {("A", 12), ("B", -6), ("C", -6)}
    event.close(1)
    stamps = [str(event.book.read_value(name)) for name in ("allas_jelleg", "vegeredmeny_jelleg")]
    assert all(stamp.startswith("VÉGLEGES") for stamp in stamps)


def test_scoring_again_keeps_the_awarded_masterpoints(event: Event) -> None:
    """score_event after award_masterpoints leaves the final ranking as it was."""
    event.finish()
    event.press("award_masterpoints")
    before = event.book.read_table("tVegeredmeny")
    event.press("score_event")
    assert event.book.read_table("tVegeredmeny") == before


@pytest.mark.parametrize(("players", "rounds", "deals"), [(9, 3, 3), (21, 2, 9), (42, 1, 9), (12, 3, 2)])
def test_a_trial_event_of_any_size_ends_scored_with_its_last_round_open(
    event: Event, players: int, rounds: int, deals: int
) -> None:
    """Every row is typed and right; all rounds but the last are closed; the stamp says PRÓBA."""
    assert set(event.codes("trial_event", players=players, rounds=rounds, deals=deals, seed=5)) <= {
        "far_from_all"
    }
    states = [row["Állapot"] for row in event.book.read_table("tFordulok")]
    assert states == ["lezárva"] * (rounds - 1) + ["lejátszva"]
    assert len(event.book.read_table("tPontok")) == players * rounds * deals
    assert set(event.codes("check_results")) <= {"far_from_all"}
    assert event.book.read_value("verseny_jelleg") == "PRÓBA"
    assert str(event.book.read_value("kezdolap_allapot")).startswith("PRÓBA")
    assert set(event.close(rounds)) <= {"far_from_all"}
    assert event.codes("award_masterpoints") == []


def test_one_seed_makes_one_event(event: Event) -> None:
    """The same seed gives the same people, deals and results; another seed other ones."""
    size = {"players": 9, "rounds": 1, "deals": 2}
    event.press("trial_event", **size, seed=5)
    again, other = Event(), Event()
    again.press("trial_event", **size, seed=5)
    other.press("trial_event", **size, seed=6)
    for table in ("tNevezok", "tLeosztasok", "tEredmenyek", "tAllas"):
        assert again.book.read_table(table) == event.book.read_table(table)
        assert other.book.read_table(table) != event.book.read_table(table)


def test_a_trial_event_comes_from_real_play(event: Event) -> None:
    """Every line of it is read, settles to the Ft beside it and can be with the cards of its deal."""
    event.press("trial_event", players=21, rounds=2, deals=9, seed=5)
    deals = {
        (row["Forduló"], row["Leosztás"]): Deal(
            (parse_hand(row["A"]), parse_hand(row["B"]), parse_hand(row["C"])), parse_hand(row["Talon"])
        )
        for row in event.book.read_table("tLeosztasok")
    }
    rulebook = load_edition("mausz-2008").rulebook
    language, check = Language(rulebook), Feasibility(rulebook)
    rows = [row for row in event.book.read_table("tEredmenyek") if row["Felvevő"]]
    assert len(rows) > 100
    for row in rows:
        line = parse_line(row["Teljesítés"], language)
        assert settle(line, row["Felvevő"], rulebook.contracts) == (row["Ft A"], row["Ft B"], row["Ft C"])
        verdicts = check.verdicts(deals[row["Forduló"], row["Leosztás"]], row["Felvevő"], line)
        assert Possibility.IMPOSSIBLE not in {verdict.possibility for verdict in verdicts}


def test_a_trial_of_an_impossible_size_is_refused(event: Event) -> None:
    """Ten players cannot play; nothing is saved."""
    assert event.codes("trial_event", players=10, rounds=1, deals=1, seed=1) != []
    assert event.book.saves == 0


def test_a_trial_never_claims_more_players_than_it_has_names_for(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1020 names can be put together, a trial of 1023 would be one of 1020; from four times three names twelve play."""
    (refused,) = event.press("trial_event", players=1023, rounds=1, deals=1, seed=1)
    assert (refused.code, refused.fields["most"], event.book.saves) == ("trial_too_many", 1020, 0)
    few = names() | {"surnames": names()["surnames"][:4], "given_names": names()["given_names"][:3]}
    monkeypatch.setattr("macros_py.actions.trial_event.names", lambda: few)
    assert event.codes("trial_event", players=15, rounds=1, deals=1, seed=1) == ["trial_too_many"]
    assert event.book.saves == 0
    assert event.codes("trial_event", players=12, rounds=1, deals=1, seed=1) == []
    assert len({row["Név"] for row in event.book.read_table("tNevezok")}) == 12
    assert len(event.book.read_table("tVonalak")) == 12


def test_the_start_page_always_names_the_next_step(event: Event) -> None:
    """From an empty file to the record: state and next step follow the event."""
    steps = []

    def look() -> None:
        steps.append(str(event.book.read_value("kezdolap_teendo")))

    event.press("new_event")
    look()
    event.enter(9)
    event.book.write_value("fordulok", 1)
    event.book.write_value("leosztasok_fordulonkent", 3)
    event.press("check_entries")
    look()
    event.press("assign_lines")
    look()
    event.press("seat_players")
    look()
    event.press("deal_round", round=(1,))
    look()
    event.reveal(1)
    look()
    event.type(1, **{"Felvevő": "a", "Teljesítés": "P PA", "Ft A": 4, "Ft B": -2, "Ft C": -2})
    event.close(1)
    look()
    event.press("award_masterpoints")
    look()
    words = [
        "nevezőket",
        "vonalbeosztást",
        "ülésrendet",
        "Keverje",
        "Folyik",
        "Írja be",
        "mesterpontokat",
        "eredményfájlt",
    ]
    assert all(word in step for word, step in zip(words, steps, strict=True)), steps
    assert event.book.read_value("kezdolap_nevezok") == 9
    assert event.book.read_value("kezdolap_lezart") == 1


def test_every_changing_verb_takes_a_snapshot_first(event: Event) -> None:
    """One snapshot a verb; a refused one changes nothing that could be undone, and leaves none."""
    event.prepare()
    assert event.snapshots == ["new_event", "assign_lines", "seat_players"]
    event.close(1)
    assert event.snapshots[-1] == "seat_players"
