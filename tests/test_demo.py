"""The sample event: only its own PRÓBA files are overwritten, and the first verb that fails ends it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import xlsxwriter

from macros_py import demo
from macros_py.demo import RECORD_NAME, SAMPLE_FILE

pytestmark = pytest.mark.slow

PLACES = [
    {"Helyezés": 1, "Név": "Őze Ödön", "Százalék": 57.28},
    {"Helyezés": 2, "Név": "Kis Éva", "Százalék": 57.1},
]


def write_stamped(path: Path, nature: str) -> None:
    """Write a workbook stamped as given."""
    with xlsxwriter.Workbook(path) as workbook:
        workbook.add_worksheet("Kezdőlap").write("A1", nature)
        workbook.define_name("verseny_jelleg", "=Kezdőlap!$A$1")


@pytest.fixture
def verbs(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Record the command lines given instead of running them."""
    lines: list[list[str]] = []

    def run(line: list[str], **settings: object) -> subprocess.CompletedProcess[str]:
        lines.append(line[3:])
        return subprocess.CompletedProcess(line, 0, "", "")

    monkeypatch.setattr(demo.subprocess, "run", run)
    monkeypatch.setattr(demo, "first_places", lambda event: PLACES)
    return lines


def test_a_whole_event_in_four_verbs(
    tmp_path: Path, verbs: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    """The folder is made; the places have a decimal comma; both files are named at the end."""
    folder = tmp_path / "Új mappa (2)" / "minta"
    event, record = str(folder / SAMPLE_FILE), str(folder / RECORD_NAME)
    assert demo.main([str(folder)]) == 0
    sizes = ["--players", "21", "--rounds", "7", "--deals", "9", "--seed", "2012"]
    assert verbs == [
        ["trial_event", event, *sizes],
        ["close_round", event, "--round", "7", "--early", "--person", "Próba Péter"],
        ["award_masterpoints", event],
        ["write_record", event, "--to", record],
    ]
    shown = capsys.readouterr().out
    assert "1. Őze Ödön – 57,28%" in shown
    assert "2. Kis Éva – 57,10%" in shown
    assert event in shown
    assert record in shown


def test_its_own_trial_is_replaced(tmp_path: Path, verbs: list[list[str]]) -> None:
    """A second demo may write over what the first made."""
    write_stamped(tmp_path / SAMPLE_FILE, "PRÓBA")
    write_stamped(tmp_path / RECORD_NAME, "PRÓBA")
    assert demo.main([str(tmp_path)]) == 0
    assert verbs[0][-1] == "--replace"
    assert not (tmp_path / RECORD_NAME).exists()


def write_official(path: Path) -> None:
    """Write a workbook stamped as official."""
    write_stamped(path, "hivatalos")


def write_text(path: Path) -> None:
    """Write something that is no workbook."""
    path.write_text("PRÓBA", "utf-8")


@pytest.mark.parametrize("name", [SAMPLE_FILE, RECORD_NAME])
@pytest.mark.parametrize(
    "write", [write_official, write_text, Path.mkdir], ids=["official", "text", "folder"]
)
def test_anything_else_is_refused_and_untouched(
    tmp_path: Path,
    verbs: list[list[str]],
    capsys: pytest.CaptureFixture[str],
    name: str,
    write: Callable[[Path], None],
) -> None:
    """Where a file not stamped PRÓBA stands, no verb runs and nothing changes; exit code 2."""
    path = tmp_path / name
    write(path)
    before = path.read_bytes() if path.is_file() else None
    assert demo.main([str(tmp_path)]) == 2
    assert verbs == []
    assert [entry.name for entry in tmp_path.iterdir()] == [name]
    assert (path.read_bytes() if path.is_file() else None) == before
    assert f"érintetlen marad: {path}" in capsys.readouterr().err


def test_the_first_failure_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The verb's own words and exit code are passed on, and no later verb runs."""
    lines: list[list[str]] = []

    def run(line: list[str], **settings: object) -> subprocess.CompletedProcess[str]:
        lines.append(line)
        return subprocess.CompletedProcess(line, len(lines) - 1, "", "A sor hiányzik.\n")

    monkeypatch.setattr(demo.subprocess, "run", run)
    assert demo.main([str(tmp_path)]) == 1
    assert len(lines) == 2
    words = capsys.readouterr().err
    assert "A sor hiányzik." in words
    assert "close_round" in words


def test_a_file_in_the_folders_place_is_told(
    tmp_path: Path, verbs: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    """Where the folder cannot be made, a sentence says which and why; exit code 2."""
    (tmp_path / "minta").write_text("", "utf-8")
    assert demo.main([str(tmp_path / "minta")]) == 2
    assert verbs == []
    assert str(tmp_path / "minta") in capsys.readouterr().err
