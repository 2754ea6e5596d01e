"""The entry list: cases a referee can read, and properties of who takes part."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from macros_py.rules.hall.entries import examine_entrants, participants
from macros_py.rules.hall.event import Entrant
from macros_py.rules.problems import Degree, Problem, has_errors
from macros_py.rules.rulebook import EntryRules
from macros_py.words import describe, on_sheet

CASES = tomllib.loads((Path(__file__).parent.parent / "cases" / "nevezes.toml").read_text("utf-8"))["eset"]
RULES = EntryRules(least_players=9, multiple_of=3)
YES_NO = {"": None, "igen": True, "nem": False}


def good_entrants(count: int) -> list[Entrant]:
    """Give faultless entrants, marked present."""
    return [
        Entrant(f"Játékos {number}", "Klub", str(1000 + number), Fraction(number), present=True)
        for number in range(1, count + 1)
    ]


def entrant_of(line: str) -> Entrant:
    """Read one row of a case."""
    cells = [cell.strip() for cell in line.split("|")]
    name, club, licence, points, present, banned, licensed_by, reserve = cells + [""] * (8 - len(cells))
    return Entrant(
        name,
        club,
        licence,
        Fraction(points or 0),
        has_masterpoints=bool(points),
        present=YES_NO[present],
        is_banned=bool(YES_NO[banned]),
        licensed_by=licensed_by,
        is_reserve=bool(YES_NO[reserve]),
    )


def check(case: dict[str, Any]) -> tuple[list[Entrant], list[Problem]]:
    """Run the check of one case."""
    entrants = good_entrants(case["hibatlan"]) + [entrant_of(line) for line in case["nevezok"]]
    return entrants, examine_entrants(entrants, case.get("tisztviselok", {}), RULES)


@pytest.mark.parametrize("case", CASES, ids=[case["mirol"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    """Each case gives exactly its problems, in order, with the words a referee needs."""
    entrants, problems = check(case)
    places = [[describe(found).code, "" if found.row is None else found.row + 1] for found in problems]
    assert places == [expected[:2] for expected in case["var"]]
    for found, expected in zip(problems, case["var"], strict=True):
        words = describe(found)
        text = " ".join([words.message, words.expected, words.action])
        for wanted in expected[2:]:
            assert wanted in text
    assert len(participants(entrants)) == case["indul"]


@pytest.mark.parametrize(
    ("kod", "degree"),
    [
        ("N05", Degree.WARNING),
        ("N07", Degree.NOTE),
        ("N09", Degree.WARNING),
        ("N11", Degree.WARNING),
        ("N12", Degree.WARNING),
    ],
)
def test_what_does_not_stand_in_the_way(kod: str, degree: Degree) -> None:
    """Findings that the referee may live with are no errors; every other one is."""
    found = [problem for case in CASES for problem in check(case)[1]]
    degrees = {problem.degree for problem in found if describe(problem).code == kod}
    assert degrees == {degree}


def test_all_others_are_errors() -> None:
    """Outside the five mild findings everything stands in the way."""
    mild = {"N05", "N07", "N09", "N11", "N12"}
    found = [problem for case in CASES for problem in check(case)[1]]
    assert all(problem.degree is Degree.ERROR for problem in found if describe(problem).code not in mild)


def test_key_names_the_player_and_the_heading() -> None:
    """The key of a finding is name and heading, so that it finds its row after a sort."""
    [problem] = examine_entrants([*good_entrants(8), Entrant("Kiss Anna", present=True)], {}, RULES)
    assert problem.key == ("Kiss Anna", "licence")
    problem = on_sheet(problem)
    assert (problem.table, problem.row, problem.key) == (
        "tNevezok",
        8,
        ("Kiss Anna", "Versenyengedély száma"),
    )


def test_numbers_come_from_the_rulebook() -> None:
    """Another edition may want another number: nothing of it is fixed in the code."""
    problems = examine_entrants(good_entrants(9), {}, EntryRules(least_players=12, multiple_of=6))
    words = describe(problems[0])
    assert "legalább 12" in words.expected
    assert "6 többszöröse" in words.expected
    assert "Még 3 versenyző kell, akkor 12 indul" in words.action


@settings(max_examples=60)
@given(st.integers(0, 140))
def test_a_way_out_is_a_way_out(count: int) -> None:
    """Who follows the advice (so many more, or so many fewer) has a number that may start."""
    problems = examine_entrants(good_entrants(count), {}, RULES)
    assert has_errors(problems) == (count < 9 or count % 3 != 0)
    for problem in problems:
        assert not examine_entrants(good_entrants(count + int(str(problem.fields["more"]))), {}, RULES)
        if problem.code == "players_indivisible":
            assert not examine_entrants(good_entrants(count - int(str(problem.fields["over"]))), {}, RULES)


ENTRANTS = st.builds(
    Entrant,
    name=st.sampled_from(["Kiss Anna", "Nagy Béla", "Őze Ödön", ""]),
    licence=st.sampled_from(["", "1", "2"]),
    present=st.sampled_from([None, True, False]),
    is_banned=st.booleans(),
    is_reserve=st.booleans(),
)


@settings(max_examples=100)
@given(st.lists(ENTRANTS, max_size=6))
def test_the_withdrawn_never_start(entrants: list[Entrant]) -> None:
    """Nobody absent, banned, reserve or nameless takes part, and every finding can be put into words."""
    for starter in participants(entrants):
        assert starter.name
        assert starter.present is not False
        assert not starter.is_banned
        assert not starter.is_reserve
    for problem in examine_entrants(entrants, {"osztok": ["Kiss Anna"], "fobiro": ["őze ödön"]}, RULES):
        assert describe(problem).message


def test_a_withdrawal_changes_the_number() -> None:
    """A player taken off the list before the start counts no more."""
    entrants = good_entrants(9)
    entrants[4] = replace(entrants[4], present=False)
    assert [entrant.name for entrant in participants(entrants)] == [
        f"Játékos {number}" for number in (1, 2, 3, 4, 6, 7, 8, 9)
    ]
