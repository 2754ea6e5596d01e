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

from openpyxl import Workbook, load_workbook

from macros_py.book.errors import (
    DamagedFile,
    FileMissing,
    FileReadOnly,
    FolderMissing,
    FolderReadOnly,
    LayoutNewer,
    LayoutOlder,
    NameMissing,
    NotAWorkbook,
    NotOurs,
    OldOrEncrypted,
    TableTwice,
    TemplateMissing,
)
from macros_py.book.locks import refuse_if_locked
from macros_py.book.saving import long_path
from macros_py.book.schema import value_layouts

LAYOUT_NAME = "elrendezes"
COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""The first bytes of an old ``.xls`` and of an encrypted ``.xlsx``."""
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


def open_workbook(path: Path) -> Workbook:
    """Read a workbook of ours that may be written.

    :raises FileMissing: there is no such file.
    :raises FileLocked: another program has it open.
    :raises FileReadOnly: it must not be written.
    :raises FolderReadOnly: nothing new can be put beside it, so it cannot be saved safely.
    :raises NotAWorkbook: it is no ``.xlsx``.
    :raises OldOrEncrypted: it is an ``.xls`` or asks for a password.
    :raises DamagedFile: it cannot be read.
    :raises TableTwice: two tables bear one name.
    :raises NotOurs: it bears no layout mark.
    :raises LayoutOlder: an older program made it.
    :raises LayoutNewer: a newer program made it.
    """
    refuse_unreadable(path)
    refuse_place(path)
    workbook = load(path)
    check_layout(workbook, path)
    return workbook


def read_template(template: Path, path: Path) -> Workbook:
    """Read the empty workbook that a file at ``path`` begins as; the template may be locked or read-only.

    :raises TemplateMissing: the template is not there.
    :raises DamagedFile: the template cannot be read.
    :raises BookError: nothing can be put at ``path`` (see :func:`refuse_place`).
    """
    refuse_place(path)
    if not template.is_file():
        raise TemplateMissing(path=template)
    refuse_unreadable(template)
    workbook = load(template)
    check_layout(workbook, template)
    return workbook


def refuse_unreadable(path: Path) -> None:
    """Look at the outside of the file: is it there, and is it what its name says?

    :raises FileMissing: there is no such file.
    :raises NotAWorkbook: it is a folder, or no zip with a workbook in it.
    :raises OldOrEncrypted: it is a compound file.
    :raises FileReadOnly: the operating system does not let us read it.
    :raises DamagedFile: the zip is broken.
    """
    place = long_path(path.absolute())
    if place.is_dir():
        raise NotAWorkbook(path=path)
    try:
        with place.open("rb") as stream:
            start = stream.read(len(COMPOUND_FILE))
    except FileNotFoundError as error:
        raise FileMissing(path=path) from error
    except OSError as error:
        raise FileReadOnly(path=path) from error
    if start == COMPOUND_FILE:
        raise OldOrEncrypted(path=path)
    if not start.startswith(ZIP_FILE):
        raise NotAWorkbook(path=path) if start else DamagedFile(path=path)
    try:
        with zipfile.ZipFile(place) as parts:
            names = set(parts.namelist())
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        raise DamagedFile(path=path) from error
    if not names >= NEEDED_PARTS:
        raise NotAWorkbook(path=path)


def refuse_place(path: Path) -> None:
    """Say before the work, not after it, that the result could not be saved there.

    :raises FileLocked: another program has the file open.
    :raises FileReadOnly: the file must not be written.
    :raises FolderMissing: there is no such folder.
    :raises FolderReadOnly: the folder takes no new file.
    """
    refuse_if_locked(path)
    place = path.resolve()
    if place.exists() and not (place.stat().st_mode & WRITE_BITS and os.access(place, os.W_OK)):
        raise FileReadOnly(path=path)
    if not place.parent.is_dir():
        raise FolderMissing(folder=place.parent)
    if not os.access(place.parent, os.W_OK):
        raise FolderReadOnly(folder=place.parent)


def load(path: Path) -> Workbook:
    """Read the whole workbook with its rich texts.

    :raises DamagedFile: a part of it cannot be read.
    :raises TableTwice: two tables bear one name.
    """
    gc.unfreeze()
    try:
        with undisturbed(), long_path(path.resolve()).open("rb") as stream:
            workbook = load_workbook(stream, rich_text=True)
            gc.freeze()  # or every later collection would look through a million cells
            return workbook
    except MemoryError:
        raise
    except ValueError as error:
        twice = TABLE_TWICE.search(f"{error} {error.__context__}")
        raise (TableTwice(table=twice[1]) if twice else DamagedFile(path=path)) from error
    except Exception as error:  # a broken part makes openpyxl raise errors of every kind
        raise DamagedFile(path=path) from error


def check_layout(workbook: Workbook, path: Path) -> None:
    """See that the workbook has our layout, in the version this program knows.

    :raises NotOurs: it bears no layout mark.
    :raises LayoutOlder: its number is smaller.
    :raises LayoutNewer: its number is greater.
    """
    known = value_layouts()[LAYOUT_NAME].initial
    try:
        sheet, cell = destination(workbook, LAYOUT_NAME)
    except NameMissing as error:
        raise NotOurs(path=path) from error
    found = workbook[sheet][cell].value
    if not isinstance(found, int) or not isinstance(known, int):
        raise NotOurs(path=path)
    if found != known:
        raise (LayoutOlder if found < known else LayoutNewer)(path=path, found=found, known=known)


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
