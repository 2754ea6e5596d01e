"""write_record: from the workbook to the official file, and what it will never overwrite."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from macros_py.__main__ import main
from macros_py.book.port import FileExists
from macros_py.book.saving import read_stamp
from tests.actions.conftest import Event


def texts(path: Path, sheet: str) -> list[str]:
    """Give all texts of a sheet of the record."""
    cells = openpyxl.load_workbook(path, data_only=True)[sheet].iter_rows(values_only=True)
    return [str(value) for row in cells for value in row if value is not None]


def test_before_the_last_closing_the_record_is_stamped(event: Event, tmp_path: Path) -> None:
    """Half way: NEM VÉGLEGES on its sheets; after the last closing the same file is replaced, without the stamp."""
    path = tmp_path / "eredmény.xlsx"
    event.prepare(9, 1, 3)
    event.play(1)
    assert event.codes("write_record", to=path) == []
    assert any("NEM VÉGLEGES" in text for text in texts(path, "Végeredmény"))
    event.close(1)
    event.press("award_masterpoints")
    assert event.codes("write_record", to=path) == []
    assert not any("NEM VÉGLEGES" in text for text in texts(path, "Végeredmény"))
    assert read_stamp(path, "verseny_jelleg") == "hivatalos"


def test_the_record_holds_what_the_workbook_shows(event: Event, tmp_path: Path) -> None:
    """Places, names, points and percentages of the final ranking, row by row."""
    path = tmp_path / "eredmény.xlsx"
    event.press("trial_event", players=12, rounds=2, deals=3, seed=3)
    event.close(2)
    event.press("award_masterpoints")
    event.press("write_record", to=path)
    rows = list(openpyxl.load_workbook(path, data_only=True)["Végeredmény"].iter_rows(values_only=True))
    head = next(index for index, row in enumerate(rows) if row[0] == "Helyezés")
    columns = [rows[head].index(name) for name in ("Helyezés", "Név", "Pont", "Százalék", "Ft")]
    shown = [[row[column] for column in columns] for row in rows[head + 1 :] if row[0]]
    wanted = event.book.read_table("tVegeredmeny")
    assert shown == [[row[name] for name in ("Helyezés", "Név", "Pont", "Százalék", "Ft")] for row in wanted]
    assert any("PRÓBA" in text for text in texts(path, "Végeredmény"))


def test_another_file_is_never_overwritten(event: Event, tmp_path: Path) -> None:
    """Another event's record, or anything else that stands there, is left as it was."""
    path = tmp_path / "eredmény.xlsx"
    other = Event()
    other.press("trial_event", players=9, rounds=1, deals=1, seed=1)
    other.press("write_record", to=path)
    before = path.read_bytes()
    event.press("trial_event", players=9, rounds=1, deals=1, seed=2)
    with pytest.raises(FileExists, match="Már van ilyen fájl"):
        event.press("write_record", to=path)
    assert path.read_bytes() == before


def test_the_working_file_itself_is_no_place_for_the_record(tmp_path: Path) -> None:
    """``--to`` with the event's own file: exit 2, and the event is not lost."""
    file = tmp_path / "verseny.xlsx"
    assert main(f"trial_event {file} --players 9 --rounds 1 --deals 1 --seed 1".split()) == 0
    before = file.read_bytes()
    assert main(["write_record", str(file), "--to", str(file)]) == 2
    assert file.read_bytes() == before


def test_an_event_without_a_seating_has_no_record(event: Event, tmp_path: Path) -> None:
    """Nothing to record yet: a sentence, and no file."""
    event.press("new_event")
    assert event.codes("write_record", to=tmp_path / "r.xlsx") == ["nothing_to_score"]
    assert list(tmp_path.iterdir()) == []
