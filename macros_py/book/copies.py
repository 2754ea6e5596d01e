"""The copies that every verb leaves behind: what stood before it, and what stands after it, in one or two places."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from macros_py.book.errors import BookError
from macros_py.book.history import CopyMoment, FileHistory, prune, read_state, save_state
from macros_py.book.named_places import NamedPlaces
from macros_py.book.open_cards import irreplaceable, without_open_cards
from macros_py.book.port import Book
from macros_py.book.snapshots import Snapshot, save_snapshot, snapshot
from macros_py.words import say

TICK = timedelta(microseconds=1)
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
                self.tell(say("notice.clock_back", last=shown_moment(last.when), now=shown_moment(now)))
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
        if rounds := [number for number in held if number not in known]:
            self.tell(say("run.open_cards", rounds=", ".join(f"{number}." for number in rounds)))

    def copy(self, book: Book, verb: str, now: datetime) -> Snapshot:
        """Copy a book, in order after the copies there are, whatever the clock says."""
        last = self.last()
        taken = max(now, last.taken + TICK) if last else now
        copy = without_open_cards(snapshot(book, verb, taken))
        return replace(copy, clock=now) if taken - now > TICK else copy

    def last(self) -> CopyMoment | None:
        """Give the last copy taken before a verb; None if there is none."""
        return max(
            (one for one in FileHistory.of(self.file, self.event).moments() if not one.is_state), default=None
        )


def shown_moment(moment: datetime) -> str:
    """Write day, hour and minute: after the battery of a clock died it is the day that is wrong."""
    return f"{moment:%Y. %m. %d. %H:%M}"
