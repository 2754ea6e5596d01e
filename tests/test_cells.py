"""What stands in a cell, and what it means: nothing is guessed, nothing crashes."""

from __future__ import annotations

from datetime import date, datetime, time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros_py.cells import (
    CellError,
    Formula,
    cell_name_key,
    ft_cell,
    read_date,
    read_decimal,
    read_names,
    read_text,
    read_whole,
    read_yes_no,
)
from macros_py.rules.problems import Misreading, Unreadable
from macros_py.rules.results.typed_results import Letter

ANY_CELL = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.dates(),
    st.datetimes(),
    st.times(),
    st.text(max_size=12),
    st.text(max_size=6).map(Formula),
    st.text(max_size=6).map(CellError),
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        ("  Kiss \u00a0 Anna\n", "Kiss Anna"),
        ("O\u030bze", "Őze"),
        ("Kiss\u200b Anna\ufeff", "Kiss Anna"),
        ("Ki\x07ss\x1b Anna\x7f", "Kiss Anna"),
        ("Kiss\x0bAnna", "Kiss Anna"),
        (40.0, "40"),
        (9.99, "9,99"),
        (True, "igen"),
        (date(2026, 5, 3), "2026. 05. 03."),
        (datetime(2026, 5, 3), "2026. 05. 03."),
        (datetime(2026, 5, 3, 10, 30), "2026. 05. 03. 10:30"),
        (time(10, 30), "10:30"),
        ("None", "None"),
        ("=Péter", "=Péter"),
    ],
)
def test_text(value: object, text: str) -> None:
    """A cell's text is composed, tidy, and written as a Hungarian reads it."""
    assert read_text(value) == text


@pytest.mark.parametrize(
    "spelling", ["Őze Ödön", "O\u030bze O\u0308do\u0308n", " ŐZE  ÖDÖN ", "őze\u00a0ödön"]
)
def test_one_person_however_spelled(spelling: str) -> None:
    """Composed or not, in any case and spacing, a name is one key."""
    assert cell_name_key(spelling) == "őze ödön"


def test_o_and_o_are_two_letters() -> None:
    """Ö and Ő, U and Ü stay different: accents make names different."""
    assert len({cell_name_key(name) for name in ("Öri", "Őri", "Ori", "Üri", "Űri")}) == 5


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (None, None),
        ("", None),
        ("  ", None),
        (0, 0),
        ("0", 0),
        (40, 40),
        (40.0, 40),
        ("40", 40),
        ("-2 ", -2),
        ("−2", -2),
        ("–2", -2),
        ("- 2", -2),
        ("+2", 2),
        ("2 Ft", 2),
        ("-2Ft.", -2),
        ("2 forint", 2),
        ("16,0", 16),
        ("16.0", 16),
        ("−2,00 Ft", -2),
    ],
)
def test_whole_numbers(value: object, number: int | None) -> None:
    """Whole numbers are read as people type them; a blank is not 0."""
    assert read_whole(value) == number
    assert ft_cell(value) == number


@pytest.mark.parametrize(
    ("value", "misreading"),
    [
        ("9,99", Misreading.DECIMAL),
        ("9.99", Misreading.DECIMAL),
        ("1.000", Misreading.DECIMAL),
        ("9,99 Ft", Misreading.DECIMAL),
        (9.99, Misreading.DECIMAL),
        ("7/12", Misreading.FRACTION),
        ("1-2", Misreading.FRACTION),
        (date(2026, 7, 12), Misreading.DATE),
        (datetime(2026, 7, 12), Misreading.DATE),
        (time(1, 2), Misreading.DATE),
        ("2026. 07. 12.", Misreading.DATE),
        (Formula("=B2-1"), Misreading.FORMULA),
        ("=B2-1", Misreading.FORMULA),
        (CellError("#N/A"), Misreading.CELL_ERROR),
        ("#HIÁNYZIK", Misreading.CELL_ERROR),
        ("kettő", Misreading.TEXT),
        ("2 2", Misreading.TEXT),
        ("1 000 000 000 0", Misreading.TEXT),
        ("٢", Misreading.TEXT),
        (True, Misreading.TEXT),
        (float("nan"), Misreading.TEXT),
        (float("inf"), Misreading.TEXT),
        ([2], Misreading.TEXT),
        (1.5e308, Misreading.TEXT),
        (-(10**9), Misreading.TEXT),
        (10**400, Misreading.TEXT),
    ],
)
def test_no_whole_number(value: object, misreading: Misreading) -> None:
    """What is no whole number is given back with what seems to have happened to it."""
    for read in (read_whole, ft_cell):
        found = read(value)
        assert isinstance(found, Unreadable)
        assert found.found is value
        assert found.misreading is misreading


@pytest.mark.parametrize(("value", "letter"), [("R", Letter.R), (" v ", Letter.V), ("n", Letter.N)])
def test_letters_of_the_ft_cell(value: str, letter: Letter) -> None:
    """R, V and N are read in either case."""
    assert ft_cell(value) is letter


@pytest.mark.parametrize("value", ["RV", "K", Formula("R"), CellError("N")])
def test_no_letter_of_the_ft_cell(value: str) -> None:
    """Other letters are not read, and a formula is no letter."""
    assert isinstance(ft_cell(value), Unreadable)


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (None, None),
        ("", None),
        (12, Fraction(12)),
        (12.5, Fraction(25, 2)),
        (0.1, Fraction(1, 10)),
        ("12,5", Fraction(25, 2)),
        ("12.5", Fraction(25, 2)),
        ("−0,5", Fraction(-1, 2)),
        ("1 234,5", Fraction(2469, 2)),
        ("1\u00a0234", Fraction(1234)),
        ("5 000 Ft", Fraction(5000)),
        ("5000Ft", Fraction(5000)),
    ],
)
def test_decimals(value: object, number: Fraction | None) -> None:
    """Decimals are exact, with a comma or a point, with blanks between the thousands."""
    assert read_decimal(value) == number


@pytest.mark.parametrize(
    "value",
    [
        "1/2",
        "12,",
        ",5",
        "1,2,3",
        "tíz",
        True,
        float("nan"),
        date(2026, 1, 2),
        Formula("=1"),
        CellError("#N/A"),
    ],
)
def test_no_decimal(value: object) -> None:
    """Nothing is guessed at."""
    assert isinstance(read_decimal(value), Unreadable)


@pytest.mark.parametrize(
    ("value", "answer"),
    [
        (None, None),
        (" ", None),
        (True, True),
        ("Igen", True),
        ("x", True),
        (1, True),
        (1.0, True),
        ("nem", False),
        ("–", False),
        (0, False),
        ("N", False),
        (False, False),
    ],
)
def test_yes_and_no(value: object, answer: bool | None) -> None:
    """Igen, nem and the usual marks are read in any case."""
    assert read_yes_no(value) is answer


@pytest.mark.parametrize("value", ["talán", 2, Formula("=A1"), CellError("#N/A")])
def test_neither_yes_nor_no(value: object) -> None:
    """Anything else is neither."""
    assert read_yes_no(value) == Unreadable(value, read_yes_no(value).misreading)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "value",
    [date(2026, 5, 3), datetime(2026, 5, 3, 9), "2026. 05. 03.", "2026.5.3", "2026-05-03", " 2026. 5. 3 "],
)
def test_dates(value: object) -> None:
    """A day is read from a date cell or from its usual spellings."""
    assert read_date(value) == date(2026, 5, 3)


@pytest.mark.parametrize(
    "value", ["2026. 13. 01.", "május 3.", 46000, True, Formula("=MA()"), CellError("#N/A")]
)
def test_no_dates(value: object) -> None:
    """A day that does not exist, a bare number or a formula is no date; a blank is no day at all."""
    assert isinstance(read_date(value), Unreadable)
    assert read_date("") is None
    assert read_date(None) is None


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (" Kiss Anna;; Nagy  Béla ;\nŐze Ödön", "Kiss Anna|Nagy Béla|Őze Ödön"),
        (None, ""),
        ("Kiss Anna, Nagy Béla,Őze Ödön", "Kiss Anna|Nagy Béla|Őze Ödön"),
        ("Kiss Anna és Nagy Béla", "Kiss Anna|Nagy Béla"),
        ("Kiss Anna, Nagy Béla és Őze Ödön", "Kiss Anna|Nagy Béla|Őze Ödön"),
        ("Kiss Anna / Nagy Béla", "Kiss Anna|Nagy Béla"),
        ("Kiss Anna/Nagy Béla", "Kiss Anna|Nagy Béla"),
        ("Kiss Anna & Nagy Béla", "Kiss Anna|Nagy Béla"),
        ("Kiss Anna\tNagy Béla", "Kiss Anna|Nagy Béla"),
        ("Kiss Anna – Nagy Béla", "Kiss Anna|Nagy Béla"),
        ("1. Kiss Anna\n2. Nagy Béla", "Kiss Anna|Nagy Béla"),
        ("Kis Anna, dr.", "Kis Anna, dr."),
        ("Kis Anna, dr., Nagy Béla, ifj.", "Kis Anna, dr.|Nagy Béla, ifj."),
        ("Kis Anna, PhD és Nagy Béla", "Kis Anna, PhD|Nagy Béla"),
        ("Dr. Kis Anna, Dr. Nagy Béla", "Dr. Kis Anna|Dr. Nagy Béla"),
        ("Nagy P., Kis A.", "Nagy P.|Kis A."),
        ("Kovács István (Szeged, MTK), Nagy Béla", "Kovács István (Szeged, MTK)|Nagy Béla"),
        ("Kiss-Nagy Pál; Kiss - Nagy Pál; Kiss – Nagy Pál", "Kiss-Nagy Pál|Kiss - Nagy Pál|Kiss – Nagy Pál"),
        ("Dr. Kiss – Nagy Pál", "Dr. Kiss – Nagy Pál"),
        ("Andrés Ése", "Andrés Ése"),
        ("; , és", ""),
    ],
)
def test_names_of_a_list(text: str | None, names: str) -> None:
    """Names are separated as people really do it; a title behind a comma stays with its name."""
    assert read_names(text) == tuple(names.split("|") if names else ())


@given(ANY_CELL)
def test_no_cell_is_a_crash(value: object) -> None:
    """Whatever stands in a cell, every reader gives a value, a blank or Unreadable."""
    assert isinstance(read_text(value), str)
    assert isinstance(read_names(value), tuple)
    for read in (read_whole, ft_cell, read_decimal, read_yes_no, read_date):
        found = read(value)
        if isinstance(value, Formula | CellError):
            assert isinstance(found, Unreadable)


@given(st.integers(-(10**9) + 1, 10**9 - 1))
def test_every_spelling_of_a_number(number: int) -> None:
    """A number, its float, its text and its text with a typographic minus are one number."""
    for value in (number, float(number), str(number), str(number).replace("-", "−"), f" {number} Ft"):
        assert read_whole(value) == number


@pytest.mark.parametrize(
    "value", [1.5e308, 10**9, -1e9, float("nan"), "1 000 000 000", "123 456 789 012,5 Ft"]
)
def test_a_number_that_would_overflow_a_sum_is_not_read(value: object) -> None:
    """As a number or as a text, from a thousand millions on it is a slip of the hand."""
    assert read_decimal(value) == Unreadable(value)
