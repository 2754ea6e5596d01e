"""The port: all that an action can do with a workbook. Whole tables go in and out.

Contract, the same for every adapter (``tests/book/test_contract.py``):

* A row is a dictionary heading → cell value with every declared column of the table; the referee's own columns are
  the adapter's business and follow their row by the table's key.
* Rows that are blank in all declared columns are not rows. An empty table reads as ``[]``.
* Headings are found by name: the referee may have moved, sorted, filtered or added columns.
* A table, column or name that the layout does not have is a fault of ours: KeyError, or a BookError where the workbook
  has lost it. So is a column of too few or too many values: ValueError.
* What has no room, since something stands where a table would have to grow, is refused: a BookError.
* Nothing reaches the disk before ``save``.

An action that cannot go on because of the file gets a BookError: a code, whose sentence stands in ``hu.toml`` under
``[book]``, and what it names. It ends the verb with exit code 2 and leaves the file as it was; a cause has a class of
its own only where a caller does something else about it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Protocol

from macros_py.cells import CellError, Formula
from macros_py.words import say

CellValue = None | str | int | float | bool | date | datetime | time | Formula | CellError
Row = dict[str, CellValue]
Grid = Sequence[Sequence[CellValue]]


class Book(Protocol):
    """A workbook laid out by ``templates/sheets``; every name below comes from there."""

    def read_table(self, table: str) -> list[Row]:
        """Give the rows of ``table`` in the order they stand on the sheet."""

    def write_table(self, table: str, rows: Sequence[Row]) -> None:
        """Replace the contents of ``table``; own columns and hidden rows follow their key.

        A heading that the layout declares as repeating (``1. forduló %``) may appear as often as the rows need.
        """

    def write_column(self, table: str, column: str, values: Sequence[CellValue]) -> None:
        """Replace one column, value by value, in the order of the last ``read_table``."""

    def read_value(self, name: str) -> CellValue:
        """Give the value of the cell with the defined name ``name``."""

    def write_value(self, name: str, value: CellValue) -> None:
        """Write into the cell with the defined name ``name``."""

    def write_grid(self, name: str, grid: Grid) -> None:
        """Write a block whose top left cell has the defined name ``name``; whatever stood there before goes."""

    def address(self, table: str, row: int, column: str) -> str:
        """Give the cell (``L17``) of the ``row``-th row (0-based, order of ``read_table``) under a heading."""

    def value_address(self, name: str) -> tuple[str, str]:
        """Give sheet and cell of a defined name: ``("Verseny", "B4")``."""

    def select(self, table: str, row: int, column: str) -> None:
        """Go to a cell: that is where the person at the screen finds himself next."""

    def tell(self, sentence: str) -> None:
        """Show one sentence to the person at the screen."""

    def progress(self, done: int, total: int) -> None:
        """Show how far a long verb has got."""

    def save(self) -> None:
        """Write everything to the disk, whole or not at all."""


class BookError(Exception):
    """Every refusal of a file: ``code`` names its cause, ``fields`` what its sentence tells besides.

    ``str()`` is the Hungarian sentence: what is wrong and what to do.
    """

    code = ""

    def __init__(self, code: str = "", /, **fields: object) -> None:
        super().__init__()
        self.code = code or self.code
        self.fields = fields

    def __str__(self) -> str:
        return say(f"book.{self.code}", **self.fields)


class FileExists(BookError):
    """A file that had to be new stands there already (field ``path``)."""

    code = "file_exists"


class NotAWorkbook(BookError):
    """Not an ``.xlsx`` at all: a text, a picture, a folder (field ``path``)."""

    code = "not_a_workbook"


class OldOrEncrypted(BookError):
    """An old ``.xls`` or a workbook that asks for a password: both are compound files (field ``path``)."""

    code = "old_or_encrypted"


class OverLimit(BookError):
    """A file from outside that holds more than any of its kind: it is not read; the code says of what."""


class NameMissing(BookError):
    """A defined name of ours is gone or points nowhere (field ``name``)."""

    code = "name_missing"


class FileUnreadable(BookError):
    """Whoever runs the program has no right to read the file (field ``path``)."""

    code = "unreadable"


class FolderReadOnly(BookError):
    """Nothing can be written into the folder (field ``folder``)."""

    code = "folder_read_only"


class SnapshotFolderUnusable(BookError):
    """The folder of the snapshots cannot be made or written (field ``folder``)."""

    code = "snapshot_folder"


class KeyMissing(BookError):
    """The workbook shows a fingerprint, but the key file is not there (field ``path``)."""

    code = "key_missing"
