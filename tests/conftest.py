"""Fixtures that several test files share: above all LibreOffice, a real spreadsheet program."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

# A slow or busy machine is no fault of the code; and a change is judged in CI by the same examples each time.
settings.register_profile("sportulti", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("sportulti")

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

    def convert(self, path: Path, kind: str, suffix: str) -> Path:
        """Convert one file by the output filter ``kind`` and give the path of what was written.

        :raises ConversionError: LibreOffice wrote nothing; its own words are in the message.
        """
        folder = self.new_folder()
        run = subprocess.run(
            [
                self.program,
                f"-env:UserInstallation={self.profile.as_uri()}",
                *("--headless", "--norestore", "--convert-to", kind),
                *("--outdir", str(folder), str(path)),
            ],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        written = folder / f"{path.stem}{suffix}"
        if not written.is_file():
            raise ConversionError(f"LibreOffice did not convert {path.name}: {run.stdout}{run.stderr}")
        return written

    def recalculate(self, path: Path) -> Path:
        """Give a copy of a workbook whose every formula LibreOffice has computed anew."""
        return self.convert(path, "xlsx:Calc MS Excel 2007 XML", ".xlsx")

    def pdf(self, path: Path) -> Path:
        """Give the pages as they would be printed."""
        return self.convert(path, "pdf:calc_pdf_Export", ".pdf")


def find_soffice() -> str:
    """Give the path of ``soffice``; without it the test is skipped, or fails where it is required."""
    found = shutil.which("soffice")
    if found is None:
        sentence = "this test needs LibreOffice Calc: there is no soffice on the PATH"
        if os.environ.get(LIVE_VARIABLE) == "required":
            pytest.fail(f"{sentence}, and {LIVE_VARIABLE}=required", pytrace=False)
        pytest.skip(sentence)
    return found


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that uses LibreOffice as ``live``."""
    for item in items:
        if "soffice" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.live)


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
