"""README.md begins with the two commands; what ARCHITECTURE.md and CONTRIBUTING.md name stands there."""

from __future__ import annotations

import re
import tomllib
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


def test_every_file_named_stands_there() -> None:
    """What was moved or merged is named by its new place; only the verb invented in CONTRIBUTING has no file."""
    pages = "".join((PROJECT / page).read_text("utf-8") for page in ("ARCHITECTURE.md", "CONTRIBUTING.md"))
    named = {*re.findall(r"`([a-z_/*]+\.py)`", pages)}
    named |= {
        f"{path.replace('.', '/')}.py"
        for path in re.findall(r"^ +from (macros_py[.\w]+) import", pages, re.M)
    }
    roots = (PROJECT, PROJECT / "macros_py")
    lost = {name for name in named if not any([*root.glob(name), *root.rglob(name)] for root in roots)}
    assert {name for name in lost if "count_entrants" not in name} == set()


def test_the_layers_are_told_from_the_top_down() -> None:
    """The table of ARCHITECTURE has the layers of the import contract, in their order."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))
    contract = next(one for one in project["tool"]["importlinter"]["contracts"] if one["type"] == "layers")
    table = (PROJECT / "ARCHITECTURE.md").read_text("utf-8").partition("## Layers")[2].partition("\n## ")[0]
    told = [re.findall(r"`(\w+)/?`", row.split("|")[1]) for row in re.findall(r"^\| `.*$", table, re.M)]
    order = [name for row in told for name in row]
    levels = [re.findall(r"\w+", layer) for layer in contract["layers"]]
    assert sorted(order) == sorted(name for level in levels for name in level)
    depth = {name: number for number, level in enumerate(levels) for name in level}
    assert [depth[name] for name in order] == sorted(depth.values())
