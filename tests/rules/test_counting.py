"""What a deal played to the end comes to: points, what was shown, and which achievements were reached."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from macros_py.rules.cards.cards import parse_hand
from macros_py.rules.hall.event import LINES
from macros_py.rules.language.contracts import Component
from macros_py.rules.play.generator import is_made
from macros_py.rules.play.play import PlayedDeal, Trick, game, tally
from tests.rules.sample_event import read_cases
from tests.rules.sample_play import PLAY, cards, finished_trick, legal_cards, seat, suit


def replay(case: dict[str, Any]) -> PlayedDeal:
    """Play the tricks of a case; each card must be in the hand and legal, the two others of the talon."""
    play = game(PLAY, suit(case["adu"]))
    hands = [parse_hand(case[line]) for line in LINES]
    held = [set(hand) for hand in hands]
    leader, tricks = seat(case["felvevo"]), list[Trick]()
    for text in case["utesek"]:
        first, second, third = cards(text)
        trick = finished_trick(leader, (first, second, third), play)
        for place, (player, card) in enumerate(zip(trick.seats, trick.cards, strict=True)):
            assert card in legal_cards(tuple(held[player]), trick.cards[:place], play), text
            held[player].remove(card)
        tricks.append(trick)
        leader = trick.winner
    assert held == [set(), set(), set()]
    a, b, c = hands
    return PlayedDeal(
        suit(case["adu"]), seat(case["felvevo"]), (a, b, c), parse_hand(case["talon"]), tuple(tricks)
    )


@pytest.mark.parametrize("case", read_cases("szamolas.toml", "lejatszas"))
def test_a_deal_counted_by_hand(case: dict[str, Any]) -> None:
    """Tricks, aces, points and the trump seven at the end of a deal played trick by trick."""
    found = tally(replay(case), PLAY)
    assert (found.tricks, found.aces) == (case["utes"], case["asz"])
    assert (found.trick_points, found.defender_trick_points) == (case["pont"], case["vedok_pontja"])
    assert (found.shown_points, found.defender_shown_points) == (case["mutatott"], case["vedok_mutatott"])
    seven = (LINES[found.seven.seat], found.seven.is_won) if found.seven else ("", False)
    assert seven == (case["hetes"], case["hetes_visz"])
    made = [component.value for component in Component if is_made(component, found, PLAY)]
    assert made == case["teljesult"]


@pytest.mark.parametrize(
    ("owner", "points"), [("vedok", (60, 30)), ("felvevo", (80, 10)), ("senki", (60, 10))]
)
def test_whose_the_points_in_the_talon_are(owner: Any, points: tuple[int, int]) -> None:
    """Ász and tíz laid in the talon go where the rulebook says."""
    case = next(
        entry.values[0] for entry in read_cases("szamolas.toml", "lejatszas") if "talonban" in str(entry.id)
    )
    found = tally(replay(case), replace(PLAY, talon_counts_for=owner))
    assert (found.trick_points, found.defender_trick_points) == points


def test_what_the_cards_count_comes_from_the_rulebook() -> None:
    """Other points for cards, last trick, 20 and 40 give another tally."""
    case = read_cases("szamolas.toml", "lejatszas")[0].values[0]
    rules = replace(PLAY, card_points=11, last_trick=5, husz=2, negyven=4, counting_ranks="ÁXK")
    found = tally(replay(case), rules)
    assert (found.trick_points, found.shown_points) == (11 * 11 + 5, 4)
