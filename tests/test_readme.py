"""README.md says what the program does: its two commands, and every verb and option by name."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from macros_py.verbs import Verb, verbs

PROJECT = Path(__file__).resolve().parent.parent
README = (PROJECT / "README.md").read_text("utf-8")
LEFT_TO_THE_HELP = {"replace"}
"""Options that a referee does not need to know."""


def test_the_two_commands_stand_at_its_head() -> None:
    """Whoever opens the project sees what to type first."""
    head = README.split("\n## ")[0].splitlines()
    assert "python setup_workbook.py --demo" in head
    assert "python setup_workbook.py --test" in head


@pytest.mark.parametrize("verb", verbs().values(), ids=verbs().keys())
def test_every_verb_is_told(verb: Verb) -> None:
    """A verb that is not in the README does not exist for a referee."""
    assert f"`{verb.id}" in README
    names = {option.name for option in verb.options} - LEFT_TO_THE_HELP
    assert [name for name in sorted(names) if f"--{name}" not in README] == []


def test_the_pinned_libraries_are_those_of_the_project() -> None:
    """The versions that the README gives reasons for are the versions installed."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    pins = [
        *project["dependencies"],
        *(pin for pins in project["optional-dependencies"].values() for pin in pins),
    ]
    needed = [pin for pin in pins if pin.startswith(("openpyxl", "XlsxWriter"))]
    assert len(needed) == 2
    assert [pin for pin in needed if f"`{pin}`" not in README] == []
    assert [pin for pin in pins if pin.split("==")[0] not in README] == []


def test_every_module_of_the_rules_stands_in_a_group() -> None:
    """ARCHITECTURE names each file of ``rules`` once, in its group: the map cannot fall behind the folder."""
    text = (PROJECT / "ARCHITECTURE.md").read_text("utf-8")
    groups = text.partition("## The rules, by what they know")[2].partition("\n## ")[0]
    named = re.findall(r"`([a-z_]+)`", groups)
    files = [file.stem for file in (PROJECT / "macros_py" / "rules").glob("*.py") if file.stem != "__init__"]
    assert sorted(named) == sorted(files)
