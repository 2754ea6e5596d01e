"""A trial of dealers: ours must pass, and dealers with the faults that others had must be caught.

Each dealer deals ``DEALS`` deals from fixed seeds, so the verdict is the same in every run. Five statistics
look at them, each a sum of squares that for a fair dealer follows the chi-square distribution with known
degrees of freedom:

* who holds which card (32 × 4 counts, 31 · 3 degrees; scaled by 31/32: both margins are fixed);
* how often two neighbouring cards lie together, over 16 pairs without a common card;
* in which sixty-fourth of all deals the deal's number lies;
* how often one hand has four aces (a dealer who redeals "odd" hands has fewer);
* how often a card is where it was in the deal before.

Each sum is turned into a z value (Wilson–Hilferty), which for a fair dealer is nearly standard normal. A
dealer is caught when a z lies above ``LIMIT`` = 4.5: a fair one would be with a chance of 5 × 3.4 in a
million for a new seed. Each fault below gives, in 10 000 deals, more than twice the limit in the statistic
named for it (redealing four aces about 10, all others over 20): no luck of a seed hides them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import islice, pairwise
from math import comb, sqrt
from statistics import fmean, pvariance
from typing import TypeVar

import pytest

from macros_py.rules.cards.cards import card_of
from macros_py.rules.cards.deals import DEAL_COUNT, Deal, draw_deal, unrank
from tests.rules.deal_numbers import rank

pytestmark = pytest.mark.slow

DEALS = 10_000
LIMIT = 4.5
BINS = 64
ACES = {card_of(suit, "Á") for suit in "PTZM"}
KEY = bytes(range(32))

Dealer = Callable[[], Iterator[Deal]]
Statistic = Callable[[list[Deal], list["Holders"]], tuple[float, int]]
Cell = TypeVar("Cell")
Holders = list[int]
"""Who holds card 0 … 31: 0, 1, 2 for A, B, C and 3 for the talon."""


def holders(deal: Deal) -> Holders:
    """Give who holds each card."""
    held = [3] * 32
    for player, hand in enumerate(deal.hands):
        for card in hand:
            held[card] = player
    return held


def chi_square(counts: Counter[Cell], expected: Mapping[Cell, float]) -> float:
    """Give the sum of squared differences, each over what was expected."""
    return sum((counts[cell] - wanted) ** 2 / wanted for cell, wanted in expected.items())


def card_by_holder(deals: list[Deal], held: list[Holders]) -> tuple[float, int]:
    """Compare who holds which card with 10, 10, 10 and 2 in 32."""
    counts = Counter((card, holder) for row in held for card, holder in enumerate(row))
    share = (10 / 32, 10 / 32, 10 / 32, 2 / 32)
    expected = {(card, holder): len(deals) * share[holder] for card in range(32) for holder in range(4)}
    return chi_square(counts, expected) * 31 / 32, 31 * 3


def neighbours_together(deals: list[Deal], held: list[Holders]) -> tuple[float, int]:
    """Compare how often the two cards of a pair lie in one hand, or both in the talon."""
    chance = (3 * comb(10, 2) + 1) / comb(32, 2)
    wanted, variance = len(deals) * chance, len(deals) * chance * (1 - chance)
    together = [sum(row[card] == row[card + 1] for row in held) for card in range(0, 32, 2)]
    return sum((count - wanted) ** 2 / variance for count in together), len(together)


def number_bins(deals: list[Deal], held: list[Holders]) -> tuple[float, int]:
    """Compare how many deals have their number in each sixty-fourth of all."""
    counts = Counter(rank(deal) * BINS // DEAL_COUNT for deal in deals)
    return chi_square(counts, dict.fromkeys(range(BINS), len(deals) / BINS)), BINS - 1


def four_aces(deals: list[Deal], held: list[Holders]) -> tuple[float, int]:
    """Compare how often one of the three hands has all aces."""
    chance = 3 * comb(28, 6) / comb(32, 10)
    count = sum(any(ACES.issubset(hand) for hand in deal.hands) for deal in deals)
    return (count - len(deals) * chance) ** 2 / (len(deals) * chance * (1 - chance)), 1


def same_as_before(deals: list[Deal], held: list[Holders]) -> tuple[float, int]:
    """Compare how many cards are where they were in the deal before, by the spread of these counts."""
    same = [sum(map(int.__eq__, before, after)) for before, after in pairwise(held)]
    wanted = (3 * 10 * 10 + 2 * 2) / 32
    return (fmean(same) - wanted) ** 2 / (pvariance(same) / len(same)), 1


STATISTICS = (card_by_holder, neighbours_together, number_bins, four_aces, same_as_before)


def z_value(square: float, degrees: int) -> float:
    """Turn a chi-square sum into a nearly standard normal value (Wilson–Hilferty)."""
    spread = 2 / (9 * degrees)
    return float(((square / degrees) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def verdict(dealer: Dealer) -> dict[str, float]:
    """Give the z value of each statistic for a dealer."""
    deals = list(islice(dealer(), DEALS))
    held = [holders(deal) for deal in deals]
    return {statistic.__name__: z_value(*statistic(deals, held)) for statistic in STATISTICS}


def dealt_round(pack: list[int]) -> Deal:
    """Give the deal of a shuffled pack: ten cards each, two over."""
    first, second, third = (tuple(sorted(pack[start : start + 10])) for start in (0, 10, 20))
    return Deal((first, second, third), tuple(sorted(pack[30:])))


def ours() -> Iterator[Deal]:
    """Deal as the event does: nine deals a round, round by round."""
    return (draw_deal(KEY, 1, number // 9 + 1, number % 9 + 1) for number in range(DEALS))


def fair_shuffle() -> Iterator[Deal]:
    """Shuffle a pack fairly: another fair dealer, so that the trial is not made for ours alone."""
    source = random.Random(2008)
    while True:
        yield dealt_round(source.sample(range(32), 32))


def swap_over_the_whole_range() -> Iterator[Deal]:
    """Swap each card with any card of the pack instead of one not yet placed."""
    source = random.Random(2008)
    while True:
        pack = list(range(32))
        for place in range(32):
            other = source.randrange(32)
            pack[place], pack[other] = pack[other], pack[place]
        yield dealt_round(pack)


def never_stays() -> Iterator[Deal]:
    """Swap each card with an earlier one only, never with itself (off by one: a card cannot stay)."""
    source = random.Random(2008)
    while True:
        pack = list(range(32))
        for place in range(31, 0, -1):
            other = source.randrange(place)
            pack[place], pack[other] = pack[other], pack[place]
        yield dealt_round(pack)


def remainder_for_rejection() -> Iterator[Deal]:
    """Take the remainder of a 52-bit number instead of drawing again: low numbers come twice as often."""
    source = random.Random(2008)
    while True:
        yield unrank(source.getrandbits(52) % DEAL_COUNT)


def riffles() -> Iterator[Deal]:
    """Riffle a sorted pack three times by hand: cards fall from each half in proportion to its rest."""
    source = random.Random(2008)
    while True:
        pack = list(range(32))
        for _ in range(3):
            cut = source.getrandbits(32).bit_count()
            halves = [pack[:cut], pack[cut:]]
            pack = [halves[source.randrange(left) >= len(halves[0])].pop() for left in range(32, 0, -1)]
        yield dealt_round(pack)


def selects() -> Iterator[Deal]:
    """Deal again when somebody has four aces, which VSZ 4.a forbids."""
    return (deal for deal in fair_shuffle() if not any(ACES.issubset(hand) for hand in deal.hands))


def shuffles_on() -> Iterator[Deal]:
    """Shuffle the pack of the deal before a little: twenty swaps of two cards."""
    source, pack = random.Random(2008), list(range(32))
    while True:
        for _ in range(20):
            one, other = source.sample(range(32), 2)
            pack[one], pack[other] = pack[other], pack[one]
        yield dealt_round(pack)


@pytest.mark.parametrize("dealer", [ours, fair_shuffle])
def test_a_fair_dealer_passes(dealer: Dealer) -> None:
    """Our deals, and those of a known fair shuffle, are within the limit in every statistic."""
    assert max(verdict(dealer).values()) < LIMIT


@pytest.mark.parametrize(
    ("dealer", "statistic"),
    [
        (swap_over_the_whole_range, card_by_holder),
        (never_stays, card_by_holder),
        (riffles, neighbours_together),
        (remainder_for_rejection, number_bins),
        (selects, four_aces),
        (shuffles_on, same_as_before),
    ],
)
def test_a_biased_dealer_is_caught(dealer: Dealer, statistic: Statistic) -> None:
    """Each fault shows in the statistic that was made for it, by more than twice the limit."""
    assert verdict(dealer)[statistic.__name__] > 2 * LIMIT
