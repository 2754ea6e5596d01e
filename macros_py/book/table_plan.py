"""Where the rows and columns of a table stand, and where new ones go: decided here, once, for every adapter. Pure.

Adapters say what stands on the sheet (:class:`PlacedTable`) and carry out what is planned, in tables that a person has
sorted, filtered and widened: own columns and hidden flags belong to a row's key, not its place. Equal keys are told
apart by their order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import lru_cache
from itertools import islice, pairwise, takewhile

from macros_py.book.layout import TableLayout, grid_layouts
from macros_py.book.port import BookError, CellValue, Grid, Row
from macros_py.book.references import address_of, translated
from macros_py.cells import Formula, cell_name_key, read_whole

_BLANK = (None, "")
KeyPart = tuple[int, float, str]
"""Blank (0), number (1), text (2): in this order, numbers by size, text by its case-folded letters."""
KeyParts = tuple[KeyPart, ...]


@dataclass(frozen=True, slots=True)
class PhysicalRow:
    """A row as it stands on the sheet: every heading, the referee's own ones too."""

    values: Row
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class MergedRow(PhysicalRow):
    """A row as it shall stand; ``origin`` is the 0-based old row whose own columns it carries, if any."""

    origin: int | None = None


@lru_cache(maxsize=2**16)
def key_part(value: CellValue) -> KeyPart:
    """Give what makes two spellings of a cell one key: 3, 3.0 and ``"3"`` are one, as are names by case.

    Remembered: the same few names and numbers come by the thousand.
    """
    if value is None:
        return (0, 0.0, "")
    if isinstance(value, date | datetime | time):
        return (2, 0.0, value.isoformat())
    number = read_whole(str(value)) if isinstance(value, str) else value
    if isinstance(number, int | float):
        return (1, float(number), "")
    text = cell_name_key(value)
    return (2, 0.0, text) if text else (0, 0.0, "")


def _key_parts(row: Row, key: Sequence[str]) -> KeyParts:
    """Give the key of a row; without key columns every row has the same."""
    return tuple([key_part(row.get(heading)) for heading in key])


def numbered_keys(rows: Iterable[Row], key: Sequence[str]) -> Iterator[tuple[KeyParts, int]]:
    """Give each row's key with how many rows of the same key came before it."""
    seen: Counter[KeyParts] = Counter()
    for row in rows:
        one = _key_parts(row, key)
        yield one, seen[one]
        seen[one] += 1


def headings_of(rows: Iterable[Row]) -> list[str]:
    """Give every heading that a row has, in the order they come up."""
    return list(dict.fromkeys(heading for row in rows for heading in row))


def is_same(one: CellValue, other: CellValue) -> bool:
    """Tell whether writing one over the other changes nothing (1 and 1.0 are one number, True is not)."""
    if type(one) is type(other):
        return one == other
    numbers = {int, float}
    return type(one) in numbers and type(other) in numbers and one == other


def _is_blank_row(row: Row, headings: Iterable[str]) -> bool:
    """Tell whether nothing stands under any of the headings (0 and False are something)."""
    return all(row.get(heading) in _BLANK for heading in headings)


def typed_below(rows: Iterable[Row], layout: TableLayout) -> int:
    """Count the rows right below a table that belong to it, since someone typed them where it did not grow by itself.

    Among the spare rows anything makes a row; below a table without any, what names a whole row, as long as rows do.
    """
    if layout.spare_rows:
        first = islice(rows, layout.spare_rows)
        filled = [
            number
            for number, row in enumerate(first, start=1)
            if not _is_blank_row(row, filter(layout.column, row))
        ]
        return max(filled, default=0)
    named = (
        layout.is_typed and not any(row.get(heading) in _BLANK for heading in layout.key) for row in rows
    )
    return sum(1 for _ in takewhile(bool, named))


def merge(
    old: Sequence[PhysicalRow], new: Sequence[Row], layout: TableLayout, declared: Collection[str]
) -> list[MergedRow]:
    """Put ``new`` into the place of ``old``; headings that are not ``declared`` are the referee's own.

    In a table that keeps its order, existing rows stay where they are and new ones follow – or all go into
    their natural order, if they stood in it before. Elsewhere the given order holds. A row blank in the
    declared columns goes, unless the referee's own columns hold something.
    """
    own = [heading for heading in old[0].values if heading not in declared] if old else []
    origins, notes = _origins_of(old, layout.key, declared, own)
    given = [row for row in new if not _is_blank_row(row, declared)]
    merged = [
        _joined_row(row, old, origins.get(one), own)
        for row, one in zip(given, numbered_keys(given, layout.key), strict=True)
    ]
    noted = [MergedRow(old[index].values, old[index].is_hidden, index) for index in notes]
    if not layout.keeps_order or len(origins) < 2:
        return merged + noted
    natural = layout.order or layout.key
    if _stands_in_order((row.values for row in old if not _is_blank_row(row.values, declared)), natural):
        return sorted(merged, key=lambda row: _key_parts(row.values, natural)) + noted
    kept = sorted((row for row in merged + noted if row.origin is not None), key=lambda row: row.origin or 0)
    return kept + [row for row in merged if row.origin is None]


def _origins_of(
    old: Sequence[PhysicalRow], key: Sequence[str], declared: Collection[str], own: Sequence[str]
) -> tuple[dict[tuple[KeyParts, int], int], list[int]]:
    """Give the index of every old row by its key, and the indices of rows that hold nothing but own notes."""
    blank = [_is_blank_row(row.values, declared) for row in old]
    filled = [index for index in range(len(old)) if not blank[index]]
    keys = numbered_keys((old[index].values for index in filled), key)
    notes = [index for index in range(len(old)) if blank[index] and not _is_blank_row(old[index].values, own)]
    return dict(zip(keys, filled, strict=True)), notes


def _joined_row(row: Row, old: Sequence[PhysicalRow], origin: int | None, own: Sequence[str]) -> MergedRow:
    """Join a new row with what the referee had beside the old one of the same key."""
    if origin is None:
        return MergedRow(row)
    before = old[origin]
    return MergedRow(
        {**row, **{heading: before.values[heading] for heading in own}}, before.is_hidden, origin
    )


def _stands_in_order(rows: Iterable[Row], natural: Sequence[str]) -> bool:
    return all(first <= second for first, second in pairwise(_key_parts(row, natural) for row in rows))


TWIN = "\0"
"""Stands behind the second of two own headings that are spelled alike; no cell can hold it."""


class PlacedTable(ABC):
    """A table of ours on a sheet, whatever program holds the sheet; rows and columns are 1-based."""

    layout: TableLayout
    header_row: int
    first_column: int
    headings: list[str]
    counted: list[tuple[int, Row]] | None
    """The rows that count, once they were asked for; who writes forgets them."""

    @property
    def first_row(self) -> int:
        """Give the first data row."""
        return self.header_row + 1

    @property
    def last_column(self) -> int:
        """Give the last column."""
        return self.first_column + len(self.headings) - 1

    @property
    def declared(self) -> tuple[str, ...]:
        """Give the headings that are ours, in the sheet's order."""
        return tuple(heading for heading in self.headings if self.layout.column(heading))

    @property
    def columns(self) -> dict[str, int]:
        """Give the column of each heading."""
        return {heading: self.first_column + index for index, heading in enumerate(self.headings)}

    def all_rows(self) -> list[Row]:
        """Give what stands in every row, blank ones too."""
        return [row.values for row in self.physical_rows()]

    @abstractmethod
    def physical_rows(self) -> list[PhysicalRow]:
        """Give every row with whether it is hidden."""

    def data_rows(self) -> list[tuple[int, Row]]:
        """Give the rows that count with their row numbers; found once, then remembered."""
        if self.counted is None:
            declared = self.declared
            numbered = enumerate(self.all_rows(), start=self.first_row)
            self.counted = [(number, row) for number, row in numbered if not _is_blank_row(row, declared)]
        return self.counted

    def records(self) -> list[Row]:
        """Give the rows that count, our columns only."""
        declared = self.declared
        if len(declared) == len(self.headings):
            return [dict(row) for _, row in self.data_rows()]
        return [{heading: row.get(heading) for heading in declared} for _, row in self.data_rows()]

    def address(self, row: int, column: str) -> str:
        """Give the cell of the ``row``-th row that counts; beyond the last one, where the next would stand.

        :raises KeyError: the table has no such column.
        """
        numbers = [number for number, _ in self.data_rows()]
        following = (numbers[-1] if numbers else self.header_row) + 1 + row - len(numbers)
        return address_of(numbers[row] if row < len(numbers) else following, self.columns[column])


class PlacedBook(ABC):
    """What every adapter does alike, whatever holds its tables."""

    __slots__ = ()
    on_tell: Callable[[str], object]
    """What is done with a sentence for the person at the screen."""

    @abstractmethod
    def table(self, name: str) -> PlacedTable:
        """Give a table."""

    def tell(self, sentence: str) -> None:
        """Print one sentence, or whatever ``on_tell`` does."""
        self.on_tell(sentence)

    def read_table(self, table: str) -> list[Row]:
        """Give the rows that count, our columns only; ``[]`` for an empty table."""
        return self.table(table).records()

    def address(self, table: str, row: int, column: str) -> str:
        """Give the cell of a row that counts; beyond the last one, where the next would stand."""
        return self.table(table).address(row, column)


@dataclass(frozen=True, slots=True)
class TablePlan:
    """What a table shall hold: its headings, and at least one row, each with a value for every heading."""

    headings: list[str]
    rows: list[MergedRow]


def planned(table: PlacedTable, rows: Sequence[Row]) -> TablePlan:
    """Plan a table with new contents; own columns and hidden rows follow their key, own formulas read on there."""
    headings, layout, old = _fitted_headings(table, rows), table.layout, table.physical_rows()
    ours = dict.fromkeys(heading for heading in (*table.headings, *headings) if layout.column(heading))
    merged = enumerate(merge(old, rows, layout, ours) or [MergedRow({})])
    former = [row.values for row in old]
    return TablePlan(headings, [_placed_row(table, headings, index, row, former) for index, row in merged])


def _placed_row(
    table: PlacedTable, headings: list[str], index: int, row: MergedRow, former: Sequence[Row]
) -> MergedRow:
    """Give a row with a value for every heading; an own formula that moves reads on where it comes to."""
    values: Row = {heading: None if (cell := row.values.get(heading)) == "" else cell for heading in headings}
    if row.origin is not None and (row.origin != index or headings != table.headings):
        for column, (heading, cell) in enumerate(values.items(), start=table.first_column):
            if isinstance(cell, Formula) and cell == former[row.origin].get(heading):
                origin = (table.first_row + row.origin, table.columns[heading])
                values[heading] = translated(cell, origin, (table.first_row + index, column))
    return MergedRow(values, row.is_hidden, row.origin)


def planned_column(
    table: PlacedTable, column: str, values: Sequence[CellValue]
) -> list[tuple[int, CellValue]]:
    """Give row and new value of each cell of a column that changes.

    :raises KeyError: the table has no such column.
    :raises ValueError: there are not as many values as rows that count.
    """
    if column not in table.headings:
        raise KeyError(column)
    pairs = list(zip(table.data_rows(), values, strict=True))
    wanted = ((number, row[column], None if value == "" else value) for (number, row), value in pairs)
    return [(number, value) for number, there, value in wanted if not is_same(value, there)]


def planned_block(name: str, grid: Grid) -> list[list[CellValue]]:
    """Give a block with blanks over the rest of what the layout provides for it."""
    layout = grid_layouts().get(name)
    height = max(len(grid), layout.rows if layout else 1)
    width = max([len(line) for line in grid] + [layout.columns if layout else 1])
    lines = [[*line, *([None] * (width - len(line)))] for line in grid]
    return lines + [[None] * width for _ in range(height - len(grid))]


def _fitted_headings(table: PlacedTable, rows: Sequence[Row]) -> list[str]:
    """Give the headings the table will have: as many repeating ones as the rows need, new ones at its right end."""
    layout, given = table.layout, headings_of(rows)
    first = {column.name for column in layout.columns}
    kept = [one for one in table.headings if one in first or one in given or not layout.is_repeating(one)]
    return kept + [one for one in given if layout.is_repeating(one) and one not in kept]


def refuse_no_room(
    table: PlacedTable, width: int, last_row: int, sheet: str, cell: Callable[[int, int], CellValue]
) -> None:
    """See that nothing stands where the table is to grow to the right; ``cell`` tells what stands where.

    :raises BookError: something does (``no_room``).
    """
    for column in range(table.last_column + 1, table.first_column + width):
        for row in range(table.header_row, last_row + 1):
            if cell(row, column) is not None:
                raise BookError("no_room", sheet=sheet, table=table.layout.name, cell=address_of(row, column))


def placed_headings(texts: list[str], beyond: Iterable[str], layout: TableLayout, sheet: str) -> list[str]:
    """Give the headings of a table from what stands in its heading row, and beyond it to the right.

    Those typed right beside it without a gap belong to it; ours are spelled as we do, own ones told apart.

    :raises BookError: one of ours is gone (``heading_missing``); one of ours stands twice
        (``heading_twice``).
    """
    headings = _our_spelling(texts, layout)
    _check_headings(headings, layout, sheet)
    known = set(headings)
    for text in beyond:
        if not text or text in known:
            break
        known.add(text)
        headings.append(text)
    counts: Counter[str] = Counter()
    apart = []
    for heading in headings:  # LibreOffice lets two be spelled alike
        apart.append(heading + TWIN * counts[heading])
        counts[heading] += 1
    return apart


def _our_spelling(headings: list[str], layout: TableLayout) -> list[str]:
    """Give the headings with those of ours as we spell them, whatever case or blanks somebody typed them in."""
    ours = {cell_name_key(column.name): column.name for column in layout.columns}
    known = set(headings)
    return [
        ours[key] if (key := cell_name_key(heading)) in ours and ours[key] not in known else heading
        for heading in headings
    ]


def _check_headings(headings: list[str], layout: TableLayout, sheet: str) -> None:
    """See that every heading of ours stands exactly once.

    :raises BookError: one is gone (``heading_missing``); one stands twice (``heading_twice``).
    """
    counts = Counter(headings)
    missing = [column.name for column in layout.columns if not counts[column.name]]
    twice = [heading for heading, times in counts.items() if times > 1 and layout.column(heading)]
    if missing:
        raise BookError("heading_missing", sheet=sheet, table=layout.name, heading=missing[0])
    if twice:
        raise BookError("heading_twice", sheet=sheet, table=layout.name, heading=twice[0])
