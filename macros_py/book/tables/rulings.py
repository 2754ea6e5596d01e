"""tDontesek: the referee's rulings, as he typed them."""

from __future__ import annotations

from datetime import datetime, time

from macros_py.book.port import Book
from macros_py.book.tables.reading import RowReader
from macros_py.cells import read_yes_no
from macros_py.rules.problems import Problem, Unreadable
from macros_py.rules.ruling_rows import RULINGS_TABLE, Ruling


def read_rulings(book: Book) -> tuple[list[Ruling], list[Problem]]:
    """Give the rulings in the order they stand; a row with an unreadable cell is reported and left out."""
    problems: list[Problem] = []
    rulings = []
    for row, cells in enumerate(book.read_table(RULINGS_TABLE)):
        reader = RowReader(problems, RULINGS_TABLE, row, cells, ("number",))
        before = len(problems)
        ruling = Ruling(
            number=reader.whole("number"),
            kind=reader.text("kind"),
            round=reader.whole("round"),
            deal=reader.whole("deal"),
            table=reader.whole("table"),
            name=reader.text("name"),
            amount=reader.decimal("amount"),
            unit=reader.text("unit"),
            is_withdrawn=is_withdrawn(reader),
            row=row,
            moment=moment if isinstance(moment := reader.cell("moment"), datetime | time) else None,
            withdrawal=reader.text("withdrawal"),
        )
        if len(problems) == before:
            rulings.append(ruling)
    return rulings, problems


def is_withdrawn(reader: RowReader) -> bool | None:
    """Tell whether the cell under Visszavonva says yes; None for what is neither a yes nor a no."""
    found = read_yes_no(reader.cell("withdrawal"))
    return None if isinstance(found, Unreadable) else bool(found)
