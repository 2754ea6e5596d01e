"""The verbs on real files: ``python -m macros_py VERB FILE.xlsx``, with its exit codes and its files."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from macros_py import conductor
from macros_py.__main__ import main
from macros_py.actions import check_entries as verb_module
from macros_py.book.file import FileBook
from macros_py.cells import Formula

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).resolve().parent.parent
PEOPLE = "Név;Egyesület;Versenyengedély száma;Mesterpont;Megjelent\n" + "".join(
    f"Játékos {number};Teszt UE;L{number};{number % 4};igen\n" for number in range(1, 10)
)


def fresh_event(folder: Path) -> Path:
    """Make a new event in a folder whose name has blanks, accents and a parenthesis."""
    file = folder / "Új mappa (2) őű" / "tavaszi verseny.xlsx"
    file.parent.mkdir()
    assert main(["new_event", str(file)]) == 0
    return file


def copied(file: Path, folder: Path) -> Path:
    """Give a copy of an event with all that lies beside it, in a folder of the same name."""
    return shutil.copytree(file.parent, folder / file.parent.name) / file.name


@pytest.fixture(scope="module")
def once_new(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a new event, to be copied."""
    return fresh_event(tmp_path_factory.mktemp("uj"))


@pytest.fixture(scope="module")
def once_seated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give an event of nine players, three rounds and three deals, seated, to be copied."""
    file = fresh_event(tmp_path_factory.mktemp("ultetve"))
    book = FileBook.open(file)
    book.write_value("fordulok", 3)
    book.write_value("leosztasok_fordulonkent", 3)
    book.save()
    people = file.with_name("lista.csv")
    people.write_text(PEOPLE, "utf-8")
    assert main(["import_entrants", str(file), "--from", str(people)]) == 0
    for verb in ("check_entries", "assign_lines", "seat_players"):
        assert main([verb, str(file)]) == 0
    return file


@pytest.fixture
def file(once_new: Path, tmp_path: Path) -> Path:
    """Give a new event."""
    return copied(once_new, tmp_path)


@pytest.fixture
def seated(once_seated: Path, tmp_path: Path) -> Path:
    """Give an event of nine players, three rounds and three deals, seated."""
    return copied(once_seated, tmp_path)


def test_a_whole_event_from_list_to_masterpoints_on_a_closed_file(seated: Path) -> None:
    """Every verb of the day, one process' worth after the other, ends with 0 and leaves its tables filled."""
    for number in ("1", "2", "3"):
        assert main(["deal_round", str(seated), "--round", number]) == 0
        assert main(["reveal_round", str(seated), "--round", number, "--person", "Béla"]) == 0
        type_results(seated, int(number))
        assert main(["check_results", str(seated), "--round", number]) == 0
        assert main(["score_event", str(seated)]) == 0
        assert main(["close_round", str(seated), "--round", number, "--early", "--person", "Béla"]) == 0
    assert main(["award_masterpoints", str(seated)]) == 0
    book = FileBook.open(seated)
    assert len(book.read_table("tPontok")) == 81
    assert len(book.read_table("tMesterpontok")) == 9
    assert len(book.read_table("tLeosztasok")) == 9
    assert book.read_value("kezdolap_lezart") == 3


def type_results(file: Path, number: int) -> None:
    """Type a result into every row of a round, as a referee would in Excel, and save."""
    book = FileBook.open(file)
    rows = book.read_table("tEredmenyek")
    for row in rows:
        if row["Forduló"] == number:
            row.update({"Felvevő": "b", "Teljesítés": "p pa", "Ft A": "−2 Ft", "Ft B": "4", "Ft C": -2})
    book.write_table("tEredmenyek", rows)
    book.save()


def test_the_secrets_lie_beside_the_file_and_for_its_owner_only(seated: Path) -> None:
    """The key file and the dealers' list: own files, private, and no hand of theirs in workbook or snapshots."""
    assert main(["deal_round", str(seated), "--round", "1"]) == 0
    key = seated.with_suffix(".kulcs")
    (secret,) = seated.parent.glob("*osztolista*")
    if os.name == "posix":
        assert key.stat().st_mode & 0o077 == 0
        assert secret.stat().st_mode & 0o077 == 0
    hands = [
        line.split(maxsplit=1)[1] for line in secret.read_text("utf-8").splitlines() if line.startswith("  ")
    ]
    assert len(hands) == 12
    book = FileBook.open(seated)
    texts = [str(book.read_table(table)) for table in ("tLeosztasok", "tNaplo", "tFordulok", "tEredmenyek")]
    texts += [gzip.decompress(copy.read_bytes()).decode() for copy in (seated.parent / "masolatok").iterdir()]
    assert not any(hand in text for hand in hands for text in texts)


def test_the_key_may_lie_elsewhere(seated: Path, tmp_path: Path) -> None:
    """With --key the secret is kept where the referee says; without it the round cannot be revealed."""
    seated.with_suffix(".kulcs").rename(tmp_path / "pendrive.kulcs")
    key = str(tmp_path / "pendrive.kulcs")
    assert main(["deal_round", str(seated), "--round", "1", "--key", key]) == 0
    assert main(["reveal_round", str(seated), "--round", "1", "--person", "Béla"]) == 2
    assert not seated.with_suffix(".kulcs").exists()
    assert main(["reveal_round", str(seated), "--round", "1", "--person", "Béla", "--key", key]) == 0


def test_a_key_of_another_event_deals_nothing(seated: Path, tmp_path: Path) -> None:
    """Another event's key is refused, so that no deal is ever played twice."""
    other = tmp_path / "masik.xlsx"
    assert main(["new_event", str(other)]) == 0
    assert main(["deal_round", str(other), "--round", "1"]) == 0
    key = str(other.with_suffix(".kulcs"))
    before = seated.read_bytes()
    assert main(["deal_round", str(seated), "--round", "1", "--key", key]) == 2
    assert seated.read_bytes() == before


def test_each_change_leaves_a_snapshot_of_what_was(seated: Path) -> None:
    """masolatok/ holds a readable copy of all tables as they stood before the verb."""
    main(["deal_round", str(seated), "--round", "1"])
    latest = max((seated.parent / "masolatok").iterdir())
    held = json.loads(gzip.decompress(latest.read_bytes()))
    assert "deal_round" in latest.name
    assert held["tablak"]["tFordulok"]["sorok"][0][2] == "terv"
    assert len(held["tablak"]["tNevezok"]["sorok"]) == 9


def test_the_person_named_on_the_line_stands_in_the_log(file: Path) -> None:
    """``--person`` goes before whoever is logged in."""
    assert main(["check_entries", str(file), "--person", "Kiss Béla"]) == 1
    assert FileBook.open(file).read_table("tNaplo")[-1]["Végezte"] == "Kiss Béla"


def test_a_second_copy_goes_where_the_event_says(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same snapshot lies in both folders; a second place that cannot be used is told and stops nothing."""
    book = FileBook.open(file)
    book.write_value("masolat_hely", "pendrive")
    book.save()
    main(["list_queries", str(file)])
    (first,), (second,) = (list((file.parent / name).glob("2*")) for name in ("masolatok", "pendrive"))
    assert first.read_bytes() == second.read_bytes()
    book = FileBook.open(file)
    book.write_value("masolat_hely", file.name)
    book.save()
    capsys.readouterr()
    main(["list_queries", str(file)])
    assert "A második másolat nem készült el" in capsys.readouterr().out
    assert len(list((file.parent / "masolatok").glob("2*"))) == 2


def test_a_flood_of_problems_is_cut_on_the_screen_only(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Forty are shown and the rest counted; all of them stand in the workbook."""
    book = FileBook.open(file)
    book.write_table("tNevezok", [{"Sorszám": n, "Név": f"J {n}", "Mesterpont": "x"} for n in range(60)])
    book.save()
    main(["check_entries", str(file)])
    shown = [line for line in capsys.readouterr().out.splitlines() if line.startswith("hiba M04")]
    assert 30 <= len(shown) <= 40
    listed = [row["Kód"] for row in FileBook.open(file).read_table("tHibak")]
    assert listed.count("M04") == 60


def test_what_the_event_forbids_is_exit_1_and_listed_in_the_file(
    seated: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Closing a round that was not played: code, place, sentence and advice on the screen and on Hibák."""
    assert main(["close_round", str(seated), "--round", "1"]) == 1
    shown = capsys.readouterr().out
    assert "F11" in shown
    assert "nincs lejátszva" in shown
    (row,) = FileBook.open(seated).read_table("tHibak")
    assert row["Kód"] == "F11"
    assert str(row["Hiba"]) in shown


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("check_entries {folder}/nincs.xlsx", "Nincs ilyen fájl"),
        ("new_event {file}", "Már van ilyen fájl"),
        ("new_event {folder}/nincs/ilyen/mappa.xlsx", "mappa"),
        ("new_event {folder}/verseny", ".xlsx végű"),
        ("write_record {file} --to {folder}/eredmeny.pdf", ".xlsx végű"),
        ("check_entries {text}", "Nem Excel-munkafüzet"),
        ("import_entrants {file} --from {folder}/nincs.csv", "Nincs ilyen fájl"),
        ("trial_event {file} --players 9 --rounds 1 --deals 1 --seed 1", "Már van ilyen fájl"),
        ("trial_event {file} --players 9 --rounds 1 --deals 1 --seed 1 --replace", "Már van ilyen fájl"),
    ],
)
def test_an_unusable_file_is_exit_2_with_a_sentence(
    file: Path, capsys: pytest.CaptureFixture[str], line: str, sentence: str
) -> None:
    """Missing, there already, no workbook: one sentence, and the event's file is as it was."""
    text = file.with_name("szoveg.xlsx")
    text.write_text("ez nem munkafüzet", "utf-8")
    before = file.read_bytes()
    places = {"folder": file.parent, "file": file, "text": text}
    assert main([word.format(**places) for word in line.split()]) == 2
    assert sentence in capsys.readouterr().err
    assert file.read_bytes() == before


def test_a_bad_trial_makes_no_file(tmp_path: Path) -> None:
    """Ten players: exit 1, and nothing is written at all."""
    line = f"trial_event {tmp_path}/p.xlsx --players 10 --rounds 1 --deals 1 --seed 1"
    assert main(line.split()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_trial_file_may_be_replaced_by_a_trial(tmp_path: Path) -> None:
    """--replace overwrites PRÓBA, and PRÓBA only (an official file is refused above)."""
    line = f"trial_event {tmp_path}/p.xlsx --players 9 --rounds 1 --deals 1 --seed 1".split()
    assert main(line) == 0
    assert main(line) == 2
    assert main([*line, "--replace"]) == 0


def test_a_fault_of_ours_is_exit_3_with_a_log_and_an_untouched_file(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An unforeseen error: one sentence that names the log beside the file; the file is as it was."""

    def broken(*_: object) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr(verb_module, "examine_entries", broken)
    before = file.read_bytes()
    assert main(["check_entries", str(file)]) == 3
    shown = capsys.readouterr().err
    log = file.with_name("sportulti-hiba.log")
    assert str(log) in shown
    assert "planted" not in shown
    assert "planted" in log.read_text("utf-8")
    assert file.read_bytes() == before


def test_errors_are_printed_before_warnings(
    file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A warning (no masterpoints) of the first row stands behind an error (no licence) of the last."""
    people = tmp_path / "lista.csv"
    people.write_text(PEOPLE.replace("L1;1;", "L1;;").replace("L9;", ";"), "utf-8")
    assert main(["import_entrants", str(file), "--from", str(people)]) == 0
    capsys.readouterr()
    assert main(["check_entries", str(file)]) == 1
    first, *others = capsys.readouterr().out.splitlines()[1:]
    assert first.startswith("hiba N04 ")
    assert others[0].startswith("figyelmeztetés N09 ")
    assert all(line.startswith("figyelmeztetés ") for line in others)


def test_help_is_exit_0(capsys: pytest.CaptureFixture[str]) -> None:
    """``--help`` alone or with a verb."""
    assert main(["--help"]) == 0
    assert main(["new_event", "--help"]) == 0
    assert "Új verseny" in capsys.readouterr().out


def test_a_confirmed_warning_is_only_counted(seated: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A name in Megerősítette: the sentence is on the Hibák sheet, the screen is left to what is still open."""
    book = FileBook.open(seated)
    rows = book.read_table("tNevezok")
    rows[0]["Mesterpont"] = None
    book.write_table("tNevezok", rows)
    book.save()
    assert main(["check_entries", str(seated)]) == 0
    assert "mesterpontja hiányzik" in capsys.readouterr().out
    book = FileBook.open(seated)
    found = book.read_table("tHibak")
    found[0]["Megerősítette"] = "Kiss Béla"
    book.write_table("tHibak", found)
    book.save()
    assert main(["check_entries", str(seated)]) == 0
    shown = capsys.readouterr().out
    assert "mesterpontja hiányzik" not in shown
    assert "Megerősített figyelmeztetés: 1" in shown


def test_a_closed_pipe_does_not_make_a_fault_of_a_done_verb(seated: Path) -> None:
    """``… | head -0``: nobody reads, the file is written all the same, and the exit code is that of the verb."""
    line = [sys.executable, "-m", "macros_py", "score_event", str(seated)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=PROJECT) as run:
        assert run.stdout is not None
        run.stdout.close()
        assert run.wait(timeout=300) == 0
    assert FileBook.open(seated).read_table("tNaplo")[-1]["Művelet"] == "Kiértékelés"


def test_without_the_template_the_sentence_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The empty workbook is gone: exit 2, the set-up command is named, and no file is made."""
    monkeypatch.setattr(conductor, "EMPTY_WORKBOOK", tmp_path / "nincs" / "Sportulti.xlsx")
    assert main(["new_event", str(tmp_path / "v.xlsx")]) == 2
    assert "python setup_workbook.py" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_live_check_left_on_is_taken_off(seated: Path) -> None:
    """A workbook saved with the formula on it: the next verb clears it, and nothing depends on it."""
    book = FileBook.open(seated)
    book.write_value("azonnali_keplet", Formula("=ULTI_SOROK('Eredményrögzítés'!I5:O6)"))
    book.save()
    assert main(["deal_round", str(seated), "--round", "1"]) == 0
    assert FileBook.open(seated).read_value("azonnali_keplet") is None
