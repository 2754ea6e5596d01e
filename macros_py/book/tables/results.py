"""tEredmenyek: one row for each line of each deal's protocol."""

from __future__ import annotations

from collections.abc import Sequence

from macros_py.book.port import Book, Row
from macros_py.cells import ft_cell, read_text, read_whole
from macros_py.rules.event import LINES, ProtocolLine
from macros_py.rules.typed_results import Letter, TypedRow

TABLE = "tEredmenyek"
REMARKS = "Ellenőrzés"
RULED = "Döntés"
"""What was ruled about a row's players, as Döntések says: ``A: vétlen``."""
FT = tuple(f"Ft {line}" for line in LINES)
TYPED = ("Felvevő", "Teljesítés", *FT, "Állapot", "Döntés", "Ellenőrzés", "Megjegyzés")


def read_rows(book: Book) -> list[TypedRow]:
    """Give every row as it was typed, in the order they stand; what is unreadable is kept as such."""
    return [typed_row(cells) for cells in book.read_table(TABLE)]


def typed_row(cells: Row) -> TypedRow:
    """Read one row."""
    return TypedRow(
        round=read_whole(cells["Forduló"]),
        deal=read_whole(cells["Leosztás"]),
        copy=read_whole(cells["Példány"]),
        line=read_whole(cells["Sor"]),
        table=read_whole(cells["Asztal"]),
        names=(read_text(cells["A"]), read_text(cells["B"]), read_text(cells["C"])),
        starter=read_text(cells["Kezdő"]),
        soloist=read_text(cells["Felvevő"]),
        achievements=read_text(cells["Teljesítés"]),
        ft=(ft_cell(cells["Ft A"]), ft_cell(cells["Ft B"]), ft_cell(cells["Ft C"])),
        state=read_text(cells["Állapot"]),
        note=read_text(cells["Megjegyzés"]),
    )


def plain_ft(cells: Row) -> Row:
    """Give the Ft cells of a row whose text is a number or a letter (``"−1"``, ``"2 Ft"``), as what it says."""
    read = {name: (cells[name], ft_cell(cells[name])) for name in FT}
    return {
        name: found.value if isinstance(found, Letter) else found
        for name, (cell, found) in read.items()
        if isinstance(cell, str) and isinstance(found, int | Letter) and cell != getattr(found, "value", None)
    }


def blank_row(line: ProtocolLine, names: Sequence[str]) -> Row:
    """Make the pre-filled row of one line of a protocol; ``names`` are those at the table, A, B, C."""
    place: Row = {
        "Forduló": line.round,
        "Leosztás": line.deal,
        "Példány": line.copy,
        "Sor": line.line,
        "Asztal": line.table,
        "Kezdő": line.starter,
    }
    return place | dict(zip(LINES, names, strict=True)) | dict.fromkeys(TYPED)
