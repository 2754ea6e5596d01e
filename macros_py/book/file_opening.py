"""Opening a closed workbook: whose is it, is it sound, may it be written? (openpyxl)"""

from __future__ import annotations

import gc
import os
import re
import stat
import warnings
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from macros_py.book.errors import (
    BookError,
    FileUnreadable,
    FolderReadOnly,
    NameMissing,
    NotAWorkbook,
    OldOrEncrypted,
    OverLimit,
)
from macros_py.book.file_extent import EVENT_LIMITS, MEGABYTE, Limits, refuse_oversized
from macros_py.book.file_library import Workbook, read_workbook
from macros_py.book.file_mending import mend
from macros_py.book.file_upgrade import upgrade
from macros_py.book.locks import refuse_if_locked
from macros_py.book.saving import long_path
from macros_py.book.schema import LAYOUT_NAME, known_layout
from macros_py.resources import EMPTY_WORKBOOK

COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""The first bytes of an old ``.xls`` and of an encrypted ``.xlsx``."""
LARGEST_WORKBOOK = 400 * MEGABYTE
"""An event of 300 players and 63 deals is 30 MB; a million blank rows are 60."""
ZIP_FILE = b"PK"
WRITE_BITS = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
ONE_CELL = re.compile(r"\$?[A-Z]{1,3}\$?[0-9]+")
TABLE_TWICE = re.compile(r"Table with name (\S+) already exists")
"""What openpyxl says of two tables with one name; no other sign of it comes through."""
NEEDED_PARTS = frozenset({"[Content_Types].xml", "xl/workbook.xml"})


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

    :raises BookError: there is no such file (``file_missing``); another program has it open (``locked``); it
        must not be written (``read_only``); it cannot be read (``damaged``); two tables bear one name
        (``table_twice``); it bears no layout mark (``not_ours``); a newer program made it (``layout_newer``);
        it is older, and what its tables lack has no room (``no_room``); it is older, and the empty workbook
        that it would be completed from is not there (``template_missing``).
    :raises FolderReadOnly: nothing new can be put beside it, so it cannot be saved safely.
    :raises NotAWorkbook: it is no ``.xlsx``.
    :raises OldOrEncrypted: it is an ``.xls`` or asks for a password.
    :raises OverLimit: unpacked it would fill the memory.
    """
    refuse_unreadable(path)
    refuse_place(path)
    workbook = load_workbook_file(path)
    mend(workbook)
    if (found := layout_of(workbook, path)) < known_layout():
        upgrade(workbook, read_model())
        sheet, cell = destination(workbook, LAYOUT_NAME)
        workbook[sheet][cell].value = known_layout()
    return workbook, found


def read_model() -> Workbook:
    """Read the empty workbook, from which an older one gets what it lacks.

    :raises BookError: it is not there (``template_missing``); it cannot be read (``damaged``).
    """
    if not EMPTY_WORKBOOK.is_file():
        raise BookError("template_missing", path=EMPTY_WORKBOOK)
    return load_workbook_file(EMPTY_WORKBOOK)


def read_template(template: Path, path: Path) -> Workbook:
    """Read the empty workbook that a file at ``path`` begins as; the template may be locked or read-only.

    :raises BookError: the template is not there (``template_missing``); the template cannot be read
        (``damaged``); nothing can be put at ``path`` (see :func:`refuse_place`).
    """
    refuse_place(path)
    if not template.is_file():
        raise BookError("template_missing", path=template)
    refuse_unreadable(template)
    workbook = load_workbook_file(template)
    layout_of(workbook, template)
    return workbook


def refuse_unreadable(path: Path, limits: Limits = EVENT_LIMITS) -> None:
    """Look at the outside of the file: is it there, is it what its name says, and no more than it may be?

    :raises BookError: there is no such file (``file_missing``); the zip is broken (``damaged``).
    :raises NotAWorkbook: it is a folder, or no zip with a workbook in it.
    :raises OldOrEncrypted: it is a compound file.
    :raises FileUnreadable: the operating system does not let us read it.
    :raises OverLimit: unpacked it would fill the memory: nothing is that large (``too_large``); it holds more
        than anything of its kind.
    """
    place = long_path(path.absolute())
    if place.is_dir():
        raise NotAWorkbook(path=path)
    try:
        with place.open("rb") as stream:
            start = stream.read(len(COMPOUND_FILE))
    except FileNotFoundError as error:
        raise BookError("file_missing", path=path) from error
    except OSError as error:
        raise FileUnreadable(path=path) from error
    if start == COMPOUND_FILE:
        raise OldOrEncrypted(path=path)
    if not start.startswith(ZIP_FILE):
        raise NotAWorkbook(path=path) if start else BookError("damaged", path=path)
    try:
        with zipfile.ZipFile(place) as parts:
            if not set(parts.namelist()) >= NEEDED_PARTS:
                raise NotAWorkbook(path=path)
            unpacked = sum(part.file_size for part in parts.infolist())
            if unpacked > LARGEST_WORKBOOK:
                raise OverLimit(
                    "too_large", path=path, size=unpacked // MEGABYTE, most=LARGEST_WORKBOOK // MEGABYTE
                )
            refuse_oversized(path, parts, limits)
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        raise BookError("damaged", path=path) from error


def refuse_place(path: Path) -> None:
    """Say before the work, not after it, that the result could not be saved there.

    :raises BookError: another program has the file open (``locked``); the file must not be written
        (``read_only``); there is no such folder (``folder_missing``).
    :raises FolderReadOnly: the folder takes no new file.
    """
    refuse_if_locked(path)
    place = path.resolve()
    if place.exists() and not (place.stat().st_mode & WRITE_BITS and os.access(place, os.W_OK)):
        raise BookError("read_only", path=path)
    if not place.parent.is_dir():
        raise BookError("folder_missing", folder=place.parent)
    if not os.access(place.parent, os.W_OK):
        raise FolderReadOnly(folder=place.parent)


def load_workbook_file(path: Path, *, has_values: bool = False) -> Workbook:
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
        twice = TABLE_TWICE.search(f"{error} {error.__context__}")
        raise (
            BookError("table_twice", table=twice[1]) if twice else BookError("damaged", path=path)
        ) from error
    except Exception as error:  # a broken part makes openpyxl raise errors of every kind
        raise BookError("damaged", path=path) from error


def layout_of(workbook: Workbook, path: Path) -> int:
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
    if len(places) != 1 or places[0][0] not in workbook.sheetnames or not ONE_CELL.fullmatch(places[0][1]):
        raise NameMissing(name=name)
    sheet, cell = places[0]
    return sheet, cell.replace("$", "")
