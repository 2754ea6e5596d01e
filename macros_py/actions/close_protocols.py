"""close_protocols: what is written on the protocols is final, though the results are announced later (VSZ 5 (5))."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from macros_py.actions.context import Context, Options, write_entry
from macros_py.actions.examining import official_text
from macros_py.actions.hall import read_hall
from macros_py.book.canonical import canonical_text, digest, table_lines
from macros_py.book.layout import table_layout
from macros_py.book.log_chain import LOG_TABLE
from macros_py.book.port import Book, Row
from macros_py.book.tables.event import CLOSED_ROWS, FINAL, PROTOCOLS_CLOSED, labelled_rows, stands
from macros_py.book.tables.hall import ROUNDS_TABLE
from macros_py.book.tables.results import ACHIEVEMENTS, COLUMNS, FT_HEADINGS, KEY, RESULT, STATE, typed_row
from macros_py.cells import read_text
from macros_py.rules.language.notation import Language
from macros_py.rules.names import plain_key
from macros_py.rules.problems import Problem
from macros_py.rules.results.protocol import RESULTS_TABLE
from macros_py.rules.results.typed_results import RowState, state_word
from macros_py.rules.rulebook import Rulebook
from macros_py.verbs import verbs
from macros_py.words import say


def _keep_rows(context: Context) -> int:
    rows = [_kept(row) for row in context.book.read_table(RESULTS_TABLE) if typed_row(row).is_touched]
    _write_down(context, rows)
    return len(rows)


def keep_row(context: Context, row: Row) -> None:
    """Write down what one row holds now: a mistake of the official who typed it in was put right."""
    rows, place = context.book.read_table(CLOSED_ROWS), _protocol_place(row)
    _write_down(context, [_kept(row) if _protocol_place(one) == place else one for one in rows])


def _write_down(context: Context, rows: Sequence[Row]) -> None:
    """Write the rows, and their digest into the log: its chain vouches for them."""
    context.book.write_table(CLOSED_ROWS, rows)
    details = say("done.protocols_kept", rows=len(rows))
    write_entry(context, say("done.protocols_label"), details, new=_protocols_digest(context.book))


def _protocols_digest(book: Book) -> str:
    return digest(canonical_text([table_lines(table_layout(CLOSED_ROWS), book.read_table(CLOSED_ROWS))]))


def _are_rewritten(book: Book) -> bool:
    """Tell whether what was written down is none of what the log says it has been.

    Not only the last: undoing a correction goes back to what stood before it.
    """
    known = {row.new for row in labelled_rows(book.read_table(LOG_TABLE), say("done.protocols_label"))}
    return bool(known) and _protocols_digest(book) not in known


def _kept(row: Row) -> Row:
    return {heading: row[heading] for heading in (*KEY, *RESULT)}


def _protocol_place(row: Row) -> tuple[str, ...]:
    return tuple(read_text(row.get(heading)) for heading in KEY)


def kept_row(book: Book, row: Row) -> Row | None:
    """Give what a row held when the protocols were closed; nothing if it was blank, or they are not closed."""
    place = _protocol_place(row)
    return next((one for one in book.read_table(CLOSED_ROWS) if _protocol_place(one) == place), None)


def changed_protocols(book: Book, rulebook: Rulebook) -> list[Problem]:
    """Give every cell that was filled when the protocols were closed and says something else now.

    What was blank then may have been filled since; the same written in another way is no change. Where what was
    written down has itself been rewritten, that alone is said.
    """
    if stands(book, FINAL):
        return []
    if _are_rewritten(book):
        return [Problem("protocols_rewritten", CLOSED_ROWS)]
    rows = book.read_table(RESULTS_TABLE)
    places = {_protocol_place(row): index for index, row in reversed(list(enumerate(rows)))}
    language = Language(rulebook)
    return [
        problem
        for then in book.read_table(CLOSED_ROWS)
        for index in [places.get(_protocol_place(then))]
        for problem in changed_protocol_cells(then, index, {} if index is None else rows[index], language)
    ]


def changed_protocol_cells(then: Row, index: int | None, row: Row, language: Language) -> Iterator[Problem]:
    """Give the cells of one row that were filled and are other ones now."""
    for heading in RESULT:
        if _is_changed(heading, then, row, language):
            old, new = read_text(then[heading]) or "–", read_text(row.get(heading)) or "–"
            fields = dict(zip(("round", "deal", "table"), _protocol_place(then), strict=True))
            fields |= {"heading": heading, "old": old, "new": new}
            place = (*_protocol_place(then), heading)
            yield Problem("protocol_changed", RESULTS_TABLE, index, place, heading, row.get(heading), fields)


def _is_changed(heading: str, then: Row, row: Row, language: Language) -> bool:
    """Tell whether a filled cell says something else now.

    A state is no part of the protocol but for the result it gives or takes: ``?`` may be answered, a blank one
    filled; only *nem játszott* would take the result of a row that has one.
    """
    old, new = (_said(heading, one, language) for one in (then, row))
    if heading == STATE and state_word(read_text(then[STATE])) in {RowState.BLANK, RowState.UNCLEAR}:
        has_result = any(read_text(then[one]) for one in RESULT if one != STATE)
        return has_result and state_word(read_text(row.get(STATE))) is RowState.NEM_JATSZOTT
    return read_text(then[heading]) != "" and old != new


def _said(heading: str, row: Row, language: Language) -> str:
    """Give what a cell says, whatever way it is written."""
    if heading in FT_HEADINGS and row:
        return str(typed_row({**dict.fromkeys(COLUMNS.values()), **row}).ft[FT_HEADINGS.index(heading)])
    text = read_text(row.get(heading))
    return official_text(text, language) if heading == ACHIEVEMENTS else plain_key(text)


def close_protocols(context: Context, options: Options) -> list[Problem]:
    """Close the protocols by the name of ``person``: from now on rows are typed from them, but none is changed.

    Blank rows may still be typed; a filled one only for the mistake of the official who typed it in. The results
    are due within the days that the rules allow.
    """
    progress = read_hall(context.book).progress
    if obstacle := progress.obstacle(verbs()["close_protocols"].unless):
        return [Problem("protocols_not_closable", ROUNDS_TABLE, fields={"why": say(f"fit.{obstacle}")})]
    if not read_text(options.get("person")):
        return [Problem("protocols_unsigned", ROUNDS_TABLE)]
    now = context.now()
    rows = _keep_rows(context)
    context.book.write_value(PROTOCOLS_CLOSED, now)
    due = now.date() + timedelta(days=context.rulebook.ending.announcement_days)
    missing = sum(progress.missing.values())
    context.say("done.protocols_closed", rows=rows, missing=missing, due=due)
    return []
