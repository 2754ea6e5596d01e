"""The official record was sent: whatever changes what it holds says so, and asks for a new one (VSZ 1.c)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from macros_py.__main__ import main
from macros_py.book.file import FileBook
from tests.closed_events import copy_of, sent_event

pytestmark = pytest.mark.slow

OUTDATED = "a kiküldött elavult"
SIGNED = ["--official-error", "--person", "Fő Béla", "--reason", "elírta"]


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a trial event of nine players and two rounds, closed, with its masterpoints and its record."""
    return sent_event(tmp_path_factory.getbasetemp())


@pytest.fixture
def file(sent: Path, tmp_path: Path) -> Path:
    """Give a copy of it, with all that lies beside it."""
    return copy_of(sent, tmp_path)


def step(file: Path) -> str:
    """Give the next step as the start page says it."""
    return str(FileBook.open(file).read_value("kezdolap_teendo"))


def written(file: Path) -> None:
    """Write the record again."""
    assert main(["write_record", str(file), "--to", str(file.with_name("hivatalos.xlsx"))]) == 0


def correction(file: Path) -> list[str]:
    """Give the words that correct the first row to another result."""
    row = FileBook.open(file).read_table("tEredmenyek")[0]
    place = ["--round", "1", "--deal", str(row["Leosztás"]), "--table", str(row["Asztal"])]
    other = ["--soloist", "A", "--achievement", "P 40", "--ft", "16,-8,-8", "--state", "-"]
    return ["correct_result", str(file), *place, *other, *SIGNED]


def renaming(file: Path) -> list[str]:
    """Give the words that rename the first player."""
    name = FileBook.open(file).read_table("tNevezok")[0]["Név"]
    return ["rename_player", str(file), "--from", str(name), "--to", "Kővári Gáspár"]


@pytest.mark.parametrize("change", [correction, renaming])
def test_a_change_and_its_undoing_ask_for_a_new_record(
    file: Path, change: Callable[[Path], list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    """Told once by the verb that does it, then by the start page; undone after a new record, asked for again."""
    assert step(file).startswith("Küldje el")
    assert main(change(file)) == 0
    assert OUTDATED in capsys.readouterr().out
    assert step(file).startswith("Írja meg")
    assert main(["check_results", str(file)]) == 0
    assert OUTDATED not in capsys.readouterr().out
    written(file)
    assert step(file).startswith("Küldje el")
    for _ in range(3):
        assert main(["undo_last", str(file)]) == 0
    assert OUTDATED in capsys.readouterr().out
    assert step(file).startswith("Írja meg")


def test_undoing_what_the_record_does_not_hold_leaves_it_as_it_is(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A list of queries taken back changes no word of the record, nor does the writing of the record itself."""
    assert main(["list_queries", str(file)]) == 0
    for _ in range(2):
        assert main(["undo_last", str(file)]) == 0
    assert OUTDATED not in capsys.readouterr().out
    assert step(file).startswith("Küldje el")


def test_what_is_typed_on_the_sheets_is_noticed_too(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The missing licence comes in after the record: the next verb says that the file has the old one."""
    book = FileBook.open(file)
    rows = book.read_table("tNevezok")
    rows[0]["Versenyengedély száma"] = "Ú-4711"
    book.write_table("tNevezok", rows)
    book.save()
    assert main(["next_missing", str(file)]) == 0
    assert OUTDATED in capsys.readouterr().out
    assert step(file).startswith("Írja meg")


def test_a_record_without_masterpoints_is_not_the_last_one(sent: Path, tmp_path: Path) -> None:
    """Written before they were awarded: awarding makes it out of date, and the chain of steps leads on to a new one."""
    file = tmp_path / "Kupa.xlsx"
    options = ["--players", "9", "--rounds", "2", "--deals", "3", "--seed", "12"]
    assert main(["trial_event", str(file), *options]) == 0
    written(file)
    assert "Minden eredmény megvan: függessze ki" in step(file)
    assert main(["post_results", str(file)]) == 0
    assert "Utána zárja le a 2. fordulót" in step(file)
    assert main(["close_round", str(file), "--round", "2", "--early", "--person", "Fő Béla"]) == 0
    assert step(file) == "Számítsa ki a mesterpontokat."
    written(file)
    assert step(file) == "Számítsa ki a mesterpontokat."
    assert main(["award_masterpoints", str(file)]) == 0
    assert step(file).startswith("Írja meg")
    written(file)
    assert step(file).startswith("Küldje el")
