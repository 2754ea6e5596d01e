"""Files beside the workbook: a printed page with one table, and a second typist's sheet with native checks only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from xlsxwriter import Workbook
from xlsxwriter.worksheet import Worksheet

from macros_py.book.layout import ColumnLayout, TableLayout, layouts, palette, table_layout
from macros_py.book.port import Row
from macros_py.book.references import paper_ends, placed_choices, placed_marks, template_placing
from macros_py.book.saving import EVENT_NAME, refuse_event_file, refuse_wrong_ending, write_atomically
from macros_py.builder.workbook import (
    A4,
    HEAD_HEIGHT,
    TITLE_HEIGHT,
    Formats,
    add_table,
    write_cell,
    write_choices,
    write_marks,
)
from macros_py.rules.results.protocol import RESULTS_TABLE

_BODY_HEIGHT = 20
_DATA_SHEET = "Adatok"
_ROUND_RANGES = ("fordulok_szama", "fordulok_allapota")
"""The names that the marks of the result rows look at."""
_THICK = 2


@dataclass(frozen=True, slots=True)
class Paper:
    """What stands on the page; the columns' kinds are those of the palette."""

    name: str
    title: str
    lines: Sequence[str]
    columns: Sequence[ColumnLayout]
    rows: Sequence[Row]
    is_landscape: bool = False
    row_height: float = _BODY_HEIGHT


def write_paper(path: Path, paper: Paper) -> None:
    """Write the page; an older one of that name is replaced: it can be made again at any time.

    :raises BookError: the name does not end in ``.xlsx`` (``wrong_ending``); it cannot be written.
    :raises FileExists: an event, a record or a typing sheet stands there.
    """
    refuse_wrong_ending(path)
    refuse_event_file(path)
    content = BytesIO()
    workbook = Workbook(content, {"in_memory": True})
    formats = Formats(workbook)
    sheet = workbook.add_worksheet(paper.name)
    sheet.write_string(0, 0, paper.title, formats.named("title"))
    sheet.set_row(0, TITLE_HEIGHT)
    for row, line in enumerate(paper.lines, start=1):
        sheet.write_string(row, 0, line, formats.named("hint"))
    head = len(paper.lines) + 2
    sheet.set_row(head, HEAD_HEIGHT)
    for index, column in enumerate(paper.columns):
        sheet.set_column(index, index, column.width)
        sheet.write_string(head, index, column.name, formats.head(column))
        for row, cells in enumerate(paper.rows, start=head + 1):
            write_cell(sheet, (row, index), cells.get(column.name), formats.body(column))
    for row in range(head + 1, head + 1 + len(paper.rows)):
        sheet.set_row(row, paper.row_height)
    sheet.set_paper(A4)
    sheet.set_landscape() if paper.is_landscape else sheet.set_portrait()
    sheet.set_margins(left=0.5, right=0.5, top=0.6, bottom=0.7)
    sheet.hide_gridlines(2)
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(head)
    sheet.set_footer("&C&8&P / &N")
    workbook.close()
    write_atomically(path, lambda stream: stream.write(content.getvalue()))


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
    formats, table = Formats(workbook), table_layout(RESULTS_TABLE)
    sheet = workbook.add_worksheet(next(layout.name for layout in layouts() if layout.table == table))
    sheet.write_string(0, 0, entry.title, formats.named("title"))
    sheet.write_string(1, 0, entry.hint, formats.named("hint"))
    _write_rows(workbook, sheet, table, entry.rows)
    sheet.set_landscape()
    sheet.set_paper(A4)
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(table.header_row - 1)
    _write_data(workbook, entry)
    workbook.close()
    write_atomically(path, lambda stream: stream.write(content.getvalue()), is_new=True)


def _write_data(workbook: Workbook, entry: EntrySheet) -> None:
    """Write, hidden, whose sheet it is and what the marks look at."""
    sheet = workbook.add_worksheet(_DATA_SHEET)
    sheet.hide()
    sheet.write_string(0, 0, entry.event)
    workbook.define_name(EVENT_NAME, f"='{_DATA_SHEET}'!$A$1")
    for row, (number, state) in enumerate(entry.rounds, start=1):
        sheet.write_number(row, 0, number)
        sheet.write_string(row, 1, state)
    for column, name in zip("AB", _ROUND_RANGES, strict=True):
        area = f"${column}$2:${column}${max(len(entry.rounds), 1) + 1}"
        workbook.define_name(name, f"='{_DATA_SHEET}'!{area}")


def _write_rows(workbook: Workbook, sheet: Worksheet, layout: TableLayout, rows: Sequence[Row]) -> None:
    formats, first, placing = Formats(workbook), layout.header_row, template_placing(layout, len(rows))
    add_table(sheet, formats, layout, placing.last_row - 1)
    for index, column in enumerate(layout.columns):
        sheet.set_column(index, index, column.width, formats.below(column))
        for row in range(max(len(rows), 1)):
            cell = rows[row].get(column.name) if rows else None
            write_cell(sheet, (first + row, index), cell, formats.body(column))
    write_marks(sheet, formats, placed_marks(layout, placing))
    write_choices(sheet, placed_choices(layout, placing))
    rule = workbook.add_format({"bottom": _THICK, "bottom_color": palette().rule})
    for end in paper_ends(layout, rows):
        area = (first + end, 0, first + end, len(layout.columns) - 1)
        sheet.conditional_format(*area, {"type": "formula", "criteria": "=TRUE", "format": rule})
