"""The LibreOffice fixture itself: it really recalculates, and its absence is never passed over in silence."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter

PROBE = '''"""A test that needs LibreOffice."""


def test_live(soffice):
    """Do nothing more."""
'''


def test_a_stale_cached_value_is_recomputed(tmp_path: Path, recalculate: Callable[[Path], Path]) -> None:
    """A formula whose file says 99 comes back as what it really is, from a path with accents and spaces."""
    path = tmp_path / "Új mappa (2)" / "árvíztűrő könyv.xlsx"
    path.parent.mkdir()
    with xlsxwriter.Workbook(path) as workbook:
        sheet = workbook.add_worksheet("Lap")
        sheet.write_number("A1", 40)
        sheet.write_formula("A2", "=A1+2", value=99)
    assert openpyxl.load_workbook(path, data_only=True)["Lap"]["A2"].value == 99
    assert openpyxl.load_workbook(recalculate(path), data_only=True)["Lap"]["A2"].value == 42


@pytest.mark.parametrize(
    ("required", "code", "outcome"),
    [("", 0, "1 skipped"), ("required", 1, "1 error")],
    ids=["skips", "fails"],
)
def test_without_libreoffice(tmp_path: Path, required: str, code: int, outcome: str) -> None:
    """Without soffice a live test skips with a sentence, and fails where SPORTULTI_LIVE=required."""
    (tmp_path / "conftest.py").write_text(Path(__file__).with_name("conftest.py").read_text("utf-8"), "utf-8")
    (tmp_path / "test_probe.py").write_text(PROBE, "utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-rs", "-p", "no:cacheprovider", str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "PATH": str(tmp_path), "SPORTULTI_LIVE": required},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == code, run.stdout
    assert outcome in run.stdout
    assert "this test needs LibreOffice Calc" in run.stdout
