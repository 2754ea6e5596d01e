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
from tests.builder.invented_event import Wishes, invent
from tests.builder.test_record import VARIANTS
from tests.conftest import LibreOffice

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


CASES: dict[str, tuple[Wishes, int]] = {
    **{name: (Wishes(12, 4, 3, rulebook=rulebook), 1_500) for name, rulebook in VARIANTS.items()},
    "3 tables": (Wishes(9, 3, 9, oddity=0.05), 2_000),
    "7 tables": (Wishes(21, 7, 4, oddity=0.05), 5_000),
    "14 tables": (Wishes(42, 4, 3, oddity=0.05), 5_000),
    "100 tables": (Wishes(300, 1, 3, oddity=0.05), 7_000),
    "exact halves": (Wishes(18, 2, 8, oddity=0), 1_500),
    "half typed and stamped": (Wishes(9, 3, 3, oddity=0.8, is_final=False, is_trial=True), 500),
}
"""All methods of the rules, with ties, R, V, N, rulings, deductions, a substitute and missing results; from the
smallest event to 100 tables; percentages half way (k/160), which LibreOffice rounds up too; a record before the last
closing, most of whose last results are missing. With each, how many formulas it has at least."""


@pytest.fixture(scope="module")
def computed(soffice: LibreOffice, tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, Path]]:
    """Give each case's record and its copy computed anew by LibreOffice, which is started once for all of them."""
    folder = tmp_path_factory.mktemp("jegyzekek")
    records = [folder / f"{number}.xlsx" for number in range(len(CASES))]
    for path, (wishes, _) in zip(records, CASES.values(), strict=True):
        write_record_file(path, invent(wishes))
    return dict(zip(CASES, zip(records, soffice.recalculate_all(records), strict=True), strict=True))


@pytest.mark.parametrize("case", CASES)
def test_every_formula_has_our_value(computed: dict[str, tuple[Path, Path]], case: str) -> None:
    """Under each rulebook and at each size LibreOffice finds, formula for formula, what we wrote beside it."""
    count, found = unequal(*computed[case])
    assert found == []
    assert count > CASES[case][1]


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
