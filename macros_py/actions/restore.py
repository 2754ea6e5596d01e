"""restore: the workbook as it stood at a time of which there is a copy; the log goes on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from macros_py.actions.context import Context, Options
from macros_py.actions.hall import read_hall
from macros_py.actions.proof import CHAIN_END, holds_what_was_closed, is_closed_finally, is_older, mend_log
from macros_py.actions.publishing import write_picture
from macros_py.actions.reveal_round import show_again
from macros_py.actions.start_page import CAPTION, LIVE_FORMULA
from macros_py.book.history import CopyMoment
from macros_py.book.layout import table_layouts, value_layouts
from macros_py.book.log_chain import LOG_TABLE
from macros_py.book.saving import EVENT_NAME
from macros_py.book.snapshots import Snapshot
from macros_py.book.tables.event import (
    CLOSED_ROWS,
    PROTOCOLS_CLOSED,
    RECORD_CONTENT,
    RECORD_WRITTEN,
    SHOWN,
    are_protocols_closed,
)
from macros_py.book.tables.hall import DEALS_TABLE
from macros_py.cells import read_text
from macros_py.rules.problems import Problem
from macros_py.verbs import verbs
from macros_py.words import say

_PROGRAM_VALUES = frozenset({"elrendezes", LIVE_FORMULA, CAPTION})
"""What belongs to the file, not to the event: its layout, and whether the live check is on."""
_KEPT_VALUES = frozenset({CHAIN_END, SHOWN, RECORD_WRITTEN, RECORD_CONTENT})
"""What no undoing takes back: the end of the log, which key was shown (VSZ 4.a: deals may not be selected), and what
the record holds, a file of its own."""


def put_back(context: Context, copy: Snapshot, *, with_log: bool = False) -> None:
    """Write the copy's tables and values; what the copy does not know stays, headings we do not know are left out.

    ``with_log``: the log too, for a file that has none of its own yet.
    """
    book = context.book
    for table, layout in table_layouts().items():
        if table in copy.tables and (with_log or table != LOG_TABLE):
            rows = copy.tables[table]
            known = [{name: cell for name, cell in row.items() if layout.column(name)} for row in rows]
            book.write_table(table, known)
    staying = _PROGRAM_VALUES if with_log else _PROGRAM_VALUES | _KEPT_VALUES
    for name, value in value_layouts().items():
        if name in copy.values and not value.formula and name not in staying:
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


_MOST_LISTED = 30
_TIME = re.compile(
    r"(?:(?P<date>\d{4}[.\- ]+\d{1,2}[.\- ]+\d{1,2})\.?[ T]+)?"
    r"(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}))?"
)


def restore(context: Context, options: Options) -> list[Problem]:
    """List the copies, or put back the one that ``to`` names: a number of the list, or a time.

    A time takes the last copy taken until then; without a day it is of the day of the last copy. Only a copy of the
    same event is put back, and none that would open results fixed by the last closing (VSZ 5). The log stays.
    """
    moments = [moment for moment in context.history.moments() if not moment.is_state]
    if not moments:
        return [Problem("restore_nothing")]
    if "to" not in options:
        _list_moments(context, moments)
        return []
    chosen = _find_copy(moments, read_text(options["to"]))
    if chosen is None:
        first, last = (f"{one.when:%Y. %m. %d. %H:%M:%S}" for one in (moments[0], moments[-1]))
        return [Problem("restore_unknown", found=options["to"], fields={"first": first, "last": last})]
    return put_back_moment(context, chosen)


def put_back_moment(context: Context, chosen: CopyMoment) -> list[Problem]:
    """Put one copy back; say why not if it may not be."""
    when = f"{chosen.when:%Y. %m. %d. %H:%M:%S}"
    copy = context.history.load(chosen)
    if copy is None:
        return [Problem("restore_damaged", found=chosen.path.name)]
    if read_text(copy.values.get(EVENT_NAME)) not in ("", read_text(context.book.read_value(EVENT_NAME))):
        return [Problem("restore_other_event", found=chosen.path.name)]
    is_mended = mend_log(context)  # first: by the log it is told what was closed
    is_proven = is_closed_finally(context.book) and not is_older(context.book)
    if is_proven and not holds_what_was_closed(context, copy):
        way = _way_back(context)
        return [Problem("restore_final", found=when, fields={"way": f"{way} " if way else ""})]
    was_closed = copy.values.get(PROTOCOLS_CLOSED) or copy.tables.get(CLOSED_ROWS)
    if are_protocols_closed(context.book) and not was_closed:
        return [Problem("restore_protocols", found=when)]
    if is_mended:
        context.say("done.log_mended")
    put_back_event(context, copy)
    context.say("done.restored", when=when, label=verb_before(chosen))
    return []


def _list_moments(context: Context, moments: Sequence[CopyMoment]) -> None:
    context.say("done.copies", count=len(moments))
    for number, moment in enumerate(list(reversed(moments))[:_MOST_LISTED], start=1):
        when = f"{moment.when:%Y. %m. %d. %H:%M:%S}"
        context.say("done.copy", number=number, when=when, label=verb_before(moment))
    if way := _way_back(context):
        context.book.tell(way)


def _way_back(context: Context) -> str:
    """Say which of the listed copies holds what the last closing fixed; blank if nothing changed, or none does."""
    moments = [moment for moment in reversed(context.history.moments()) if not moment.is_state]
    for number, moment in enumerate(moments[:_MOST_LISTED] if context.tampering else (), start=1):
        copy = context.history.load(moment)
        if copy is not None and holds_what_was_closed(context, copy):
            return say("done.copy_as_closed", number=number)
    return ""


def verb_before(moment: CopyMoment) -> str:
    """Name the verb that the copy was taken before."""
    verb = verbs().get(moment.verb)
    return verb.label if verb else moment.verb or say("done.copy_unknown")


def _find_copy(moments: Sequence[CopyMoment], text: str) -> CopyMoment | None:
    """Find the copy that a number of the list, or a time, names; None if there is none."""
    if text.isascii() and text.isdigit():
        number = int(text)
        return moments[-number] if 1 <= number <= len(moments) else None
    until = _read_time(text, moments[-1].when)
    if until is None:
        return None
    return max((one for one in moments if one.when < until), default=None)


def _read_time(text: str, last: datetime) -> datetime | None:
    """Read a time as the end of the second or minute that it names; without a day that of ``last``."""
    match = _TIME.fullmatch(text.strip())
    if not match:
        return None
    year, month, day = map(int, re.findall(r"\d+", match["date"] or f"{last:%Y-%m-%d}"))
    hour, minute, second = (int(match[name] or 0) for name in ("hour", "minute", "second"))
    try:
        start = datetime(year, month, day, hour, minute, second)
    except ValueError:
        return None
    return start + timedelta(seconds=1 if match["second"] else 60)
