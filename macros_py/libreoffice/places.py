"""Where cells are, in plain numbers: cells gathered into rectangles, a column's letters, jumps of Ctrl + arrow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

Cell = tuple[int, int]
"""Row and column, 0-based, within a block."""
Rectangle = tuple[int, int, int, int]
"""Top, left, bottom, right, 0-based; bottom and right belong to it."""
DIRECTIONS = {
    "u": "up",
    "d": "down",
    "l": "left",
    "r": "right",
    -4162: "up",
    -4121: "down",
    -4159: "left",
    -4161: "right",
}
"""Short names, and Excel's own numbers."""


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
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
        for stretch in _runs(rows):
            stretches.setdefault(stretch, []).append(column)
    return [
        (top, left, bottom, right)
        for (top, bottom), sides in stretches.items()
        for left, right in _runs(sides)
    ]


def cells_of(rectangles: Iterable[Rectangle]) -> Iterator[Cell]:
    """Give every cell of the rectangles."""
    for top, left, bottom, right in rectangles:
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                yield row, column


def letters(column: int) -> str:
    """Give the letters of a column, 1-based: 28 → ``AB``."""
    text = ""
    while column:
        column, letter = divmod(column - 1, 26)
        text = chr(ord("A") + letter) + text
    return text


def steps(filled: Sequence[bool]) -> int | None:
    """Give how many cells the jump goes over, starting at the first; None if nothing filled lies ahead."""
    if len(filled) > 1 and filled[0] and filled[1]:
        return next((number - 1 for number in range(1, len(filled)) if not filled[number]), len(filled) - 1)
    return next((number for number in range(1, len(filled)) if filled[number]), None)
