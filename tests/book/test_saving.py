"""Atomic saving: the new file whole or the old one untouched, whatever goes wrong at whichever step."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path

import pytest

from macros_py.book import saving
from macros_py.book.file import FileBook
from macros_py.book.port import FileExists
from macros_py.book.saving import write_atomically
from tests.refusals import refused

OLD, NEW = b"old contents", b"new contents"
needs_modes = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no permission bits")


def write_new(stream):
    """Fill a file."""
    stream.write(NEW)


@pytest.fixture
def target(tmp_path):
    """Give an existing file in a folder of its own."""
    path = tmp_path / "Új mappa (2)" / "Őszi kupa.xlsx"
    path.parent.mkdir()
    path.write_bytes(OLD)
    return path


@pytest.fixture(autouse=True)
def waits(monkeypatch):
    """Give the pauses that were waited; nothing is really waited for."""
    found = []
    monkeypatch.setattr(saving.time, "sleep", found.append)
    return found


def failing(error):
    """Give a function that fails."""

    def fail(*args, **options):
        raise error

    return fail


def only_the_old_file(target):
    """Tell whether the folder is as before."""
    return target.read_bytes() == OLD and [path.name for path in target.parent.iterdir()] == [target.name]


def test_a_disk_without_permissions_takes_a_private_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A FAT stick refuses to set them: the file is written all the same."""

    def refuse(self: Path, mode: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "chmod", refuse)
    write_atomically(tmp_path / "a.kulcs", lambda stream: stream.write(b"x"), is_new=True, mode=0o600)
    assert (tmp_path / "a.kulcs").read_bytes() == b"x"


def test_the_file_is_replaced_whole(target):
    """After a save the new contents stand there, and nothing beside them."""
    write_atomically(target, write_new)
    assert target.read_bytes() == NEW
    assert [path.name for path in target.parent.iterdir()] == [target.name]


def test_a_failing_writer_leaves_the_old_file(target):
    """Half a file is never seen: the writer fails in the middle, the old file stays."""

    def half(stream):
        stream.write(NEW[:3])
        raise RuntimeError("the program has a fault")

    with pytest.raises(RuntimeError):
        write_atomically(target, half)
    assert only_the_old_file(target)


@pytest.mark.parametrize(
    ("step", "error", "expected"),
    [
        ("open", OSError(errno.ENOSPC, "full"), "disk_full"),
        ("open", PermissionError(errno.EACCES, "denied"), "folder_read_only"),
        ("open", OSError(errno.EROFS, "read-only"), "folder_read_only"),
        ("fsync", OSError(errno.ENOSPC, "full"), "disk_full"),
        ("fsync", OSError(errno.EIO, "broken"), "not_saved"),
        ("replace", PermissionError(errno.EACCES, "held"), "read_only"),
        ("replace", OSError(errno.EIO, "broken"), "not_saved"),
        ("replace", OSError(errno.EDQUOT, "quota"), "disk_full"),
    ],
)
def test_a_failure_at_any_step_leaves_the_old_file(target, monkeypatch, step, error, expected):
    """Creating, flushing, renaming: each may fail, and each leaves the folder as it was."""
    monkeypatch.setattr(saving.os, step, failing(error))
    with refused(expected):
        write_atomically(target, write_new)
    monkeypatch.undo()
    assert only_the_old_file(target)


def test_a_full_disk_is_said_in_words(target):
    """The disk full in the middle of writing is named, with the path."""
    with refused("disk_full", match=r"Megtelt a lemez.*Őszi kupa.*érintetlen"):
        write_atomically(target, failing(OSError(errno.ENOSPC, "full")))
    assert only_the_old_file(target)


def test_a_file_held_for_a_moment_is_waited_for(target, monkeypatch, waits):
    """A virus scanner holds the file for two attempts: the third succeeds."""
    attempts = []
    replace = os.replace

    def held(source, place):
        attempts.append(place)
        if len(attempts) < 3:
            raise PermissionError(errno.EACCES, "sharing violation")
        replace(source, place)

    monkeypatch.setattr(saving.os, "replace", held)
    write_atomically(target, write_new)
    assert target.read_bytes() == NEW
    assert len(waits) == 2


def test_a_file_held_too_long_is_given_up(target, monkeypatch, waits):
    """After some seconds the person is told that another program may hold the file."""
    monkeypatch.setattr(saving.os, "replace", failing(PermissionError(errno.EACCES, "held")))
    with refused("read_only", match="egy másik program fogja"):
        write_atomically(target, write_new)
    assert 3 <= sum(waits) <= 10


@needs_modes
def test_permissions_are_kept(target):
    """A file that only its owner could read stays so."""
    target.chmod(0o640)
    write_atomically(target, write_new)
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


@needs_modes
def test_a_link_stays_a_link(target, tmp_path):
    """The file behind a symbolic link is replaced, not the link."""
    link = tmp_path / "link.xlsx"
    link.symlink_to(target)
    write_atomically(link, write_new)
    assert link.is_symlink()
    assert target.read_bytes() == NEW


@needs_modes
def test_a_secret_is_private_from_its_first_byte(tmp_path):
    """The temporary file of a secret is never readable to others."""
    modes = []
    path = tmp_path / "kulcs"
    write_atomically(
        path, lambda stream: modes.append(os.fstat(stream.fileno()).st_mode), is_new=True, mode=0o600
    )
    assert [stat.S_IMODE(mode) for mode in [*modes, path.stat().st_mode]] == [0o600, 0o600]


def test_a_new_file_replaces_nothing(target):
    """What has to be new is refused where a file stands, and that file stays."""
    with pytest.raises(FileExists, match="Már van ilyen fájl"):
        write_atomically(target, write_new, is_new=True)
    assert only_the_old_file(target)


def test_a_new_file_is_refused_when_another_comes_up_meanwhile(target):
    """Between the look and the rename somebody else makes the file: theirs stays."""
    other = target.with_name("új.xlsx")

    def write_and_be_late(stream):
        stream.write(NEW)
        other.write_bytes(OLD)

    with pytest.raises(FileExists):
        write_atomically(other, write_and_be_late, is_new=True)
    assert other.read_bytes() == OLD


def test_a_file_renamed_while_it_was_open_is_not_made_anew(tmp_path):
    """Nothing is written under the old name; a pulled-out stick is told as a missing folder."""
    template = Path(__file__).resolve().parents[2] / "workbook" / "Sportulti.xlsx"
    folder = tmp_path / "pendrive"
    folder.mkdir()
    FileBook.create(folder / "Kupa.xlsx", template).save()
    book = FileBook.open(folder / "Kupa.xlsx")
    (folder / "Kupa.xlsx").rename(folder / "Kupa (2).xlsx")
    with refused("file_gone", match="átnevezték, elvitték vagy törölték"):
        book.save()
    assert [path.name for path in folder.iterdir()] == ["Kupa (2).xlsx"]
    folder.rename(tmp_path / "kihuzva")
    with refused("folder_missing", match="Nincs ilyen mappa"):
        book.save()


def test_a_new_file_that_cannot_be_renamed_leaves_nothing(tmp_path, monkeypatch):
    """A failed rename leaves no empty file under the new name, on a disk that knows no second names either."""
    monkeypatch.setattr(saving.os, "link", failing(OSError(errno.EPERM, "no links")))
    monkeypatch.setattr(saving.os, "replace", failing(OSError(errno.EIO, "broken")))
    with refused("not_saved"):
        write_atomically(tmp_path / "új.xlsx", write_new, is_new=True)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_named(tmp_path):
    """The folder that is not there is named, not the file."""
    with refused("folder_missing", match=r"Nincs ilyen mappa: .*nincs"):
        write_atomically(tmp_path / "nincs" / "új.xlsx", write_new)


def test_a_path_near_the_limit_is_written(tmp_path):
    """A long name, and a deep folder, are no reason to fail."""
    folder = tmp_path / ("ő" * 100) / ("mappa " * 20).strip()
    folder.mkdir(parents=True)
    path = folder / ("x" * 240 + ".xlsx")
    write_atomically(path, write_new)
    assert path.read_bytes() == NEW


def test_what_killed_saves_left_is_swept(tmp_path):
    """A temporary file of an hour ago goes with the next save; a young one may be another save's."""
    old, young = (tmp_path / f".sportulti-{name}.tmp" for name in ("regi", "uj"))
    for left in (old, young):
        left.write_bytes(b"half")
    os.utime(old, (1, 1))
    write_atomically(tmp_path / "a.txt", lambda stream: stream.write(b"x"))
    assert not old.exists()
    assert young.exists()
