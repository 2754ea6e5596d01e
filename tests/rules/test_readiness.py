"""What an event needs before its first card (VSZ 1.c, 2, 4)."""

from __future__ import annotations

from datetime import date, datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros_py.editions import load_edition
from macros_py.rules.hall.event import LINES, Entrant
from macros_py.rules.hall.readiness import (
    check_announcement,
    check_officials,
    end_of_play,
    field_gap,
    method_fields,
    needs,
)

RULEBOOK = load_edition("mausz-2008").rulebook
RULES = RULEBOOK.readiness


@pytest.mark.parametrize(
    ("tables", "deals", "in_play", "boxed", "cases_by_law", "packs_by_law", "judges"),
    [
        (14, 9, 18, 36, 28, 16, 3),
        (7, 9, 9, 18, 14, 8, 2),
        (3, 9, 9, 18, 6, 4, 1),
        (21, 9, 27, 54, 42, 24, 5),
        (44, 6, 48, 96, 88, 49, 9),
    ],
)
def test_packs_cases_and_judges(
    tables: int, deals: int, in_play: int, boxed: int, cases_by_law: int, packs_by_law: int, judges: int
) -> None:
    """By law 1.1 packs and 2 cases a table; in play as many packs as there are cases on their way."""
    needed = needs(tables, 7, deals, 5, RULES)
    assert (needed.packs_in_play, needed.packs_with_next) == (in_play, boxed)
    assert (needed.cases_by_law, needed.packs_by_law, needed.judges) == (cases_by_law, packs_by_law, judges)
    assert needed.protocols == 7 * in_play


def test_the_day_ends_when_the_pace_says() -> None:
    """7 × 9 deals of 6 minutes, six changes of 10 and a lunch of 45: 483 minutes, from 10:00 to 18:03."""
    needed = needs(14, 7, 9, 5, RULES)
    assert needed.minutes == 7 * 9 * 6 + 6 * 10 + 45 == 483
    assert end_of_play(datetime(2026, 11, 28, 10), needed) == datetime(2026, 11, 28, 18, 3)


@given(st.integers(3, 44), st.integers(1, 12), st.integers(1, 15))
def test_what_is_needed_is_enough(tables: int, rounds: int, deals: int) -> None:
    """Each table has a pack in hand, no judge has more than five tables."""
    needed = needs(tables, rounds, deals, 5, RULES)
    assert needed.packs_in_play >= tables
    assert needed.judges * 5 >= tables > (needed.judges - 1) * 5


@pytest.mark.parametrize(
    ("officials", "codes"),
    [
        ({"fobiro": ("A",), "osztok": ("B",), "asztalbirok": ("C", "D", "E")}, []),
        ({"fobiro": ("A",), "osztok": ("B", "C"), "asztalbirok": ("C", "D")}, ["judges_too_few"]),
        (
            {"osztok": ("B", "C", "D"), "asztalbirok": ("C", "D", "E", "F")},
            ["chief_missing", "dealers_number"],
        ),
        ({}, ["chief_missing", "dealers_number", "judges_too_few"]),
    ],
)
def test_officials_are_enough(officials: dict[str, tuple[str, ...]], codes: list[str]) -> None:
    """One chief referee, one or two dealers, for 14 tables three table judges (VSZ 4)."""
    assert [
        problem.code
        for problem in check_officials(officials, needs(14, 7, 9, 5, RULES), RULEBOOK.most_dealers)
    ] == codes


@pytest.mark.parametrize(
    ("announced", "enquiry", "codes"),
    [
        (date(2026, 11, 14), "FEB", []),
        (date(2026, 11, 15), "FEB", ["announced_late"]),
        (None, "", ["enquiry_missing"]),
        (None, "FEB", []),
    ],
)
def test_the_announcement_and_the_enquiry(announced: date | None, enquiry: str, codes: list[str]) -> None:
    """Fourteen days before is in time, thirteen is late (VSZ 1.c); the disboard was asked (VSZ 1.b)."""
    found = check_announcement(date(2026, 11, 28), announced, enquiry, RULES.announcement_days)
    assert [problem.code for problem in found] == codes


@given(
    st.lists(st.integers(0, 300), min_size=9, max_size=132).map(lambda points: points[: len(points) // 3 * 3])
)
def test_the_serpentine_never_makes_worse_lines_than_thirds(points: list[int]) -> None:
    """Whole thirds differ most: everybody of the first is at least as strong as everybody of the last."""
    players = [Entrant(str(number), masterpoints=Fraction(point)) for number, point in enumerate(points)]
    thirds = method_fields(players, "harmadok")
    assert [field.line for field in thirds] == list(LINES)
    assert thirds[0].lowest >= thirds[1].highest >= thirds[1].lowest >= thirds[2].highest
    for method in ("szerpentin", "soronkent"):
        assert field_gap(method_fields(players, method)) <= field_gap(thirds)  # type: ignore[arg-type]


def test_three_methods_three_differences() -> None:
    """Six players with 6, 5, 4, 3, 2, 1: the serpentine is level, row by row differs by 2, thirds by 4."""
    players = [Entrant(str(number), masterpoints=Fraction(number)) for number in range(1, 7)]
    assert [
        field_gap(method_fields(players, method)) for method in ("szerpentin", "soronkent", "harmadok")
    ] == [
        0,
        2,
        4,
    ]


def test_nobody_has_lunch_in_an_event_of_one_round() -> None:
    """One round is its deals and nothing else; a second one brings the change and the lunch."""
    one, two = (needs(3, rounds, 9, 5, RULES).minutes for rounds in (1, 2))
    assert one == 9 * RULES.deal_minutes
    assert two == 2 * one + RULES.change_minutes + RULES.lunch_minutes
