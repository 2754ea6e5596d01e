"""The same event under two keys: whatever is written or said is the same but for the fingerprint."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from macros_py import conductor
from macros_py.book.file import FileBook
from macros_py.rules.cards.draws import Stream
from tests.secret_events import SECRET, contents, new_event, press, type_everywhere

pytestmark = pytest.mark.slow

DAY = datetime(2026, 11, 28, 9, 0)
STEPS = (
    "seat_players",
    "deal_round --round 1-2",
    "check_entries",
    "export_entry --round 1 --to {folder}/lap.xlsx",
    "attendance_sheet --to {folder}/iv.xlsx",
    "export_draw --to {folder}/kivitel",
    "type",
    "check_results",
    "list_queries",
    "next_missing",
    "score_event",
    "preview",
    "reveal_round --round 1 --person Béla",
    "undo_last",
    "check_results",
    "score_event",
    "write_record --to {folder}/eredmeny.xlsx",
    "restore",
)


def day(folder: Path, secret: str, draw: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Live through a day whose key comes from ``secret`` and all else from the same chance; give the fingerprint."""
    looks = iter(range(1_000_000))
    event, key = (
        Stream(b"only for tests, never an event", "az"),
        Stream(b"only for tests, never an event", secret),
    )
    monkeypatch.setattr(conductor, "CLOCK", lambda: DAY + timedelta(seconds=next(looks)))
    monkeypatch.setattr(conductor, "RANDOMNESS", lambda count: (key if count == 32 else event).bytes(count))
    file = new_event(folder / "Kupa.xlsx", masolat_hely="pendrive", kulcs_masolat="kulcs")
    press(file, f"assign_lines --from {draw}")
    for step in STEPS:
        if step == "type":
            type_everywhere(file)
        else:
            press(file, step.format(folder=folder))
    return str(FileBook.open(file).read_value("kulcs_lenyomat"))


DIGEST = re.compile(r"\b(?:[0-9a-f]{64}|[0-9a-f]{16})\b")
SAVED_AT = "docProps/core.xml"
"""The part of a workbook that says by the real clock when it was saved."""


def masked(folder: Path, fingerprint: str, text: str) -> str:
    """Give a text without the fingerprint, the digests and links that it goes into, and the folder."""
    return DIGEST.sub("…", text.replace(str(folder), "")).replace(fingerprint[:8], "…")


def test_nothing_that_is_written_or_said_depends_on_the_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same day under two keys, a mistaken reveal undone in it: all the same but for the fingerprint.

    What the fingerprint goes into, the digests and links of the log, is another one too.
    """
    seed = new_event(tmp_path / "mag" / "Kupa.xlsx")
    draw = tmp_path / "sorsolas.json"
    press(seed, "assign_lines", f"export_draw --to {draw}")
    event = str(FileBook.open(seed).read_value("verseny_azonosito"))
    draw.write_text(draw.read_text("utf-8").replace(event, ""), "utf-8")
    days = []
    for secret in ("egyik", "masik"):
        capsys.readouterr()
        folder = tmp_path / secret
        fingerprint = day(folder, secret, draw, monkeypatch)
        texts = {**dict(contents(folder)), "said": capsys.readouterr().out}
        days.append(
            {
                masked(folder, fingerprint, name): masked(folder, fingerprint, text)
                for name, text in texts.items()
            }
        )
        assert len({path.suffix for path in folder.rglob("*")} & SECRET) == 2
    first, second = days
    assert first.keys() == second.keys()
    assert len(first) > 150
    assert [name for name in first if first[name] != second[name] and SAVED_AT not in name] == []
