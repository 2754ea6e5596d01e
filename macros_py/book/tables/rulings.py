"""tDontesek: the referee's rulings, as he typed them."""

from __future__ import annotations

from macros_py.book.port import Book
from macros_py.book.tables.reading import RowReader
from macros_py.rules.problems import Problem
from macros_py.rules.rulings import TABLE, Ruling


def read_rulings(book: Book) -> tuple[list[Ruling], list[Problem]]:
    """Give the rulings in the order they stand; a row with an unreadable cell is reported and left out."""
    problems: list[Problem] = []
    rulings = []
    for row, cells in enumerate(book.read_table(TABLE)):
        reader = RowReader(problems, TABLE, row, cells, ("Sorszám",))
        before = len(problems)
        ruling = Ruling(
            number=reader.whole("Sorszám"),
            kind=reader.text("Fajta"),
            round=reader.whole("Forduló"),
            deal=reader.whole("Leosztás"),
            table=reader.whole("Asztal"),
            name=reader.text("Név"),
            amount=reader.decimal("Érték"),
            unit=reader.text("Egység"),
            is_withdrawn=is_marked(reader, "Visszavonva"),
            row=row,
        )
        if len(problems) == before:
            rulings.append(ruling)
    return rulings, problems


def is_marked(reader: RowReader, heading: str) -> bool:
    """Tell whether a cell says yes; a date or a name in it (when, by whom) says yes too."""
    return reader.text(heading).casefold() not in {"", "nem", "n", "0", "-", "–"}
