"""Installed as a wheel, elsewhere and not in place, the program has all it needs and starts as ``sportulti``."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).resolve().parent.parent
BUILT_FROM = ("macros_py", "templates", "workbook")
SINGLE_FILES = ("pyproject.toml", "README.md", "LICENSE", "THIRD_PARTY_NOTICES.md")
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "--no-input")
TRIAL = ("trial_event", "Próba.xlsx", "--players", "9", "--rounds", "2", "--deals", "3", "--seed", "1")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a copy of the project, with the builder that is here: nothing is fetched."""
    copy, folder = tmp_path_factory.mktemp("project"), tmp_path_factory.mktemp("wheel")
    for part in BUILT_FROM:
        shutil.copytree(PROJECT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__", "~$*"))
    for name in SINGLE_FILES:
        shutil.copy(PROJECT / name, copy / name)
    build = (
        "wheel",
        "--no-build-isolation",
        "--no-deps",
        "--no-index",
        "--wheel-dir",
        str(folder),
        str(copy),
    )
    subprocess.run((*PIP, *build), check=True)
    [path] = folder.iterdir()
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder of programs of a fresh environment with the wheel, which borrows our libraries."""
    folder = tmp_path_factory.mktemp("elsewhere") / "venv"
    subprocess.run((sys.executable, "-m", "venv", "--without-pip", str(folder)), check=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    python = programs / Path(sys.executable).name
    subprocess.run(
        (*PIP, "--python", str(python), "install", "--no-deps", "--no-index", str(wheel)), check=True
    )
    ask = (str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
    site = Path(subprocess.run(ask, check=True, capture_output=True, text=True).stdout.strip())
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    return programs


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    """Whoever adds a folder adds it to ``packages`` in pyproject.toml: nothing stays at home unseen."""
    expected = {
        ("" if part == "macros_py" else "macros_py/") + path.relative_to(PROJECT).as_posix()
        for part in BUILT_FROM
        for path in (PROJECT / part).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith("~$")
    }
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        texts = {Path(name).name for name in archive.namelist() if ".dist-info/" in name}
    assert names == expected
    assert {"LICENSE", "THIRD_PARTY_NOTICES.md"} <= texts


def test_a_trial_event_is_played_from_any_folder(installed: Path, tmp_path: Path) -> None:
    """The words that CONTRIBUTING promises, in a folder that knows nothing of the project."""
    words = (str(installed / "sportulti"), *TRIAL)
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, check=False, env=environment())
    assert (done.returncode, done.stderr.decode("utf-8", "replace")) == (0, "")
    assert (tmp_path / "Próba.xlsx").is_file()
    record = (str(installed / "sportulti"), "write_record", "Próba.xlsx", "--to", "Eredmény.xlsx")
    assert (
        subprocess.run(record, cwd=tmp_path, capture_output=True, check=False, env=environment()).returncode
        == 0
    )


def test_its_modules_are_those_of_the_wheel(installed: Path, tmp_path: Path) -> None:
    """The borrowed libraries did not bring the project in place along, and the add-in can be built as well."""
    script = (
        "import pathlib, macros_py as r; from macros_py.builder.addin.package import build_addin;"
        "build_addin('proba.xlam'); print(pathlib.Path(r.TEMPLATES).resolve())"
    )
    words = (str(installed / Path(sys.executable).name), "-c", script)
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, check=True, env=environment())
    assert str(installed.parent.resolve()) in done.stdout.decode("utf-8")
    assert (tmp_path / "proba.xlam").is_file()


def environment() -> dict[str, str]:
    """Give the environment without what points to the project."""
    return {**{key: value for key, value in os.environ.items() if key != "PYTHONPATH"}, "PYTHONUTF8": "1"}
