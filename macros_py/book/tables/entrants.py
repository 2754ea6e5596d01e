"""tNevezok: the entry list."""

from __future__ import annotations

from fractions import Fraction

from macros_py.book.port import Book, Row
from macros_py.book.tables.reading import RowReader, amount, yes
from macros_py.cells import name_key, read_text
from macros_py.rules.event import Entrant
from macros_py.rules.problems import Problem

TABLE = "tNevezok"


def read_entrants(book: Book) -> tuple[list[Entrant], list[Problem]]:
    """Give the entrants in the order they stand (one for each row), and what could not be read."""
    problems: list[Problem] = []
    rows = book.read_table(TABLE)
    return [
        entrant_of(RowReader(problems, TABLE, row, cells, ("Név",))) for row, cells in enumerate(rows)
    ], problems


def entrant_of(reader: RowReader) -> Entrant:
    """Read one row."""
    return Entrant(
        name=reader.text("Név"),
        club=reader.text("Egyesület"),
        licence=reader.licence("Versenyengedély száma"),
        masterpoints=reader.decimal("Mesterpont") or Fraction(0),
        has_masterpoints=read_text(reader.cells.get("Mesterpont")) != "",
        present=reader.yes_no("Megjelent"),
        is_banned=reader.yes_no("Eltiltva") or False,
        licensed_by=reader.text("Helyszínen igazolt"),
        fee=reader.decimal("Befizetett díj"),
        is_reserve=reader.yes_no("Tartalék") or False,
        fixed_table=reader.whole("Állandó asztal"),
        note=reader.text("Megjegyzés"),
    )


def entrant_row(number: int, entrant: Entrant) -> Row:
    """Put an entrant into a row; ``number`` is the Sorszám."""
    return {
        "Sorszám": number,
        "Név": entrant.name,
        "Egyesület": entrant.club or None,
        "Versenyengedély száma": entrant.licence or None,
        "Mesterpont": amount(entrant.masterpoints) if entrant.has_masterpoints else None,
        "Megjelent": yes(entrant.present),
        "Eltiltva": yes(entrant.is_banned or None),
        "Helyszínen igazolt": entrant.licensed_by or None,
        "Befizetett díj": amount(entrant.fee),
        "Tartalék": yes(entrant.is_reserve or None),
        "Állandó asztal": entrant.fixed_table,
        "Megjegyzés": entrant.note or None,
    }


def licences(book: Book) -> dict[str, tuple[str, str]]:
    """Give licence and club of everybody on the list, by name key; reserves and absentees too."""
    entrants, _ = read_entrants(book)
    return {name_key(entrant.name): (entrant.licence, entrant.club) for entrant in entrants}
