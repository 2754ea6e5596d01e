"""openpyxl, loaded so that no other package that happens to be installed changes what it does.

Where lxml is, openpyxl writes other bytes by it; where numpy or Pillow is, it loads them and reads other things. What
was tested is openpyxl alone: so it finds none of them while it is loaded, wherever we run. This is the only module
that names it; the adapter for closed files has its names from here.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

STRANGERS = frozenset({"lxml", "defusedxml", "numpy", "PIL"})
"""Packages that openpyxl makes use of where it finds them."""


@contextmanager
def hidden(packages: frozenset[str]) -> Iterator[None]:
    """Let nobody find the packages meanwhile, whether they were loaded before or not."""
    modules: dict[str, object] = dict(sys.modules)
    known = {name: module for name, module in modules.items() if name.partition(".")[0] in packages}
    barred: dict[str, None] = dict.fromkeys((*packages, *known))
    sys.modules.update(barred)  # type: ignore[arg-type]  # None is how Python is told that there is no such module
    try:
        yield
    finally:
        for name in barred:
            del sys.modules[name]
        sys.modules.update(known)  # type: ignore[arg-type]


with hidden(STRANGERS):
    from openpyxl import Workbook, load_workbook
    from openpyxl.cell._writer import write_cell
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE, Cell, MergedCell
    from openpyxl.comments.comment_sheet import CommentRecord
    from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
    from openpyxl.formatting.formatting import ConditionalFormattingList
    from openpyxl.formatting.rule import Rule
    from openpyxl.reader.excel import ExcelReader
    from openpyxl.styles import Border, Font, PatternFill, Side
    from openpyxl.styles.cell_style import StyleArray
    from openpyxl.styles.differential import DifferentialStyle
    from openpyxl.utils import coordinate_to_tuple, get_column_letter, range_boundaries
    from openpyxl.workbook.defined_name import DefinedName
    from openpyxl.worksheet._writer import WorksheetWriter
    from openpyxl.worksheet.cell_range import CellRange, MultiCellRange
    from openpyxl.worksheet.datavalidation import DataValidation
    from openpyxl.worksheet.hyperlink import Hyperlink
    from openpyxl.worksheet.table import Table, TableColumn
    from openpyxl.worksheet.worksheet import Worksheet
    from openpyxl.writer.excel import ExcelWriter
    from openpyxl.xml.functions import xmlfile

__all__ = (
    "ILLEGAL_CHARACTERS_RE",
    "Border",
    "Cell",
    "CellRange",
    "CommentRecord",
    "ConditionalFormattingList",
    "DataValidation",
    "DefinedName",
    "DifferentialStyle",
    "ExcelReader",
    "ExcelWriter",
    "Font",
    "Hyperlink",
    "MergedCell",
    "MultiCellRange",
    "PatternFill",
    "Rule",
    "Side",
    "SpreadsheetDrawing",
    "StyleArray",
    "Table",
    "TableColumn",
    "Workbook",
    "Worksheet",
    "WorksheetWriter",
    "coordinate_to_tuple",
    "get_column_letter",
    "load_workbook",
    "range_boundaries",
    "write_cell",
    "xmlfile",
)
