"""Snapshots: everything, readable without the program, never two under one name."""

from __future__ import annotations

import gzip
import json
from datetime import date, datetime, time

import pytest

from macros_py.book.held import HeldBook
from macros_py.book.port import SnapshotFolderUnusable
from macros_py.book.snapshots import load_snapshot, save_snapshot, snapshot
from macros_py.cells import CellError, Formula

NOON = datetime(2025, 3, 29, 12, 0, 0, 42)


@pytest.fixture
def book():
    """Give a book with one value of each kind."""
    filled = HeldBook()
    values = ["Őze", 7, 2.5, True, date(2025, 3, 29), NOON, time(10, 30), Formula("=1+1"), CellError("#N/A")]
    filled.write_table("tNevezok", [{"Név": f"N{n}", "Megjegyzés": value} for n, value in enumerate(values)])
    filled.write_value("verseny_nev", "Kupa")
    return filled


def taken(book, verb="score_event", moment=NOON):
    """Give a snapshot of everything."""
    return snapshot(book, verb, moment)


def test_a_snapshot_comes_back_as_it_was_taken(book, tmp_path):
    """All tables and named values, with dates, formulas and error cells as what they are."""
    path = save_snapshot(taken(book), tmp_path / "Kupa.xlsx")
    again = load_snapshot(path)
    assert again == taken(book)
    types = [type(row["Megjegyzés"]) for row in again.tables["tNevezok"]]
    assert types == [str, int, float, bool, date, datetime, time, Formula, CellError]


def test_a_snapshot_is_plain_json(book, tmp_path):
    """Anybody can read it: table, headings, rows, accents as they are."""
    path = save_snapshot(taken(book), tmp_path / "Kupa.xlsx")
    text = gzip.decompress(path.read_bytes()).decode("utf-8")
    data = json.loads(text)
    assert data["muvelet"] == "score_event"
    assert data["tablak"]["tNevezok"]["fejlec"][1] == "Név"
    assert data["tablak"]["tNevezok"]["sorok"][0][1] == "N0"
    assert data["ertekek"]["verseny_nev"] == "Kupa"
    assert "Őze" in text


def test_names_sort_by_time_and_name_the_verb(book, tmp_path):
    """The folder lists the snapshots in the order they were taken, two of one moment too."""
    moments = [NOON, NOON, NOON.replace(microsecond=43), NOON.replace(day=30)]
    verbs = ["new_event", "assign_lines", "close_round", "award_masterpoints"]
    paths = [
        save_snapshot(taken(book, verb, moment), tmp_path / "Kupa.xlsx")
        for verb, moment in zip(verbs, moments, strict=True)
    ]
    assert sorted(paths) == paths
    assert len(set(paths)) == 4
    assert all(verb in path.name for verb, path in zip(verbs, paths, strict=True))
    assert {path.parent for path in paths} == {(tmp_path / "masolatok").resolve()}


def test_a_snapshot_never_replaces_another(book, tmp_path):
    """Even if one of the moment was deleted, what is left stays."""
    first, second = (save_snapshot(taken(book), tmp_path / "Kupa.xlsx") for _ in range(2))
    contents = second.read_bytes()
    first.unlink()
    third = save_snapshot(taken(book), tmp_path / "Kupa.xlsx")
    assert third not in {second}
    assert second.read_bytes() == contents


def test_a_second_copy_goes_into_the_folder_given(book, tmp_path):
    """The name is the same in both places."""
    (tmp_path / "pendrive").mkdir()
    second = save_snapshot(taken(book), tmp_path / "Kupa.xlsx", tmp_path / "pendrive")
    assert second.parent == tmp_path / "pendrive"
    assert second.name == save_snapshot(taken(book), tmp_path / "Kupa.xlsx").name


def test_a_folder_that_cannot_be_made_is_named(book, tmp_path):
    """A file stands where the folder should be: said, before anything is changed."""
    (tmp_path / "masolatok").write_text("")
    with pytest.raises(SnapshotFolderUnusable, match=r"A másolatok mappája nem használható.*masolatok"):
        save_snapshot(taken(book), tmp_path / "Kupa.xlsx")


def test_a_very_long_name_is_shortened(book, tmp_path):
    """The snapshot of a workbook with the longest possible name can still be written."""
    assert save_snapshot(taken(book), tmp_path / ("ő" * 120 + ".xlsx")).exists()
