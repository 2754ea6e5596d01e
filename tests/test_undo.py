"""undo_last on a file: one verb back, then the one before; not beyond the last closing."""

from __future__ import annotations

from pathlib import Path

import pytest

from macros_py.__main__ import main
from macros_py.book.file import FileBook

pytestmark = pytest.mark.slow

TABLES = ("tNevezok", "tVonalak", "tUlesrend", "tFordulok", "tEredmenyek", "tAllas")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Give a fresh event with nine people."""
    file = tmp_path / "Kupa.xlsx"
    assert main(["new_event", str(file)]) == 0
    book = FileBook.open(file)
    for name, value in (("fordulok", 1), ("leosztasok_fordulonkent", 3)):
        book.write_value(name, value)
    book.write_table(
        "tNevezok", [{"Név": f"Játékos {n}", "Versenyengedély száma": f"L{n}"} for n in range(9)]
    )
    book.save()
    return file


def state(file: Path) -> dict[str, object]:
    """Give what the event is."""
    book = FileBook.open(file)
    return {name: book.read_table(name) for name in TABLES}


def press(file: Path, *lines: str) -> None:
    """Carry out verbs."""
    for line in lines:
        verb, *options = line.split()
        assert main([verb, str(file), *options]) == 0, line


def test_each_press_takes_one_verb_back_and_restore_brings_it_again(file: Path) -> None:
    """Lines, seating, dealing: undone one after the other; the log has them all, and the undoing can be undone."""
    states = [state(file)]
    for verb in ("assign_lines", "seat_players", "deal_round --round 1"):
        press(file, verb)
        states.append(state(file))
    press(file, "undo_last")
    assert state(file) == states[2]
    press(file, "undo_last")
    assert state(file) == states[1]
    press(file, "restore --to 1")
    assert state(file) == states[2]
    press(file, "undo_last")
    assert state(file) == states[1]
    press(file, "undo_last")
    assert state(file) == states[0]
    assert main(["undo_last", str(file)]) == 1
    log = [row["Művelet"] for row in FileBook.open(file).read_table("tNaplo")]
    assert log.count("Visszavonás") == 5


def test_a_deal_undone_and_dealt_again_is_the_same_deal(file: Path) -> None:
    """Undoing is no way to select deals (VSZ 4): the key gives the same ones again."""
    press(file, "assign_lines", "seat_players", "deal_round --round 1")
    first = next(file.parent.glob("*osztolista*")).read_bytes()
    press(file, "undo_last", "deal_round --round 1")
    assert next(file.parent.glob("*osztolista*")).read_bytes() == first


def test_a_refused_verb_is_not_what_is_undone(file: Path) -> None:
    """After a refusal the verb before it is taken back: the refused one changed nothing."""
    press(file, "assign_lines")
    before = state(file)
    press(file, "seat_players")
    assert main(["close_round", str(file), "--round", "1"]) == 1
    press(file, "undo_last")
    assert state(file) == before


def test_the_last_closing_is_not_undone(file: Path) -> None:
    """VSZ 5: after it nothing is opened again, whatever is pressed."""
    press(
        file, "assign_lines", "seat_players", "deal_round --round 1", "reveal_round --round 1 --person Béla"
    )
    book = FileBook.open(file)
    rows = book.read_table("tEredmenyek")
    for row in rows:
        row.update({"Felvevő": "A", "Teljesítés": "P PA", "Ft A": 4, "Ft B": -2, "Ft C": -2})
    book.write_table("tEredmenyek", rows)
    book.save()
    press(file, "close_round --round 1 --early --person Béla")
    assert main(["undo_last", str(file)]) == 1
    press(file, "award_masterpoints", "undo_last")
    assert FileBook.open(file).read_table("tMesterpontok") == []
