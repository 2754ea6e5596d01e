"""The rules of play: what may be played to a trick, and who takes it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros_py.rules.cards.cards import cards_of, hand_notation, parse_hand, set_of, suit_of
from macros_py.rules.play.play import game
from tests.rules.played_deals import plain_best, plain_legal
from tests.rules.sample_event import read_cases
from tests.rules.sample_play import PLAY, card, cards, finished_trick, legal_cards, seat, suit

TRUMPS = st.sampled_from([None, 0, 1, 2, 3])
PACKS = st.permutations(range(32))


@pytest.mark.parametrize("case", read_cases("lejatszas.toml", "szabad"))
def test_what_may_be_played(case: dict[str, Any]) -> None:
    """The playable cards of a position, and how many they are, as counted by hand."""
    trick = [card(text) for text in case["asztal"]]
    legal = legal_cards(parse_hand(case["kez"]), trick, game(PLAY, suit(case["adu"])))
    assert hand_notation(legal) == case["szabad"]
    assert len(legal) == case["szam"]


@pytest.mark.parametrize("case", read_cases("lejatszas.toml", "viszi"))
def test_who_takes_the_trick(case: dict[str, Any]) -> None:
    """The three cards of a trick decide who takes it."""
    first, second, third = map(card, case["lapok"])
    trick = finished_trick(seat(case["hivo"]), (first, second, third), game(PLAY, suit(case["adu"])))
    assert trick.winner == seat(case["viszi"])
    assert trick.seats[trick.cards.index(card(case["lapok"][0]))] == trick.leader


@given(PACKS, TRUMPS, st.integers(1, 10), st.integers(0, 2))
def test_there_is_always_something_to_play(pack: list[int], trump: int | None, size: int, lying: int) -> None:
    """Any hand has a legal card, all legal cards are of the hand, and who can follow suit does."""
    hand, trick = pack[:size], pack[size : size + lying]
    legal = legal_cards(tuple(hand), trick, game(PLAY, trump))
    assert legal
    assert {*legal} <= {*hand}
    if trick and any(suit_of(one) == suit_of(trick[0]) for one in hand):
        assert {suit_of(one) for one in legal} == {suit_of(trick[0])}


@given(PACKS, TRUMPS, st.integers(1, 10), st.integers(0, 2))
def test_the_tables_say_what_the_rule_says(pack: list[int], trump: int | None, size: int, lying: int) -> None:
    """The looked-up cards are those of the rule written out in words, and so is who takes the trick."""
    hand, trick = tuple(pack[:size]), tuple(pack[size : size + lying])
    play = game(PLAY, trump)
    assert {*legal_cards(hand, trick, play)} == plain_legal(hand, trick, trump)
    three = tuple(pack[:3])
    assert three[play.best(three)] == plain_best(three, trump)


@given(PACKS, TRUMPS)
def test_who_can_take_an_untrumped_trick_must(pack: list[int], trump: int | None) -> None:
    """If any legal card takes the trick from cards of the suit led, all legal cards do."""
    play = game(PLAY, trump)
    hand, led = tuple(pack[:10]), pack[10]
    taking = {play.best((led, one)) for one in legal_cards(hand, [led], play)}
    assert len(taking) == 1


@given(PACKS, TRUMPS, st.integers(0, 2))
def test_the_winner_has_the_suit_led_or_trump(pack: list[int], trump: int | None, leader: int) -> None:
    """A trick goes to a trump if there is one, else to the suit led."""
    trick = finished_trick(leader, (pack[0], pack[1], pack[2]), game(PLAY, trump))
    winning = trick.cards[trick.seats.index(trick.winner)]
    suits = [suit_of(one) for one in trick.cards]
    assert suit_of(winning) == (trump if trump in suits else suits[0])


def test_duties_come_from_the_rulebook() -> None:
    """Without the duty to beat, any card of the suit will do; without any duty, any card."""
    hand, trick = parse_hand("P ÁXF9 T 87 Z – M Á987"), cards("PK")
    lenient = replace(PLAY, duties=("szin", "vagas"))
    assert hand_notation(legal_cards(hand, trick, game(lenient, 3))) == "P ÁXF9 T – Z – M –"
    assert legal_cards(hand, trick, game(replace(PLAY, duties=()), 3)) == hand


@given(st.sets(st.integers(0, 31)))
def test_a_set_of_cards_is_the_same_cards(held: set[int]) -> None:
    """Sets are written and read without loss, in ascending order."""
    assert cards_of(set_of(held)) == tuple(sorted(held))
