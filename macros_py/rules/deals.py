"""The deals: three hands of ten cards and a talon of two, every one of them equally likely (VSZ 4.a).

A deal has a number 0 … DEAL_COUNT − 1. Hand A is a choice of 10 among 32 cards, B of 10 among the 22 left,
the talon of 2 among the last 12, C keeps the rest. Each choice is counted by blocks: first how many are taken
of each block (for hand A the blocks are the four suits), then which of them; so a number becomes a choice
with one search and a few divisions. A deal is drawn by drawing its number, and nothing is ever drawn again
because of its cards: that would be selecting.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations, compress, product
from math import comb, prod

from macros_py.rules.cards import CARD_COUNT, Hand
from macros_py.rules.draws import Stream

HAND_SIZE = 10
TALON_SIZE = 2
PURPOSE = "leosztas"
"""Names the stream the deals come from; another word would be other deals for every key there is."""

OPPOSITE = bytes((1, 0)) + bytes(range(2, 256))


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
        tables = [[block_masks(size, taken) for taken in range(size + 1)] for size in blocks]
        shapes = [shape for shape in product(*(range(size + 1) for size in blocks)) if sum(shape) == take]
        ends = list(
            accumulate(prod(comb(*block) for block in zip(blocks, shape, strict=True)) for shape in shapes)
        )
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


def block_masks(size: int, taken: int) -> list[bytes]:
    """Give the masks of all ways to take ``taken`` of a block of ``size``."""
    return [bytes(place in chosen for place in range(size)) for chosen in combinations(range(size), taken)]


FIRST_HAND = Choices((8, 8, 8, 8), HAND_SIZE)
SECOND_HAND = Choices((8, 7, 7), HAND_SIZE)
TALON = Choices((6, 6), TALON_SIZE)
PACK = tuple(range(CARD_COUNT))
DEAL_COUNT = FIRST_HAND.count * SECOND_HAND.count * TALON.count
"""32! / (10! · 10! · 10! · 2!) = 2 753 294 408 504 640, about 2 ** 51.3."""


def unrank(number: int) -> Deal:
    """Give the deal with this number (0 … DEAL_COUNT − 1).

    :raises ValueError: there is no such number.
    """
    if not 0 <= number < DEAL_COUNT:
        raise ValueError(f"no deal has the number {number}")
    number, talon_number = divmod(number, TALON.count)
    first_number, second_number = divmod(number, SECOND_HAND.count)
    mask = FIRST_HAND.mask(first_number)
    first = tuple(compress(PACK, mask))
    left = tuple(compress(PACK, mask.translate(OPPOSITE)))
    mask = SECOND_HAND.mask(second_number)
    second = tuple(compress(left, mask))
    left = tuple(compress(left, mask.translate(OPPOSITE)))
    mask = TALON.mask(talon_number)
    return Deal((first, second, tuple(compress(left, mask.translate(OPPOSITE)))), tuple(compress(left, mask)))


def draw_deal(key: bytes, series: int, round: int, deal: int) -> Deal:
    """Give the deal that the event's key holds for a deal (1-based) of a round (1-based) of a series.

    The same four always give the same deal; any other number gives one that has nothing to do with it.

    :raises RuleError: the key is shorter than 16 or longer than 64 bytes.
    """
    return unrank(Stream(key, PURPOSE, series, round, deal).below(DEAL_COUNT))
