"""Cards that a copy leaves out: those of rounds that are not closed, where they follow from the key.

What a round revealed by mistake showed would otherwise outlive its being taken back, on the pen drive of the copies
too. Whoever puts such a copy back derives the cards anew. Cards that follow from no key – typed by hand, imported –
are nowhere else, and stay.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from macros_py.book.port import Row
from macros_py.book.snapshots import Snapshot
from macros_py.book.stamps import NATURE_NAME, TRIAL
from macros_py.cells import read_text, read_whole
from macros_py.rules.event import RoundState

DEALS, ROUNDS = "tLeosztasok", "tFordulok"
CARD_COLUMNS = ("A", "B", "C", "Talon")

TableRows = Mapping[str, Sequence[Row]]


def without_open_cards(copy: Snapshot) -> Snapshot:
    """Give a copy without the cards that it need not hold."""
    rows = copy.tables.get(DEALS, ())
    return replace(copy, tables={**copy.tables, DEALS: list(filter(holds(copy), rows))})


def holds(copy: Snapshot) -> Callable[[Row], bool]:
    """Give what tells whether a copy, by its rounds, holds a row of tLeosztasok.

    Of a trial nothing is secret, and its key is kept nowhere: it holds all.
    """
    if read_text(copy.values.get(NATURE_NAME)) == TRIAL:
        return lambda row: True
    series = open_series(copy.tables)
    return lambda row: (number := card_whole(row, "Sorozat")) is None or number != series.get(key(row))


def irreplaceable(copy: Snapshot) -> list[int]:
    """Give the rounds that are not closed and of which a copy holds cards, ascending; none of a trial."""
    if read_text(copy.values.get(NATURE_NAME)) == TRIAL:
        return []
    closed = states(copy.tables, RoundState.CLOSED)
    return sorted(
        {
            number
            for row in filter(holds(copy), copy.tables.get(DEALS, ()))
            if (number := key(row)) is not None and number not in closed
            if any(read_text(row.get(heading)) for heading in CARD_COLUMNS)
        }
    )


def open_series(tables: TableRows) -> dict[int | None, int]:
    """Give the series that each round was dealt from by us, of those that are not closed."""
    closed = states(tables, RoundState.CLOSED)
    return {
        number: series
        for row in tables.get(ROUNDS, ())
        if (number := key(row)) is not None and number not in closed
        if (series := card_whole(row, "Sorozat")) is not None
    }


def states(tables: TableRows, state: RoundState) -> set[int | None]:
    """Give the rounds that are in a state."""
    rows = tables.get(ROUNDS, ())
    return {key(row) for row in rows if read_text(row.get("Állapot")).casefold() == state.value}


def key(row: Row) -> int | None:
    """Give the round of a row."""
    return card_whole(row, "Forduló")


def card_whole(row: Row, heading: str) -> int | None:
    """Give a whole number; None for a blank or for what is none."""
    number = read_whole(row.get(heading))
    return number if isinstance(number, int) else None
