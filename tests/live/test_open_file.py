"""Verbs on an open workbook: what Calc computes is what the closed file gets, and nothing is ever left half done."""

from __future__ import annotations

import os
import shutil
import signal
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from macros_py import buttons, conductor, open_file
from macros_py.__main__ import main
from macros_py.book.file import FileBook
from macros_py.book.layout import table_layouts, value_layouts
from macros_py.book.live import LiveBook
from macros_py.command_line import parse_command
from macros_py.rules.cards.draws import Stream

DAY = datetime(2026, 11, 28, 9, 0)
VERBS = (
    ("check_results",),
    ("score_event",),
    ("close_round", "--round", "3", "--early", "--person", "Fő Béla"),
    ("award_masterpoints",),
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give an event whose last round is played but not closed."""
    path = tmp_path_factory.mktemp("verseny") / "Kupa.xlsx"
    options = ("--players", "9", "--rounds", "3", "--deals", "3", "--seed", "5")
    assert main(["trial_event", str(path), *options]) == 0
    return path


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch):
    """Give ``world()``: puts a fixed clock, a second a look, and repeatable randomness in place of the real ones."""

    def start() -> None:
        seconds = iter(range(100_000))
        monkeypatch.setattr(conductor, "CLOCK", lambda: DAY + timedelta(seconds=next(seconds) // 1000))
        monkeypatch.setattr(
            conductor, "RANDOMNESS", Stream(b"only for tests, never for an event", "test").bytes
        )

    return start


def everything(path: Path) -> dict[str, object]:
    """Give all tables and values of a file."""
    book = FileBook.open(path)
    tables = {table: book.read_table(table) for table in table_layouts()}
    return {**tables, **{name: book.read_value(name) for name in value_layouts()}}


def copied(played: Path, folder: Path) -> Path:
    """Give a copy of the event in a folder of its own."""
    folder.mkdir()
    return Path(shutil.copy(played, folder / played.name))


def test_verbs_in_calc_do_what_they_do_on_the_closed_file(played, calc, tmp_path, world):
    """The end of an event, verb by verb in Calc: every table and value is the closed file's."""
    results = []
    for folder, live in (("zart", []), ("nyitott", ["--live"])):
        path = copied(played, tmp_path / folder)
        world()
        for verb, *options in VERBS:
            assert main([verb, str(path), *options, "--person", "Teszt Elek", *live]) == 0
        results.append(everything(path))
    closed, opened = results
    assert {name for name in closed if closed[name] != opened[name]} == set()


def test_the_buttons_do_it_too(played, calc, tmp_path, world):
    """The same verbs by the buttons' own entry points: what is then in the file is what the closed file got."""
    results = []
    for folder in ("zart", "gomb"):
        path = copied(played, tmp_path / folder)
        world()
        book = calc.books.open(str(path)) if folder == "gomb" else None
        for verb, *options in VERBS:
            if book is None:
                assert main([verb, str(path), *options]) == 0
            else:
                answers = {"round": "3", "early": True, "person": "Fő Béla"} if verb == "close_round" else {}
                assert buttons.press(verb, answers, book)
        results.append(everything(path))
    closed, pressed = results
    assert {name for name in closed if closed[name] != pressed[name]} == set()


def test_a_verb_that_dies_half_way_undoes_by_itself(played, calc, tmp_path, monkeypatch):
    """The program fails in the middle of writing: what stood before stands again, and the error comes through."""
    path = copied(played, tmp_path / "fel")
    live = LiveBook(calc.books.open(str(path)), lambda book: None)
    before = {table: live.read_table(table) for table in table_layouts()}
    write, done = live.write_table, []

    def failing(table, rows):
        done.append(table)
        if len(done) == 3:
            raise RuntimeError("a planned failure")
        write(table, rows)

    monkeypatch.setattr(live, "write_table", failing)
    with pytest.raises(RuntimeError, match="planned"):
        conductor.conduct(parse_command(["score_event", str(path)]), open_file.stage_of(live))
    live.forget()
    assert {table: live.read_table(table) for table in table_layouts()} == before


def test_a_program_that_is_killed_leaves_the_file_whole(played, calc, tmp_path, monkeypatch, capsys):
    """Calc is killed in the middle of a verb: exit code 2, a sentence, and not one byte of the file is other."""
    path = copied(played, tmp_path / "kilott")
    before = path.read_bytes()
    write = LiveBook.write_table

    def killing(live, table, rows):
        os.killpg(os.getpgid(live.program.app.pid), signal.SIGKILL)
        write(live, table, rows)

    monkeypatch.setattr(LiveBook, "write_table", killing)
    assert main(["score_event", str(path), "--live"]) == 2
    assert "A versenyfájl ép" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_a_locked_file_is_refused_before_calc_starts(played, calc, tmp_path, capsys):
    """Who has the file open elsewhere is named as for a closed file."""
    path = copied(played, tmp_path / "zarolt")
    path.with_name(f".~lock.{path.name}#").write_text("Kiss Pál,kp,gep,2026,;", "utf-8")
    assert main(["score_event", str(path), "--live"]) == 2
    assert "Kiss Pál" in capsys.readouterr().err


def test_round_trips_do_not_depend_on_the_rows(played, calc, tmp_path):
    """A table is read by one block of values and one of formulas, and written by one block, however long it is."""
    trips = calc.impl.bridge.trips
    counts = []
    for number, rows in enumerate((10, 400)):
        live = LiveBook(calc.books.open(str(copied(played, tmp_path / str(number)))), lambda book: None)
        people = [{"Sorszám": one, "Név": f"Játékos {one}"} for one in range(rows)]
        live.write_table("tNevezok", people)
        live.forget()
        start = trips.reads, trips.writes
        found = live.read_table("tNevezok")
        live.write_table("tNevezok", [row | {"Mesterpont": 1} for row in found[:-1]])
        counts.append((trips.reads - start[0], trips.writes - start[1]))
        live.program.close()
    assert counts[0] == counts[1]
    assert counts[0] == (2, 1)
