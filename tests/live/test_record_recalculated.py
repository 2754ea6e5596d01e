"""The record in a real spreadsheet program: LibreOffice computes every formula anew and finds our values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from macros_py.builder.record import write_record_file
from macros_py.builder.record_plan import FIRST_ROW, HEAD_ROW
from macros_py.rules.rulebook import Rulebook
from tests.builder.invented_event import Wishes, invent
from tests.builder.test_record import VARIANTS

Recalculate = Callable[[Path], Path]


def formula_values(record: Path, recalculated: Path) -> Iterator[tuple[str, str, object, object]]:
    """Give sheet, cell, our value and LibreOffice's of every formula of the record."""
    formulas = openpyxl.load_workbook(record)
    ours = openpyxl.load_workbook(record, data_only=True)
    theirs = openpyxl.load_workbook(recalculated, data_only=True)
    for sheet in formulas:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    place = cell.coordinate
                    yield sheet.title, place, ours[sheet.title][place].value, theirs[sheet.title][place].value


def unequal(record: Path, recalculated: Path) -> tuple[int, list[tuple[str, str, object, object]]]:
    """Give the number of formulas, and those with another value; numbers may differ by the noise of floats."""
    values = list(formula_values(record, recalculated))
    return len(values), [
        (sheet, cell, ours, theirs)
        for sheet, cell, ours, theirs in values
        if ours != (pytest.approx(theirs, abs=1e-9) if isinstance(theirs, int | float) else theirs)
    ]


@pytest.mark.parametrize("rulebook", VARIANTS.values(), ids=VARIANTS.keys())
def test_every_rulebook(tmp_path: Path, recalculate: Recalculate, rulebook: Rulebook) -> None:
    """All methods of the rules, with ties, R, V, N, rulings, deductions, a substitute and missing results."""
    path = tmp_path / "jegyzek.xlsx"
    write_record_file(path, invent(Wishes(12, 4, 3, rulebook=rulebook)))
    count, found = unequal(path, recalculate(path))
    assert found == []
    assert count > 1500


@pytest.mark.parametrize(
    ("players", "rounds", "deals", "least"),
    [(9, 3, 9, 2_000), (21, 7, 9, 10_000), (42, 7, 9, 20_000), (300, 2, 3, 15_000)],
)
def test_every_size(
    tmp_path: Path, recalculate: Recalculate, players: int, rounds: int, deals: int, least: int
) -> None:
    """From the smallest event to 100 tables."""
    path = tmp_path / "jegyzek.xlsx"
    write_record_file(path, invent(Wishes(players, rounds, deals, oddity=0.05)))
    count, found = unequal(path, recalculate(path))
    assert found == []
    assert count > least


def test_exact_halves(tmp_path: Path, recalculate: Recalculate) -> None:
    """Percentages that lie exactly half way (k/160) are rounded up by LibreOffice too."""
    path = tmp_path / "jegyzek.xlsx"
    write_record_file(path, invent(Wishes(18, 2, 8, oddity=0)))
    assert unequal(path, recalculate(path))[1] == []


def test_half_typed_and_stamped(tmp_path: Path, recalculate: Recalculate) -> None:
    """A record before the last closing, most of whose last results are missing."""
    path = tmp_path / "jegyzek.xlsx"
    write_record_file(path, invent(Wishes(9, 3, 3, oddity=0.8, is_final=False, is_trial=True)))
    assert unequal(path, recalculate(path))[1] == []


def test_a_deleted_result_is_missing_everywhere(tmp_path: Path, recalculate: Recalculate) -> None:
    """Who audits by deleting Ft sees the deals played go down on Végeredmény and on Mesterpontok alike."""
    path = tmp_path / "jegyzek.xlsx"
    write_record_file(path, invent(Wishes(12, 3, 3, oddity=0)))
    book = openpyxl.load_workbook(path)
    for cell in ("L5", "M5", "N5", "L6"):
        book["Eredmények"][cell].value = None
    book.save(path)
    sheets = openpyxl.load_workbook(recalculate(path), data_only=True)
    assert played(sheets["Mesterpontok"]) == played(sheets["Végeredmény"])
    assert sum(played(sheets["Mesterpontok"]).values()) == 12 * 9 - 4


def played(sheet: Worksheet) -> Counter[tuple[object, object]]:
    """Give the deals played of each position, of all its persons together."""
    headings = [cell.value for cell in sheet[HEAD_ROW]]
    columns = [headings.index(name) for name in ("Vonal", "Induló asztal", "Lejátszott leosztás")]
    found: Counter[tuple[object, object]] = Counter()
    for row in sheet.iter_rows(min_row=FIRST_ROW, values_only=True):
        line, table, deals = (row[column] for column in columns)
        if line is not None and isinstance(deals, int | float):
            found[line, table] += int(deals)
    return found


def test_wrong_cached_values_would_be_seen(tmp_path: Path, recalculate: Recalculate) -> None:
    """The comparison has teeth: LibreOffice computes, and does not repeat what is cached."""
    data = invent(Wishes(9, 3, 3))
    path, other = tmp_path / "jegyzek.xlsx", tmp_path / "masik.xlsx"
    write_record_file(path, data)
    write_record_file(other, invent(Wishes(9, 3, 3, seed=2)))
    assert unequal(path, recalculate(other))[1]
    book = openpyxl.load_workbook(path)
    book["Eredmények"]["L5"].value = 999
    changed = tmp_path / "javitott.xlsx"
    book.save(changed)
    assert unequal(path, recalculate(changed))[1]
