"""Placeholders become references to where the columns of a file really stand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.formula.translate import Translator

from macros_py.book.layout import palette, table_layout, table_layouts
from macros_py.book.references import (
    LAST_ROW,
    Placing,
    column_letter,
    column_runs,
    paper_ends,
    placed_choices,
    placed_marks,
    resolve,
    resolve_outside,
    template_placing,
    translated,
)
from macros_py.cells import Formula, read_yes_no

RESULTS = table_layout("tEredmenyek")


@pytest.mark.parametrize(
    ("placeholder", "reference"),
    [
        ("{Ft A}", "$L5"),
        ("{#Ft A}", "$L$5:$L$193"),
        ("{@}", "M5"),
        ("{?Felvevő}", 'ISNUMBER(FIND("|"&LOWER(TRIM($J5))&"|","|1|i|igaz|igen|true|x|yes|✓|✔|"))'),
        ("{tHibak#Fokozat}", f"'Hibák'!$B$5:$B${LAST_ROW}"),
    ],
)
def test_each_kind_of_placeholder(placeholder: str, reference: str) -> None:
    """Same row, whole column, the very cell, a column of another sheet: seen from column M."""
    assert resolve(placeholder, RESULTS, template_placing(RESULTS, rows=189), column=13) == reference


WORDS = [
    "igen",
    " Igen ",
    "X",
    "i",
    "✓",
    1,
    True,
    "nem",
    "N",
    0,
    False,
    "-",
    "–",
    "−",
    None,
    " ",
    "nincs",
    "Nem.",
    "?",
    "*",
    "ige",
]


def test_what_looks_like_a_yes_is_read_as_a_yes(recalculate: Callable[[Path], Path], tmp_path: Path) -> None:
    """The conditional formats of Visszavonva and the program know the same words, whatever is typed."""
    book = Workbook()
    for row, value in enumerate(WORDS, start=5):
        book.active.cell(row, 14).value = value
        placing = replace(template_placing(table_layout("tDontesek")), header_row=row - 1)
        for column, mark in ((15, "{?Visszavonva}"), (16, "{!Visszavonva}")):
            text = resolve(mark, table_layout("tDontesek"), placing, 14)
            book.active.cell(row, column).value = f"={text}"
    book.save(tmp_path / "szavak.xlsx")
    sheet = load_workbook(recalculate(tmp_path / "szavak.xlsx"), data_only=True).active
    seen = [tuple(sheet.cell(row, column).value for column in (15, 16)) for row in range(5, 5 + len(WORDS))]
    read = [read_yes_no(value) for value in WORDS]
    assert seen == [(value is True, value is False) for value in read]


def test_a_moved_column_is_followed() -> None:
    """The referee's table starts lower and has its columns elsewhere: the marks go with them."""
    columns = {heading: column + 2 for heading, column in template_placing(RESULTS).columns.items()}
    placed = placed_marks(RESULTS, Placing(10, 20, columns))
    assert placed[0].area == "L11:Q30"
    assert placed[0].formula == '$Q11="?"'


def test_a_split_run_of_columns_gives_one_mark_each() -> None:
    """If an own column stands between Ft A and Ft B, the mark is laid on both sides of it."""
    columns = {
        heading: column + (column > 12) for heading, column in template_placing(RESULTS).columns.items()
    }
    areas = [mark.area for mark in placed_marks(RESULTS, Placing(4, 1, columns)) if mark.look == "missing"]
    assert areas == ["L5:L5", "N5:O5"]


def test_spare_rows_carry_drop_downs() -> None:
    """Rows typed below the entrants find their drop-downs there already."""
    [present, *_] = placed_choices(table_layout("tNevezok"), template_placing(table_layout("tNevezok"), 10))
    assert (present.area, present.choices) == ("F5:F164", ("igen", "nem"))


def test_an_unknown_heading_is_named() -> None:
    """A formula about a column that the file lacks is refused, not guessed."""
    with pytest.raises(KeyError, match="Ft D"):
        resolve("{Ft D}=0", RESULTS, template_placing(RESULTS), column=1)
    with pytest.raises(KeyError, match="tSemmi"):
        resolve_outside("COUNT({tSemmi#Ft A})")


@pytest.mark.parametrize(("column", "letters"), [(1, "A"), (26, "Z"), (27, "AA"), (702, "ZZ"), (703, "AAA")])
def test_columns_by_letter(column: int, letters: str) -> None:
    """Columns are counted without a zero: A … Z, AA …"""
    assert column_letter(column) == letters


def test_neighbours_are_joined() -> None:
    """Columns next to each other make one area, whatever order they are named in."""
    assert column_runs([5, 2, 3]) == [(2, 3), (5, 5)]


def test_a_sheet_of_paper_ends_where_deal_or_copy_changes() -> None:
    """Two lines of copy 1, one of copy 2, one of the next deal: three sheets of paper."""
    papers = [(1, 1, 1), (1, 1, 1), (1, 1, 2), (1, 2, 1)]
    rows = [dict(zip(("Forduló", "Leosztás", "Példány"), paper, strict=True)) for paper in papers]
    assert paper_ends(RESULTS, rows) == [1, 2, 3]
    assert paper_ends(table_layout("tAllas"), rows) == []


@pytest.mark.parametrize("table", table_layouts().values(), ids=lambda table: str(table.name))
def test_each_layout_can_be_laid(table: object) -> None:
    """Every look, heading, key and kind that a template names exists."""
    layout = table_layout(getattr(table, "name", ""))
    headings = [column.name for column in layout.columns]
    assert {*layout.key, *layout.paper} <= set(headings)
    assert {column.kind for column in layout.columns} <= set(palette().kinds)
    assert {mark.look for mark in placed_marks(layout, template_placing(layout))} <= {"", *palette().looks}


def test_the_repeating_column_takes_any_number() -> None:
    """`12. forduló %` is the twelfth of `1. forduló %`; `x. forduló %` and `forduló %` are the referee's own."""
    standings = table_layout("tAllas")
    assert standings.column("12. forduló %") is standings.columns[-1]
    assert standings.column("x. forduló %") is None
    assert standings.column("forduló %") is None


FORMULAS = (
    "=A5+$A5-A$5*$A$5",
    "=SUM(B5:C9)/COUNTIF($B$5:$B$9;B5)",
    '=IF(A5="B5 és ""C5""",\'A5 lap\'!A5,Lap!$B6)',
    "=[1]Lap!A5+tEredmenyek[[#This Row],[A5]]",
    "=LOG10(A5)+ATAN2(B5,C5)+1E5+A5.B5",
    "=SUM(5:6)+SUM($5:6)+SUM(C:D)+SUM(C:$D)",
    "=ÁB5+AB5_x+x_AB5+#N/A+a5",
    "=A5",
)


@pytest.mark.parametrize("formula", FORMULAS)
@pytest.mark.parametrize("target", [(5, 2), (9, 2), (5, 4), (12, 3), (4, 2)])
def test_a_formula_reads_on_where_it_moves(formula, target):
    """Free references go along with the cell, fixed ones stay; texts, sheets, headings, functions are none."""
    expected = Translator(formula, "B5").translate_formula(f"{column_letter(target[1])}{target[0]}")
    assert translated(Formula(formula), (5, 2), target) == expected.replace(",a", ",A").replace("+a", "+A")


@pytest.mark.parametrize(
    ("formula", "target", "expected"),
    [("=A5+B2", (1, 2), "=A1+#REF!"), ("=A5+B$2", (1, 1), "=#REF!+A$2"), ("=B2:B9", (3, 2), "=#REF!")],
)
def test_what_no_sheet_has_is_an_error_as_in_excel(formula, target, expected):
    """A formula that moves too far up or left says so where it cannot follow, and goes on reading elsewhere."""
    assert translated(Formula(formula), (5, 2), target) == expected
