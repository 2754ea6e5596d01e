"""The log of our own faults: beside the workbook, else in a fresh file of its own, never through a link."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from pathlib import Path

import pytest

from macros_py.book.places import LOG_NAME, write_fault


def faulty(folder: Path) -> Path:
    """Write a fault that just happened."""
    try:
        raise ZeroDivisionError("próba hiba")
    except ZeroDivisionError:
        return write_fault(folder)


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder for temporary files that everybody on the machine may write."""
    folder = tmp_path / "mindenkié"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def test_faults_are_added_beside_the_workbook(tmp_path: Path) -> None:
    """The second one stands below the first."""
    log = faulty(tmp_path)
    assert log == tmp_path / LOG_NAME
    assert faulty(tmp_path) == log
    assert log.read_text("utf-8").count("próba hiba\n") == 2


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right of their own on Windows")
def test_a_link_laid_out_for_us_is_not_followed(tmp_path: Path, temporary: Path) -> None:
    """Whoever may write the temporary folder, or sent the workbook's, does not choose which file grows."""
    victim = tmp_path / "idegen.txt"
    victim.write_text("érintetlen", "utf-8")
    (temporary / LOG_NAME).symlink_to(victim)
    for folder in (tmp_path / "nincs", tmp_path / "kupa"):
        if folder.name == "kupa":
            folder.mkdir()
            (folder / LOG_NAME).symlink_to(victim)
        log = faulty(folder)
        assert log.parent == temporary
        assert log.name != LOG_NAME
        assert "próba hiba" in log.read_text("utf-8")
        assert stat.S_IMODE(log.stat().st_mode) == 0o600
    assert victim.read_text("utf-8") == "érintetlen"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_what_is_no_file_is_not_waited_for(tmp_path: Path, temporary: Path) -> None:
    """A pipe of that name would take the text and keep us waiting for a reader."""
    os.mkfifo(tmp_path / LOG_NAME)
    reader = os.open(tmp_path / LOG_NAME, os.O_RDONLY | os.O_NONBLOCK)
    assert faulty(tmp_path).parent == temporary
    assert os.read(reader, 1) == b""
    os.close(reader)


def test_nowhere_to_write_is_no_second_fault(
    tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name is given all the same: what is told stays one sentence."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "ez sincs"))
    assert faulty(tmp_path / "nincs") == Path(LOG_NAME)
