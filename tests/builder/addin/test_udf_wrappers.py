"""The wrappers of the worksheet functions: those that xlwings itself would generate, kept as a golden file."""

from __future__ import annotations

import importlib
import io
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from macros_py import functions
from macros_py.builder.addin.vba_modules import PYTHON_MODULE, worksheet_functions, wrappers_module

GOLDEN = Path(__file__).parents[2] / "golden" / "xlwings_udfs.bas"
ONLY_ON_WINDOWS = {
    "pythoncom": {"CoInitialize": None},
    "pywintypes": {"com_error": Exception},
    "win32com": {},
    "win32com.client": {"Dispatch": None},
}


@pytest.fixture
def generator(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Give xlwings' generator, with stand-ins for what only Windows has, and our functions registered with it."""
    for name, contents in ONLY_ON_WINDOWS.items():
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
        for entry, value in contents.items():
            setattr(sys.modules[name], entry, value)
    monkeypatch.delitem(sys.modules, "xlwings.udfs", raising=False)
    udfs = importlib.import_module("xlwings.udfs")
    functions.register(udfs.xlfunc, udfs.xlarg)
    return udfs


def test_the_wrappers_are_those_of_xlwings(generator: ModuleType) -> None:
    """What we write is what xlwings' own "Import Functions" would write, only that no workbook is handed over."""
    text = io.StringIO()
    generator.generate_vba_wrapper(PYTHON_MODULE, functions, text, SimpleNamespace(Name="Sportulti.xlam"))
    ours = wrappers_module().source.replace("\r\n", "\n")
    assert ours.partition("'Adjust when using outside of Excel\n")[2] == text.getvalue().replace(
        ", ActiveWorkbook, ", ", Nothing, "
    )


def test_the_wrappers_are_the_golden_ones() -> None:
    """A change of what Excel calls is seen in a review."""
    assert wrappers_module().source == GOLDEN.read_bytes().decode("cp1252")


def test_arguments_need_no_converter(generator: ModuleType) -> None:
    """Cells come as they are; a column comes and goes back as a column."""
    for function in worksheet_functions():
        known = getattr(functions, function.name).__xlfunc__
        assert (known["category"], [one["name"] for one in known["args"]]) == (
            "Sportulti",
            list(function.arguments),
        )
        assert all("convert" not in one["options"] for one in known["args"])
    [points] = functions.ULTI_VONAL.__xlfunc__["args"]
    assert points["options"] == {"ndim": 2}
    assert functions.ULTI_VONAL([[3.0], [2.0], [None]]) == [["A"], ["B"], ["C"]]
