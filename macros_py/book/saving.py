"""Writing a file whole or not at all: a temporary file in the same folder, flushed, then renamed over it.

Whatever goes wrong before the rename leaves the old file as it was, and no temporary file behind.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

from macros_py.book.errors import BookError, FileExists, FolderReadOnly
from macros_py.book.stamps import read_stamp

RETRY_PAUSES = (0.1, 0.2, 0.4, 0.8, 1.5, 2.0)
"""Seconds between two attempts while another program (virus scanner, cloud client) holds the file."""
SHARING_VIOLATIONS = frozenset({5, 32, 33})
"""Windows: access denied, sharing violation, lock violation."""
FULL = frozenset({errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)})
PRIVATE_MODE = 0o600
"""The permission of a file that is for its owner's eyes only; disks without permissions (FAT) do not keep it."""
LEFT_BEHIND = 600
"""Seconds after which a temporary file belongs to no save any more."""
WORKBOOK_SUFFIX = ".xlsx"
OUR_STAMPS = ("elrendezes", "verseny_azonosito")
"""Names that an event, a record or a typing sheet carries, and a page to print does not."""
WINDOWS_LONGEST = 247
"""Windows cuts off at 260 characters, and at 248 for folders; longer paths need a prefix."""


def refuse_wrong_ending(path: Path) -> None:
    """Accept only a name by which every spreadsheet program knows the file for a workbook.

    :raises BookError: it does not end in ``.xlsx`` (``wrong_ending``).
    """
    if path.suffix.casefold() != WORKBOOK_SUFFIX:
        raise BookError("wrong_ending", path=path)


def refuse_event_file(path: Path) -> None:
    """Accept only a place where no event, record or typing sheet of ours stands: a page must never replace one.

    :raises FileExists: one stands there.
    """
    if any(read_stamp(path, name) for name in OUR_STAMPS):
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
    wanted = mode if mode is not None else mode_of(target)
    temporary = target.parent / f".sportulti-{token_hex(8)}.tmp"
    try:
        fill_temporary(temporary, write, wanted)
        confirm()
        claim_and_replace(temporary, target) if is_new else replace_patiently(temporary, target)
    except OSError as error:
        raise saving_refusal(error, path, temporary) from error
    finally:
        temporary.unlink(missing_ok=True)
    sweep(target.parent)
    sync_folder(target.parent)


def sweep(folder: Path) -> None:
    """Delete the temporary files that killed saves have left; younger ones may be another save's."""
    for left in folder.glob(".sportulti-*.tmp"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > LEFT_BEHIND:
                left.unlink()


def mode_of(target: Path) -> int | None:
    """Give the permission bits of an existing file, None for a new one."""
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except OSError:
        return None


def fill_temporary(temporary: Path, write: Callable[[BinaryIO], object], mode: int | None) -> None:
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


def claim_and_replace(temporary: Path, target: Path) -> None:
    """Put the file where nothing may stand yet.

    A second name for it appears at once and whole, or not at all; only on disks that know no second names (a stick)
    is the name claimed by an empty file first.
    """
    with suppress(OSError):
        os.link(temporary, target)
        return
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        replace_patiently(temporary, target)
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def replace_patiently(temporary: Path, target: Path) -> None:
    """Rename over the target; while another program holds it, try again for some seconds."""
    for pause in RETRY_PAUSES:
        try:
            os.replace(temporary, target)
        except OSError as error:
            if not is_sharing_violation(error):
                raise
            time.sleep(pause)
        else:
            return
    os.replace(temporary, target)


def is_sharing_violation(error: OSError) -> bool:
    """Tell whether waiting may help."""
    return isinstance(error, PermissionError) or getattr(error, "winerror", None) in SHARING_VIOLATIONS


def saving_refusal(error: OSError, path: Path, temporary: Path) -> BookError:
    """Give the error that says in Hungarian what the operating system said."""
    if isinstance(error, FileExistsError):
        return FileExists(path=path)
    if error.errno in FULL:
        return BookError("disk_full", path=path)
    if isinstance(error, FileNotFoundError) and not path.parent.exists():
        return BookError("folder_missing", folder=path.parent)
    if is_sharing_violation(error) or error.errno == errno.EROFS:
        return BookError("read_only", path=path) if temporary.exists() else FolderReadOnly(folder=path.parent)
    return BookError("not_saved", path=path, cause=error.strerror or error)


def sync_folder(folder: Path) -> None:
    """See the rename itself onto the disk, where the operating system can (not on Windows)."""
    if sys.platform == "win32":
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass  # some network folders cannot; the file itself is safe
    finally:
        os.close(handle)


def long_path(path: Path) -> Path:
    r"""Give the path in a form that Windows takes beyond its limit (``\\?\``); elsewhere as it is."""
    text = str(path)
    if sys.platform != "win32" or len(text) < WINDOWS_LONGEST or text.startswith("\\\\?\\"):
        return path
    return Path("\\\\?\\UNC\\" + text[2:] if text.startswith("\\\\") else "\\\\?\\" + text)
