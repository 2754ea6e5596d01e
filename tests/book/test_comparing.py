"""What is different between a workbook as it was and as it is."""

from __future__ import annotations

from datetime import datetime

import pytest

from macros_py.book.copies import changes, is_equal
from macros_py.book.held import HeldBook
from macros_py.book.snapshots import Snapshot, snapshot


@pytest.mark.parametrize(
    ("old", "new", "equal"),
    [
        (0.16666666666666666, 0.1666666666666667, True),
        (11.833333333333334, 11.83333333333333, True),
        (4, 4.0, True),
        (None, "", True),
        ("Őze", "O\u030bze", True),
        (57.28, 57.29, False),
        (0, None, False),
        (4, "négy", False),
        ("Kis Pál", "Kiss Pál", False),
    ],
)
def test_what_says_the_same_is_no_change(old: object, new: object, equal: bool) -> None:
    """A file keeps 16 digits of a number, a copy 17; blank is not 0."""
    assert is_equal(old, new) is equal  # type: ignore[arg-type]


def taken(book: HeldBook) -> Snapshot:
    """Give the state of a book."""
    return snapshot(book, "score_event", datetime(2026, 11, 28))


def test_rows_are_known_by_their_key_wherever_they_stand() -> None:
    """Sorted rows are no change; a row that is gone, one that is new, and a changed cell are."""
    book = HeldBook()
    book.write_table("tNevezok", [{"Név": name, "Egyesület": "X"} for name in ("A", "B", "C")])
    state = taken(book)
    book.write_table("tNevezok", [{"Név": name, "Egyesület": "X"} for name in ("C", "A", "B")])
    assert changes(state, book) == []
    book.write_table(
        "tNevezok", [{"Név": "C", "Egyesület": "Y"}, {"Név": "A", "Egyesület": "X"}, {"Név": "D"}]
    )
    found = {(one.column, one.old, one.new) for one in changes(state, book)}
    assert found == {
        ("Egyesület", "X", "Y"),
        ("Név", None, "D"),
        ("Név", "B", None),
        ("Egyesület", "X", None),
    }


def test_a_named_value_is_compared_too() -> None:
    """The number of rounds typed over is a change on the Verseny sheet, which the referee fills in."""
    book = HeldBook()
    state = taken(book)
    book.write_value("fordulok", 9)
    (change,) = changes(state, book)
    assert (change.sheet, change.old, change.new, change.is_computed) == ("Verseny", 7, 9, False)
