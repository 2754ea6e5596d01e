"""Refusals name the option at fault, propose a name that works, and cut nothing that has to be typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from macros_py.__main__ import main
from tests import secret_events
from tests.closed_events import played_event


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a trial event."""
    return played_event(tmp_path_factory.mktemp("verseny"))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("trial_event uj.xlsx --players abc", "--players: egész szám kell ide, de ez áll ott: „abc”."),
        ("deal_round Kupa.xlsx --round 0", "--round: „0” nem olvasható; így írja: 3 vagy 2-7 vagy 1,4."),
    ],
)
def test_an_unreadable_value_names_its_option(
    words: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of several values it is said which one."""
    assert main(words.split()) == 2
    assert told in capsys.readouterr().err


def test_a_draw_to_be_written_is_told_its_endings(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody offered a draw to read."""
    assert main(["export_draw", str(file), "--to", str(file.with_name("d.txt"))]) == 2
    assert "Végződés nélkül mindkettő elkészül." in capsys.readouterr().err


def test_a_wrong_ending_proposes_the_same_name(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A paper is not told to be called verseny.xlsx."""
    assert main(["attendance_sheet", str(file), "--to", str(file.with_name("iv.pdf"))]) == 2
    assert "Írja így: iv.xlsx." in capsys.readouterr().err


def test_a_trial_has_nothing_to_verify(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its key follows from its number: no file is missed."""
    assert main(["verify_draw", str(file)]) == 2
    assert "--seed" in capsys.readouterr().err


def test_nobody_is_said_to_be_similar_to_nothing(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where no name is near, none is offered."""
    assert main(["rename_player", str(file), "--from", "Qwx", "--to", "Kiss Anna"]) == 1
    assert "Hasonló" not in capsys.readouterr().out


def test_every_event_of_a_folder_of_copies_can_be_chosen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Three events on one stick: each is told whole, with what has to be typed."""
    stick = tmp_path / "pendrive"
    stick.mkdir()
    for name in ("Őszi kupa", "Tavaszi kupa", "Téli nemzetközi emlékverseny"):
        made = secret_events.new_event(
            tmp_path / name / "Kupa.xlsx", verseny_nev=name, masolat_hely=str(stick)
        )
        assert main(["check_entries", str(made), "--trust-place"]) in {0, 1}
    capsys.readouterr()
    assert main(["recover", str(stick), "--to", str(tmp_path / "uj.xlsx")]) == 1
    told = capsys.readouterr().out
    assert told.count("legutóbb") == 3
    assert "emlékverseny (legutóbb" in told
    assert "…" not in told
