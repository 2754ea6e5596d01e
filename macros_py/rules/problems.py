"""What a check finds: a place, what stands there, what was expected.

A problem carries no sentence. Its ``code`` names the entry ``[problem.<code>]`` of
``templates/words/hu.toml`` from which the words layer makes the sentence, the expectation and the advice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum


class RuleError(Exception):
    """Base of every error that the pure rules raise: the caller asked for what the rules cannot answer."""


class Degree(Enum):
    """How much a problem weighs (the words stand in tHibak, column Fokozat)."""

    ERROR = "hiba"
    """Stands in the way: the verb, or the closing of the round, is refused."""
    WARNING = "figyelmeztetés"
    """To be confirmed by name in Megerősítette."""
    NOTE = "megjegyzés"
    """Good to know."""

    @property
    def weight(self) -> int:
        """Give the place in the order of degrees, the gravest first."""
        return list(Degree).index(self)


class Misreading(Enum):
    """Why a cell could not be read; the checks have a sentence of their own for each."""

    FORMULA = "formula"
    CELL_ERROR = "error"
    """An error value such as ``#N/A``."""
    DATE = "date"
    """Excel has made a date or a time of ``7/12`` or ``1-2``."""
    DECIMAL = "decimal"
    """``9,99`` or 9.5 where a whole number belongs."""
    FRACTION = "fraction"
    """``7/12`` that has stayed text."""
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A cell value that could not be read as what its column wants; ``found`` is what stands there."""

    found: object
    misreading: Misreading = Misreading.TEXT


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence of the words that stands as a field in another one: ``code`` is ``section.key``."""

    code: str
    fields: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fields:
    """Fields of the type that a problem is about, named within its sentence; ``joint`` stands between them."""

    names: Sequence[str]
    joint: str = " és "


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding of one check.

    ``table`` is a table name of the workbook (``tNevezok``), or empty for a named value or the event as a
    whole; ``row`` the 0-based index of the row in the order the table was read, if there is one; ``key`` the
    words that name the row to a person (round, deal, table …); ``column`` the field of the
    row's type that is meant (or a heading, or a value's name); the last part of ``key`` may be the same.
    ``found`` is the value as it stands; ``fields`` are what the sentence needs besides (a tuple of texts is
    a choice: one *vagy* the other).
    """

    code: str
    table: str = ""
    row: int | None = None
    key: tuple[object, ...] = ()
    column: str = ""
    found: object = None
    fields: Mapping[str, object] = field(default_factory=dict)
    degree: Degree = Degree.ERROR

    @property
    def as_warning(self) -> Problem:
        """Give it as a warning."""
        return replace(self, degree=Degree.WARNING)

    @property
    def as_note(self) -> Problem:
        """Give it as a note."""
        return replace(self, degree=Degree.NOTE)


def has_errors(problems: Iterable[Problem]) -> bool:
    """Tell whether any of the problems is an error (degree *hiba*)."""
    return any(problem.degree is Degree.ERROR for problem in problems)
