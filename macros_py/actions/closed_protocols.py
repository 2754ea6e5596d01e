"""The rows filled when the protocols were closed: final, though the results are not announced yet (VSZ 5 (5))."""

from __future__ import annotations

from collections.abc import Iterator

from macros_py.actions.examining import ACHIEVEMENTS, official_text
from macros_py.book.port import Book, Row
from macros_py.book.tables import facts
from macros_py.book.tables.results import FT, TABLE, typed_row
from macros_py.cells import read_text
from macros_py.rules.names import plain_key
from macros_py.rules.notation import Language
from macros_py.rules.problems import Problem
from macros_py.rules.rulebook import Rulebook

CLOSED = "tLezartak"
KEY = ("Forduló", "Leosztás", "Asztal")
RESULT = ("Felvevő", ACHIEVEMENTS, *FT, "Állapot")


def keep_rows(book: Book) -> int:
    """Write down every row of which something is typed; give their number."""
    rows = [kept(row) for row in book.read_table(TABLE) if typed_row(row).is_touched]
    book.write_table(CLOSED, rows)
    return len(rows)


def keep_row(book: Book, row: Row) -> None:
    """Write down what one row holds now: a mistake of the official who typed it in was put right."""
    if facts.stands(book, facts.PROTOCOLS_CLOSED):
        rows = [one for one in book.read_table(CLOSED) if place_of(one) != place_of(row)]
        book.write_table(CLOSED, sorted([*rows, kept(row)], key=lambda one: tuple(map(int, place_of(one)))))


def kept(row: Row) -> Row:
    """Give the cells of a row that are written down."""
    return {heading: row[heading] for heading in (*KEY, *RESULT)}


def place_of(row: Row) -> tuple[str, ...]:
    """Give what names a row: round, deal, table."""
    return tuple(read_text(row.get(heading)) for heading in KEY)


def is_kept(book: Book, row: Row) -> bool:
    """Tell whether a row was filled when the protocols were closed."""
    return any(place_of(one) == place_of(row) for one in book.read_table(CLOSED))


def changed_rows(book: Book, rulebook: Rulebook) -> list[Problem]:
    """Give every cell that was filled when the protocols were closed and says something else now.

    What was blank then may have been filled since; the same written in another way is no change.
    """
    if not facts.stands(book, facts.PROTOCOLS_CLOSED) or facts.stands(book, facts.FINAL):
        return []
    rows = book.read_table(TABLE)
    places = {place_of(row): index for index, row in reversed(list(enumerate(rows)))}
    language = Language(rulebook)
    return [
        problem
        for then in book.read_table(CLOSED)
        for index in [places.get(place_of(then))]
        for problem in changed_cells(then, index, {} if index is None else rows[index], language)
    ]


def changed_cells(then: Row, index: int | None, row: Row, language: Language) -> Iterator[Problem]:
    """Give the cells of one row that were filled and are other ones now."""
    for heading in RESULT:
        old, new = read_text(then[heading]), read_text(row.get(heading))
        if old and said(heading, then, language) != said(heading, row, language):
            fields = dict(zip(("round", "deal", "table"), place_of(then), strict=True))
            fields |= {"heading": heading, "old": old, "new": new or "–"}
            yield Problem("protocol_changed", TABLE, index, (*place_of(then), heading), heading, new, fields)


def said(heading: str, row: Row, language: Language) -> str:
    """Give what a cell says, whatever way it is written."""
    if heading in FT and row:
        return str(typed_row({**dict.fromkeys(ROW), **row}).ft[FT.index(heading)])
    text = read_text(row.get(heading))
    return official_text(text, language) if heading == ACHIEVEMENTS else plain_key(text)


ROW = (*KEY, "Példány", "Sor", "A", "B", "C", "Kezdő", *RESULT, "Megjegyzés")
"""What a row of results is read from."""
