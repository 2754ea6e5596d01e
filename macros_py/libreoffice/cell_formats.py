"""How cells look, as far as plain xlwings sets it: number format, colour, font, alignment, width, height, hiding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xlwings import base_classes

from macros_py.libreoffice.bridge import Remote
from macros_py.libreoffice.uno_library import constant
from macros_py.libreoffice.unsupported import complete

if TYPE_CHECKING:
    from macros_py.libreoffice.sheets import Sheet

NO_COLOUR = -1
BOLD, PLAIN = 150.0, 100.0
HORIZONTAL = {
    "general": "STANDARD",
    "left": "LEFT",
    "center": "CENTER",
    "right": "RIGHT",
    "justify": "BLOCK",
    "fill": "REPEAT",
}
VERTICAL = {"top": 1, "center": 2, "bottom": 3}
VERTICAL_DEFAULT = 0
INCH, POINTS = 2540, 72
"""LibreOffice measures in hundredths of a millimetre (2540 an inch), Excel in points (72 an inch)."""
PIXELS, DIGIT_PIXELS, PADDING_PIXELS = 96, 7, 5
"""Excel counts the width of a column in digits of 7 pixels, 5 more for the edges, 96 pixels an inch."""


def to_colour(value: Any) -> int:
    """Give LibreOffice's number of a colour: None, ``#rrggbb``, red-green-blue, or Excel's number (blue first)."""
    if value is None:
        return NO_COLOUR
    if isinstance(value, str):
        return int(value.removeprefix("#"), 16)
    if isinstance(value, list | tuple):
        return int(value[0]) << 16 | int(value[1]) << 8 | int(value[2])
    number = int(value)
    return (number & 255) << 16 | number & 0xFF00 | number >> 16


def from_colour(number: int | None) -> tuple[int, int, int] | None:
    """Give red, green and blue; None for no colour."""
    if number is None or number < 0:
        return None
    return (number >> 16 & 255, number >> 8 & 255, number & 255)


class FormattedRange:
    """The looks of a range; ``remote`` and ``sheet`` come from the range itself."""

    sheet: Sheet
    shape: tuple[int, int]

    @property
    def remote(self) -> Remote:
        """Give LibreOffice's range.

        :raises NotImplementedError: the range itself gives it.
        """
        raise NotImplementedError

    @property
    def number_format(self) -> str | None:
        """Give the format code; None if the cells differ."""
        key = self.remote.NumberFormat
        return None if key is None else self.sheet.book.formats.code(key)

    @number_format.setter
    def number_format(self, value: str) -> None:
        """Give every cell this format code, in English spelling."""
        self.remote.NumberFormat = self.sheet.book.formats.key(value)

    @property
    def color(self) -> tuple[int, int, int] | None:
        """Give the colour behind the cells; None for none."""
        return from_colour(self.remote.CellBackColor)

    @color.setter
    def color(self, value: Any) -> None:
        """Colour it; None takes the colour away."""
        self.remote.CellBackColor = to_colour(value)

    @property
    def font(self) -> Font:
        """Give the font."""
        return Font(self.remote)

    @property
    def wrap_text(self) -> bool:
        """Say whether long texts are broken into lines."""
        return bool(self.remote.IsTextWrapped)

    @wrap_text.setter
    def wrap_text(self, value: bool) -> None:
        """Break long texts into lines, or not."""
        self.remote.IsTextWrapped = bool(value)

    @property
    def horizontal_alignment(self) -> str:
        """Give ``general``, ``left``, ``center``, ``right``, ``justify`` or ``fill``."""
        found = self.remote.HoriJustify.value
        return next(name for name, value in HORIZONTAL.items() if value == found)

    @horizontal_alignment.setter
    def horizontal_alignment(self, value: str) -> None:
        """Align, by one of the same words."""
        self.remote.HoriJustify = constant("table.CellHoriJustify", HORIZONTAL[value])

    @property
    def vertical_alignment(self) -> str:
        """Give ``top``, ``center`` or ``bottom``."""
        found = self.remote.VertJustify or VERTICAL["bottom"]
        return next(name for name, value in VERTICAL.items() if value == found)

    @vertical_alignment.setter
    def vertical_alignment(self, value: str) -> None:
        """Align, by one of the same words."""
        self.remote.VertJustify = VERTICAL[value]

    @property
    def column_width(self) -> float:
        """Give the width of the first column in digits, as Excel does."""
        pixels = float(self.remote.Columns.getByIndex(0).Width) / INCH * PIXELS
        return round((pixels - PADDING_PIXELS) / DIGIT_PIXELS, 2)

    @column_width.setter
    def column_width(self, value: float) -> None:
        """Make every column this wide, in digits."""
        self.remote.Columns.Width = round((value * DIGIT_PIXELS + PADDING_PIXELS) / PIXELS * INCH)

    @property
    def row_height(self) -> float:
        """Give the height of the first row in points."""
        return round(float(self.remote.Rows.getByIndex(0).Height) / INCH * POINTS, 2)

    @row_height.setter
    def row_height(self, value: float) -> None:
        """Make every row this high, in points."""
        self.remote.Rows.Height = round(value / POINTS * INCH)

    @property
    def row_hidden(self) -> bool | None:
        """Say whether the rows are hidden, by hand or by a filter; None if only some are."""
        areas = self.remote.queryVisibleCells().RangeAddresses
        shown = {row for area in areas for row in range(area.StartRow, area.EndRow + 1)}
        return None if 0 < len(shown) < self.shape[0] else not shown

    @row_hidden.setter
    def row_hidden(self, value: bool) -> None:
        """Hide or show every row."""
        self.remote.Rows.IsVisible = not value

    @property
    def column_hidden(self) -> bool:
        """Say whether the first column is hidden."""
        return not self.remote.Columns.getByIndex(0).IsVisible

    @column_hidden.setter
    def column_hidden(self, value: bool) -> None:
        """Hide or show every column."""
        self.remote.Columns.IsVisible = not value

    def autofit(self, axis: str | None = None) -> None:
        """Fit ``columns``, ``rows``, or both to their contents."""
        if axis in (None, "c", "columns"):
            self.remote.Columns.OptimalWidth = True
        if axis in (None, "r", "rows"):
            self.remote.Rows.OptimalHeight = True

    @property
    def merge_cells(self) -> bool:
        """Say whether the cells are merged into one."""
        return bool(self.remote.IsMerged)

    def unmerge(self) -> None:
        """Part merged cells."""
        self.remote.merge(False)


@complete
class Font(base_classes.Font):
    """The font of a range."""

    def __init__(self, cells: Remote) -> None:
        self._cells = cells

    @property
    def api(self) -> Remote:
        """Give LibreOffice's range."""
        return self._cells

    @property
    def bold(self) -> bool:
        """Say whether the letters are bold."""
        return bool(self._cells.CharWeight >= BOLD)

    @bold.setter
    def bold(self, value: bool) -> None:
        """Make the letters bold, or plain."""
        self._cells.CharWeight = BOLD if value else PLAIN

    @property
    def italic(self) -> bool:
        """Say whether the letters lean."""
        return bool(self._cells.CharPosture.value == "ITALIC")

    @italic.setter
    def italic(self, value: bool) -> None:
        """Let the letters lean, or stand."""
        self._cells.CharPosture = constant("awt.FontSlant", "ITALIC" if value else "NONE")

    @property
    def size(self) -> float:
        """Give the size in points."""
        return float(self._cells.CharHeight)

    @size.setter
    def size(self, value: float) -> None:
        """Set the size in points."""
        self._cells.CharHeight = float(value)

    @property
    def color(self) -> tuple[int, int, int] | None:
        """Give the colour of the letters; None for the automatic one."""
        return from_colour(self._cells.CharColor)

    @color.setter
    def color(self, value: Any) -> None:
        """Colour it; None takes the colour away."""
        self._cells.CharColor = to_colour(value)

    @property
    def name(self) -> str:
        """Give the name of the font."""
        return str(self._cells.CharFontName)

    @name.setter
    def name(self, value: str) -> None:
        """Choose a font by its name."""
        self._cells.CharFontName = value


@complete
class FreezePanes(base_classes.FreezePanes):
    """What stays in place while a sheet scrolls."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet

    def freeze_at(self, frozen_range: str) -> None:
        """Hold the rows and columns down to the end of a range, such as ``1:2`` or ``A1:B3``."""
        self._sheet.activate()
        cells, whole = self._sheet.range(frozen_range), self._sheet.cells.shape
        rows = 0 if cells.shape[0] >= whole[0] else cells.last_row
        columns = 0 if cells.shape[1] >= whole[1] else cells.last_column
        self._sheet.book.document.CurrentController.freezeAtPosition(columns, rows)

    def unfreeze(self) -> None:
        """Let everything scroll."""
        self._sheet.activate()
        self._sheet.book.document.CurrentController.freezeAtPosition(0, 0)
