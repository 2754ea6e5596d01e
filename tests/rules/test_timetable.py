"""When a position plays a deal: the seating joined with the travel of the deals."""

from __future__ import annotations

import pytest

from macros_py.rules.hall.circulation import Timetable
from macros_py.rules.hall.movement import shift_plan
from macros_py.rules.problems import RuleError
from tests.rules.sample_event import position


def test_a_moment_is_the_step_at_that_table() -> None:
    """At table 3 of seven deal 3 comes first and deal 2 last of nine; B1 sits there in round 3."""
    timetable = Timetable(shift_plan(7, 7), 9)
    assert timetable.moment(position("A3"), 1, 3) == (1, 0)
    assert timetable.moment(position("A3"), 5, 2) == (5, 8)
    assert timetable.moment(position("B1"), 3, 3) == (3, 0)


def test_moments_follow_the_order_of_play() -> None:
    """The deals in order have ascending moments, round after round, each deal once."""
    timetable = Timetable(shift_plan(14, 3), 9)
    deals = timetable.deals_in_order(position("C9"))
    moments = [timetable.moment(position("C9"), *deal) for deal in deals]
    assert moments == [(round, step) for round in (1, 2, 3) for step in range(9)]
    assert len(set(deals)) == 27


def test_what_is_not_played_has_no_moment() -> None:
    """An unknown position, round or deal has none."""
    timetable = Timetable(shift_plan(7, 2), 9)
    assert timetable.moment(position("A8"), 1, 1) is None
    assert timetable.moment(position("A1"), 3, 1) is None
    assert timetable.moment(position("A1"), 1, 10) is None


def test_an_empty_plan_has_nothing() -> None:
    """Before the seating there are no tables and no rounds."""
    timetable = Timetable([], 0)
    assert (timetable.tables, timetable.rounds, timetable.deals_in_order(position("A1"))) == (0, (), [])


def test_a_seating_without_deals_is_refused() -> None:
    """Seated players with nothing to play are refused in words."""
    with pytest.raises(RuleError, match="7 tables cannot play 0 deals"):
        Timetable(shift_plan(7, 1), 0)
