"""openpyxl, loaded so that no other package that happens to be installed changes what it does.

Where lxml is, openpyxl writes other bytes by it; where numpy or Pillow is, it reads other things. What was tested is
openpyxl alone: so it finds none of them while it is loaded. This is the only module that names it.

And it is the only one that knows what openpyxl keeps to itself: the cells and their styles, and how rows are read and
written sooner than it does it. Almost all cells are a number, a text or a formula: those are written as text, byte for
byte what openpyxl would write; any other cell, and all that is no row, is left to openpyxl. A plain text is shown to it
in the form that it reads soonest.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from datetime import UTC, date, datetime, time, timedelta
from io import BytesIO
from math import isfinite
from pathlib import Path
from typing import Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZipFile

from macros_py.book.port import CellValue
from macros_py.cells import CellError, Formula


@contextmanager
def _hidden(*packages: str) -> Iterator[None]:
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


with _hidden("lxml", "defusedxml", "numpy", "PIL"):
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
    "Border", "Cell", "CellRange", "ConditionalFormattingList", "DataValidation", "DefinedName",
    "DifferentialStyle", "Font", "MergedCell", "MultiCellRange", "PatternFill", "Rule", "Side", "StyleArray",
    "Table", "TableColumn", "Workbook", "Worksheet", "coordinate_to_tuple", "get_column_letter",
    "load_workbook", "range_boundaries",
)  # fmt: skip

_BARE = frozenset({int, float, bool, type(None)})
_LOOKS_LIKE_FORMULA = ("=", "+", "-", "@")
"""A text that begins so is marked as text, or a spreadsheet program would compute it at the next edit."""
_LONGEST_FILE_TEXT = 32767
_MIDNIGHT = datetime(1900, 1, 1)
_INLINE = re.compile(rb' t="inlineStr"><is><t(?: xml:space="preserve")?>([^<]+)</t></is>')
_PLAIN_RESULT = rb' t="str"><v>\1</v>'
"""For a text without looks of its own openpyxl makes five objects; the result of a formula it takes as it is."""
_ESCAPED = b"x005F_"
"""What openpyxl takes out of the one and not of the other."""
_NO_ROWS = b"<sheetData></sheetData>"


def cell_value(cell: Cell | None) -> CellValue:
    """Give what stands in a cell; rich text as plain, blank text as None, a span beyond a day as text."""
    if cell is None:
        return None
    value = cell._value
    if type(value) in _BARE:
        return value  # type: ignore[no-any-return]
    if cell.data_type == "f":
        return Formula(getattr(value, "text", value) or "=")
    if cell.data_type == "e":
        return CellError(value)
    if isinstance(value, timedelta):
        return (_MIDNIGHT + value).time() if timedelta(0) <= value < timedelta(days=1) else str(value)
    if isinstance(value, date | time):
        return value
    return str(value) or None


def cells_of(sheet: Worksheet) -> dict[tuple[int, int], Cell]:
    """Give the cells that a sheet has, by row and column: asking openpyxl for one would make it."""
    return sheet._cells  # type: ignore[no-any-return]


def value_at(sheet: Worksheet, row: int, column: int) -> CellValue:
    """Give what stands in a place of a sheet."""
    return cell_value(sheet._cells.get((row, column)))


def style_of(cell: Cell) -> StyleArray:
    """Give the style of a cell by its numbers, to be read only: others have the same one."""
    return cell._style


def own_style(cell: Cell) -> StyleArray:
    """Give the cell a style that no other one has: what is set there, the cell alone has."""
    cell._style = copy(cell._style) or StyleArray()
    return cell._style


class Restyling(dict[int, tuple[StyleArray, StyleArray]]):
    """Styles with another border, by the identity of the former one: cells that share one share the new one."""

    def __init__(self, border: Callable[[int], int]) -> None:
        super().__init__()
        self.border = border
        """From the number of a border to that of the one wanted."""

    def add(self, style: StyleArray) -> tuple[StyleArray, StyleArray]:
        """Find out what a style becomes; it is kept, or another one could come to have its identity."""
        wanted = copy(style)
        wanted.borderId = self.border(style.borderId)
        self[id(style)] = pair = (style, style if wanted == style else wanted)
        return pair


def restyle(cell: Cell, wanted: Restyling) -> None:
    """Give a cell the border that is wanted."""
    style = cell._style
    cell._style = (wanted.get(id(style)) or wanted.add(style))[1]


def borders_of(sheet: Worksheet) -> Any:
    """Give the borders that styles name by number; it takes new ones."""
    return sheet.parent._borders


def fonts_of(sheet: Worksheet) -> Any:
    """Give the fonts that styles name by number."""
    return sheet.parent._fonts


def lead(cell: Cell, location: str) -> None:
    """Let a cell lead to a place in the workbook; nowhere if blank."""
    cell._hyperlink = Hyperlink(ref=cell.coordinate, location=location) if location else None


def put_value(sheet: Worksheet, row: int, column: int, value: CellValue) -> None:
    """Write a value into a cell whatever it looks like: only a :class:`Formula` becomes a formula."""
    cell = cells_of(sheet).get((row, column))
    if cell is None:
        if value is None:
            return
        cell = sheet.cell(row, column)
        own_style(cell)
    if not isinstance(cell, Cell):
        return  # the covered part of a merged cell shows nothing
    if isinstance(value, str):
        _put_text(cell, value)
    elif isinstance(value, datetime | date | time):
        own_style(cell)  # openpyxl sets the look of a date
        cell.value = value
    else:
        cell._value = value
        cell.data_type = "b" if isinstance(value, bool) else "n"


def _put_text(cell: Cell, value: str) -> None:
    if isinstance(value, Formula | CellError):
        cell._value, cell.data_type = str(value), "f" if isinstance(value, Formula) else "e"
        return
    text = ILLEGAL_CHARACTERS_RE.sub("", value)[:_LONGEST_FILE_TEXT]
    cell._value, cell.data_type = text or None, "s" if text else "n"
    if (needs_mark := text.startswith(_LOOKS_LIKE_FORMULA)) != bool(cell.quotePrefix):
        own_style(cell).quotePrefix = needs_mark


def take_style(sheet: Worksheet, row: int, column: int, style: StyleArray) -> None:
    """Give a cell a style, if it has another one."""
    cell = cells_of(sheet).get((row, column)) or sheet.cell(row, column)
    if cell._style != style:
        cell._style = style


def forget(sheet: Worksheet, row: int, column: int) -> None:
    """Remove a cell with its style and link, so that the column's own look shows again."""
    sheet._cells.pop((row, column), None)


class _PlainTexts(ZipFile):
    """A file whose sheets have their plain texts in the form that is read soonest."""

    def open(self, name: Any, *words: Any, **options: Any) -> Any:
        """Open a part; a sheet is read whole."""
        part = super().open(name, *words, **options)
        if part.writable() or "/worksheets/" not in str(name):
            return part
        with part:
            content = part.read()
        return BytesIO(content if _ESCAPED in content else _INLINE.sub(_PLAIN_RESULT, content))


def read_workbook(stream: BinaryIO, *, has_values: bool) -> Workbook:
    """Read a workbook with its rich texts; ``has_values``: formulas as the values they had."""
    reader = ExcelReader(stream, rich_text=True, data_only=has_values)
    reader.archive = _PlainTexts(stream)
    reader.read()
    _share_styles(reader.wb)
    return reader.wb


def _share_styles(workbook: Workbook) -> None:
    """Let cells that look alike have one style: openpyxl makes one for each, a quarter of all its memory."""
    styles: dict[bytes, StyleArray] = {}
    for sheet in workbook.worksheets:
        for cell in sheet._cells.values():
            if (style := cell._style) is not None:
                cell._style = styles.setdefault(style.tobytes(), style)


def save_workbook(workbook: Workbook, target: Path | BinaryIO) -> None:
    """Write the workbook as ``Workbook.save`` does, only sooner."""
    workbook.properties.modified = datetime.now(UTC).replace(tzinfo=None)
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        _QuickWriter(workbook, archive).save()


class _QuickWriter(ExcelWriter):  # type: ignore[misc]
    """Writes the parts of a workbook; the sheets with our rows."""

    def write_worksheet(self, ws: Worksheet) -> None:
        """Write a sheet into the archive."""
        ws._drawing = SpreadsheetDrawing()
        ws._drawing.charts, ws._drawing.images = ws._charts, ws._images
        writer = _RowlessWriter(ws, BytesIO())
        writer.write()
        ws._rels = writer._rels
        before, _, after = writer.out.getvalue().partition(_NO_ROWS)
        with self._archive.open(ws.path[1:], "w") as part:
            part.write(before + b"<sheetData>")
            for line in writer.lines:
                part.write(line.encode("utf-8", "xmlcharrefreplace"))
            part.write(b"</sheetData>" + after)
        self.manifest.append(ws)


class _RowlessWriter(WorksheetWriter):  # type: ignore[misc]
    def write_rows(self) -> None:
        """Leave the place where the rows go."""
        self.lines = list(_SheetRows(self.ws).lines())
        with self.xf.send(True).element("sheetData"):
            pass
        self.xf.send(None)


class _SheetRows:
    """The rows of one sheet as text, and what they have beside them: links and comments, which the sheet lists."""

    __slots__ = ("columns", "looks", "sheet", "styles")

    def __init__(self, sheet: Worksheet) -> None:
        self.sheet = sheet
        self.styles = sheet.parent._cell_styles
        self.looks: dict[int, str] = {}
        self.columns: dict[int, str] = {}

    def lines(self) -> Iterator[str]:
        """Give each row that has cells or a look of its own."""
        dimensions = self.sheet.row_dimensions
        for number, cells in _in_rows(self.sheet):
            look = dimensions.get(number)
            own = "".join(f' {name}="{value}"' for name, value in look) if look is not None else ""
            yield f'<row r="{number}"{own}>{"".join(self.cell(cell) for cell in cells)}</row>'

    def cell(self, cell: Cell) -> str:
        """Give one cell; nothing for one that is blank and has no look."""
        value, style, kind = cell._value, cell._style, cell.data_type
        if cell._comment is not None:
            self.sheet._comments.append(CommentRecord.from_cell(cell))
        look = self.look(style)
        if value is None and not look and cell._comment is None:
            return ""
        content = None if cell.hyperlink is not None else _plain_content(value, kind)
        if content is None:
            return _by_openpyxl(self.sheet, cell)
        if (column := self.columns.get(cell.column)) is None:
            column = self.columns[cell.column] = get_column_letter(cell.column)
        return f'<c r="{column}{cell.row}"{look}{content}'

    def look(self, style: StyleArray | None) -> str:
        """Give the attribute of a style; nothing for the usual one."""
        if (look := self.looks.get(id(style))) is None:
            look = f' s="{self.styles.add(style)}"' if style is not None and any(style) else ""
            self.looks[id(style)] = look
        return look


def _plain_content(value: object, kind: str) -> str | None:
    """Give type and content of a usual cell, from its type on; None for any other."""
    if value is None or value == "":
        return f' t="{"inlineStr" if kind == "s" else kind}" />' if kind in {"n", "s"} else None
    if kind == "n":
        return f' t="n"><v>{value:.16g}</v></c>' if type(value) in {int, float} and isfinite(value) else None  # type: ignore[arg-type]
    if type(value) is not str or kind not in {"s", "f"}:
        return None
    if kind == "f":
        return f"><f>{_escaped(value[1:])}</f><v /></c>" if len(value) > 1 else None
    stripped = value.strip()
    space = ' xml:space="preserve"' if stripped and stripped != value else ""
    return f' t="inlineStr"><is><t{space}>{_escaped(value)}</t></is></c>'


def _escaped(text: str) -> str:
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    return text.replace(">", "&gt;") if ">" in text else text


def _by_openpyxl(sheet: Worksheet, cell: Cell) -> str:
    """Let openpyxl write an unusual cell: a date, an error value, rich text, a link."""
    content = BytesIO()
    with xmlfile(content) as stream:
        write_cell(stream, sheet, cell, cell.has_style)
    return content.getvalue().decode("utf-8")


def _in_rows(sheet: Worksheet) -> Iterator[tuple[int, Sequence[Cell]]]:
    """Give the rows by number with their cells from left to right, rows without cells that have a look too."""
    rows: dict[int, list[Cell]] = {number: [] for number in sheet.row_dimensions}
    for (number, _), cell in sorted(sheet._cells.items()):
        rows.setdefault(number, []).append(cell)
    return iter(sorted(rows.items()))
