"""The number of a deal, worked out from its cards alone: what ``unrank`` undoes, written another way."""

from __future__ import annotations

from functools import cache
from itertools import accumulate, combinations, product
from math import comb, prod

from macros_py.rules.cards.deals import Deal


@cache
def starts(blocks: tuple[int, ...], take: int) -> dict[tuple[int, ...], int]:
    """Give the first number of each way to take so many of each block."""
    shapes = [shape for shape in product(*(range(size + 1) for size in blocks)) if sum(shape) == take]
    sizes = [prod(map(comb, blocks, shape)) for shape in shapes]
    return dict(zip(shapes, accumulate(sizes, initial=0), strict=False))


@cache
def ways(size: int, taken: int) -> dict[tuple[int, ...], int]:
    """Give the places taken of one block, numbered."""
    return {places: number for number, places in enumerate(combinations(range(size), taken))}


def number_of(blocks: tuple[int, ...], mask: tuple[bool, ...]) -> int:
    """Number a way to take things from a row cut into blocks: by how many of each block, then by which."""
    ends = accumulate(blocks)
    parts = [mask[end - size : end] for size, end in zip(blocks, ends, strict=True)]
    number, step = starts(blocks, sum(mask))[tuple(map(sum, parts))], 1
    for part in parts:
        numbered = ways(len(part), sum(part))
        number += step * numbered[tuple(place for place, is_taken in enumerate(part) if is_taken)]
        step *= len(numbered)
    return number


def rank(deal: Deal) -> int:
    """Give the number of a deal, as ``unrank`` should have it; the order of the cards in a hand is no matter."""
    number, left = 0, list(range(32))
    for blocks, hand in (((8, 8, 8, 8), deal.hands[0]), ((8, 7, 7), deal.hands[1]), ((6, 6), deal.talon)):
        number *= comb(sum(blocks), len(hand))
        number += number_of(blocks, tuple(card in hand for card in left))
        left = [card for card in left if card not in hand]
    return number
