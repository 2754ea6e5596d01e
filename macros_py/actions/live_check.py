"""The live check: one formula on a sheet of its own names the wrong lines of a round while they are typed.

Nothing in the results depends on it. It needs the add-in's functions, so it stands only while the referee wants it.
"""

from __future__ import annotations

from macros_py.actions.hall import read_hall
from macros_py.book.port import Book
from macros_py.book.schema import table_layout
from macros_py.book.tables.results import COLUMNS
from macros_py.cells import Formula, read_text
from macros_py.rules.event import RoundState
from macros_py.rules.protocol_row import RESULTS_TABLE
from macros_py.words import say

LIVE_FORMULA, CAPTION = "azonnali_keplet", "azonnali_jelleg"
FIRST_CHECKED, LAST_CHECKED = COLUMNS["starter"], COLUMNS["state"]
LIVE_FUNCTION = "ULTI_SOROK"


def is_on(book: Book) -> bool:
    """Tell whether the formula stands."""
    return read_text(book.read_value(LIVE_FORMULA)) != ""


def switch_off(book: Book) -> None:
    """Take the formula away."""
    book.write_value(LIVE_FORMULA, None)
    book.write_value(CAPTION, None)


def switch_on(book: Book) -> str:
    """Put the formula there for the round being typed; give a sentence.

    That is the last round that has been played and is not closed, else the last one that has rows.
    """
    hall = read_hall(book)
    numbers = [row.round for row in hall.rows]
    rounds = [number for number in hall.dealt if number in numbers]
    if not rounds:
        return say("live_check.no_rows")
    open_ones = [number for number in rounds if hall.rounds[number].state is RoundState.PLAYED]
    number = (open_ones or rounds)[-1]
    rows = [index for index, found in enumerate(numbers) if found == number]
    if rows != list(range(rows[0], rows[-1] + 1)):
        return say("live_check.sorted", round=number)
    sheet = table_layout(RESULTS_TABLE).sheet
    first = book.address(RESULTS_TABLE, rows[0], FIRST_CHECKED)
    last = book.address(RESULTS_TABLE, rows[-1], LAST_CHECKED)
    area = f"'{sheet}'!{first}:{last}"
    book.write_value(LIVE_FORMULA, Formula(f"={LIVE_FUNCTION}({area})"))
    caption = say("live_check.on", round=number, first=first)
    book.write_value(CAPTION, caption)
    return caption
