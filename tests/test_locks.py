"""The locks: every package that is installed, with its version and the hashes of its files, for each system.

What pip would be asked for is recorded, not done.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import setup_workbook
from macros_py.installation.installing import program_files
from setup_workbook import Environment, SetupError

PROJECT = Path(__file__).parents[1]
SETTINGS = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))
NAMES = ("product", "test")
HASHES = r"(?: \\\n {4}--hash=sha256:[0-9a-f]{64})+"
ENTRY = re.compile(
    rf"^(?P<name>[a-z0-9.-]+)==(?P<version>[\w.]+)(?: ; (?P<marker>.+?))?{HASHES}$",
    re.MULTILINE,
)
OF_ONE_SYSTEM = {
    "pywin32": "sys_platform == 'win32'",
    "appscript": "sys_platform == 'darwin'",
    "psutil": "sys_platform == 'darwin'",
    "lxml": "sys_platform == 'darwin'",
}
"""What xlwings needs on Windows, and on macOS."""


def text_of(name: str) -> str:
    """Give a lock."""
    return (PROJECT / "locks" / f"{name}.txt").read_text("utf-8")


def locked(name: str) -> dict[str, str]:
    """Give the version of each package of a lock."""
    return {found["name"]: found["version"] for found in ENTRY.finditer(text_of(name))}


def pinned(requirements: list[str]) -> dict[str, str]:
    """Give the version of each package that the settings ask for: each is pinned."""
    pairs = [requirement.split("==") for requirement in requirements]
    return {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in pairs}


@pytest.mark.parametrize("name", NAMES)
def test_a_lock_holds_packages_with_hashes_and_nothing_else(name: str) -> None:
    """No address, no option, no package without a hash: all that is not an entry is a comment."""
    rest = ENTRY.sub("", text_of(name))
    assert all(not line or line.startswith("#") for line in rest.splitlines())
    assert len(locked(name)) == len(ENTRY.findall(text_of(name)))


def test_what_the_settings_pin_is_locked() -> None:
    """The same version stands in both; the builder that the settings name is the one in the lock."""
    product = pinned(SETTINGS["project"]["dependencies"])
    extras = SETTINGS["project"]["optional-dependencies"]
    assert SETTINGS["build-system"]["requires"] == extras["build"]
    assert (product | pinned(extras["build"])).items() <= locked("product").items()
    assert (product | pinned(extras["test"])).items() <= locked("test").items()


def test_both_locks_agree() -> None:
    """No package comes in two versions."""
    product, test = locked("product"), locked("test")
    assert {name: test[name] for name in product if name in test} == {
        name: version for name, version in product.items() if name in test
    }
    assert set(product) - set(test) == {"setuptools"}


def test_every_system_is_served() -> None:
    """What xlwings needs on Windows and macOS is locked, for that system only; the rest is for all."""
    markers = {found["name"]: found["marker"] for found in ENTRY.finditer(text_of("product"))}
    assert {name: marker for name, marker in markers.items() if marker} == OF_ONE_SYSTEM


def test_every_package_of_the_product_has_its_notice() -> None:
    """Whoever gets the program is told under which licences the packages come that are installed with it."""
    notices = (PROJECT / "THIRD_PARTY_NOTICES.md").read_text("utf-8").lower()
    assert [name for name in locked("product") if f"| {name} |" not in notices] == []


def test_every_package_of_the_tests_is_named() -> None:
    """Those that we ask for, and those that they bring along."""
    notices = (PROJECT / "THIRD_PARTY_NOTICES.md").read_text("utf-8").lower()
    assert [
        name for name in locked("test") if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", notices)
    ] == []


def test_a_page_says_how_they_are_made() -> None:
    """The command at the head of each lock stands in docs/packages.md."""
    page = (PROJECT / "docs" / "packages.md").read_text("utf-8")
    for name in NAMES:
        [command] = re.findall(r"^# {4}(uv pip compile .+)$", text_of(name), re.MULTILINE)
        assert command in page


def test_a_package_of_other_contents_is_refused_in_words(tmp_path: Path) -> None:
    """Somebody between us and the packages changed one: said as that, and not as a failure to be tried again here."""
    path = tmp_path / "napló.log"
    path.write_text("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE. …", "utf-8")
    assert "nem az, amelyikhez a program készült" in str(setup_workbook.explain(path))


@pytest.fixture
def pip_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Record what pip is asked for; the second call fails if ``FAIL`` stands first in the list."""
    calls: list[list[str]] = []

    def popen(words: list[str], **settings: Any) -> Any:
        calls.append(words)
        failing = calls[0] == ["FAIL"] and len(calls) == 3
        return SimpleNamespace(wait=lambda timeout: int(failing))

    monkeypatch.setattr(setup_workbook.subprocess, "Popen", popen)
    return calls


def test_only_what_the_lock_has_is_fetched(tmp_path: Path, pip_calls: list[list[str]]) -> None:
    """Packages by hash and ready made; then the project itself, without dependencies and without a fetched builder."""
    setup_workbook.install(Environment(tmp_path), "")
    first, last = (words[words.index("--no-input") + 1 :] for words in pip_calls)
    assert first == ["--only-binary", ":all:", "--require-hashes", "--requirement", "locks/product.txt"]
    assert last == ["--no-build-isolation", "--no-deps", "--editable", "."]


def test_the_tests_packages_come_by_hash_too(tmp_path: Path, pip_calls: list[list[str]]) -> None:
    """In between, when the builder of the lock is there."""
    setup_workbook.install(Environment(tmp_path), "test")
    assert [words[-1] for words in pip_calls] == ["locks/product.txt", "locks/test.txt", "."]
    assert all("--require-hashes" in words or "--no-deps" in words for words in pip_calls)


def test_the_copy_of_the_program_has_the_locks() -> None:
    """The installed program makes its environment by its own locks."""
    assert {*setup_workbook.LOCKS.values()} <= {*program_files(PROJECT)}


def test_after_a_failed_step_nothing_more_is_installed(tmp_path: Path, pip_calls: list[list[str]]) -> None:
    """The project is not put on top of half of its packages."""
    pip_calls.append(["FAIL"])
    with pytest.raises(SetupError, match="telepítése nem sikerült"):
        setup_workbook.install(Environment(tmp_path), "test")
    assert [words[-1] for words in pip_calls[1:]] == ["locks/product.txt", "locks/test.txt"]
