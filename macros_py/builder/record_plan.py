"""What the official record is written from, its sheets as ``templates/record.toml`` says, and where all will stand:
formulas on other sheets need row numbers beforehand.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from itertools import groupby
from typing import Any

from macros_py import TEMPLATES
from macros_py.book.layout import Mark, table_layout
from macros_py.book.port import CellValue, Row
from macros_py.book.references import column_letter
from macros_py.book.tables.results import COLUMNS, KEY, fixed_key
from macros_py.cells import read_whole
from macros_py.rules.hall.event import Penalty, Position, Result
from macros_py.rules.hall.lineup import Lineup
from macros_py.rules.results.masterpoints import Award
from macros_py.rules.results.protocol import RESULTS_TABLE
from macros_py.rules.results.ranking import Standing
from macros_py.rules.results.scoring import Score, group_key
from macros_py.rules.rulebook import Rulebook

PROTOCOL, _POINTS, SUMS, AWARDS_SHEET = "Eredmények", "Pontok", "Összesítés", "Mesterpontok"
_PAPER_ORDER = tuple(COLUMNS[field] for field in ("round", "deal", "copy", "line", "table"))
_RECORD_FILE = TEMPLATES / "record.toml"
HEAD_ROW, FIRST_ROW = 4, 5
"""The rows (1-based) of the headings and of the first record, on every sheet that holds a table."""
_FORMULA_PLACEHOLDER = re.compile(r"\{([#~@]?)(?:([^{}!]+)!)?([^{}]+)\}")


@dataclass(frozen=True, slots=True)
class RecordData:
    """One event, complete. Nothing in it is computed by the record itself.

    ``created`` is the only clock: the same data give the same bytes. ``is_final``: every round has been closed (VSZ 5);
    ``is_trial``: a trial event (PRÓBA), never an official one. ``tables`` holds the workbook's tables by name (one that
    lacks is shown empty). ``scores``, ``standings``, ``penalties`` and ``awards`` belong together; ``awards`` is empty
    until the masterpoints have been awarded.
    """

    created: datetime
    is_final: bool
    is_trial: bool
    event: Mapping[str, CellValue]
    """The named values of the sheet Verseny (``verseny_nev`` …), and ``verseny_azonosito``."""
    tables: Mapping[str, Sequence[Row]]
    rulebook: Rulebook
    lineup: Lineup
    scores: Sequence[Score]
    penalties: Sequence[Penalty]
    standings: Sequence[Standing]
    awards: Sequence[Award]
    labels: Mapping[Position, str]
    """How each position is named: ``Nagy P. (cs. Kis J., 4. forduló 5. leosztástól)``."""
    licences: Mapping[str, tuple[str, str]]
    """Name key → licence number and club."""


@dataclass(frozen=True, slots=True)
class GroupRows:
    """One line on one deal: its scores by table, and the rows (1-based, both included) where they stand."""

    scores: Sequence[Score]
    first: int
    last: int


class RecordPlan:
    """The rows (1-based) of one record, sheet by sheet."""

    def __init__(self, data: RecordData) -> None:
        self.data = data
        self.protocol = sorted(data.tables.get(RESULTS_TABLE, ()), key=_paper_place)
        """All result rows in the order of the papers."""
        self.groups = _group_scores(data.scores)
        self.spans = _round_spans(self.groups)
        """Round that has scores, ascending → its first and last row on Pontok."""
        self.sheets = [sheet.for_rounds([*self.spans]) for sheet in record_sheets()]
        self.letters = {sheet.name: sheet.letters for sheet in self.sheets}
        """Sheet → heading → column."""
        positions = sorted(standing.position for standing in data.standings)
        self.sums = {position: row for row, position in enumerate(positions, FIRST_ROW)}
        """Position → its row on Összesítés."""
        self.awards: dict[Position, int] = {}
        """Position → the first of its rows on Mesterpontok."""
        for row, award in enumerate(data.awards, FIRST_ROW):
            self.awards.setdefault(award.position, row)
        self._lines: dict[tuple[object, ...], list[int]] = {}
        for row, cells in enumerate(self.protocol, FIRST_ROW):
            key = tuple(read_whole(cells.get(heading)) for heading in KEY)
            self._lines.setdefault(key, []).append(row)

    def source(self, result: Result) -> int | None:
        """Give the row on Eredmények that holds the result's Ft; None if no row says what was scored."""
        for row in self._lines.get((result.round, result.deal, result.table), []):
            typed = read_whole(self.protocol[row - FIRST_ROW].get(f"Ft {result.position.line}"))
            if (typed if isinstance(typed, int) else None) == result.ft:
                return row
        return None

    def references(self) -> References:
        """Give what turns the formulas of ``record.toml`` into those of this record."""
        last_rows = {
            _POINTS: self.groups[-1].last if self.groups else FIRST_ROW,
            SUMS: FIRST_ROW + max(len(self.sums), 1) - 1,
        }
        return References(self.letters, last_rows, self.spans)


def _paper_place(row: Row) -> tuple[tuple[bool, int], ...]:
    """Give what puts result rows into the order of the papers; what cannot be read comes last."""
    values = (read_whole(row.get(heading)) for heading in _PAPER_ORDER)
    return tuple((not isinstance(value, int), value if isinstance(value, int) else 0) for value in values)


def _group_scores(scores: Iterable[Score]) -> list[GroupRows]:
    """Put the scores in order, (round, deal, line) by table, each group a block of rows without a gap."""
    groups: list[GroupRows] = []
    first = FIRST_ROW
    for _, members in groupby(sorted(scores, key=fixed_key), key=lambda score: group_key(score.result)):
        together = list(members)
        groups.append(GroupRows(together, first, first + len(together) - 1))
        first += len(together)
    return groups


def _round_spans(groups: Iterable[GroupRows]) -> dict[int, tuple[int, int]]:
    spans: dict[int, tuple[int, int]] = {}
    for group in groups:
        first, _ = spans.get(number := group.scores[0].result.round, (group.first, 0))
        spans[number] = first, group.last
    return spans


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
    data = tomllib.loads(_RECORD_FILE.read_text("utf-8"))
    return tuple(_read_record_sheet(sheet) for sheet in data["sheets"])


def _read_record_sheet(data: Mapping[str, Any]) -> RecordSheet:
    sheet = RecordSheet(
        name=data["name"],
        columns=tuple(RecordColumn(**column) for column in data.get("columns", ())),
        hint=data.get("hint", ""),
        table=data.get("table", ""),
        freeze_columns=data.get("freeze_columns", 0),
        paper=tuple(data.get("paper", ())),
        marks=tuple(Mark(**{**mark, "columns": tuple(mark["columns"])}) for mark in data.get("marks", ())),
    )
    if not sheet.table:
        return sheet
    layout, left_out = table_layout(sheet.table), data.get("without", ())
    copied = (one for one in layout.columns if one.name not in left_out)
    columns = tuple(RecordColumn(one.name, one.kind, one.width) for one in copied)
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
        return "=" + _FORMULA_PLACEHOLDER.sub(lambda match: self._field(match, sheet, round), formula)

    def _field(self, match: re.Match[str], sheet: str, round: int) -> str:
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
