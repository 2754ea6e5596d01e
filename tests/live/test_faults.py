"""Faults made on purpose on a workbook open in Calc: said in words, and nothing of the referee's is lost."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import xlwings as xw
from openpyxl import load_workbook
from openpyxl.utils import range_boundaries
from openpyxl.worksheet.table import TableColumn

from macros_py import buttons
from macros_py.__main__ import main
from macros_py.book.file import FileBook
from macros_py.book.layout import table_layout


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give an event whose last of two rounds is played and still open."""
    path = tmp_path_factory.mktemp("hibak") / "Kupa.xlsx"
    options = ("--players", "9", "--rounds", "2", "--deals", "3", "--seed", "4")
    assert main(["trial_event", str(path), *options]) == 0
    return path


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give what the buttons tell."""
    heard: list[str] = []

    class Ear(buttons.ProgramScreen):
        def tell(self, text: str) -> None:
            """Remember a message."""
            heard.append(text)

    monkeypatch.setattr(buttons, "screen_of", Ear)
    return heard


@pytest.fixture
def book(played: Path, calc: xw.App, tmp_path: Path) -> xw.Book:
    """Give a copy of the event, open in Calc."""
    return calc.books.open(str(shutil.copy(played, tmp_path / "Kupa.xlsx")))


def typed_rows(book: xw.Book) -> xw.Range:
    """Give the cells of the typed results, the headings first."""
    return book.sheets[table_layout("tEredmenyek").sheet].tables["tEredmenyek"].range


def column(area: xw.Range, heading: str) -> int:
    """Give the place of a column, 0 for the first."""
    return area.options(ndim=2).value[0].index(heading)


def standing(path: Path) -> list[object]:
    """Give the final order in a file: names and percentages."""
    return [(row["Név"], row["Százalék"]) for row in FileBook.open(path).read_table("tAllas")]


@pytest.mark.parametrize(
    ("value", "seen"), [("=1/0", "képlet áll (=1/0)"), ("négy", "négy"), ("=NA()", "képlet áll (=NA())")]
)
def test_garbage_in_a_cell_is_named(book, told, value, seen):
    """A formula that comes to an error, or a word for a number: the check is refused, and says what stands there."""
    area = typed_rows(book)
    cell = area[1, column(area, "Ft A")]
    if value.startswith("="):
        cell.formula = value
    else:
        cell.value = value
    assert buttons.press("check_results", {}, book) is False
    assert seen in told[-1]


def test_a_read_only_file_is_refused_and_stays(book, told, monkeypatch):
    """What cannot be saved is said, with the file's name; not one byte of it is other."""
    path = Path(book.fullname)
    before = path.read_bytes()

    def refused(*words: object) -> None:
        raise PermissionError(13, "read-only", str(path))

    monkeypatch.setattr("os.replace", refused)
    assert buttons.press("score_event", {}, book) is False
    assert "Kupa.xlsx" in told[-1]
    assert "sportulti-hiba.log" not in told[-1]
    assert path.read_bytes() == before


def test_a_sorted_table_with_hidden_rows_counts_the_same(book, told, played):
    """Rows the other way round, one of them hidden: every result counts, the order of the rows stays."""
    area = typed_rows(book)
    headings, *lines = area.options(ndim=2).value
    for index, line in enumerate(reversed(lines), start=1):
        area[index, 0].resize(1, len(headings)).value = line
    area[2, 0].rows.hidden = True
    order = [line[:3] for line in typed_rows(book).options(ndim=2).value]
    assert buttons.press("score_event", {}, book) is True
    assert [line[:3] for line in typed_rows(book).options(ndim=2).value] == order
    assert standing(Path(book.fullname)) == standing(played)


def test_a_row_inserted_above_a_table_moves_it(book, told, played):
    """The table is found where it now stands, and nothing is written into its old place."""
    sheet = book.sheets["Eredményrögzítés"]
    first = typed_rows(book).row
    sheet.range("1:1").insert("down")
    assert typed_rows(book).row == first + 1
    assert buttons.press("score_event", {}, book) is True
    assert standing(Path(book.fullname)) == standing(played)


def test_an_own_column_inside_a_table_is_kept(played, calc, told, tmp_path):
    """The referee's own column beside the results stays as it was, row by row."""
    path = Path(shutil.copy(played, tmp_path / "Kupa.xlsx"))
    workbook = load_workbook(path)
    sheet = workbook[table_layout("tEredmenyek").sheet]
    table = sheet.tables["tEredmenyek"]
    left, top, right, bottom = range_boundaries(table.ref)
    table.tableColumns.append(TableColumn(id=len(table.tableColumns) + 1, name="Saját"))
    for row in range(top, bottom + 1):
        sheet.cell(row, right + 1, "Saját" if row == top else f"jegyzet {row}")
    table.ref = table.autoFilter.ref = (
        f"{sheet.cell(top, left).coordinate}:{sheet.cell(bottom, right + 1).coordinate}"
    )
    workbook.save(path)
    book = calc.books.open(str(path))
    notes = [line[-1] for line in typed_rows(book).options(ndim=2).value]
    assert notes[:2] == ["Saját", f"jegyzet {top + 1}"]
    assert buttons.press("score_event", {}, book) is True
    assert [line[-1] for line in typed_rows(book).options(ndim=2).value] == notes
    assert standing(path) == standing(played)
