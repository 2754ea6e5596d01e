"""Windows and macOS as folders of this machine: installing really copies, writes, lists and removes in them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import pytest

from macros_py.installation.machine import Machine

XLWINGS = "0.37.8"
PYPROJECT = f"""
[project]
dependencies = ["openpyxl==3.1.5", "XlsxWriter==3.3.1", "xlwings=={XLWINGS}"]
"""


@dataclass
class Pip:
    """Stands for the set-up of the copy: makes an environment and an add-in, or fails; counts its runs."""

    addin: bytes = b"PK add-in 1"
    code: int = 0
    runs: list[list[str]] = field(default_factory=list)
    libraries: dict[str, str] = field(
        default_factory=lambda: {"xlwings": XLWINGS, "openpyxl": "3.1.5", "XlsxWriter": "3.3.1"}
    )
    answers: bool = True
    pywin32: bool = True

    def run(self, words: Sequence[str], folder: Path) -> int:
        """Make ready what ``setup_workbook.py --venv`` would."""
        self.runs.append(list(words))
        if self.code:
            return self.code
        venv = Path(words[-1])
        package = venv / "site-packages" / "xlwings"
        package.mkdir(parents=True, exist_ok=True)
        (package / f"xlwings-{XLWINGS}.applescript").write_text("on VbaHandler", "utf-8")
        for bits in (32, 64):
            (venv / f"xlwings{bits}-{XLWINGS}.dll").write_bytes(b"MZ")
        (folder / "workbook").mkdir(exist_ok=True)
        (folder / "workbook" / "Sportulti.xlam").write_bytes(self.addin)
        (folder / "macros_py" / "__pycache__").mkdir(exist_ok=True)
        (folder / "macros_py" / "__pycache__" / "x.pyc").write_bytes(b"")
        return 0

    def ask(self, words: Sequence[str]) -> str:
        """Answer the probe, if the environment is there."""
        venv = Path(words[0]).parent.parent
        if not self.answers or not (venv / "site-packages").is_dir():
            return ""
        facts = {"python": "3.11.7", "bits": 64, "libraries": self.libraries, "pywin32": self.pywin32}
        return json.dumps({**facts, "xlwings_folder": str(venv / "site-packages" / "xlwings")})


@pytest.fixture
def pip() -> Pip:
    """Give the stand-in for the set-up of the copy."""
    return Pip()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Give a downloaded project, with a referee's file and things that are not copied in it."""
    folder = tmp_path / "letöltve" / "sportulti"
    files = {
        "macros_py/__init__.py": '"""Sportulti."""',
        "macros_py/__pycache__/old.pyc": "",
        "templates/words/hu.toml": "[x]",
        "workbook/vba/ribbon.bas": "Sub",
        "workbook/Sportulti.xlam": "committed",
        "workbook/~$Sportulti.xlsx": "owner",
        "setup_workbook.py": "",
        "pyproject.toml": PYPROJECT,
        "README.md": "",
        "kupa.xlsx": "a referee's own",
        "tests/test_x.py": "",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


MakeMachine = Callable[..., Machine]


@pytest.fixture
def make_machine(tmp_path: Path, pip: Pip) -> MakeMachine:
    """Give a maker of machines by platform; further settings replace those made."""

    def make(platform: str, **changes: object) -> Machine:
        home = tmp_path / "Gépek" / "Őrségi Éva" if platform == "win32" else tmp_path / "Gepek" / "eva"
        home.mkdir(parents=True, exist_ok=True)
        variables = {
            "LOCALAPPDATA": str(home / "AppData" / "Local"),
            "APPDATA": str(home / "AppData" / "Roaming"),
            "USERPROFILE": str(home),
        }
        settings: dict[str, object] = {
            "platform": platform,
            "environment": variables if platform == "win32" else {"HOME": str(home)},
            "home": home,
            "python": Path("python311") / "python.exe",
            "version": "3.11.7",
            "ansi": "cp1250" if platform == "win32" else "ascii",
            "system": "Próbarendszer 1.0",
            "excel": True,
            "longest_path": 4096,
            "run": pip.run,
            "ask": pip.ask,
            "now": lambda: datetime(2026, 7, 12, 9, 30),
        }
        return Machine(**{**settings, **changes})  # type: ignore[arg-type]

    return make


@pytest.fixture(params=["win32", "darwin"])
def machine(request: pytest.FixtureRequest, make_machine: MakeMachine) -> Machine:
    """Give a machine that Excel runs on: each test runs on Windows and on macOS."""
    return make_machine(request.param)


def tree(folder: Path) -> dict[str, bytes]:
    """Give every file below a folder: path → content."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def files_of() -> Callable[[Path], dict[str, bytes]]:
    """Give the function that lists every file below a folder with its content."""
    return tree
