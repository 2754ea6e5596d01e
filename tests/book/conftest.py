"""Books to test on: the same event on every adapter, as a referee may have left it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

import pytest
import xlwings
from openpyxl import load_workbook
from openpyxl.utils import range_boundaries
from openpyxl.worksheet.table import TableColumn

from macros_py.book.file import FileBook
from macros_py.book.held import HeldBook, StagedBook
from macros_py.book.layout import table_layout
from macros_py.book.live import LiveBook
from macros_py.book.port import Book, CellValue
from macros_py.book.table_plan import PhysicalRow
from macros_py.builder.workbook import build_workbook

Cells = Mapping[str, CellValue]


class Desk(Protocol):
    """Where a referee has worked, and what the program then opens."""

    book: Book

    def lay(
        self,
        table: str,
        rows: Sequence[Cells],
        *,
        headings: Iterable[str] = (),
        own: Iterable[str] = (),
        hidden: Iterable[int] = (),
    ) -> None:
        """Let ``rows`` stand in a table, with own columns behind ours, ``hidden`` being 0-based rows."""

    def standing(self, table: str) -> tuple[list[dict[str, CellValue]], list[int]]:
        """Give what stands in a table after saving and opening again, own columns and blank rows too."""


class MemoryDesk:
    """A desk without a file."""

    def __init__(self) -> None:
        self.memory = HeldBook()
        self.book: Book = self.memory

    def lay(
        self,
        table: str,
        rows: Sequence[Cells],
        *,
        headings: Iterable[str] = (),
        own: Iterable[str] = (),
        hidden: Iterable[int] = (),
    ) -> None:
        """Put the rows into the memory."""
        held = self.memory.tables[table]
        held.headings = [*(headings or held.headings), *own]
        held.rows = [
            PhysicalRow({heading: row.get(heading) for heading in held.headings}, index in set(hidden))
            for index, row in enumerate(rows)
        ]

    def standing(self, table: str) -> tuple[list[dict[str, CellValue]], list[int]]:
        """Give the rows of the memory."""
        self.book.save()
        rows = self.memory.tables[table].rows
        return [dict(row.values) for row in rows], [index for index, row in enumerate(rows) if row.is_hidden]


class FileDesk:
    """A desk with a file, opened when the book is first asked for."""

    def __init__(self, path: Path, wrap: Callable[[Book], Book] = lambda book: book) -> None:
        self.path = path
        self.wrap = wrap
        self._book: Book | None = None

    @property
    def book(self) -> Book:
        """Give the opened book."""
        if self._book is None:
            self._book = self.wrap(FileBook.open(self.path))
        return self._book

    def lay(
        self,
        table: str,
        rows: Sequence[Cells],
        *,
        headings: Iterable[str] = (),
        own: Iterable[str] = (),
        hidden: Iterable[int] = (),
    ) -> None:
        """Write the rows into the file the way Excel would leave them."""
        workbook = load_workbook(self.path)
        sheet = workbook[table_layout(table).sheet]
        excel_table = sheet.tables[table]
        first_column, header_row, _, _ = range_boundaries(excel_table.ref)
        names = [*(headings or (column.name for column in excel_table.tableColumns)), *own]
        excel_table.tableColumns = [
            TableColumn(id=number, name=name) for number, name in enumerate(names, start=1)
        ]
        for offset, name in enumerate(names):
            sheet.cell(header_row, first_column + offset, name)
            for index, row in enumerate(rows, start=1):
                sheet.cell(header_row + index, first_column + offset).value = row.get(name)
        end = sheet.cell(header_row + max(1, len(rows)), first_column + len(names) - 1).coordinate
        start = sheet.cell(header_row, first_column).coordinate
        excel_table.ref = excel_table.autoFilter.ref = f"{start}:{end}"
        for index in hidden:
            sheet.row_dimensions[header_row + 1 + index].hidden = True
        workbook.save(self.path)

    def standing(self, table: str) -> tuple[list[dict[str, CellValue]], list[int]]:
        """Save, and read the file with bare openpyxl."""
        self.book.save()
        sheet = load_workbook(self.path)[table_layout(table).sheet]
        first_column, header_row, last_column, last_row = range_boundaries(sheet.tables[table].ref)
        columns = range(first_column, last_column + 1)
        names = [sheet.cell(header_row, column).value for column in columns]
        rows = range(header_row + 1, last_row + 1)
        values = [
            {name: sheet.cell(row, column).value for name, column in zip(names, columns, strict=True)}
            for row in rows
        ]
        return values, [index for index, row in enumerate(rows) if sheet.row_dimensions[row].hidden]


class LiveDesk(FileDesk):
    """A desk with a file that is then open in Calc."""

    def __init__(self, path: Path, calc: xlwings.App) -> None:
        super().__init__(path)
        self.calc = calc

    @property
    def live(self) -> LiveBook:
        """Give the book that is open in Calc."""
        if self._book is None:
            self._book = LiveBook(self.calc.books.open(str(self.path)), lambda live: None)
        assert isinstance(self._book, LiveBook)
        return self._book

    @property
    def book(self) -> Book:
        """Give the open book; nothing of it goes to the disk."""
        return self.live

    def standing(self, table: str) -> tuple[list[dict[str, CellValue]], list[int]]:
        """Ask the program what stands in the table."""
        self.live.save()
        self.live.forget()
        area = self.live.program.sheets[table_layout(table).sheet].tables[table].range
        names, *lines = area.options(ndim=2).value
        rows = range(1, len(lines) + 1)
        hidden = [index - 1 for index in rows if area[index, 0].rows.hidden]
        return [dict(zip(names, line, strict=True)) for line in lines], hidden


class StagedMemoryDesk(MemoryDesk):
    """A desk without a file, worked on through a stage."""

    def __init__(self) -> None:
        super().__init__()
        self.book = StagedBook(self.memory)


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the empty workbook, built once."""
    path = tmp_path_factory.mktemp("template") / "Sportulti.xlsx"
    build_workbook(path)
    return path


@pytest.fixture
def workbook_path(template: Path, tmp_path: Path) -> Path:
    """Give a fresh copy of the empty workbook in a folder with spaces and accents."""
    folder = tmp_path / "Új mappa (2)"
    folder.mkdir()
    return Path(shutil.copy(template, folder / "Őszi kupa.xlsx"))


@pytest.fixture(
    params=[
        "memory",
        "staged memory",
        pytest.param("file", marks=pytest.mark.slow),
        pytest.param("staged file", marks=pytest.mark.slow),
        pytest.param("live", marks=pytest.mark.live),
    ]
)
def desk(request: pytest.FixtureRequest, workbook_path: Path) -> Desk:
    """Give a desk of each kind: what every adapter must do alike is tested on all of them."""
    desks: dict[str, Callable[[], Desk]] = {
        "memory": MemoryDesk,
        "file": lambda: FileDesk(workbook_path),
        "staged memory": StagedMemoryDesk,
        "staged file": lambda: FileDesk(workbook_path, StagedBook),
        "live": lambda: LiveDesk(workbook_path, request.getfixturevalue("calc")),
    }
    return desks[request.param]()
