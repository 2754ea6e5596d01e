"""The handbook in docs/ says what the program does: every verb and option by name, and what is fetched for it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from macros_py.verbs import Verb, verbs

PROJECT = Path(__file__).resolve().parent.parent
PAGES = {page.name: page.read_text("utf-8") for page in sorted((PROJECT / "docs").glob("*.md"))}
HANDBOOK, PACKAGES = "\n".join(PAGES.values()), PAGES["packages.md"]
LEFT_TO_THE_HELP = {"replace"}
"""Options that a referee does not need to know."""


def test_its_first_page_leads_to_every_other() -> None:
    """A page that nothing leads to is read by nobody."""
    first = PAGES["kezikonyv.md"]
    assert [name for name in PAGES if name != "kezikonyv.md" and f"]({name})" not in first] == []


@pytest.mark.parametrize("verb", verbs().values(), ids=verbs().keys())
def test_every_verb_is_told(verb: Verb) -> None:
    """A verb that is not in the handbook does not exist for a referee."""
    assert f"`{verb.id}" in HANDBOOK
    names = {option.name for option in verb.options} - LEFT_TO_THE_HELP
    assert [name for name in sorted(names) if f"--{name}" not in HANDBOOK] == []


def test_the_pinned_libraries_are_those_of_the_project() -> None:
    """The versions that docs/packages.md gives reasons for are the versions installed."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    pins = [
        *project["dependencies"],
        *(pin for pins in project["optional-dependencies"].values() for pin in pins),
    ]
    needed = [pin for pin in pins if pin.startswith(("openpyxl", "XlsxWriter"))]
    assert len(needed) == 2
    assert [pin for pin in needed if f"`{pin}`" not in PACKAGES] == []
    assert [pin for pin in pins if pin.split("==")[0] not in PACKAGES] == []
