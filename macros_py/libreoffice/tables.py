"""Tables: what Excel calls a list object is a database range in Calc. Table styles are not: Calc has none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from xlwings import base_classes

from macros_py.libreoffice.bridge import Remote
from macros_py.libreoffice.errors import NotSupported
from macros_py.libreoffice.filters import AutoFilter
from macros_py.libreoffice.ranges import Range
from macros_py.libreoffice.unsupported import complete

if TYPE_CHECKING:
    from macros_py.libreoffice.sheets import Sheet


@complete
class Tables(base_classes.Tables):
    """The tables of one sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.collection: Remote = sheet.book.document.DatabaseRanges

    @property
    def api(self) -> Remote:
        """Give LibreOffice's collection, of the whole book."""
        return self.collection

    def _all(self) -> list[Table]:
        own = self.sheet.index - 1
        found = (self.collection.getByName(name) for name in self.collection.ElementNames)
        return [Table(self.sheet, database) for database in found if database.DataArea.Sheet == own]

    def __iter__(self) -> Iterator[Table]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def _found(self, name: str) -> Table | None:
        for spelling in self.collection.ElementNames:
            if spelling.lower() == name.lower():
                return Table(self.sheet, self.collection.getByName(spelling))
        return None

    def __call__(self, key: int | str) -> Table:
        """Give a table by its number, 1-based, or by its name.

        :raises KeyError: this sheet has no such table.
        :raises IndexError: this sheet has fewer.
        """
        if not isinstance(key, str):
            return self._all()[key - 1]
        table = self._found(key)
        if table is None or not table.is_on(self.sheet):
            raise KeyError(key)
        return table

    def __contains__(self, name: object) -> bool:
        table = self._found(name) if isinstance(name, str) else None
        return table is not None and table.is_on(self.sheet)

    def body_of(self, name: str) -> Range | None:
        """Give the cells below the heading of a table of this book; None if there is no such table."""
        table = self._found(name)
        return None if table is None else table.data_body_range

    def add(  # type: ignore[override]
        self,
        *,
        source_type: object = None,
        source: Any = None,
        link_source: object = None,
        has_headers: object = None,
        destination: object = None,
        table_style_name: object = None,
        name: str | None = None,
    ) -> Table:
        """Make a table of a range; ``table_style_name`` changes nothing, for Calc has no table styles.

        :raises NotSupported: there is to be no heading, or the source is not a range.
        """
        if (
            source_type is not None
            or link_source is not None
            or destination is not None
            or has_headers is False
        ):
            raise NotSupported("Tables.add of anything but a range with a heading")
        if name is None:
            number = 1
            while self.collection.hasByName(f"Table{number}"):
                number += 1
            name = f"Table{number}"
        self.collection.addNewByName(name, source.impl.remote.RangeAddress)
        table = Table(self.sheet, self.collection.getByName(name))
        table.api.ContainsHeader = True
        table.api.AutoFilter = True
        return table


@complete
class Table(base_classes.Table):
    """One table."""

    parent: Sheet = None  # type: ignore[assignment]

    def __init__(self, sheet: Sheet, database: Remote) -> None:
        self.parent = sheet
        self.database = database

    @property
    def api(self) -> Remote:
        """Give LibreOffice's database range."""
        return self.database

    @property
    def name(self) -> str:
        """Give the name by which formulas call the table."""
        return str(self.database.Name)

    @name.setter
    def name(self, value: str) -> None:
        """Give it another name."""
        self.database.Name = value

    @property  # type: ignore[misc]
    def display_name(self) -> str:
        """Give the name by which formulas call the table."""
        return self.name

    def is_on(self, sheet: Sheet) -> bool:
        """Say whether the table lies on a sheet."""
        return bool(self.database.DataArea.Sheet == sheet.index - 1)

    @property
    def range(self) -> Range:
        """Give all of it, heading too."""
        area = self.database.DataArea
        return self.parent.book.sheet_at(area.Sheet).at_address(area)

    @property
    def header_row_range(self) -> Range | None:
        """Give the headings; None if the table has none."""
        whole = self.range
        return whole.part(0, 1) if self.show_headers else None

    @property
    def data_body_range(self) -> Range | None:
        """Give the rows below the heading; None if there is none."""
        whole, above, below = self.range, int(self.show_headers), int(self.show_totals)
        rows = whole.shape[0] - above - below
        return whole.part(above, rows) if rows > 0 else None

    @property
    def totals_row_range(self) -> Range | None:
        """Give the row of totals; None if the table has none."""
        whole = self.range
        return whole.part(whole.shape[0] - 1, 1) if self.show_totals else None

    @property  # type: ignore[misc]
    def show_headers(self) -> bool:
        """Say whether the first row is a heading."""
        return bool(self.database.ContainsHeader)

    @property  # type: ignore[misc]
    def show_totals(self) -> bool:
        """Say whether the last row is a row of totals."""
        return bool(self.database.TotalsRow)

    @property
    def show_autofilter(self) -> bool:
        """Say whether the headings have filter buttons."""
        return bool(self.database.AutoFilter)

    @show_autofilter.setter
    def show_autofilter(self, value: bool) -> None:
        """Show or take away the filter buttons."""
        self.database.AutoFilter = bool(value)

    @property
    def autofilter(self) -> AutoFilter:
        """Give what the filter buttons are set to."""
        return AutoFilter(self.database)

    def resize(self, range: Any) -> None:
        """Let the table cover another range of its sheet."""
        self.database.setDataArea(range.impl.remote.RangeAddress)
