"""Where a doubt about rulings begins: rulings of one moment contradict nothing, nor does a deduction of all points."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction

import pytest

from macros_py.rules.hall.event import Penalty
from macros_py.rules.results.ranking import is_beyond_all
from macros_py.rules.results.rulings import Ruling, is_reversed
from tests.rules.sample_event import position

NOON = datetime(2026, 11, 28, 12)


@pytest.mark.parametrize(
    ("amount", "is_percentage", "is_beyond"), [(100, True, False), (101, True, True), (101, False, False)]
)
def test_more_than_all_is_taken(amount: int, is_percentage: bool, is_beyond: bool) -> None:
    """A hundred percentage points are all there is; points may be any number."""
    assert is_beyond_all(Penalty(position("A1"), Fraction(amount), is_percentage)) is is_beyond


@pytest.mark.parametrize(("minute", "expected"), [(0, False), (1, False), (-1, True)])
def test_two_rulings_of_one_minute_stand_in_their_order(minute: int, expected: bool) -> None:
    """Only a later ruling that was made before the earlier one is asked about."""
    later = NOON.replace(hour=12 if minute >= 0 else 11, minute=abs(minute))
    assert is_reversed(Ruling(1, "vétlen", moment=NOON), Ruling(2, "vétlen", moment=later)) is expected
