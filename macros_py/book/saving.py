"""A file written whole or not at all, who holds it open, and what it says of itself.

Writing fills a temporary file in the same folder, flushes it, and renames it over the old one: whatever goes wrong
before leaves the old file as it was, and no temporary file behind. Excel and LibreOffice put little lock files beside
what they have open.

Workbook and record both carry ``verseny_jelleg`` (``PRÓBA`` or ``hivatalos``) and ``verseny_azonosito``. Only the
standard library is used, so that a file of any age and layout can be asked; what cannot be read says nothing.
"""

from __future__ import annotations

import errno
import os
import posixpath
import re
import stat
import sys
import time
import zipfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO
from xml.etree import ElementTree

from macros_py.book.port import BookError, FileExists, FolderReadOnly
from macros_py.cells import read_text
from macros_py.words import say

_EXCEL_WIDE_LENGTH = 55
"""Excel's owner file: length and name in the system's code page, from here length and name in UTF-16."""
_EXCEL_WIDE_NAME = 57


def refuse_if_locked(path: Path) -> None:
    """Refuse a workbook that Excel or LibreOffice has open, or left a lock file behind for.

    :raises BookError: there is a lock file; the sentence names its owner and says what to do if it is stale
        (``locked``).
    """
    for place in dict.fromkeys((path.absolute(), path.resolve())):
        for pattern, read_owner in _LOCKS.items():
            lock = place.with_name(pattern.format(place.name))
            if lock.exists():
                who = read_owner(_contents(lock))
                raise BookError(
                    "locked", path=path, who=say("book.locked_who", who=who) if who else "", lock=lock.name
                )


def _contents(lock: Path) -> bytes:
    try:
        return lock.read_bytes()
    except OSError:
        return b""  # its owner does not let us read it


def excel_owner(data: bytes) -> str:
    """Read the user's name out of Excel's owner file (165 bytes)."""
    if len(data) > _EXCEL_WIDE_NAME and (wide := data[_EXCEL_WIDE_LENGTH]):
        name = data[_EXCEL_WIDE_NAME : _EXCEL_WIDE_NAME + 2 * wide].decode("utf-16-le", "ignore")
    else:
        name = data[1 : 1 + data[0]].decode("cp1250", "ignore") if data else ""
    return "".join(letter for letter in name if letter.isprintable()).strip()


def libreoffice_owner(data: bytes) -> str:
    """Read LibreOffice's line ``name,login,host,time,profile;``: the name or else the login, the computer."""
    fields = [
        field.replace("\\,", ",").strip() for field in re.split(r"(?<!\\),", data.decode("utf-8", "ignore"))
    ]
    name, login, host = (*fields, "", "", "")[:3]
    return " – ".join(part for part in (name or login, host) if part)


_LOCKS = {"~${}": excel_owner, ".~lock.{}#": libreoffice_owner}
"""The lock file's name, made from the workbook's, and who can read its owner out of it."""

EVENT_NAME = "verseny_azonosito"
NATURE_NAME = "verseny_jelleg"
TRIAL = "PRÓBA"

_STAMP_NAMESPACES = {
    "m": "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "r": "http://schemas.openxmlformats.org/package/2006/relationships",
}
_UNREADABLE = (
    *(OSError, zipfile.BadZipFile, zlib.error, EOFError, RuntimeError),
    *(ElementTree.ParseError, KeyError, ValueError, IndexError),
)
"""What a file that is no workbook, is damaged or asks for a password makes the reader raise."""
_LARGEST_PART = 64 * 2**20
"""Bytes of one part, unpacked; the result rows of an event of 300 players and 63 deals are 20 MB."""
_RELATION_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def is_trial_file(path: Path) -> bool:
    """Tell whether the workbook is stamped ``PRÓBA``; a file that is no readable workbook is not."""
    return read_stamp(path, NATURE_NAME) == TRIAL


def read_stamp(path: Path, name: str) -> str:
    """Give the text of the cell with the defined name ``name``; ``""`` for a file that has none or cannot be read."""
    try:
        with zipfile.ZipFile(path) as parts:
            return read_text(_named_text(parts, name))
    except _UNREADABLE:
        return ""


def _named_text(parts: zipfile.ZipFile, name: str) -> str:
    """Give the text of the cell with the defined name ``name``; ``""`` if the name or the cell is not there.

    :raises KeyError: a part that the file speaks of is missing.
    """
    workbook = _read_part(parts, "xl/workbook.xml")
    for entry in workbook.iterfind("m:definedNames/m:definedName", _STAMP_NAMESPACES):
        sheet, mark, cell = (entry.text or "").rpartition("!")
        if entry.get("name") == name and mark:
            title = re.sub(r"^'|'$", "", sheet).replace("''", "'")
            return _stamped_cell(parts, _sheet_part(parts, workbook, title), cell.replace("$", ""))
    return ""


def _sheet_part(parts: zipfile.ZipFile, workbook: ElementTree.Element, title: str) -> str:
    """Give the name of the part that holds the sheet with this title.

    :raises KeyError: no sheet has this title.
    """
    titles = {sheet.get("name"): sheet for sheet in workbook.iterfind("m:sheets/m:sheet", _STAMP_NAMESPACES)}
    links = _read_part(parts, "xl/_rels/workbook.xml.rels").iterfind("r:Relationship", _STAMP_NAMESPACES)
    targets = {link.get("Id"): link.get("Target", "") for link in links}
    return posixpath.join("/xl", targets[titles[title].get(_RELATION_ID)]).lstrip("/")


def _stamped_cell(parts: zipfile.ZipFile, part: str, address: str) -> str:
    """Give the text of one cell of a sheet: shared, inline or plain.

    :raises KeyError: the sheet, or the list of shared texts it needs, is missing.
    """
    for cell in _read_part(parts, part).iterfind("m:sheetData/m:row/m:c", _STAMP_NAMESPACES):
        if cell.get("r") != address:
            continue
        if cell.get("t") != "s":
            return "".join(cell.itertext())
        texts = _read_part(parts, "xl/sharedStrings.xml").findall("m:si", _STAMP_NAMESPACES)
        return "".join(texts[int("".join(cell.itertext()))].itertext())
    return ""


def _read_part(parts: zipfile.ZipFile, name: str) -> ElementTree.Element:
    """Read one XML part.

    :raises KeyError: the file has no such part.
    :raises ValueError: it is larger than any of ours.
    """
    if parts.getinfo(name).file_size > _LARGEST_PART:
        raise ValueError(name)
    return ElementTree.fromstring(parts.read(name))


_RETRY_PAUSES = (0.1, 0.2, 0.4, 0.8, 1.5, 2.0)
"""Seconds between two attempts while another program (virus scanner, cloud client) holds the file."""
_SHARING_VIOLATIONS = frozenset({5, 32, 33})
"""Windows: access denied, sharing violation, lock violation."""
FULL = frozenset({errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)})
PRIVATE_MODE = 0o600
"""The permission of a file that is for its owner's eyes only; disks without permissions (FAT) do not keep it."""
_LEFT_BEHIND = 600
"""Seconds after which a temporary file belongs to no save any more."""
_OUR_STAMPS = ("elrendezes", "verseny_azonosito")
"""Names that an event, a record or a typing sheet carries, and a page to print does not."""
_WINDOWS_LONGEST = 247
"""Windows cuts off at 260 characters, and at 248 for folders; longer paths need a prefix."""


def refuse_wrong_ending(path: Path) -> None:
    """Accept only a name by which every spreadsheet program knows the file for a workbook.

    :raises BookError: it does not end in ``.xlsx`` (``wrong_ending``).
    """
    if path.suffix.casefold() != ".xlsx":
        raise BookError("wrong_ending", path=path, name=path.with_suffix(".xlsx").name)


def refuse_event_file(path: Path) -> None:
    """Accept only a place where no event, record or typing sheet of ours stands: a page must never replace one.

    :raises FileExists: one stands there.
    """
    if any(read_stamp(path, name) for name in _OUR_STAMPS):
        raise FileExists(path=path)


def write_atomically(
    path: Path,
    write: Callable[[BinaryIO], object],
    *,
    is_new: bool = False,
    mode: int | None = None,
    confirm: Callable[[], object] = lambda: None,
) -> None:
    """Let ``write`` fill ``path``; a link's target is replaced, not the link; an old file keeps its mode.

    ``is_new`` refuses to replace anything; ``mode`` is a new file's permission (default: the user's usual);
    ``confirm`` may still stop it by an error, right before the rename, the slow flush being over.

    :raises FileExists: ``is_new``, and the file is there.
    :raises BookError: there is no such folder (``folder_missing``); the rename was refused to the end of the
        patience (``read_only``); the disk has no room (``disk_full``); the operating system refused for
        another reason (``not_saved``).
    :raises FolderReadOnly: the folder takes no new file.
    """
    target = long_path(path.resolve())
    if is_new and target.exists():
        raise FileExists(path=path)
    wanted = mode if mode is not None else _mode_of(target)
    temporary = target.parent / f".sportulti-{token_hex(8)}.tmp"
    try:
        _fill_temporary(temporary, write, wanted)
        confirm()
        _claim_and_replace(temporary, target) if is_new else _replace_patiently(temporary, target)
    except OSError as error:
        raise _saving_refusal(error, path, temporary) from error
    finally:
        temporary.unlink(missing_ok=True)
    _sweep(target.parent)
    _sync_folder(target.parent)


def _sweep(folder: Path) -> None:
    """Delete the temporary files that killed saves have left; younger ones may be another save's."""
    for left in folder.glob(".sportulti-*.tmp"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _LEFT_BEHIND:
                left.unlink()


def _mode_of(target: Path) -> int | None:
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except OSError:
        return None


def _fill_temporary(temporary: Path, write: Callable[[BinaryIO], object], mode: int | None) -> None:
    """Create the temporary file, private from its first byte if need be, and see it onto the disk."""
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    handle = os.open(temporary, flags, 0o666 if mode is None else mode)
    with os.fdopen(handle, "w+b") as stream:
        write(stream)
        stream.flush()
        os.fsync(stream.fileno())
    if mode is not None:
        with suppress(OSError):  # a stick that knows no permissions refuses them
            temporary.chmod(mode)


def _claim_and_replace(temporary: Path, target: Path) -> None:
    """Put the file where nothing may stand yet.

    A second name for it appears at once and whole, or not at all; only on disks that know no second names (a stick)
    is the name claimed by an empty file first.
    """
    with suppress(OSError):
        os.link(temporary, target)
        return
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        _replace_patiently(temporary, target)
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def _replace_patiently(temporary: Path, target: Path) -> None:
    """Rename over the target; while another program holds it, try again for some seconds."""
    for pause in _RETRY_PAUSES:
        try:
            os.replace(temporary, target)
        except OSError as error:
            if not _is_sharing_violation(error):
                raise
            time.sleep(pause)
        else:
            return
    os.replace(temporary, target)


def _is_sharing_violation(error: OSError) -> bool:
    """Tell whether waiting may help."""
    return isinstance(error, PermissionError) or getattr(error, "winerror", None) in _SHARING_VIOLATIONS


def _saving_refusal(error: OSError, path: Path, temporary: Path) -> BookError:
    """Give the error that says in Hungarian what the operating system said."""
    if isinstance(error, FileExistsError):
        return FileExists(path=path)
    if error.errno in FULL:
        return BookError("disk_full", path=path)
    if isinstance(error, FileNotFoundError) and not path.parent.exists():
        return BookError("folder_missing", folder=path.parent)
    if _is_sharing_violation(error) or error.errno == errno.EROFS:
        return BookError("read_only", path=path) if temporary.exists() else FolderReadOnly(folder=path.parent)
    return BookError("not_saved", path=path, cause=error.strerror or error)


def _sync_folder(folder: Path) -> None:
    """See the rename itself onto the disk, where the operating system can (not on Windows)."""
    if sys.platform == "win32":
        return
    with suppress(OSError):  # some network folders cannot; the file itself is safe
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def long_path(path: Path) -> Path:
    r"""Give the path in a form that Windows takes beyond its limit (``\\?\``); elsewhere as it is."""
    text = str(path)
    if sys.platform != "win32" or len(text) < _WINDOWS_LONGEST or text.startswith("\\\\?\\"):
        return path
    return Path("\\\\?\\UNC\\" + text[2:] if text.startswith("\\\\") else "\\\\?\\" + text)
