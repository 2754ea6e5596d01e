"""One notion, one name: public names stand in one module, and what is said of one verb in the list of verbs."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path

from macros_py.verbs import verbs
from tests.test_street import offered

PROJECT = Path(__file__).resolve().parent.parent
APART = "macros_py.libreoffice"
"""The engine for Calc is a house of its own."""
SAME_NAME = {"main": "each program that is started by itself begins there"}
"""Public names that may stand in several modules, and why."""
BY_VERB = {"macros_py.demo": "it plays the sample event by command lines, as they are typed"}
"""Modules that may name verbs, besides each verb's own one, and why."""


def sources() -> dict[str, str]:
    """Give the sources of the package by the full names of their modules."""
    files = sorted((PROJECT / "macros_py").rglob("*.py"))
    names = (".".join(file.relative_to(PROJECT).with_suffix("").parts) for file in files)
    return {name: file.read_text("utf-8") for name, file in zip(names, files, strict=True)}


def names_twice(modules: Mapping[str, str]) -> list[str]:
    """Give each public name that is defined in more than one module, with these."""
    homes: dict[str, list[str]] = {}
    for module, source in modules.items():
        if not module.startswith(APART):
            for name in {*offered(source)} - {*SAME_NAME}:
                homes.setdefault(name, []).append(module)
    return [f"{name}: {', '.join(found)}" for name, found in sorted(homes.items()) if len(found) > 1]


def verbs_named(module: str, source: str) -> list[str]:
    """Give the verbs whose ids stand as texts in a module that is not their own."""
    texts = {node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)}
    return [
        f"{module}: {verb}" for verb in verbs() if verb in texts and module != f"macros_py.actions.{verb}"
    ]


def test_no_public_name_stands_in_two_modules() -> None:
    """Who reads a name knows which notion is meant, and who moves one finds it free."""
    assert names_twice(sources()) == []
    planted = {"macros_py.a": "def f(): ...\nX, _Y = 1, 2", "macros_py.b": "class f: ...\nZ: int = 1\n_Y = 3"}
    assert names_twice(planted) == ["f: macros_py.a, macros_py.b"]


def test_what_is_said_of_one_verb_stands_in_the_list_of_verbs() -> None:
    """A verb renamed, or another like it, needs no search: buttons.toml alone names it, besides its own module."""
    modules = sources()
    assert set(BY_VERB) <= set(modules)
    assert [
        line for name, text in modules.items() if name not in BY_VERB for line in verbs_named(name, text)
    ] == []
    assert verbs_named("macros_py.buttons", 'QUIET = {"next_missing"}') == ["macros_py.buttons: next_missing"]
    assert verbs_named("macros_py.actions.preview", 'x = "restore", "preview"') == [
        "macros_py.actions.preview: restore"
    ]
