"""The filter buttons of a table: read what they are set to, and take the filter away."""

from __future__ import annotations

from typing import Any

from xlwings import base_classes

from macros_py.libreoffice.bridge import Remote
from macros_py.libreoffice.unsupported import complete

EQUAL, EMPTY = "EQUAL", "EMPTY"


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
        if not others:
            rows = self.database.getReferredCells().Rows
            rows.IsFiltered = False
            rows.IsVisible = True
