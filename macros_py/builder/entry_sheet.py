"""The sheet of a second typist: some protocols' rows with native checks only, no program needed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from xlsxwriter import Workbook

from macros_py.book.port import Row
from macros_py.book.saving import refuse_wrong_ending, write_atomically
from macros_py.book.schema import layouts, table_layout
from macros_py.book.stamps import EVENT_NAME
from macros_py.book.tables.results import TABLE
from macros_py.builder.sheet_of_rows import write_rows
from macros_py.builder.workbook_formats import Formats
from macros_py.builder.workbook_sheet import A4

DATA_SHEET = "Adatok"
ROUND_RANGES = ("fordulok_szama", "fordulok_allapota")
"""The names that the marks of the result rows look at."""


@dataclass(frozen=True, slots=True)
class EntrySheet:
    """What the sheet is made of: the event's identity, title and hint, and for each round its state."""

    event: str
    title: str
    hint: str
    rounds: Sequence[tuple[int, str]]
    rows: Sequence[Row]


def write_entry_sheet(path: Path, entry: EntrySheet) -> None:
    """Write the file; one that stands there already is never replaced.

    :raises BookError: the name does not end in ``.xlsx`` (``wrong_ending``); it cannot be written.
    :raises FileExists: there is such a file.
    """
    refuse_wrong_ending(path)
    content = BytesIO()
    workbook = Workbook(content, {"in_memory": True})
    layout = next(layout for layout in layouts() if layout.table and layout.table.name == TABLE)
    formats = Formats(workbook)
    sheet = workbook.add_worksheet(layout.name)
    sheet.write_string(0, 0, entry.title, formats.named("title"))
    sheet.write_string(1, 0, entry.hint, formats.named("hint"))
    write_rows(workbook, sheet, table_layout(TABLE), entry.rows)
    sheet.set_landscape()
    sheet.set_paper(A4)
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(table_layout(TABLE).header_row - 1)
    write_data(workbook, entry)
    workbook.close()
    write_atomically(path, lambda stream: stream.write(content.getvalue()), is_new=True)


def write_data(workbook: Workbook, entry: EntrySheet) -> None:
    """Write, hidden, whose sheet it is and what the marks look at."""
    sheet = workbook.add_worksheet(DATA_SHEET)
    sheet.hide()
    sheet.write_string(0, 0, entry.event)
    workbook.define_name(EVENT_NAME, f"='{DATA_SHEET}'!$A$1")
    write_lines(sheet, entry.rounds)
    for column, name in zip("AB", ROUND_RANGES, strict=True):
        area = f"${column}$2:${column}${max(len(entry.rounds), 1) + 1}"
        workbook.define_name(name, f"='{DATA_SHEET}'!{area}")


def write_lines(sheet: object, rounds: Iterable[tuple[int, str]]) -> None:
    """Write number and state of each round from the second row on."""
    for row, (number, state) in enumerate(rounds, start=1):
        sheet.write_number(row, 0, number)  # type: ignore[attr-defined]
        sheet.write_string(row, 1, state)  # type: ignore[attr-defined]
