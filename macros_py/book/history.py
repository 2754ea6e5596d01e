"""The copies of a workbook that there are: what stood before each verb, and what stood after the last one.

All copies of today are kept, and of each earlier day the last one. The state after the last verb has a file of its
own, replaced at every verb: it is what a dead laptop is recovered from, and what the next verb holds the workbook
against, to see what was changed in between.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Protocol

from macros_py.book.errors import FolderReadOnly, SnapshotFolderUnusable
from macros_py.book.saving import long_path, write_atomically
from macros_py.book.snapshots import (
    COMPRESSION,
    LONGEST_STEM,
    STAMP,
    SUFFIX,
    Snapshot,
    load_snapshot,
    made_folder,
    text_of,
)
from macros_py.verbs import verbs

STATE = "0_legutobbi-allapot"
"""How the file of the last state begins: it sorts before all snapshots."""
HEAD_BYTES = 512
MOMENT_IN_HEAD = re.compile(r'"idopont": "([0-9T:.\-]+)"')
READ_ERRORS = (OSError, ValueError, KeyError, TypeError, AttributeError, EOFError)
"""What a file that is no copy, or half of one, makes the reader raise."""


@dataclass(frozen=True, slots=True, order=True)
class Moment:
    """One copy: when it was taken, the verb before (or for a state: after) which, and where it lies.

    ``taken`` puts the copies in order; where the clock had gone back, ``clock`` is what it said.
    """

    taken: datetime
    verb: str
    path: Path
    is_state: bool = field(default=False, compare=False)
    clock: datetime | None = field(default=None, compare=False)

    @property
    def when(self) -> datetime:
        """Give the time to show: what the clock said."""
        return self.clock or self.taken


class History(Protocol):
    """The copies of one event, as a verb sees them."""

    def moments(self) -> Sequence[Moment]:
        """Give the copies, the oldest first."""

    def load(self, moment: Moment) -> Snapshot | None:
        """Read one; None if it cannot be read."""


@dataclass(frozen=True, slots=True)
class NoHistory:
    """No copies at all."""

    def moments(self) -> Sequence[Moment]:
        """Give none."""
        return ()

    def load(self, moment: Moment) -> Snapshot | None:
        """Give none."""
        return None


NO_HISTORY = NoHistory()


@dataclass(frozen=True, slots=True)
class FileHistory:
    """The copies in some folders; with ``stem`` those of the workbook of that name only."""

    folders: tuple[Path, ...]
    stem: str = ""

    @classmethod
    def of(cls, workbook: Path, place: str = "") -> FileHistory:
        """Give the copies of a workbook: those in its own folder, and in the second place if it can be reached."""
        folders = []
        for where in dict.fromkeys(("", place)):
            try:
                folders.append(made_folder(workbook, where))
            except SnapshotFolderUnusable:
                continue
        return cls(tuple(folders), workbook.stem[:LONGEST_STEM])

    def moments(self) -> list[Moment]:
        """Give the copies, the oldest first; one that lies in two folders once."""
        found = [
            moment
            for folder in self.folders
            for path in folder.glob(f"*{SUFFIX}")
            for moment in read_name(path)
        ]
        ours = [one for one in found if not self.stem or stem_of(one.path) == self.stem]
        return sorted({one.path.name: one for one in reversed(ours)}.values())

    def load(self, moment: Moment) -> Snapshot | None:
        """Read one; None if it is damaged."""
        try:
            return load_snapshot(moment.path)
        except READ_ERRORS:
            return None


def read_name(path: Path) -> Iterable[Moment]:
    """Read what a copy's name says; nothing for another file."""
    if path.name.startswith(f"{STATE}_"):
        return [Moment(state_moment(path), "", path, is_state=True)]
    stamp, _, rest = path.name.partition("_")
    number, _, verb = rest.partition("_")
    clock = number.partition("-")[2]
    try:
        taken = datetime.strptime(stamp, STAMP)
        said = datetime.strptime(clock, STAMP) if clock else None
    except ValueError:
        return []
    return [Moment(taken, verb_of(verb), path, clock=said)]


def state_moment(path: Path) -> datetime:
    """Give when a state was taken, by its own head: the clock of the disk may be wrong; else when it was written."""
    try:
        with gzip.open(long_path(path), "rb") as stream:
            head = stream.read(HEAD_BYTES).decode("utf-8", "ignore")
        found = MOMENT_IN_HEAD.search(head)
        return datetime.fromisoformat(found[1]) if found else written_at(path)
    except (*READ_ERRORS, zlib.error):
        return written_at(path)


def written_at(path: Path) -> datetime:
    """Give when the file was written."""
    return datetime.fromtimestamp(path.stat().st_mtime)


def verb_of(rest: str) -> str:
    """Give the verb of ``score_event_Kupa.json.gz``; nothing if this program has no such verb."""
    return next((verb for verb in verbs() if rest.startswith(f"{verb}_")), "")


def stem_of(path: Path) -> str:
    """Give the workbook's name that a copy's name ends with."""
    name = path.name.removesuffix(SUFFIX)
    if name.startswith(f"{STATE}_"):
        return name.removeprefix(f"{STATE}_")
    _, _, rest = name.partition("_")
    _, _, rest = rest.partition("_")
    return rest.removeprefix(f"{verb_of(rest)}_")


def save_state(state: Snapshot, workbook: Path, place: str = "") -> Path:
    """Write the state after a verb over the last one; give its path.

    :raises SnapshotFolderUnusable: the folder cannot be made, or takes no new file.
    :raises DiskFull: the disk has no room.
    :raises NotSaved: the operating system refused for another reason.
    """
    folder = made_folder(workbook, place)
    data = gzip.compress(text_of(state).encode("utf-8"), COMPRESSION)
    path = folder / f"{STATE}_{workbook.stem[:LONGEST_STEM]}{SUFFIX}"
    try:
        write_atomically(path, lambda stream: stream.write(data))
    except FolderReadOnly as error:
        raise SnapshotFolderUnusable(folder=folder) from error
    return path


def load_state(workbook: Path) -> Snapshot | None:
    """Read the state after the last verb; None if there is none, or it cannot be read."""
    try:
        path = made_folder(workbook, "") / f"{STATE}_{workbook.stem[:LONGEST_STEM]}{SUFFIX}"
        return load_snapshot(path) if path.exists() else None
    except (SnapshotFolderUnusable, *READ_ERRORS):
        return None


def prune(workbook: Path, today: date, place: str = "") -> int:
    """Delete what need not be kept: of every day before ``today`` all snapshots but the last; give their number."""
    history = FileHistory((made_folder(workbook, place),), workbook.stem[:LONGEST_STEM])
    snapshots = [moment for moment in history.moments() if not moment.is_state]
    last_of_day = {moment.when.date(): moment.path for moment in snapshots}
    outdated = [
        moment.path
        for moment in snapshots
        if moment.when.date() < today and moment.path != last_of_day[moment.when.date()]
    ]
    for path in outdated:
        long_path(path).unlink(missing_ok=True)
    return len(outdated)
