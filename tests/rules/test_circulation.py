"""How the deals go round: sections, copies, protocols, the way of each case."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros_py.rules.hall.circulation import hall_sections, play_order, protocol_lines, section_of, starter
from macros_py.rules.problems import RuleError

CASES = tomllib.loads((Path(__file__).parents[1] / "cases" / "circulation.toml").read_text("utf-8"))
TABLES, DEALS = st.integers(1, 44), st.integers(1, 15)


def what(case: dict[str, Any]) -> str:
    """Name a case by what it shows."""
    return str(case["what"])


def step_of(table: int, deal: int, tables: int, deals: int) -> int:
    """Give the step (0-based) at which a table plays a deal."""
    return play_order(table, tables, deals).index(deal)


@pytest.mark.parametrize("case", CASES["sections"], ids=what)
def test_known_sections(case: dict[str, Any]) -> None:
    """The hall is cut as written, and the round ends with that many sheets of so many rows."""
    lines = protocol_lines(1, case["tables"], case["deals"])
    sheets = Counter((line.deal, line.copy) for line in lines)
    assert [[section[0], section[-1]] for section in hall_sections(case["tables"], case["deals"])] == case[
        "sections"
    ]
    assert len(sheets) == case["sheets"]
    assert sorted(set(sheets.values())) == case["rows"]


@pytest.mark.parametrize("case", CASES["order"], ids=what)
def test_known_play_orders(case: dict[str, Any]) -> None:
    """A table plays the deals of the round in the written order."""
    assert play_order(case["table"], case["tables"], case["deals"]) == case["order"]


@pytest.mark.parametrize("case", CASES["journey"], ids=what)
def test_known_journeys(case: dict[str, Any]) -> None:
    """A copy's protocol has the tables in the order it visits them; as counted by hand."""
    sheet = [
        line
        for line in protocol_lines(5, case["tables"], case["deals"])
        if (line.deal, line.copy) == (case["deal"], case["copy"])
    ]
    assert [line.table for line in sheet] == case["way"]
    assert [line.line for line in sheet] == list(range(1, len(sheet) + 1))
    assert {(line.round, line.starter) for line in sheet} == {(5, case["starter"])}


def test_the_starters_take_turns() -> None:
    """Of nine deals A, B and C start three each, in turn."""
    assert "".join(map(starter, range(1, 10))) == "ABCABCABC"


@given(TABLES, DEALS)
def test_sections_are_near_equal_neighbours(tables: int, deals: int) -> None:
    """Sections cover the hall in order, differ by one table at most, and are as few as the deals allow."""
    cut = hall_sections(tables, deals)
    sizes = [len(section) for section in cut]
    assert [table for section in cut for table in section] == list(range(1, tables + 1))
    assert max(sizes) - min(sizes) <= 1
    assert max(sizes) <= deals
    assert (len(cut) - 1) * deals < tables


@given(TABLES, DEALS)
def test_every_table_plays_every_deal_once(tables: int, deals: int) -> None:
    """In play orders and protocols alike each table has each deal once, from its own section's copy."""
    for table in range(1, tables + 1):
        assert sorted(play_order(table, tables, deals)) == list(range(1, deals + 1))
    lines = protocol_lines(1, tables, deals)
    assert Counter((line.deal, line.table) for line in lines) == Counter(
        (deal, table) for deal in range(1, deals + 1) for table in range(1, tables + 1)
    )
    assert all(section_of(line.table, tables, deals)[0] == line.copy for line in lines)


@given(TABLES, DEALS)
def test_no_case_is_at_two_tables(tables: int, deals: int) -> None:
    """At each step the tables of a section play different deals, so one pack of each is enough."""
    orders = {table: play_order(table, tables, deals) for table in range(1, tables + 1)}
    for section in hall_sections(tables, deals):
        for step in range(deals):
            at_play = [orders[table][step] for table in section]
            assert len(set(at_play)) == len(at_play)


@given(TABLES, DEALS)
def test_the_papers_lie_in_the_order_of_travel(tables: int, deals: int) -> None:
    """Lines come by deal, copy and line, and the line is the order in which the tables play that copy."""
    lines = protocol_lines(2, tables, deals)
    order = [(line.deal, line.copy, line.line) for line in lines]
    assert order == sorted(set(order))
    steps = [(line.deal, line.copy, step_of(line.table, line.deal, tables, deals)) for line in lines]
    assert steps == sorted(set(steps))


@pytest.mark.parametrize(("tables", "deals"), [(0, 9), (7, 0), (-3, 9)])
def test_no_circulation_from_nothing(tables: int, deals: int) -> None:
    """Without a table or a deal nothing goes round."""
    with pytest.raises(RuleError, match=f"{tables} tables cannot play {deals} deals"):
        protocol_lines(1, tables, deals)


@pytest.mark.parametrize("table", [0, 15])
def test_a_table_outside_the_hall_is_refused(table: int) -> None:
    """Of 14 tables there is no table 0 or 15, to play at."""
    with pytest.raises(RuleError, match=f"no table {table} among 14"):
        play_order(table, 14, 9)
