"""attendance_sheet: a page to sign."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import load_workbook

from macros_py import EMPTY_WORKBOOK
from macros_py.book.port import FileExists
from tests.actions.conftest import Event


def test_everybody_stands_on_it_in_hungarian_order(event: Event, tmp_path: Path) -> None:
    """Reserves and banned people are marked, absent ones left out; the sheet of entrants keeps its order."""
    event.press("new_event")
    event.enter(6)
    rows = event.book.read_table("tNevezok")
    names = ("Szabó Ede", "Csaba Pál", "Cukor Éva", "Dr. Ács Ida", "Őry Jenő", "Sas Béla")
    for row, name in zip(rows, names, strict=True):
        row["Név"] = name
    rows[1]["Tartalék"], rows[2]["Eltiltva"], rows[4]["Megjelent"] = "igen", "igen", "nem"
    event.book.write_table("tNevezok", rows)
    before = event.book.read_table("tNevezok")
    target = tmp_path / "jelenléti.xlsx"
    assert event.codes("attendance_sheet", to=target) == []
    sheet = load_workbook(target)["Jelenléti ív"]
    cells = [[cell.value for cell in line] for line in sheet.iter_rows()]
    head = next(index for index, line in enumerate(cells) if line[0] == "Sorszám")
    assert [(line[0], line[1], line[4]) for line in cells[head + 1 :]] == [
        (1, "Dr. Ács Ida", None),
        (2, "Cukor Éva", "eltiltva, nem indulhat"),
        (3, "Csaba Pál", "tartalék"),
        (4, "Sas Béla", None),
        (5, "Szabó Ede", None),
    ]
    assert "3 versenyző, 1 tartalék" in str(cells)
    assert event.book.read_table("tNevezok") == before
    assert event.codes("attendance_sheet", to=target) == []


def test_without_entrants_there_is_no_sheet(event: Event, tmp_path: Path) -> None:
    """The verb says so and makes no file."""
    event.press("new_event")
    assert event.codes("attendance_sheet", to=tmp_path / "x.xlsx") == ["attendance_empty"]
    assert not (tmp_path / "x.xlsx").exists()


def test_a_page_never_replaces_an_event(event: Event, tmp_path: Path) -> None:
    """Named as its target, the file of an event stands as it was, to the last byte."""
    event.press("new_event")
    event.enter(6)
    target = tmp_path / "verseny.xlsx"
    target.write_bytes(EMPTY_WORKBOOK.read_bytes())
    with pytest.raises(FileExists):
        event.press("attendance_sheet", to=target)
    assert target.read_bytes() == EMPTY_WORKBOOK.read_bytes()
