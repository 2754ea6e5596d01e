"""Copies hold no card of a round that is still open, unless nothing else could give it again."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from macros_py.book.copies import changes, irreplaceable, without_open_cards
from macros_py.book.held import HeldBook
from macros_py.book.saving import TRIAL
from macros_py.book.snapshots import Snapshot, snapshot

NOON = datetime(2026, 11, 28, 12, 0)
HANDS = {"A": "P ÁX T – Z – M –", "B": "P K T – Z – M –", "C": "P F T – Z – M –", "Talon": "P A T – Z – M –"}


def book_of(state: str, series: Any, row_series: Any) -> HeldBook:
    """Give a book with one round and one deal of it."""
    book = HeldBook()
    book.write_table("tFordulok", [{"Forduló": 1, "Sorozat": series, "Állapot": state}])
    book.write_table("tLeosztasok", [{"Sorozat": row_series, "Forduló": 1, "Leosztás": 1, **HANDS}])
    return book


def full(book: HeldBook) -> Snapshot:
    """Give everything that the book holds."""
    return snapshot(book, "preview", NOON)


@pytest.mark.parametrize(
    ("state", "series", "row_series", "stays", "is_told"),
    [
        ("lejátszva", 1, 1, False, False),
        ("Kiosztva", 1.0, "1", False, False),
        ("lezárva", 1, 1, True, False),
        ("LEZÁRVA", 1, 1, True, False),
        ("lejátszva", "máshonnan", "máshonnan", True, True),
        ("lejátszva", "máshonnan", 1, True, True),
        ("lejátszva", 1, "máshonnan", True, True),
        ("lejátszva", 1, None, True, True),
        ("lejátszva", 1, 2, True, True),
        ("lejátszva", 2, 2, False, False),
        ("lezárva", "máshonnan", "máshonnan", True, False),
    ],
)
def test_what_stays(state: str, series: Any, row_series: Any, stays: bool, is_told: bool) -> None:
    """Cards that follow from the key go until their round is closed; all others stay, and are said to."""
    copy = full(book_of(state, series, row_series))
    kept = without_open_cards(copy)
    assert bool(kept.tables["tLeosztasok"]) is stays
    assert ("P ÁX" in str(kept)) is stays
    assert irreplaceable(copy) == ([1] if is_told else [])
    assert kept.tables["tFordulok"] == copy.tables["tFordulok"]


def test_a_row_without_cards_is_nothing_to_tell() -> None:
    """Rows laid ready to be typed hold no card yet."""
    book = book_of("lejátszva", 1, "máshonnan")
    book.write_table("tLeosztasok", [{"Sorozat": "máshonnan", "Forduló": 1, "Leosztás": 1}])
    assert irreplaceable(full(book)) == []


def test_of_a_trial_all_stays() -> None:
    """Its key is kept nowhere, so its copies are what brings its cards back; nothing is told of them."""
    book = book_of("lejátszva", 1, 1)
    book.write_value("verseny_jelleg", TRIAL)
    copy = full(book)
    assert without_open_cards(copy) == copy
    assert irreplaceable(copy) == []
    book.write_table("tLeosztasok", [])
    assert {one.table for one in changes(copy, book)} == {"tLeosztasok"}


def test_a_changed_row_is_named_where_it_stands() -> None:
    """Rows before it that the copy does not hold are counted all the same."""
    book = book_of("lejátszva", 1, 1)
    deals = [*book.read_table("tLeosztasok"), {"Sorozat": "máshonnan", "Forduló": 2, "Leosztás": 1, **HANDS}]
    book.write_table("tLeosztasok", deals)
    state = without_open_cards(full(book))
    book.write_table("tLeosztasok", [deals[0], {**deals[1], "B": "P 7 T – Z – M –"}])
    assert [(one.row, one.column) for one in changes(state, book)] == [(1, "B")]


def test_what_was_left_out_is_no_change() -> None:
    """The next verb holds the workbook against the copy: revealed cards are neither new nor gone."""
    book = book_of("lejátszva", 1, 1)
    assert changes(without_open_cards(full(book)), book) == []
    assert changes(full(book), book) == []
    book.write_table("tLeosztasok", [])
    assert changes(full(book), book) == []


def test_changed_cards_of_a_closed_round_are_a_change() -> None:
    """There the copy holds them, so that nobody alters a deal unseen."""
    book = book_of("lezárva", 1, 1)
    state = without_open_cards(full(book))
    book.write_table(
        "tLeosztasok", [{"Sorozat": 1, "Forduló": 1, "Leosztás": 1, **HANDS, "A": "P 7 T – Z – M –"}]
    )
    assert [(one.column, one.new) for one in changes(state, book)] == [("A", "P 7 T – Z – M –")]
