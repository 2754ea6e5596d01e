"""The one-command set-up: the command line, the stamp, what may be emptied, and every sentence of a failure.

No environment is made and nothing is fetched here: creating and installing are recorded, not done.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import setup_workbook
from setup_workbook import PROJECT, Environment, SetupError, Wish

SETUP = PROJECT / "setup_workbook.py"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], Wish()),
        (["--demo"], Wish(task="demo")),
        (["--demo", "próba mappa"], Wish(task="demo", demo=Path("próba mappa").absolute())),
        (["--demo=x"], Wish(task="demo", demo=Path("x").absolute())),
        (["--demo", "--venv", "v"], Wish(task="demo", venv=Path("v").absolute())),
        (["--venv=v w", "--demo"], Wish(task="demo", venv=Path("v w").absolute())),
        (["--test"], Wish(task="test")),
        (["--test", "-k", "a b", "--demo"], Wish(task="test", pytest=("-k", "a b", "--demo"))),
        (["--venv", "v", "--test", "-x"], Wish(task="test", venv=Path("v").absolute(), pytest=("-x",))),
        (["--help"], Wish(task="help")),
        (["--demo", "-h"], Wish(task="help")),
        (["install"], Wish(task="install")),
        (["uninstall"], Wish(task="uninstall")),
        (["doctor"], Wish(task="doctor")),
        (["install", "--help"], Wish(task="help")),
    ],
)
def test_the_command_line_is_understood(words: list[str], expected: Wish) -> None:
    """Options come in any order; all behind --test is pytest's."""
    assert setup_workbook.read_wish(words) == expected


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--valami"], "Ismeretlen kapcsoló: „--valami”"),
        (["minta"], "Ismeretlen kapcsoló: „minta”"),
        (["--test=x"], "Ismeretlen kapcsoló: „--test”"),
        (["--venv"], "A --venv kapcsoló után hiányzik a mappa"),
        (["--venv="], "A --venv kapcsoló után hiányzik a mappa"),
        (["--venv", "--demo"], "A --venv kapcsoló után hiányzik a mappa"),
        (["--demo="], "A --demo kapcsoló után hiányzik a mappa"),
        (["--demo", "--test"], "Egyszerre csak egy feladat"),
        (["--demo", "--demo"], "Egyszerre csak egy feladat"),
        (["install", "--demo"], "Egyszerre csak egy feladat"),
        (["uninstall", "--venv", "v"], "Egyszerre csak egy feladat"),
        (["--venv", "v", "doctor"], "Ismeretlen kapcsoló: „doctor”"),
    ],
)
def test_a_wrong_command_line_is_refused(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2 and a Hungarian sentence, before anything is made."""
    assert setup_workbook.main(words) == 2
    assert sentence in capsys.readouterr().err


def test_the_help_names_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    """The help shows each option and ends well."""
    assert setup_workbook.main(["--help"]) == 0
    shown = capsys.readouterr().out
    names = ("--demo", "--test", "--venv", "--help", "install", "uninstall", "doctor")
    assert [name for name in names if f" {name} " not in shown] == []


def test_an_old_python_can_read_the_file() -> None:
    """The syntax is that of Python 3.6, so that an old Python reaches the sentence."""
    assert ast.parse(SETUP.read_text("utf-8"), feature_version=(3, 6)).body


def test_an_old_python_is_told_so() -> None:
    """On Python 3.9 a Hungarian sentence stands in the place of a traceback."""
    code = "import runpy, sys; sys.version_info = (3, 9, 2); runpy.run_path(sys.argv[1])"
    run = subprocess.run([sys.executable, "-c", code, str(SETUP)], capture_output=True, check=False)
    assert run.returncode == 1
    assert run.stderr.decode("utf-8").startswith(
        "A Sportulti 3.11-es vagy újabb Pythont igényel; ez a(z) 3.9"
    )


def test_it_runs_from_any_folder(tmp_path: Path) -> None:
    """The project's own folder is found whatever the current one is."""
    run = subprocess.run(
        [sys.executable, str(SETUP), "--help"], cwd=tmp_path, capture_output=True, check=False
    )
    assert run.returncode == 0
    assert "--venv MAPPA" in run.stdout.decode("utf-8")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a project of its own in a path with accents and spaces."""
    folder = tmp_path / "Új mappa (2)"
    folder.mkdir()
    (folder / "pyproject.toml").write_text("[project]\n", "utf-8")
    (folder / "locks").mkdir()
    for name in setup_workbook.LOCKS.values():
        (folder / name).write_text("", "utf-8")
    monkeypatch.setattr(setup_workbook, "PROJECT", folder)
    monkeypatch.setattr(setup_workbook, "PROJECT_VENV", folder / ".venv")
    monkeypatch.setattr(setup_workbook, "WORKBOOK", folder / "workbook" / "Sportulti.xlsx")
    return folder


@pytest.fixture
def work(project: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record what is created and installed instead of doing it; a created environment works from then on."""
    done: list[str] = []
    version = [""]

    def create(folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        version[0] = "3.11.7"
        done.append("create")

    monkeypatch.setattr(setup_workbook, "create", create)
    monkeypatch.setattr(
        setup_workbook, "install", lambda environment, extra: done.append(f"install {extra}".strip())
    )
    monkeypatch.setattr(Environment, "version", lambda self, modules: version[0])
    return done


def test_the_second_run_does_nothing(project: Path, work: list[str]) -> None:
    """A fresh copy is made ready once."""
    setup_workbook.prepare(project / ".venv")
    assert work == ["create", "install"]
    setup_workbook.prepare(project / ".venv")
    assert work == ["create", "install"]


def test_changed_settings_are_installed_anew(project: Path, work: list[str]) -> None:
    """Another pyproject.toml needs an installation, but no new environment."""
    setup_workbook.prepare(project / ".venv")
    (project / "pyproject.toml").write_text("[project]\ndependencies = []\n", "utf-8")
    setup_workbook.prepare(project / ".venv")
    assert work == ["create", "install", "install"]


@pytest.mark.parametrize("lock", setup_workbook.LOCKS.values())
def test_a_changed_lock_is_installed_anew(project: Path, work: list[str], lock: str) -> None:
    """So is another version of a package, or another hash."""
    setup_workbook.prepare(project / ".venv")
    (project / lock).write_text("openpyxl==3.1.6", "utf-8")
    setup_workbook.prepare(project / ".venv")
    assert work == ["create", "install", "install"]


def test_the_test_extra_comes_on_top(project: Path, work: list[str]) -> None:
    """--test after a plain run installs the extra; a plain run after that has nothing to do."""
    setup_workbook.prepare(project / ".venv")
    setup_workbook.prepare(project / ".venv", "test")
    setup_workbook.prepare(project / ".venv", "test")
    setup_workbook.prepare(project / ".venv")
    assert work == ["create", "install", "install test"]


def test_a_broken_environment_is_made_anew(
    project: Path, work: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """When its Python no longer starts (the system's was upgraded) the stamp counts for nothing."""
    setup_workbook.prepare(project / ".venv")
    answers = iter(["", "", "3.12.1"])
    monkeypatch.setattr(Environment, "version", lambda self, modules: next(answers))
    setup_workbook.prepare(project / ".venv")
    assert work == ["create", "install", "create", "install"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"stamp": 1}', "null"])
def test_a_torn_stamp_counts_for_nothing(project: Path, work: list[str], text: str) -> None:
    """Whatever stands in the stamp file, the worst is one installation more."""
    setup_workbook.prepare(project / ".venv")
    (project / ".venv" / setup_workbook.STAMP_NAME).write_text(text, "utf-8")
    setup_workbook.prepare(project / ".venv")
    assert work == ["create", "install", "install"]


def test_a_failed_installation_leaves_no_stamp(
    project: Path, work: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a failure the next run tries again, although the last good stamp would still fit."""

    def fail(environment: Environment, extra: str) -> None:
        raise SetupError("no_network", log="napló")

    setup_workbook.prepare(project / ".venv")
    monkeypatch.setattr(setup_workbook, "install", fail)
    with pytest.raises(SetupError, match="internet kell"):
        setup_workbook.prepare(project / ".venv", "test")
    assert not setup_workbook.is_ready(Environment(project / ".venv"), "")


def test_the_stamp_depends_on_settings_place_and_python(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another Python, another place, other settings: another stamp."""
    stamps = {setup_workbook.stamp("3.11"), setup_workbook.stamp("3.12")}
    (project / "pyproject.toml").write_text("[tool]\n", "utf-8")
    stamps.add(setup_workbook.stamp("3.11"))
    moved = project.rename(project.with_name("máshol"))
    monkeypatch.setattr(setup_workbook, "PROJECT", moved)
    stamps.add(setup_workbook.stamp("3.11"))
    assert len(stamps) == 4


def test_somebody_elses_folder_is_never_emptied(project: Path) -> None:
    """--venv at a folder with other things in it is refused, and all stays."""
    folder = project / "iratok"
    folder.mkdir()
    (folder / "levél.txt").write_text("fontos", "utf-8")
    with pytest.raises(SetupError, match="érintetlen marad") as refusal:
        setup_workbook.create(folder)
    assert refusal.value.exit_code == 2
    assert (folder / "levél.txt").read_text("utf-8") == "fontos"
    with pytest.raises(SetupError, match="érintetlen marad"):
        setup_workbook.create(folder / "levél.txt")


@pytest.mark.parametrize("name", ["venv", "ensurepip"])
def test_a_python_without_venv_or_pip_is_named(
    project: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Debian splits these off: the sentence says what to install."""
    monkeypatch.setattr(
        setup_workbook.importlib.util, "find_spec", lambda wanted: None if wanted == name else 1
    )
    with pytest.raises(SetupError, match="sudo apt install python3-venv"):
        setup_workbook.create(project / ".venv")
    assert not (project / ".venv").exists()


@pytest.mark.parametrize(
    ("log", "words"),
    [
        ("WARNING: Retrying … NewConnectionError('…: [Errno -2] …')", "internet kell"),
        ("ERROR: … Temporary failure in name resolution", "internet kell"),
        ("ReadTimeoutError: Read timed out.", "internet kell"),
        ("ERROR: No space left on device", "No space left on device"),
        ("error: invalid command", "telepítése nem sikerült"),
    ],
)
def test_a_failed_installation_is_explained(tmp_path: Path, log: str, words: str) -> None:
    """Without a network the sentence says so; otherwise the log's last lines are shown."""
    path = tmp_path / "napló.log"
    path.write_text(log, "utf-8")
    assert words in str(setup_workbook.explain(path))
    assert str(path) in str(setup_workbook.explain(path))


def test_the_running_environment_is_seen_as_it_is() -> None:
    """The probe really starts the Python and really looks for modules."""
    environment = Environment(Path(sys.prefix))
    assert environment.version(("json", "openpyxl")).split() == sys.version.split()
    assert environment.version(("json", "nincs_ilyen_modul")) == ""
    assert Environment(Path(sys.prefix) / "nincs").version(()) == ""


@pytest.mark.parametrize(("code", "expected"), [(0, 0), (1, 1), (5, 5), (-9, 1)])
def test_the_exit_code_is_pytests(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], code: int, expected: int
) -> None:
    """--test passes pytest's own code on; no tests at all is a failure with a sentence."""
    lines: list[list[str]] = []

    def run(line: list[str], **settings: object) -> subprocess.CompletedProcess[str]:
        lines.append(line)
        return subprocess.CompletedProcess(line, code)

    monkeypatch.setattr(setup_workbook, "prepare", lambda folder, extra: Environment(folder))
    monkeypatch.setattr(setup_workbook.subprocess, "run", run)
    assert setup_workbook.main(["--test", "-k", "semmi"]) == expected
    assert lines[0][1:] == ["-m", "pytest", *setup_workbook.SPREAD, "-k", "semmi"]
    assert ("Egyetlen teszt sem futott" in capsys.readouterr().err) is (code == 5)


def workbook_writer(text: str) -> Callable[..., int]:
    """Give a stand-in for the build that writes a workbook of one part."""

    def run(self: Environment, *words: str) -> int:
        with zipfile.ZipFile(words[-1], "w") as parts:
            parts.writestr("xl/workbook.xml", text)
        return 0

    return run


def test_an_unchanged_workbook_is_left_alone(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A build with the same parts does not touch the file, one with other parts replaces it."""
    monkeypatch.setattr(setup_workbook, "prepare", Environment)
    monkeypatch.setattr(Environment, "run", workbook_writer("egy"))
    assert setup_workbook.build(Wish(venv=project)) == 0
    workbook = project / "workbook" / "Sportulti.xlsx"
    os.utime(workbook, (1, 1))
    assert setup_workbook.build(Wish(venv=project)) == 0
    assert workbook.stat().st_mtime == 1
    monkeypatch.setattr(Environment, "run", workbook_writer("kettő"))
    assert setup_workbook.build(Wish(venv=project)) == 0
    assert workbook.stat().st_mtime > 1
    assert sorted(path.name for path in workbook.parent.iterdir()) == ["Sportulti.xlam", "Sportulti.xlsx"]


def test_a_failed_build_keeps_the_workbook(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The build's own exit code is given, the sample event is not begun, the old workbook stays."""
    monkeypatch.setattr(setup_workbook, "prepare", Environment)
    monkeypatch.setattr(Environment, "run", lambda self, *words: 3)
    (project / "workbook").mkdir()
    (project / "workbook" / "Sportulti.xlsx").write_bytes(b"old")
    assert setup_workbook.demo(Wish(venv=project)) == 3
    assert [path.name for path in (project / "workbook").iterdir()] == ["Sportulti.xlsx"]
    assert (project / "workbook" / "Sportulti.xlsx").read_bytes() == b"old"


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (PermissionError(13, "Permission denied", "Sportulti.xlsx"), 1, "Sportulti.xlsx (Permission denied)"),
        (KeyboardInterrupt(), 130, "Megszakítva"),
    ],
    ids=["file held", "interrupted"],
)
def test_what_the_machine_refuses_is_told(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: BaseException,
    code: int,
    words: str,
) -> None:
    """A file open in Excel, a folder without rights, Ctrl+C: one sentence, no traceback."""

    def fail(folder: Path) -> Environment:
        raise error

    monkeypatch.setattr(setup_workbook, "prepare", fail)
    assert setup_workbook.main([]) == code
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("name", setup_workbook.BUILDERS)
def test_each_file_has_a_builder_that_is_there(name: str, tmp_path: Path) -> None:
    """The builders named to the environment's Python exist, and each really writes its file."""
    path = tmp_path / name
    words = [sys.executable, "-c", setup_workbook.BUILD, *setup_workbook.BUILDERS[name], str(path)]
    run = subprocess.run(words, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert zipfile.is_zipfile(path)
    assert not setup_workbook.has_same_parts(path, tmp_path / "nincs")


@pytest.mark.parametrize("task", setup_workbook.INSTALLATION_TASKS)
def test_the_tasks_of_excel_are_handed_on(monkeypatch: pytest.MonkeyPatch, task: str) -> None:
    """They start before anything is installed: nothing is made ready for them, their exit code is given."""
    asked: list[tuple[str, Path]] = []

    def carry_out(name: str, project: Path) -> int:
        asked.append((name, project))
        return 1

    monkeypatch.setattr("macros_py.installation.tasks.run_task", carry_out)
    monkeypatch.setattr(setup_workbook, "prepare", None)
    assert setup_workbook.main([task]) == 1
    assert asked == [(task, PROJECT)]


def test_the_stamp_file_is_plain_json(project: Path, work: list[str]) -> None:
    """Later options (doctor, uninstall) can read what was installed."""
    setup_workbook.prepare(project / ".venv", "test")
    record = json.loads((project / ".venv" / setup_workbook.STAMP_NAME).read_text("utf-8"))
    assert record == {"stamp": setup_workbook.stamp("3.11.7"), "extras": ["test"]}
