"""Values of every kind go into Calc and come back, as they would with Excel."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import openpyxl
import pytest
import xlwings

from macros_py.libreoffice.values import Shown, coerced

THIS_YEAR = dt.date.today().year

ROUND_TRIPS: list[tuple[object, object]] = [
    (None, None),
    ("", None),
    ("Őszike, Ű. Béla", "Őszike, Ű. Béla"),
    ("két\nsor", "két\nsor"),
    (" szélén szóköz ", " szélén szóköz "),
    ("None", "None"),
    (40, 40.0),
    (-2.5, -2.5),
    (0, 0.0),
    (float("nan"), None),
    (True, True),
    (False, False),
    (dt.date(2026, 5, 1), dt.datetime(2026, 5, 1)),
    (dt.datetime(2026, 5, 1, 23, 59, 58), dt.datetime(2026, 5, 1, 23, 59, 58)),
    (dt.time(12, 30), dt.datetime(1899, 12, 30, 12, 30)),
    ("'=nem képlet", "=nem képlet"),
    ("'+1", "+1"),
    ("'007", "007"),
    ("'1-2", "1-2"),
    ("12", 12.0),
    ("1e3", 1000.0),
    ("TRUE", True),
    ("7/12", dt.datetime(THIS_YEAR, 7, 12)),
    ("13-2", dt.datetime(THIS_YEAR, 2, 13)),
    ("13-32", "13-32"),
    ("=1+1", 2.0),
    ("=1>0", True),
    ('="a"&"b"', "ab"),
]
"""What is written, and what is read; texts are taken as Excel takes what is typed."""


@pytest.mark.parametrize(("written", "read"), ROUND_TRIPS, ids=[repr(entry[0]) for entry in ROUND_TRIPS])
def test_one_cell_comes_back(calc: xlwings.App, written: object, read: object) -> None:
    """A single cell gives back what Excel would give back, of the same type."""
    cell = calc.books.add().sheets[0]["B2"]
    cell.value = written
    assert cell.value == read
    assert type(cell.value) is type(read)


def test_every_kind_comes_back_in_one_block(calc: xlwings.App) -> None:
    """The same values written as one block give the same."""
    cells = calc.books.add().sheets[0]["C3"].resize(len(ROUND_TRIPS), 1)
    cells.options(ndim=2).value = [[written] for written, _ in ROUND_TRIPS]
    assert cells.value == [read for _, read in ROUND_TRIPS]


def test_a_block_that_is_written_over_takes_the_new_kinds(calc: xlwings.App) -> None:
    """Where a truth value stood, 1 is a number again, and an emptied cell is empty."""
    cells = calc.books.add().sheets[0]["A1:C1"]
    cells.value = [True, False, "x"]
    cells.value = [1, 0, None]
    assert cells.value == [1.0, 0.0, None]
    assert [type(value) for value in cells.value[:2]] == [float, float]


def test_a_text_format_keeps_texts(calc: xlwings.App) -> None:
    """In cells formatted as text nothing typed becomes a number, a day or a formula."""
    cells = calc.books.add().sheets[0]["A1:A4"]
    cells.number_format = "@"
    cells.options(transpose=True).value = ["1-2", "007", "=A9", "TRUE"]
    assert cells.value == ["1-2", "007", "=A9", "TRUE"]


def test_error_cells_are_none_or_their_text(calc: xlwings.App) -> None:
    """Error cells read as None, and with ``err_to_str`` as the words that Excel shows."""
    cells = calc.books.add().sheets[0]["A1:E1"]
    cells.formula = [["=1/0", "=NA()", "=NOSUCH(1)", "=SQRT(-1)", '=1+"x"']]
    assert cells.value == [None] * 5
    assert cells.options(err_to_str=True).value == ["#DIV/0!", "#N/A", "#NAME?", "#NUM!", "#VALUE!"]


def test_options_choose_the_types(calc: xlwings.App) -> None:
    """The options of a range turn numbers into int, moments into dates, blanks into a text."""
    cells = calc.books.add().sheets[0]["A1:C1"]
    cells.value = [3, dt.date(2026, 5, 1), None]
    assert cells.options(numbers=int, dates=dt.date, empty="–").value == [3, dt.date(2026, 5, 1), "–"]
    assert cells.options(ndim=2).value == [[3.0, dt.datetime(2026, 5, 1), None]]


@pytest.mark.parametrize("rows", [1, 50, 10_000])
def test_the_trips_do_not_depend_on_the_rows(calc: xlwings.App, rows: int) -> None:
    """A block of 20 columns with every kind of value takes one write, one read and few calls, however long it is."""
    kinds: list[object] = ["név", 1, True, None, dt.date(2026, 5, 1), "'12", "=1+1", 2.5, "x", 0]
    block = [[*kinds, *kinds] for _ in range(rows)]
    cells = calc.books.add().sheets[0]["A1"].resize(rows, 20)
    trips = calc.impl.bridge.trips
    trips.reset()
    cells.value = block
    assert (trips.writes, trips.reads) == (1, 0)
    assert trips.calls <= 70
    trips.reset()
    read = cells.options(ndim=2).value
    assert (trips.writes, trips.reads) == (0, 1)
    assert trips.calls <= 70
    moment = dt.datetime(2026, 5, 1)
    expected = ["név", 1.0, True, None, moment, "12", 2.0, 2.5, "x", 0.0]
    assert read == [[*expected, *expected]] * rows


def test_a_saved_book_reads_the_same_in_calc_and_in_openpyxl(calc: xlwings.App, tmp_path: Path) -> None:
    """Texts, numbers, truth values, days, formulas and their values survive saving and opening again."""
    path = tmp_path / "mentett.xlsx"
    book = calc.books.add()
    book.sheets[0]["A1:F1"].value = ["'=név", 2.5, True, dt.date(2026, 5, 1), "=B1*2", "'12"]
    book.save(path)
    book.close()
    again = calc.books.open(path)
    assert again.sheets[0]["A1:F1"].value == ["=név", 2.5, True, dt.datetime(2026, 5, 1), 5.0, "12"]
    cells = next(openpyxl.load_workbook(path, data_only=True).active.iter_rows(values_only=True))
    assert cells == ("=név", 2.5, True, dt.datetime(2026, 5, 1), 5, "12")


def test_a_stale_value_in_a_file_is_computed_anew(calc: xlwings.App, tmp_path: Path) -> None:
    """A formula whose value in the file is missing or old has its true value once the file is open."""
    path = tmp_path / "regi.xlsx"
    book = openpyxl.Workbook()
    book.active["A1"], book.active["B1"] = 20, "=A1+1"
    book.save(path)
    assert calc.books.open(path).sheets[0]["B1"].value == 21.0


@pytest.mark.parametrize("text", ["", "x", "1,5", "1 000", "2026-05-01", "1--2", "99/99", "igaz"])
def test_other_texts_stay_texts(text: str) -> None:
    """Whatever is not a number, a truth value or a day and month stays a text."""
    assert coerced(text) is None


def test_a_day_and_month_is_a_date_with_its_format() -> None:
    """The trap of Excel is there: a text like 1-2 becomes a number shown as a date."""
    made = coerced("1-2")
    assert isinstance(made, Shown)
    assert made.kind.name == "DATE"
