"""An event that its copies know as final stays final, whatever its own file forgets (VSZ 5)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from macros_py.__main__ import main
from macros_py.book.file import FileBook
from macros_py.book.port import Row
from tests.closed_events import Hand, by_hand, close_for_good, copy_of, played_event

pytestmark = pytest.mark.slow

CHEAT = ["--round", "1-2", "--early", "--person", "Csaló"]


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a closed trial event; beside it lies its workbook as it was before the last closing."""
    file = copy_of(played_event(tmp_path_factory.getbasetemp()), tmp_path_factory.mktemp("verseny"))
    shutil.copy(file, file.with_name("elotte.xlsx"))
    close_for_good(file)
    return file


@pytest.fixture
def file(closed: Path, tmp_path: Path) -> Path:
    """Give a copy of it, with all that lies beside it."""
    return copy_of(closed, tmp_path)


def written(table: str, **cells: object) -> Hand:
    """Write the same into every row of a table."""

    def write(book: FileBook) -> None:
        rows = [row | cells for row in book.read_table(table)]
        book.write_table(table, rows)  # type: ignore[arg-type]

    return write


def ruled(book: FileBook) -> None:
    """Take half of the winner's points away."""
    winner = book.read_table("tVegeredmeny")[0]["Név"]
    row: Row = {"Sorszám": 1, "Fajta": "levonás", "Név": winner, "Érték": 50, "Egység": "%"}
    book.write_table("tDontesek", [*book.read_table("tDontesek"), row])


def blank(*names: str) -> Hand:
    """Blank named cells."""

    def write(book: FileBook) -> None:
        for name in names:
            book.write_value(name, None)

    return write


OPENED = written("tFordulok", Állapot="lejátszva")
UNLINKED = written("tNaplo", Sorszám=None, Lenyomat=None, Lánc=None)
WAYS: dict[str, tuple[Hand, ...]] = {
    "a log without links": (UNLINKED, blank("naplo_vege")),
    "a log without links, the fact blanked": (UNLINKED, blank("naplo_vege", "veglegesitve")),
    "the same, and the rounds opened": (UNLINKED, blank("naplo_vege", "veglegesitve"), OPENED),
    "no log": (lambda book: book.write_table("tNaplo", []), blank("naplo_vege")),
    "no log, the rounds opened": (
        lambda book: book.write_table("tNaplo", []),
        blank("naplo_vege", "veglegesitve"),
        OPENED,
    ),
    "an older file": (),
}


def forget(file: Path, way: str) -> None:
    """Let the file forget that the event was closed, and change the ranking."""
    if not WAYS[way]:
        shutil.copy(file.with_name("elotte.xlsx"), file)
    by_hand(file, ruled, *WAYS[way])


def ranking(file: Path) -> list[Row]:
    """Give the published final ranking."""
    return FileBook.open(file).read_table("tVegeredmeny")


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_published_over_what_the_copies_know(
    file: Path, way: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each publishing verb stops, however often others ran before; a copy from after the closing is the way back."""
    before = ranking(file)
    forget(file, way)
    record = str(file.with_name("uj.xlsx"))
    for verb, *options in (
        ["list_queries"],
        ["close_round", *CHEAT],
        ["award_masterpoints"],
        ["write_record", "--to", record],
    ):
        found = main([verb, str(file), *options])
        told = capsys.readouterr().out
        assert found == (verb != "list_queries"), (verb, told)
    assert not Path(record).exists()
    copies = sorted((file.parent / "masolatok").glob("2*"))
    number = len(copies) - next(at for at, one in enumerate(copies) if "award_masterpoints" in one.name)
    assert main(["restore", str(file), "--to", str(number)]) == 0, capsys.readouterr().out
    assert main(["award_masterpoints", str(file)]) == 0, capsys.readouterr().out
    assert ranking(file) == before


def test_a_false_copy_is_not_put_back(file: Path) -> None:
    """A copy that was taken of a forged file is none from after the closing, though it says that it is final."""
    forget(file, "an older file")
    by_hand(file, OPENED, lambda book: book.write_value("veglegesitve", "igen"))
    assert main(["list_queries", str(file)]) == 0
    assert main(["list_queries", str(file)]) == 0
    by_hand(file, blank("veglegesitve"))
    assert main(["restore", str(file), "--to", "1"]) == 1
    assert main(["close_round", str(file), *CHEAT]) == 1


def test_another_trial_in_the_same_place_is_another_event(file: Path) -> None:
    """A trial that is made anew under the old name has a log of its own: what was closed before is nothing to it."""
    options = ["--players", "9", "--rounds", "2", "--deals", "3", "--seed", "11"]
    file.unlink()
    assert main(["trial_event", str(file), *options]) == 0
    assert main(["score_event", str(file)]) == 0
    assert main(["close_round", str(file), "--round", "2", "--early", "--person", "Fő Béla"]) == 0


def test_two_names_do_not_change_places(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Names may be put right after the closing, but no chain of renamings gives one person another's place."""
    first, last = (str(ranking(file)[index]["Név"]) for index in (0, -1))
    assert main(["rename_player", str(file), "--from", first, "--to", "Senki Se"]) == 0
    assert main(["rename_player", str(file), "--from", last, "--to", first]) == 1
    assert "a lezáráskor másé volt" in capsys.readouterr().out
    assert main(["rename_player", str(file), "--from", "Senki Se", "--to", first]) == 0
    assert main(["rename_player", str(file), "--from", last, "--to", "Senki Se"]) == 0
