"""Masterpoints: worth of places, shared places, one half and nothing after substitutions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from macros_py.rules.hall.event import Position, Result, Status
from macros_py.rules.hall.lineup import Lineup
from macros_py.rules.problems import RuleError
from macros_py.rules.results.masterpoints import Award, award, earned_share, place_worth, shared_worth
from macros_py.rules.results.ranking import Standing, standings
from macros_py.rules.results.scoring import Score, score
from tests.rules.sample_event import (
    MASTERPOINTS,
    RULEBOOK,
    SCORING,
    exact,
    position,
    read_cases,
    read_substitutions,
    sample_lineup,
)

HALF = Fraction(1, 2)


def play(lineup: Lineup, ft: Callable[[Position], int]) -> list[Result]:
    """Give a result for every deal of everybody."""
    return [
        Result(round, deal, lineup.table_of(here, round) or 0, here, ft(here))
        for here in lineup.positions
        for round, deal in lineup.deals_of(here)
    ]


def award_all(lineup: Lineup, results: Sequence[Result]) -> list[Award]:
    """Score, rank and award."""
    ranked = standings(score(results, SCORING, lineup.tables), [], RULEBOOK)
    return award(ranked, lineup, results, MASTERPOINTS)


def placed(places: Sequence[int | None]) -> list[Standing]:
    """Give standings on line A with these places."""
    [plain] = standings([Score(Result(1, 1, 1, position("A1"), 0), HALF, HALF * 2, False, 1)], [], RULEBOOK)
    return [
        replace(plain, position=Position("A", table), place=place)
        for table, place in zip(count(1), places, strict=False)
    ]


@pytest.mark.parametrize("case", read_cases("mesterpont.toml", "hely"))
def test_the_formula(case: dict[str, Any]) -> None:
    """Place p of n is worth max(0, ⌈n / 2⌉ − p + 1)."""
    for place, worth in case["ertek"]:
        assert place_worth(place, case["letszam"], MASTERPOINTS) == exact(worth)


@pytest.mark.parametrize("case", read_cases("mesterpont.toml", "tablazat"))
def test_an_explicit_table(case: dict[str, Any]) -> None:
    """A table for that number of positions stands instead of the formula; other numbers keep the formula."""
    table = tuple(exact(text) for text in case["tablazat"])
    rules = replace(MASTERPOINTS, places={case["letszam"]: table})
    for place, worth in case["ertek"]:
        assert place_worth(place, case["letszam"], rules) == exact(worth)
    assert place_worth(1, case["letszam"] + 3, rules) == place_worth(1, case["letszam"] + 3, MASTERPOINTS)


def test_the_divisor_comes_from_the_rulebook() -> None:
    """With a divisor of 3 a third of 21 earn masterpoints."""
    rules = replace(MASTERPOINTS, divisor=3)
    assert [place_worth(place, 21, rules) for place in (1, 7, 8)] == [7, 1, 0]


@pytest.mark.parametrize("case", read_cases("mesterpont.toml", "osztott"))
def test_shared_places(case: dict[str, Any]) -> None:
    """A shared place is the mean of the places it covers, each taken from the table first."""
    assert shared_worth(case["hely"], case["hanyan"], 21, MASTERPOINTS) == exact(case["ertek"])


@pytest.mark.parametrize("case", read_cases("cserek.toml", "csere"))
def test_shares_after_substitutions(case: dict[str, Any]) -> None:
    """Below half nothing, at half and above one half for who was replaced or came in, else the whole."""
    tables, rounds, deals = case["verseny"].values()
    lineup = sample_lineup(tables, rounds, deals, read_substitutions(case["csere"]))
    awards = award_all(lineup, play(lineup, lambda here: 0))
    own = [one for one in awards if one.position == position(case["pozicio"])]
    assert [[one.person, one.played] for one in own] == case["jatszott"]
    assert [one.share for one in own] == [exact(text) for text in case["hanyad"]]
    assert {one.total for one in own} == {rounds * deals}
    assert {one.is_substituted for one in own} == {bool(case["csere"])}
    assert all(one.masterpoints == one.computed * one.share for one in awards)


def test_a_whole_event() -> None:
    """Table 1 always best, and so on: three share each place, and each award shows its derivation."""
    lineup = sample_lineup(7, 7, 9, read_substitutions([["B1", "B1", "Teri", 4, 9]]))
    awards = award_all(lineup, play(lineup, lambda here: 10 - here.table))
    assert [one.person for one in awards[:5]] == ["A1", "B1", "Teri", "C1", "A2"]
    outgoing, incoming = awards[1:3]
    assert (outgoing.place, outgoing.sharing, outgoing.computed) == (1, 3, 10)
    assert (outgoing.played + incoming.played, incoming.total) == (63, 63)
    assert sorted([outgoing.masterpoints, incoming.masterpoints]) == [0, 5]
    assert awards[0].masterpoints == 10
    assert len(awards) == 22


def test_the_number_of_positions_counts_not_that_of_persons() -> None:
    """With three persons on one position 21 stays 21: the winner gets 11."""
    rows = [["C7", "C7", "Teri", 3, 4], ["C7", "Teri", "Pista", 5, 7]]
    lineup = sample_lineup(7, 7, 9, read_substitutions(rows))
    order = {here: -place for place, here in enumerate(lineup.positions)}
    awards = award_all(lineup, play(lineup, order.__getitem__))
    assert [one.computed for one in awards[:2]] == [11, 10]
    assert len(awards) == 23


def one_position(statuses: dict[int, Status]) -> list[Award]:
    """Play 2 rounds of 3 deals at three tables; position A1 has the given statuses on its deals 1 … 6."""
    lineup = sample_lineup(3, 2, 3)
    results = play(lineup, lambda here: 1 if here == position("A1") else 0)
    mine = [one for one in results if one.position == position("A1")]
    ruled = {
        (one.round, one.deal): statuses.get(number, Status.PLAYED) for number, one in enumerate(mine, start=1)
    }
    changed = [
        replace(one, status=ruled[one.round, one.deal]) if one.position == position("A1") else one
        for one in results
    ]
    return [one for one in award_all(lineup, changed) if one.position == position("A1")]


@pytest.mark.parametrize(
    ("status", "played"),
    [
        (Status.VETLEN, 6),
        (Status.RENONSZ, 6),
        (Status.NEM_JATSZOTT, 2),
        (Status.TAVOLMARADT, 2),
        (Status.MISSING, 2),
    ],
)
def test_what_counts_as_played(status: Status, played: int) -> None:
    """Vétlen and renonsz count as played; not played, absent and missing do not."""
    [own] = one_position(dict.fromkeys((1, 2, 3, 4), status))
    assert (own.played, own.total) == (played, 6)
    assert own.share == (1 if played == 6 else 0)


def test_exactly_half_without_a_substitution_is_the_whole() -> None:
    """Who was not replaced and played exactly half of the deals gets all; one deal less gives nothing."""
    [half] = one_position(dict.fromkeys((1, 2, 3), Status.NEM_JATSZOTT))
    assert (half.played, half.share) == (3, 1)
    [less] = one_position(dict.fromkeys((1, 2, 3, 4), Status.NEM_JATSZOTT))
    assert (less.played, less.share) == (2, 0)


def test_a_reserve_on_two_positions_is_judged_on_each() -> None:
    """Deals on two positions are not added: 21 and 27 of 63 earn nothing on either."""
    rows = [["A1", "A1", "Teri", 1, 1], ["A1", "Teri", "A1", 3, 4], ["B2", "B2", "Teri", 5, 6]]
    lineup = sample_lineup(7, 7, 9, read_substitutions(rows))
    assert lineup.table_of(position("B2"), 5) == 6
    own = [one for one in award_all(lineup, play(lineup, lambda here: 0)) if one.person == "Teri"]
    assert [(one.played, one.share) for one in own] == [(21, 0), (27, 0)]


def test_shares_come_from_the_rulebook() -> None:
    """With two thirds to play and a third to get, 42 of 63 earn a third and 41 nothing."""
    rules = replace(MASTERPOINTS, least_played=Fraction(2, 3), substituted_share=Fraction(1, 3))
    assert earned_share(42, 63, True, rules) == Fraction(1, 3)
    assert earned_share(41, 63, True, rules) == 0
    assert earned_share(42, 63, False, rules) == 1
    assert earned_share(0, 0, False, rules) == 0


def test_no_place_earns_nothing() -> None:
    """Who has no place gets nothing, and shares it with nobody."""
    lineup = sample_lineup(3, 2, 3)
    awards = award(placed([1, None, None]), lineup, play(lineup, lambda here: 0), MASTERPOINTS)
    assert [(one.place, one.sharing, one.computed) for one in awards] == [
        (1, 1, 2),
        (None, 0, 0),
        (None, 0, 0),
    ]


def test_a_standing_of_nobody_is_refused() -> None:
    """A position that is not in the lineup is named."""
    lineup = sample_lineup(3, 2, 3)
    with pytest.raises(RuleError, match="no place on A 4"):
        award(placed([1, 2, 3, 4]), lineup, [], MASTERPOINTS)


@pytest.mark.parametrize(
    ("place", "sharing", "worth"), [(1, 9, 8), (1, 10, "15/2"), (2, 12, "11/2"), (13, 12, 0)]
)
def test_many_share_places(place: int, sharing: int, worth: object) -> None:
    """Of twenty-four the places are worth 12, 11 … 1, 0 …: nine share 72, ten 75, twelve from the second on 66."""
    assert shared_worth(place, sharing, 24, MASTERPOINTS) == Fraction(str(worth))


@given(sizes=st.lists(st.integers(1, 5), min_size=1, max_size=7))
@settings(max_examples=60, deadline=None)
def test_sharing_changes_no_sum(sizes: list[int]) -> None:
    """However the places are shared, together they are worth what the table gives."""
    places = [1 + sum(sizes[:group]) for group, size in enumerate(sizes) for _ in range(size)]
    number = len(places)
    lineup = sample_lineup(number, 1, 1)
    awards = award(placed(places), lineup, play(lineup, lambda here: 0), MASTERPOINTS)
    assert sum(one.computed for one in awards) == sum(
        place_worth(place, number, MASTERPOINTS) for place in range(1, number + 1)
    )
