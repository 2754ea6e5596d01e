"""What has happened to the event once and for all, each a moment in a cell of its own that the verb itself writes."""

from __future__ import annotations

from collections.abc import Iterable

from macros_py.book.canonical import canonical_text, digest, event_text, table_lines
from macros_py.book.log_chain import LOG_TABLE, vouches_for_sheets
from macros_py.book.port import Book
from macros_py.book.schema import table_layout
from macros_py.cells import read_text
from macros_py.rules.event import RoundState

FINAL = "veglegesitve"
"""When the last closing fixed the results (VSZ 5)."""
PROTOCOLS_CLOSED = "jegyzokonyvek_lezarva"
"""When the protocols were declared final before the results could be announced (VSZ 5 (5))."""
CLOSED_ROWS = "tLezartak"
"""The rows that were filled then, as they stood."""
POSTED, OBJECTIONS = "kifuggesztve", "ovas_hatara"
"""When the results went on the wall, and until when players may object."""
RECORD_WRITTEN, RECORD_CONTENT = "eredmenyfajl_megirva", "eredmenyfajl_lenyomat"
"""When the official record was written, blank again once something in it has changed; and a digest of what is in it."""
AWARDS_TABLE = "tMesterpontok"
LOG = LOG_TABLE


def stands(book: Book, name: str) -> bool:
    """Tell whether the fact has been written."""
    return read_text(book.read_value(name)) != ""


def are_protocols_closed(book: Book) -> bool:
    """Tell whether the protocols are closed: the cell says so, which anybody can empty, or rows were written down."""
    return stands(book, PROTOCOLS_CLOSED) or bool(book.read_table(CLOSED_ROWS))


def is_final(book: Book, states: Iterable[RoundState]) -> bool:
    """Tell whether the last closing has been made: its own cell says so, or the log, whose rows tell it from then on.

    An event of a program that did not write this fact yet is final when all its rounds are closed: its log has no
    numbered row.
    """
    log = book.read_table(LOG)
    if stands(book, FINAL) or vouches_for_sheets(log):
        return True
    found = list(states)
    is_older = bool(log) and all(row.get("Sorszám") is None for row in log)
    return is_older and bool(found) and all(state is RoundState.CLOSED for state in found)


def record_content(book: Book) -> str:
    """Give a digest of all that an official record written now would hold: the event, and what was awarded."""
    awards = table_lines(table_layout(AWARDS_TABLE), book.read_table(AWARDS_TABLE))
    return digest(event_text(book) + canonical_text([awards]))


def has_record(book: Book) -> bool:
    """Tell whether the official record was written, and nothing in it has changed since."""
    return stands(book, RECORD_WRITTEN) and read_text(book.read_value(RECORD_CONTENT)) == record_content(book)
