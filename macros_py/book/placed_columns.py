"""What a table of ours on a sheet knows of its place and its headings, whatever program holds the sheet."""

from __future__ import annotations

from collections import Counter

from macros_py.book.errors import HeadingMissing, HeadingTwice
from macros_py.book.layout_types import TableLayout
from macros_py.cells import name_key

TWIN = "\0"
"""Stands behind the second of two own headings that are spelled alike; no cell can hold it."""


class PlacedColumns:
    """The base of the regions of the adapters; rows and columns are 1-based."""

    __slots__ = ()
    layout: TableLayout
    header_row: int
    first_column: int
    headings: list[str]

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


def our_spelling(headings: list[str], layout: TableLayout) -> list[str]:
    """Give the headings with those of ours as we spell them, whatever case or blanks somebody typed them in."""
    ours = {name_key(column.name): column.name for column in layout.columns}
    known = set(headings)
    return [
        ours[key] if (key := name_key(heading)) in ours and ours[key] not in known else heading
        for heading in headings
    ]


def check_headings(headings: list[str], layout: TableLayout, sheet: str) -> None:
    """See that every heading of ours stands exactly once.

    :raises HeadingMissing: one is gone.
    :raises HeadingTwice: one stands twice.
    """
    counts = Counter(headings)
    for column in layout.columns:
        if counts[column.name] == 0:
            raise HeadingMissing(sheet=sheet, table=layout.name, heading=column.name)
    for heading, times in counts.items():
        if times > 1 and layout.column(heading):
            raise HeadingTwice(sheet=sheet, table=layout.name, heading=heading)


def distinct(headings: list[str]) -> list[str]:
    """Tell own headings apart that are spelled alike (LibreOffice lets it happen)."""
    counts: Counter[str] = Counter()
    apart = []
    for heading in headings:
        apart.append(heading + TWIN * counts[heading])
        counts[heading] += 1
    return apart
