"""Fixtures that several test files share: above all LibreOffice, a real spreadsheet program."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
import xlwings
from hypothesis import settings

# A slow or busy machine is no fault of the code; and a change is judged in CI by the same examples each time.
settings.register_profile("sportulti", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("sportulti")

# An answer of the federation changes the shipped edition: what the engine is tested by stays as it is, under its name.
pytest.MonkeyPatch().setattr("macros_py.editions.RULES_FOLDER", Path(__file__).with_name("edition"))


@pytest.fixture(scope="session", autouse=True)
def _users_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Put what the program keeps for its user into a folder of the session."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
            patch.setenv(name, str(tmp_path_factory.mktemp("felhasznalo")))
        yield


@pytest.fixture(scope="session", autouse=True)
def _warm_children(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let the programs that tests start compile our modules once in a session, also where nothing may lie beside them.

    The folder is shared by all the processes that a run is spread over.
    """
    with pytest.MonkeyPatch.context() as patch:
        if sys.dont_write_bytecode:
            patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
            patch.setenv("PYTHONPYCACHEPREFIX", str(run_folder(tmp_path_factory) / "pycache"))
        yield


def run_folder(factory: pytest.TempPathFactory) -> Path:
    """Give the temporary folder of the whole run, shared by the processes that it is spread over."""
    folder = factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


@pytest.fixture
def ordinary_collector() -> Iterator[None]:
    """Give back to a test the garbage collector as it is outside of a run of tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gc, "freeze", FREEZE)
        patch.setattr(gc, "get_freeze_count", FREEZE_COUNT)
        yield
    gc.unfreeze()


LIVE_VARIABLE = "SPORTULTI_LIVE"
"""Set to ``required`` it turns a skip for want of LibreOffice into a failure."""

LIBREOFFICE_SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">\
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Misc">\
<prop oor:name="UseLocking" oor:op="fuse"><value>false</value></prop></item>
</oor:items>
"""
"""Recalculate every formula on load (0 = always), whatever value the file says it has; ignore stale locks."""


class ConversionError(AssertionError):
    """LibreOffice ran, but the file it should have written is not there."""


@dataclass(frozen=True, slots=True)
class LibreOffice:
    """A headless LibreOffice with a profile of its own; each conversion goes to a fresh folder."""

    program: str
    profile: Path
    new_folder: Callable[[], Path]

    def convert(self, paths: Sequence[Path], kind: str, suffix: str) -> list[Path]:
        """Convert files, each with a name of its own, by the output filter ``kind``; give what was written, in order.

        :raises ConversionError: LibreOffice did not write a file; its own words are in the message.
        """
        folder = self.new_folder()
        run = subprocess.run(
            [
                self.program,
                f"-env:UserInstallation={self.profile.as_uri()}",
                *("--headless", "--norestore", "--convert-to", kind),
                *("--outdir", str(folder), *map(str, paths)),
            ],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        written = [folder / f"{path.stem}{suffix}" for path in paths]
        missing = [path.name for path in written if not path.is_file()]
        if missing:
            raise ConversionError(f"LibreOffice did not write {missing}: {run.stdout}{run.stderr}")
        return written

    def recalculate_all(self, paths: Sequence[Path]) -> list[Path]:
        """Give copies of workbooks whose every formula LibreOffice has computed anew: it is started once."""
        return self.convert(paths, "xlsx:Calc MS Excel 2007 XML", ".xlsx")

    def recalculate(self, path: Path) -> Path:
        """Give such a copy of one."""
        return self.recalculate_all([path])[0]

    def pdf(self, path: Path) -> Path:
        """Give the pages as they would be printed."""
        return self.convert([path], "pdf:calc_pdf_Export", ".pdf")[0]


def skip_or_fail(reason: str) -> None:
    """Skip a test for want of LibreOffice, or fail it where LibreOffice is required."""
    sentence = f"this test needs LibreOffice Calc: {reason}"
    if os.environ.get(LIVE_VARIABLE) == "required":
        pytest.fail(f"{sentence}, and {LIVE_VARIABLE}=required", pytrace=False)
    pytest.skip(sentence)


def find_soffice() -> str:
    """Give the path of ``soffice``; without it the test is skipped, or fails where it is required."""
    found = shutil.which("soffice")
    if found is None:
        skip_or_fail("there is no soffice on the PATH")
    return str(found)


def start_calc() -> xlwings.App:
    """Start a Calc for xlwings; where that cannot be, the test is skipped, or fails where it is required."""
    from macros_py.libreoffice import SofficeMissing, UnoMissing, register

    try:
        return register().apps.add(add_book=False)
    except (SofficeMissing, UnoMissing) as error:
        skip_or_fail(str(error))
        raise


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--quick``."""
    parser.addoption("--quick", action="store_true", help="leave out the tests marked live or slow")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark, choose and order the tests.

    What uses LibreOffice is ``live``. What takes long is begun first, so that no process is left alone with it.
    """
    for item in items:
        if {"soffice", "calc", "new_calc"} & {*getattr(item, "fixturenames", ())}:
            item.add_marker(pytest.mark.live)
    if config.getoption("quick"):
        config.hook.pytest_deselected(items=[item for item in items if takes_long(item)])
        items[:] = [item for item in items if not takes_long(item)]
    elif hasattr(config, "workerinput"):
        items.sort(key=takes_long, reverse=True)


FREEZE, FREEZE_COUNT = gc.freeze, gc.get_freeze_count


def pytest_collection_finish() -> None:
    """Spare the product's collections the objects of the tests themselves.

    A book that is opened looks through all that is not frozen; with 5,000 tests in memory that takes longer than the
    book. So the tests are frozen for good, and books are left to the collector as it is.
    """
    gc.collect()
    FREEZE()
    gc.freeze = lambda: None
    gc.get_freeze_count = lambda: 0


LIVE_FOLDERS = ("live", "libreoffice")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Keep the tests of a file together where all of them are live: its process starts the Calc that they share.

    xdist's own groups do nothing under this pytest, which no longer reads the id that they are written into.
    """
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):
        """Spread test by test, but whole files of the live folders."""

        def _split_scope(self, nodeid: str) -> str:
            path = Path(nodeid.partition("::")[0])
            return str(path) if path.parent.name in LIVE_FOLDERS else nodeid

    return ByFile(config, log)  # type: ignore[arg-type]


def takes_long(item: pytest.Item) -> bool:
    """Tell whether a test is left out of the quick run."""
    return bool({"live", "slow"} & {mark.name for mark in item.iter_markers()})


@pytest.fixture(scope="session")
def soffice(tmp_path_factory: pytest.TempPathFactory) -> LibreOffice:
    """Give a LibreOffice that always recalculates on load."""
    program = find_soffice()
    profile = tmp_path_factory.mktemp("libreoffice")
    (profile / "user").mkdir()
    (profile / "user" / "registrymodifications.xcu").write_text(LIBREOFFICE_SETTINGS, "utf-8")
    return LibreOffice(program, profile, lambda: tmp_path_factory.mktemp("converted"))


@pytest.fixture(scope="session")
def recalculate(soffice: LibreOffice) -> Callable[[Path], Path]:
    """Give ``recalculate(path)``: the path of a copy with every formula computed anew by LibreOffice."""
    return soffice.recalculate


@pytest.fixture(scope="session")
def session_calc() -> Iterator[list[xlwings.App]]:
    """Keep the one Calc of the session: started when first needed, anew if a test has killed it."""
    running: list[xlwings.App] = []
    yield running
    for app in running:
        app.quit()


@pytest.fixture
def calc(session_calc: list[xlwings.App]) -> Iterator[xlwings.App]:
    """Give a Calc that runs, with no book open; what the test leaves open is closed unsaved."""
    if session_calc and not session_calc[0].impl.is_running():
        session_calc.clear()
    if not session_calc:
        session_calc.append(start_calc())
    app = session_calc[0]
    app.activate()
    yield app
    if app.impl.is_running():
        for book in app.books:
            book.close()


@pytest.fixture
def new_calc() -> Iterator[Callable[[], xlwings.App]]:
    """Give ``new_calc()``: a Calc of the test's own, ended with the test whatever became of it."""
    started: list[xlwings.App] = []

    def start() -> xlwings.App:
        started.append(start_calc())
        return started[-1]

    yield start
    for app in started:
        app.kill()
