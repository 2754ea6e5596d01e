"""The settings that the add-in's VBA reads: one ``"KEY","value"`` a line, no blank line among them.

VBA reads them in the system's own code page, hence paths are named from variables (``places.conf_path``).
"""

from __future__ import annotations

import re
from pathlib import Path

from macros_py.installation.machine import Machine
from macros_py.installation.places import conf_path, venv_python

LINE = re.compile(r'"([^"]*)","([^"]*)"')


def conf_settings(machine: Machine, folder: Path) -> dict[str, str]:
    """Give the settings for the program and the environment in ``folder`` (one version's)."""
    python = conf_path(machine, venv_python(machine, folder / "venv"))
    settings = {
        "INTERPRETER_WIN" if machine.is_windows else "INTERPRETER_MAC": python,
        "PYTHONPATH": conf_path(machine, folder / "program"),
        "ADD_WORKBOOK_TO_PYTHONPATH": "False",
        "UDF MODULES": "macros_py.functions",
        "SHOW CONSOLE": "False",
    }
    return {**settings, "USE UDF SERVER": "True"} if machine.is_windows else settings


def conf_bytes(machine: Machine, settings: dict[str, str]) -> bytes:
    """Give the file's bytes, as VBA reads them on that system."""
    end = "\r\n" if machine.is_windows else "\n"
    return "".join(f'"{key}","{value}"{end}' for key, value in settings.items()).encode(machine.ansi)


def wrong_lines(machine: Machine, content: bytes, expected: dict[str, str]) -> list[str]:
    """Give what is wrong with a settings file: the number of a line that VBA cannot read, or a key set otherwise."""
    found: dict[str, str] = {}
    wrong = []
    for number, line in enumerate(content.decode(machine.ansi, errors="replace").splitlines(), 1):
        match = LINE.fullmatch(line)
        if match is None:
            wrong.append(f"{number}.")
        else:
            found.setdefault(match[1].upper(), match[2])
    return wrong + [key for key, value in expected.items() if found.get(key) != value]
