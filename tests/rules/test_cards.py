"""Hands are written one way and read in many."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros_py.rules.cards.cards import (
    CARD_COUNT,
    UnreadableHand,
    card_notation,
    card_of,
    hand_notation,
    parse_hand,
)
from macros_py.rules.problems import RuleError

CASES = tomllib.loads((Path(__file__).parents[1] / "cases" / "hands.toml").read_text("utf-8"))


def what(case: dict[str, str]) -> str:
    """Name a case by what it shows."""
    return case["what"]


def test_the_pack_has_each_card_once() -> None:
    """The 32 numbers are the 32 cards, sorted as a played pack is (VSZ 6.e)."""
    names = [card_notation(card) for card in range(CARD_COUNT)]
    assert len(set(names)) == CARD_COUNT == 32
    assert [*names[:8], names[8], names[-1]] == ["PÁ", "PX", "PK", "PF", "PA", "P9", "P8", "P7", "TÁ", "M7"]
    assert [card_of(*name) for name in names] == list(range(32))


@pytest.mark.parametrize("case", CASES["written"], ids=what)
def test_written(case: dict[str, str]) -> None:
    """A hand has one notation, whatever the order of its cards, and is read back from it."""
    cards = tuple(card_of(*name) for name in case["cards"])
    assert hand_notation(cards) == hand_notation(cards[::-1]) == case["text"]
    assert parse_hand(case["text"]) == tuple(sorted(cards))


@pytest.mark.parametrize("case", CASES["read"], ids=what)
def test_read(case: dict[str, str]) -> None:
    """What people write is read as the same hand."""
    assert hand_notation(parse_hand(case["text"])) == case["same_as"]


@pytest.mark.parametrize("case", CASES["refused"], ids=what)
def test_refused(case: dict[str, str]) -> None:
    """What is no hand is refused, with the piece that makes no sense."""
    with pytest.raises(UnreadableHand, match=re.escape(case["words"])) as caught:
        parse_hand(case["text"])
    assert isinstance(caught.value, RuleError)
    assert caught.value.text == case["text"]


@given(st.frozensets(st.integers(0, CARD_COUNT - 1)))
def test_any_hand_is_read_back(cards: frozenset[int]) -> None:
    """Reading what was written gives the same cards, for any set of them."""
    assert parse_hand(hand_notation(cards)) == tuple(sorted(cards))


@given(st.text("PTZMÁXKFA987–- ", max_size=30))
def test_reading_never_breaks(text: str) -> None:
    """Any text is a hand or is refused; a hand has no card twice."""
    try:
        cards = parse_hand(text)
    except UnreadableHand:
        return
    assert len(set(cards)) == len(cards)
