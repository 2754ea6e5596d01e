"""tCserek: who came in for whom, and from which deal on."""

from __future__ import annotations

from macros_py.book.port import Book
from macros_py.book.tables.reading import RowReader
from macros_py.rules.event import LINES, Position, Substitution
from macros_py.rules.problems import Problem
from macros_py.rules.substitutions import SUBSTITUTIONS_TABLE


def read_substitutions(book: Book) -> tuple[list[Substitution], list[Problem]]:
    """Give the substitutions in the order they stand; a row with a blank or unreadable cell is reported.

    Only the deal may be blank: the whole round.
    """
    problems: list[Problem] = []
    found = []
    for row, cells in enumerate(book.read_table(SUBSTITUTIONS_TABLE)):
        reader = RowReader(problems, SUBSTITUTIONS_TABLE, row, cells, ("line", "table"))
        before = len(problems)
        line, table, number = (
            reader.choice("line", LINES),
            reader.whole("table"),
            reader.whole("from_round"),
        )
        outgoing, incoming, deal = reader.text("outgoing"), reader.text("incoming"), reader.whole("from_deal")
        is_readable = len(problems) == before
        needed = {"line": line, "table": table, "from_round": number}
        needed |= {"outgoing": outgoing, "incoming": incoming}
        for field, value in needed.items():
            if not value and is_readable:
                reader.report("cell_blank", field, None)
        if line and table and number and len(problems) == before:
            position = Position(line, table)
            reason = reader.text("reason")
            found.append(Substitution(position, outgoing, incoming, number, deal, reason, row))
    return found, problems
