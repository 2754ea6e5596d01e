"""Sportulti, the software behind the official evaluation workbook of Hungarian ulti; and where its own files lie:
``templates/`` and ``workbook/``.

In a copy of the project they lie beside the package, where people edit them; in a wheel they travel inside it, as
``pyproject.toml`` maps them. Everything that reads one of them asks here.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent
_HOME = _PACKAGE if (_PACKAGE / "templates").is_dir() else _PACKAGE.parent

TEMPLATES = _HOME / "templates"
"""Facts and forms: rules, sheets, words, verbs."""
WORKBOOK_FOLDER = _HOME / "workbook"
"""The built workbook and add-in, and what the add-in is built from."""
EMPTY_WORKBOOK = WORKBOOK_FOLDER / "Sportulti.xlsx"
"""What every new event begins as."""
