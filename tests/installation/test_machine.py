"""The machine itself: programs really started, and the package needing nothing but Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from macros_py.installation.machine import ask_quietly, facts_of, run_seen, this_machine

PROJECT = Path(__file__).resolve().parent.parent.parent


def test_a_program_is_run_in_its_folder(tmp_path: Path) -> None:
    """The exit code comes back, and the program ran where it should."""
    code = "import pathlib, sys; pathlib.Path('itt.txt').touch(); sys.exit(7)"
    assert run_seen((sys.executable, "-c", code), tmp_path) == 7
    assert (tmp_path / "itt.txt").exists()


def test_a_question_is_answered_or_not() -> None:
    """What was printed, in UTF-8; nothing where the program fails or is not there."""
    assert ask_quietly((sys.executable, "-X", "utf8", "-c", "print('űrlap')")) == "űrlap\n"
    assert ask_quietly((sys.executable, "-c", "print(1); raise SystemExit(1)")) == ""
    assert ask_quietly((str(PROJECT / "nincs"),)) == ""


def test_this_machine_is_described() -> None:
    """The real probe tells the versions of the environment that the tests run in."""
    machine = this_machine()
    facts = facts_of(machine, Path(sys.executable))
    assert facts is not None
    assert facts.python == machine.version
    assert facts.libraries == {"xlwings": "0.37.8", "openpyxl": "3.1.5", "XlsxWriter": "3.3.1"}
    assert (Path(facts.xlwings_folder) / "xlwings_custom_addin.bas").is_file()
    assert facts_of(machine, PROJECT / "nincs") is None


def test_nothing_but_python_is_needed() -> None:
    """It runs before anything is installed: without the folder of installed packages it can be imported."""
    code = (
        "import macros_py.installation.tasks, sys; print('openpyxl' in sys.modules, 'xlwings' in sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-S", "-c", code], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert run.stdout.split() == ["False", "False"], run.stderr
