"""Folders that a workbook names: confirmed once on each machine, never made anew once they have vanished."""

from __future__ import annotations

import json
import stat
import sys
from pathlib import Path

import pytest

from macros_py.book.places import MARK, NamedPlaces, memory_file
from macros_py.book.port import BookError, SnapshotFolderUnusable
from tests.refusals import refused


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> NamedPlaces:
    """Give the places of a workbook in a folder of its own, on a computer where nothing is known yet."""
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "felhasznalo"))
    (tmp_path / "verseny").mkdir()
    return NamedPlaces(tmp_path / "verseny" / "Kupa.xlsx")


def test_a_folder_beside_the_workbook_needs_no_word(places: NamedPlaces) -> None:
    """It is made when it is first used, and marked, for a person to read what it is."""
    folder = places.ready("pendrive")
    assert folder == places.workbook.parent / "pendrive"
    assert "Sportulti" in (folder / MARK).read_text("utf-8")
    assert places.ready("pendrive") == folder


@pytest.mark.parametrize(
    "text",
    [
        "{outside}",
        "../kint",
        "pendrive/../../kint",
        "..\\kint",
        "E:\\masolatok",
        "E:masolatok",
        "\\masolatok",
        "\\\\203.0.113.9\\kozos",
        "//203.0.113.9/kozos",
    ],
)
def test_a_place_elsewhere_is_not_touched_before_somebody_confirms_it(
    places: NamedPlaces, tmp_path: Path, text: str
) -> None:
    """Absolute, on a drive, over a network, by two dots: refused with the option that confirms it; nothing is made."""
    outside = tmp_path / "kint"
    text = text.format(outside=outside)
    before = sorted(tmp_path.rglob("*"))
    with refused("place_unconfirmed", match="--trust-place"):
        places.ready(text)
    assert places.readable(text) is None
    assert places.unconfirmed([text, "pendrive", ""]) == [text]
    assert sorted(tmp_path.rglob("*")) == before


def test_a_link_out_of_the_folder_is_a_place_elsewhere(places: NamedPlaces, tmp_path: Path) -> None:
    """A folder that came with the workbook may be a link to anywhere."""
    (tmp_path / "kint").mkdir()
    try:
        (places.workbook.parent / "belul").symlink_to(tmp_path / "kint", target_is_directory=True)
    except OSError:
        pytest.skip("this system makes no links for this user")
    with refused("place_unconfirmed"):
        places.ready("belul")


def test_a_place_is_confirmed_once_on_this_machine(places: NamedPlaces, tmp_path: Path) -> None:
    """For every workbook that names it, until the machine's list is gone; the list is the user's own."""
    outside = str(tmp_path / "kint")
    places.trust([outside])
    assert places.ready(outside) == tmp_path / "kint"
    assert NamedPlaces(tmp_path / "Masik.xlsx").ready(outside) == tmp_path / "kint"
    if sys.platform != "win32":
        assert stat.S_IMODE(memory_file().stat().st_mode) == 0o600
    memory_file().unlink()
    with refused("place_unconfirmed"):
        places.ready(outside)


def test_a_refusal_is_remembered_too(places: NamedPlaces, tmp_path: Path) -> None:
    """Who said no is not asked again at every verb; saying yes later still counts."""
    outside = str(tmp_path / "kint")
    places.refuse([outside])
    assert places.unconfirmed([outside]) == []
    with refused("place_unconfirmed"):
        places.ready(outside)
    places.trust([outside])
    assert places.ready(outside).is_dir()


def test_only_the_last_part_of_a_place_is_made(places: NamedPlaces, tmp_path: Path) -> None:
    """The pen drive is not in: its folder is not made somewhere on the local disk instead."""
    stick = tmp_path / "media" / "stick" / "masolatok"
    places.trust([str(stick)])
    with refused("place_missing", match="nincs a helyén"):
        places.ready(str(stick))
    assert not (tmp_path / "media").exists()
    stick.parent.mkdir(parents=True)
    assert places.ready(str(stick)) == stick


@pytest.mark.parametrize("left", ["nothing", "an empty folder"])
def test_a_place_that_vanished_is_not_made_anew(places: NamedPlaces, tmp_path: Path, left: str) -> None:
    """Pulled out, the stick leaves nothing or the empty folder it was mounted on: told, until it is back."""
    stick = tmp_path / "stick"
    places.trust([str(stick)])
    (places.ready(str(stick)) / "masolat").write_text("")
    stick.rename(tmp_path / "zseb")
    if left == "an empty folder":
        stick.mkdir()
    with refused("place_gone", match=r"másik lemez.*--trust-place"):
        places.ready(str(stick))
    assert places.readable(str(stick)) is None
    assert not (stick / MARK).exists()
    if left == "an empty folder":
        stick.rmdir()
    (tmp_path / "zseb").rename(stick)
    assert places.ready(str(stick)) == stick
    assert places.readable(str(stick)) == stick


def test_another_stick_is_accepted_by_confirming_it(places: NamedPlaces, tmp_path: Path) -> None:
    """The new one is marked, and from then on it is the place."""
    stick = tmp_path / "stick"
    places.trust([str(stick)])
    places.ready(str(stick))
    stick.rename(tmp_path / "regi")
    stick.mkdir()
    places.trust([str(stick)])
    assert (places.ready(str(stick)) / MARK).exists()


def test_a_place_that_cannot_be_made_is_named(places: NamedPlaces) -> None:
    """A file stands where the folder should be."""
    (places.workbook.parent / "pendrive").write_text("")
    with pytest.raises(SnapshotFolderUnusable, match="pendrive"):
        places.ready("pendrive")


@pytest.mark.parametrize("content", ["", "[", "[]", '{"x": 1}', "\x00"])
def test_a_broken_list_confirms_nothing_and_hinders_nothing(
    places: NamedPlaces, tmp_path: Path, content: str
) -> None:
    """It is read as if there were none, and written anew."""
    memory_file().parent.mkdir(parents=True, exist_ok=True)
    memory_file().write_text(content, "utf-8")
    with refused("place_unconfirmed"):
        places.ready(str(tmp_path / "kint"))
    assert places.ready("pendrive").is_dir()
    places.trust([str(tmp_path / "kint")])
    assert json.loads(memory_file().read_text("utf-8"))
    assert places.ready(str(tmp_path / "kint")).is_dir()


def test_a_list_that_cannot_be_kept_stops_a_confirmation_only(places: NamedPlaces, tmp_path: Path) -> None:
    """Without a folder of the user's own the place beside the workbook works on; confirming says why it cannot."""
    memory_file().parent.parent.mkdir(parents=True, exist_ok=True)
    memory_file().parent.write_text("")
    assert places.ready("pendrive").is_dir()
    with pytest.raises(BookError):
        places.trust([str(tmp_path / "kint")])
