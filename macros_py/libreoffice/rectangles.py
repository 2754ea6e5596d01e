"""Cells gathered into rectangles, so that many cells cost one call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Cell = tuple[int, int]
"""Row and column, 0-based, within a block."""
Rectangle = tuple[int, int, int, int]
"""Top, left, bottom, right, 0-based; bottom and right belong to it."""


def runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Give the stretches of consecutive numbers as first and last."""
    first = last = -1
    for number in sorted(numbers):
        if first >= 0 and number == last + 1:
            last = number
            continue
        if first >= 0:
            yield first, last
        first = last = number
    if first >= 0:
        yield first, last


def gather(cells: Iterable[Cell]) -> list[Rectangle]:
    """Cover exactly these cells with few rectangles: stretches of a column, side by side where they are alike."""
    columns: dict[int, set[int]] = {}
    for row, column in cells:
        columns.setdefault(column, set()).add(row)
    stretches: dict[tuple[int, int], list[int]] = {}
    for column, rows in columns.items():
        for stretch in runs(rows):
            stretches.setdefault(stretch, []).append(column)
    return [
        (top, left, bottom, right)
        for (top, bottom), sides in stretches.items()
        for left, right in runs(sides)
    ]


def cells_of(rectangles: Iterable[Rectangle]) -> Iterator[Cell]:
    """Give every cell of the rectangles."""
    for top, left, bottom, right in rectangles:
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                yield row, column
