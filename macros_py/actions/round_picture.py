"""Fordulókép: one round at a glance, tables down, deals across, and below how far each sheet of paper has got."""

from __future__ import annotations

from macros_py.actions.hall import Hall, begun_rounds, typed_by_key
from macros_py.book.port import Book, Grid
from macros_py.cells import read_whole
from macros_py.rules.circulation import protocol_lines
from macros_py.rules.event import LINES, ProtocolLine
from macros_py.rules.rulings import statuses
from macros_py.rules.typed_results import Letter, RowState, TypedRow, seat_letter, state_word
from macros_py.words import say

DONE_STATES = (RowState.RULED, RowState.NEM_JATSZOTT)


def write_picture(book: Book, hall: Hall) -> None:
    """Write the grid of the chosen round; the latest begun one if none is chosen."""
    chosen = read_whole(book.read_value("fordulokep_fordulo"))
    begun = begun_rounds(hall)
    number = chosen if isinstance(chosen, int) else max(begun, default=0)
    book.write_grid("fordulokep_racs", picture(hall, number) if number in hall.dealt else [])


def picture(hall: Hall, number: int) -> Grid:
    """Give the grid of one round."""
    deals = range(1, hall.event.deals + 1)
    typed = {key: row for key, (_, row) in typed_by_key(hall).items() if key[0] == number}
    ruled = ruled_rows(hall, number)
    lines = protocol_lines(number, hall.lineup.tables, hall.event.deals)
    head = [say("picture.round", round=number), *(say("picture.deal", deal=deal) for deal in deals)]
    tables = [
        [
            say("picture.table", table=table),
            *(picture_cell(typed.get((number, deal, table)), (deal, table) in ruled) for deal in deals),
        ]
        for table in range(1, hall.lineup.tables + 1)
    ]
    return [head, *tables, *papers(lines, typed, ruled, len(deals))]


def ruled_rows(hall: Hall, number: int) -> set[tuple[int, int]]:
    """Give the (deal, table) of a round in which a ruling decided for somebody."""
    seats = [seat for seat in statuses(hall.rulings, hall.lineup) if seat[1] == number]
    return {(deal, hall.lineup.table_of(position, number) or 0) for position, _, deal in seats}


def picture_cell(row: TypedRow | None, is_ruled: bool) -> str:
    """Show one row: soloist and his Ft; ``!`` where the three do not sum to 0, ``?`` where it is to be cleared up."""
    if row is None or not row.is_touched:
        return say("picture.missing")
    state = state_word(row.state)
    if state is RowState.NEM_JATSZOTT:
        return RowState.NEM_JATSZOTT.value
    mark = "? " if state is RowState.UNCLEAR else ""
    numbers = [value for value in row.ft if isinstance(value, int)]
    is_odd = not (is_ruled or state is RowState.RULED) and (len(numbers) < len(LINES) or sum(numbers) != 0)
    return mark + shown_result(row) + (" !" if is_odd else "")


def shown_result(row: TypedRow) -> str:
    """Show the soloist and his Ft; all three results where there is no soloist."""
    soloist = seat_letter(row.soloist)
    if isinstance(soloist, str):
        return f"{soloist} {pictured_ft(row.ft[LINES.index(soloist)])}"
    text = "/".join(pictured_ft(value) for value in row.ft)
    return f"{say('picture.korpassz')} {text}" if state_word(row.state) is RowState.KORPASSZ else text


def pictured_ft(value: object) -> str:
    """Show one Ft cell: ``+8``, ``−4``, ``0``, ``R``; ``–`` for a blank or what cannot be read."""
    if isinstance(value, int):
        return f"{value:+d}".replace("-", "−") if value else "0"
    return value.value if isinstance(value, Letter) else "–"


def papers(
    lines: list[ProtocolLine],
    typed: dict[tuple[int, int, int], TypedRow],
    ruled: set[tuple[int, int]],
    deals: int,
) -> list[list[str]]:
    """Give one row for each copy of the deals: ``7/7 kész`` under each deal."""
    rows = []
    for copy in sorted({line.copy for line in lines}):
        states = []
        for deal in range(1, deals + 1):
            paper = [line for line in lines if line.copy == copy and line.deal == deal]
            done = sum(
                is_done(typed.get((line.round, deal, line.table)), (deal, line.table) in ruled)
                for line in paper
            )
            code = "picture.paper_ready" if done == len(paper) else "picture.paper_open"
            states.append(say(code, done=done, total=len(paper)))
        rows.append([say("picture.copy", copy=copy), *states])
    return rows


def is_done(row: TypedRow | None, is_ruled: bool) -> bool:
    """Tell whether a row is complete: three numbers that sum to 0, or a referee has decided."""
    if row is None or not row.is_touched:
        return False
    state = state_word(row.state)
    if state is RowState.UNCLEAR:
        return False
    numbers = [value for value in row.ft if isinstance(value, int)]
    return state in DONE_STATES or is_ruled or (len(numbers) == len(LINES) and sum(numbers) == 0)
