"""What is secret stays secret, on real files: cards of open rounds, the key, and who may find either where."""

from __future__ import annotations

import gzip
import re
import shutil
import stat
import sys
import zipfile
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from macros_py import conductor
from macros_py.__main__ import main
from macros_py.book.file import FileBook
from macros_py.rules.draws import Stream

DAY = datetime(2026, 11, 28, 9, 0)
LONG = len("P ÁX T – Z – M –")
SECRET = {".kulcs", ".txt"}
"""The endings of the files that are secret themselves."""


def press(file: Path, *lines: str) -> None:
    """Carry out verbs."""
    for line in lines:
        verb, *options = line.split()
        assert main([verb, str(file), *options]) == 0, line


def new_event(file: Path, rounds: int = 2, **values: object) -> Path:
    """Make an event with nine players."""
    file.parent.mkdir(parents=True, exist_ok=True)
    assert main(["new_event", str(file)]) == 0
    book = FileBook.open(file)
    values = {"verseny_nev": "Őszi kupa", "fordulok": rounds, "leosztasok_fordulonkent": 3, **values}
    for name, value in values.items():
        book.write_value(name, value)  # type: ignore[arg-type]
    book.write_table(
        "tNevezok", [{"Név": f"Játékos {n}", "Versenyengedély száma": f"L{n}"} for n in range(9)]
    )
    book.save()
    return file


def type_everywhere(file: Path) -> None:
    """Type the same result into every row."""
    book = FileBook.open(file)
    rows = book.read_table("tEredmenyek")
    for row in rows:
        row.update({"Felvevő": "A", "Teljesítés": "P PA", "Ft A": 4, "Ft B": -2, "Ft C": -2})
    book.write_table("tEredmenyek", rows)
    book.save()


def hands(file: Path, number: int) -> list[str]:
    """Give the long hands of a round, from the dealers' list."""
    [path] = file.parent.glob(f"*-{number}-fordulo-osztolista.txt")
    lines = [line.split(maxsplit=1)[1] for line in path.read_text("utf-8").splitlines() if line[:2] == "  "]
    return [line for line in lines if len(line) > LONG]


def contents(folder: Path) -> Iterator[tuple[str, str]]:
    """Give the text of each file below a folder, unpacked, but for the secret ones."""
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.suffix in SECRET:
            continue
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as parts:
                yield from (
                    (f"{path}!{name}", parts.read(name).decode("utf-8", "ignore"))
                    for name in parts.namelist()
                )
        elif path.suffix == ".gz":
            yield str(path), gzip.decompress(path.read_bytes()).decode("utf-8", "ignore")
        else:
            yield str(path), path.read_bytes().decode("utf-8", "ignore")


def found(folder: Path, wanted: list[str]) -> list[str]:
    """Give the files below a folder in which any of the hands stands."""
    assert wanted
    return [name for name, text in contents(folder) if any(hand in text for hand in wanted)]


@pytest.fixture
def dealt(tmp_path: Path) -> Path:
    """Give a seated event whose two rounds have been dealt, with a second place for its copies."""
    file = new_event(tmp_path / "terem" / "Kupa.xlsx", masolat_hely=str(tmp_path / "pendrive"))
    press(file, "assign_lines --trust-place", "seat_players", "deal_round --round 1-2")
    return file


@pytest.mark.parametrize("way", ["undo_last", "restore"])
def test_what_a_mistaken_reveal_showed_is_nowhere_once_it_is_taken_back(dealt: Path, way: str) -> None:
    """No long hand in any byte beside the workbook or in the second place, whatever verbs ran meanwhile."""
    secret = hands(dealt, 1)
    assert len(secret) >= 9
    press(dealt, "reveal_round --round 1 --person Béla")
    assert [name for name in found(dealt.parent, secret) if ".xlsx!" in name]
    press(dealt, "undo_last")
    press(dealt, "reveal_round --round 1 --person Béla", "list_queries", "score_event", "preview")
    if way == "undo_last":
        press(dealt, *["undo_last"] * 4)
    else:
        press(dealt, "restore --to 4")
    assert FileBook.open(dealt).read_table("tFordulok")[0]["Állapot"] == "kiosztva"
    assert FileBook.open(dealt).read_table("tLeosztasok") == []
    assert found(dealt.parent, secret) == []
    assert found(dealt.parent.parent / "pendrive", secret) == []


def test_cards_of_a_closed_round_are_in_the_copies(dealt: Path) -> None:
    """From then on they are nobody's secret, and no copy may lose them."""
    press(dealt, "reveal_round --round 1 --person Béla")
    type_everywhere(dealt)
    press(dealt, "close_round --round 1")
    assert [name for name in found(dealt.parent, hands(dealt, 1)) if "allapot" in name]
    assert found(dealt.parent, hands(dealt, 2)) == []


def cards(file: Path) -> list[object]:
    """Give what the Leosztások sheet shows."""
    return list(FileBook.open(file).read_table("tLeosztasok"))


@pytest.mark.parametrize("has_key", [True, False])
def test_undoing_keeps_what_was_revealed_before(dealt: Path, has_key: bool) -> None:
    """The cards are derived anew; without the key those in the workbook stay. Nothing is told as changed by hand."""
    press(dealt, "reveal_round --round 1 --person Béla", "list_queries")
    shown = cards(dealt)
    assert len(shown) == 3
    if not has_key:
        dealt.with_suffix(".kulcs").rename(dealt.with_suffix(".elvitt"))
    press(dealt, "undo_last")
    assert cards(dealt) == shown
    press(dealt, "score_event", "restore --to 1")
    assert cards(dealt) == shown
    assert FileBook.open(dealt).read_table("tFordulok")[0]["Állapot"] == "lejátszva"


def test_undoing_a_closing_shows_its_cards_again(dealt: Path) -> None:
    """The copy before the closing has none of them."""
    press(dealt, "reveal_round --round 1 --person Béla")
    type_everywhere(dealt)
    shown = cards(dealt)
    press(dealt, "close_round --round 1", "undo_last")
    assert FileBook.open(dealt).read_table("tFordulok")[0]["Állapot"] == "lejátszva"
    assert cards(dealt) == shown


def test_a_restored_round_without_key_and_cards_is_not_revealed(
    dealt: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The reveal was undone, the key taken away, the copy of afterwards put back: said, and the round is kiosztva."""
    press(dealt, "reveal_round --round 1 --person Béla", "score_event", "undo_last", "undo_last")
    key = dealt.with_suffix(".kulcs").rename(dealt.with_suffix(".elvitt"))
    capsys.readouterr()
    press(dealt, "restore --to 3")
    assert "kulcs nélkül nem állíthatók elő" in capsys.readouterr().out
    assert FileBook.open(dealt).read_table("tFordulok")[0]["Állapot"] == "kiosztva"
    press(dealt, f"restore --to 3 --key {key}")
    assert len(cards(dealt)) == 3


def test_recovering_derives_the_cards_of_an_open_round(dealt: Path, tmp_path: Path) -> None:
    """With the key beside the new workbook's place nothing is missing."""
    press(dealt, "reveal_round --round 1 --person Béla")
    shown = cards(dealt)
    target = tmp_path / "uj" / "Kupa.xlsx"
    target.parent.mkdir()
    line = ["recover", str(dealt.parent / "masolatok"), "--to", str(target)]
    assert main([*line, "--key", str(dealt.with_suffix(".kulcs"))]) == 0
    assert cards(target) == shown


def test_typed_cards_stay_in_the_copies_and_that_is_said(
    dealt: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They follow from no key: said once, and the copies are for their owner only."""
    dealt.with_suffix(".kulcs").unlink()
    press(dealt, "reveal_round --round 1 --person Béla --no-deals --reason elromlott")
    book = FileBook.open(dealt)
    rows = book.read_table("tLeosztasok")
    hand = "P ÁXKF T ÁX Z ÁX M ÁX"
    rows[0]["A"] = hand
    book.write_table("tLeosztasok", rows)
    book.save()
    capsys.readouterr()
    press(dealt, "score_event")
    assert "lapjai is benne vannak" in capsys.readouterr().out
    press(dealt, "score_event")
    assert "lapjai is benne vannak" not in capsys.readouterr().out
    copies = list((dealt.parent / "masolatok").glob("*.gz"))
    assert any(hand in gzip.decompress(path.read_bytes()).decode() for path in copies)
    if sys.platform != "win32":
        assert {stat.S_IMODE(path.stat().st_mode) for path in copies} == {0o600}
    press(dealt, "undo_last")
    assert cards(dealt)[0]["A"] == hand  # type: ignore[index]


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


def test_a_folder_with_several_events_asks_which(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Listed with identity, name and time; part of the identity or the name chooses; nothing is made meanwhile."""
    stick = tmp_path / "pendrive"
    files = {}
    for name in ("Őszi kupa", "Tavaszi kupa"):
        file = new_event(tmp_path / name / "Kupa.xlsx", verseny_nev=name, masolat_hely=str(stick))
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
