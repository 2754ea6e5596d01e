"""Copies that every verb leaves beside the workbook, in one or two places; what they leave out, what has changed since.

Cards of rounds that are not closed are left out where they follow from the key: what a round revealed by mistake showed
would otherwise outlive its being taken back, on the pen drive of the copies too. Whoever puts such a copy back derives
the cards anew. Cards that follow from no key – typed by hand, imported – are nowhere else, and stay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import isclose
from pathlib import Path

from macros_py.book.history import CopyMoment, FileHistory, prune, read_state, save_state
from macros_py.book.layout import layouts, table_layouts, value_layouts
from macros_py.book.places import NamedPlaces
from macros_py.book.port import Book, BookError, CellValue, Row
from macros_py.book.saving import NATURE_NAME, TRIAL
from macros_py.book.snapshots import Snapshot, save_snapshot, snapshot
from macros_py.book.table_plan import headings_of, numbered_keys
from macros_py.cells import read_text, read_whole
from macros_py.rules.hall.event import RoundState
from macros_py.words import say

_DEALS, _ROUNDS = "tLeosztasok", "tFordulok"
_CARD_COLUMNS = ("A", "B", "C", "Talon")


def without_open_cards(copy: Snapshot) -> Snapshot:
    """Give a copy without the cards that it need not hold."""
    rows = copy.tables.get(_DEALS, ())
    return replace(copy, tables={**copy.tables, _DEALS: list(filter(_holds(copy), rows))})


def _holds(copy: Snapshot) -> Callable[[Row], bool]:
    """Give what tells whether a copy, by its rounds, holds a row of tLeosztasok.

    Of a trial nothing is secret, and its key is kept nowhere: it holds all.
    """
    if _is_trial(copy):
        return lambda row: True
    closed = {None, *_closed_rounds(copy)}
    dealt = ((_round_of(row), _card_whole(row, "Sorozat")) for row in copy.tables.get(_ROUNDS, ()))
    series = {number: one for number, one in dealt if one is not None and number not in closed}
    return lambda row: (one := _card_whole(row, "Sorozat")) is None or one != series.get(_round_of(row))


def irreplaceable(copy: Snapshot) -> list[int]:
    """Give the rounds that are not closed and of which a copy holds cards, ascending; none of a trial."""
    if _is_trial(copy):
        return []
    held = filter(_holds(copy), copy.tables.get(_DEALS, ()))
    rounds = {_round_of(row) for row in held if any(read_text(row.get(one)) for one in _CARD_COLUMNS)}
    return sorted(number for number in rounds - _closed_rounds(copy) if number is not None)


def _is_trial(copy: Snapshot) -> bool:
    return read_text(copy.values.get(NATURE_NAME)) == TRIAL


def _closed_rounds(copy: Snapshot) -> set[int | None]:
    states = ((_round_of(row), read_text(row.get("Állapot"))) for row in copy.tables.get(_ROUNDS, ()))
    return {number for number, state in states if state.casefold() == RoundState.CLOSED.value}


def _round_of(row: Row) -> int | None:
    return _card_whole(row, "Forduló")


def _card_whole(row: Row, heading: str) -> int | None:
    number = read_whole(row.get(heading))
    return number if isinstance(number, int) else None


_TICK = timedelta(microseconds=1)
"""Keeps the copies in their order when the clock was set back."""


@dataclass(frozen=True, slots=True)
class Copies:
    """The copies of one workbook: in ``masolatok`` by its ``file``, and once more in ``place`` if that is not blank.

    ``event`` is the identity of the event; blank for one just being made.
    """

    file: Path
    place: str
    event: str
    tell: Callable[[str], object]

    def state(self) -> Snapshot | None:
        """Give what stood after the last verb; None where nothing tells. A broken file is set aside: told."""
        found = read_state(self.file, self.event)
        if found.set_aside is not None:
            self.tell(say("notice.state_set_aside", path=found.set_aside))
        return found.state

    def take(self, clock: Callable[[], datetime]) -> Callable[[Book, str], None]:
        """Give what saves a copy of a book before a verb changes it; a file just being made has none."""

        def save(book: Book, verb: str) -> None:
            if not self.file.exists():
                return
            now, last = clock(), self.last()
            if last and last.when > now:
                self.tell(say("notice.clock_back", last=_shown_moment(last.when), now=_shown_moment(now)))
            taken = self.copy(book, verb, now)
            save_snapshot(taken, self.file)
            prune(self.file, now.date(), self.event)
            self.tell_of_cards(taken)
            if self.place:
                try:
                    save_snapshot(taken, self.file, self.second())
                    prune(self.file, now.date(), self.event, self.second())
                except BookError as error:
                    self.tell(say("run.second_copy_failed", place=self.place, cause=error))

        return save

    def keep_state(self, book: Book, verb: str, now: datetime) -> None:
        """Copy what stands now, so that the next verb sees what was changed in between, and a dead laptop is no loss.

        The verb is done by then: whatever goes wrong is only told.
        """
        state = self.copy(book, verb, now)
        try:
            save_state(state, self.file)
        except BookError as error:
            self.tell(say("notice.state_failed", cause=error))
        if self.place:
            with suppress(BookError):  # the copy before the verb has told it
                save_state(state, self.file, self.second())

    def second(self) -> Path:
        """Give the folder of the second copies.

        :raises BookError: it cannot be used.
        """
        return NamedPlaces(self.file).ready(self.place)

    def tell_of_cards(self, taken: Snapshot) -> None:
        """Say once that a copy holds cards of rounds still open, because no key could give them again."""
        held = irreplaceable(taken)
        state = self.state() if held else None
        known = irreplaceable(state) if state else []
        if rounds := [f"{number}." for number in held if number not in known]:
            self.tell(say("run.open_cards", rounds=", ".join(rounds)))

    def copy(self, book: Book, verb: str, now: datetime) -> Snapshot:
        """Copy a book, in order after the copies there are, whatever the clock says."""
        last = self.last()
        taken = max(now, last.taken + _TICK) if last else now
        copy = without_open_cards(snapshot(book, verb, taken))
        return replace(copy, clock=now) if taken - now > _TICK else copy

    def last(self) -> CopyMoment | None:
        """Give the last copy taken before a verb; None if there is none."""
        moments = FileHistory.of(self.file, self.event).moments()
        return max((one for one in moments if not one.is_state), default=None)


def _shown_moment(moment: datetime) -> str:
    """Write day, hour and minute: after the battery of a clock died it is the day that is wrong."""
    return f"{moment:%Y. %m. %d. %H:%M}"


_LAST_DIGITS = 1e-12
"""A workbook keeps 15 to 16 digits of a number, a copy all 17."""


@dataclass(frozen=True, slots=True)
class Change:
    """One cell that holds something else; ``table`` is blank for a named value, whose name is the ``column``.

    ``row`` is the 0-based index of the row as it stands now; None for a row that is gone.
    """

    table: str
    row: int | None
    column: str
    old: CellValue
    new: CellValue

    @property
    def sheet(self) -> str:
        """Give the sheet the cell is on."""
        return table_layouts()[self.table].sheet if self.table else value_layouts()[self.column].sheet

    @property
    def is_filled(self) -> bool:
        """Tell whether something was typed where nothing stood."""
        return read_text(self.old) == ""

    @property
    def is_computed(self) -> bool:
        """Tell whether the program writes that sheet, not the referee."""
        return any(layout.name == self.sheet and layout.is_protected for layout in layouts())


def changes(then: Snapshot, book: Book) -> list[Change]:
    """Give what has changed since the snapshot, in the order of the sheets; what it does not know is left out."""
    then = without_open_cards(then)
    found: list[Change] = []
    for table in filter(then.tables.__contains__, table_layouts()):
        found += _table_changes(table, then.tables[table], _rows_now(then, book, table))
    for name, layout in value_layouts().items():
        if name in then.values and not layout.formula:
            old, new = then.values[name], book.read_value(name)
            found += [] if is_equal(old, new) else [Change("", None, name, old, new)]
    return found


def _rows_now(then: Snapshot, book: Book, table: str) -> list[tuple[int, Row]]:
    """Give the rows of a table that a snapshot taken then would hold, each with its index."""
    is_known = _holds(then) if table == _DEALS else lambda row: True
    return [(index, row) for index, row in enumerate(book.read_table(table)) if is_known(row)]


def _table_changes(table: str, then: Sequence[Row], now: Sequence[tuple[int, Row]]) -> list[Change]:
    """Give the changed cells of one table; a row that is gone is one change for each of its cells."""
    key = table_layouts()[table].key
    old_rows = dict(zip(numbered_keys(then, key), then, strict=True))
    known = set(headings_of(then))
    found = []
    names = numbered_keys([row for _, row in now], key)
    for name, (index, row) in zip(names, now, strict=True):
        old = old_rows.pop(name, {})
        for heading, cell in row.items():
            if (not then or heading in known) and not is_equal(old.get(heading), cell):
                found.append(Change(table, index, heading, old.get(heading), cell))
    for row in old_rows.values():
        found += [Change(table, None, one, cell, None) for one, cell in row.items() if read_text(cell)]
    return found


def is_equal(old: CellValue, new: CellValue) -> bool:
    """Tell whether two cells say the same: 4 and 4.0 do, blank and nothing, and a number that a file cut off."""
    if old == new:
        return True
    if isinstance(old, int | float) and isinstance(new, int | float):
        return isclose(old, new, rel_tol=_LAST_DIGITS)
    return read_text(old) == read_text(new)
