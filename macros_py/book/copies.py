"""The copies that every verb leaves behind: what stood before it, and what stands after it, in one or two places."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from macros_py.book.errors import BookError
from macros_py.book.history import FileHistory, load_state, prune, save_state
from macros_py.book.port import Book
from macros_py.book.schema import table_layouts, value_layouts
from macros_py.book.snapshots import Snapshot, save_snapshot, snapshot
from macros_py.words import say

TICK = timedelta(microseconds=1)
"""Keeps the copies in their order when the clock was set back."""


@dataclass(frozen=True, slots=True)
class Copies:
    """The copies of one workbook: in ``masolatok`` by its ``file``, and once more in ``place`` if that is not blank."""

    file: Path
    place: str
    tell: Callable[[str], object]

    def state(self) -> Snapshot | None:
        """Give what stood after the last verb; None where nothing tells."""
        return load_state(self.file)

    def take(self, clock: Callable[[], datetime]) -> Callable[[Book, str], None]:
        """Give what saves a copy of a book before a verb changes it; a file just being made has none."""

        def save(book: Book, verb: str) -> None:
            if not self.file.exists():
                return
            now = clock()
            last = self.last_moment()
            if last > now:
                self.tell(say("notice.clock_back", last=f"{last:%H:%M}", now=f"{now:%H:%M}"))
            taken = snapshot(book, table_layouts(), value_layouts(), verb, max(now, last + TICK))
            save_snapshot(taken, self.file)
            prune(self.file, now.date())
            if self.place:
                try:
                    save_snapshot(taken, self.file, self.place)
                    prune(self.file, now.date(), self.place)
                except BookError as error:
                    self.tell(say("run.second_copy_failed", place=self.place, cause=error))

        return save

    def keep_state(self, book: Book, verb: str, now: datetime) -> None:
        """Copy what stands now, so that the next verb sees what was changed in between, and a dead laptop is no loss.

        The verb is done by then: whatever goes wrong is only told.
        """
        taken = max(now, self.last_moment() + TICK)
        state = snapshot(book, table_layouts(), value_layouts(), verb, taken)
        try:
            save_state(state, self.file)
        except BookError as error:
            self.tell(say("notice.state_failed", cause=error))
        if self.place:
            with suppress(BookError):  # the copy before the verb has told it
                save_state(state, self.file, self.place)

    def last_moment(self) -> datetime:
        """Give when the last copy was taken; long ago if there is none."""
        moments = [moment.taken for moment in FileHistory.of(self.file).moments() if not moment.is_state]
        return max(moments, default=datetime(1, 1, 1))
