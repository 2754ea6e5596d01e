"""What the record says of dealing and drawing: by which program, from which keys, and what could not be checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from macros_py.book.log_chain import LOG_TABLE
from macros_py.book.port import Row
from macros_py.book.tables.deals import deals_in
from macros_py.book.tables.keys import LogRow, labelled_rows, logged_fingerprints
from macros_py.book.tables.rounds import ELSEWHERE, is_elsewhere
from macros_py.builder.record_data import RecordData
from macros_py.cells import read_text, read_whole
from macros_py.rules.event import RoundState
from macros_py.words import say

Numbers = dict[str, list[str]]


def labelled_draws(data: RecordData) -> Iterator[tuple[str, str]]:
    """Give label and text of each line, in their order."""
    log = data.tables.get(LOG_TABLE, ())
    if dealt := programs(data.tables.get("tFordulok", ())):
        parts = (say("record.dealt_by", program=name, rounds=", ".join(at)) for name, at in dealt.items())
        yield say("record.deals_program"), "; ".join(parts)
    if drawn := labelled_rows(log, say("done.lines_drawn")):
        yield say("record.draw_program"), drawn_by(drawn[-1], log)
    for row in labelled_rows(log, say("done.new_key_label")):
        yield say("record.logged", what=say("done.new_key_label"), when=moment(row)), row.details
    keys = logged_fingerprints(log)
    for number, fingerprint in enumerate(keys, start=1) if len(keys) > 1 else ():
        yield say("record.key", number=number), fingerprint
    for row in labelled_rows(log, say("done.no_deals_label")):
        yield say("record.logged", what=say("done.no_deals_label"), when=moment(row)), row.details


def programs(rounds: Sequence[Row]) -> Numbers:
    """Give by the name of each program the rounds that it dealt."""
    found: Numbers = {}
    for row in rounds:
        text, number = read_text(row.get("Sorozat")), read_text(row.get("Forduló"))
        if is_elsewhere(text):
            program = text[len(ELSEWHERE) :].strip(" ()") or say("record.program_unnamed")
        elif isinstance(read_whole(text or None), int):
            program = say("record.program")
        else:
            continue
        found.setdefault(program, []).append(f"{number}.")
    return found


def drawn_by(last: LogRow, log: Sequence[Row]) -> str:
    """Say what made the lines: this program, or a file; and whether hands changed anything afterwards."""
    from_file = say("done.lines_from_file", file="")
    text = last.details if last.details.startswith(from_file) else say("record.drawn_by")
    swaps = len(labelled_rows(log, say("done.line_swap")))
    return f"{text} {say('record.swapped', swaps=swaps)}" if swaps else text


def moment(row: LogRow) -> str:
    """Write when a row of the log was written."""
    return f"{row.when:%Y. %m. %d. %H:%M}" if isinstance(row.when, datetime) else read_text(row.when)


def unchecked_rounds(tables: Mapping[str, Sequence[Row]], deals: object) -> set[int]:
    """Give the closed rounds dealt from a key of which not all cards are there: no row was held against them."""
    whole = deals_in(tables.get("tLeosztasok", ()))
    count = read_whole(deals)
    wanted = range(1, count + 1) if isinstance(count, int) else range(0)
    return {
        number
        for row in tables.get("tFordulok", ())
        if isinstance(number := read_whole(row.get("Forduló")), int)
        if isinstance(read_whole(row.get("Sorozat")), int)
        if read_text(row.get("Állapot")).casefold() == RoundState.CLOSED.value
        if any((number, deal) not in whole for deal in wanted)
    }
