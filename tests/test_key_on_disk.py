"""The key and its copy on real files: where they may lie, and that nobody gets another one unseen."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from macros_py.__main__ import main
from macros_py.book.file import FileBook
from tests.secret_events import contents, dealt_event, new_event, press

pytestmark = pytest.mark.slow


@pytest.fixture
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a seated event whose two rounds have been dealt, with a second place for its copies."""
    return dealt_event(tmp_path_factory.getbasetemp())


def test_deals_cannot_be_chosen_by_undoing_and_deleting(
    dealt: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Undone, key and lists deleted, dealt again: the fingerprint still stands, and only a name and a reason help."""
    shown = FileBook.open(dealt).read_value("kulcs_lenyomat")
    press(dealt, "undo_last", "undo_last", "undo_last")
    book = FileBook.open(dealt)
    assert book.read_value("kulcs_lenyomat") == shown
    assert book.read_table("tVonalak") == []
    for path in (dealt.with_suffix(".kulcs"), *dealt.parent.glob("*osztolista*")):
        path.unlink()
    capsys.readouterr()
    for line in ("deal_round --round 1", "assign_lines"):
        verb, *options = line.split()
        assert main([verb, str(dealt), *options]) == 2
        assert "--new-key --person NÉV --reason OK" in capsys.readouterr().err
    assert not dealt.with_suffix(".kulcs").exists()
    press(dealt, "assign_lines --new-key --person Béla --reason elveszett", "deal_round --round 1")
    log = FileBook.open(dealt).read_table("tNaplo")
    [row] = [row for row in log if row["Művelet"] == "Új kulcs"]
    assert row["Régi érték"] == shown
    assert "Béla" in str(row["Részletek"])
    assert FileBook.open(dealt).read_value("kulcs_lenyomat") == row["Új érték"]
    press(dealt, "undo_last", "restore --to 1")
    assert FileBook.open(dealt).read_value("kulcs_lenyomat") == row["Új érték"]


def test_the_key_in_a_synced_folder_is_asked_about_and_can_lie_elsewhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is written before the answer; the place offered is found again without naming it."""
    file = new_event(tmp_path / "OneDrive" / "kupa" / "Kupa.xlsx")
    before = {path.name for path in file.parent.iterdir()}
    assert main(["deal_round", str(file), "--round", "1"]) == 1
    told = capsys.readouterr().out
    assert "szinkronizált vagy megosztott mappába kerülne" in told
    assert {path.name for path in file.parent.iterdir()} == before
    offered = told.split('--key "')[1].split('"')[0]
    assert main(["deal_round", str(file), "--round", "1", "--key", offered]) == 0
    assert {path.name for path in file.parent.iterdir()} == before
    secrets = sorted(Path(offered).parent.glob(f"{Path(offered).stem}*"))
    assert [path.suffix for path in secrets] == [".txt", ".kulcs"]
    if sys.platform != "win32":
        assert {stat.S_IMODE(path.stat().st_mode) for path in secrets} == {0o600}
    press(
        file, "assign_lines", "seat_players", "deal_round --round 2", "reveal_round --round 1 --person Béla"
    )
    other = new_event(tmp_path / "Dropbox" / "Kupa.xlsx")
    press(other, "deal_round --round 1 --here --person Béla", "deal_round --round 2")
    assert other.with_suffix(".kulcs").exists()


@pytest.fixture
def with_copy(tmp_path: Path) -> tuple[Path, Path]:
    """Give an event that names a place for its copies and one for the copy of its key."""
    places = {"masolat_hely": str(tmp_path / "stick"), "kulcs_masolat": str(tmp_path / "fobiro" / "kulcs")}
    (tmp_path / "fobiro").mkdir()
    return new_event(tmp_path / "terem" / "Kupa.xlsx", **places), tmp_path / "fobiro" / "kulcs"


def test_a_copy_of_the_key_lies_where_the_sheet_says(
    with_copy: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """Once somebody has confirmed the place; it is the key, private, and the event goes on from it."""
    file, place = with_copy
    press(file, "deal_round --round 1")
    assert "A kulcs másolata nem készült el" in capsys.readouterr().out
    assert not place.exists()
    press(file, "assign_lines --trust-place")
    told = capsys.readouterr().out
    [copy] = place.glob("*.kulcs")
    assert str(copy) in told
    assert copy.read_bytes() == file.with_suffix(".kulcs").read_bytes()
    if sys.platform != "win32":
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    press(file, "seat_players", "deal_round --round 2")
    assert str(copy) not in capsys.readouterr().out
    file.with_suffix(".kulcs").unlink()
    assert main(["reveal_round", str(file), "--round", "1", "--person", "Béla"]) == 2
    assert str(place) in capsys.readouterr().err
    press(file, f"reveal_round --round 1 --person Béla --key {copy}")


def test_nobody_reads_in_log_or_record_where_the_secrets_lie(
    with_copy: tuple[Path, Path], tmp_path: Path
) -> None:
    """Key, its copy, dealers' lists, an accepted folder: told on the screen, but the log goes to others."""
    file, place = with_copy
    synced = tmp_path / "OneDrive"
    synced.mkdir()
    press(file, "assign_lines --trust-place", "seat_players")
    for text in ("fobiro/masik", str(place)):
        book = FileBook.open(file)
        book.write_value("kulcs_masolat", text)
        book.save()
        press(file, "list_queries")
    press(
        file, f"deal_round --round 1 --key {synced}/k.kulcs --new-key --person Béla --reason elveszett --here"
    )
    press(file, f"deal_round --round 2 --key {synced}/k.kulcs", f"write_record --to {tmp_path}/eredmeny.xlsx")
    log = str(FileBook.open(file).read_table("tNaplo"))
    texts = [log, *(text for name, text in contents(tmp_path) if "eredmeny.xlsx" in name)]
    assert "Titkos fájlok helye" in log
    for secret in (str(place), str(synced), "osztolista", "fobiro"):
        assert not [text for text in texts if secret in text], secret


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("", "Írja a Verseny lapra, hová kerüljön a másolata"),
        ("masolatok", "nem kerülhet a másolatok közé"),
        ("masolatok/kulcs", "nem kerülhet a másolatok közé"),
        ("{root}/stick", "nem kerülhet a másolatok közé"),
        ("{root}/stick/kulcs", "nem kerülhet a másolatok közé"),
        ("{root}", "nem kerülhet a másolatok közé"),
        (".", "ugyanaz a mappa"),
        ("{root}/OneDrive", "szinkronizált vagy megosztott mappa"),
        ("{root}/nincs/kulcs", "nincs a helyén"),
    ],
)
def test_the_copy_of_the_key_never_goes_where_others_look(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], place: str, said: str
) -> None:
    """Among the copies, beside the key, into a cloud: told, and the dealing is done all the same."""
    root = tmp_path / "gep"
    places = {"masolat_hely": str(root / "stick"), "kulcs_masolat": place.format(root=root)}
    file = new_event(root / "terem" / "Kupa.xlsx", **places)
    press(file, "deal_round --round 1 --trust-place")
    assert said in capsys.readouterr().out
    assert list(root.rglob("*.kulcs")) == [file.with_suffix(".kulcs")]


def test_a_synced_place_of_the_copy_can_be_accepted(tmp_path: Path) -> None:
    """By name, with the option that accepts such a folder; once."""
    file = new_event(tmp_path / "terem" / "Kupa.xlsx", kulcs_masolat=str(tmp_path / "Dropbox"))
    press(file, "deal_round --round 1 --trust-place --here --person Béla", "deal_round --round 2")
    assert len(list((tmp_path / "Dropbox").glob("*.kulcs"))) == 1
