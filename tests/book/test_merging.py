"""How new rows go into a table that a person has sorted and widened: the pure part."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros_py.book.layout import TableLayout
from macros_py.book.table_plan import PhysicalRow, key_part, merge

KEEPS = TableLayout("t", "Lap", (), ("K",), keeps_order=True)
COMPUTED = TableLayout("t", "Lap", (), ("K",), keeps_order=False)
OURS = ("K", "V")


def old(*keys):
    """Give old rows, each with an own note that names its place."""
    return [PhysicalRow({"K": key, "V": "régi", "Saját": f"{place}. sor"}) for place, key in enumerate(keys)]


def new(*keys):
    """Give new rows."""
    return [{"K": key, "V": "új"} for key in keys]


def merged(before, after, rule):
    """Give key and note of the merged rows."""
    return [(row.values.get("K"), row.values.get("Saját")) for row in merge(before, after, rule, OURS)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (3, 3.0),
        (3, "3"),
        (3, " 3 "),
        (-2, "−2"),
        ("Őze", "ŐZE"),
        ("Kis  Béla", " kis béla"),
        (None, ""),
        (None, "  "),
    ],
)
def test_spellings_of_one_key(one, other):
    """Numbers, texts and blanks are one key however they are spelled."""
    assert key_part(one) == key_part(other)


@pytest.mark.parametrize(
    ("one", "other"), [(1, 2), ("1", "1a"), (0, None), (1.5, 1), (date(2025, 1, 2), datetime(2025, 1, 2))]
)
def test_different_keys(one, other):
    """0 is not blank, and a half is not a whole."""
    assert key_part(one) != key_part(other)


def test_numbers_come_by_size_and_before_texts():
    """9 before 10, as numbers and as texts of digits; blanks first, words last."""
    assert sorted([10, "b", "9", None, "A", 2.5], key=key_part) == [None, 2.5, "9", 10, "A", "b"]


def test_the_new_values_win_and_the_own_ones_stay():
    """Ours come from the new row, the referee's from the old one of the same key."""
    (row,) = merge(old("a"), new("a"), KEEPS, OURS)
    assert row.values == {"K": "a", "V": "új", "Saját": "0. sor"}
    assert row.origin == 0


def test_rows_that_are_gone_take_their_notes_along():
    """A key that is not written again is removed, and a new key starts without a note."""
    assert merged(old("a", "b", "c"), new("a", "c", "x"), COMPUTED) == [
        ("a", "0. sor"),
        ("c", "2. sor"),
        ("x", None),
    ]


def test_a_single_row_does_not_count_as_sorted():
    """One old row says nothing about an order: the given one holds."""
    assert [key for key, _ in merged(old("m"), new("z", "m", "a"), KEEPS)] == ["z", "m", "a"]


def test_an_unsorted_table_appends():
    """Old rows stay, the rest follows as given."""
    assert [key for key, _ in merged(old("b", "a"), new("z", "a", "c", "b"), KEEPS)] == ["b", "a", "z", "c"]


KEYS = st.lists(st.one_of(st.integers(0, 12), st.sampled_from(["a", "b", "10", None])), max_size=12)


@given(KEYS, KEYS, st.booleans())
def test_nothing_is_lost_and_nothing_invented(before, after, keeps_order):
    """Every new row appears once; a note never goes to another key; merging again changes nothing."""
    rule = KEEPS if keeps_order else COMPUTED
    rows = merge(old(*before), new(*after), rule, OURS)
    assert sorted(map(key_part, after)) == sorted(key_part(row.values["K"]) for row in rows)
    for row in rows:
        if row.origin is not None:
            assert key_part(before[row.origin]) == key_part(row.values["K"])
            assert row.values["Saját"] == f"{row.origin}. sor"
    stood = [{"Saját": None, **row.values} for row in rows]
    again = merge([PhysicalRow(row) for row in stood], [dict(row) for row in stood], rule, OURS)
    assert [row.values for row in again] == stood
