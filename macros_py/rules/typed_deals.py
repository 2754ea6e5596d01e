"""Deals that somebody wrote down elsewhere: each held against the pack before it counts (VSZ 5).

Every one must be the 32 cards, dealt as ten, ten, ten and two, and every deal of the round must be there once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from macros_py.rules.cards import CARD_COUNT, Hand, UnreadableHand, card_notation, parse_hand
from macros_py.rules.deals import HAND_SIZE, TALON_SIZE, Deal
from macros_py.rules.problems import Problem

DEAL_PARTS = ("A", "B", "C", "Talon")
SIZES = (HAND_SIZE, HAND_SIZE, HAND_SIZE, TALON_SIZE)


@dataclass(frozen=True, slots=True)
class TypedDeal:
    """One deal as it is written: its number in the round (None: none that can be read), the texts of the hands.

    ``place`` names it to a person; ``texts`` are A, B, C and the talon.
    """

    number: int | None
    texts: tuple[str, str, str, str]
    place: str


def check_deals(typed: Sequence[TypedDeal], deals: int) -> tuple[dict[int, Deal], list[Problem]]:
    """Give the deals 1 … ``deals`` of a round by their number, and all that is wrong with what was written."""
    problems: list[Problem] = []
    found: dict[int, Deal] = {}
    seen = Counter(one.number for one in typed)
    for one in typed:
        fields = {"place": one.place, "deals": deals}
        if one.number is None or not 1 <= one.number <= deals:
            problems.append(Problem("deal_number", key=(one.place,), found=one.number, fields=fields))
            continue
        if seen[one.number] > 1:
            problems.append(Problem("deal_twice", key=(one.place,), found=one.number, fields=fields))
            continue
        hands = read_hands(one, problems)
        if len(hands) == len(DEAL_PARTS) and not (wrong := wrong_cards(one, hands)):
            found[one.number] = Deal((hands[0], hands[1], hands[2]), hands[3])
        elif len(hands) == len(DEAL_PARTS):
            problems += wrong
    absent = [number for number in range(1, deals + 1) if number not in seen]
    if absent:
        shown = ", ".join(f"{number}." for number in absent)
        problems.append(Problem("deals_absent", found=shown, fields={"deals": deals}))
    return found, problems


def read_hands(one: TypedDeal, problems: list[Problem]) -> list[Hand]:
    """Read the four hands of a deal; those that cannot be read are left out, and reported."""
    hands = []
    for part, text in zip(DEAL_PARTS, one.texts, strict=True):
        try:
            hands.append(parse_hand(text))
        except UnreadableHand as error:
            fields = {"place": one.place, "deal": one.number, "part": part, "piece": error.part}
            problems.append(Problem("deal_hand", key=(one.place, part), found=text or None, fields=fields))
    return hands


def wrong_cards(one: TypedDeal, hands: Sequence[Hand]) -> list[Problem]:
    """Say how the hands of a deal are not the pack; nothing if they are."""
    counts = tuple(map(len, hands))
    held = Counter(card for hand in hands for card in hand)
    doubled = [card for card, count in held.items() if count > 1]
    absent = [card for card in range(CARD_COUNT) if card not in held]
    if counts == SIZES and not doubled and not absent:
        return []
    fields = {
        "place": one.place,
        "deal": one.number,
        "counts": " + ".join(map(str, counts)),
        "doubled": written_cards(doubled),
        "absent": written_cards(absent),
    }
    return [Problem("deal_cards", key=(one.place,), found=fields["counts"], fields=fields)]


def written_cards(cards: Iterable[int]) -> str:
    """Write cards one behind the other; a dash where there are none."""
    return ", ".join(card_notation(card) for card in sorted(cards)) or "–"
