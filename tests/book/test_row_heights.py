"""Wrapped texts are shown whole: how high their rows become."""

from __future__ import annotations

import pytest

from macros_py.book.layout import table_layout
from macros_py.book.references import LINE_POINTS, MOST_POINTS, row_height

PROBLEMS = table_layout("tHibak")


@pytest.mark.parametrize(
    ("text", "lines"),
    [("", None), ("rövid", None), ("a" * 41, None), ("a" * 42, 2), ("a\nb\nc", 3)],
)
def test_a_text_takes_as_many_lines_as_its_column_needs(text: str, lines: int | None) -> None:
    """The column Hiba is 44 characters wide, of which 41 hold text; one line needs no height of its own."""
    expected = None if lines is None else lines * LINE_POINTS
    assert row_height(PROBLEMS, {"Hiba": text}) == expected


def test_a_column_the_referee_widened_needs_less() -> None:
    """The real width counts."""
    assert row_height(PROBLEMS, {"Hiba": "a" * 100}) == 3 * LINE_POINTS
    assert row_height(PROBLEMS, {"Hiba": "a" * 100}, {"Hiba": 120}) is None


def test_no_row_is_higher_than_excel_allows() -> None:
    """Excel refuses rows above 409 points."""
    assert row_height(PROBLEMS, {"Hiba": "a" * 10000}) == MOST_POINTS


def test_a_table_without_wrapped_columns_keeps_its_heights() -> None:
    """Names shrink, they do not wrap."""
    assert row_height(table_layout("tUlesrend"), {"A": "a" * 500}) is None


def test_a_position_with_two_substitutes_is_read_whole() -> None:
    """Names shrink elsewhere; with the substitutes behind it a name would become unreadably small."""
    name = "Varga Zsolt (cs. Asztalos Antal, 2. forduló 5. leosztástól; cs. Tartalék Tamás, 5. forduló 1. leosztástól)"
    for table in ("tAllas", "tVegeredmeny"):
        assert row_height(table_layout(table), {"Név": name}) == 4 * LINE_POINTS
