"""tNevezok: the entry list."""

from __future__ import annotations

from fractions import Fraction

from macros_py.book.port import Book, Row
from macros_py.book.tables.reading import RowReader, row_of
from macros_py.cells import cell_name_key, read_text
from macros_py.rules.entries import ENTRANTS_TABLE
from macros_py.rules.event import Entrant
from macros_py.rules.problems import Problem


def read_entrants(book: Book) -> tuple[list[Entrant], list[Problem]]:
    """Give the entrants in the order they stand (one for each row), and what could not be read."""
    problems: list[Problem] = []
    rows = book.read_table(ENTRANTS_TABLE)
    return [
        entrant_of(RowReader(problems, ENTRANTS_TABLE, row, cells, ("name",)))
        for row, cells in enumerate(rows)
    ], problems


def entrant_of(reader: RowReader) -> Entrant:
    """Read one row."""
    return Entrant(
        name=reader.text("name"),
        club=reader.text("club"),
        licence=reader.licence("licence"),
        masterpoints=reader.decimal("masterpoints") or Fraction(0),
        has_masterpoints=read_text(reader.cell("masterpoints")) != "",
        present=reader.yes_no("present"),
        is_banned=reader.yes_no("is_banned") or False,
        licensed_by=reader.text("licensed_by"),
        fee=reader.decimal("fee"),
        is_reserve=reader.yes_no("is_reserve") or False,
        fixed_table=reader.whole("fixed_table"),
        note=reader.text("note"),
    )


def entrant_row(number: int, entrant: Entrant) -> Row:
    """Put an entrant into a row; ``number`` is the Sorszám."""
    return row_of(
        ENTRANTS_TABLE,
        entrant,
        number=number,
        masterpoints=entrant.masterpoints if entrant.has_masterpoints else None,
        is_banned=entrant.is_banned or None,
        is_reserve=entrant.is_reserve or None,
    )


def licences(book: Book) -> dict[str, tuple[str, str]]:
    """Give licence and club of everybody on the list, by name key; reserves and absentees too."""
    entrants, _ = read_entrants(book)
    return {cell_name_key(entrant.name): (entrant.licence, entrant.club) for entrant in entrants}
