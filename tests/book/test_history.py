"""The copies of a workbook: listed in order, the state after the last verb, what is kept of earlier days."""

from __future__ import annotations

import stat
import sys
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

import pytest

from macros_py.book.held import HeldBook
from macros_py.book.history import FileHistory, copied_event, prune, read_state, save_state, stem_of
from macros_py.book.snapshots import Snapshot, load_snapshot, save_snapshot, snapshot

NOON = datetime(2026, 11, 28, 12, 0)


def taken(verb: str, moment: datetime, name: str = "Kupa") -> Snapshot:
    """Give a snapshot of an empty event."""
    book = HeldBook()
    book.write_value("verseny_nev", name)
    return snapshot(book, verb, moment)


def test_the_copies_are_listed_by_time_with_their_verbs(tmp_path: Path) -> None:
    """Verb and time come from the name; copies of another workbook in the folder are not listed."""
    file = tmp_path / "Tavaszi_kupa.xlsx"
    for hour, verb in ((13, "preview"), (12, "score_event"), (14, "close_round")):
        save_snapshot(taken(verb, NOON.replace(hour=hour)), file)
    save_snapshot(taken("score_event", NOON), tmp_path / "kupa.xlsx")
    (tmp_path / "masolatok" / "jegyzet.json.gz").write_bytes(b"")
    moments = FileHistory.of(file).moments()
    assert [(moment.taken.hour, moment.verb) for moment in moments] == [
        (12, "score_event"),
        (13, "preview"),
        (14, "close_round"),
    ]
    assert all(FileHistory.of(file).load(moment) for moment in moments)


def test_the_last_state_is_one_file_and_comes_back(tmp_path: Path) -> None:
    """Each verb replaces it; it is listed as a state; a damaged one is as if there were none."""
    file = tmp_path / "Kupa.xlsx"
    assert read_state(file).state is None
    save_state(taken("score_event", NOON, "első"), file)
    path = save_state(taken("close_round", NOON, "második"), file)
    state = read_state(file).state
    assert state is not None
    assert state.values["verseny_nev"] == "második"
    assert [moment.is_state for moment in FileHistory.of(file).moments()] == [True]
    path.write_bytes(path.read_bytes()[:100])
    assert read_state(file).state is None


def test_of_earlier_days_the_last_copy_is_kept(tmp_path: Path) -> None:
    """All of today, then one a day; other workbooks' copies are left alone."""
    file = tmp_path / "Kupa.xlsx"
    for day in (26, 27, 28):
        for hour in (9, 12, 18):
            save_snapshot(taken("score_event", datetime(2026, 11, day, hour)), file)
    save_snapshot(taken("score_event", datetime(2026, 11, 1)), tmp_path / "Másik kupa.xlsx")
    assert prune(file, date(2026, 11, 28)) == 4
    left = [(moment.taken.day, moment.taken.hour) for moment in FileHistory.of(file).moments()]
    assert left == [(26, 18), (27, 18), (28, 9), (28, 12), (28, 18)]
    assert len(FileHistory.of(tmp_path / "Másik kupa.xlsx").moments()) == 1


def test_a_copy_in_two_places_is_listed_once_and_a_lost_place_is_no_harm(tmp_path: Path) -> None:
    """The second place gives what the first has lost."""
    file = tmp_path / "Kupa.xlsx"
    first = save_snapshot(taken("score_event", NOON), file)
    second = tmp_path / "pendrive"
    second.mkdir()
    save_snapshot(taken("score_event", NOON), file, second)
    assert len(FileHistory.of(file, second=second).moments()) == 1
    first.unlink()
    assert len(FileHistory.of(file, second=second).moments()) == 1
    assert len(FileHistory.of(file, second=tmp_path / "nincs").moments()) == 0


A, B = "aaaaaaaa11111111", "bbbbbbbb22222222"


def of_event(event: str, verb: str = "score_event", moment: datetime = NOON) -> Snapshot:
    """Give a snapshot of an event with an identity."""
    copy = taken(verb, moment, event)
    return replace(copy, values={**copy.values, "verseny_azonosito": event})


def test_two_events_of_one_name_keep_apart(tmp_path: Path) -> None:
    """On one stick, both called Kupa: each has its own copies, its own last state, its own pruning."""
    file, stick = tmp_path / "Kupa.xlsx", tmp_path / "pendrive"
    stick.mkdir()
    for event, day in ((A, 26), (B, 26), (A, 27), (B, 27)):
        save_snapshot(of_event(event, moment=NOON.replace(day=day, hour=9)), file, stick)
        save_snapshot(of_event(event, moment=NOON.replace(day=day)), file, stick)
        save_state(of_event(event), file, stick)
    assert prune(file, date(2026, 11, 28), A, stick) == 2
    lists = {event: FileHistory((stick,), "Kupa", event).moments() for event in (A, B)}
    assert [len(moments) for moments in lists.values()] == [3, 5]
    for event, moments in lists.items():
        assert {load_snapshot(moment.path).event for moment in moments} == {event}
        assert {copied_event(moment.path) for moment in moments} == {event[:8]}
        assert {stem_of(moment.path) for moment in moments} == {"Kupa"}


def test_copies_of_an_older_program_are_told_apart_by_their_contents(tmp_path: Path) -> None:
    """Their names lack the event; the last state of the older program is read, then goes with the next one."""
    file = tmp_path / "Kupa.20261128.xlsx"
    for event, verb in ((A, "score_event"), (B, "preview")):
        save_snapshot(of_event(event, verb), file).rename(
            tmp_path / "masolatok" / f"20261128-120000-000000_0{1 + (event == B)}_{verb}_{file.stem}.json.gz"
        )
    older = save_state(of_event(A), file).rename(
        tmp_path / "masolatok" / f"0_legutobbi-allapot_{file.stem}.json.gz"
    )
    assert [one.verb for one in FileHistory.of(file, A).moments() if not one.is_state] == ["score_event"]
    assert [one.verb for one in FileHistory.of(file, B).moments()] == ["preview"]
    state = read_state(file, A).state
    assert state is not None
    assert state.event == A
    assert read_state(file, B).state is None
    save_state(of_event(B), file)
    assert older.exists()
    save_state(of_event(A), file)
    assert not older.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no permission bits")
def test_copies_are_for_their_owner_only(tmp_path: Path) -> None:
    """What stands in them may be cards; a copy that others could read becomes private when it is replaced."""
    file = tmp_path / "Kupa.xlsx"
    save_state(of_event(A), file).chmod(0o644)
    paths = [save_snapshot(of_event(A), file), save_state(of_event(A), file)]
    assert {stat.S_IMODE(path.stat().st_mode) for path in paths} == {0o600}
