"""What an action is handed: the workbook, the rules, the clock, the randomness, the person, the key, the copies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from macros_py.book.history import NO_HISTORY, History
from macros_py.book.key_file import KeyStore
from macros_py.book.named_places import NamedPlaces
from macros_py.book.port import Book
from macros_py.editions import Edition
from macros_py.rules.problems import Problem
from macros_py.rules.rulebook import Rulebook
from macros_py.words import say

Options = Mapping[str, Any]
Action = Callable[["Context", Options], list[Problem]]


@dataclass(frozen=True, slots=True)
class Context:
    """Everything outside the rules that an action may use; the entry point makes it, tests make their own."""

    book: Book
    edition: Edition
    clock: Callable[[], datetime]
    randomness: Callable[[int], bytes]
    person: str
    keys: KeyStore
    history: History = NO_HISTORY
    tampering: tuple[Problem, ...] = ()
    """What the last closing fixed and is another one now (VSZ 5)."""
    places: NamedPlaces | None = None
    """The folders that the workbook names on this computer; None where nothing touches the disk."""

    @property
    def rulebook(self) -> Rulebook:
        """Give the rules in force."""
        return self.edition.rulebook

    def now(self) -> datetime:
        """Give the time to the second, as it is written into cells."""
        return self.clock().replace(microsecond=0)

    def say(self, key: str, **fields: object) -> None:
        """Tell whoever started the verb a sentence of the words; the log's line of the verb repeats it."""
        self.book.tell(say(key, **fields))
