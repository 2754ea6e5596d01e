"""The copies of a workbook: listed in order, the state after the last verb, what is kept of earlier days."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

from macros_py.book.history import FileHistory, load_state, prune, save_state
from macros_py.book.memory import MemoryBook
from macros_py.book.schema import table_layouts, value_layouts
from macros_py.book.snapshots import Snapshot, save_snapshot, snapshot

NOON = datetime(2026, 11, 28, 12, 0)


def taken(verb: str, moment: datetime, name: str = "Kupa") -> Snapshot:
    """Give a snapshot of an empty event."""
    book = MemoryBook()
    book.write_value("verseny_nev", name)
    return snapshot(book, table_layouts(), value_layouts(), verb, moment)


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
    assert load_state(file) is None
    save_state(taken("score_event", NOON, "első"), file)
    path = save_state(taken("close_round", NOON, "második"), file)
    state = load_state(file)
    assert state is not None
    assert state.values["verseny_nev"] == "második"
    assert [moment.is_state for moment in FileHistory.of(file).moments()] == [True]
    path.write_bytes(path.read_bytes()[:100])
    assert load_state(file) is None


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
    save_snapshot(taken("score_event", NOON), file, "pendrive")
    assert len(FileHistory.of(file, "pendrive").moments()) == 1
    first.unlink()
    assert len(FileHistory.of(file, "pendrive").moments()) == 1
    (tmp_path / "nincs").write_text("")
    assert len(FileHistory.of(file, "nincs/ott").moments()) == 0
