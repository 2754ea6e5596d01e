"""The log of our own faults: what a person is asked to send us."""

from __future__ import annotations

import os
import tempfile
import traceback
from datetime import datetime
from pathlib import Path

from macros_py.book.saving import PRIVATE_MODE

LOG_NAME = "sportulti-hiba.log"


def write_fault(folder: Path) -> Path:
    """Append the current exception to the log beside the workbook, else to a new temporary file; give its path."""
    entry = f"{datetime.now().isoformat(timespec='seconds')}\n{traceback.format_exc()}\n"
    try:
        return append(folder / LOG_NAME, entry)
    except OSError:
        pass
    try:
        return new_file(entry)
    except OSError:
        return Path(LOG_NAME)


def append(log: Path, entry: str) -> Path:
    """Add an entry to a log, made if need be; whoever could lay a link or a pipe there does not choose what we write.

    :raises OSError: it cannot be written, or is no plain file.
    """
    if log.is_symlink() or (log.exists() and not log.is_file()):
        raise OSError(f"{log} is no file of ours")
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    with os.fdopen(os.open(log, flags, PRIVATE_MODE), "a", encoding="utf-8") as stream:
        stream.write(entry)
    return log


def new_file(entry: str) -> Path:
    """Write an entry into a file that did not exist, in the folder of temporary files, which others may write too.

    :raises OSError: there is no such folder, or no room in it.
    """
    stem, ending = os.path.splitext(LOG_NAME)
    handle, name = tempfile.mkstemp(ending, f"{stem}-")
    with os.fdopen(handle, "w", encoding="utf-8") as stream:
        stream.write(entry)
    return Path(name)
