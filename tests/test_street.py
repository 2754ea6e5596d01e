"""A room shows the street what it offers: a top-level name that nobody else uses begins with an underscore."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
ROOMS = tuple(
    f"macros_py.{room}" for room in ("actions", "book", "builder", "installation", "libreoffice", "rules")
)
"""The packages held to it."""


def module_name(path: Path) -> str:
    """Give the dotted name of a source file of the project."""
    return ".".join(path.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__")


def uses(source: str) -> Iterator[str]:
    """Give the full names that a source takes from modules: imported, as attributes, or in a string of its own."""
    modules: dict[str, str] = {}
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            full = {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
            modules |= full
            yield from full.values()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            owner = ast.unparse(node.value)
            yield f"{modules.get(owner, owner)}.{node.attr}"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
            yield from (f"{module}.{node.value}" for module in modules.values() if node.value.isidentifier())


def offered(source: str) -> Iterator[str]:
    """Give the public names that a module defines at its top."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names = [node.name]
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
        else:
            continue
        yield from (name for name in names if not name.startswith("_"))


def promised(source: str) -> set[str]:
    """Give the names in the annotations of a module: what it gives back is offered, though nobody names it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        notes = [getattr(node, key, None) for key in ("annotation", "returns")]
        found |= {name.id for note in notes if note for name in ast.walk(note) if isinstance(name, ast.Name)}
    return found


def check_street(sources: Mapping[str, str], room: str) -> list[str]:
    """Give the names in a room's modules that look offered and that no other file of the project uses."""
    near = {module: source for module, source in sources.items() if room in source or room in module}
    used = {module: set(uses(source)) for module, source in near.items()}
    findings = []
    for module, source in near.items():
        if not f"{module}.".startswith(f"{room}."):
            continue
        others = set[str]().union(*(names for other, names in used.items() if other != module))
        wanted = {name for name in offered(source) if f"{module}.{name}" not in others}
        started = (
            "main" if '__name__ == "__main__"' in source else module.rpartition(".")[2]
        )  # a verb, by its name
        findings += [f"{module}.{name}" for name in sorted(wanted - promised(source) - {started})]
    return findings


@pytest.mark.parametrize("room", ROOMS)
def test_what_is_used_inside_only_carries_an_underscore(room: str) -> None:
    """Every public name at the top of a module is used elsewhere, or is the type of something that is."""
    folders = (PROJECT / "macros_py", PROJECT / "tests")
    paths = [PROJECT / "setup_workbook.py", *(path for folder in folders for path in folder.rglob("*.py"))]
    sources = {module_name(path): path.read_text("utf-8") for path in paths}
    assert any(module.startswith(room) for module in sources)
    assert check_street(sources, room) == []


OTHERS: list[tuple[str, str, list[str]]] = [
    ("def f(): ...\nX = 1", "", ["room.a.X", "room.a.f"]),
    ("def f(): ...\nX = 1", "from room.a import X, f", []),
    ("def f(): ...", "from room import a\na.f()", []),
    ("def f(): ...", "from room import a\npatch(a, 'f', None)", []),
    ("def f(): ...", "patch('room.a.f', None)", []),
    ("def f(): ...", "def g(): ...\ng.f()", ["room.a.f"]),
    ("def _f(): ...\n_X: int = 1", "", []),
    ("class C: ...\ndef f() -> list[C]: ...", "from room.a import f", []),
    ("def f(): ...\nf()", "", ["room.a.f"]),
]


@pytest.mark.parametrize(("source", "other", "found"), OTHERS)
def test_the_check_finds_and_lets_pass(source: str, other: str, found: list[str]) -> None:
    """A name used by nobody else is found; imported, patched or promised it passes."""
    assert check_street({"room.a": source, "outside": other}, "room") == found
