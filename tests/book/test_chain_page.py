"""The page about the chain: its program derives what ours does, from the file alone."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from macros_py.book.canonical import digest, event_text
from macros_py.book.file import FileBook
from macros_py.book.log_chain import LOG_TABLE, anchored, chained, head
from macros_py.book.port import CellValue
from tests.book.test_canonical import TEMPLATE, filled
from tests.book.test_log_chain import STATE, entry

pytestmark = pytest.mark.slow

PROJECT = TEMPLATE.parent.parent
PAGE = PROJECT / "docs" / "naplo-lanc.md"
CELLS: list[CellValue] = [100 / 3, 12.5, "  Őze\n Á. ", "=1", True, 40.0, 10**12, -0.25, 1e-7]


def derived(path: Path) -> str:
    """Run the page's program on a file; give what it prints."""
    [program] = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        cwd=PROJECT,
        capture_output=True,
        check=False,
        env={"PYTHONIOENCODING": "utf-8"},
    )
    assert not done.stderr, done.stderr.decode("utf-8")
    return done.stdout.decode("utf-8")


@pytest.mark.parametrize("has_anchor", [False, True])
def test_the_program_of_the_page(tmp_path: Path, has_anchor: bool) -> None:
    """It finds the same head and the same digest of the event, with an anchor too, and names a row that was edited."""
    book = FileBook.create(tmp_path / "Kupa.xlsx", TEMPLATE)
    filled(book, CELLS)
    old = [entry(1), entry(2), entry(3)]
    rows = anchored(old, STATE) if has_anchor else chained(old, 0, STATE)
    book.write_table(LOG_TABLE, chained([*rows, entry(4)], 3, STATE))
    book.save()
    state = digest(event_text(book))
    assert derived(book.path) == f"Lánc: {head(book.read_table(LOG_TABLE))} Lenyomat: {state}\n"
    rows = book.read_table(LOG_TABLE)
    rows[1]["Végezte"] = "más"
    book.write_table(LOG_TABLE, rows)
    book.save()
    [told, _] = derived(book.path).splitlines()
    assert told.startswith("broken: {'Sorszám': '" + ("3'" if has_anchor else "2'"))
