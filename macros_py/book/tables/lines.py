"""tVonalak: who is on which position."""

from __future__ import annotations

from fractions import Fraction

from macros_py.book.port import Book, Row
from macros_py.book.tables.reading import RowReader, row_of
from macros_py.rules.event import LINES, Place, Position
from macros_py.rules.people import LINES_TABLE
from macros_py.rules.problems import Problem


def read_places(book: Book) -> tuple[list[Place], list[Problem]]:
    """Give the places in the order they stand, and what could not be read; unreadable rows are left out."""
    problems: list[Problem] = []
    places = []
    for row, cells in enumerate(book.read_table(LINES_TABLE)):
        reader = RowReader(problems, LINES_TABLE, row, cells, ("line", "table"))
        before = len(problems)
        line, table, name = reader.choice("line", LINES), reader.whole("table"), reader.text("name")
        for field, value in (("line", line), ("table", table), ("name", name)):
            if not value and len(problems) == before:
                reader.report("cell_blank", field, None)
        if line and table and name:
            places.append(drawn_place(reader, Position(line, table), name))
    return places, problems


def drawn_place(reader: RowReader, position: Position, name: str) -> Place:
    """Read the rest of a row whose position and name are known."""
    masterpoints = reader.decimal("masterpoints") or Fraction(0)
    return Place(position, name, reader.text("club"), masterpoints, reader.text("note"))


def place_row(place: Place) -> Row:
    """Put a place into a row."""
    return row_of(LINES_TABLE, place, line=place.position.line, table=place.position.table)
