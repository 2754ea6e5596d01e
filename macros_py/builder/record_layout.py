"""The sheets of the record as ``templates/record.toml`` says, and how its formulas are filled in."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from macros_py.book.layout_types import Mark
from macros_py.book.references import column_letter
from macros_py.book.schema import table_layout
from macros_py.resources import TEMPLATES

RECORD_FILE = TEMPLATES / "record.toml"
HEAD_ROW = 4
"""The row (1-based) of the headings on every sheet that holds a table."""
FIRST_ROW = HEAD_ROW + 1
"""The row (1-based) of the first record."""
FORMULA_PLACEHOLDER = re.compile(r"\{([#~@]?)(?:([^{}!]+)!)?([^{}]+)\}")


@dataclass(frozen=True, slots=True)
class RecordColumn:
    """One column: heading, kind (of the palette), width in characters, and its formula if it is computed."""

    name: str
    kind: str
    width: float
    formula: str = ""
    repeating: str = ""
    """``{n}. forduló %``: the column stands once a round; ``name`` is the first of them."""
    round: int = 0
    """The round of a repeated column."""


@dataclass(frozen=True, slots=True)
class RecordSheet:
    """One sheet: its columns, or the workbook's table that it shows; ``paper`` as in the workbook's."""

    name: str
    columns: tuple[RecordColumn, ...]
    hint: str = ""
    table: str = ""
    freeze_columns: int = 0
    paper: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()

    def for_rounds(self, rounds: Sequence[int]) -> RecordSheet:
        """Give the sheet with every repeating column once a round."""
        columns: list[RecordColumn] = []
        for column in self.columns:
            numbers = rounds if column.repeating else ()
            named = (replace(column, name=column.repeating.replace("{n}", str(n)), round=n) for n in numbers)
            columns += named if column.repeating else [column]
        return replace(self, columns=tuple(columns))

    @property
    def letters(self) -> dict[str, str]:
        """Give the letters under which each heading stands."""
        return {column.name: column_letter(index) for index, column in enumerate(self.columns, 1)}


@cache
def record_sheets() -> tuple[RecordSheet, ...]:
    """Give all sheets that hold a table, in their order.

    :raises KeyError: ``record.toml`` lacks a needed key, or names a table that the workbook has not (ours).
    :raises TypeError: it has a key that the layout does not know (a fault of ours).
    """
    data = tomllib.loads(RECORD_FILE.read_text("utf-8"))
    return tuple(read_record_sheet(sheet) for sheet in data["sheets"])


def read_record_sheet(data: Mapping[str, Any]) -> RecordSheet:
    """Read one sheet; the columns of a copied table are those of the workbook."""
    sheet = RecordSheet(
        name=data["name"],
        columns=tuple(RecordColumn(**column) for column in data.get("columns", ())),
        hint=data.get("hint", ""),
        table=data.get("table", ""),
        freeze_columns=data.get("freeze_columns", 0),
        paper=tuple(data.get("paper", ())),
        marks=tuple(Mark(**{**mark, "columns": tuple(mark["columns"])}) for mark in data.get("marks", ())),
    )
    return copy_layout(sheet, data.get("without", ())) if sheet.table else sheet


def copy_layout(sheet: RecordSheet, left_out: Sequence[str]) -> RecordSheet:
    """Give the sheet with the workbook's own layout of its table, but for the columns ``left_out``."""
    layout = table_layout(sheet.table)
    columns = tuple(
        RecordColumn(column.name, column.kind, column.width)
        for column in layout.columns
        if column.name not in left_out
    )
    paper = sheet.paper or layout.paper
    return replace(sheet, columns=columns, paper=paper, freeze_columns=layout.freeze_columns)


@dataclass(frozen=True, slots=True)
class References:
    """Turns a formula with placeholders into one with format fields, so that each row only fills in numbers.

    ``letters``: sheet → heading → column; ``last_rows``: sheet → its last row; ``spans``: round → its first
    and last row on Pontok. The fields left are ``row``, ``first`` and ``last`` of the row's group, and
    ``rows``: sheet → row there.
    """

    letters: Mapping[str, Mapping[str, str]]
    last_rows: Mapping[str, int]
    spans: Mapping[int, tuple[int, int]]

    def prepare(self, formula: str, sheet: str, round: int = 0) -> str:
        """Give the formula as it stands on ``sheet`` (in the column of ``round``), with an equals sign.

        :raises KeyError: it names a sheet or heading that there is not (a fault of ours).
        """
        return "=" + FORMULA_PLACEHOLDER.sub(lambda match: self.field(match, sheet, round), formula)

    def field(self, match: re.Match[str], sheet: str, round: int) -> str:
        """Give what stands for one placeholder.

        :raises KeyError: as ``prepare``.
        """
        mark, other, heading = match.groups()
        if mark == "@":
            return f"{{{heading}}}"
        letter = self.letters[other or sheet][heading]
        if other is None:
            return f"{letter}${{first}}:{letter}${{last}}" if mark else f"{letter}{{row}}"
        start = f"'{other}'!${letter}$"
        if not mark:
            return f"{start}{{rows[{other}]}}"
        first, last = self.spans[round] if mark == "~" else (FIRST_ROW, self.last_rows[other])
        return f"{start}{first}:${letter}${last}"
