"""The filter buttons of a table: read what they are set to, and take the filter away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from xlwings import base_classes

from macros_py.libreoffice.bridge import Remote
from macros_py.libreoffice.errors import NotSupported, complete
from macros_py.libreoffice.ranges import Range, RangeAt


@complete
class AutoFilter(base_classes.AutoFilter):
    """The filter of one table. Setting new criteria is not supported: filtering is the person's business."""

    def __init__(self, database: Remote) -> None:
        self.database = database

    @property
    def api(self) -> Remote:
        """Give LibreOffice's database range."""
        return self.database

    @property
    def criteria(self) -> list[dict[str, Any]]:
        """Give one entry for each column that is filtered: its ``field`` (1-based), ``type`` and ``values``."""
        fields: dict[int, list[str]] = {}
        plain = True
        for field in self.database.getFilterDescriptor().getFilterFields2():
            texts = fields.setdefault(int(field.Field) + 1, [])
            texts.append(field.StringValue if not field.IsNumeric else f"{field.NumericValue:g}")
            plain = plain and field.Operator in (0, 2)
        kind = "values" if plain else "unknown"
        return [
            base_classes.empty_autofilter_criteria(number, kind) | ({"values": texts} if plain else {})
            for number, texts in fields.items()
        ]

    def clear(self, field: int | None = None) -> None:
        """Take the filter of one column (``field``, 1-based) away, or every filter; the rows show again."""
        descriptor = self.database.getFilterDescriptor()
        others = () if field is None else descriptor.getFilterFields2()
        descriptor.setFilterFields2(tuple(other for other in others if other.Field + 1 != field))
        self.database.refresh()
        if not others:  # Calc leaves the rows hidden when the last field goes
            rows = self.database.getReferredCells().Rows
            rows.IsFiltered = False
            rows.IsVisible = True


@complete
class Tables(base_classes.Tables):
    """The tables of one sheet."""

    def __init__(self, sheet: base_classes.Sheet, collection: Remote, range_at: RangeAt) -> None:
        self.sheet = sheet
        self.collection = collection
        self._range_at = range_at

    @property
    def api(self) -> Remote:
        """Give LibreOffice's collection, of the whole book."""
        return self.collection

    def _table(self, name: str) -> Table:
        return Table(self.sheet, self.collection.getByName(name), self._range_at)

    def _all(self) -> list[Table]:
        own = self.sheet.index - 1
        found = (self._table(name) for name in self.collection.ElementNames)
        return [table for table in found if table.sheet_index == own]

    def __iter__(self) -> Iterator[Table]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def _found(self, name: str) -> Table | None:
        for spelling in self.collection.ElementNames:
            if spelling.lower() == name.lower():
                return self._table(spelling)
        return None

    def __call__(self, key: int | str) -> Table:
        """Give a table by its number, 1-based, or by its name.

        :raises KeyError: this sheet has no such table.
        :raises IndexError: this sheet has fewer.
        """
        if not isinstance(key, str):
            return self._all()[key - 1]
        table = self._found(key)
        if table is None or table.sheet_index != self.sheet.index - 1:
            raise KeyError(key)
        return table

    def __contains__(self, name: object) -> bool:
        table = self._found(name) if isinstance(name, str) else None
        return table is not None and table.sheet_index == self.sheet.index - 1

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
        table = self._table(name)
        table.api.ContainsHeader = True
        table.api.AutoFilter = True
        return table


@complete
class Table(base_classes.Table):
    """One table."""

    parent: base_classes.Sheet = None  # type: ignore[assignment]

    def __init__(self, sheet: base_classes.Sheet, database: Remote, range_at: RangeAt) -> None:
        self.parent = sheet
        self.database = database
        self._range_at = range_at

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

    @property
    def sheet_index(self) -> int:
        """Give the 0-based number of the sheet on which the table lies."""
        return int(self.database.DataArea.Sheet)

    @property
    def range(self) -> Range:
        """Give all of it, heading too."""
        return self._range_at(self.database.DataArea)

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
