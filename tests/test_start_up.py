"""A verb and a button load what they use: nothing makes who waits wait for a library that is not needed."""

from __future__ import annotations

import subprocess
import sys

import pytest

LIBRARIES = ("openpyxl", "xlsxwriter", "xlwings", "macros_py.libreoffice", "macros_py.builder")
LOADED = "import sys; {code}; print(*(name for name in {names!r} if name in sys.modules))"


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("import macros_py.buttons", "xlwings"),
        ("import macros_py.buttons, macros_py.actions.score_event, macros_py.actions.check_results", "xlwings"),
        ("import macros_py.buttons, macros_py.actions.correct_result, macros_py.actions.restore", "xlwings"),
        ("import macros_py.functions", ""),
        ("import macros_py.closed_file, macros_py.actions.score_event, macros_py.book.file", "openpyxl"),
        ("import macros_py.closed_file, macros_py.actions.write_record", "xlsxwriter macros_py.builder"),
        ("import io; from macros_py.__main__ import main; sys.stdout = io.StringIO(); main(['--help']); "
         "sys.stdout = sys.__stdout__", ""),
    ],
    ids=["buttons", "live scoring", "live correcting", "functions", "score_event", "write_record", "help"],
)  # fmt: skip
def test_only_what_is_used_is_loaded(code: str, wanted: str) -> None:
    """In Excel no openpyxl and no engine for Calc; on a closed file no xlwings; for the help nothing at all."""
    words = [sys.executable, "-c", LOADED.format(code=code, names=LIBRARIES)]
    assert subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip() == wanted
