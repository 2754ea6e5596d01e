"""Closed protocols on real files: they stay closed, whatever is undone, and hold without any copy (VSZ 5 (5))."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from macros_py.__main__ import main
from macros_py.book.file import FileBook
from macros_py.book.port import Row
from tests.closed_events import copy_of, played_event

pytestmark = pytest.mark.slow

SIGNED = ["--official-error", "--person", "Fő Béla", "--reason", "elírta"]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a trial event of nine players and two rounds, all typed, the last one open."""
    return played_event(tmp_path_factory.getbasetemp())


@pytest.fixture
def file(played: Path, tmp_path: Path) -> Path:
    """Give a copy of it, with all that lies beside it."""
    return copy_of(played, tmp_path)


def first_row(file: Path) -> Row:
    """Give the first row of results."""
    return FileBook.open(file).read_table("tEredmenyek")[0]


def type_first(file: Path, **cells: object) -> None:
    """Type into the first row, as somebody does in Excel."""
    book = FileBook.open(file)
    rows = book.read_table("tEredmenyek")
    rows[0].update({name.replace("_", " "): cell for name, cell in cells.items()})  # type: ignore[misc]
    book.write_table("tEredmenyek", rows)
    book.save()


def correction(file: Path) -> list[str]:
    """Give the words that correct the first row to another result."""
    row = first_row(file)
    place = ["--round", "1", "--deal", str(row["Leosztás"]), "--table", str(row["Asztal"])]
    other = ["--soloist", "A", "--achievement", "P 40", "--ft", "16,-8,-8", "--state", "-"]
    return ["correct_result", str(file), *place, *other]


def test_the_name_has_to_be_typed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Who is logged in has not put his name to it: exit 1, the option named; with it the log has the name."""
    assert main(["close_protocols", str(file)]) == 1
    assert "--person" in capsys.readouterr().out
    assert main(["close_protocols", str(file), "--person", "Fő Béla"]) == 0
    log = FileBook.open(file).read_table("tNaplo")
    assert {row["Végezte"] for row in log if row["Művelet"] == "Lezárt jegyzőkönyvek"} == {"Fő Béla"}
    assert main(["close_protocols", str(file), "--person", "Fő Béla"]) == 1


def test_no_undoing_opens_them_and_a_correction_can_be_undone(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """undo_last and restore do not go back beyond it; what was corrected since can be taken back."""
    before = first_row(file)
    assert main(["close_protocols", str(file), "--person", "Fő Béla"]) == 0
    assert main(["undo_last", str(file)]) == 1
    assert "jegyzőkönyvek lezárása előtti" in capsys.readouterr().out
    assert main(correction(file)) == 1
    assert main([*correction(file), *SIGNED]) == 0
    assert main(["score_event", str(file)]) == 0
    assert first_row(file)["Ft A"] == 16
    assert main(["undo_last", str(file)]) == 0
    assert main(["undo_last", str(file)]) == 0
    assert first_row(file)["Ft A"] == before["Ft A"]
    assert main(["score_event", str(file)]) == 0
    assert main(["restore", str(file), "--to", "99"]) == 1
    assert main(["close_round", str(file), "--round", "2", "--early", "--person", "Fő Béla"]) == 0
    assert main(["write_record", str(file), "--to", str(file.with_name("e.xlsx"))]) == 0


def test_they_hold_without_any_copy(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On another computer, the folder of copies gone: the cell, its old and its new value, and the way back."""
    before = first_row(file)
    assert main(["close_protocols", str(file), "--person", "Fő Béla"]) == 0
    shutil.rmtree(file.parent / "masolatok")
    type_first(file, Felvevő="A", Teljesítés="P 40", Ft_A=16, Ft_B=-8, Ft_C=-8, Állapot=None)
    capsys.readouterr()
    for verb in (["check_results"], ["score_event"], ["post_results"]):
        assert main([verb[0], str(file)]) == 1
        told = capsys.readouterr().out
        assert f"Ft A: a jegyzőkönyvek lezárása óta megváltozott, {before['Ft A']} helyett 16" in told, verb
    assert main(["close_round", str(file), "--round", "2", "--early", "--person", "Fő Béla"]) == 1
    type_first(file, **{name.replace(" ", "_"): cell for name, cell in before.items()})
    assert main(["close_round", str(file), "--round", "2", "--early", "--person", "Fő Béla"]) == 0
