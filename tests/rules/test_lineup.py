"""Who sat where: substitutions in play order, and who may be named."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from macros_py.rules.hall.circulation import play_order
from macros_py.rules.hall.event import LINES, Position, Substitution
from macros_py.rules.hall.lineup import Lineup, check_substitutions
from macros_py.rules.problems import Degree, RuleError
from tests.rules.sample_event import position, read_cases, read_substitutions, sample_lineup, sample_places


def lineup_of(rows: list[list[Any]], tables: int = 7, rounds: int = 7, deals: int = 9) -> Lineup:
    """Give the sample lineup with the substitutions of a case."""
    return sample_lineup(tables, rounds, deals, read_substitutions(rows))


def played_by(lineup: Lineup, position: Position, name: str) -> list[tuple[int, int]]:
    """Give the (round, deal) pairs of the position that one person played, in play order."""
    return [pair for pair in lineup.deals_of(position) if lineup.player(position, *pair) == name]


@pytest.mark.parametrize("case", read_cases("cserek.toml", "csere"))
def test_who_played_how_many(case: dict[str, Any]) -> None:
    """Everyone sat through as many deals as counted by hand; persons stand in the order they came."""
    lineup = lineup_of(case["csere"], *case["verseny"].values())
    here = position(case["pozicio"])
    assert lineup.persons(here) == tuple(name for name, _ in case["jatszott"])
    assert [[name, len(played_by(lineup, here, name))] for name in lineup.persons(here)] == case["jatszott"]
    assert lineup.problems == ()


def test_the_change_comes_in_the_order_of_play() -> None:
    """At table 3 the order is 3 … 9, 1, 2: from deal 1 on means deals 1 and 2 of that round."""
    lineup = lineup_of([["A3", "A3", "Teri", 2, 1]])
    here = position("A3")
    assert [lineup.player(here, 2, deal) for deal in (1, 2, 3, 9)] == ["Teri", "Teri", "A3", "A3"]
    assert lineup.player(here, 1, 1) == "A3"
    assert lineup.player(here, 3, 3) == "Teri"
    assert played_by(lineup, here, "Teri")[:3] == [(2, 1), (2, 2), (3, 3)]
    assert lineup.deals_of(here)[:3] == [(1, 3), (1, 4), (1, 5)]


def test_seats_are_found_both_ways() -> None:
    """The position at a table, and the table of a position, agree with the shift of round 2."""
    lineup = lineup_of([])
    assert lineup.position_at(2, 2, "B") == position("B1")
    assert lineup.table_of(position("B1"), 2) == 2
    assert (lineup.tables, lineup.rounds) == (7, (1, 2, 3, 4, 5, 6, 7))
    assert len(lineup.positions) == 21


def test_seats_that_nobody_has_are_none() -> None:
    """An unknown round, table, line or position gives None where typed rows are looked up."""
    lineup = lineup_of([])
    assert lineup.position_at(8, 1, "A") is None
    assert lineup.position_at(1, 8, "A") is None
    assert lineup.position_at(1, 1, "D") is None
    assert lineup.table_of(position("A1"), 8) is None


def test_unknown_positions_and_deals_are_refused() -> None:
    """Asking who played where nobody can have played says which position and deal."""
    lineup = lineup_of([])
    with pytest.raises(RuleError, match="no place on A 8"):
        lineup.player(position("A8"), 1, 1)
    with pytest.raises(RuleError, match="A 1 does not play deal 10 of round 1"):
        lineup.player(position("A1"), 1, 10)
    with pytest.raises(RuleError, match="no place on C 9"):
        lineup.deals_of(position("C9"))


def test_either_name_of_a_position_is_known() -> None:
    """Both names belong to the position, however they are composed, spaced or capitalised."""
    lineup = lineup_of([["A1", "A1", "Őze  Éva", 2, 1]])
    decomposed = unicodedata.normalize("NFD", " őze éva ")
    assert lineup.positions_of(decomposed) == (position("A1"),)
    assert lineup.persons(position("A1")) == ("A1", "Őze  Éva")
    assert lineup.positions_of("Senki") == ()


def test_a_reserve_on_two_positions_is_told_apart() -> None:
    """One person who sat on two positions belongs to both, each for his own deals."""
    rows = [["A1", "A1", "Teri", 2, 1], ["A1", "Teri", "A1", 4, 1], ["C5", "C5", "Teri", 5, 1]]
    lineup = lineup_of(rows)
    assert lineup.positions_of("teri") == (position("A1"), position("C5"))
    assert [stint.name for stint in lineup.stints(position("A1"))] == ["A1", "Teri", "A1"]
    assert {round for round, _ in played_by(lineup, position("A1"), "Teri")} == {2, 3}
    assert min(played_by(lineup, position("C5"), "Teri"))[0] == 5


def test_a_stint_knows_its_substitution() -> None:
    """The record can say from which round and deal somebody came in."""
    lineup = lineup_of([["A1", "A1", "Teri", 4, 5]])
    first, second = lineup.stints(position("A1"))
    assert first.substitution is None
    assert second.substitution == Substitution(position("A1"), "A1", "Teri", 4, 5)


def test_a_name_may_be_in_the_way_and_return() -> None:
    """After a false substitution everything is as if it had not been written."""
    lineup = lineup_of([["A1", "A2", "Teri", 2, 1], ["B3", "B3", "Pista", 9, 1]])
    assert lineup.persons(position("A1")) == ("A1",)
    assert lineup.persons(position("B3")) == ("B3",)
    assert lineup.positions_of("Teri") == ()


def test_two_who_change_places_at_one_moment() -> None:
    """All go before anybody comes: an exchange of two positions is carried out whole."""
    lineup = lineup_of([["A1", "A1", "A2", 3, 1], ["A2", "A2", "A1", 3, 2]])
    assert lineup.problems == ()
    assert lineup.player(position("A1"), 3, 1) == "A2"
    assert lineup.player(position("A2"), 3, 2) == "A1"


def test_only_judges_and_reserves_may_come_in() -> None:
    """Anybody else is a warning; those who had a place may return."""
    rows = [
        ["A1", "A1", "Teri", 2, 1],
        ["A1", "Teri", "A1", 4, 1],
        ["B1", "B1", "Idegen Ida", 4],
    ]
    found = check_substitutions(lineup_of(rows), eligible=["teri"])
    assert [(one.code, one.row, one.found, one.degree) for one in found] == [
        ("substitution_not_allowed", 2, "Idegen Ida", Degree.WARNING)
    ]


def test_nobody_seated_yet() -> None:
    """Before the seating there are places and names, but no rounds and no deals that a substitution could name."""
    lineup = Lineup(sample_places(7), [], read_substitutions([["A1", "A1", "Teri", 1, 1]]), 0)
    assert (lineup.tables, lineup.rounds, lineup.deals_of(position("A1"))) == (7, (), [])
    assert [one.code for one in check_substitutions(lineup)] == ["substitution_round_unknown"]


@given(
    tables=st.integers(3, 20),
    deals=st.integers(1, 12),
    line=st.sampled_from(LINES),
    data=st.data(),
)
@settings(max_examples=40, deadline=None)
def test_a_substitution_splits_the_deals(tables: int, deals: int, line: str, data: st.DataObject) -> None:
    """Outgoing and incoming share all deals; before the change in play order one, from it on the other."""
    here = Position(line, data.draw(st.integers(1, tables)))
    round, deal = data.draw(st.integers(1, 3)), data.draw(st.integers(1, deals))
    change = Substitution(here, f"{here.line}{here.table}", "Teri", round, deal)
    lineup = sample_lineup(tables, 3, deals, [change])
    table = lineup.table_of(here, round)
    assert table is not None
    before = (round - 1) * deals + play_order(table, tables, deals).index(deal)
    played = [lineup.player(here, *pair) for pair in lineup.deals_of(here)]
    assert played == [change.outgoing] * before + ["Teri"] * (3 * deals - before)
