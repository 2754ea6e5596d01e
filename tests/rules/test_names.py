"""The one key by which persons are found: cases a referee can read."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros_py.cells import cell_name_key as key_of_cell
from macros_py.rules.names import name_key, tidy

CASES = tomllib.loads((Path(__file__).parent.parent / "cases" / "nevek.toml").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES["egy"], ids=lambda case: str(case["mirol"]))
def test_one_person_however_spelt(case: dict[str, Any]) -> None:
    """All spellings of a case have one key, in the rules and in a cell."""
    names = case["nevek"]
    assert len(names) > 1
    assert {name_key(name) for name in names} == {name_key(names[0])}
    assert {key_of_cell(name) for name in names} == {name_key(names[0])}


@pytest.mark.parametrize("case", CASES["ketto"], ids=lambda case: str(case["mirol"]))
def test_two_persons(case: dict[str, Any]) -> None:
    """No two names of a case have one key."""
    assert all(name_key(one) != name_key(other) for one, other in pairwise(case["nevek"]))


@given(st.text())
def test_a_key_is_its_own_key(text: str) -> None:
    """Property: a key is as tidy as it gets, and a text and its tidy form have one key."""
    assert name_key(name_key(text)) == name_key(text)
    assert name_key(tidy(text)) == name_key(text)
