"""What a table of ours on a sheet knows of its place, whatever program holds the sheet."""

from __future__ import annotations

from macros_py.book.layout_types import TableLayout


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
