"""The linter, the formatter, the type checker and the import contracts: one command proves everything."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
LINT_IMPORTS = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"

COMMANDS = {
    "ruff check": ["-m", "ruff", "check", "--no-cache", "."],
    "ruff format": ["-m", "ruff", "format", "--no-cache", "--check", "."],
    "mypy": ["-m", "mypy", "--no-error-summary"],
    "import-linter": ["-c", LINT_IMPORTS],
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS.keys())
def test_the_tools_are_content(command: list[str]) -> None:
    """Each tool, set up in pyproject.toml, finds nothing."""
    run = subprocess.run([sys.executable, *command], cwd=PROJECT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
