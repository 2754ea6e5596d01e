"""The stage: nothing goes through before commit, nothing is written half."""

from __future__ import annotations

import pytest

from macros_py.book.held import HeldBook, StagedBook


@pytest.fixture
def book():
    """Give a book with some rows."""
    filled = HeldBook()
    filled.write_table("tEredmenyek", [{"Forduló": 1, "Leosztás": 1, "Asztal": table} for table in (1, 2, 3)])
    filled.write_table("tNaplo", [{"Időpont": 1, "Művelet": "régi"}])
    return filled


@pytest.fixture
def stage(book):
    """Give a stage with a write of every kind."""
    staged = StagedBook(book)
    staged.write_table("tAllas", [{"Név": "A", "1. forduló %": 50}])
    staged.write_table("tHibak", [{"Kód": "E1"}])
    staged.write_table("tNaplo", [*staged.read_table("tNaplo"), {"Időpont": 2, "Művelet": "új"}])
    staged.write_column("tEredmenyek", "Ellenőrzés", ["rossz", None, "jó"])
    staged.write_column("tEredmenyek", "Megjegyzés", ["x", "y", "z"])
    staged.write_value("verseny_nev", "Kupa")
    staged.write_grid("fordulokep_racs", [["Asztal"]])
    return staged


def remarks(book):
    """Give the remark column."""
    return [row["Ellenőrzés"] for row in book.read_table("tEredmenyek")]


def test_reads_see_what_is_staged_and_the_book_does_not(book, stage):
    """Before commit the book behind is untouched."""
    assert stage.has_changes
    assert stage.read_table("tAllas")[0]["Név"] == "A"
    assert stage.read_value("verseny_nev") == "Kupa"
    assert remarks(stage) == ["rossz", None, "jó"]
    assert (book.read_table("tAllas"), book.read_value("verseny_nev"), remarks(book)) == (
        [],
        None,
        [None] * 3,
    )
    assert book.grids == {}


def test_commit_passes_everything_on(book, stage):
    """After commit the book holds it all, and nothing waits."""
    stage.commit()
    assert not stage.has_changes
    assert book.read_table("tAllas")[0]["1. forduló %"] == 50
    assert (book.read_value("verseny_nev"), remarks(book)) == ("Kupa", ["rossz", None, "jó"])
    assert book.grids == {"fordulokep_racs": [["Asztal"]]}
    assert [row["Megjegyzés"] for row in book.read_table("tEredmenyek")] == ["x", "y", "z"]


def test_a_refusal_keeps_problems_log_and_remarks_only(book, stage):
    """At exit 1 only Hibák, Ellenőrzés and Napló change."""
    stage.discard()
    stage.commit()
    assert [row["Kód"] for row in book.read_table("tHibak")] == ["E1"]
    assert [row["Művelet"] for row in book.read_table("tNaplo")] == ["régi", "új"]
    assert remarks(book) == ["rossz", None, "jó"]
    assert [row["Megjegyzés"] for row in book.read_table("tEredmenyek")] == [None] * 3
    assert (book.read_table("tAllas"), book.read_value("verseny_nev"), book.grids) == ([], None, {})


def test_remarks_of_dropped_rows_go_to_the_rows_on_the_sheet(book):
    """The remarks were made for staged rows: they find the old rows by key, the new rows are gone."""
    staged = StagedBook(book)
    keys = [(2, 1, 1), (1, 1, 3), (1, 1, 1)]
    rows = [dict(zip(("Forduló", "Leosztás", "Asztal"), key, strict=True)) for key in keys]
    staged.write_table("tEredmenyek", rows)
    order = [(row["Forduló"], row["Asztal"]) for row in staged.read_table("tEredmenyek")]
    staged.write_column("tEredmenyek", "Ellenőrzés", [f"{round}/{table}" for round, table in order])
    staged.discard()
    staged.commit()
    assert remarks(book) == ["1/1", None, "1/3"]


def test_a_later_table_drops_an_earlier_column(book):
    """Remarks made for rows that were then written anew would stand beside wrong rows."""
    staged = StagedBook(book)
    staged.write_column("tEredmenyek", "Ellenőrzés", ["a", "b", "c"])
    rows = staged.read_table("tEredmenyek")[:1]
    staged.write_table("tEredmenyek", rows)
    assert remarks(staged) == ["a"]


def test_rows_renamed_before_their_table_is_written_stay_the_same_rows(book):
    """A key typed over, then the table with one row more: nobody moves, and own columns stay with their row."""
    book.write_table("tNevezok", [{"Név": name} for name in "CBA"])
    for _, row in book.tables["tNevezok"].data_rows():
        row["Saját"] = row["Név"] * 2
    book.tables["tNevezok"].headings.append("Saját")
    staged = StagedBook(book)
    staged.write_column("tNevezok", "Név", ["Á", "B", "A"])
    rows = staged.read_table("tNevezok")
    staged.write_table("tNevezok", [*rows, {"Név": "D"}])
    assert [row["Név"] for row in staged.read_table("tNevezok")] == ["Á", "B", "A", "D"]
    staged.commit()
    assert [row["Név"] for row in book.read_table("tNevezok")] == ["Á", "B", "A", "D"]
    own = [row.get("Saját") for _, row in book.tables["tNevezok"].data_rows()]
    assert own == ["CC", "BB", "AA", None]


def test_what_is_read_is_not_the_stage_itself(stage):
    """Changing a row that was read changes nothing that is staged."""
    stage.read_table("tAllas")[0]["Név"] = "B"
    assert stage.read_table("tAllas")[0]["Név"] == "A"


def test_sentences_wait_with_the_rest(book, stage):
    """Who runs the verb says them when it has succeeded."""
    stage.tell("Kész.")
    assert (stage.told, book.told) == (["Kész."], [])


def test_saving_a_stage_commits_first(book, stage):
    """save is commit and save in one."""
    stage.save()
    assert book.saves == 1
    assert book.read_value("verseny_nev") == "Kupa"
    assert not stage.has_changes


def test_addresses_tell_where_staged_rows_will_stand(book):
    """A problem found in a row that is only staged names the cell it will have."""
    staged = StagedBook(book)
    staged.write_table("tAllas", [{"Név": name} for name in "ABC"])
    assert staged.address("tAllas", 2, "Név") == "B7"
    staged.commit()
    assert book.address("tAllas", 2, "Név") == "B7"


@pytest.mark.parametrize("write", ["write_value", "write_grid"])
def test_an_unknown_name_is_refused_when_it_is_written(book, write):
    """A fault of ours shows at once, not in the middle of a commit."""
    with pytest.raises(KeyError, match="nincs_ilyen"):
        getattr(StagedBook(book), write)("nincs_ilyen", [])
