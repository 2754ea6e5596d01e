"""The shift movement and its certificate."""

from __future__ import annotations

import tomllib
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros_py.rules.hall.event import LINES, Position, TableSeating
from macros_py.rules.hall.movement import (
    Certificate,
    certify,
    check_meetings,
    meetings,
    repeatless_rounds,
    shift_plan,
)
from macros_py.rules.problems import Degree, RuleError
from macros_py.words import describe

CASES = tomllib.loads((Path(__file__).parents[1] / "cases" / "movement.toml").read_text("utf-8"))["plan"]
HALLS = range(3, 45)
"""9 … 132 players."""


def what(case: dict[str, Any]) -> str:
    """Name a case by what it shows."""
    return str(case["what"])


def written(certificate: Certificate) -> list[str]:
    """Write the repeats as the case table does: ``B1 C1 2``."""
    return [
        f"{first.line}{first.table} {second.line}{second.table} {times}"
        for first, second, times in certificate.repeats
    ]


@pytest.mark.parametrize("case", CASES, ids=what)
def test_known_plans(case: dict[str, Any]) -> None:
    """The plan seats everybody where the written table says."""
    plan = shift_plan(case["tables"], len(case["rounds"]))
    expected = [
        (number, table, Position("A", table), *map(Position, "BC", map(int, starts.split())))
        for number, row in enumerate(case["rounds"], start=1)
        for table, starts in enumerate(row, start=1)
    ]
    assert [(seating.round, seating.table, *seating.positions) for seating in plan] == expected


@pytest.mark.parametrize("case", CASES, ids=what)
def test_known_certificates(case: dict[str, Any]) -> None:
    """The certificate tells the rounds without repeats, the worst pair and every repeated pair."""
    certificate = certify(shift_plan(case["tables"], len(case["rounds"])))
    assert (certificate.tables, certificate.rounds) == (case["tables"], len(case["rounds"]))
    assert (certificate.clean_rounds, certificate.worst) == (case["clean_rounds"], case["worst"])
    assert written(certificate) == case["repeats"]
    assert certificate.is_clean is (not case["repeats"])


@pytest.mark.parametrize("tables", HALLS)
def test_no_rematch_where_none_is_promised(tables: int) -> None:
    """With 9 … 132 players the promised rounds bring three new people to every table every time."""
    rounds = repeatless_rounds(tables)
    plan = shift_plan(tables, rounds)
    certificate = certify(plan)
    assert rounds == (tables if tables % 2 else tables - 1)
    assert (certificate.repeats, certificate.worst, certificate.clean_rounds) == ((), 1, rounds)
    assert len(meetings(plan)) == 3 * tables * rounds


@pytest.mark.parametrize("tables", HALLS)
def test_the_promise_is_not_too_small(tables: int) -> None:
    """One round more than promised repeats a meeting, in exactly that round."""
    promised = repeatless_rounds(tables)
    certificate = certify(shift_plan(tables, promised + 1))
    assert certificate.clean_rounds == promised
    assert certificate.worst == 2


@given(st.integers(1, 44), st.integers(1, 50))
def test_everybody_sits_once_a_round(tables: int, rounds: int) -> None:
    """In each round each position sits at one table, each seat is taken, and line A never moves."""
    plan = shift_plan(tables, rounds)
    everybody = sorted(Position(line, table) for line, table in product(LINES, range(1, tables + 1)))
    for number in range(1, rounds + 1):
        seatings = [seating for seating in plan if seating.round == number]
        assert [seating.table for seating in seatings] == list(range(1, tables + 1))
        assert sorted(position for seating in seatings for position in seating.positions) == everybody
        assert all(seating.positions[0] == Position("A", seating.table) for seating in seatings)
        assert all(tuple(map(line_of, seating.positions)) == LINES for seating in seatings)


def line_of(position: Position) -> str:
    """Give the line of a position."""
    return position.line


@given(st.integers(1, 12), st.integers(1, 30))
def test_the_certificate_counts_every_meeting(tables: int, rounds: int) -> None:
    """Three pairs meet at each table: nothing is lost, and the repeats are just those counted above one."""
    plan = shift_plan(tables, rounds)
    counted, certificate = meetings(plan), certify(plan)
    assert sum(counted.values()) == 3 * tables * rounds
    assert {(first, second): times for first, second, times in certificate.repeats} == {
        pair: times for pair, times in counted.items() if times > 1
    }
    times = [repeat.meetings for repeat in certificate.repeats]
    assert times == sorted(times, reverse=True)
    assert certificate.worst == max(counted.values())


def test_a_plan_changed_by_hand_is_certified_as_it_is() -> None:
    """Two B players swapped by hand in the second round meet the first round's people again."""
    first, second, third, *rest = shift_plan(3, 2)
    a, _, c = rest[0].positions
    changed = TableSeating(2, 1, (a, Position("B", 1), c))
    certificate = certify([changed, third, *rest[1:], second, first])
    assert written(certificate) == ["A1 B1 2"]
    assert certificate.clean_rounds == 1


def test_an_empty_plan_has_an_empty_certificate() -> None:
    """Before anybody is seated nobody has met."""
    assert certify([]) == Certificate(rounds=0, tables=0, clean_rounds=0, worst=0, repeats=())


@pytest.mark.parametrize(("tables", "rounds"), [(0, 3), (3, 0), (-1, 1)])
def test_no_plan_from_nothing(tables: int, rounds: int) -> None:
    """Without a table or a round there is no plan."""
    with pytest.raises(RuleError, match=f"{tables} tables and {rounds} rounds make no plan"):
        shift_plan(tables, rounds)


def test_a_clean_plan_is_no_problem() -> None:
    """Where nobody meets twice there is nothing to confirm."""
    assert check_meetings(certify(shift_plan(7, 7))) == []


def test_repeats_are_one_warning_in_words() -> None:
    """A plan with repeats is one warning: how many pairs, how often, and how many rounds are free of them."""
    (problem,) = check_meetings(certify(shift_plan(6, 7)))
    assert problem.degree is Degree.WARNING
    assert (problem.column, problem.found) == ("fordulok", 7)
    sentences = describe(problem)
    assert sentences.code == "V12"
    assert "6 asztalnál 7 forduló alatt 24 pár" in sentences.message
    assert sentences.expected == "legfeljebb 5 forduló"
