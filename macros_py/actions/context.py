"""What an action is given and how its doing is told.

The context: workbook, rules, clock, randomness, person, key, copies. The Napló: who did what and when, with old and
new value. The rows of tHibak: kept, replaced or cleared as verbs look again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from macros_py.book.history import NO_HISTORY, History
from macros_py.book.key_file import KeyStore
from macros_py.book.layout import table_layout
from macros_py.book.log_chain import LOG_TABLE
from macros_py.book.places import NamedPlaces
from macros_py.book.port import Book, CellValue, Row
from macros_py.book.tables.event import LOG_HEADINGS
from macros_py.cells import read_text
from macros_py.editions import Edition
from macros_py.rules.problems import Degree, Problem
from macros_py.rules.rulebook import Rulebook
from macros_py.words import describe, on_sheet, say

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


class Unlogged(str):
    """A sentence for the person at the screen only: it names a place that those who read the log need not know."""


def write_entry(
    context: Context, label: str, details: str, old: CellValue = None, new: CellValue = None
) -> None:
    """Append one row to tNaplo; ``label`` is the verb's Hungarian label."""
    entry = entry_row(context, label, details, old, new)
    context.book.write_table(LOG_TABLE, [*context.book.read_table(LOG_TABLE), entry])


def entry_row(
    context: Context, label: str, details: str, old: CellValue = None, new: CellValue = None
) -> Row:
    """Make one row of tNaplo; it holds texts, so that no program takes a value in it for something else."""
    values = (read_text(old) or None, read_text(new) or None)
    return dict(zip(LOG_HEADINGS, (context.now(), label, context.person, details, *values), strict=True))


_REFUSAL = "F"
"""Kód letter of refused orders: they go as soon as any verb runs again."""
_UNREADABLE_CELL = "M"
"""Kód letter of cells that cannot be read: whoever looks at their sheet speaks for them."""
_CHECKED_SHEETS = {
    "N": ("Nevezők", "Verseny", ""),
    "N3": ("",),
    "V": ("Vonalak", "Ülésrend"),
    "F": ("Verseny", "Fordulók"),
    "E": ("Eredményrögzítés",),
    "D": ("Döntések", "Verseny", "Vonalak", "Ülésrend", "Fordulók"),
    "C": ("Cserék",),
    "K": (),
}
"""Which sheets the checks of a Kód letter look at; who looks at rulings reads the whole hall.

A list from outside stands on no sheet (blank).
"""
_CHECK = re.compile(r"[A-Z]\d*")
"""One of a verb's checks: all problems of a Kód letter, or those whose Kód begins with it and the digits."""
_ROUND_BY_ROUND = "EK"
"""Kód letters of problems that are looked at one round at a time; the round begins their key."""
_WEIGHTS = {degree.value: degree.weight for degree in Degree}


def report_problems(book: Book, problems: Sequence[Problem], checks: str, rounds: Collection[int]) -> None:
    """Bring tHibak up to date after a verb that re-examined ``checks``: Kód letters, or the beginnings of a Kód.

    With ``rounds`` only problems of these rounds were re-examined. Who confirmed a problem stays with it as long
    as code, place and found value stay the same.
    """
    old = book.read_table("tHibak")
    confirmed = {_identity(row): row["Megerősítette"] for row in old}
    found = [_problem_row(book, problem) for problem in problems]
    found_now = {_identity(row) for row in found}
    for row in found:
        row["Megerősítette"] = confirmed.get(_identity(row))
    kept = [row for row in old if not _is_settled(row, checks, rounds) and _identity(row) not in found_now]
    book.write_table("tHibak", sorted([*found, *kept], key=_weight))


def _weight(row: Row) -> int:
    """Give the order of the degrees: errors first; inside a degree the order of finding stays."""
    return _WEIGHTS.get(read_text(row["Fokozat"]), len(_WEIGHTS))


def _is_settled(row: Row, checks: str, rounds: Collection[int]) -> bool:
    """Tell whether a verb that looked at ``checks`` (in ``rounds``, empty = all) speaks for this old row."""
    code, letter, looked_at = read_text(row["Kód"]), read_text(row["Kód"])[:1], _CHECK.findall(checks)
    if letter == _REFUSAL:
        return True
    if letter == _UNREADABLE_CELL:
        return any(read_text(row["Munkalap"]) in _CHECKED_SHEETS.get(check, ()) for check in looked_at)
    number = read_text(row["Kulcs"]).partition("/")[0]
    if rounds and letter in _ROUND_BY_ROUND and number not in map(str, rounds):
        return False
    return code.startswith(tuple(looked_at))


def unconfirmed(book: Book, problems: Sequence[Problem]) -> list[Problem]:
    """Give the problems without the warnings that somebody has put his name to on the Hibák sheet."""
    signed = {_identity(row) for row in book.read_table("tHibak") if row["Megerősítette"]}
    return [
        one
        for one in problems
        if one.degree is not Degree.WARNING or _identity(_problem_row(book, one)) not in signed
    ]


def confirmed_by(book: Book, problem: Problem) -> str:
    """Give who has put his name to the problem on the Hibák sheet; nothing if nobody has."""
    asked, rows = _identity(_problem_row(book, problem)), book.read_table("tHibak")
    names = (read_text(row["Megerősítette"]) for row in rows if _identity(row) == asked)
    return next(filter(None, names), "")


def answered_by(book: Book, question: Problem, options: Mapping[str, object], *flags: str) -> str:
    """Give who answers a question by his name; nothing if nobody does.

    The name is typed on the command line together with the options ``flags``, or stands beside the question on the
    Hibák sheet; who is logged in does not count.
    """
    typed = read_text(options.get("person")) if all(options.get(flag) for flag in flags) else ""
    return typed or confirmed_by(book, question)


def _identity(row: Row) -> tuple[str, ...]:
    return tuple(read_text(row[heading]) for heading in ("Kód", "Munkalap", "Kulcs", "Talált"))


def _problem_row(book: Book, problem: Problem) -> Row:
    words, problem = describe(problem), on_sheet(problem)
    sheet, cell = problem_place(book, problem)
    return {
        "Kód": words.code,
        "Fokozat": problem.degree.value,
        "Munkalap": sheet,
        "Kulcs": "/".join(read_text(part) for part in problem.key),
        "Cella": cell,
        # text: it can neither be summed nor become a formula or a date
        "Talált": read_text(getattr(problem.found, "found", problem.found)),
        "Várt": words.expected,
        "Hiba": words.message,
        "Teendő": words.action,
        "Megerősítette": None,
    }


def problem_place(book: Book, problem: Problem) -> tuple[str, str]:
    """Give sheet and cell of a problem; empty where it concerns the event as a whole."""
    problem = on_sheet(problem)
    if not problem.table:
        return book.value_address(problem.column) if problem.column else ("", "")
    layout = table_layout(problem.table)
    if problem.row is None:
        return layout.sheet, ""
    column = problem.column or layout.columns[0].name
    return layout.sheet, book.address(problem.table, problem.row, column)
