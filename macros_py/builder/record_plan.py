"""Where everything will stand in the record: row numbers that formulas on other sheets need beforehand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from macros_py.book.port import Row
from macros_py.book.tables.points import fixed_key
from macros_py.book.tables.results import COLUMNS, KEY
from macros_py.builder.record_data import RecordData
from macros_py.builder.record_layout import FIRST_ROW, RecordSheet, References, record_sheets
from macros_py.cells import read_whole
from macros_py.rules.event import Position, Result
from macros_py.rules.protocol_row import RESULTS_TABLE
from macros_py.rules.scoring import Score, group_key

PROTOCOL, POINTS, SUMS, AWARDS_SHEET = "Eredmények", "Pontok", "Összesítés", "Mesterpontok"
PAPER_ORDER = tuple(COLUMNS[field] for field in ("round", "deal", "copy", "line", "table"))


@dataclass(frozen=True, slots=True)
class GroupRows:
    """One line on one deal: its scores by table, and the rows (1-based, both included) where they stand."""

    scores: Sequence[Score]
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class RecordPlan:
    """The rows (1-based) of one record, sheet by sheet."""

    data: RecordData
    protocol: Sequence[Row] = field(init=False)
    """All result rows in the order of the papers."""
    groups: Sequence[GroupRows] = field(init=False)
    sums: dict[Position, int] = field(init=False)
    """Position → its row on Összesítés."""
    spans: dict[int, tuple[int, int]] = field(init=False)
    """Round → its first and last row on Pontok."""
    awards: dict[Position, int] = field(init=False)
    """Position → the first of its rows on Mesterpontok."""
    _lines: dict[tuple[object, ...], list[int]] = field(init=False)

    def __post_init__(self) -> None:
        protocol = sorted(self.data.tables.get(RESULTS_TABLE, ()), key=paper_place)
        groups = group_scores(self.data.scores)
        positions = sorted(standing.position for standing in self.data.standings)
        awarded = [award.position for award in self.data.awards]
        lines: dict[tuple[object, ...], list[int]] = {}
        for row, cells in enumerate(protocol, FIRST_ROW):
            key = tuple(read_whole(cells.get(heading)) for heading in KEY)
            lines.setdefault(key, []).append(row)
        made = {
            "protocol": protocol,
            "groups": groups,
            "sums": {position: row for row, position in enumerate(positions, FIRST_ROW)},
            "spans": round_spans(groups),
            "awards": {position: FIRST_ROW + awarded.index(position) for position in dict.fromkeys(awarded)},
            "_lines": lines,
        }
        for name, value in made.items():
            object.__setattr__(self, name, value)

    @property
    def rounds(self) -> list[int]:
        """Give the rounds that have scores, ascending."""
        return list(self.spans)

    def source(self, result: Result) -> int | None:
        """Give the row on Eredmények that holds the result's Ft; None if no row says what was scored."""
        rows = self._lines.get((result.round, result.deal, result.table), [])
        heading = f"Ft {result.position.line}"
        return next((row for row in rows if self.number(row, heading) == result.ft), None)

    def number(self, row: int, heading: str) -> int | None:
        """Give the whole number under a Ft heading of a row of Eredmények; None for a blank or R, V, N."""
        value = read_whole(self.protocol[row - FIRST_ROW].get(heading))
        return value if isinstance(value, int) else None

    def sheets(self) -> list[RecordSheet]:
        """Give all sheets, their repeating columns once a round."""
        return [sheet.for_rounds(self.rounds) for sheet in record_sheets()]

    @property
    def letters(self) -> dict[str, dict[str, str]]:
        """Give sheet → heading → column."""
        return {sheet.name: sheet.letters for sheet in self.sheets()}

    def references(self) -> References:
        """Give what turns the formulas of ``record.toml`` into those of this record."""
        last_rows = {
            POINTS: self.groups[-1].last if self.groups else FIRST_ROW,
            SUMS: FIRST_ROW + max(len(self.sums), 1) - 1,
        }
        return References(self.letters, last_rows, self.spans)


def paper_place(row: Row) -> tuple[tuple[bool, int], ...]:
    """Give what puts result rows into the order of the papers; what cannot be read comes last."""
    values = (read_whole(row.get(heading)) for heading in PAPER_ORDER)
    return tuple((not isinstance(value, int), value if isinstance(value, int) else 0) for value in values)


def group_scores(scores: Iterable[Score]) -> list[GroupRows]:
    """Put the scores in order, (round, deal, line) by table, each group a block of rows without a gap."""
    groups: list[GroupRows] = []
    first = FIRST_ROW
    for _, members in groupby(sorted(scores, key=fixed_key), key=lambda score: group_key(score.result)):
        together = list(members)
        groups.append(GroupRows(together, first, first + len(together) - 1))
        first += len(together)
    return groups


def round_spans(groups: Iterable[GroupRows]) -> dict[int, tuple[int, int]]:
    """Give the first and last row of each round on Pontok."""
    spans: dict[int, tuple[int, int]] = {}
    for group in groups:
        number = group.scores[0].result.round
        first, _ = spans.get(number, (group.first, group.last))
        spans[number] = first, group.last
    return spans
