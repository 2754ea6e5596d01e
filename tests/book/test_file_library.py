"""openpyxl does the same wherever we run: what else is installed neither changes a byte nor is loaded."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from macros_py import EMPTY_WORKBOOK

pytestmark = pytest.mark.slow

STAND_IN = """
import xml.etree.ElementTree as plain
from xml.etree.ElementTree import Element, QName, SubElement, fromstring, register_namespace
from et_xmlfile import xmlfile

LXML_VERSION = (5, 0, 0, 0)

def XMLParser(**options):
    return None

def fromstring(text, parser=None):
    return plain.fromstring(text)

def tostring(element, *options, **more):
    return plain.tostring(element, *options, **more) + b"<!-- written by another library -->"
"""
"""What openpyxl takes for lxml, and would write other bytes by."""
BARE = "from openpyxl import load_workbook\nload_workbook(sys.argv[1]).save(sys.argv[2])\n"
OURS = """
from pathlib import Path
from macros_py.book.file import FileBook
FileBook.open(sys.argv[1]).write_copy(Path(sys.argv[2]))
"""
STRANGERS = "print(*sorted({name.partition('.')[0] for name in sys.modules} & {'lxml', 'numpy', 'PIL'}))"


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """Give a folder with other people's packages: one that writes differently, two that only cost time."""
    folder = tmp_path / "installed"
    for name in ("lxml", "numpy", "PIL"):
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text("", "utf-8")
    (folder / "lxml" / "etree.py").write_text(STAND_IN, "utf-8")
    (folder / "numpy" / "__init__.py").write_text("def __getattr__(name):\n    return float\n", "utf-8")
    return folder


def saved(code: str, target: Path, packages: Path | None) -> tuple[dict[str, bytes], str]:
    """Save a workbook in a process of its own; give the parts of the file without its clock, and what was printed."""
    book = target.with_name("Kupa.xlsx")
    book.write_bytes(EMPTY_WORKBOOK.read_bytes())
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}\n{STRANGERS}", str(book), str(target)],
        env={**os.environ, **({"PYTHONPATH": str(packages)} if packages else {})},
        check=True,
        capture_output=True,
        text=True,
    )
    with zipfile.ZipFile(target) as parts:
        return {
            name: parts.read(name) for name in parts.namelist() if "core.xml" not in name
        }, done.stdout.strip()


def test_bare_openpyxl_would_write_by_what_it_finds(tmp_path: Path, installed: Path) -> None:
    """The stand-in is one that openpyxl falls for: so the test below can fail."""
    without, _ = saved(BARE, tmp_path / "a.xlsx", None)
    beside, loaded = saved(BARE, tmp_path / "b.xlsx", installed)
    assert without.keys() == beside.keys()
    assert without != beside
    assert loaded == "PIL lxml numpy"


@pytest.mark.parametrize("before", ["", "import lxml.etree, numpy\n"], ids=["installed", "loaded"])
def test_ours_writes_the_same_bytes(tmp_path: Path, installed: Path, before: str) -> None:
    """Whether the others are only installed or were loaded before us; who loaded them finds them as they were."""
    after = "assert sys.modules['lxml.etree'].LXML_VERSION and sys.modules['numpy']\n" if before else ""
    without, none = saved(OURS, tmp_path / "a.xlsx", None)
    beside, loaded = saved(f"{before}{OURS}{after}", tmp_path / "b.xlsx", installed)
    assert without == beside
    assert (none, loaded) == ("", "lxml numpy" if before else "")
