"""What happened to the workbook between two verbs: changed by hand, cut off in the middle, or an older copy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from macros_py.actions.context import Context
from macros_py.actions.journal import LOG, entry_row
from macros_py.book.comparing import Change, changes
from macros_py.book.port import Book
from macros_py.book.snapshots import Snapshot
from macros_py.book.stamps import EVENT_NAME
from macros_py.cells import read_text
from macros_py.verbs import verbs
from macros_py.words import say

MOST_LOGGED = 100
"""Changed cells that the log lists one by one; the rest is counted."""
LEFT_OUT = frozenset({"tHibak"})
"""What the referee puts his name to is no change of the event."""


def notice(context: Context, state: Snapshot | None) -> None:
    """Say and log what happened since ``state``, the copy taken after the last verb.

    The log tells how far both are: every verb adds a line to it. A workbook that is further finished a verb but
    could not copy itself; one that is behind is an older file. Between equals, a snapshot younger than the state
    is a verb that began and never ended. Typing is what referees do: filled cells are counted, overwritten ones
    and those on the program's own sheets are listed with the old and the new value.
    """
    book = context.book
    if state is None or state.values.get(EVENT_NAME) != book.read_value(EVENT_NAME):
        return
    then, now = len(state.tables.get(LOG, ())), len(book.read_table(LOG))
    if now > then:
        book.tell(say("notice.finished"))
        return
    if now < then:
        accept(context, say("notice.older", taken=f"{state.taken:%Y. %m. %d. %H:%M}"), ())
        return
    begun = [
        moment for moment in context.history.moments() if not moment.is_state and moment.taken > state.taken
    ]
    if begun:
        label = verbs()[begun[-1].verb].label if begun[-1].verb in verbs() else begun[-1].verb
        book.tell(say("notice.cut_off", label=label, when=f"{begun[-1].taken:%H:%M}"))
    found = [change for change in changes(state, book) if change.table not in LEFT_OUT]
    if found:
        accept(context, summary(found, state), [one for one in found if one.is_computed or not one.is_filled])


def summary(found: Sequence[Change], state: Snapshot) -> str:
    """Say how many cells changed, on which sheets, and how many of them the program had computed."""
    sheets = ", ".join(f"{sheet} {count}" for sheet, count in Counter(one.sheet for one in found).items())
    sentence = say("notice.changed", count=len(found), sheets=sheets, when=f"{state.taken:%H:%M}")
    computed = sum(one.is_computed for one in found)
    return f"{sentence} {say('notice.computed', count=computed)}" if computed else sentence


def accept(context: Context, sentence: str, listed: Sequence[Change]) -> None:
    """Tell it, and put it into the log with the cells that are worth a line of their own."""
    book, label = context.book, say("notice.label")
    rows = [entry_row(context, label, sentence)]
    for change in listed[:MOST_LOGGED]:
        rows.append(
            entry_row(context, label, place(book, change), read_text(change.old), read_text(change.new))
        )
    if len(listed) > MOST_LOGGED:
        rows.append(entry_row(context, label, say("notice.more", count=len(listed) - MOST_LOGGED)))
    book.write_table(LOG, [*book.read_table(LOG), *rows])
    book.tell(sentence)


def place(book: Book, change: Change) -> str:
    """Name the cell: sheet, address, heading."""
    if not change.table:
        return f"{change.sheet} {book.value_address(change.column)[1]}"
    if change.row is None:
        return say("notice.row_gone", sheet=change.sheet, column=change.column)
    return f"{change.sheet} {book.address(change.table, change.row, change.column)} ({change.column})"
