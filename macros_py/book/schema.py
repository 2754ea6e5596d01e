"""The layout of every sheet, read once from ``templates/sheets``: tables, columns, named cells and looks.

One file a sheet, ``NN-name.toml``, in the order of the sheets; ``palette.toml`` holds the looks.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from macros_py.book.layout_types import (
    ColumnLayout,
    GridLayout,
    Look,
    Mark,
    Palette,
    RangeLayout,
    SheetLayout,
    TableLayout,
    TextLayout,
    ValueLayout,
)
from macros_py.resources import TEMPLATES

LAYOUT_NAME = "elrendezes"
"""The named cell that holds the number of a workbook's layout."""
SHEETS_FOLDER = TEMPLATES / "sheets"

Toml = Mapping[str, Any]


@cache
def layouts() -> tuple[SheetLayout, ...]:
    """Give all sheets in their order.

    :raises KeyError: a file of ``templates/sheets`` lacks a needed key (a fault of ours).
    :raises TypeError: it has a key that the layout does not know (a fault of ours).
    """
    files = sorted(SHEETS_FOLDER.glob("[0-9][0-9]-*.toml"))
    return tuple(read_sheet_layout(tomllib.loads(file.read_text("utf-8"))) for file in files)


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
    data = tomllib.loads((SHEETS_FOLDER / "palette.toml").read_text("utf-8"))
    return Palette(
        font=data["font"],
        size=data["size"],
        rule=data["rule"],
        looks={name: Look(**look) for name, look in data["looks"].items()},
        kinds={name: Look(**look) for name, look in data["kinds"].items()},
    )


def overlay(*looks: Look) -> Look:
    """Lay looks over each other: what a later one says wins."""
    merged = looks[0]
    for look in looks[1:]:
        said = {name: getattr(look, name) for name in Look.__slots__ if getattr(look, name)}
        merged = replace(merged, **said)
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


def read_sheet_layout(data: Toml) -> SheetLayout:
    """Read one sheet from its TOML."""
    name = data["name"]
    return SheetLayout(
        name=name,
        title=data["title"],
        hint=data["hint"],
        is_protected=data["protected"],
        is_landscape=data["landscape"],
        table=read_table(name, data["table"]) if "table" in data else None,
        values=tuple(read_value_layout(name, value) for value in data.get("values", ())),
        ranges=tuple(RangeLayout(**item) for item in data.get("ranges", ())),
        texts=tuple(TextLayout(**text) for text in data.get("texts", ())),
        grid=read_grid(data["grid"]) if "grid" in data else None,
        widths=tuple(data.get("widths", ())),
        event_cell=data.get("event_cell", ""),
        is_one_page=data.get("one_page", False),
        verbs_row=data.get("verbs_row", 0),
        verbs_title=data.get("verbs_title", ""),
        verbs_hint=data.get("verbs_hint", ""),
    )


def read_table(sheet: str, data: Toml) -> TableLayout:
    """Read the table of a sheet."""
    lists = {"columns", "key", "order", "paper", "marks"}
    return TableLayout(
        sheet=sheet,
        columns=tuple(read_column(column) for column in data["columns"]),
        key=tuple(data["key"]),
        order=tuple(data.get("order", ())),
        paper=tuple(data.get("paper", ())),
        marks=tuple(read_mark(mark) for mark in data.get("marks", ())),
        **{name: value for name, value in data.items() if name not in lists},
    )


def read_column(data: Toml) -> ColumnLayout:
    """Read one column."""
    rest = {name: value for name, value in data.items() if name not in {"typed", "choices", "people"}}
    return ColumnLayout(
        is_typed=data.get("typed", False),
        choices=tuple(data.get("choices", ())),
        has_people=data.get("people", False),
        **rest,
    )


def read_value_layout(sheet: str, data: Toml) -> ValueLayout:
    """Read one named cell."""
    rest = {name: value for name, value in data.items() if name not in {"typed", "hidden", "people"}}
    return ValueLayout(
        sheet=sheet,
        is_typed=data.get("typed", False),
        is_hidden=data.get("hidden", False),
        has_people=data.get("people", False),
        **rest,
    )


def read_mark(data: Toml) -> Mark:
    """Read one conditional format."""
    return Mark(**{**data, "columns": tuple(data.get("columns", ()))})


def read_grid(data: Toml) -> GridLayout:
    """Read a block that is written whole."""
    return GridLayout(**{**data, "marks": tuple(read_mark(mark) for mark in data["marks"])})
