"""The matchpoints: hand-computed lines, the vétlen's share, and what must hold for every hall."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from macros_py.rules.hall.event import LINES, Position, Result, Status
from macros_py.rules.results.scoring import Score, counts_as_played, scaled_points, score, top
from tests.rules.sample_event import SCORING, exact, read_cases

WORDS = {
    "R": Status.RENONSZ,
    "V": Status.VETLEN,
    "N": Status.NEM_JATSZOTT,
    "T": Status.TAVOLMARADT,
    "-": Status.MISSING,
}


def read_result(cell: str, table: int, deal: int = 1) -> Result:
    """Read one cell of a case: a number, a letter, or a letter with the number that stays beside it."""
    word, _, number = cell.partition(" ")
    status = WORDS.get(word, Status.PLAYED)
    typed = number if status is not Status.PLAYED else word
    return Result(1, deal, table, Position("A", table), int(typed) if typed else None, status)


@pytest.mark.parametrize("case", read_cases("pontozas.toml", "leosztas"))
def test_a_line_on_a_deal(case: dict[str, Any]) -> None:
    """Points, available points and the top of one line are those computed by hand."""
    results = [read_result(cell, table) for table, cell in enumerate(case["eredmeny"], start=1)]
    scores = score(results, SCORING, len(results))
    assert [one.points for one in scores] == [exact(text) for text in case["pont"]]
    assert [one.available for one in scores] == [exact(text) for text in case["elerheto"]]
    assert [one.result.table for one in scores if one.is_top] == (
        [case["legjobb"]] if case["legjobb"] else []
    )


@pytest.mark.parametrize("method", ["nagyobb", "rogzitett", "sajat_atlag", "kihagyas"])
@pytest.mark.parametrize("case", read_cases("pontozas.toml", "vetlen"))
def test_the_innocent_share(case: dict[str, Any], method: Any) -> None:
    """The vétlen gets what each method of the rulebook gives him."""
    results = [
        read_result(cell, table, deal)
        for table, row in enumerate(case["sorok"], start=1)
        for deal, cell in enumerate(row, start=1)
    ]
    scores = score(results, replace(SCORING, vetlen_method=method), len(case["sorok"]))
    [innocent] = [one for one in scores if one.result.status is Status.VETLEN]
    assert [innocent.points, innocent.available] == [exact(text) for text in case["vetlen"][method]]


def test_the_fixed_percentage_comes_from_the_rulebook() -> None:
    """With 60 % a vétlen gets 60 % of the top, or his own if it is more."""
    rules = replace(SCORING, vetlen_percentage=Fraction(60))
    results = [read_result("V", 1), read_result("1", 2), read_result("0", 3)]
    assert score(results, rules, 3)[0].points == Fraction(12, 5)


def test_win_tie_and_loss_come_from_the_rulebook() -> None:
    """With 4, 2, 1 a win, tie and loss are worth so much, and the top is four for each other table."""
    rules = replace(SCORING, win=4, tie=2, loss=1)
    scores = score([read_result(cell, table) for table, cell in enumerate(["5", "5", "1"], 1)], rules, 3)
    assert [(one.points, one.available) for one in scores] == [(6, 8), (6, 8), (2, 8)]


def test_scaling_takes_the_win_from_the_rulebook() -> None:
    """A single result of seven is half of a top of 1 × 6 when a win is worth 1."""
    assert scaled_points(0, 1, replace(SCORING, win=1), 7) == 3


def test_a_number_that_was_never_typed_is_missing() -> None:
    """A result said to be played but without a number is neither 0 Ft nor counted as played."""
    blank = Result(1, 1, 1, Position("A", 1), None)
    [only] = score([blank], SCORING, 3)
    assert (only.points, only.available, counts_as_played(blank)) == (0, 0, False)


def test_groups_do_not_mix() -> None:
    """Another line, another deal or another round is never compared."""
    apart = [
        Result(1, 1, 1, Position("A", 1), 5),
        Result(1, 1, 1, Position("B", 1), -5),
        Result(1, 2, 1, Position("A", 1), 3),
        Result(2, 1, 1, Position("A", 1), 9),
    ]
    assert [one.points for one in score(apart, SCORING, 7)] == [6, 6, 6, 6]


def test_a_deal_typed_twice_does_not_stop_the_scoring() -> None:
    """A double row is for the check to find; the scoring goes on by the same formula, mean 50 %."""
    double = [Result(1, 1, table, Position("A", table), 4 - table) for table in (1, 1, 2, 3)]
    points = [one.points for one in score(double, SCORING, 3)]
    assert points == [Fraction(7, 2), Fraction(7, 2), Fraction(5, 4), Fraction(-1, 4)]


def test_nothing_and_a_lonely_table_do_not_stop_the_scoring() -> None:
    """No results give no scores; a hall of one table has nothing to win, a vétlen included."""
    assert score([], SCORING, 7) == []
    lonely = [read_result("5", 1), read_result("V", 1, deal=2)]
    assert [(one.points, one.available) for one in score(lonely, SCORING, 1)] == [(0, 0), (0, 0)]


def hall(tables: int, deals: int, seed: int) -> list[Result]:
    """Give a fully played round with zero sums at every table, ties likely."""
    random = Random(seed)
    results = []
    for deal in range(1, deals + 1):
        for table in range(1, tables + 1):
            first, second = random.randint(-4, 4), random.randint(-4, 4)
            for line, ft in zip(LINES, (first, second, -first - second), strict=True):
                results.append(Result(1, deal, table, Position(line, table), ft))
    return results


def sums(scores: list[Score]) -> dict[tuple[int, str], Fraction]:
    """Add up the points of each line on each deal."""
    found: defaultdict[tuple[int, str], Fraction] = defaultdict(Fraction)
    for one in scores:
        found[one.result.deal, one.result.position.line] += one.points
    return found


@given(tables=st.integers(3, 14), deals=st.integers(1, 4), seed=st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_a_full_line_sums_to_t_times_t_minus_one(tables: int, deals: int, seed: int) -> None:
    """Fully played, every line of every deal sums to T × (T − 1), half of what is available."""
    scores = score(hall(tables, deals, seed), SCORING, tables)
    assert set(sums(scores).values()) == {Fraction(tables * (tables - 1))}
    assert sum(one.points for one in scores) * 2 == sum(one.available for one in scores)


@given(tables=st.integers(3, 14), seed=st.integers(0, 10**6), data=st.data())
@settings(max_examples=40, deadline=None)
def test_a_half_typed_line_has_a_mean_of_one_half(tables: int, seed: int, data: st.DataObject) -> None:
    """Whatever part of a round is typed, the mean of each line over its typed results is 50 %."""
    results = hall(tables, 1, seed)
    typed = data.draw(st.sets(st.integers(1, tables), min_size=1))
    partly = [one if one.table in typed else replace(one, ft=None) for one in results]
    half = Fraction(top(SCORING, tables), 2) * len(typed)
    assert set(sums(score(partly, SCORING, tables)).values()) == {half}


CELLS = st.one_of(st.integers(-3, 3).map(str), st.sampled_from(["R", "V", "N", "T", "-", "V 9", "R 2"]))


def by_the_book(results: list[Result], own: Result, tables: int) -> Fraction:
    """Score one number the slow way: against each opponent in turn, then scaled."""
    numbers = [one for one in results if one.status is Status.PLAYED and one is not own]
    beaten = sum(one.status is Status.RENONSZ for one in results)
    inside = 2 * beaten + sum(
        2 if own.ft > one.ft else 1 if own.ft == one.ft else 0  # type: ignore[operator]
        for one in numbers
    )
    count = 1 + len(numbers) + beaten
    return Fraction(inside * tables + tables - count, count)


@given(cells=st.lists(CELLS, min_size=3, max_size=12))
@settings(max_examples=150, deadline=None)
def test_any_mixture_agrees_with_the_slow_way(cells: list[str]) -> None:
    """Numbers, rulings and blanks in any mixture: points as by pairs, renonsz 0, within the top."""
    results = [read_result(cell, table) for table, cell in enumerate(cells, start=1)]
    for one in score(results, SCORING, len(cells)):
        assert 0 <= one.points <= one.available <= top(SCORING, len(cells))
        if one.result.status is Status.PLAYED:
            assert one.points == by_the_book(results, one.result, len(cells))
        if one.result.status in {Status.RENONSZ, Status.TAVOLMARADT}:
            assert (one.points, one.available) == (0, top(SCORING, len(cells)))


@given(cells=st.lists(CELLS, min_size=3, max_size=12), seed=st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_row_order_does_not_matter(cells: list[str], seed: int) -> None:
    """Shuffled rows give every result the same score, in the order given."""
    results = [read_result(cell, table) for table, cell in enumerate(cells, start=1)]
    shuffled = Random(seed).sample(results, len(results))
    scores = score(shuffled, SCORING, len(cells))
    assert [one.result for one in scores] == shuffled
    ordered = {one.result.table: one for one in score(results, SCORING, len(cells))}
    assert {one.result.table: one for one in scores} == ordered


@given(cells=st.lists(CELLS, min_size=3, max_size=12), shift=st.integers(-50, 50), factor=st.integers(1, 9))
@settings(max_examples=60, deadline=None)
def test_only_the_order_of_the_ft_matters(cells: list[str], shift: int, factor: int) -> None:
    """Points depend on better, equal, worse alone: zero sums and sizes are nothing to the scoring."""
    results = [read_result(cell, table) for table, cell in enumerate(cells, start=1)]
    moved = [one if one.ft is None else replace(one, ft=one.ft * factor + shift) for one in results]
    points = [one.points for one in score(results, SCORING, len(cells))]
    assert [one.points for one in score(moved, SCORING, len(cells))] == points
