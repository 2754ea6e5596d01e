"""Putting a copy back: all tables and named values as they stood, through the port; the log goes on."""

from __future__ import annotations

from macros_py.actions.context import Context
from macros_py.actions.hall import read_hall
from macros_py.actions.live_check import CAPTION, LIVE_FORMULA
from macros_py.actions.proof import CHAIN_END
from macros_py.actions.round_picture import write_picture
from macros_py.actions.shown_deals import show_again
from macros_py.book.log_chain import LOG_TABLE
from macros_py.book.port import Book, Row
from macros_py.book.schema import table_layouts, value_layouts
from macros_py.book.snapshots import Snapshot
from macros_py.book.tables.deals import DEALS_TABLE
from macros_py.book.tables.facts import RECORD_CONTENT, RECORD_WRITTEN
from macros_py.book.tables.keys import SHOWN

PROGRAM_VALUES = frozenset({"elrendezes", LIVE_FORMULA, CAPTION})
"""What belongs to the file, not to the event: its layout, and whether the live check is on."""


KEPT_VALUES = frozenset({CHAIN_END, SHOWN, RECORD_WRITTEN, RECORD_CONTENT})
"""What no undoing takes back: the end of the log, which key was shown (VSZ 4.a: deals may not be selected), and what
the record holds, a file of its own."""


def put_back(context: Context, copy: Snapshot, *, with_log: bool = False) -> None:
    """Write the copy's tables and values; what the copy does not know stays as it is.

    ``with_log``: the log too, for a file that has none of its own yet.
    """
    book = context.book
    for table in table_layouts():
        if table in copy.tables and (with_log or table != LOG_TABLE):
            put_table(book, table, copy.tables[table])
    for name, layout in value_layouts().items():
        if (
            name in copy.values
            and not layout.formula
            and name not in PROGRAM_VALUES
            and (name not in KEPT_VALUES or with_log)
        ):
            book.write_value(name, copy.values[name])
    write_picture(book, read_hall(book))


def put_back_event(context: Context, copy: Snapshot, *, with_log: bool = False) -> None:
    """Write the copy back, and with it what it does not hold: the cards of rounds that were still open.

    They follow from the key. Without it those that stand in the workbook stay; where none do, the round is not
    revealed any more, and that is told.
    """
    before = context.book.read_table(DEALS_TABLE)
    put_back(context, copy, with_log=with_log)
    show_again(context, before)


def put_table(book: Book, table: str, rows: list[Row]) -> None:
    """Write one table, headings that this program does not know left out."""
    layout = table_layouts()[table]
    book.write_table(
        table,
        [{heading: cell for heading, cell in row.items() if layout.column(heading)} for row in rows],
    )
