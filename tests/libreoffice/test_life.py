"""A Calc of our own: started, shared, killed, outlived by nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import xlwings

from macros_py.libreoffice import SofficeDied, SofficeMissing, SofficeNotStarted, UnoMissing
from macros_py.libreoffice import process as soffice_process
from macros_py.libreoffice.process import Soffice

pytestmark = pytest.mark.slow

NewCalc = Callable[[], xlwings.App]
PATIENCE = 20.0
"""Seconds after which something that ends by itself should have ended on the slowest machine."""
OWN_PROGRAM = """
import sys, time
from macros_py.libreoffice import register
app = register().apps.add(add_book=True)
print(app.pid, flush=True)
time.sleep(600)
"""


@pytest.fixture(autouse=True)
def _folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each Calc put its profile where no other test's Calc, in another process, puts one."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)


def profiles() -> set[Path]:
    """Give the profile folders that stand in the folder for temporary files."""
    return set(Path(tempfile.gettempdir()).glob("calc_profile_*"))


def is_alive(group: int) -> bool:
    """Say whether any process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def wait_until(happened: Callable[[], bool]) -> bool:
    """Wait for something to happen; say whether it did."""
    limit = time.monotonic() + PATIENCE
    while not happened():
        if time.monotonic() > limit:
            return False
        time.sleep(0.05)
    return True


def test_quit_leaves_nothing(new_calc: NewCalc) -> None:
    """A Calc that is told to quit with an unsaved book ends, and its profile goes with it."""
    before = profiles()
    app = new_calc()
    app.books.add().sheets[0]["A1"].value = 1
    pid = app.pid
    assert pid in xlwings.engines["libreoffice"].apps.impl
    assert profiles() > before
    app.quit()
    assert wait_until(lambda: not is_alive(pid))
    assert profiles() <= before
    assert pid not in xlwings.engines["libreoffice"].apps.impl


def test_two_calcs_run_side_by_side(new_calc: NewCalc) -> None:
    """Two Calcs keep their books apart, and one outlives the other."""
    first, second = new_calc(), new_calc()
    one, two = first.books.add().sheets[0], second.books.add().sheets[0]
    one["A1"].value, two["A1"].value = "első", "második"
    assert first.pid != second.pid
    assert (len(first.books), len(second.books)) == (1, 1)
    assert (one["A1"].value, two["A1"].value) == ("első", "második")
    first.quit()
    assert two["A1"].value == "második"


def test_a_killed_calc_is_noticed(new_calc: NewCalc) -> None:
    """After a kill in the middle of work every use says that LibreOffice is gone, and nothing of it is left."""
    before = profiles()
    app = new_calc()
    sheet = app.books.add().sheets[0]
    sheet["A1"].value = 1
    os.killpg(app.pid, signal.SIGKILL)
    for use in (lambda: sheet["A1"].value, lambda: sheet["A1:B9"].clear(), lambda: app.books.add()):
        with pytest.raises(SofficeDied, match="LibreOffice has ended"):
            use()
    assert not app.impl.is_running()
    assert profiles() <= before
    app.quit()


def test_a_calc_does_not_outlive_the_program_that_started_it() -> None:
    """When the program that started a Calc is killed outright, Calc ends and its profile goes."""
    before = profiles()
    with subprocess.Popen([sys.executable, "-c", OWN_PROGRAM], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        pid = int(program.stdout.readline())
        assert is_alive(pid)
        program.kill()
    assert wait_until(lambda: not is_alive(pid))
    assert wait_until(lambda: profiles() <= before)


def test_a_program_that_is_no_libreoffice_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A program that ends at once is not waited for; one that cannot be started is named."""
    broken = tmp_path / "soffice"
    broken.write_text("#!/bin/sh\nexit 3\n", "utf-8")
    broken.chmod(0o755)
    monkeypatch.setattr(soffice_process, "find_soffice", lambda: broken)
    with pytest.raises(SofficeNotStarted, match="ended while starting"):
        Soffice().connect()
    monkeypatch.setattr(soffice_process, "find_soffice", lambda: tmp_path / "nothing")
    with pytest.raises(SofficeNotStarted, match="could not be started"):
        Soffice()


def test_a_program_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A program that hangs is given up after the time limit, and killed."""
    hanging = tmp_path / "soffice"
    hanging.write_text("#!/bin/sh\nsleep 600\n", "utf-8")
    hanging.chmod(0o755)
    monkeypatch.setattr(soffice_process, "find_soffice", lambda: hanging)
    process = Soffice()
    with pytest.raises(SofficeNotStarted, match="did not answer in time"):
        process.connect(seconds=0.3)
    assert not process.is_running()
    assert wait_until(lambda: not is_alive(process.pid))


def test_a_machine_without_libreoffice_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the program on the PATH or in its usual places the error says where it was looked for."""
    monkeypatch.setattr(soffice_process.shutil, "which", lambda name: None)
    monkeypatch.setattr(soffice_process, "usual_places", lambda: iter(()))
    with pytest.raises(SofficeMissing, match="no soffice on the PATH"):
        soffice_process.find_soffice()


def test_a_python_without_uno_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a uno library for this Python the error names the version and the package to install."""

    def refuse(folder: Path | None) -> None:
        raise ImportError("No module named 'uno'")

    monkeypatch.setattr(soffice_process, "import_from", refuse)
    with pytest.raises(UnoMissing, match=r"no uno library for Python 3\.\d+ .*apt-get install python3-uno"):
        soffice_process.load_uno.__wrapped__()


def test_the_library_of_another_python_is_not_touched(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's uno is looked at only by a Python of the same version: another would crash."""
    monkeypatch.setattr(soffice_process, "system_python", lambda: "3.9")
    assert soffice_process.DEBIAN_FOLDER not in list(soffice_process.uno_folders())
    monkeypatch.setattr(soffice_process, "system_python", soffice_process.this_python)
    assert soffice_process.DEBIAN_FOLDER in list(soffice_process.uno_folders())


def test_importing_uno_leaves_python_as_it_was() -> None:
    """The library's folder is not left on the path, and its import hook is taken back."""
    path, hook = list(sys.path), __builtins__["__import__"] if isinstance(__builtins__, dict) else __import__
    sys.modules.pop("uno", None)
    soffice_process.import_from(
        soffice_process.DEBIAN_FOLDER if soffice_process.DEBIAN_FOLDER.exists() else None
    )
    assert sys.path == path
    assert __import__ is hook
