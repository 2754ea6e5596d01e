"""tCserek: who came in for whom, and from which deal on."""

from __future__ import annotations

from macros_py.book.port import Book
from macros_py.book.tables.reading import RowReader
from macros_py.rules.event import LINES, Position, Substitution
from macros_py.rules.problems import Problem

TABLE = "tCserek"


def read_substitutions(book: Book) -> tuple[list[Substitution], list[Problem]]:
    """Give the substitutions in the order they stand; a row with a blank or unreadable cell is reported.

    Only the deal may be blank: the whole round.
    """
    problems: list[Problem] = []
    found = []
    for row, cells in enumerate(book.read_table(TABLE)):
        reader = RowReader(problems, TABLE, row, cells, ("Vonal", "Induló asztal"))
        before = len(problems)
        line, table, number = (
            reader.choice("Vonal", LINES),
            reader.whole("Induló asztal"),
            reader.whole("Fordulótól"),
        )
        outgoing, incoming, deal = reader.text("Ki"), reader.text("Be"), reader.whole("Leosztástól")
        needed = {"Vonal": line, "Induló asztal": table, "Fordulótól": number}
        needed |= {"Ki": outgoing, "Be": incoming}
        for heading in [
            heading for heading, value in needed.items() if not value and len(problems) == before
        ]:
            reader.report("cell_blank", heading, None)
        if line and table and number and len(problems) == before:
            position = Position(line, table)
            reason = reader.text("Indok")
            found.append(Substitution(position, outgoing, incoming, number, deal, reason, row))
    return found, problems
