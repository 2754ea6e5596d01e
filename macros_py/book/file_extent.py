"""How much a file from outside holds, counted before it is read: a small one may describe more than any memory has.

Openpyxl makes an object of each cell, also of one under a merged block or a link, and of each style. So all parts of
the file are walked through first, and left at the first thing that is too much.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import IO
from xml.parsers import expat

from macros_py.book.port import BookError, FileUnreadable, OverLimit
from macros_py.book.references import address_of, column_number

MEGABYTE = 2**20
LARGEST_TEXT = 5 * MEGABYTE
"""Of a list or a draw as text; 20 000 people are 2 MB."""
LONGEST_CELL = 32_767
"""Letters: more does not fit into a cell of Excel."""
_MOST_IN_OTHER_PARTS = 300_000
"""Elements of a part that is neither a sheet nor the shared texts; Excel itself takes 65 490 cell formats."""
_LONGEST_TOKEN, _LONGEST_ATTRIBUTE = 2 * MEGABYTE, MEGABYTE // 2
"""Bytes of a tag, which the parser begins anew with each piece; letters of a format's cells: each becomes an object."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that a file may hold: the farthest filled row and column of a sheet, cells and XML elements in all."""

    rows: int
    columns: int
    cells: int
    elements: int


EVENT_LIMITS = Limits(rows=1_048_576, columns=16_384, cells=2_000_000, elements=8_000_000)
"""An event of 300 players and 63 deals has 360 000 cells in 780 000 elements; rows and columns are Excel's."""
LIST = Limits(rows=20_000, columns=256, cells=400_000, elements=2_000_000)
"""A list of people; the federation's is of thousands."""

_UNUSUAL = b"<!", b"sheetData", b"mergeCell", b"hyperlink"
"""Among rows: markup, and what is counted otherwise."""
_LONG_NUMBER = re.compile(rb"=\s*[\"'][0-9]{6}")
FEW_ELEMENTS, _LARGE_PART = 500_000, 64 * MEGABYTE
"""Rows of fewer elements, in a smaller part, are counted at once: no row without a number is far down then."""

_CELL_ADDRESS = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")


def refuse_oversized(path: Path, parts: zipfile.ZipFile, limits: Limits) -> None:
    """Walk through all parts of a workbook.

    :raises OverLimit: it holds more than any (``too_many_cells``), or a cell far off (``cell_too_far``).
    :raises BookError: a part cannot be unpacked (``damaged``).
    """
    walk = Walk(path, limits)
    for part in parts.infolist():
        try:
            with parts.open(part) as stream:
                is_odd = walk.has_near_end or part.file_size >= _LARGE_PART
                walk.through(stream if is_odd else walk.rowless(stream))
        except expat.ExpatError:
            continue  # a picture, or a part that openpyxl will not be able to read either
        except (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, RuntimeError) as error:
            raise BookError("damaged", path=path) from error


class Walk:
    """The way through the parts of one file, and what was met so far."""

    __slots__ = ("cells", "column", "elements", "has_near_end", "in_part", "limits", "parser", "path", "row")

    def __init__(self, path: Path, limits: Limits) -> None:
        self.path, self.limits = path, limits
        self.cells = self.elements = self.in_part = self.row = self.column = 0
        self.has_near_end = (limits.rows, limits.columns) != (EVENT_LIMITS.rows, EVENT_LIMITS.columns)

    def through(self, stream: IO[bytes]) -> None:
        """Walk through one part.

        :raises ExpatError: it is no XML.
        :raises ValueError: a row has no number.
        :raises OverLimit: it is too much.
        """
        self.in_part = self.row = self.column = given = 0
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self.begin
        while piece := stream.read(MEGABYTE // 4):
            self.parser.Parse(piece)
            given += len(piece)
            if given - self.parser.CurrentByteIndex > _LONGEST_TOKEN:
                raise self.too_much()
        self.parser.Parse(b"", True)

    def rowless(self, stream: IO[bytes]) -> IO[bytes]:
        """Count the rows of an event's sheet at once where they are usual, and give the part without them.

        :raises OverLimit: it is one too many (``too_many_cells``).
        """
        content = stream.read()
        before, begin, rest = content.partition(b"<sheetData>")
        rows, end, after = rest.rpartition(b"</sheetData>")
        elements = rows.count(b"<") - rows.count(b"</")
        step = _LONGEST_ATTRIBUTE // 2
        is_odd = not end or any(mark in rows for mark in _UNUSUAL) or bool(_LONG_NUMBER.search(rows))
        is_odd = is_odd or any(rows.find(b"<", at, at + step) < 0 for at in range(0, len(rows), step))
        if is_odd or elements > FEW_ELEMENTS:
            return BytesIO(content)
        self.elements += elements
        self.cells += rows.count(b"<c")
        if self.cells > self.limits.cells or self.elements > self.limits.elements:
            raise self.too_much()
        return BytesIO(before + begin + end + after)

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        """See from the root what kind of part it is: sheets, shared texts, or something that is never large."""
        handlers = {"worksheet": self.meet_in_sheet, "sst": self.meet_text}
        self.parser.StartElementHandler = handlers.get(name.rpartition(":")[2], self.meet_other)

    def meet_text(self, name: str, attributes: dict[str, str]) -> None:
        """Count an element of the shared texts.

        :raises OverLimit: it is one too many (``too_many_cells``).
        """
        self.elements += 1
        if self.elements > self.limits.elements:
            raise self.too_much()

    def meet_other(self, name: str, attributes: dict[str, str]) -> None:
        """Count an element of another part.

        :raises OverLimit: it is one too many (``too_many_cells``).
        """
        self.in_part += 1
        if self.in_part > _MOST_IN_OTHER_PARTS:
            raise self.too_much()

    def meet_in_sheet(self, name: str, attributes: dict[str, str]) -> None:
        """Count an element of a sheet, and what becomes an object for each cell that it names.

        :raises OverLimit: it is one too many (``too_many_cells``), or fills a cell far off (``cell_too_far``).
        """
        self.elements += 1
        if ":" in name:
            name = name.rpartition(":")[2]
        if name == "c":
            self.cells += 1
            if self.has_near_end:  # without an address it stands right of the last one
                place = _CELL_ADDRESS.fullmatch(attributes.get("r", ""))
                self.column = column_number(place[1].upper()) if place else self.column + 1
                self.row = int(place[2]) if place else self.row
        elif name in {"v", "is", "f"}:  # what makes a cell more than a format
            if self.row > self.limits.rows or self.column > self.limits.columns:
                cell, rows, columns = address_of(self.row, self.column), self.limits.rows, self.limits.columns
                raise OverLimit("cell_too_far", path=self.path, cell=cell, rows=rows, columns=columns)
        elif name == "row":
            self.row = int(attributes["r"]) if "r" in attributes else self.row + 1
            self.column = 0
        elif name in {"mergeCell", "hyperlink"}:
            self.cells += area(attributes.get("ref", ""))
        elif any(len(value) > _LONGEST_ATTRIBUTE for value in attributes.values()):
            raise self.too_much()
        if self.cells > self.limits.cells or self.elements > self.limits.elements:
            raise self.too_much()

    def too_much(self) -> OverLimit:
        """Give the error for a file that holds more than any of its kind."""
        return OverLimit("too_many_cells", path=self.path, most=self.limits.cells)


def area(block: str) -> int:
    """Give how many cells a block (``A1:C4``) has; 1 for what is none."""
    begin, end = map(_CELL_ADDRESS.fullmatch, block.partition(":")[::2])
    if not (begin and end):
        return 1
    width = abs(column_number(end[1].upper()) - column_number(begin[1].upper())) + 1
    return width * (abs(int(end[2]) - int(begin[2])) + 1)


def read_text_bytes(path: Path) -> bytes:
    """Read a list or a draw that is a text.

    :raises FileUnreadable: the operating system does not let us read it.
    :raises OverLimit: it is larger than any (``text_too_large``).
    """
    try:
        with path.open("rb") as stream:
            content = stream.read(LARGEST_TEXT + 1)
            size = stream.seek(0, 2)
    except OSError as error:
        raise FileUnreadable(path=path) from error
    if size > LARGEST_TEXT:
        raise OverLimit("text_too_large", path=path, size=size // MEGABYTE, most=LARGEST_TEXT // MEGABYTE)
    return content
