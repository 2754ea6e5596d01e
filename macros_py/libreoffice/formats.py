"""How cells look, as far as plain xlwings sets it: number format, colour, font, alignment, width, height, hiding."""

from __future__ import annotations

import re
from abc import abstractmethod
from typing import Any

from xlwings import base_classes

from macros_py.libreoffice.bridge import Remote
from macros_py.libreoffice.errors import complete
from macros_py.libreoffice.process import constant, english

DATE, TIME, TRUTH, TEXT = 2, 4, 1024, 256
"""Bits of a format's type in LibreOffice."""
GENERAL_KEY = 0
_WORDS_AND_LETTERS = re.compile(r'("[^"]*"|\[[^]]*\]|AM/PM)|([A-Z]+)')
_UNKNOWN_KEY = -1
_NO_COLOUR = -1
_BOLD, _PLAIN = 150.0, 100.0
_HORIZONTAL = {
    "general": "STANDARD",
    "left": "LEFT",
    "center": "CENTER",
    "right": "RIGHT",
    "justify": "BLOCK",
    "fill": "REPEAT",
}
_VERTICAL = {"top": 1, "center": 2, "bottom": 3}
_INCH, _POINTS = 2540, 72
"""LibreOffice measures in hundredths of a millimetre (2540 an inch), Excel in points (72 an inch)."""
_PIXELS, _DIGIT_PIXELS, _PADDING_PIXELS = 96, 7, 5
"""Excel counts the width of a column in digits of 7 pixels, 5 more for the edges, 96 pixels an inch."""


class NumberFormats:
    """Codes ↔ keys ↔ types of the formats of a document."""

    __slots__ = ("_document", "_keys", "_types")

    def __init__(self, document: Remote) -> None:
        self._document = document
        self._keys: dict[str, int] = {}
        self._types: dict[int, int] = {}

    def key(self, code: str) -> int:
        """Give the key of a format code in English spelling; a new code is added to the document."""
        if code not in self._keys:
            formats, locale = self._document.NumberFormats, english()
            found = formats.queryKey(code, locale, False)
            self._keys[code] = formats.addNew(code, locale) if found == _UNKNOWN_KEY else found
        return self._keys[code]

    def kind(self, key: int) -> int:
        """Give the type bits of a format: ``DATE``, ``TIME``, ``TRUTH``, ``TEXT``."""
        if key not in self._types:
            self._types[key] = self._properties(key).Type & ~1  # 1: a format that Calc did not bring itself
        return self._types[key]

    def code(self, key: int) -> str:
        """Give the format code; the letters of dates are small, as Excel writes them."""
        code = str(self._properties(key).FormatString)
        if self.kind(key) & (DATE | TIME):
            return _WORDS_AND_LETTERS.sub(lambda match: match[1] or match[2].lower(), code)
        return code

    def _properties(self, key: int) -> Any:
        return self._document.NumberFormats.getByKey(key)


def _to_colour(value: Any) -> int:
    """Give LibreOffice's number of a colour: None, ``#rrggbb``, red-green-blue, or Excel's number (blue first)."""
    if value is None:
        return _NO_COLOUR
    if isinstance(value, str):
        return int(value.removeprefix("#"), 16)
    if isinstance(value, list | tuple):
        return int(value[0]) << 16 | int(value[1]) << 8 | int(value[2])
    number = int(value)
    return (number & 255) << 16 | number & 0xFF00 | number >> 16


def _from_colour(number: int | None) -> tuple[int, int, int] | None:
    if number is None or number < 0:
        return None
    return (number >> 16 & 255, number >> 8 & 255, number & 255)


class FormattedRange:
    """The looks of a range, whose own class says which cells it is."""

    formats: NumberFormats
    shape: tuple[int, int]

    @property
    @abstractmethod
    def remote(self) -> Remote:
        """Give LibreOffice's range."""

    @property
    def number_format(self) -> str | None:
        """Give the format code; None if the cells differ."""
        key = self.remote.NumberFormat
        return None if key is None else self.formats.code(key)

    @number_format.setter
    def number_format(self, value: str) -> None:
        """Give every cell this format code, in English spelling."""
        self.remote.NumberFormat = self.formats.key(value)

    @property
    def color(self) -> tuple[int, int, int] | None:
        """Give the colour behind the cells; None for none."""
        return _from_colour(self.remote.CellBackColor)

    @color.setter
    def color(self, value: Any) -> None:
        """Colour it; None takes the colour away."""
        self.remote.CellBackColor = _to_colour(value)

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
        return next(name for name, value in _HORIZONTAL.items() if value == found)

    @horizontal_alignment.setter
    def horizontal_alignment(self, value: str) -> None:
        """Align, by one of the same words."""
        self.remote.HoriJustify = constant("table.CellHoriJustify", _HORIZONTAL[value])

    @property
    def vertical_alignment(self) -> str:
        """Give ``top``, ``center`` or ``bottom``."""
        found = self.remote.VertJustify or _VERTICAL["bottom"]
        return next(name for name, value in _VERTICAL.items() if value == found)

    @vertical_alignment.setter
    def vertical_alignment(self, value: str) -> None:
        """Align, by one of the same words."""
        self.remote.VertJustify = _VERTICAL[value]

    @property
    def column_width(self) -> float:
        """Give the width of the first column in digits, as Excel does."""
        pixels = float(self.remote.Columns.getByIndex(0).Width) / _INCH * _PIXELS
        return round((pixels - _PADDING_PIXELS) / _DIGIT_PIXELS, 2)

    @column_width.setter
    def column_width(self, value: float) -> None:
        """Make every column this wide, in digits."""
        self.remote.Columns.Width = round((value * _DIGIT_PIXELS + _PADDING_PIXELS) / _PIXELS * _INCH)

    @property
    def row_height(self) -> float:
        """Give the height of the first row in points."""
        return round(float(self.remote.Rows.getByIndex(0).Height) / _INCH * _POINTS, 2)

    @row_height.setter
    def row_height(self, value: float) -> None:
        """Make every row this high, in points."""
        self.remote.Rows.Height = round(value / _POINTS * _INCH)

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
        return bool(self._cells.CharWeight >= _BOLD)

    @bold.setter
    def bold(self, value: bool) -> None:
        """Make the letters bold, or plain."""
        self._cells.CharWeight = _BOLD if value else _PLAIN

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
        return _from_colour(self._cells.CharColor)

    @color.setter
    def color(self, value: Any) -> None:
        """Colour it; None takes the colour away."""
        self._cells.CharColor = _to_colour(value)

    @property
    def name(self) -> str:
        """Give the name of the font."""
        return str(self._cells.CharFontName)

    @name.setter
    def name(self, value: str) -> None:
        """Choose a font by its name."""
        self._cells.CharFontName = value
