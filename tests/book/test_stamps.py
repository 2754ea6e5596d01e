"""A trial file is told from an official one by its stamp alone, whoever saved it last."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter

from macros_py.book.saving import is_trial_file


def write_stamped(path: Path, text: object, sheet_name: str = "Kezdő lap's") -> Path:
    """Write a small workbook whose ``verseny_jelleg`` is ``text``."""
    with xlsxwriter.Workbook(path) as workbook:
        workbook.add_worksheet("Első").write("A1", "PRÓBA")
        workbook.add_worksheet(sheet_name).write("C5", text)
        quoted = sheet_name.replace("'", "''")
        workbook.define_name("verseny_jelleg", f"='{quoted}'!$C$5")
    return path


@pytest.mark.parametrize(
    ("text", "expected"),
    [("PRÓBA", True), (" PRÓBA ", True), ("hivatalos", False), ("próba", False), ("", False), (1, False)],
)
def test_the_stamp_decides(tmp_path: Path, text: object, expected: bool) -> None:
    """Only the word PRÓBA in the named cell makes a trial file, not one that stands elsewhere."""
    assert is_trial_file(write_stamped(tmp_path / "verseny.xlsx", text)) is expected


def test_a_file_saved_by_another_program_keeps_its_stamp(tmp_path: Path) -> None:
    """The parts may lie elsewhere and the text be shared or inline: openpyxl writes them otherwise."""
    path = write_stamped(tmp_path / "verseny.xlsx", "PRÓBA", "Kezdőlap")
    openpyxl.load_workbook(path).save(path)
    assert is_trial_file(path)


def test_a_file_saved_by_libreoffice_keeps_its_stamp(
    tmp_path: Path, recalculate: Callable[[Path], Path]
) -> None:
    """A referee may have opened the trial in LibreOffice."""
    assert is_trial_file(recalculate(write_stamped(tmp_path / "verseny.xlsx", "PRÓBA", "Kezdőlap")))


def test_a_workbook_without_the_name_is_no_trial(tmp_path: Path) -> None:
    """Somebody's own workbook is never ours to overwrite."""
    with xlsxwriter.Workbook(tmp_path / "sajat.xlsx") as workbook:
        workbook.add_worksheet().write("A1", "PRÓBA")
    assert not is_trial_file(tmp_path / "sajat.xlsx")


@pytest.mark.parametrize(
    "contents", [b"", "PRÓBA".encode(), b"PK\x03\x04 torn"], ids=["empty", "text", "torn"]
)
def test_what_is_no_workbook_is_no_trial(tmp_path: Path, contents: bytes) -> None:
    """Damaged and foreign files are refused, without a crash."""
    path = tmp_path / "valami.xlsx"
    path.write_bytes(contents)
    assert not is_trial_file(path)
    assert not is_trial_file(tmp_path / "nincs.xlsx")
    assert not is_trial_file(tmp_path)
