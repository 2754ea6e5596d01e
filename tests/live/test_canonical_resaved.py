"""The one text of an event and the chain of its log, after LibreOffice Calc has saved the file as its own."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from macros_py.book.canonical import event_text
from macros_py.book.file import FileBook
from macros_py.book.log_chain import (
    LOG_TABLE,
    broken_links,
    chained,
    event_fingerprint,
    last_fingerprint,
    read_fingerprint,
)
from macros_py.book.port import Row
from tests.book.test_canonical import TEMPLATE, filled
from tests.book.test_log_chain import entry

Recalculate = Callable[[Path], Path]
BEGUN = datetime(2026, 11, 28, 9, 0)


def hard_cells() -> list[object]:
    """Give cells that programs like to touch: long decimals, thirds, whole floats, odd texts, days, truth values."""
    chance = random.Random(2026)
    decimals = [chance.uniform(-1000, 1000) for _ in range(400)] + [part / 7 for part in range(200)]
    moments = [BEGUN + timedelta(seconds=chance.randrange(10**8)) for _ in range(100)]
    texts = [
        "40",
        "-5",
        "=1+1",
        "igaz",
        "TRUE",
        "2026. 05. 03.",
        "1/2",
        "két\nsor",
        "O\u030bze",
        "’",
        "12e3",
        "+1",
    ]
    return [*decimals, *moments, *(moment.date() for moment in moments), *texts, 40.0, True, False, 10**12]


def test_calc_changes_nothing(recalculate: Recalculate, tmp_path: Path) -> None:
    """Calc rounds numbers, moves moments and turns days into moments; text, digests and chain are as they were."""
    book = FileBook.create(tmp_path / "Kupa.xlsx", TEMPLATE)
    text = filled(book, hard_cells())  # type: ignore[arg-type]
    state = event_fingerprint(book, with_sheets=True)
    rows: list[Row] = [entry(number, str(cell)) for number, cell in enumerate(hard_cells()[-20:])]
    book.write_table(LOG_TABLE, chained(rows, 0, state))
    book.save()
    saved = FileBook.open(recalculate(book.path))
    assert event_text(saved).splitlines() == text.splitlines()
    log = saved.read_table(LOG_TABLE)
    assert broken_links(log) == []
    assert last_fingerprint(log) == read_fingerprint(event_fingerprint(saved, with_sheets=True))
    saved.write_table(LOG_TABLE, chained([*log, entry(99)], len(log), state))
    saved.save()
    assert broken_links(FileBook.open(recalculate(saved.path)).read_table(LOG_TABLE)) == []
