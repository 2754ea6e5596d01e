"""Deals: three hands of ten cards and a talon of two, every one of them equally likely (VSZ 4.a).

A deal has a number 0 … DEAL_COUNT − 1. Hand A is a choice of 10 among 32 cards, B of 10 among the 22 left,
the talon of 2 among the last 12, C keeps the rest. Each choice is counted by blocks: first how many are taken
of each block (for hand A the four suits), then which of them; so a number becomes a choice with one search
and a few divisions. A deal is drawn by drawing its number, and nothing is ever drawn again because of its
cards: that would be selecting. Deals that somebody wrote down elsewhere are held against the pack before they
count (VSZ 5).
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations, compress, product
from math import comb, prod

from macros_py.rules.cards.cards import CARD_COUNT, Hand, UnreadableHand, card_notation, parse_hand
from macros_py.rules.cards.draws import Stream
from macros_py.rules.problems import Problem

HAND_SIZE = 10
TALON_SIZE = 2
_PURPOSE = "leosztas"
"""Names the stream the deals come from; another word would be other deals for every key there is."""

_OPPOSITE = bytes((1, 0)) + bytes(range(2, 256))


@dataclass(frozen=True, slots=True)
class Deal:
    """The hands of A, B and C and the talon, the cards of each in ascending order."""

    hands: tuple[Hand, Hand, Hand]
    talon: Hand


class Choices:
    """All ways to take a fixed number of things from a row of things, numbered 0 … count − 1.

    A way is a *mask*: one byte for each thing, 1 = taken, 0 = left.
    """

    __slots__ = ("_shapes", "_starts", "count", "take")

    def __init__(self, blocks: Sequence[int], take: int) -> None:
        """Number the ways to take ``take`` things from a row that is cut into blocks of the given sizes."""
        tables = [[_block_masks(size, taken) for taken in range(size + 1)] for size in blocks]
        shapes = [shape for shape in product(*(range(size + 1) for size in blocks)) if sum(shape) == take]
        sizes = (prod(comb(*block) for block in zip(blocks, shape, strict=True)) for shape in shapes)
        ends = list(accumulate(sizes))
        self.take = take
        self.count = ends[-1]
        self._starts = [0, *ends[:-1]]
        self._shapes = [
            [table[taken] for table, taken in zip(tables, shape, strict=True)] for shape in shapes
        ]

    def mask(self, number: int) -> bytes:
        """Give the way with this number (0 ≤ number < count)."""
        place = bisect_right(self._starts, number) - 1
        number -= self._starts[place]
        parts = []
        for masks in self._shapes[place]:
            number, which = divmod(number, len(masks))
            parts.append(masks[which])
        return b"".join(parts)


def _block_masks(size: int, taken: int) -> list[bytes]:
    return [bytes(place in chosen for place in range(size)) for chosen in combinations(range(size), taken)]


_FIRST_HAND = Choices((8, 8, 8, 8), HAND_SIZE)
_SECOND_HAND = Choices((8, 7, 7), HAND_SIZE)
_TALON = Choices((6, 6), TALON_SIZE)
_PACK = tuple(range(CARD_COUNT))
DEAL_COUNT = _FIRST_HAND.count * _SECOND_HAND.count * _TALON.count
"""32! / (10! · 10! · 10! · 2!) = 2 753 294 408 504 640, about 2 ** 51.3."""


def unrank(number: int) -> Deal:
    """Give the deal with this number (0 … DEAL_COUNT − 1).

    :raises ValueError: there is no such number.
    """
    if not 0 <= number < DEAL_COUNT:
        raise ValueError(f"no deal has the number {number}")
    number, talon_number = divmod(number, _TALON.count)
    first_number, second_number = divmod(number, _SECOND_HAND.count)
    mask = _FIRST_HAND.mask(first_number)
    first = tuple(compress(_PACK, mask))
    left = tuple(compress(_PACK, mask.translate(_OPPOSITE)))
    mask = _SECOND_HAND.mask(second_number)
    second = tuple(compress(left, mask))
    left = tuple(compress(left, mask.translate(_OPPOSITE)))
    mask = _TALON.mask(talon_number)
    return Deal(
        (first, second, tuple(compress(left, mask.translate(_OPPOSITE)))), tuple(compress(left, mask))
    )


def draw_deal(key: bytes, series: int, round: int, deal: int) -> Deal:
    """Give the deal that the event's key holds for a deal (1-based) of a round (1-based) of a series.

    The same four always give the same deal; any other number gives one that has nothing to do with it.

    :raises RuleError: the key is shorter than 16 or longer than 64 bytes.
    """
    return unrank(Stream(key, _PURPOSE, series, round, deal).below(DEAL_COUNT))


DEAL_PARTS = ("A", "B", "C", "Talon")
_SIZES = (HAND_SIZE, HAND_SIZE, HAND_SIZE, TALON_SIZE)


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
        hands = _read_hands(one, problems)
        if len(hands) == len(DEAL_PARTS) and not (wrong := _wrong_cards(one, hands)):
            found[one.number] = Deal((hands[0], hands[1], hands[2]), hands[3])
        elif len(hands) == len(DEAL_PARTS):
            problems += wrong
    absent = [number for number in range(1, deals + 1) if number not in seen]
    if absent:
        shown = ", ".join(f"{number}." for number in absent)
        problems.append(Problem("deals_absent", found=shown, fields={"deals": deals}))
    return found, problems


def _read_hands(one: TypedDeal, problems: list[Problem]) -> list[Hand]:
    """Read the four hands of a deal; those that cannot be read are left out, and reported."""
    hands = []
    for part, text in zip(DEAL_PARTS, one.texts, strict=True):
        try:
            hands.append(parse_hand(text))
        except UnreadableHand as error:
            fields = {"place": one.place, "deal": one.number, "part": part, "piece": error.part}
            problems.append(Problem("deal_hand", key=(one.place, part), found=text or None, fields=fields))
    return hands


def _wrong_cards(one: TypedDeal, hands: Sequence[Hand]) -> list[Problem]:
    counts = tuple(map(len, hands))
    held = Counter(card for hand in hands for card in hand)
    doubled = [card for card, count in held.items() if count > 1]
    absent = [card for card in range(CARD_COUNT) if card not in held]
    if counts == _SIZES and not doubled and not absent:
        return []
    fields = {
        "place": one.place,
        "deal": one.number,
        "counts": " + ".join(map(str, counts)),
        "doubled": _written_cards(doubled),
        "absent": _written_cards(absent),
    }
    return [Problem("deal_cards", key=(one.place,), found=fields["counts"], fields=fields)]


def _written_cards(cards: Iterable[int]) -> str:
    return ", ".join(card_notation(card) for card in sorted(cards)) or "–"
