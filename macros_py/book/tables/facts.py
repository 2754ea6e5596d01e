"""What has happened to the event once and for all, each a moment in a cell of its own that the verb itself writes."""

from __future__ import annotations

from collections.abc import Iterable

from macros_py.book import log_chain
from macros_py.book.port import Book
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
RECORD_WRITTEN = "eredmenyfajl_megirva"
"""When the official record was written; blank again once something in it has changed."""
LOG = log_chain.LOG


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
    if stands(book, FINAL) or log_chain.vouches_for_sheets(log):
        return True
    found = list(states)
    is_older = bool(log) and all(row.get("Sorszám") is None for row in log)
    return is_older and bool(found) and all(state is RoundState.CLOSED for state in found)
