"""The second place of the copies, on real files: confirmed, vanished, shared by two events of one name."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from macros_py.__main__ import main
from macros_py.book.file import FileBook
from tests import secret_events
from tests.secret_events import press

pytestmark = pytest.mark.slow


def new_event(folder: Path, place: str) -> Path:
    """Make an event called Kupa.xlsx in a folder of its own, with a second place."""
    folder.mkdir()
    file = folder / "Kupa.xlsx"
    assert main(["new_event", str(file)]) == 0
    book = FileBook.open(file)
    for name, value in (("verseny_nev", folder.name), ("fordulok", 1), ("leosztasok_fordulonkent", 3)):
        book.write_value(name, value)
    book.write_value("masolat_hely", place)
    book.write_table(
        "tNevezok", [{"Név": f"{folder.name} {n}", "Versenyengedély száma": f"L{n}"} for n in range(9)]
    )
    book.save()
    return file


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """Give the folder of a pen drive."""
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick" / "masolatok"


def names(folder: Path) -> set[str]:
    """Give the names of the files in a folder; none where it is not there."""
    return {path.name for path in folder.glob("*")} if folder.exists() else set()


def test_a_place_elsewhere_is_written_to_when_somebody_has_said_so(
    tmp_path: Path, stick: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A received workbook names a folder: the verb is done, nothing is made there, and it says how to confirm it."""
    file = new_event(tmp_path / "egyik", str(stick))
    assert main(["assign_lines", str(file)]) == 0
    told = capsys.readouterr().out
    assert str(stick) in told
    assert "--trust-place" in told
    assert not stick.exists()
    assert main(["seat_players", str(file), "--trust-place"]) == 0
    assert "--trust-place" not in capsys.readouterr().out
    assert any("seat_players" in name for name in names(stick))
    assert main(["undo_last", str(file)]) == 0
    assert any("undo_last" in name for name in names(stick))


def test_a_stick_pulled_out_is_told_and_nothing_is_made_in_its_stead(
    tmp_path: Path, stick: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """At each verb, until it is back; then the copies go on."""
    file = new_event(tmp_path / "egyik", str(stick))
    assert main(["assign_lines", str(file), "--trust-place"]) == 0
    stick.parent.rename(tmp_path / "zseb")
    for mounted in (False, True):
        if mounted:
            stick.parent.mkdir()
        capsys.readouterr()
        assert main(["check_entries", str(file)]) == 0
        assert "Eltűnt, vagy másik lemez van a helyén" in capsys.readouterr().out
        assert not stick.exists()
    stick.parent.rmdir()
    (tmp_path / "zseb").rename(stick.parent)
    assert main(["check_entries", str(file)]) == 0
    assert any("check_entries" in name for name in names(stick))


def test_two_events_of_one_name_share_a_stick(
    tmp_path: Path, stick: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody is told of a verb cut off, each undoes its own last verb, and both last states lie there."""
    files = [new_event(tmp_path / name, str(stick)) for name in ("egyik", "masik")]
    for file in files:
        assert main(["assign_lines", str(file), "--trust-place"]) == 0
    for file in (*files, *files):
        assert main(["check_entries", str(file)]) == 0
    assert "megszakadt" not in capsys.readouterr().out
    before = FileBook.open(files[1]).read_table("tVonalak")
    assert main(["undo_last", str(files[0])]) == 0
    assert main(["undo_last", str(files[0])]) == 0
    assert main(["undo_last", str(files[0])]) == 0
    assert FileBook.open(files[0]).read_table("tVonalak") == []
    assert FileBook.open(files[1]).read_table("tVonalak") == before
    assert len([name for name in names(stick) if name.startswith("0_legutobbi-allapot_Kupa.")]) == 2


def test_a_folder_with_several_events_asks_which(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Listed with identity, name and time; part of the identity or the name chooses; nothing is made meanwhile."""
    stick = tmp_path / "pendrive"
    files = {}
    for name in ("Őszi kupa", "Tavaszi kupa"):
        file = secret_events.new_event(
            tmp_path / name / "Kupa.xlsx", verseny_nev=name, masolat_hely=str(stick)
        )
        press(file, "check_entries --trust-place")
        files[name] = str(FileBook.open(file).read_value("verseny_azonosito"))
    target = tmp_path / "uj.xlsx"
    capsys.readouterr()
    assert main(["recover", str(stick), "--to", str(target)]) == 1
    told = capsys.readouterr().out
    assert all(f"{event[:8]} – {name}" in told for name, event in files.items())
    assert "--event" in told
    assert not target.exists()
    assert main(["recover", str(stick), "--to", str(target), "--event", "Nyári kupa"]) == 1
    for name, event in files.items():
        for number, asked in enumerate((event[:4], name)):
            target = tmp_path / f"{event}-{number}.xlsx"
            assert main(["recover", str(stick), "--to", str(target), "--event", asked]) == 0
            assert FileBook.open(target).read_value("verseny_nev") == name
    shutil.rmtree(stick)
    shutil.copytree(tmp_path / "Őszi kupa" / "masolatok", stick)
    assert main(["recover", str(stick), "--to", str(tmp_path / "egy.xlsx")]) == 0
