"""A verb and a button load what they use: nothing makes who waits wait for a library that is not needed."""

from __future__ import annotations

import subprocess
import sys

import pytest

from macros_py.verbs import verbs

LIBRARIES = ("openpyxl", "xlsxwriter", "xlwings", "macros_py.libreoffice", "macros_py.builder")
LOADED = "import sys; {code}; print(*(name for name in {names!r} if name in sys.modules))"


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("import macros_py.buttons", "xlwings"),
        ("import macros_py.buttons, macros_py.actions.score_event, macros_py.book.live", "xlwings"),
        ("import macros_py.functions", ""),
        ("import macros_py.conductor, macros_py.actions.score_event, macros_py.book.file", "openpyxl"),
        ("import macros_py.conductor, macros_py.actions.write_record", "xlsxwriter macros_py.builder"),
        ("import io; from macros_py.__main__ import main; sys.stdout = io.StringIO(); main(['--help']); "
         "sys.stdout = sys.__stdout__", ""),
    ],
    ids=["buttons", "live score_event", "functions", "score_event", "write_record", "help"],
)  # fmt: skip
def test_only_what_is_used_is_loaded(code: str, wanted: str) -> None:
    """In Excel no openpyxl and no engine for Calc; on a closed file no xlwings; for the help nothing at all."""
    words = [sys.executable, "-c", LOADED.format(code=code, names=LIBRARIES)]
    assert subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip() == wanted


READERS = {"import_entrants", "import_results", "import_deals"}
"""The verbs that read a workbook from outside."""


def test_no_live_verb_loads_openpyxl() -> None:
    """A button in Excel needs it only where it reads somebody's closed workbook."""
    modules = ", ".join(f"macros_py.actions.{verb}" for verb in sorted(verbs().keys() - READERS))
    code = LOADED.format(
        code=f"import macros_py.buttons, {modules}", names=("openpyxl", "macros_py.libreoffice")
    )
    assert (
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
        == "\n"
    )
