"""Deals written down elsewhere: any right one is read, and no wrong one passes for right."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from macros_py.rules.cards.cards import hand_notation
from macros_py.rules.cards.deals import DEAL_COUNT, TypedDeal, check_deals, unrank

deals = st.integers(0, DEAL_COUNT - 1).map(unrank)


def typed(number: int, hands: list[str]) -> TypedDeal:
    """Write one deal."""
    first, second, third, talon = hands
    return TypedDeal(number, (first, second, third, talon), f"{number}. sor")


@given(st.lists(deals, min_size=1, max_size=4))
def test_right_deals_come_back(drawn) -> None:
    """Whatever was dealt, written down and read is the same."""
    lines = [
        typed(number, [hand_notation(hand) for hand in (*deal.hands, deal.talon)])
        for number, deal in enumerate(drawn, start=1)
    ]
    assert check_deals(lines, len(drawn)) == (dict(enumerate(drawn, start=1)), [])


@given(deals, st.permutations(range(4)), st.integers(0, 3), st.integers(0, 9))
def test_another_split_of_the_pack_is_no_deal_of_ten_ten_ten_two(deal, order, which, card) -> None:
    """A card moved from one hand to another, or the talon in a hand's place: the counts are named."""
    hands = [list(hand) for hand in (*deal.hands, deal.talon)]
    source = hands[which]
    hands[(which + 1) % 4].append(source.pop(card % len(source)))
    lines = [typed(1, [hand_notation(hands[place]) for place in order])]
    found, problems = check_deals(lines, 1)
    assert found == {}
    assert [problem.code for problem in problems] == ["deal_cards"]


@given(deals, st.integers(0, 9), st.integers(0, 9))
def test_a_card_twice_is_found(deal, own, other) -> None:
    """The counts are right, but one card stands in two hands and another nowhere: both are named."""
    first, second = list(deal.hands[0]), list(deal.hands[1])
    absent, first[own] = first[own], second[other]
    lines = [typed(1, [hand_notation(hand) for hand in (first, second, deal.hands[2], deal.talon)])]
    found, [problem] = check_deals(lines, 1)
    assert found == {}
    assert problem.found == "10 + 10 + 10 + 2"
    assert absent not in first
    assert problem.fields["absent"] != problem.fields["doubled"] != "–"
