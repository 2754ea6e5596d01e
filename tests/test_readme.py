"""README.md begins with the two commands and leads to every page; ARCHITECTURE.md has its map of the rules."""

from __future__ import annotations

import re
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
README = (PROJECT / "README.md").read_text("utf-8")


def test_the_two_commands_stand_at_its_head() -> None:
    """Whoever opens the project sees what to type first."""
    head = README.split("\n## ")[0].splitlines()
    assert "python setup_workbook.py --demo" in head
    assert "python setup_workbook.py --test" in head


def test_it_leads_to_the_handbook() -> None:
    """Whoever wants to know more is shown the way."""
    assert "](docs/kezikonyv.md)" in README


def test_every_module_of_the_rules_stands_in_a_group() -> None:
    """ARCHITECTURE names each file of ``rules`` once, in its folder: the map cannot fall behind the house."""
    text = (PROJECT / "ARCHITECTURE.md").read_text("utf-8")
    groups = text.partition("## The rules, by what they know")[2].partition("\n## ")[0]
    rows = re.findall(r"^\* \*\*`(\w+)/`\*\*(.*)$", groups, re.MULTILINE)
    named = [f"{folder}/{stem}" for folder, row in rows for stem in re.findall(r"`([a-z_]+)`", row)]
    rules = PROJECT / "macros_py" / "rules"
    files = [file for file in rules.rglob("*.py") if file.stem != "__init__"]
    assert sorted(named) == sorted(f"{file.parent.name}/{file.stem}" for file in files)
