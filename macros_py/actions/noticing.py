"""What happened to the workbook between two verbs: changed by hand, cut off in the middle, or an older copy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from macros_py.actions.context import Context
from macros_py.actions.journal import entry_row
from macros_py.actions.proof import log_faults
from macros_py.book.canonical import digest, event_text
from macros_py.book.comparing import Change, changes
from macros_py.book.log_chain import LOG_TABLE, is_continuation, last_fingerprint
from macros_py.book.port import Book, CellValue, Row
from macros_py.book.snapshots import Snapshot
from macros_py.book.stamps import EVENT_NAME
from macros_py.cells import read_text
from macros_py.verbs import verbs
from macros_py.words import say

NAMED_FOLDERS = frozenset({"masolat_hely", "kulcs_masolat"})
MOST_LOGGED = 100
"""Changed cells that the log lists one by one; the rest is counted."""
UNNOTICED = frozenset({"tHibak", LOG_TABLE})
"""What the referee puts his name to is no change of the event; the log speaks for itself, by its chain."""


def notice(context: Context, state: Snapshot | None) -> list[Row]:
    """Say what happened since ``state``, the copy taken after the last verb; give the rows for the log.

    The log tells how far both are: every verb adds to it. A workbook that is further finished a verb but could not
    copy itself; one that is behind is an older file. Between equals, a snapshot younger than the state is a verb
    that began and never ended. Typing is what referees do: filled cells are counted, overwritten ones and those on
    the program's own sheets are listed with the old and the new value. Where no copy is left, the log's own
    fingerprint tells whether anything changed, though not what it was.
    """
    rows = faulty_rows(context)
    if state is None or state.values.get(EVENT_NAME) != context.book.read_value(EVENT_NAME):
        return [*rows, *without_copy(context)]
    return [*rows, *since(context, state)]


def faulty_rows(context: Context) -> list[Row]:
    """Say where the log's chain is broken; give the rows for the log, each fault once."""
    faults = log_faults(context.book)
    for fault in faults:
        context.book.tell(fault)
    known = {read_text(row["Részletek"]) for row in context.book.read_table(LOG_TABLE)}
    return [entry_row(context, say("notice.chain_label"), fault) for fault in faults if fault not in known]


def without_copy(context: Context) -> list[Row]:
    """Say whether the event is as the last verb left it, by its fingerprint alone; nothing before the first verb."""
    book = context.book
    last = last_fingerprint(book.read_table(LOG_TABLE))
    if last is None:
        return []
    if last.state == digest(event_text(book)):
        book.tell(say("notice.no_copy_same"))
        return []
    sentence = say("notice.no_copy_changed")
    book.tell(sentence)
    return [entry_row(context, say("notice.label"), sentence)]


def since(context: Context, state: Snapshot) -> list[Row]:
    """Say what happened since the state; give the rows for the log."""
    book, log = context.book, context.book.read_table(LOG_TABLE)
    then, now = len(state.tables.get(LOG_TABLE, ())), len(log)
    if now > then and is_continuation(state.tables.get(LOG_TABLE, ()), log):
        return finished(context)
    if now < then and is_continuation(log, state.tables.get(LOG_TABLE, ())):
        sentence = say("notice.older", taken=f"{state.when:%Y. %m. %d. %H:%M}")
        book.tell(sentence)
        return [entry_row(context, say("notice.label"), sentence)]
    begun = [
        moment for moment in context.history.moments() if not moment.is_state and moment.taken > state.taken
    ]
    if begun and now == then:
        label = verbs()[begun[-1].verb].label if begun[-1].verb in verbs() else begun[-1].verb
        book.tell(say("notice.cut_off", label=label, when=f"{begun[-1].when:%H:%M}"))
    found = [change for change in changes(state, book) if change.table not in UNNOTICED]
    if not found:
        return []
    return noticed_rows(
        context, notice_summary(found, state), [one for one in found if one.is_computed or not one.is_filled]
    )


def finished(context: Context) -> list[Row]:
    """Say of a verb that was cut off after it had saved whether the workbook is as it left it."""
    last = last_fingerprint(context.book.read_table(LOG_TABLE))
    if last is not None and last.state == digest(event_text(context.book)):
        context.say("notice.finished")
        return []
    sentence = say("notice.no_copy_changed")
    context.book.tell(sentence)
    return [entry_row(context, say("notice.label"), sentence)]


def notice_summary(found: Sequence[Change], state: Snapshot) -> str:
    """Say how many cells changed, on which sheets, and how many of them the program had computed."""
    sheets = ", ".join(f"{sheet} {count}" for sheet, count in Counter(one.sheet for one in found).items())
    sentence = say("notice.changed", count=len(found), sheets=sheets, when=f"{state.when:%H:%M}")
    computed = sum(one.is_computed for one in found)
    return f"{sentence} {say('notice.computed', count=computed)}" if computed else sentence


def noticed_rows(context: Context, sentence: str, shown: Sequence[Change]) -> list[Row]:
    """Tell it; give its row for the log, with the cells that are worth a row of their own."""
    book, label = context.book, say("notice.label")
    rows = [entry_row(context, label, sentence)]
    for change in shown[:MOST_LOGGED]:
        rows.append(
            entry_row(
                context,
                label,
                cell_named(book, change),
                told_value(change, change.old),
                told_value(change, change.new),
            )
        )
    if len(shown) > MOST_LOGGED:
        rows.append(entry_row(context, label, say("notice.more", count=len(shown) - MOST_LOGGED)))
    book.tell(sentence)
    return rows


def told_value(change: Change, value: CellValue) -> str:
    """Give a value as the log shows it: not a folder of this computer, where the copy of the key may lie."""
    return "…" if change.column in NAMED_FOLDERS and read_text(value) else read_text(value)


def cell_named(book: Book, change: Change) -> str:
    """Name the cell: sheet, address, heading."""
    if not change.table:
        return f"{change.sheet} {book.value_address(change.column)[1]}"
    if change.row is None:
        return say("notice.row_gone", sheet=change.sheet, column=change.column)
    return f"{change.sheet} {book.address(change.table, change.row, change.column)} ({change.column})"
