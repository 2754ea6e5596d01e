"""A printed page: a title, some lines, one table, in a file of its own (A4, as many pages as it takes)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from xlsxwriter import Workbook

from macros_py.book.layout_types import ColumnLayout
from macros_py.book.port import Row
from macros_py.book.saving import refuse_event_file, refuse_wrong_ending, write_atomically
from macros_py.builder.sheet_of_rows import write_cell
from macros_py.builder.workbook_formats import Formats
from macros_py.builder.workbook_sheet import A4, HEAD_HEIGHT, TITLE_HEIGHT

BODY_HEIGHT = 20


@dataclass(frozen=True, slots=True)
class Paper:
    """What stands on the page; the columns' kinds are those of the palette."""

    name: str
    title: str
    lines: Sequence[str]
    columns: Sequence[ColumnLayout]
    rows: Sequence[Row]
    is_landscape: bool = False
    row_height: float = BODY_HEIGHT


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
