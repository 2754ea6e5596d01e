"""From the placeholders in ``templates/sheets`` to cell references, wherever the columns of a file now stand.

* ``{Ft A}``: column fixed, row free: the cell of the same row (``$L5``);
* ``{#Ft A}``: the whole column of the table, fixed (``$L$5:$L$193``);
* ``{@}``: the very cell that is being formatted (``L5``);
* ``{?Eltiltva}``, ``{!Eltiltva}``: whether the cell of the same row says yes, says no, by the words the program reads;
* ``{^}``: in a block that is written whole, its top left cell (``$A$5``);
* ``{tEredmenyek#Ft A}``: a column of another sheet as the template has it, long enough to grow.

And how high a row must be for its wrapped texts to be read whole: no spreadsheet program does it on load.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Protocol

from macros_py.book.layout import GridLayout, TableLayout, palette, table_layout
from macros_py.cells import MINUS_SIGNS, NO_WORDS, YES_WORDS, Formula

LAST_ROW = 9999
"""Where the references from one sheet to a column of another end: rows enough for 150 tables × 66 deals."""

_SAYS = {"?": tuple(sorted(YES_WORDS)), "!": tuple(sorted({*NO_WORDS, *map(chr, MINUS_SIGNS)}))}
_LAST_CELL = (1_048_576, 16_384)
_MOVING = re.compile(
    r'"[^"]*"|\'[^\']*\'|\[[^\[\]]*\]'
    r"|(?<![\w.$])(?:CELL(?::CELL)?|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}"
    r"|\$?[1-9]\d{0,6}:\$?[1-9]\d{0,6})(?![\w.(!])".replace("CELL", r"\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}")
)
"""What of a formula is no reference whatever it looks like (texts, sheets, headings), then what is one."""
_COLUMN_PLACEHOLDER = re.compile(r"\{([^{}]+)\}")


@dataclass(frozen=True, slots=True)
class Placing:
    """Where a table stands in a file: 1-based header row, number of data rows, heading → 1-based column."""

    header_row: int
    rows: int
    columns: Mapping[str, int]

    @property
    def first_row(self) -> int:
        """Give the first data row."""
        return self.header_row + 1

    @property
    def last_row(self) -> int:
        """Give the last data row; an empty table keeps one blank row."""
        return self.header_row + max(self.rows, 1)


@dataclass(frozen=True, slots=True)
class PlacedMark:
    """A conditional format for a file; ``formula`` (no leading ``=``) is seen from the area's first cell."""

    area: str
    formula: str
    look: str
    stops: bool


@dataclass(frozen=True, slots=True)
class PlacedChoices:
    """A drop-down ready for a file."""

    area: str
    choices: tuple[str, ...]


def template_placing(table: TableLayout, rows: int = 1) -> Placing:
    """Give where the template has the table: from column A on."""
    columns = {column.name: index for index, column in enumerate(table.columns, start=1)}
    return Placing(table.header_row, rows, columns)


def address_of(row: int, column: int) -> str:
    """Give ``L17`` for row 17, column 12."""
    return f"{column_letter(column)}{row}"


def column_letter(column: int) -> str:
    """Give ``A`` for 1, ``AA`` for 27."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def column_number(letters: str) -> int:
    """Give 1 for ``A``, 27 for ``AA``."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


def translated(formula: Formula, origin: tuple[int, int], target: tuple[int, int]) -> Formula:
    """Give a formula as it reads after its cell has gone from ``origin`` to ``target`` (row, column)."""
    down, along = target[0] - origin[0], target[1] - origin[1]

    def moved(match: re.Match[str]) -> str:
        if match[0][0] in "\"'[":
            return match[0]
        parts = [_moved_part(part, down, along) for part in match[0].split(":")]
        return ":".join(parts) if all(parts) else "#REF!"

    return Formula(_MOVING.sub(moved, formula))


def _moved_part(part: str, down: int, along: int) -> str:
    """Give a reference to a cell, a row or a column so many rows and columns further; blank if no sheet has it."""
    letters, digits = re.fullmatch(r"(\$?[A-Za-z]+)?(\$?[0-9]+)?", part).groups("")  # type: ignore[union-attr]
    if letters and letters[0] != "$":
        column = column_number(letters.upper()) + along
        if not 0 < column <= _LAST_CELL[1]:
            return ""
        letters = column_letter(column)
    if digits and digits[0] != "$":
        row = int(digits) + down
        return f"{letters}{row}" if 0 < row <= _LAST_CELL[0] else ""
    return letters + digits


def placed_marks(table: TableLayout, placing: Placing) -> list[PlacedMark]:
    """Give the conditional formats of a table, first = strongest; one for each run of neighbouring columns.

    :raises KeyError: a formula names a heading that ``placing`` lacks.
    """
    last_row = placing.last_row + table.spare_rows
    found = []
    for mark in table.marks:
        for start, end in column_runs(placing.columns[heading] for heading in mark.columns):
            area = f"{address_of(placing.first_row, start)}:{address_of(last_row, end)}"
            formula = resolve(mark.formula, table, placing, start)
            found.append(PlacedMark(area, formula, mark.look, mark.stops))
    return found


def placed_choices(table: TableLayout, placing: Placing) -> list[PlacedChoices]:
    """Give the drop-downs of a table."""
    last_row = placing.last_row + table.spare_rows
    return [
        PlacedChoices(f"{letter}{placing.first_row}:{letter}{last_row}", column.choices)
        for column in table.columns
        if column.choices and column.name in placing.columns
        for letter in [column_letter(placing.columns[column.name])]
    ]


def placed_grid_marks(grid: GridLayout, row: int, column: int) -> list[PlacedMark]:
    """Give the conditional formats of a block whose top left cell stands at ``row``, ``column``."""
    anchor, fixed = address_of(row, column), f"${column_letter(column)}${row}"
    area = f"{anchor}:{address_of(row + grid.rows - 1, column + grid.columns - 1)}"
    formulas = [mark.formula.replace("{@}", anchor).replace("{^}", fixed) for mark in grid.marks]
    marked = zip(formulas, grid.marks, strict=True)
    return [PlacedMark(area, formula, mark.look, mark.stops) for formula, mark in marked]


def resolve(formula: str, table: TableLayout, placing: Placing, column: int) -> str:
    """Put references for the placeholders, seen from the first data row in ``column``.

    :raises KeyError: a placeholder names no heading of ``placing``.
    """

    def reference(match: re.Match[str]) -> str:
        name = match[1]
        if name == "@":
            return address_of(placing.first_row, column)
        if "#" in name[1:]:
            return _other_column(*name.split("#"))
        letter = column_letter(placing.columns[name.lstrip("#?!")])
        cell = f"${letter}{placing.first_row}"
        if words := _SAYS.get(name[0]):
            return f'ISNUMBER(FIND("|"&LOWER(TRIM({cell}))&"|","|{"|".join(words)}|"))'
        if name[0] == "#":
            return f"${letter}${placing.first_row}:${letter}${placing.last_row + table.spare_rows}"
        return cell

    return _COLUMN_PLACEHOLDER.sub(reference, formula)


def resolve_outside(formula: str) -> str:
    """Put references into a formula that stands outside any table.

    :raises KeyError: a placeholder names no table or no heading of it.
    """
    return _COLUMN_PLACEHOLDER.sub(lambda match: _other_column(*match[1].split("#")), formula)


def _other_column(table_name: str, heading: str) -> str:
    """Give a column of any table with its sheet, as the template has it.

    :raises KeyError: there is no such table or heading.
    """
    table = table_layout(table_name)
    placing = template_placing(table)
    letter = column_letter(placing.columns[heading])
    return f"'{table.sheet}'!${letter}${placing.first_row}:${letter}${LAST_ROW}"


def column_runs(columns: Iterable[int]) -> list[tuple[int, int]]:
    """Join neighbouring columns or rows: ``[2, 3, 5]`` gives ``[(2, 3), (5, 5)]``."""
    found: list[tuple[int, int]] = []
    for column in sorted(columns):
        if found and found[-1][1] == column - 1:
            found[-1] = (found[-1][0], column)
        else:
            found.append((column, column))
    return found


def paper_ends(table: TableLayout, rows: Sequence[Mapping[str, object]]) -> list[int]:
    """Give the 0-based rows below which the thick rule goes: the last row of each sheet of paper."""
    if not table.paper:
        return []
    papers = [tuple(row.get(heading) for heading in table.paper) for row in rows]
    return [at for at, paper in enumerate(papers) if papers[at + 1 : at + 2] != [paper]]


LINE_POINTS = 15.0
"""Height of one line of text at the palette's size."""
MOST_POINTS = 405.0
"""Excel's limit is 409."""
_MARGIN = 3
"""Characters of a column's width that its indent and border take."""


class Column(Protocol):
    """What a height needs of a column: its heading, its kind (of the palette), its width in characters."""

    @property
    def name(self) -> str:
        """Give the heading."""

    @property
    def kind(self) -> str:
        """Give the kind."""

    @property
    def width(self) -> float:
        """Give the width."""


class Columns(Protocol):
    """A table's layout, or a sheet's of the record."""

    @property
    def columns(self) -> Sequence[Column]:
        """Give the columns from the left."""


def row_height(
    table: Columns, row: Mapping[str, object], widths: Mapping[str, float] | None = None
) -> float | None:
    """Give the height in points of a row of ``table`` (heading → value); None where one line is enough.

    ``widths`` are the real column widths by heading, in characters, where they differ from the layout's.
    """
    wrapped = [column for column in table.columns if column.name and palette().kinds[column.kind].wrap]
    own = widths or {}
    texts = ((row.get(column.name), own.get(column.name, column.width)) for column in wrapped)
    lines = max((_paragraph_lines(*text) for text in texts), default=1)
    return None if lines == 1 else min(lines * LINE_POINTS, MOST_POINTS)


def value_height(value: object, width: float, least: float) -> float:
    """Give the height in points of the row of a named cell ``width`` characters wide, not below ``least``."""
    return max(least, min(_paragraph_lines(value, width) * LINE_POINTS, MOST_POINTS))


def _paragraph_lines(value: object, width: float) -> int:
    """Give how many lines a text takes in a cell ``width`` characters wide, at least 1."""
    room = max(width - _MARGIN, 1)
    paragraphs = "" if value is None else str(value)
    return sum(max(1, ceil(len(paragraph) / room)) for paragraph in paragraphs.split("\n"))
