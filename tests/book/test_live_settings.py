"""An open workbook names no folder: xlwings' own question for its file's place, asked of a hostile workbook."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest
from xlwings import utils

import macros_py.book.live
from macros_py.book.live import ASKING, CONFIG_READER, ask_no_workbook, no_settings

FOLDER = Path(utils.__file__).parent
ADDRESS = "https://d.docs.live.net/1234/kupa.xlsx"
HOSTILE = {
    f"{place}_{system}": r"\\203.0.113.9\rossz"
    for place in ("ONEDRIVE_CONSUMER", "ONEDRIVE_COMMERCIAL", "SHAREPOINT")
    for system in ("WIN", "MAC")
}


@pytest.fixture(params=["_xlwindows", "_xlmac"])
def platform(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Give a module with the question as xlwings asks it on Windows or macOS; the rest of it needs these systems."""
    name = f"xlwings.{request.param}"
    tree = ast.parse((FOLDER / f"{request.param}.py").read_text("utf-8"))
    asking = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and CONFIG_READER in ast.dump(node)
    ]
    assert [node.name for node in asking] == ["fullname"]
    asking[0].decorator_list = []
    module = ModuleType(name)
    found: list[dict[str, Any]] = []
    vars(module).update(
        {
            CONFIG_READER: lambda book: HOSTILE,
            "fullname_url_to_local_path": lambda **settings: found.append(settings) or "found",
            "xlwings": SimpleNamespace(Book=MagicMock()),
            "kw": MagicMock(),
            "asked": found,
        }
    )
    exec(compile(ast.Module(asking, []), name, "exec"), vars(module))
    monkeypatch.setitem(sys.modules, name, module)
    return module


def where_it_lies(platform: ModuleType) -> dict[str, Any]:
    """Ask where the file of a workbook with an address lies; give the settings that were asked for."""
    properties = MagicMock(return_value=MagicMock(get=lambda key: ADDRESS))
    book = SimpleNamespace(xl=SimpleNamespace(FullName=ADDRESS, properties=properties), app=MagicMock())
    assert platform.fullname(book) == "found"
    settings = platform.asked[-1]
    assert settings.pop("url") == ADDRESS
    return dict(settings)


def test_a_workbook_names_no_folder(platform: ModuleType) -> None:
    """Before, the folder came from the sheet; once our code is there, from the user's own settings only."""
    assert set(where_it_lies(platform).values()) == {r"\\203.0.113.9\rossz"}
    ask_no_workbook()
    assert set(where_it_lies(platform).values()) == {None}


def test_whoever_uses_an_open_workbook_is_safe() -> None:
    """The module of open workbooks sees to it, and knows every module of xlwings that asks (but for PRO)."""
    assert macros_py.book.live
    assert getattr(utils, CONFIG_READER) is no_settings
    asking = {path.stem for path in FOLDER.glob("*.py") if f"{CONFIG_READER}(" in path.read_text("utf-8")} - {
        "cli"
    }
    assert asking == {name.rpartition(".")[2] for name in ASKING}
