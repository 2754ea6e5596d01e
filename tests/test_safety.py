"""Nothing is ever lost: changes by hand, verbs cut off, copies put back, an event recovered on another machine."""

from __future__ import annotations

import shutil
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from macros_py import conductor
from macros_py.__main__ import main
from macros_py.book.copies import Copies
from macros_py.book.file import FileBook
from macros_py.book.history import FileHistory

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give an event of nine players whose first round of two has been played and typed, with its key and copies."""
    file = tmp_path_factory.mktemp("verseny") / "Kupa.xlsx"
    assert main(["new_event", str(file)]) == 0
    book = FileBook.open(file)
    for name, value in (("verseny_nev", "Őszi kupa"), ("fordulok", 2), ("leosztasok_fordulonkent", 3)):
        book.write_value(name, value)
    book.write_table(
        "tNevezok", [{"Név": f"Játékos {n}", "Versenyengedély száma": f"L{n}"} for n in range(9)]
    )
    book.save()
    for line in (
        "assign_lines",
        "seat_players",
        "deal_round --round 1",
        "reveal_round --round 1 --person Béla",
    ):
        verb, *options = line.split()
        assert main([verb, str(file), *options]) == 0
    type_everywhere(file)
    assert main(["score_event", str(file)]) == 0
    return file


@pytest.fixture
def file(played: Path, tmp_path: Path) -> Path:
    """Give a copy of that event, with all that lies beside it."""
    shutil.copytree(played.parent, tmp_path / "terem")
    return tmp_path / "terem" / played.name


def type_everywhere(file: Path, **cells: object) -> None:
    """Type the same result into every row, as a referee does in Excel."""
    book = FileBook.open(file)
    rows = book.read_table("tEredmenyek")
    for row in rows:
        row.update({"Felvevő": "A", "Teljesítés": "P PA", "Ft A": 4, "Ft B": -2, "Ft C": -2})
    rows[0].update(cells)  # type: ignore[arg-type]
    book.write_table("tEredmenyek", rows)
    book.save()


def tables(file: Path, *names: str) -> dict[str, object]:
    """Give some tables of the file."""
    book = FileBook.open(file)
    return {name: book.read_table(name) for name in names}


EVENT = ("tNevezok", "tVonalak", "tUlesrend", "tFordulok", "tEredmenyek", "tPontok", "tAllas")


def test_typing_between_two_verbs_is_counted_and_overwriting_is_listed(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sheet and the number of cells are told; the log has the old and the new value of what stood there."""
    type_everywhere(file, **{"Ft A": 8, "Ft B": -4, "Ft C": -4, "Megjegyzés": "olvashatatlan"})
    assert main(["score_event", str(file)]) == 0
    assert "4 cella változott: Eredményrögzítés 4." in capsys.readouterr().out
    log = [row for row in FileBook.open(file).read_table("tNaplo") if row["Művelet"] == "Kézi változtatás"]
    listed = [(row["Régi érték"], row["Új érték"]) for row in log if row["Régi érték"]]
    assert listed[-3:] == [("4", "8"), ("-2", "-4"), ("-2", "-4")]
    assert "(Ft A)" in str(log[-3]["Részletek"])
    assert main(["score_event", str(file)]) == 0
    assert "változott" not in capsys.readouterr().out


def test_a_hand_on_the_programs_own_sheets_is_noticed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Somebody wrote into the seating: told apart, with the cell."""
    book = FileBook.open(file)
    rows = book.read_table("tUlesrend")
    rows[0]["A"], rows[1]["A"] = rows[1]["A"], rows[0]["A"]
    book.write_table("tUlesrend", rows)
    book.save()
    main(["check_results", str(file)])
    assert "Közülük 2 olyan lapon, amelyet a program ír" in capsys.readouterr().out
    log = [str(row["Részletek"]) for row in FileBook.open(file).read_table("tNaplo")]
    assert any(text.startswith("Ülésrend C5") for text in log), log


def test_a_verb_cut_off_before_the_file_was_replaced_is_told(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The next verb names it, and that nothing of it is in the file."""

    def power_cut(self: FileBook) -> None:
        raise SystemExit("áramszünet")

    before = tables(file, *EVENT)
    with monkeypatch.context() as patch:
        patch.setattr(FileBook, "save", power_cut)
        with pytest.raises(SystemExit):
            main(["close_round", str(file), "--round", "1"])
    assert tables(file, *EVENT) == before
    assert main(["score_event", str(file)]) == 0
    assert "Az előző művelet (Forduló lezárása" in capsys.readouterr().out
    assert main(["score_event", str(file)]) == 0
    assert "előző művelet" not in capsys.readouterr().out


def test_a_verb_cut_off_after_it_is_told_too(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file is whole, its copy is not: said, and nothing is called changed by hand."""
    with monkeypatch.context() as patch:
        patch.setattr(Copies, "keep_state", lambda self, book, verb, now: exit("áramszünet"))
        with pytest.raises(SystemExit):
            main(["close_round", str(file), "--round", "1"])
    assert main(["score_event", str(file)]) == 0
    told = capsys.readouterr().out
    assert "a munkafüzet ép és teljes" in told
    assert "változott" not in told


def test_an_older_file_put_back_is_noticed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A copy of the workbook from the morning opened by mistake: the verb says that there is a newer state."""
    morning = file.with_suffix(".reggel")
    shutil.copy(file, morning)
    assert main(["close_round", str(file), "--round", "1"]) == 0
    shutil.copy(morning, file)
    main(["check_results", str(file)])
    assert "régebbi, mint a legutóbbi másolat" in capsys.readouterr().out


def test_restore_lists_and_puts_back(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The newest is number 1, also after the list; what was before the closing comes back, and can itself be undone."""
    before = tables(file, *EVENT)
    assert main(["close_round", str(file), "--round", "1"]) == 0
    after = tables(file, *EVENT)
    assert main(["restore", str(file)]) == 0
    told = capsys.readouterr().out
    first = next(line for line in told.splitlines() if line.startswith("1. "))
    assert first.endswith("ez előtt: Forduló lezárása")
    assert main(["restore", str(file), "--to", "1"]) == 0
    assert tables(file, *EVENT) == before
    assert main(["restore", str(file), "--to", "1"]) == 0
    assert tables(file, *EVENT) == after
    log = [row["Művelet"] for row in FileBook.open(file).read_table("tNaplo")]
    assert log[-4:] == ["Forduló lezárása", "Visszaállítás", "Visszaállítás", "Visszaállítás"]


def test_restore_by_time_takes_the_last_copy_until_then(file: Path) -> None:
    """10:42:07 is the state of 10:42:07 or before; a time before all copies is refused with the range there is."""
    copies = FileHistory.of(file).moments()
    first = [moment for moment in copies if not moment.is_state][1]
    assert main(["restore", str(file), "--to", f"{first.taken:%Y-%m-%d %H:%M:%S}"]) == 0
    assert main(["restore", str(file), "--to", "2001-01-01 10:00"]) == 1
    found = [row["Hiba"] for row in FileBook.open(file).read_table("tHibak")]
    assert "Nincs ilyen másolat: „2001-01-01 10:00”." in found


def test_results_fixed_by_the_last_closing_are_not_opened_again(file: Path) -> None:
    """VSZ 5: no copy from before the last closing is put back after it."""
    for line in ("close_round --round 1", "deal_round --round 2", "reveal_round --round 2 --person Béla"):
        verb, *options = line.split()
        assert main([verb, str(file), *options]) == 0
    type_everywhere(file)
    assert main(["close_round", str(file), "--round", "2", "--early", "--person", "Béla"]) == 0
    assert main(["restore", str(file), "--to", "1"]) == 1
    assert main(["award_masterpoints", str(file)]) == 0
    assert main(["restore", str(file), "--to", "1"]) == 0
    assert tables(file, "tMesterpontok") == {"tMesterpontok": []}


def test_a_dead_laptop_is_recovered_from_the_copies_alone(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another folder, no key: everything typed is there, the key is asked for, and with it the work goes on."""
    main(["check_results", str(file)])
    before = tables(file, *EVENT, "tNaplo")
    saved = FileBook.open(file).read_value("verseny_nev")
    copies = tmp_path / "pendrive"
    shutil.copytree(file.parent / "masolatok", copies)
    key = file.with_suffix(".kulcs").read_text("utf-8")
    shutil.rmtree(file.parent)
    target = tmp_path / "tartalék gép" / "Kupa.xlsx"
    target.parent.mkdir()
    assert main(["recover", str(copies), "--to", str(target)]) == 0
    told = capsys.readouterr().out
    assert "Helyreállítva: Őszi kupa" in told
    assert "A kulcs nincs a másolatokban" in told
    found = tables(target, *EVENT, "tNaplo")
    assert found["tNaplo"][:-1] == before.pop("tNaplo")  # type: ignore[index]
    found.pop("tNaplo")
    before["tFordulok"][0] |= {"Állapot": "kiosztva", "Lejátszva": None}  # type: ignore[index]
    assert found == before
    assert "Az 1. forduló lapjai kulcs nélkül nem állíthatók elő" in told
    assert FileBook.open(target).read_value("verseny_nev") == saved
    target.with_suffix(".kulcs").write_text(key, "utf-8")
    assert main(["reveal_round", str(target), "--round", "1", "--person", "Béla"]) == 0
    assert main(["close_round", str(target), "--round", "1"]) == 0
    assert main(["deal_round", str(target), "--round", "2"]) == 0
    assert main(["recover", str(copies), "--to", str(target)]) == 2


def test_a_damaged_copy_is_passed_over(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Half a copy (the stick was pulled out) is not taken; the one before it is, and that is said."""
    copies = file.parent / "masolatok"
    newest = max(FileHistory((copies,)).moments()).path
    newest.write_bytes(newest.read_bytes()[:50])
    assert main(["recover", str(copies), "--to", str(tmp_path / "uj.xlsx")]) == 0
    assert "1 újabb másolat sérült" in capsys.readouterr().out
    empty = tmp_path / "ures"
    empty.mkdir()
    assert main(["recover", str(empty), "--to", str(tmp_path / "uj2.xlsx")]) == 1
    assert not (tmp_path / "uj2.xlsx").exists()
    assert main(["recover", str(tmp_path / "nincs"), "--to", str(tmp_path / "uj2.xlsx")]) == 2


def test_a_clock_set_back_does_not_disorder_the_copies(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The copy is still the last one of the list, and the referee is told to look at the clock."""
    monkeypatch.setattr(conductor, "CLOCK", lambda: datetime(2020, 1, 1, 8, 0))
    assert main(["close_round", str(file), "--round", "1"]) == 0
    assert "A gép órája visszaugrott" in capsys.readouterr().out
    snapshots = [moment for moment in FileHistory.of(file).moments() if not moment.is_state]
    assert snapshots[-1].verb == "close_round"


def test_a_clock_that_was_once_years_ahead_is_forgotten(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """One verb at New Year 2040: the next says so once, with the day; later copies show their own time, in order."""
    real = datetime.now()
    moments = [datetime(2040, 1, 1), real, real + timedelta(minutes=5)]
    told = []
    for moment in moments:
        monkeypatch.setattr(conductor, "CLOCK", lambda moment=moment: moment)
        assert main(["score_event", str(file)]) == 0
        told.append(capsys.readouterr().out)
    assert "visszaugrott" not in told[0]
    assert "a legutóbbi másolat szerint 2040. 01. 01. 00:00 volt" in told[1]
    assert "visszaugrott" not in told[2]
    copies = [moment for moment in FileHistory.of(file).moments() if not moment.is_state]
    assert [copy.when for copy in copies[-3:]] == moments
    assert main(["restore", str(file)]) == 0
    listed = capsys.readouterr().out
    assert f"1. {moments[2]:%Y. %m. %d. %H:%M:%S}" in listed
    assert listed.count("2040") == 1
    assert main(["recover", str(file.parent / "masolatok"), "--to", str(tmp_path / "uj.xlsx")]) == 0
    assert f"{moments[2]:%Y. %m. %d. %H:%M}" in capsys.readouterr().out
