"""Folders that a workbook names, on the computer where it is opened: the second place of its copies, that of its key.

A workbook may have been received. A folder elsewhere – absolute, on a network, by ``..`` – is touched only after
somebody has confirmed it on this computer. A folder that was used carries a mark: where it has lost it, another disk
is in its place, or none, and nothing is made anew. What is known of the folders stands among the user's own data.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath

from macros_py.book.errors import BookError, FolderReadOnly, SnapshotFolderUnusable
from macros_py.book.places import local_data
from macros_py.book.saving import PRIVATE_MODE, long_path, write_atomically
from macros_py.words import say

MARK = "sportulti-hely.txt"
"""The file by which a folder is known again."""
CONFIRMED, REFUSED, USED = "megerositve", "elutasitva", "hasznalt"
"""What is remembered of a folder."""

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
        folder = self.folder(text)
        known = remembered().get(folder_key(folder), [])
        if self.is_elsewhere(text) and CONFIRMED not in known:
            raise BookError("place_unconfirmed", folder=folder)
        if USED in known and not (folder / MARK).is_file():
            raise BookError("place_gone", folder=folder)
        if not folder.parent.is_dir():
            raise BookError("place_missing", folder=folder)
        try:
            long_path(folder).mkdir(exist_ok=True)
            if not (folder / MARK).is_file():
                write_atomically(folder / MARK, lambda stream: stream.write(say("run.place_mark").encode()))
        except (OSError, FolderReadOnly) as error:
            raise SnapshotFolderUnusable(folder=folder) from error
        if USED not in known:
            with suppress(BookError):  # a computer that keeps nothing for its user knows no folder again
                remember({folder_key(folder): [*known, USED]})
        return folder

    def readable(self, text: str) -> Path | None:
        """Give the folder if it may be looked into and is there; nothing is made."""
        if not text.strip():
            return None
        folder = self.folder(text)
        known = remembered().get(folder_key(folder), [])
        if self.is_elsewhere(text) and CONFIRMED not in known:
            return None
        return folder if (folder / MARK if USED in known else folder).exists() else None

    def is_elsewhere(self, text: str) -> bool:
        """Tell whether a folder is not surely below the workbook's own."""
        windows, posix = PureWindowsPath(text.strip()), PurePosixPath(text.strip())
        if windows.anchor or posix.anchor or ".." in (*windows.parts, *posix.parts):
            return True
        return not self.folder(text).resolve().is_relative_to(self.workbook.parent.resolve())

    def unconfirmed(self, texts: Iterable[str]) -> list[str]:
        """Give which of the texts name a folder that nobody has confirmed or refused on this computer."""
        known = remembered()
        asked = [text for text in texts if text.strip() and self.is_elsewhere(text)]
        return [text for text in asked if not {CONFIRMED, REFUSED} & {*known.get(self._name(text), [])}]

    def trust(self, texts: Iterable[str]) -> None:
        """Remember that these folders are right as they are now, another disk in their place too.

        :raises BookError: nothing can be kept for the user of this computer.
        """
        remember({self._name(text): [CONFIRMED] for text in texts if text.strip()})

    def refuse(self, texts: Iterable[str]) -> None:
        """Remember that these folders are not wanted, so that nobody is asked again.

        :raises BookError: nothing can be kept for the user of this computer.
        """
        remember({self._name(text): [REFUSED] for text in texts if text.strip()})

    def _name(self, text: str) -> str:
        return folder_key(self.folder(text))


def folder_key(folder: Path) -> str:
    """Give a folder as it is remembered: in small letters where the system does not tell them from capitals."""
    return os.path.normcase(folder)


def memory_file() -> Path:
    """Give where it is kept what is known of the folders."""
    return local_data() / "helyek.json"


def remembered() -> Memory:
    """Give what is known of each folder; nothing where the list is missing or broken."""
    try:
        found = json.loads(memory_file().read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {name: facts for name, facts in found.items() if isinstance(facts, list)}


def remember(facts: Memory) -> None:
    """Put what is now known of some folders into the list, for its owner's eyes only.

    :raises FolderReadOnly: its folder cannot be made.
    :raises BookError: it cannot be written.
    """
    text = json.dumps({**remembered(), **facts}, ensure_ascii=False, indent=1)
    folder = memory_file().parent
    try:
        long_path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FolderReadOnly(folder=folder) from error
    write_atomically(memory_file(), lambda stream: stream.write(text.encode("utf-8")), mode=PRIVATE_MODE)
