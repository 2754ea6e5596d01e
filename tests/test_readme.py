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
    """ARCHITECTURE names each file of ``rules`` once, in its group: the map cannot fall behind the folder."""
    text = (PROJECT / "ARCHITECTURE.md").read_text("utf-8")
    groups = text.partition("## The rules, by what they know")[2].partition("\n## ")[0]
    named = re.findall(r"`([a-z_]+)`", groups)
    files = [file.stem for file in (PROJECT / "macros_py" / "rules").glob("*.py") if file.stem != "__init__"]
    assert sorted(named) == sorted(files)
