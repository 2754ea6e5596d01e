"""Cards that a copy leaves out: those of rounds that are not closed, where they follow from the key.

What a round revealed by mistake showed would otherwise outlive its being taken back, on the pen drive of the copies
too. Whoever puts such a copy back derives the cards anew. Cards that follow from no key – typed by hand, imported –
are nowhere else, and stay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from macros_py.book.port import Row
from macros_py.book.snapshots import Snapshot
from macros_py.cells import read_text, read_whole
from macros_py.rules.event import RoundState

DEALS, ROUNDS = "tLeosztasok", "tFordulok"
CARDS = ("A", "B", "C", "Talon")

Tables = Mapping[str, Sequence[Row]]


def without_open_cards(copy: Snapshot) -> Snapshot:
    """Give a copy without the cards that it need not hold."""
    return replace(copy, tables={**copy.tables, DEALS: kept(copy.tables.get(DEALS, ()), copy.tables)})


def kept(deals: Sequence[Row], tables: Tables) -> list[Row]:
    """Give the rows of tLeosztasok that a copy holds, by the rounds in ``tables``."""
    series = open_series(tables)
    return [
        row for row in deals if (number := whole(row, "Sorozat")) is None or number != series.get(key(row))
    ]


def irreplaceable(tables: Tables) -> list[int]:
    """Give the rounds that are not closed and of which a copy holds cards, ascending."""
    closed = states(tables, RoundState.CLOSED)
    return sorted(
        {
            number
            for row in kept(tables.get(DEALS, ()), tables)
            if (number := key(row)) is not None and number not in closed
            if any(read_text(row.get(heading)) for heading in CARDS)
        }
    )


def open_series(tables: Tables) -> dict[int | None, int]:
    """Give the series that each round was dealt from by us, of those that are not closed."""
    closed = states(tables, RoundState.CLOSED)
    return {
        number: series
        for row in tables.get(ROUNDS, ())
        if (number := key(row)) is not None and number not in closed
        if (series := whole(row, "Sorozat")) is not None
    }


def states(tables: Tables, state: RoundState) -> set[int | None]:
    """Give the rounds that are in a state."""
    rows = tables.get(ROUNDS, ())
    return {key(row) for row in rows if read_text(row.get("Állapot")).casefold() == state.value}


def key(row: Row) -> int | None:
    """Give the round of a row."""
    return whole(row, "Forduló")


def whole(row: Row, heading: str) -> int | None:
    """Give a whole number; None for a blank or for what is none."""
    number = read_whole(row.get(heading))
    return number if isinstance(number, int) else None
