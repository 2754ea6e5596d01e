"""tEredmenyek: one row for each line of each deal's protocol."""

from __future__ import annotations

from collections.abc import Sequence

from macros_py.book.port import Book, Row
from macros_py.book.tables.reading import fields_of
from macros_py.cells import ft_cell, read_text, read_whole
from macros_py.headings import FIELD_HEADINGS
from macros_py.rules.event import LINES, ProtocolLine
from macros_py.rules.protocol_row import FT_FIELDS, RESULTS_TABLE
from macros_py.rules.typed_results import Letter, TypedRow

COLUMNS = FIELD_HEADINGS[RESULTS_TABLE]
ROUND, DEAL, _ = KEY = COLUMNS["round"], COLUMNS["deal"], COLUMNS["table"]
SOLOIST, ACHIEVEMENTS, STATE, NOTE = (COLUMNS[one] for one in ("soloist", "achievements", "state", "note"))
FT_HEADINGS = tuple(COLUMNS[field] for field in FT_FIELDS)
RESULT = (SOLOIST, ACHIEVEMENTS, *FT_HEADINGS, STATE)
"""What is typed of a result."""
REMARKS_HEADING = "Ellenőrzés"
RULED_HEADING = "Döntés"
"""What was ruled about a row's players, as Döntések says: ``A: vétlen``."""
TYPED = (*RESULT, RULED_HEADING, REMARKS_HEADING, NOTE)
PAPER = ("round", "deal", "copy", "line", "table", "starter")
"""The fields that a row has of its paper."""


def read_typed_rows(book: Book) -> list[TypedRow]:
    """Give every row as it was typed, in the order they stand; what is unreadable is kept as such."""
    return [typed_row(cells) for cells in book.read_table(RESULTS_TABLE)]


def typed_row(cells: Row) -> TypedRow:
    """Read one row."""
    one = fields_of(RESULTS_TABLE, cells)
    return TypedRow(
        round=read_whole(one["round"]),
        deal=read_whole(one["deal"]),
        copy=read_whole(one["copy"]),
        line=read_whole(one["line"]),
        table=read_whole(one["table"]),
        names=(read_text(one["A"]), read_text(one["B"]), read_text(one["C"])),
        starter=read_text(one["starter"]),
        soloist=read_text(one["soloist"]),
        achievements=read_text(one["achievements"]),
        ft=(ft_cell(one["ft_A"]), ft_cell(one["ft_B"]), ft_cell(one["ft_C"])),
        state=read_text(one["state"]),
        note=read_text(one["note"]),
    )


def plain_ft(cells: Row) -> Row:
    """Give the Ft cells of a row whose text is a number or a letter (``"−1"``, ``"2 Ft"``), as what it says."""
    read = {name: (cells[name], ft_cell(cells[name])) for name in FT_HEADINGS}
    return {
        name: found.value if isinstance(found, Letter) else found
        for name, (cell, found) in read.items()
        if isinstance(cell, str) and isinstance(found, int | Letter) and cell != getattr(found, "value", None)
    }


def blank_row(line: ProtocolLine, names: Sequence[str]) -> Row:
    """Make the pre-filled row of one line of a protocol; ``names`` are those at the table, A, B, C."""
    place: Row = {COLUMNS[field]: getattr(line, field) for field in PAPER}
    return place | dict(zip(LINES, names, strict=True)) | dict.fromkeys(TYPED)
