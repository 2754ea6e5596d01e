"""Deals and their numbers: one to one, and drawn from the key alone."""

from __future__ import annotations

import random
import tomllib
from math import comb, factorial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros_py.rules.cards.cards import parse_hand
from macros_py.rules.cards.deals import DEAL_COUNT, Choices, Deal, draw_deal, unrank
from macros_py.rules.problems import RuleError
from tests.rules.deal_numbers import number_of, rank

CASES = tomllib.loads((Path(__file__).parents[1] / "cases" / "deals.toml").read_text("utf-8"))
NUMBERS = st.integers(0, DEAL_COUNT - 1)
KEYS = st.binary(min_size=16, max_size=64)
ENDS = [0, 1, 65, 66, DEAL_COUNT // 2, DEAL_COUNT - 2, DEAL_COUNT - 1]


def all_cards(deal: Deal) -> list[int]:
    """Give every card of a deal, sorted."""
    return sorted(card for hand in (*deal.hands, deal.talon) for card in hand)


def test_the_number_of_deals() -> None:
    """There are 32! / (10! · 10! · 10! · 2!) deals: more than 2 ** 51, so no 32-bit seed can reach them."""
    assert factorial(32) // (factorial(10) ** 3 * factorial(2)) == DEAL_COUNT
    assert 2**51 < DEAL_COUNT < 2**52


@pytest.mark.parametrize(
    ("blocks", "take"), [((8, 7, 7), 2), ((3, 2, 2), 3), ((6, 6), 2), ((4,), 4), ((2, 1), 0)]
)
def test_choices_are_all_ways_once(blocks: tuple[int, ...], take: int) -> None:
    """The numbers of a choice name every way to take, each once, and are found again from it."""
    choices = Choices(blocks, take)
    masks = [choices.mask(number) for number in range(choices.count)]
    assert len(set(masks)) == choices.count == comb(sum(blocks), take)
    assert {(len(mask), sum(mask)) for mask in masks} == {(sum(blocks), take)}
    assert [number_of(blocks, tuple(map(bool, mask))) for mask in masks] == list(range(choices.count))


@pytest.mark.parametrize("number", ENDS)
def test_the_ends_of_the_numbers(number: int) -> None:
    """The first and last deals, and those around a change of hand B, find their number again."""
    assert rank(unrank(number)) == number


@given(NUMBERS)
def test_rank_undoes_unrank(number: int) -> None:
    """Any number gives 10 + 10 + 10 + 2 different cards, sorted, and is found again from them."""
    deal = unrank(number)
    assert [len(hand) for hand in (*deal.hands, deal.talon)] == [10, 10, 10, 2]
    assert all_cards(deal) == list(range(32))
    assert all(hand == tuple(sorted(hand)) for hand in (*deal.hands, deal.talon))
    assert rank(deal) == number


@given(st.permutations(range(32)))
def test_unrank_undoes_rank(pack: list[int]) -> None:
    """Any way to deal a pack has a number that gives it back; how a hand is held does not matter."""
    deal = Deal((tuple(pack[:10]), tuple(pack[10:20]), tuple(pack[20:30])), tuple(pack[30:]))
    first, second, third = deal.hands
    assert unrank(rank(deal)).hands == (tuple(sorted(first)), tuple(sorted(second)), tuple(sorted(third)))


@pytest.mark.parametrize("number", [-1, DEAL_COUNT, 2**52])
def test_a_number_without_a_deal_is_refused(number: int) -> None:
    """Numbers outside 0 … DEAL_COUNT − 1 are not folded back in."""
    with pytest.raises(ValueError, match=f"no deal has the number {number}"):
        unrank(number)


@pytest.mark.parametrize("case", CASES["drawn"], ids=lambda case: case["what"])
def test_a_known_key_gives_known_deals(case: dict[str, Any]) -> None:
    """An event's deals can be made again for ever: written hands of a known key."""
    deal = draw_deal(bytes.fromhex(CASES["key"]), case["series"], case["round"], case["deal"])
    assert deal.hands == tuple(parse_hand(case[line]) for line in "ABC")
    assert deal.talon == parse_hand(case["talon"])
    assert rank(deal) == case["number"]


@given(KEYS, st.integers(1, 9), st.integers(1, 20), st.integers(1, 20))
def test_a_draw_is_32_different_cards(key: bytes, series: int, round: int, deal: int) -> None:
    """Whatever is drawn is a deal, the same each time."""
    drawn = draw_deal(key, series, round, deal)
    assert all_cards(drawn) == list(range(32))
    assert draw_deal(key, series, round, deal) == drawn


def test_every_deal_of_an_event_is_its_own() -> None:
    """Series, round and deal never stand for one another: 3 × 9 × 9 draws are that many different deals."""
    key = random.Random(2008).randbytes(32)
    drawn = {
        rank(draw_deal(key, series, round, deal))
        for series in range(1, 4)
        for round in range(1, 10)
        for deal in range(1, 10)
    }
    assert len(drawn) == 3 * 9 * 9


def test_a_32_bit_key_deals_nothing() -> None:
    """A key of four bytes is refused rather than stretched."""
    with pytest.raises(RuleError, match="has 4 bytes"):
        draw_deal(b"seed", 1, 1, 1)
