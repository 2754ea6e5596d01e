"""A closed file opened (openpyxl): a workbook – whose is it, is it sound, may it be written? –, or a typing sheet.

What a second typist sends back is result rows, wherever they stand in the file.
"""

from __future__ import annotations

import gc
import os
import re
import stat
import warnings
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from macros_py import EMPTY_WORKBOOK
from macros_py.book.file_extent import EVENT_LIMITS, MEGABYTE, Limits, refuse_oversized
from macros_py.book.file_library import (
    Workbook,
    Worksheet,
    cells_of,
    read_workbook,
    value_at,
)
from macros_py.book.file_repair import find_headings, mend, upgrade
from macros_py.book.layout import LAYOUT_NAME, known_layout, table_layout
from macros_py.book.port import (
    BookError,
    CellValue,
    FileUnreadable,
    FolderReadOnly,
    NameMissing,
    NotAWorkbook,
    OldOrEncrypted,
    OverLimit,
    Row,
)
from macros_py.book.references import address_of
from macros_py.book.saving import EVENT_NAME, long_path, refuse_if_locked
from macros_py.cells import Formula, read_text
from macros_py.rules.results.protocol import RESULTS_TABLE

_COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""The first bytes of an old ``.xls`` and of an encrypted ``.xlsx``."""
_LARGEST_WORKBOOK = 400 * MEGABYTE
"""An event of 300 players and 63 deals is 30 MB; a million blank rows are 60."""
_WRITE_BITS = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
_ONE_CELL = re.compile(r"\$?[A-Z]{1,3}\$?[0-9]+")
_TABLE_TWICE = re.compile(r"Table with name (\S+) already exists")
"""What openpyxl says of two tables with one name; no other sign of it comes through."""


@contextmanager
def undisturbed() -> Iterator[None]:
    """Keep openpyxl's English warnings off the screen, and the garbage collector off its small objects."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        if was_on:
            gc.enable()


def open_workbook(path: Path) -> tuple[Workbook, int]:
    """Read a workbook of ours that may be written, and the number of its layout; an older one is brought up to ours.

    :raises BookError: it is missing, open elsewhere (``locked``), ``read_only`` or ``damaged``; two tables bear one
        name (``table_twice``); it has no layout mark (``not_ours``) or that of a newer program (``layout_newer``);
        it is older, and what it lacks has no room (``no_room``) or no source (``template_missing``).
    :raises FolderReadOnly: nothing new can be put beside it, so it cannot be saved safely.
    :raises NotAWorkbook: it is no ``.xlsx``.
    :raises OldOrEncrypted: it is an ``.xls`` or asks for a password.
    :raises OverLimit: unpacked it would fill the memory.
    """
    refuse_unreadable(path)
    _refuse_place(path)
    workbook = _load_workbook_file(path)
    mend(workbook)
    if (found := _layout_of(workbook, path)) < known_layout():
        if not EMPTY_WORKBOOK.is_file():
            raise BookError("template_missing", path=EMPTY_WORKBOOK)
        upgrade(workbook, _load_workbook_file(EMPTY_WORKBOOK))
        sheet, cell = destination(workbook, LAYOUT_NAME)
        workbook[sheet][cell].value = known_layout()
    return workbook, found


def read_template(template: Path, path: Path) -> Workbook:
    """Read the empty workbook that a file at ``path`` begins as; the template may be locked or read-only.

    :raises BookError: the template is not there (``template_missing``) or cannot be read (``damaged``); nothing
        can be put at ``path``.
    """
    _refuse_place(path)
    if not template.is_file():
        raise BookError("template_missing", path=template)
    refuse_unreadable(template)
    workbook = _load_workbook_file(template)
    _layout_of(workbook, template)
    return workbook


def refuse_unreadable(path: Path, limits: Limits = EVENT_LIMITS) -> None:
    """Look at the outside of the file: is it there, is it what its name says, and no more than it may be?

    :raises BookError: there is no such file (``file_missing``); the zip is broken (``damaged``).
    :raises NotAWorkbook: it is a folder, or no zip with a workbook in it.
    :raises OldOrEncrypted: it is a compound file.
    :raises FileUnreadable: the operating system does not let us read it.
    :raises OverLimit: it is larger (``too_large``), or holds more, than anything of its kind.
    """
    place = long_path(path.absolute())
    if place.is_dir():
        raise NotAWorkbook(path=path)
    try:
        with place.open("rb") as stream:
            start = stream.read(len(_COMPOUND_FILE))
    except FileNotFoundError as error:
        raise BookError("file_missing", path=path) from error
    except OSError as error:
        raise FileUnreadable(path=path) from error
    if start == _COMPOUND_FILE:
        raise OldOrEncrypted(path=path)
    if not start.startswith(b"PK"):
        raise NotAWorkbook(path=path) if start else BookError("damaged", path=path)
    try:
        with zipfile.ZipFile(place) as parts:
            if not {"[Content_Types].xml", "xl/workbook.xml"} <= {*parts.namelist()}:
                raise NotAWorkbook(path=path)
            size, most = sum(part.file_size for part in parts.infolist()), _LARGEST_WORKBOOK
            if size > most:
                raise OverLimit("too_large", path=path, size=size // MEGABYTE, most=most // MEGABYTE)
            refuse_oversized(path, parts, limits)
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        raise BookError("damaged", path=path) from error


def _refuse_place(path: Path) -> None:
    """Say before the work, not after it, that the result could not be saved there.

    :raises BookError: another program has the file open (``locked``); the file must not be written
        (``read_only``); there is no such folder (``folder_missing``).
    :raises FolderReadOnly: the folder takes no new file.
    """
    refuse_if_locked(path)
    place = path.resolve()
    if place.exists() and not (place.stat().st_mode & _WRITE_BITS and os.access(place, os.W_OK)):
        raise BookError("read_only", path=path)
    if not place.parent.is_dir():
        raise BookError("folder_missing", folder=place.parent)
    if not os.access(place.parent, os.W_OK):
        raise FolderReadOnly(folder=place.parent)


def _load_workbook_file(path: Path, *, has_values: bool = False) -> Workbook:
    """Read the whole workbook with its rich texts; ``has_values``: formulas as the values they had at the last save.

    :raises BookError: a part of it cannot be read (``damaged``); two tables bear one name (``table_twice``).
    """
    if gc.get_freeze_count():
        gc.unfreeze()
        gc.collect()  # or what is left of the former workbook, nothing but cycles, would be frozen for good
    try:
        with undisturbed(), long_path(path.resolve()).open("rb") as stream:
            workbook = read_workbook(stream, has_values=has_values)
            gc.freeze()  # or every later collection would look through a million cells
            return workbook
    except MemoryError:
        raise
    except ValueError as error:
        if twice := _TABLE_TWICE.search(f"{error} {error.__context__}"):
            raise BookError("table_twice", table=twice[1]) from error
        raise BookError("damaged", path=path) from error
    except Exception as error:  # a broken part makes openpyxl raise errors of every kind
        raise BookError("damaged", path=path) from error


def _layout_of(workbook: Workbook, path: Path) -> int:
    """See that the workbook has our layout, and give its number.

    :raises BookError: it bears no layout mark (``not_ours``); its number is greater than what this program
        knows (``layout_newer``).
    """
    try:
        sheet, cell = destination(workbook, LAYOUT_NAME)
    except NameMissing as error:
        raise BookError("not_ours", path=path) from error
    found = workbook[sheet][cell].value
    if not isinstance(found, int) or found < 1:
        raise BookError("not_ours", path=path)
    if found > known_layout():
        raise BookError("layout_newer", path=path, found=found, known=known_layout())
    return found


def destination(workbook: Workbook, name: str) -> tuple[str, str]:
    """Give sheet and cell (``B4``) of a defined name.

    :raises NameMissing: there is no such name, or it does not point to one cell.
    """
    defined = workbook.defined_names.get(name)
    try:
        places = list(defined.destinations) if defined is not None else []
    except (TypeError, ValueError, AttributeError):
        places = []
    if len(places) != 1 or places[0][0] not in workbook.sheetnames or not _ONE_CELL.fullmatch(places[0][1]):
        raise NameMissing(name=name)
    sheet, cell = places[0]
    return sheet, cell.replace("$", "")


CellPlace = tuple[int, int]
"""Row and column of a cell, 1-based."""


@dataclass(frozen=True, slots=True)
class FoundFormula:
    """A formula that stood in a cell (``L5``) of the sheet, and the value that was taken for it."""

    cell: str
    formula: str
    value: CellValue


@dataclass(frozen=True, slots=True)
class ReturnedSheet:
    """What came back: the event that the file says it is of, the result rows, and in which row (1-based) each stands.

    No formula is among the cells: each is replaced by the value it had, or by its text.
    """

    event: str
    rows: Sequence[Row]
    numbers: Sequence[int]
    formulas: Sequence[FoundFormula]


def read_returned_sheet(path: Path) -> ReturnedSheet:
    """Read the result rows of a file in their order; blank rows are left out.

    The headings are looked for, so that a file saved by any program will do, and a copy of the whole workbook too.

    :raises BookError: it is no workbook, or no sheet has the headings of the result rows
        (``not_an_entry_sheet``); the file cannot be read.
    """
    try:
        refuse_unreadable(path)
    except NotAWorkbook as error:
        raise BookError("not_an_entry_sheet", path=path) from error
    workbook = _load_workbook_file(path)
    for sheet in workbook.worksheets:
        if places := _headed_places(sheet):
            cells = {place: value_at(sheet, *place) for row in places for place in row.values()}
            formulas = _plain_formulas(path, sheet.title, cells)
            cells |= {place: found.value for place, found in formulas.items()}
            rows = [{name: cells[place] for name, place in row.items()} for row in places]
            numbers = [next(iter(row.values()))[0] for row in places]
            return ReturnedSheet(_returned_event(workbook), rows, numbers, list(formulas.values()))
    raise BookError("not_an_entry_sheet", path=path)


def _returned_event(workbook: Workbook) -> str:
    try:
        sheet, cell = destination(workbook, EVENT_NAME)
    except NameMissing:
        return ""  # another program dropped it
    return read_text(workbook[sheet][cell].value)


def _headed_places(sheet: Worksheet) -> list[dict[str, CellPlace]]:
    """Give the cells of each row under the headings of a sheet, if it has them all."""
    wanted = [column.name for column in table_layout(RESULTS_TABLE).columns]
    if (found := find_headings(sheet, wanted)) is None:
        return []
    top, texts = found
    columns = {name: texts.index(name) + 1 for name in wanted}
    filled = sorted({row for row, _ in cells_of(sheet) if row > top})
    rows = [{name: (row, column) for name, column in columns.items()} for row in filled]
    return [row for row in rows if any(value_at(sheet, *place) is not None for place in row.values())]


def _plain_formulas(
    path: Path, title: str, cells: Mapping[CellPlace, CellValue]
) -> dict[CellPlace, FoundFormula]:
    """Give what is taken for each formula: the value that it had when the file was saved, else its text."""
    formulas = {place: str(cell) for place, cell in cells.items() if isinstance(cell, Formula)}
    if not formulas:
        return {}
    values = _load_workbook_file(path, has_values=True)[title]
    found = {}
    for place, formula in formulas.items():
        value = value_at(values, *place)
        found[place] = FoundFormula(address_of(*place), formula, formula if value is None else value)
    return found
