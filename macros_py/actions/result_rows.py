"""The rows of tEredmenyek: made as soon as both the seating and the deals of a round are there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from macros_py.book.port import Book, Row
from macros_py.book.tables.results import KEY, blank_row
from macros_py.book.tables.rounds import Round
from macros_py.cells import read_text
from macros_py.rules.circulation import protocol_lines
from macros_py.rules.event import LINES, RoundState
from macros_py.rules.protocol_row import RESULTS_TABLE

Key = tuple[str, str, str]


def add_result_rows(book: Book, rounds: Mapping[int, Round], deals: int) -> int:
    """Add the rows still missing of every dealt and seated round, in the order of the papers; give their number.

    What is typed already stays as it stands.
    """
    seats = seated_names(book)
    present = book.read_table(RESULTS_TABLE)
    known = {result_key(row) for row in present}
    added: list[Row] = []
    for number in sorted(rounds):
        tables = sum(seated == number for seated, _ in seats)
        if rounds[number].state is RoundState.PLANNED or not tables:
            continue
        for line in protocol_lines(number, tables, deals):
            names = seats.get((number, line.table))
            if names and result_key(row := blank_row(line, names)) not in known:
                added.append(row)
    if added:
        book.write_table(RESULTS_TABLE, [*present, *added])
    return len(added)


def seated_names(book: Book) -> dict[tuple[int, int], Sequence[str]]:
    """Give the three names of every (round, table), as tUlesrend holds them."""
    return {
        (int(read_text(row["Forduló"])), int(read_text(row["Asztal"]))): [
            read_text(row[line]) for line in LINES
        ]
        for row in book.read_table("tUlesrend")
        if read_text(row["Forduló"]).isdigit() and read_text(row["Asztal"]).isdigit()
    }


def result_key(row: Row) -> Key:
    """Give what names a result row: round, deal, table."""
    number, deal, table = (read_text(row[heading]) for heading in KEY)
    return number, deal, table
