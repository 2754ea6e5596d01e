"""What the log proves: that its rows are whole, and that what the last closing fixed still stands (VSZ 5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from macros_py.actions.choose_rules import rules_in_force
from macros_py.actions.context import Context, Options, entry_row
from macros_py.actions.hall import read_hall
from macros_py.actions.publishing import check_fixed, compute, position_labels
from macros_py.book.canonical import fixed_digests, is_fixed
from macros_py.book.copies import Change, changes
from macros_py.book.history import may_tell
from macros_py.book.layout import layouts, table_layouts, value_layouts
from macros_py.book.log_chain import (
    LOG_NUMBER,
    LOG_STATE,
    LOG_TABLE,
    BrokenLink,
    ChainFault,
    Fingerprint,
    anchored,
    broken_links,
    chained,
    event_fingerprint,
    head,
    last_fingerprint,
    linked,
    read_fingerprint,
    vouches_for_sheets,
)
from macros_py.book.port import Book, Row
from macros_py.book.saving import EVENT_NAME
from macros_py.book.snapshots import Snapshot
from macros_py.book.tables.event import FINAL, is_final, stands
from macros_py.book.tables.hall import read_rounds
from macros_py.book.tables.results import final_rows
from macros_py.cells import read_text, read_whole
from macros_py.rules.names import plain_key
from macros_py.rules.problems import Problem
from macros_py.rules.results.protocol import RESULTS_TABLE
from macros_py.words import say

CHAIN_END = "naplo_vege"
"""The named cell that repeats the log's last link: whoever takes the last rows away forgets it."""
_RANKING = "tVegeredmeny"
_MOST_COPIES = 60
"""So many copies are read, the newest first, in search of the old value of a changed cell."""


def is_closed_finally(book: Book) -> bool:
    """Tell whether the last closing has been made."""
    return is_final(book, (entry.state for entry in read_rounds(book)[0].values()))


def is_older(book: Book) -> bool:
    """Tell whether the log is of a program that did not chain it yet; such a one wrote nowhere that it is final."""
    rows = book.read_table(LOG_TABLE)
    is_chained = bool(linked(rows) or read_text(book.read_value(CHAIN_END))) or stands(book, FINAL)
    return bool(rows) and not is_chained


def log_faults(book: Book) -> list[str]:
    """Say of each place of the log where the chain does not hold what is wrong with it."""
    rows = book.read_table(LOG_TABLE)
    if is_older(book):
        return []
    if found := broken_links(rows):
        return [_fault_sentence(book, fault) for fault in found]
    return [] if head(rows) == read_text(book.read_value(CHAIN_END)) else [say("notice.chain_end")]


def _fault_sentence(book: Book, fault: BrokenLink) -> str:
    fields = {"number": fault.number, "until": fault.until}
    if fault.fault is ChainFault.MISSING and fault.until != fault.number:
        return say("notice.chain_missing_many", **fields)
    if fault.fault is ChainFault.UNLINKED and fault.row is not None:
        return say("notice.chain_unlinked", cell=book.address(LOG_TABLE, fault.row, LOG_NUMBER))
    return say(f"notice.chain_{fault.fault.value}", **fields)


def tampering(context: Context) -> list[Problem]:
    """Give every change of what the last closing fixed that no correction accounts for; nothing before it.

    That the closing itself is forgotten is such a change. What stands is held against the log's last fingerprint.
    The old values come from a copy that still has them; where none has, the sheet is named all the same.
    """
    book = context.book
    if not is_closed_finally(book) or is_older(book):
        return _forgotten(context) or (_reranked(context) if is_closed_finally(book) else [])
    if faults := log_faults(book):
        return [Problem("final_log_broken", LOG_TABLE, found=fault) for fault in faults]
    last = last_fingerprint(book.read_table(LOG_TABLE))
    if last is None or not last.sheets:
        return [Problem("final_unproven", LOG_TABLE)]
    changed = last.changed(fixed_digests(book))
    return list(_tampered_cells(context, last, changed)) if changed else []


def _reranked(context: Context) -> list[Problem]:
    """Say of an event closed before logs were chained that its ranking no longer follows from what is typed.

    No fingerprint tells what was closed; but the ranking that was published then does.
    """
    book, hall = context.book, read_hall(context.book)
    published = book.read_table(_RANKING)
    if not published or not hall.lineup.rounds:
        return []
    rulebook = rules_in_force(book, context.edition).edition.rulebook
    places = {place.position: place for place in hall.places}
    decimals = rulebook.scoring.percentage_decimals
    ranked = final_rows(compute(hall, rulebook).standings, places, position_labels(hall), {}, decimals)
    if sorted(map(_footing, published)) == sorted(map(_footing, ranked)):
        return []
    return [Problem("final_reranked", _RANKING)]


def _footing(row: Row) -> tuple[str, ...]:
    """Give line, place, points and attainable points of a row of the ranking, as texts."""
    return tuple(read_text(row.get(heading)) for heading in ("Vonal", "Helyezés", "Pont", "Elérhető pont"))


def _forgotten(context: Context) -> list[Problem]:
    """Say that a copy of the event knows of its last closing, which the workbook does not: it is older, or forged.

    A log that is whole and began otherwise is of another event: a trial made anew in the same place.
    """
    event, log = read_text(context.book.read_value(EVENT_NAME)), context.book.read_table(LOG_TABLE)
    start = [] if broken_links(log) else linked(log)[:1]
    for moment in reversed(context.history.moments()):
        copy = context.history.load(moment) if event and may_tell(moment.path, FINAL) else None
        if copy is None or copy.event != event or not read_text(copy.values.get(FINAL)):
            continue
        begun = linked(copy.tables.get(LOG_TABLE, []))[:1]
        if not start or [one.link for one in begun] == [one.link for one in start]:
            return [Problem("final_forgotten", LOG_TABLE, found=f"{copy.when:%Y. %m. %d. %H:%M:%S}")]
    return []


def _tampered_cells(context: Context, last: Fingerprint, sheets: Sequence[str]) -> Iterator[Problem]:
    """Name the changed cells of the sheets; of one whose old values nobody knows any more, the sheet."""
    waiting = list(sheets)
    for copy in _copies(context):
        then = fixed_digests(copy.book)
        known = [sheet for sheet in waiting if then.get(sheet) == last.sheets.get(sheet)]
        for change in changes(copy, context.book) if known else ():
            if change.sheet in known and is_fixed(change.table, change.column):
                yield _changed_cell(context.book, change)
        waiting = [sheet for sheet in waiting if sheet not in known]
        if not waiting:
            return
    for sheet in waiting:
        yield from _unknown_before(context, sheet)


def _copies(context: Context) -> Iterator[Snapshot]:
    """Give the copies that can be read, the newest first."""
    for moment in list(reversed(context.history.moments()))[:_MOST_COPIES]:
        if (copy := context.history.load(moment)) is not None:
            yield copy


def _changed_cell(book: Book, change: Change) -> Problem:
    fields = {
        "old": read_text(change.old) or "–",
        "new": read_text(change.new) or "–",
        "sheet": change.sheet,
        "heading": change.column if change.table else value_layouts()[change.column].label,
    }
    names: list[str] = []
    if change.table and change.row is not None:
        row = book.read_table(change.table)[change.row]
        names = [read_text(row[heading]) for heading in table_layouts()[change.table].key]
    code = "final_changed" if change.row is not None or not change.table else "final_row_gone"
    key = (*names, change.column)
    return Problem(code, change.table, change.row, key, change.column, read_text(change.new), fields)


def _unknown_before(context: Context, sheet: str) -> list[Problem]:
    """Name a changed sheet of which no copy is left; of the results the Pontok sheet still knows the old ones."""
    table = next((layout.table for layout in layouts() if layout.name == sheet), None)
    name = table.name if table else ""
    hall = read_hall(context.book)
    known = check_fixed(context.book, hall, compute(hall, context.rulebook)) if name == RESULTS_TABLE else []
    return known or [Problem("final_sheet", name, key=(sheet,), found=sheet, fields={"sheet": sheet})]


def is_own(problem: Problem, options: Options) -> bool:
    """Tell whether a changed cell is the one that a correction of the official's mistake is about."""
    if not options.get("official_error"):
        return False
    if sheet := read_text(options.get("sheet")):
        table = table_layouts().get(problem.table)
        is_row = problem.row is not None and problem.row + 1 == options.get("row")
        return table is not None and plain_key(table.sheet) == plain_key(sheet) and is_row
    asked = (*options.get("round", ()), options.get("deal"), options.get("table"))
    return problem.table == RESULTS_TABLE and tuple(map(read_whole, problem.key[:3])) == asked


def is_proven(log: Sequence[Row], sheets: Mapping[str, str]) -> bool:
    """Tell whether the digests of the sheets are those that some verb since the last closing has left."""
    known = (read_fingerprint(read_text(entry.row.get(LOG_STATE))) for entry in linked(log))
    return any(one is not None and bool(one.sheets) and not one.changed(sheets) for one in known)


def holds_what_was_closed(context: Context, copy: Snapshot) -> bool:
    """Tell whether a copy may be put back into the final event: a verb since the last closing has left it so."""
    return is_proven(context.book.read_table(LOG_TABLE), fixed_digests(copy.book))


def stands_proven(book: Book) -> bool:
    """Tell whether the event, if it is final, is as some verb since the last closing has left it."""
    if not is_closed_finally(book) or is_older(book):
        return True
    return is_proven(book.read_table(LOG_TABLE), fixed_digests(book))


def link(context: Context, staged: Book, own: Sequence[Row], *, vouches: bool) -> None:
    """Append the verb's rows to the log, number and link them; ``vouches``: the event is as a verb may leave it.

    A log that was never chained gets an anchor first, which vouches for what stood there before the verb; a refused
    verb begins no chain. A log that the verb has put back from a copy goes on from that copy's last link.
    """
    rows = staged.read_table(LOG_TABLE)
    known = len(context.book.read_table(LOG_TABLE))
    if staged.read_value(CHAIN_END) != context.book.read_value(CHAIN_END):
        known = max((entry.index + 1 for entry in linked(rows)), default=0)
    elif not vouches and _begins_no_chain(context):
        staged.write_table(LOG_TABLE, [*rows, *own])
        return
    elif is_older(context.book):
        before = _begun(context, rows[:known])
        rows, known = [*before, *rows[known:]], len(before)
    if is_closed_finally(staged) and not stands(staged, FINAL):
        staged.write_value(FINAL, context.now())  # closed before this fact was written anywhere
    state = event_fingerprint(staged, with_sheets=is_closed_finally(staged)) if vouches else ""
    done = chained([*rows, *own], known, state)
    staged.write_table(LOG_TABLE, done)
    staged.write_value(CHAIN_END, head(done))


def _begins_no_chain(context: Context) -> bool:
    """Tell whether the log has no chain although a verb was made before: whatever vouches for nothing begins none."""
    book = context.book
    is_closed = is_closed_finally(book) or bool(_forgotten(context))
    return is_older(book) or (is_closed and not linked(book.read_table(LOG_TABLE)))


def _begun(context: Context, before: Sequence[Row]) -> list[Row]:
    """Give the log with an anchor under rows that have no chain; it vouches for what stands before the verb."""
    anchor = entry_row(context, say("notice.chain_label"), say("notice.chain_begun", rows=len(before)))
    state = event_fingerprint(context.book, with_sheets=is_closed_finally(context.book))
    return anchored([*before, anchor], state)


def mend_log(context: Context) -> bool:
    """Put the log back from the newest copy that has it whole, if it is torn; tell whether it was done.

    Of an event whose last closing the workbook or a copy knows, the closing must stand in it.
    """
    book = context.book
    is_closed = bool(_forgotten(context)) or (is_closed_finally(book) and not is_older(book))
    is_whole = not is_closed or vouches_for_sheets(book.read_table(LOG_TABLE))
    if is_whole and not log_faults(book):
        return False
    event = book.read_value(EVENT_NAME)
    for copy in _copies(context):
        rows = copy.tables.get(LOG_TABLE, [])
        is_whole = bool(linked(rows)) and not broken_links(rows)
        if is_whole and copy.values.get(EVENT_NAME) == event and (not is_closed or vouches_for_sheets(rows)):
            book.write_table(LOG_TABLE, rows)
            book.write_value(CHAIN_END, head(rows))
            return True
    return False
