"""A draw after the first one says who is gone, who is new, and where more copies of a deal are needed."""

from __future__ import annotations

import re

import pytest

from tests.actions.conftest import Event


@pytest.mark.parametrize(
    ("deals", "copies"),
    [(9, ""), (3, "de 4 asztalhoz leosztásonként 2 példány kell (eddig 1)")],
    ids=["enough copies", "more copies"],
)
def test_who_is_gone_and_who_is_new(event: Event, deals: int, copies: str) -> None:
    """One of nine does not come, four others do: all are named; copies are told of only where their number changes."""
    event.prepare(9, 2, deals)
    event.press("deal_round", round=(1,))
    event.enter(13)
    rows = event.book.read_table("tNevezok")
    event.book.write_column("tNevezok", "Megjelent", ["nem", *(row["Megjelent"] for row in rows[1:])])
    event.press("assign_lines", person="Fő Béla")
    told = " ".join(event.book.told)
    [(left, joined)] = re.findall(r"kimaradt (.+?); új (.+?); ", told)
    assert left == "Játékos 01"
    assert sorted(joined.split(", ")) == [f"Játékos {number}" for number in range(10, 14)]
    assert (copies in told) if copies else ("példány" not in told)
