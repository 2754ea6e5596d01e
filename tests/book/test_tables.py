"""Rows of the workbook as the rules' nouns: what is not plainly a value is reported with its place, and left out."""

from __future__ import annotations

from datetime import datetime

import pytest

from macros_py.book.held import HeldBook
from macros_py.book.tables.hall import DEALS_TABLE as DEALS
from macros_py.book.tables.hall import deal_row, read_deals, read_rounds
from macros_py.book.tables.results import fixed_text, read_fixed, read_rulings, read_substitutions
from macros_py.cells import Formula
from macros_py.rules.cards.cards import hand_notation
from macros_py.rules.cards.deals import unrank
from macros_py.rules.hall.event import RoundState, Status
from macros_py.words import on_sheet

RULING = {"Sorszám": 1, "Fajta": "levonás", "Név": "Nagy Pál", "Érték": 2, "Egység": "pont"}
CHANGE = {
    "Vonal": "a",
    "Induló asztal": 1,
    "Ki": "Nagy Pál",
    "Be": "Kis Éva",
    "Fordulótól": 2,
    "Leosztástól": 3,
}


def book_with(table, *rows):
    """Give a book with rows in one table; headings left out are blank."""
    book = HeldBook()
    blank = dict.fromkeys(book.tables[table].declared)
    book.write_table(table, [{**blank, **row} for row in rows])
    return book


@pytest.mark.parametrize(
    ("value", "is_withdrawn"),
    [
        (None, False),
        (" ", False),
        ("nem", False),
        ("N", False),
        (0, False),
        (False, False),
        ("–", False),
        ("igen", True),
        ("X", True),
        (True, True),
        ("2026. 05. 03.", None),
        (datetime(2026, 5, 3), None),
        ("Nagy Pál", None),
        ("nincs", None),
    ],
)
def test_a_ruling_is_withdrawn_by_a_yes_alone(value, is_withdrawn):
    """A no says that it stands; a date, a name, another word is neither, and will be asked about."""
    (ruling,), problems = read_rulings(book_with("tDontesek", {**RULING, "Visszavonva": value}))
    assert (ruling.is_withdrawn, problems) == (is_withdrawn, [])


@pytest.mark.parametrize(
    ("cells", "code"),
    [
        ({"Érték": -2}, "cell_decimal"),
        ({"Érték": "kettő"}, "cell_decimal"),
        ({"Forduló": 0}, "cell_whole"),
        ({"Név": Formula("=A1")}, "cell_formula"),
    ],
)
def test_a_ruling_with_an_unreadable_cell_does_nothing(cells, code):
    """It is reported and left out whole: half a ruling might hit somebody else."""
    rulings, problems = read_rulings(book_with("tDontesek", {**RULING, **cells}))
    assert rulings == []
    assert [(found.code, found.row, on_sheet(found).column) for found in problems] == [
        (code, 0, next(iter(cells)))
    ]


def test_a_substitution_without_a_deal_is_of_the_whole_round():
    """A blank Leosztástól is no fault: he plays from the round's first deal on."""
    (change,), problems = read_substitutions(book_with("tCserek", {**CHANGE, "Leosztástól": None}))
    assert (change.from_round, change.from_deal, problems) == (2, None, [])


@pytest.mark.parametrize("heading", [heading for heading in CHANGE if heading != "Leosztástól"])
def test_a_substitution_with_a_blank_cell_is_reported(heading):
    """Each of the five others is needed."""
    changes, problems = read_substitutions(book_with("tCserek", {**CHANGE, heading: None}))
    assert changes == []
    assert [(found.code, on_sheet(found).column) for found in problems] == [("cell_blank", heading)]


def test_a_round_that_stands_twice_counts_as_its_first_row():
    """The second row is reported; it neither reopens nor closes the round."""
    rows = ({"Forduló": 1, "Sorozat": 1, "Állapot": state} for state in ("lezárva", "kiosztva"))
    rounds, problems = read_rounds(book_with("tFordulok", *rows))
    assert rounds[1].state is RoundState.CLOSED
    assert [(found.code, found.row) for found in problems] == [("round_twice", 1)]


@pytest.mark.parametrize(
    ("ft", "status", "text"),
    [
        (-4, Status.PLAYED, "-4"),
        (8, Status.RENONSZ, "8 (renonsz)"),
        (0, Status.VETLEN, "0 (vétlen)"),
        (None, Status.MISSING, "hiányzik"),
    ],
)
def test_a_fixed_result_is_number_and_status_together(ft, status, text):
    """A Ft changed under a ruling is a change too: what is read back from tPontok is the same text."""
    cells = {
        "Forduló": 1,
        "Leosztás": 2,
        "Vonal": "A",
        "Asztal": 3,
        "Ft": ft,
        "Állapot": status.value or None,
    }
    assert fixed_text(ft, status) == text
    assert read_fixed(book_with("tPontok", cells)) == {(1, 2, "A", 3): text}


def test_a_row_that_is_no_whole_deal_is_no_deal():
    """All 32 cards are there, but one hand has eleven and another nine: nothing can be told from it."""
    deal = unrank(2**50)
    first, second, _ = deal.hands
    right, wrong = deal_row(1, 1, 1, deal), deal_row(1, 1, 2, deal)
    wrong |= {"A": hand_notation((*first, second[0])), "B": hand_notation(second[1:])}
    unreadable = deal_row(1, 1, 3, deal) | {"C": "?"}
    assert read_deals(book_with(DEALS, right, wrong, unreadable)) == {(1, 1): deal}
