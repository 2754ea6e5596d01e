"""Builds the empty workbook ``Sportulti.xlsx`` from ``templates/sheets``: the same bytes every time."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from xlsxwriter import Workbook

from macros_py.book.schema import layouts
from macros_py.builder.verbs_list import write_verbs
from macros_py.builder.workbook_formats import Formats
from macros_py.builder.workbook_sheet import SheetWriter

MADE = datetime(2025, 1, 1)
"""The date of making written into the file: fixed, so that the same templates give the same bytes."""


class GuardedWorkbook(Workbook):  # type: ignore[misc]  # XlsxWriter ships no types
    """A workbook whose structure (the sheets and their order) is protected without a password."""

    def _write_book_views(self) -> None:
        """Write the protection where the format wants it: just before the views."""
        self._xml_empty_tag("workbookProtection", [("lockStructure", 1)])
        super()._write_book_views()


def build_workbook(path: str | Path) -> None:
    """Write the empty workbook to ``path``; an existing file is replaced.

    :raises xlsxwriter.exceptions.FileCreateError: the file cannot be written (open elsewhere, no folder).
    """
    workbook = GuardedWorkbook(str(path))
    workbook.set_properties({"title": "Sportulti", "author": "Sportulti", "created": MADE})
    workbook.set_size(24000, 14000)
    workbook.set_calc_mode("auto")
    formats = Formats(workbook)
    for layout in layouts():
        writer = SheetWriter(workbook, formats, layout)
        writer.write()
        if layout.verbs_row:
            write_verbs(workbook, writer.sheet, formats, layout)
            writer.sheet.activate()
    workbook.close()
