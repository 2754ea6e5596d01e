"""A copy of everything the workbook holds, taken before a verb changes it: the base of undo and restore.

One compressed JSON a snapshot, readable without the program: ``tablak`` has each table's headings (``fejlec``) and rows
(``sorok``), ``ertekek`` the named values. What JSON has no form for stands as ``{"datum": …}``. Its name ends with that
of the workbook and a part of the event's identity. It is for its owner's eyes only.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from math import isfinite
from pathlib import Path
from typing import Any

from macros_py.book.held import HeldBook
from macros_py.book.layout import table_layouts, value_layouts
from macros_py.book.places import copies_folder
from macros_py.book.port import Book, CellValue, FileExists, FolderReadOnly, Row, SnapshotFolderUnusable
from macros_py.book.saving import EVENT_NAME, PRIVATE_MODE, long_path, write_atomically
from macros_py.book.table_plan import headings_of
from macros_py.cells import CellError, Formula, read_text

FOLDER = "masolatok"
STAMP = "%Y%m%d-%H%M%S-%f"
"""How a moment is written in a copy's name."""
COPY_SUFFIX = ".json.gz"
SHORT_EVENT = 8
"""Signs of the event's identity that a copy's name ends with: two events of one name keep apart on a stick."""
LONGEST_STEM = 40
"""Letters of the workbook's name taken into a snapshot's, which must stay short enough for every disk."""
LARGEST_COPY = 64 * 2**20
"""Bytes of a copy, unpacked; that of an event of 300 players and 63 deals has 3 MB."""
_MOST_PIECES = 2_000_000
"""Lists and tables in a copy: one for each row, and one for each date."""
_GZIP_ERRORS = (gzip.BadGzipFile, zlib.error)
COMPRESSION = 1
"""Fastest: a snapshot is taken at every verb, and is a tenth of its size even so."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All tables and named values as they stood at ``taken``, before ``verb``.

    ``taken`` keeps the copies in their order; where the clock had gone back it is later than ``clock``, what the clock
    then said.
    """

    verb: str
    taken: datetime
    tables: Mapping[str, list[Row]]
    values: Mapping[str, CellValue]
    clock: datetime | None = None

    @property
    def book(self) -> HeldBook:
        """Give what was copied, to be read as any workbook is."""
        return HeldBook.of(self.tables, self.values)

    @property
    def event(self) -> str:
        """Give the identity of the event."""
        return read_text(self.values.get(EVENT_NAME))

    @property
    def when(self) -> datetime:
        """Give the time to show: what the clock said."""
        return self.clock or self.taken


def snapshot(book: Book, verb: str, taken: datetime) -> Snapshot:
    """Read everything through the port."""
    return Snapshot(
        verb,
        taken,
        {table: book.read_table(table) for table in table_layouts()},
        {name: book.read_value(name) for name in value_layouts()},
    )


def save_snapshot(taken: Snapshot, workbook: Path, folder: Path | None = None) -> Path:
    """Write the snapshot into a folder, by default the workbook's own; give its path, which is never one used before.

    :raises SnapshotFolderUnusable: the folder cannot be made, or takes no new file.
    :raises BookError: the disk has no room (``disk_full``); the operating system refused for another reason
        (``not_saved``).
    """
    folder = folder or made_folder(workbook)
    data = gzip.compress(snapshot_text(taken).encode("utf-8"), COMPRESSION, mtime=0)
    stamp = taken.taken.strftime(STAMP)
    clock = f"-{taken.clock.strftime(STAMP)}" if taken.clock else ""
    number = 1 + len(list(folder.glob(f"{stamp}_*")))
    while True:
        path = folder / f"{stamp}_{number:02}{clock}_{taken.verb}_{label(workbook, taken.event)}{COPY_SUFFIX}"
        try:
            write_atomically(path, lambda stream: stream.write(data), is_new=True, mode=PRIVATE_MODE)
        except FileExists:
            number += 1
        except FolderReadOnly as error:
            raise SnapshotFolderUnusable(folder=folder) from error
        else:
            return path


def label(workbook: Path, event: str) -> str:
    """Give how the names of a workbook's copies end: ``Kupa.1a2b3c4d``."""
    stem = workbook.stem[:LONGEST_STEM]
    return f"{stem}.{event[:SHORT_EVENT]}" if event else stem


def made_folder(workbook: Path) -> Path:
    """Give the folder of a workbook's own copies, made if need be.

    :raises SnapshotFolderUnusable: it cannot be made.
    """
    folder = copies_folder(workbook, FOLDER)
    try:
        long_path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SnapshotFolderUnusable(folder=folder) from error
    return folder


def snapshot_text(taken: Snapshot) -> str:
    """Put a snapshot into JSON, one row of a table a line."""
    tables = ",\n".join(f"{_dumped(name)}: {_table_text(rows)}" for name, rows in taken.tables.items())
    values = {name: _packed(value) for name, value in taken.values.items()}
    head = f'"muvelet": {_dumped(taken.verb)},\n"idopont": {_dumped(taken.taken.isoformat())}'
    if taken.clock:
        head += f',\n"ora_szerint": {_dumped(taken.clock.isoformat())}'
    return f'{{\n{head},\n"ertekek": {_dumped(values)},\n"tablak": {{\n{tables}\n}}\n}}\n'


def _table_text(rows: list[Row]) -> str:
    headings = headings_of(rows)
    lines = ",\n".join(_dumped([_packed(row.get(heading)) for heading in headings]) for row in rows)
    return f'{{"fejlec": {_dumped(headings)}, "sorok": [\n{lines}\n]}}'


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


_JSON_TYPES = frozenset({type(None), bool, int, float, str})


def _packed(value: Any) -> Any:
    """Give the JSON form of a cell value."""
    if type(value) in _JSON_TYPES:
        return value
    if isinstance(value, Formula | CellError):
        return {"keplet" if isinstance(value, Formula) else "hibaertek": str(value)}
    kinds = ((datetime, "idopont"), (date, "datum"), (time, "ora"))
    return next(({name: value.isoformat()} for kind, name in kinds if isinstance(value, kind)), value)


def _json_value(value: Any) -> Any:
    """Give the cell value of its JSON form.

    :raises ValueError: it is none that ``_packed`` makes.
    :raises KeyError: the same.
    """
    if isinstance(value, dict):
        ((kind, text),) = value.items()
        return _JSON_READERS[kind](text)
    if type(value) not in _JSON_TYPES or (isinstance(value, float) and not isfinite(value)):
        raise ValueError("no cell value")
    return value


def local_moment(text: str) -> datetime:
    """Read a point in time without a zone, as all of ours are.

    :raises ValueError: it is none.
    """
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is not None:
        raise ValueError("a time zone")
    return moment


_JSON_READERS: dict[str, Callable[[str], CellValue]] = {
    "keplet": Formula,
    "hibaertek": CellError,
    "idopont": local_moment,
    "datum": date.fromisoformat,
    "ora": time.fromisoformat,
}


def load_snapshot(path: Path) -> Snapshot:
    """Read a snapshot back.

    :raises OSError: the file cannot be read.
    :raises ValueError: it is not a snapshot, or not a whole one, or far larger than any.
    """
    try:
        return _snapshot_of(json.loads(_unpacked(path)))
    except (KeyError, TypeError, AttributeError, RecursionError, EOFError, *_GZIP_ERRORS) as error:
        raise ValueError(f"{path.name} is no snapshot") from error


def _unpacked(path: Path) -> bytes:
    """Unpack a copy.

    :raises OSError: the file cannot be read.
    :raises ValueError: it is far larger than any, or of far more pieces.
    """
    with gzip.open(long_path(path)) as stream:
        content = stream.read(LARGEST_COPY + 1)
    if len(content) > LARGEST_COPY or content.count(b"[") + content.count(b"{") > _MOST_PIECES:
        raise ValueError(f"{path.name} is larger than any copy")
    return content


def _snapshot_of(data: Any) -> Snapshot:
    """Make a snapshot of the content of a file.

    :raises ValueError: it does not have the form of one.
    :raises KeyError: the same, as TypeError and AttributeError.
    """
    tables = {
        name: [dict(zip(_texts(one["fejlec"]), map(_json_value, row), strict=True)) for row in one["sorok"]]
        for name, one in data["tablak"].items()
    }
    values = {name: _json_value(value) for name, value in data["ertekek"].items()}
    clock = local_moment(data["ora_szerint"]) if "ora_szerint" in data else None
    [verb] = _texts([data["muvelet"]])
    return Snapshot(verb, local_moment(data["idopont"]), tables, values, clock)


def _texts(values: list[Any]) -> list[str]:
    """Give texts that have to be texts.

    :raises TypeError: one of them is none.
    """
    if not all(isinstance(value, str) for value in values):
        raise TypeError("no text")
    return values
