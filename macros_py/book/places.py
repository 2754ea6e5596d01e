"""Where the program keeps what it writes: copies, the user's own data, the log of our own faults.

Copies lie beside the workbook on a local disk, else in the user's own data folder. A folder that a cloud client carries
away, or a share on a network, is no place to write at every verb: the client locks files, makes copies of its own, and
may be offline.

A workbook names folders too: the second place of its copies, that of its key; and it may have been received. A folder
elsewhere – absolute, on a network, by ``..`` – is touched only after somebody has confirmed it on this computer. One
that was used carries a mark: where it has lost it, another disk is in its place, or none, and nothing is made anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
import traceback
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath, PureWindowsPath

from macros_py.book.port import BookError, FolderReadOnly, SnapshotFolderUnusable
from macros_py.book.saving import PRIVATE_MODE, long_path, write_atomically
from macros_py.words import say

_CLOUD_VARIABLES = ("OneDrive", "OneDriveCommercial", "OneDriveConsumer")
_CLOUD_FOLDERS = (
    *("onedrive", "dropbox", "google drive", "googledrive", "my drive", "saját meghajtó", "icloud drive"),
    *("iclouddrive", "cloudstorage", "mobile documents", "sharepoint"),
)
"""How the folders of cloud clients begin, in any case; a team's folder goes on with its name."""
_PROGRAM = "sportulti"
_SHORT_HASH = 8


def is_synced(folder: Path, environment: Mapping[str, str] = os.environ) -> bool:
    """Tell whether a cloud client keeps the folder, or it lies on a network share or behind an address."""
    text = str(folder)
    if text.startswith(("\\\\", "//", "http:", "https:")) or "://" in text:
        return True
    roots = [environment[name] for name in _CLOUD_VARIABLES if environment.get(name)]
    if any(folder.is_relative_to(root) for root in roots):
        return True
    return any(part.casefold().startswith(_CLOUD_FOLDERS) for part in folder.parts)


def local_data(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Give the folder of the user's own data for this program: never synced, never shared."""
    home = Path(environment.get("HOME") or environment.get("USERPROFILE") or Path.home())
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local") / _PROGRAM
    if platform == "darwin":
        return home / "Library" / "Application Support" / _PROGRAM
    return Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share") / _PROGRAM


def copies_folder(workbook: Path, name: str, environment: Mapping[str, str] = os.environ) -> Path:
    """Give the folder of a workbook's copies: ``name`` beside it, or one of its own among the user's data."""
    folder = workbook.resolve().parent
    if not is_synced(folder, environment):
        return folder / name
    mark = hashlib.sha256(str(folder).encode("utf-8", "surrogatepass")).hexdigest()[:_SHORT_HASH]
    return local_data(environment) / name / mark


MARK = "sportulti-hely.txt"
"""The file by which a folder is known again."""
_CONFIRMED, _REFUSED, _USED = "megerositve", "elutasitva", "hasznalt"

Memory = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class NamedPlaces:
    """The folders that one workbook names; a relative one is beside it."""

    workbook: Path

    def folder(self, text: str) -> Path:
        """Give the folder that a text names, without looking at any disk."""
        return Path(os.path.abspath(self.workbook.parent / text.strip()))

    def ready(self, text: str) -> Path:
        """Give the folder, made if it has never been used and only it is missing, and marked.

        :raises BookError: it lies elsewhere, and nobody has confirmed it on this computer
            (``place_unconfirmed``); it was used before, and is not there or not the same (``place_gone``);
            there is no folder to make it in (``place_missing``).
        :raises SnapshotFolderUnusable: it cannot be made or marked.
        """
        folder, known = self.folder(text), _remembered().get(self._name(text), [])
        if self.is_elsewhere(text) and _CONFIRMED not in known:
            raise BookError("place_unconfirmed", folder=folder)
        if _USED in known and not (folder / MARK).is_file():
            raise BookError("place_gone", folder=folder)
        if not folder.parent.is_dir():
            raise BookError("place_missing", folder=folder)
        try:
            long_path(folder).mkdir(exist_ok=True)
            if not (folder / MARK).is_file():
                write_atomically(folder / MARK, lambda stream: stream.write(say("run.place_mark").encode()))
        except (OSError, FolderReadOnly) as error:
            raise SnapshotFolderUnusable(folder=folder) from error
        if _USED not in known:
            with suppress(BookError):  # a computer that keeps nothing for its user knows no folder again
                _remember({self._name(text): [*known, _USED]})
        return folder

    def readable(self, text: str) -> Path | None:
        """Give the folder if it may be looked into and is there; nothing is made."""
        folder, known = self.folder(text), _remembered().get(self._name(text), [])
        if not text.strip() or (self.is_elsewhere(text) and _CONFIRMED not in known):
            return None
        return folder if (folder / MARK if _USED in known else folder).exists() else None

    def is_elsewhere(self, text: str) -> bool:
        """Tell whether a folder is not surely below the workbook's own."""
        windows, posix = PureWindowsPath(text.strip()), PurePosixPath(text.strip())
        if windows.anchor or posix.anchor or ".." in (*windows.parts, *posix.parts):
            return True
        return not self.folder(text).resolve().is_relative_to(self.workbook.parent.resolve())

    def unconfirmed(self, texts: Iterable[str]) -> list[str]:
        """Give which of the texts name a folder that nobody has confirmed or refused on this computer."""
        known = _remembered()
        asked = [text for text in texts if text.strip() and self.is_elsewhere(text)]
        return [text for text in asked if not {_CONFIRMED, _REFUSED} & {*known.get(self._name(text), [])}]

    def trust(self, texts: Iterable[str]) -> None:
        """Remember that these folders are right as they are now, another disk in their place too.

        :raises BookError: nothing can be kept for the user of this computer.
        """
        _remember({self._name(text): [_CONFIRMED] for text in texts if text.strip()})

    def refuse(self, texts: Iterable[str]) -> None:
        """Remember that these folders are not wanted, so that nobody is asked again.

        :raises BookError: nothing can be kept for the user of this computer.
        """
        _remember({self._name(text): [_REFUSED] for text in texts if text.strip()})

    def _name(self, text: str) -> str:
        """Give a folder as it is remembered: in small letters where the system does not tell them from capitals."""
        return os.path.normcase(self.folder(text))


def memory_file() -> Path:
    """Give where it is kept what is known of the folders."""
    return local_data() / "helyek.json"


def _remembered() -> Memory:
    """Give what is known of each folder; nothing where the list is missing or broken."""
    try:
        found = json.loads(memory_file().read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        found = None
    facts = found.items() if isinstance(found, dict) else ()
    return {name: known for name, known in facts if isinstance(known, list)}


def _remember(facts: Memory) -> None:
    """Put what is now known of some folders into the list, for its owner's eyes only.

    :raises FolderReadOnly: its folder cannot be made.
    :raises BookError: it cannot be written.
    """
    text = json.dumps({**_remembered(), **facts}, ensure_ascii=False, indent=1)
    folder = memory_file().parent
    try:
        long_path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FolderReadOnly(folder=folder) from error
    write_atomically(memory_file(), lambda stream: stream.write(text.encode("utf-8")), mode=PRIVATE_MODE)


LOG_NAME = "sportulti-hiba.log"


def write_fault(folder: Path) -> Path:
    """Append the current exception to the log beside the workbook, else to a new temporary file; give its path."""
    entry = f"{datetime.now().isoformat(timespec='seconds')}\n{traceback.format_exc()}\n"
    with suppress(OSError):
        return _append(folder / LOG_NAME, entry)
    with suppress(OSError):
        return _new_file(entry)
    return Path(LOG_NAME)


def _append(log: Path, entry: str) -> Path:
    """Add an entry to a log, made if need be; whoever could lay a link or a pipe there does not choose what we write.

    :raises OSError: it cannot be written, or is no plain file.
    """
    if log.is_symlink() or (log.exists() and not log.is_file()):
        raise OSError(f"{log} is no file of ours")
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    with os.fdopen(os.open(log, flags, PRIVATE_MODE), "a", encoding="utf-8") as stream:
        stream.write(entry)
    return log


def _new_file(entry: str) -> Path:
    """Write an entry into a file that did not exist, in the folder of temporary files, which others may write too.

    :raises OSError: there is no such folder, or no room in it.
    """
    handle, name = tempfile.mkstemp(".log", LOG_NAME.replace(".log", "-"))
    with os.fdopen(handle, "w", encoding="utf-8") as stream:
        stream.write(entry)
    return Path(name)
