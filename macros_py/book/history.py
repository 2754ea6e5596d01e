"""The copies of a workbook that there are: what stood before each verb, and what stood after the last one.

All copies of today are kept, and of each earlier day the last one. The state after the last verb has a file of its
own, replaced at every verb: a dead laptop is recovered from it, and the next verb sees by it what was changed since.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import MAXYEAR, date, datetime
from pathlib import Path
from typing import Protocol

from macros_py.book.port import FolderReadOnly, SnapshotFolderUnusable
from macros_py.book.saving import EVENT_NAME, PRIVATE_MODE, long_path, write_atomically
from macros_py.book.snapshots import (
    COMPRESSION,
    COPY_SUFFIX,
    LONGEST_STEM,
    SHORT_EVENT,
    STAMP,
    Snapshot,
    label,
    load_snapshot,
    local_moment,
    made_folder,
    snapshot_text,
)
from macros_py.verbs import verbs

STATE_FILE = "0_legutobbi-allapot"
"""How the file of the last state begins: it sorts before all snapshots."""
_HEAD_BYTES = 512
_VALUES_BYTES = 1 << 20
"""By then a copy has named all its values: they stand before the tables."""
_FACTS_BYTES = 1 << 16
"""By then it has named those that are no long text of somebody's."""
_EVENT_IN_VALUES = re.compile(rf'"{EVENT_NAME}": "([^"]*)"')
_SHORT = re.compile(r"[0-9a-f]{8}")
_MOMENT_IN_HEAD = re.compile(r'"idopont": "([0-9T:.\-]+)"')
_READ_ERRORS = (OSError, ValueError)
_SET_ASIDE = ".serult"


@dataclass(frozen=True, slots=True, order=True)
class CopyMoment:
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

    def moments(self) -> Sequence[CopyMoment]:
        """Give the copies, the oldest first."""

    def load(self, moment: CopyMoment) -> Snapshot | None:
        """Read one; None if it cannot be read."""


@dataclass(frozen=True, slots=True)
class FileHistory:
    """The copies in some folders; with ``stem`` of the workbook of that name, with ``event`` of that event only."""

    folders: tuple[Path, ...]
    stem: str = ""
    event: str = ""

    @classmethod
    def of(cls, workbook: Path, event: str = "", second: Path | None = None) -> FileHistory:
        """Give the copies of a workbook: those in its own folder, and in the second place if there is one."""
        folders = [] if second is None else [second]
        with suppress(SnapshotFolderUnusable):
            folders.insert(0, made_folder(workbook))
        return cls(tuple(folders), workbook.stem[:LONGEST_STEM], event)

    def moments(self) -> list[CopyMoment]:
        """Give the copies, the oldest first; one that lies in two folders once."""
        found = [
            moment
            for folder in self.folders
            for path in folder.glob(f"*{COPY_SUFFIX}")
            for moment in _read_name(path)
        ]
        ours = [one for one in found if self.is_ours(one.path)]
        return sorted({one.path.name: one for one in reversed(ours)}.values())

    def is_ours(self, path: Path) -> bool:
        """Tell whether a copy is of the workbook and the event asked for; a name without an event by its contents."""
        if not self.stem:
            return True
        name = _copy_label(path)
        if name == self.stem:
            return not self.event or _event_in(path) in {"", self.event}
        short = name.removeprefix(f"{self.stem}.")
        return short == self.event[:SHORT_EVENT] if self.event else bool(_SHORT.fullmatch(short))

    def load(self, moment: CopyMoment) -> Snapshot | None:
        """Read one; None if it is damaged."""
        try:
            return load_snapshot(moment.path)
        except _READ_ERRORS:
            return None


NO_HISTORY = FileHistory(())


def _read_name(path: Path) -> Iterable[CopyMoment]:
    """Read what a copy's name says; nothing for another file."""
    if path.name.startswith(f"{STATE_FILE}_"):
        moment = _state_moment(path)
        return [] if moment is None else [CopyMoment(moment, "", path, is_state=True)]
    stamp, _, rest = path.name.partition("_")
    number, _, verb = rest.partition("_")
    clock = number.partition("-")[2]
    try:
        taken = datetime.strptime(stamp, STAMP)
        said = datetime.strptime(clock, STAMP) if clock else None
    except ValueError:
        return []
    if taken.year == MAXYEAR:
        return []  # nothing could come after it
    return [CopyMoment(taken, _verb_of(verb), path, clock=said)]


def _state_moment(path: Path) -> datetime | None:
    """Give when a state was taken, by its own head: the clock of the disk may be wrong; else when it was written.

    None where not even that is known.
    """
    found = _MOMENT_IN_HEAD.search(_beginning(path, _HEAD_BYTES))
    try:
        return local_moment(found[1]) if found else _written_at(path)
    except ValueError:
        return _written_at(path)


def _beginning(path: Path, size: int) -> str:
    """Give the first bytes of a copy as text; nothing where it cannot be read."""
    try:
        with long_path(path).open("rb") as stream:
            unpacked = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(stream.read(size), size)
            return unpacked.decode("utf-8", "ignore")
    except (*_READ_ERRORS, zlib.error):
        return ""


def _written_at(path: Path) -> datetime | None:
    """Give when the file was written; None where the disk does not tell."""
    try:
        return datetime.fromtimestamp(path.stat().st_mtime)
    except (OSError, OverflowError, ValueError):
        return None


def _verb_of(rest: str) -> str:
    """Give the verb of ``score_event_Kupa.json.gz``; nothing if this program has no such verb."""
    return next((verb for verb in verbs() if rest.startswith(f"{verb}_")), "")


def stem_of(path: Path) -> str:
    """Give the workbook's name that a copy's name holds."""
    stem, _, short = _copy_label(path).rpartition(".")
    return stem if stem and _SHORT.fullmatch(short) else _copy_label(path)


def copied_event(path: Path) -> str:
    """Give the short identity of a copy's event, by its name or, of an older program, by its contents."""
    short = _copy_label(path).rpartition(".")[2]
    return short if _SHORT.fullmatch(short) else _event_in(path)[:SHORT_EVENT]


def _event_in(path: Path) -> str:
    """Give the whole identity of the event that a copy holds; nothing where it cannot be read."""
    found = _EVENT_IN_VALUES.search(_beginning(path, _VALUES_BYTES))
    return found[1] if found else ""


def may_tell(path: Path, name: str) -> bool:
    """Tell whether a named value may be filled in a copy, by its first bytes: only where they say so is it blank."""
    return f'"{name}": null' not in _beginning(path, _FACTS_BYTES)


def _copy_label(path: Path) -> str:
    """Give how a copy's name ends: the workbook's name, and a part of the event's identity."""
    name = path.name.removesuffix(COPY_SUFFIX)
    if name.startswith(f"{STATE_FILE}_"):
        return name.removeprefix(f"{STATE_FILE}_")
    _, _, rest = name.partition("_")
    _, _, rest = rest.partition("_")
    return rest.removeprefix(f"{_verb_of(rest)}_")


def save_state(state: Snapshot, workbook: Path, folder: Path | None = None) -> Path:
    """Write the state after a verb over the last one, by default into the workbook's own folder; give its path.

    :raises SnapshotFolderUnusable: the folder cannot be made, or takes no new file.
    :raises BookError: the disk has no room (``disk_full``); the operating system refused for another reason
        (``not_saved``).
    """
    folder = folder or made_folder(workbook)
    data = gzip.compress(snapshot_text(state).encode("utf-8"), COMPRESSION, mtime=0)
    path, older = _state_file(folder, workbook, state.event), _state_file(folder, workbook, "")
    try:
        write_atomically(path, lambda stream: stream.write(data), mode=PRIVATE_MODE)
    except FolderReadOnly as error:
        raise SnapshotFolderUnusable(folder=folder) from error
    if older != path and older.exists() and _event_in(older) == state.event:
        with suppress(OSError):
            older.unlink()
    return path


def _state_file(folder: Path, workbook: Path, event: str) -> Path:
    """Give the file of the last state; an older program named it without the event."""
    return folder / f"{STATE_FILE}_{label(workbook, event)}{COPY_SUFFIX}"


@dataclass(frozen=True, slots=True)
class KeptState:
    """What the file of the last state gave: the state, and where the file was put if it was broken."""

    state: Snapshot | None = None
    set_aside: Path | None = None


def read_state(workbook: Path, event: str = "") -> KeptState:
    """Read the state after the last verb of an event; a broken file is set aside: it stands in nobody's way."""
    try:
        folder = made_folder(workbook)
    except SnapshotFolderUnusable:
        return KeptState()
    path, older = _state_file(folder, workbook, event), _state_file(folder, workbook, "")
    if not path.exists() and older.exists() and _event_in(older) == event:
        path = older
    try:
        return KeptState(load_snapshot(path))
    except ValueError:
        return KeptState(set_aside=_put_aside(path))
    except OSError:
        return KeptState()


def _put_aside(path: Path) -> Path | None:
    """Rename a broken file, over no other one, and keep it; None if the operating system refuses."""
    number = 1
    while (place := path.with_name(f"{path.name}{_SET_ASIDE}{number}")).exists():
        number += 1
    try:
        return long_path(path).rename(long_path(place))
    except OSError:
        return None


def prune(workbook: Path, today: date, event: str = "", folder: Path | None = None) -> int:
    """Delete what need not be kept: of every day before ``today`` all snapshots but the last; give their number.

    :raises SnapshotFolderUnusable: the workbook's own folder cannot be made.
    """
    history = FileHistory((folder or made_folder(workbook),), workbook.stem[:LONGEST_STEM], event)
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
