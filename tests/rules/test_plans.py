"""Seating plans: no rematch where that can be, else few and evenly spread (VSZ 6)."""

from __future__ import annotations

from collections import Counter

import pytest

from macros_py.rules.hall.event import LINES
from macros_py.rules.hall.movement import best_plan, certify, meetings, most_repeatless_rounds, ring_of
from macros_py.rules.problems import RuleError


@pytest.mark.parametrize("tables", range(3, 45))
def test_as_many_rounds_without_a_rematch_as_promised(tables: int) -> None:
    """T rounds for every T that is not twice an odd number (4, 8, 12, 16 …), T − 1 for the others: none meet twice."""
    rounds = most_repeatless_rounds(tables)
    assert rounds == (tables - 1 if tables % 4 == 2 else tables)
    assert certify(best_plan(tables, rounds).seatings).is_clean


@pytest.mark.parametrize(
    ("tables", "rounds", "kind"),
    [
        (7, 7, "eltolás"),
        (14, 7, "eltolás"),
        (8, 7, "eltolás"),
        (8, 8, "test"),
        (16, 16, "test"),
        (4, 4, "test"),
        (12, 12, "szorzat"),
        (20, 20, "szorzat"),
        (6, 5, "eltolás"),
        (6, 6, "keresés"),
        (14, 14, "keresés"),
    ],
)
def test_the_simplest_plan_that_does_it_is_taken(tables: int, rounds: int, kind: str) -> None:
    """The shift as long as it has no rematch; then the field, its product, and only beyond them a search."""
    assert best_plan(tables, rounds).kind == kind


@pytest.mark.parametrize("tables", [*range(1, 23), 32, 44])
def test_everybody_sits_once_a_round_also_beyond_the_possible(tables: int) -> None:
    """Each position is at one table in each round, line A at its own."""
    rounds = tables + 3
    plan = best_plan(tables, rounds).seatings
    assert len(plan) == tables * rounds
    seats = Counter((seating.round, position) for seating in plan for position in seating.positions)
    assert set(seats.values()) == {1}
    assert len(seats) == 3 * tables * rounds
    assert all(seating.positions[0].table == seating.table for seating in plan)
    assert all(tuple(position.line for position in seating.positions) == LINES for seating in plan)


@pytest.mark.parametrize("tables", range(3, 45))
@pytest.mark.parametrize("more", [1, 2, 3])
def test_what_has_to_be_repeated_is_repeated_once(tables: int, more: int) -> None:
    """Beyond the possible nobody meets anybody three times, and there are no more second meetings than must be."""
    rounds = tables + more
    if tables == 3 and more == 3:
        assert set(meetings(best_plan(3, 6).seatings).values()) == {2}
        return
    counted = Counter(meetings(best_plan(tables, rounds).seatings).values())
    assert set(counted) <= {1, 2}
    assert counted[2] == 3 * tables * more


@pytest.mark.parametrize("tables", [5, 7, 8, 9, 12])
def test_a_rematch_comes_as_late_as_can_be(tables: int) -> None:
    """Who meet again in the first round too many met a whole cycle ago, and no three sit together again."""
    plan = best_plan(tables, tables + 1).seatings
    last = [seating for seating in plan if seating.round == tables + 1]
    earlier = {frozenset(seating.positions): seating.round for seating in plan if seating.round <= tables}
    assert all(frozenset(seating.positions) not in earlier for seating in last)


@pytest.mark.parametrize("tables", [*range(3, 13), 14, 16, 18])
def test_repeats_are_spread_evenly_however_long_the_event(tables: int) -> None:
    """The worst pair meets no more often than must be: ⌈rounds / T⌉ times.

    Twice an odd number: once more at T, 3T, 5T … rounds, as no moves use each value an odd number of times.
    """
    for rounds in (cycles * tables + more for cycles in (1, 2, 3, 5) for more in (-1, 0, 1)):
        least = -(-rounds // tables)
        is_odd_one_out = tables % 4 == 2 and rounds % tables == 0 and (rounds // tables) % 2
        assert certify(best_plan(tables, rounds).seatings).worst == least + bool(is_odd_one_out), rounds


@pytest.mark.parametrize(("tables", "rounds"), [(7, 21), (9, 27), (6, 12), (8, 24), (10, 60)])
def test_no_three_meet_twice_in_a_repeated_plan(tables: int, rounds: int) -> None:
    """Whole plans one after the other put other people together each time."""
    plan = best_plan(tables, rounds)
    assert plan.kind == "ismétlés"
    trios = Counter(frozenset(seating.positions) for seating in plan.seatings)
    assert set(trios.values()) == {1}


def test_six_tables_have_five_rounds_and_two_one() -> None:
    """No plan at all does better there: 36 officers cannot be arranged."""
    assert (most_repeatless_rounds(6), most_repeatless_rounds(2)) == (5, 1)
    assert len(certify(best_plan(6, 6).seatings).repeats) == 6


@pytest.mark.parametrize("tables", [4, 8, 12, 16, 20, 32, 64])
def test_the_step_divides(tables: int) -> None:
    """Multiplying by λ, and by λ − 1, makes each table of another one: that is what keeps the meetings apart."""
    ring = ring_of(tables)
    stepped = [ring.times_step(table) for table in range(tables)]
    assert sorted(stepped) == list(range(tables))
    assert sorted(ring.minus(step, table) for table, step in enumerate(stepped)) == list(range(tables))


@pytest.mark.parametrize(("tables", "rounds"), [(0, 3), (3, 0), (-1, 1)])
def test_no_plan_from_nothing(tables: int, rounds: int) -> None:
    """There is at least one table and one round."""
    with pytest.raises(RuleError, match="make no plan"):
        best_plan(tables, rounds)
