"""The way of each case, and each table judge's tables (VSZ 4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros_py.rules.hall.circulation import judges_needed, judges_tables, play_order, routes


def test_seven_tables_nine_deals() -> None:
    """7 × 9: nine cases; deal 1 begins at table 1, rests two steps, goes on from table 7; B starts deal 2."""
    first, second, *_ = routes(7, 9)
    assert first.tables == (1, None, None, 7, 6, 5, 4, 3, 2)
    assert (second.deal, second.copy, second.starter) == (2, 1, "B")
    assert second.tables[:3] == (2, 1, None)


def test_fourteen_tables_nine_deals_have_eighteen_cases() -> None:
    """14 × 9: two copies of each deal, the second one at tables 8 to 14 only."""
    found = routes(14, 9)
    assert len(found) == 18
    assert {table for route in found if route.copy == 2 for table in route.tables if table} == set(
        range(8, 15)
    )


@given(st.integers(1, 44), st.integers(1, 15))
def test_the_routes_are_the_play_orders_read_the_other_way(tables: int, deals: int) -> None:
    """At every step each table plays the deal of its play order, and no case is at two tables."""
    found = routes(tables, deals)
    for table in range(1, tables + 1):
        played = [next(route.deal for route in found if route.tables[step] == table) for step in range(deals)]
        assert played == play_order(table, tables, deals)


@pytest.mark.parametrize(("tables", "needed"), [(3, 1), (5, 1), (6, 2), (14, 3), (15, 3), (16, 4), (44, 9)])
def test_one_judge_for_five_tables(tables: int, needed: int) -> None:
    """VSZ 4: five tables a judge, a begun five counts."""
    assert judges_needed(tables, 5) == needed
    rows = judges_tables(tables, needed)
    assert [table for row in rows for table in row] == list(range(1, tables + 1))
    assert max(map(len, rows)) <= 5
    assert max(map(len, rows)) - min(map(len, rows)) <= 1
    assert judges_tables(tables, 0) == []
