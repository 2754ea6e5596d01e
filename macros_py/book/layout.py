"""The layout of the workbook, read once from ``templates/sheets``: tables, columns, named cells and looks.

One file a sheet, ``NN-name.toml``, in the order of the sheets; ``palette.toml`` holds the looks. Rows and columns are
1-based, as Excel shows them; widths are in characters, heights in points.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from macros_py import TEMPLATES


@dataclass(frozen=True, slots=True)
class Look:
    """How cells look. Colours are ``#RRGGBB``; an empty text or zero means: as the cell underneath."""

    fill: str = ""
    color: str = ""
    line: str = ""
    """Colour of the hairline around each cell."""
    format: str = ""
    """Number format, in Excel's English notation."""
    align: str = ""
    valign: str = ""
    """``top`` or ``bottom``; else the middle."""
    indent: int = 0
    size: float = 0
    bold: bool = False
    italic: bool = False
    strike: bool = False
    wrap: bool = False
    shrink: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A conditional format: cells under ``columns`` take the look named ``look`` (none if blank) where
    ``formula`` is true.

    The formula holds placeholders (see ``macros_py.book.references``). Marks stand in order of precedence;
    ``stops`` keeps the later ones from being looked at.
    """

    look: str
    formula: str
    columns: tuple[str, ...] = ()
    stops: bool = False


@dataclass(frozen=True, slots=True)
class ColumnLayout:
    """One column of a table. ``kind`` names the number format and alignment in the palette."""

    name: str
    kind: str
    width: float
    is_typed: bool = False
    """Typed by the referee: shown light, unlocked."""
    choices: tuple[str, ...] = ()
    """Words offered in a drop-down; nothing else is refused (no stop alert)."""
    repeating: str = ""
    """``{n}. forduló %``: the column may stand once a round; ``name`` is the first of them."""
    has_people: bool = False
    """Names of persons stand in it, alone or among other words: who is renamed is renamed here too."""

    @property
    def is_repeating(self) -> bool:
        """Tell whether the column may appear as often as the rows need."""
        return bool(self.repeating)

    def has_heading(self, heading: str) -> bool:
        """Tell whether ``heading`` is this column, or the n-th of it when it repeats."""
        if not self.repeating:
            return heading == self.name
        before, _, after = self.repeating.partition("{n}")
        number = heading.removeprefix(before).removesuffix(after)
        return heading == f"{before}{number}{after}" and number.isdecimal()


@dataclass(frozen=True, slots=True)
class TableLayout:
    """One Excel table: its columns stand first, in this order; the referee may add his own on the right."""

    name: str
    sheet: str
    columns: tuple[ColumnLayout, ...]
    key: tuple[str, ...]
    """Headings whose values name a row: what the referee's own columns follow."""
    keeps_order: bool
    """True: rows stay in the order the referee gave them; False: computed, in the order they are written."""
    order: tuple[str, ...] = ()
    """Headings the rows stand by until the referee sorts them; blank: the key."""
    paper: tuple[str, ...] = ()
    """Headings whose change from one row to the next draws a thick rule between the two rows."""
    marks: tuple[Mark, ...] = ()
    header_row: int = 4
    freeze_columns: int = 0
    spare_rows: int = 0
    """Rows below the last one that carry marks and choices already, for rows typed by hand."""

    @property
    def is_typed(self) -> bool:
        """Tell whether a person types into the table, or all of it is computed."""
        return any(column.is_typed for column in self.columns)

    def column(self, heading: str) -> ColumnLayout | None:
        """Give the layout of the column under ``heading``; None for one of the referee's own."""
        return next((column for column in self.columns if column.has_heading(heading)), None)

    def is_repeating(self, heading: str) -> bool:
        """Tell whether ``heading`` is a column that may appear as often as the rows need."""
        column = self.column(heading)
        return column is not None and column.is_repeating


@dataclass(frozen=True, slots=True)
class ValueLayout:
    """One named cell. ``cell`` (``B5``) is where the template has it; a file may have moved it."""

    name: str
    sheet: str
    cell: str
    kind: str
    label: str = ""
    label_cell: str = ""
    """Where the label stands; by default in column A of the same row."""
    hint: str = ""
    """Shown small in column C of the same row."""
    look: str = ""
    is_typed: bool = False
    initial: str | int | None = None
    formula: str = ""
    """A live formula (no leading ``=``); such a cell is never written by a verb."""
    merge: str = ""
    height: float = 0
    """Height of its row; with ``grows`` the least."""
    grows: bool = False
    """The row is made as high as the wrapped text needs."""
    is_hidden: bool = False
    has_people: bool = False
    """Names of persons stand in it."""


@dataclass(frozen=True, slots=True)
class RangeLayout:
    """A named range over the first ``rows`` data rows of a column: for formulas on other sheets."""

    name: str
    column: str
    rows: int


@dataclass(frozen=True, slots=True)
class GridLayout:
    """A block written whole (``write_grid``), from the named cell ``name`` on. Marks use ``{@}`` and ``{^}``."""

    name: str
    rows: int
    columns: int
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class TextLayout:
    """A fixed text of a form."""

    cell: str
    text: str
    look: str


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """One sheet: a title row, a hint row, then a table, named cells, or both."""

    name: str
    title: str
    hint: str
    is_protected: bool
    is_landscape: bool
    table: TableLayout | None = None
    values: tuple[ValueLayout, ...] = ()
    ranges: tuple[RangeLayout, ...] = ()
    texts: tuple[TextLayout, ...] = ()
    grid: GridLayout | None = None
    widths: tuple[float, ...] = ()
    """Column widths of a sheet without a table."""
    event_cell: str = ""
    """Where the event's name, date and place stand for the print on the wall."""
    is_one_page: bool = False
    verbs_row: int = 0
    """Row from which the list of verbs stands (Kezdőlap), with ``verbs_title`` and ``verbs_hint`` above."""
    verbs_title: str = ""
    verbs_hint: str = ""


@dataclass(frozen=True, slots=True)
class Palette:
    """All looks of the workbook: ``looks`` by name, ``kinds`` by the kind of a column."""

    font: str
    size: float
    rule: str
    """Colour of the thick rule between two sheets of paper."""
    looks: dict[str, Look]
    kinds: dict[str, Look]


LAYOUT_NAME = "elrendezes"
"""The named cell that holds the number of a workbook's layout."""
_SHEETS_FOLDER = TEMPLATES / "sheets"

Toml = Mapping[str, Any]


@cache
def layouts() -> tuple[SheetLayout, ...]:
    """Give all sheets in their order.

    :raises KeyError: a file of ``templates/sheets`` lacks a needed list or name (a fault of ours).
    :raises TypeError: it lacks another needed key, or has one that the layout does not know (a fault of ours).
    """
    files = sorted(_SHEETS_FOLDER.glob("[0-9][0-9]-*.toml"))
    return tuple(_read_sheet_layout(tomllib.loads(file.read_text("utf-8"))) for file in files)


@cache
def table_layouts() -> Mapping[str, TableLayout]:
    """Give all tables by name, in the order of their sheets."""
    return {sheet.table.name: sheet.table for sheet in layouts() if sheet.table}


def table_layout(name: str) -> TableLayout:
    """Give one table.

    :raises KeyError: the workbook has no table ``name``.
    """
    return table_layouts()[name]


@cache
def value_layouts() -> Mapping[str, ValueLayout]:
    """Give all named cells by name."""
    return {value.name: value for sheet in layouts() for value in sheet.values}


def known_layout() -> int:
    """Give the number of the layout that this program knows."""
    known = value_layouts()[LAYOUT_NAME].initial
    return known if isinstance(known, int) else 0


@cache
def grid_layouts() -> Mapping[str, GridLayout]:
    """Give all blocks that are written whole, by the name of their top left cell."""
    return {sheet.grid.name: sheet.grid for sheet in layouts() if sheet.grid}


@cache
def palette() -> Palette:
    """Give the looks.

    :raises TypeError: ``palette.toml`` has a key that a look does not know (a fault of ours).
    """
    data = tomllib.loads((_SHEETS_FOLDER / "palette.toml").read_text("utf-8"))
    looks = {part: {name: Look(**look) for name, look in data[part].items()} for part in ("looks", "kinds")}
    return Palette(data["font"], data["size"], data["rule"], **looks)


def overlay(*looks: Look) -> Look:
    """Lay looks over each other: what a later one says wins."""
    merged = looks[0]
    for look in looks[1:]:
        merged = replace(merged, **{name: said for name in Look.__slots__ if (said := getattr(look, name))})
    return merged


@cache
def column_look(column: ColumnLayout | None) -> Look:
    """Give the look of the body cells of a column; of the referee's own columns with None."""
    colours = palette()
    if column is None:
        return colours.looks["body"]
    ground = colours.looks["typed" if column.is_typed else "body"]
    return overlay(ground, colours.kinds[column.kind])


@cache
def head_look(column: ColumnLayout | None) -> Look:
    """Give the look of a heading; of the referee's own columns with None."""
    typed = column is not None and column.is_typed
    return palette().looks["typed_head" if typed else "head"]


_QUESTIONS = ("protected", "landscape", "one_page", "typed", "hidden")
_OTHER_NAMES = {"people": "has_people", **{name: f"is_{name}" for name in _QUESTIONS}}
"""The fields that the files name otherwise."""


def _fields(data: Toml) -> dict[str, Any]:
    """Give the fields of a part of the layout, lists as tuples."""
    plain = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    return {_OTHER_NAMES.get(name, name): value for name, value in plain.items()}


def _read_sheet_layout(data: Toml) -> SheetLayout:
    name, parts = data["name"], _fields(data)
    if "table" in data:
        parts["table"] = _read_table(name, data["table"])
    if "grid" in data:
        parts["grid"] = GridLayout(**{**data["grid"], "marks": _read_marks(data["grid"])})
    parts["values"] = tuple(ValueLayout(sheet=name, **_fields(value)) for value in data.get("values", ()))
    parts["ranges"] = tuple(RangeLayout(**item) for item in data.get("ranges", ()))
    parts["texts"] = tuple(TextLayout(**text) for text in data.get("texts", ()))
    return SheetLayout(**parts)


def _read_table(sheet: str, data: Toml) -> TableLayout:
    columns = tuple(ColumnLayout(**_fields(column)) for column in data["columns"])
    return TableLayout(**{**_fields(data), "sheet": sheet, "columns": columns, "marks": _read_marks(data)})


def _read_marks(data: Toml) -> tuple[Mark, ...]:
    return tuple(Mark(**_fields(mark)) for mark in data.get("marks", ()))
