"""The rows of a workbook, read and written sooner than openpyxl does it (openpyxl).

They are most of an event's file, and almost all cells are alike: a number, a text or a formula. Those are written as
text, byte for byte what openpyxl would write; any other cell, and all that is no row, is left to openpyxl. A plain text
is shown to it in the form that it reads soonest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from io import BytesIO
from math import isfinite
from pathlib import Path
from typing import Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZipFile

from macros_py.book.file_library import (
    Cell,
    CommentRecord,
    ExcelReader,
    ExcelWriter,
    SpreadsheetDrawing,
    StyleArray,
    Workbook,
    Worksheet,
    WorksheetWriter,
    get_column_letter,
    write_cell,
    xmlfile,
)

INLINE = re.compile(rb' t="inlineStr"><is><t(?: xml:space="preserve")?>([^<]+)</t></is>')
"""A text without looks of its own, for which openpyxl makes five objects."""
PLAIN = rb' t="str"><v>\1</v>'
"""The same, as the result of a formula stands in a file: openpyxl takes it as it is."""
ESCAPED = b"x005F_"
"""What openpyxl takes out of the one and not of the other."""
NO_ROWS = b"<sheetData></sheetData>"


class PlainTexts(ZipFile):
    """A file whose sheets have their plain texts in the form that is read soonest."""

    def open(self, name: Any, *words: Any, **options: Any) -> Any:
        """Open a part; a sheet is read whole."""
        part = super().open(name, *words, **options)
        if part.writable() or "/worksheets/" not in str(name):
            return part
        with part:
            content = part.read()
        return BytesIO(content if ESCAPED in content else INLINE.sub(PLAIN, content))


def load_workbook(stream: BinaryIO, *, has_values: bool) -> Workbook:
    """Read a workbook with its rich texts; ``has_values``: formulas as the values they had."""
    reader = ExcelReader(stream, rich_text=True, data_only=has_values)
    reader.archive = PlainTexts(stream)
    reader.read()
    return reader.wb


def save_workbook(workbook: Workbook, target: Path | BinaryIO) -> None:
    """Write the workbook as ``Workbook.save`` does, only sooner."""
    workbook.properties.modified = datetime.now(UTC).replace(tzinfo=None)
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        QuickWriter(workbook, archive).save()


class QuickWriter(ExcelWriter):  # type: ignore[misc]
    """Writes the parts of a workbook; the sheets with our rows."""

    def write_worksheet(self, ws: Worksheet) -> None:
        """Write a sheet into the archive."""
        ws._drawing = SpreadsheetDrawing()
        ws._drawing.charts, ws._drawing.images = ws._charts, ws._images
        writer = RowlessWriter(ws, BytesIO())
        writer.write()
        ws._rels = writer._rels
        before, _, after = writer.out.getvalue().partition(NO_ROWS)
        with self._archive.open(ws.path[1:], "w") as part:
            part.write(before + b"<sheetData>")
            for line in writer.lines:
                part.write(line.encode("utf-8", "xmlcharrefreplace"))
            part.write(b"</sheetData>" + after)
        self.manifest.append(ws)


class RowlessWriter(WorksheetWriter):  # type: ignore[misc]
    """Writes a sheet all but the rows, which are in ``lines`` then."""

    def write_rows(self) -> None:
        """Leave the place where the rows go."""
        self.lines = list(SheetRows(self.ws).lines())
        with self.xf.send(True).element("sheetData"):
            pass
        self.xf.send(None)


class SheetRows:
    """The rows of one sheet as text, and what they have beside them: links and comments, which the sheet lists."""

    __slots__ = ("columns", "looks", "sheet", "styles")

    def __init__(self, sheet: Worksheet) -> None:
        self.sheet = sheet
        self.styles = sheet.parent._cell_styles
        self.looks: dict[bytes, str] = {}
        """The attribute of each style met so far, by its numbers: looked up there, as it is the same for most cells."""
        self.columns: dict[int, str] = {}

    def lines(self) -> Iterator[str]:
        """Give each row that has cells or a look of its own."""
        dimensions = self.sheet.row_dimensions
        for number, cells in in_rows(self.sheet):
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
        content = None if cell.hyperlink is not None else plain_content(value, kind)
        if content is None:
            return by_openpyxl(self.sheet, cell)
        column = self.columns.get(cell.column)
        if column is None:
            column = self.columns[cell.column] = get_column_letter(cell.column)
        return f'<c r="{column}{cell.row}"{look}{content}'

    def look(self, style: StyleArray | None) -> str:
        """Give the attribute of a style; nothing for the usual one."""
        key = style.tobytes() if style is not None else b""
        look = self.looks.get(key)
        if look is None:
            look = f' s="{self.styles.add(style)}"' if style is not None and any(style) else ""
            self.looks[key] = look
        return look


def plain_content(value: object, kind: str) -> str | None:
    """Give type and content of a usual cell, from its type on; None for any other."""
    if value is None or value == "":
        return f' t="{"inlineStr" if kind == "s" else kind}" />' if kind in {"n", "s"} else None
    if kind == "n":
        return f' t="n"><v>{value:.16g}</v></c>' if type(value) in {int, float} and isfinite(value) else None  # type: ignore[arg-type]
    if type(value) is not str or kind not in {"s", "f"}:
        return None
    if kind == "f":
        return f"><f>{escaped(value[1:])}</f><v /></c>" if len(value) > 1 else None
    stripped = value.strip()
    space = ' xml:space="preserve"' if stripped and stripped != value else ""
    return f' t="inlineStr"><is><t{space}>{escaped(value)}</t></is></c>'


def escaped(text: str) -> str:
    """Give a text as XML has it."""
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    return text.replace(">", "&gt;") if ">" in text else text


def by_openpyxl(sheet: Worksheet, cell: Cell) -> str:
    """Let openpyxl write an unusual cell: a date, an error value, rich text, a link."""
    content = BytesIO()
    with xmlfile(content) as stream:
        write_cell(stream, sheet, cell, cell.has_style)
    return content.getvalue().decode("utf-8")


def in_rows(sheet: Worksheet) -> Iterator[tuple[int, Sequence[Cell]]]:
    """Give the rows by number with their cells from left to right, rows without cells that have a look too."""
    rows: dict[int, list[Cell]] = {number: [] for number in sheet.row_dimensions}
    for (number, _), cell in sorted(sheet._cells.items()):
        rows.setdefault(number, []).append(cell)
    return iter(sorted(rows.items()))
