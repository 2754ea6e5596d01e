"""Where Ctrl and an arrow key lead from a cell: to the end of the filled stretch, or to the next filled cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from macros_py.libreoffice.ranges import Range

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


def steps(filled: Sequence[bool]) -> int | None:
    """Give how many cells the jump goes over, starting at the first; None if nothing filled lies ahead."""
    if len(filled) > 1 and filled[0] and filled[1]:
        return next((number - 1 for number in range(1, len(filled)) if not filled[number]), len(filled) - 1)
    return next((number for number in range(1, len(filled)) if filled[number]), None)


def jump(start: Range, direction: Any) -> Range:
    """Give the cell reached from the first cell of a range.

    :raises KeyError: there is no such direction.
    """
    direction = DIRECTIONS.get(direction, direction)
    backwards = {"up": True, "down": False, "left": True, "right": False}[direction]
    vertical = direction in ("up", "down")
    sheet, used = start.sheet, start.sheet.used_range
    place = start.row if vertical else start.column
    last = max(place, used.last_row if vertical else used.last_column)
    low, high = (1, place) if backwards else (place, last)
    size = high - low + 1
    line = sheet.area(low, start.column, size, 1) if vertical else sheet.area(start.row, low, 1, size)
    filled = [text != "" for row in line.remote.getFormulaArray() for text in row]
    taken = steps(filled[::-1] if backwards else filled)
    if taken is None:
        whole = sheet.cells.shape[0 if vertical else 1]
        target = 1 if backwards else whole
    else:
        target = place - taken if backwards else place + taken
    return sheet.area(target, start.column) if vertical else sheet.area(start.row, target)
