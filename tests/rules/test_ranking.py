"""The ranking: percentages as printed, places, tie-breaks, penalties, rounds."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from macros_py.rules.hall.event import Penalty, Position, Result, Status
from macros_py.rules.results.ranking import Standing, percentage_text, rounded, standings
from macros_py.rules.results.scoring import Score, score
from macros_py.rules.rulebook import RankingRules, Rulebook
from tests.rules.sample_event import RULEBOOK, SCORING, exact, position, read_cases


def total_of(code: str, points: str, available: str, ft: int = 0, tops: int = 0) -> list[Score]:
    """Give scores of one position that add up to the wanted totals: one with all points, and the tops."""
    whole = Score(Result(1, 1, 1, position(code), ft), exact(points), exact(available), False, 1)
    top = Score(Result(1, 2, 1, position(code), 0), Fraction(0), Fraction(0), True, 1)
    return [whole, *[top] * tops]


def with_tie_breaks(*names: Any) -> Rulebook:
    """Give the sample rulebook with other tie-breaks."""
    return replace(RULEBOOK, ranking=RankingRules(tie_breaks=names))


def codes(found: list[Standing]) -> list[list[Any]]:
    """Give position and place of each standing as the case tables write them."""
    return [[f"{one.position.line}{one.position.table}", one.place or 0] for one in found]


@pytest.mark.parametrize("case", read_cases("allas.toml", "szazalek"))
def test_the_printed_percentage(case: dict[str, Any]) -> None:
    """Two decimals, half up from the exact fraction, with a decimal comma."""
    assert percentage_text(Fraction(case["tort"]), 2) == case["szoveg"]


def test_the_percentage_as_a_number() -> None:
    """The number has the wanted decimals; without any it is whole; nothing available prints as nothing."""
    assert rounded(Fraction(433, 756), 2) == Decimal("57.28")
    assert str(rounded(Fraction(1, 2), 3)) == "50.000"
    assert percentage_text(Fraction(433, 756), 0) == "57"
    assert percentage_text(None, 2) == ""


@given(numerator=st.integers(-5000, 5000), denominator=st.integers(1, 5000), decimals=st.integers(0, 4))
@settings(max_examples=150, deadline=None)
def test_rounding_is_never_off_by_more_than_half(numerator: int, denominator: int, decimals: int) -> None:
    """The rounded number is within half a unit, and at exactly half it is the one farther from 0."""
    fraction = Fraction(numerator, denominator)
    off = Fraction(rounded(fraction, decimals)) - 100 * fraction
    half = Fraction(1, 2 * 10**decimals)
    assert abs(off) <= half
    assert abs(off) < half or (off > 0) == (fraction > 0)


@pytest.mark.parametrize("case", read_cases("allas.toml", "helyezes"))
def test_places(case: dict[str, Any]) -> None:
    """Places go by percentage, Ft and tops; equal in all is shared; nothing available has no place."""
    scores = [one for row in case["sorok"] for one in total_of(*row)]
    found = standings(scores, [], RULEBOOK)
    assert codes(found) == case["hely"]


def test_the_tie_breaks_come_from_the_rulebook() -> None:
    """Without tie-breaks equal percentages share; in the other order the tops come before the Ft."""
    scores = total_of("A1", "1", "2", ft=9, tops=0) + total_of("B1", "1", "2", ft=0, tops=3)
    assert codes(standings(scores, [], with_tie_breaks())) == [["A1", 1], ["B1", 1]]
    assert codes(standings(scores, [], with_tie_breaks("egyedul_legjobb", "ft"))) == [["B1", 1], ["A1", 2]]
    assert codes(standings(scores, [], with_tie_breaks("ft"))) == [["A1", 1], ["B1", 2]]


@pytest.mark.parametrize("case", read_cases("allas.toml", "levonas"))
def test_penalties(case: dict[str, Any]) -> None:
    """A penalty is taken off the points after the deals; the maximum stays."""
    taken = [Penalty(position("A1"), exact(amount), unit == "%") for amount, unit in case["levonas"]]
    [found] = standings(total_of("A1", *case["sor"]), taken, RULEBOOK)
    assert found.points == exact(case["pont"])
    assert found.penalty == exact(case["sor"][0]) - exact(case["pont"])
    assert found.available == exact(case["sor"][1])
    assert percentage_text(found.percentage, 2) == case["szazalek"]


def test_a_penalty_without_any_result_does_not_stop_the_ranking() -> None:
    """Who has only a penalty is listed, below zero, without a place."""
    taken = [Penalty(position("A1"), Fraction(3)), Penalty(position("B1"), Fraction(5), is_percentage=True)]
    found = standings([], taken, RULEBOOK, positions=[position("C1")])
    assert codes(found) == [["A1", 0], ["B1", 0], ["C1", 0]]
    assert [one.points for one in found] == [-3, 0, 0]


def test_a_penalty_changes_the_place_but_not_the_rounds() -> None:
    """The leader with a penalty falls behind; his round percentages stay what he played."""
    scores = total_of("A1", "60", "100") + total_of("B1", "55", "100")
    found = standings(scores, [Penalty(position("A1"), Fraction(6))], RULEBOOK)
    assert codes(found) == [["B1", 1], ["A1", 2]]
    assert found[1].by_round == {1: Fraction(3, 5)}


def test_sums_of_one_position() -> None:
    """Ft of ruled deals count 0; missing, played and rounds are told apart."""
    here = Position("A", 1)
    results = [
        Result(1, 1, 1, here, 5),
        Result(1, 2, 1, here, 30, Status.RENONSZ),
        Result(1, 3, 1, here, 30, Status.VETLEN),
        Result(2, 1, 1, here, None, Status.NEM_JATSZOTT),
        Result(2, 2, 1, here, None),
        Result(3, 1, 1, here, -7),
        Result(3, 2, 1, here, None, Status.TAVOLMARADT),
    ]
    [found] = standings(score(results, SCORING, 3), [], RULEBOOK)
    assert (found.ft, found.missing, found.played) == (-2, 1, 4)
    assert found.by_round == {1: Fraction(4, 12), 2: None, 3: Fraction(2, 8)}
    assert (found.points, found.available) == (6, 20)


def test_a_number_without_a_place_is_no_zero_percent() -> None:
    """No available points is None, not 0 %; 0 % has a place."""
    found = standings(total_of("A1", "0", "4") + total_of("B1", "0", "0"), [], RULEBOOK)
    assert [one.percentage for one in found] == [0, None]


@given(
    rows=st.lists(
        st.tuples(st.integers(0, 6), st.sampled_from([0, 6, 12]), st.integers(-1, 1), st.integers(0, 2)),
        min_size=1,
        max_size=12,
    ),
    seed=st.integers(0, 10**6),
)
@settings(max_examples=80, deadline=None)
def test_the_ranking_does_not_depend_on_row_order(rows: list[tuple[int, int, int, int]], seed: int) -> None:
    """Shuffled rows give the very same standings; a place is one more than the number of those better."""
    scores = [
        one
        for table, (points, available, ft, tops) in enumerate(rows, start=1)
        for one in total_of(f"A{table}", str(min(points, available)), str(available), ft, tops)
    ]
    found = standings(scores, [], RULEBOOK)
    assert standings(Random(seed).sample(scores, len(scores)), [], RULEBOOK) == found
    merits = {one.position: (one.percentage, one.ft, one.tops) for one in found if one.percentage is not None}
    for one in found:
        better = sum(merit > merits[one.position] for merit in merits.values()) if one.place else -1
        assert (one.place or 0) == better + 1
