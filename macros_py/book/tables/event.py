"""The event's named values: its form, the facts of its course, its keys.

Facts have happened once and for all, each a moment in a cell of its own that the verb itself writes. The fingerprint of
the key on the Verseny sheet can be typed over; what the log says of it cannot be, unseen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import get_args

from macros_py.book.canonical import canonical_text, digest, event_text, table_lines
from macros_py.book.layout import table_layout, value_layouts
from macros_py.book.log_chain import LOG_TABLE, vouches_for_sheets
from macros_py.book.port import Book, CellValue, Row
from macros_py.book.saving import NATURE_NAME, TRIAL
from macros_py.cells import read_date, read_decimal, read_names, read_text, read_whole
from macros_py.rules.hall.event import RoundState
from macros_py.rules.problems import Problem, Unreadable
from macros_py.rules.rulebook import EntryMode
from macros_py.verbs import verbs
from macros_py.words import say

_OFFICIALS = ("fobiro", "jatekvezetok", "osztok", "asztalbirok")
_LARGEST_VALUES = {"fordulok": 99, "leosztasok_fordulonkent": 30}
"""More deals than that the Fordulókép has no columns for."""
_ENTRY_MODE = "bevitel_modja"
_CLOCK_TIME = re.compile(r"([01]?\d|2[0-3])[:.]([0-5]\d)(?:[:.][0-5]\d)?", re.ASCII)
UNUSABLE_COUNT = "count_unusable"


@dataclass(frozen=True, slots=True)
class EventValues:
    """What the verbs need of the Verseny sheet; officials by the defined name they stand under."""

    name: str
    rounds: int
    deals: int
    officials: dict[str, tuple[str, ...]]
    entry: EntryMode | None
    """How Ft are typed (gyors, teljes); None: as the rulebook says."""


def read_event(book: Book) -> tuple[EventValues, list[Problem]]:
    """Give the event's values, and a problem for a number of rounds or deals that cannot be used (then 0)."""
    problems: list[Problem] = []
    return EventValues(
        name=read_text(book.read_value("verseny_nev")),
        rounds=_read_count(book, "fordulok", problems),
        deals=_read_count(book, "leosztasok_fordulonkent", problems),
        officials={name: read_names(book.read_value(name)) for name in _OFFICIALS},
        entry=_read_entry_mode(book, problems),
    ), problems


def announced_start(book: Book) -> datetime | None:
    """Give when the event begins as announced; None while day or time is blank, or is none."""
    day, at = read_date(book.read_value("verseny_datum")), _read_clock(book.read_value("verseny_kezdes"))
    return datetime.combine(day, at) if isinstance(day, date) and at is not None else None


def _read_clock(value: object) -> time | None:
    """Read a time of day: a time cell, or ``10:00`` as text; None for a blank or for what is none."""
    if isinstance(value, datetime):  # a whole number typed as a time is a day at midnight: 10 is no 10:00
        return value.time() if value.time() != time() else None
    if isinstance(value, time):
        return value
    match = _CLOCK_TIME.fullmatch(read_text(value))
    return time(int(match[1]), int(match[2])) if match else None


_FORM_READERS: Mapping[str, tuple[Callable[[object], object], str]] = {
    "verseny_datum": (read_date, "2026. 05. 03."),
    "verseny_kezdes": (_read_clock, "10:00"),
    "nevezesi_dij": (read_decimal, "3000"),
}
"""What reads each, and an example of what it can read."""


def unreadable_form(book: Book) -> list[Problem]:
    """Name the day, the time and the fee that cannot be read: whatever follows from them is not told then."""
    problems = []
    for name, (read, example) in _FORM_READERS.items():
        found = book.read_value(name)
        if read_text(found) and isinstance(read(found), Unreadable | None):
            fields = {"label": value_layouts()[name].label, "example": example}
            problem = Problem("form_unreadable", key=(name,), column=name, found=found, fields=fields)
            problems.append(problem.as_warning)
    return problems


def is_trial(book: Book) -> bool:
    """Tell whether the event is a trial, of which nothing is secret."""
    return read_text(book.read_value(NATURE_NAME)) == TRIAL


def _read_entry_mode(book: Book, problems: list[Problem]) -> EntryMode | None:
    """Read how Ft are typed; None for a blank, or with a problem for another word."""
    text, name = read_text(found := book.read_value(_ENTRY_MODE)), _ENTRY_MODE
    modes: dict[str, EntryMode] = {mode: mode for mode in get_args(EntryMode)}
    if text and text.casefold() not in modes:
        fields = {"column": name, "choices": ", ".join(modes)}
        problems.append(Problem("cell_choice", key=(name,), column=name, found=found, fields=fields))
    return modes.get(text.casefold())


def _read_count(book: Book, name: str, problems: list[Problem]) -> int:
    """Read a count from 1 on; 0 with a problem for anything else."""
    value = read_whole(found := book.read_value(name))
    if value is None or isinstance(value, Unreadable) or not 1 <= value <= _LARGEST_VALUES[name]:
        problems.append(Problem(UNUSABLE_COUNT, key=(name,), column=name, found=found))
        return 0
    return value


FINAL = "veglegesitve"
"""When the last closing fixed the results (VSZ 5)."""
PROTOCOLS_CLOSED, CLOSED_ROWS = "jegyzokonyvek_lezarva", "tLezartak"
"""When the protocols were declared final before the results could be announced (VSZ 5 (5)), and the rows as filled."""
POSTED, OBJECTIONS = "kifuggesztve", "ovas_hatara"
"""When the results went on the wall, and until when players may object."""
RECORD_WRITTEN, RECORD_CONTENT = "eredmenyfajl_megirva", "eredmenyfajl_lenyomat"
"""When the official record was written, blank again once something in it has changed; and a digest of what is in it."""
AWARDS_TABLE = "tMesterpontok"


def stands(book: Book, name: str) -> bool:
    """Tell whether the fact has been written."""
    return read_text(book.read_value(name)) != ""


def are_protocols_closed(book: Book) -> bool:
    """Tell whether the protocols are closed: the cell says so, which anybody can empty, or rows were written down."""
    return stands(book, PROTOCOLS_CLOSED) or bool(book.read_table(CLOSED_ROWS))


def is_final(book: Book, states: Iterable[RoundState]) -> bool:
    """Tell whether the last closing has been made: its own cell says so, or the log, whose rows tell it from then on.

    An event of an older program, whose log has no numbered row, is final when all its rounds are closed.
    """
    log = book.read_table(LOG_TABLE)
    if stands(book, FINAL) or vouches_for_sheets(log):
        return True
    is_older = bool(log) and all(row.get("Sorszám") is None for row in log)
    return is_older and {*states} == {RoundState.CLOSED}


def record_content(book: Book) -> str:
    """Give a digest of all that an official record written now would hold: the event, and what was awarded."""
    awards = table_lines(table_layout(AWARDS_TABLE), book.read_table(AWARDS_TABLE))
    return digest(event_text(book) + canonical_text([awards]))


def has_record(book: Book) -> bool:
    """Tell whether the official record was written, and nothing in it has changed since."""
    return stands(book, RECORD_WRITTEN) and read_text(book.read_value(RECORD_CONTENT)) == record_content(book)


LOG_HEADINGS = ("Időpont", "Művelet", "Végezte", "Részletek", "Régi érték", "Új érték")
"""Of the fields of ``LogRow``, in their order."""
SHOWN = "kulcs_lenyomat"
_FINGERPRINT = re.compile(r"\b[0-9a-f]{64}\b")


@dataclass(frozen=True, slots=True)
class LogRow:
    """One row of the log: when, what was done, who did it, what was said, and the value before and after."""

    when: CellValue
    label: str
    by: str
    details: str
    old: str
    new: str


def fingerprints(book: Book) -> list[str]:
    """Give the fingerprints of all keys of the event, the first one first; the last one is in force.

    An event of a program that did not log them yet has the one that its Verseny sheet shows.
    """
    found = logged_fingerprints(book.read_table(LOG_TABLE))
    shown = read_text(book.read_value(SHOWN))
    return found or ([shown] if shown else [])


def logged_fingerprints(log: Iterable[Row]) -> list[str]:
    """Give the fingerprints that the log names, each once, in the order of the rows."""
    new_key, texts = say("done.new_key_label"), list[str]()
    for row in labelled_rows(log, new_key, *(verb.label for verb in verbs().values() if verb.draws)):
        texts += [row.old, row.new] if row.label == new_key else [row.details]
    return list(dict.fromkeys(one for text in texts for one in _FINGERPRINT.findall(text)))


def fingerprint_of_lines(book: Book) -> str:
    """Give the fingerprint of the key from which the lines were drawn; nothing where the log does not name it."""
    rows = labelled_rows(book.read_table(LOG_TABLE), say("done.lines_drawn"))
    return next((found[0] for row in reversed(rows) if (found := _FINGERPRINT.findall(row.details))), "")


def labelled_rows(log: Iterable[Row], *labels: str) -> list[LogRow]:
    """Give the rows of the log that bear one of the labels, in their order."""
    when, label, *_ = LOG_HEADINGS
    found = [row for row in log if read_text(row.get(label)) in labels]
    return [LogRow(row.get(when), *(read_text(row.get(one)) for one in LOG_HEADINGS[1:])) for row in found]
