"""Copies that are broken, or made to break the program: set aside, skipped, told; no verb ever ends over them."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from macros_py.__main__ import main
from macros_py.book.held import HeldBook
from macros_py.book.history import FileHistory, read_state, save_state
from macros_py.book.snapshots import LARGEST_COPY, save_snapshot, snapshot, snapshot_text

pytestmark = pytest.mark.slow

NOON = datetime(2026, 11, 28, 12, 0)
NEW = Path(__file__).parents[2] / "workbook" / "Sportulti.xlsx"


def sound_text() -> str:
    """Give the text of a sound copy of an event without players."""
    book = HeldBook()
    book.write_value("verseny_nev", "Kupa")
    return snapshot_text(snapshot(book, "score_event", NOON))


def changed(change: Callable[[Any], object]) -> bytes:
    """Give a copy with something changed in it."""
    content = json.loads(sound_text())
    change(content)
    return gzip.compress(json.dumps(content).encode("utf-8"))


def with_flipped_byte() -> bytes:
    """Give a copy with one byte of the packed text turned over."""
    packed = bytearray(gzip.compress(sound_text().encode("utf-8")))
    packed[len(packed) // 2] ^= 0xFF
    return bytes(packed)


BROKEN: dict[str, Callable[[], bytes]] = {
    "üres": lambda: b"",
    "nem tömörített": lambda: b"hello",
    "félbevágott": lambda: gzip.compress(sound_text().encode("utf-8"))[:80],
    "átfordult bájt": with_flipped_byte,
    "nem JSON": lambda: gzip.compress(b"{"),
    "semmi": lambda: gzip.compress(b"null"),
    "mélyen egymásba ágyazott": lambda: gzip.compress(b"[" * 200_000),
    "kicsomagolva óriási": lambda: gzip.compress(b" " * (LARGEST_COPY + 1), 1),
    "milliónyi darab": lambda: gzip.compress(b"[" + b"[]," * 2_000_001 + b"0]", 1),
    "lista egy cellában": lambda: changed(lambda one: one["ertekek"].update(verseny_nev=[1])),
    "végtelen szám": lambda: changed(lambda one: one["ertekek"].update(verseny_nev=float("inf"))),
    "ismeretlen fajta": lambda: changed(lambda one: one["ertekek"].update(verseny_nev={"x": "y"})),
    "időzóna": lambda: changed(lambda one: one.update(idopont="2026-11-28T12:00:00+01:00")),
    "a művelet szám": lambda: changed(lambda one: one.update(muvelet=5)),
    "a fejléc szám": lambda: changed(lambda one: one["tablak"]["tNaplo"].update(fejlec=[1], sorok=[[1]])),
    "rövid sor": lambda: changed(lambda one: one["tablak"]["tNaplo"].update(fejlec=["A", "B"], sorok=[[1]])),
    "nincs tábla": lambda: changed(lambda one: one.pop("tablak")),
}
SEEMS_SOUND: dict[str, Callable[[Any], object]] = {
    "egyetlen tábla sincs": lambda one: one.update(tablak={}),
    "egyetlen érték sincs": lambda one: one.update(ertekek={}),
    "a napló más": lambda one: one["tablak"].update(tNaplo={"fejlec": ["x"], "sorok": [[1]]}),
    "ismeretlen művelet": lambda one: one.update(muvelet="nincs"),
    "az idők végén": lambda one: one.update(idopont="9999-12-31T23:59:59.999999"),
    "az azonosító szám": lambda one: one["ertekek"].update(verseny_azonosito=5),
}
"""What has the form of a copy, and tells of no event of ours."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Give an event's file."""
    shutil.copy(NEW, tmp_path / "Kupa.xlsx")
    return tmp_path / "Kupa.xlsx"


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_state_is_set_aside(kind: str, file: Path) -> None:
    """The file is renamed and kept, the next state can be written; a second broken one gets a name of its own."""
    for number in (1, 2):
        path = save_state(snapshot(HeldBook(), "score_event", NOON), file)
        path.write_bytes(content := BROKEN[kind]())
        found = read_state(file)
        assert found.state is None
        assert found.set_aside == path.with_name(f"{path.name}.serult{number}")
        assert found.set_aside.read_bytes() == content
        assert not path.exists()
    assert FileHistory.of(file).moments() == []
    assert read_state(file).set_aside is None


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_copy_is_no_copy(kind: str, file: Path) -> None:
    """Whoever looks for a sound one passes it over."""
    path = save_snapshot(snapshot(HeldBook(), "score_event", NOON), file)
    path.write_bytes(BROKEN[kind]())
    history = FileHistory.of(file)
    assert [history.load(moment) for moment in history.moments()] == [None]


def test_a_state_that_cannot_be_read_now_stays_where_it_is(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A virus scanner that holds the file for a moment does not make it broken."""
    path = save_state(snapshot(HeldBook(), "score_event", NOON), file)

    def refuse(*settings: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(gzip, "open", refuse)
    assert read_state(file).state is None
    assert path.exists()


@pytest.mark.parametrize(
    "kind", ["mélyen egymásba ágyazott", "átfordult bájt", "nem tömörített", *SEEMS_SOUND]
)
def test_the_verb_goes_on(kind: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 0; of a broken state it is told where it was put, and the new state is there afterwards."""
    content = BROKEN[kind]() if kind in BROKEN else changed(SEEMS_SOUND[kind])
    path = save_state(snapshot(HeldBook(), "score_event", NOON), file)
    path.write_bytes(content)
    assert main(["score_event", str(file)]) in (0, 1)
    printed = capsys.readouterr().out
    assert ("sérült, ezért félretettük" in printed) is (kind in BROKEN)
    assert read_state(file).state is not None


@pytest.mark.parametrize("kind", [*BROKEN, *SEEMS_SOUND])
def test_recover_skips_what_is_damaged(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The older, sound copy is taken, and it is told how many were not."""
    book = HeldBook()
    book.write_value("verseny_nev", "Ép kupa")
    sound = save_snapshot(snapshot(book, "score_event", NOON), tmp_path / "Kupa.xlsx")
    newer = sound.with_name(sound.name.replace("20261128-12", "20261128-13"))
    newer.write_bytes(BROKEN[kind]() if kind in BROKEN else changed(SEEMS_SOUND[kind]))
    assert main(["recover", str(sound.parent), "--to", str(tmp_path / "uj.xlsx")]) == 0
    printed = capsys.readouterr().out
    assert ("Ép kupa" in printed) is (kind in BROKEN)
    assert ("1 újabb másolat sérült" in printed) is (kind in BROKEN)


def test_a_copy_from_the_end_of_time_is_not_listed(file: Path) -> None:
    """Nothing could be later than it, and every verb gives its copy a later time."""
    path = save_snapshot(snapshot(HeldBook(), "score_event", NOON), file)
    path.rename(path.with_name(path.name.replace("20261128-120000-000000", "99991231-235959-999999")))
    assert FileHistory.of(file).moments() == []
    assert main(["score_event", str(file)]) in (0, 1)
