"""How new rows go into a table that a person has sorted, filtered and widened: pure, for every adapter.

Own columns and hidden flags belong to a row's key, not its place. Equal keys are told apart by their order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import lru_cache
from itertools import islice, pairwise, takewhile

from macros_py.book.layout_types import TableLayout
from macros_py.book.port import CellValue, Row
from macros_py.cells import cell_name_key, read_whole

BLANK = (None, "")
KeyPart = tuple[int, float, str]
"""Blank (0), number (1), text (2): in this order, numbers by size, text by its case-folded letters."""
KeyParts = tuple[KeyPart, ...]


@dataclass(frozen=True, slots=True)
class PhysicalRow:
    """A row as it stands on the sheet: every heading, the referee's own ones too."""

    values: Row
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class MergedRow:
    """A row as it shall stand; ``origin`` is the 0-based old row whose own columns it carries, if any."""

    values: Row
    is_hidden: bool = False
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
    if not isinstance(value, str):
        return (1, float(value), "")
    whole = read_whole(str(value))
    if isinstance(whole, int):
        return (1, float(whole), "")
    text = cell_name_key(value)
    return (2, 0.0, text) if text else (0, 0.0, "")


def key_parts(row: Row, key: Sequence[str]) -> KeyParts:
    """Give the key of a row; without key columns every row has the same."""
    return tuple([key_part(row.get(heading)) for heading in key])


def numbered_keys(rows: Iterable[Row], key: Sequence[str]) -> Iterator[tuple[KeyParts, int]]:
    """Give each row's key with how many rows of the same key came before it."""
    seen: Counter[KeyParts] = Counter()
    for row in rows:
        one = key_parts(row, key)
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


def is_blank_row(row: Row, headings: Iterable[str]) -> bool:
    """Tell whether nothing stands under any of the headings (0 and False are something)."""
    return all(row.get(heading) in BLANK for heading in headings)


def typed_below(rows: Iterable[Row], layout: TableLayout) -> int:
    """Count the rows right below a table that belong to it, since someone typed them where it did not grow by itself.

    Among the spare rows anything makes a row; below a table without any, what names a whole row, as long as rows do.
    """
    if layout.spare_rows:
        first = islice(rows, layout.spare_rows)
        filled = [
            number
            for number, row in enumerate(first, start=1)
            if not is_blank_row(row, filter(layout.column, row))
        ]
        return max(filled, default=0)
    named = (layout.is_typed and not any(row.get(heading) in BLANK for heading in layout.key) for row in rows)
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
    origins, notes = origins_of(old, layout.key, declared, own)
    given = [row for row in new if not is_blank_row(row, declared)]
    merged = [
        joined_row(row, old, origins.get(one), own)
        for row, one in zip(given, numbered_keys(given, layout.key), strict=True)
    ]
    noted = [MergedRow(old[index].values, old[index].is_hidden, index) for index in notes]
    if not layout.keeps_order or len(origins) < 2:
        return merged + noted
    natural = layout.order or layout.key
    if stands_in_order((row.values for row in old if not is_blank_row(row.values, declared)), natural):
        return sorted(merged, key=lambda row: key_parts(row.values, natural)) + noted
    kept = sorted((row for row in merged + noted if row.origin is not None), key=lambda row: row.origin or 0)
    return kept + [row for row in merged if row.origin is None]


def origins_of(
    old: Sequence[PhysicalRow], key: Sequence[str], declared: Collection[str], own: Sequence[str]
) -> tuple[dict[tuple[KeyParts, int], int], list[int]]:
    """Give the index of every old row by its key, and the indices of rows that hold nothing but own notes."""
    blank = [is_blank_row(row.values, declared) for row in old]
    filled = [index for index in range(len(old)) if not blank[index]]
    keys = numbered_keys((old[index].values for index in filled), key)
    notes = [index for index in range(len(old)) if blank[index] and not is_blank_row(old[index].values, own)]
    return dict(zip(keys, filled, strict=True)), notes


def joined_row(row: Row, old: Sequence[PhysicalRow], origin: int | None, own: Sequence[str]) -> MergedRow:
    """Join a new row with what the referee had beside the old one of the same key."""
    if origin is None:
        return MergedRow(row)
    before = old[origin]
    return MergedRow(
        {**row, **{heading: before.values[heading] for heading in own}}, before.is_hidden, origin
    )


def stands_in_order(rows: Iterable[Row], natural: Sequence[str]) -> bool:
    """Tell whether rows stand in their natural order."""
    return all(first <= second for first, second in pairwise(key_parts(row, natural) for row in rows))
