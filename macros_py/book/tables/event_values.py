"""Verseny: the event's own data, each value a defined name."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import cast, get_args

from macros_py.book.port import Book
from macros_py.book.schema import value_layouts
from macros_py.book.stamps import NATURE_NAME, TRIAL
from macros_py.cells import read_date, read_decimal, read_names, read_text, read_whole
from macros_py.rules.problems import Degree, Problem, Unreadable
from macros_py.rules.rulebook import EntryMode

OFFICIALS = ("fobiro", "jatekvezetok", "osztok", "asztalbirok")
LARGEST_VALUES = {"fordulok": 99, "leosztasok_fordulonkent": 30}
"""More deals than that the Fordulókép has no columns for."""
ENTRY_MODE = "bevitel_modja"
CLOCK_TIME = re.compile(r"([01]?\d|2[0-3])[:.]([0-5]\d)(?:[:.][0-5]\d)?", re.ASCII)
EXAMPLES = {"verseny_datum": "2026. 05. 03.", "verseny_kezdes": "10:00", "nevezesi_dij": "3000"}
UNUSABLE_COUNT = "count_unusable"
"""The code of a number of rounds or deals that cannot be used."""


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
    values = EventValues(
        name=read_text(book.read_value("verseny_nev")),
        rounds=read_count(book, "fordulok", problems),
        deals=read_count(book, "leosztasok_fordulonkent", problems),
        officials={name: read_names(book.read_value(name)) for name in OFFICIALS},
        entry=read_entry_mode(book, problems),
    )
    return values, problems


def announced_start(book: Book) -> datetime | None:
    """Give when the event begins as announced; None while day or time is blank, or is none."""
    day, at = read_date(book.read_value("verseny_datum")), read_clock(book.read_value("verseny_kezdes"))
    return datetime.combine(day, at) if isinstance(day, date) and at is not None else None


def read_clock(value: object) -> time | None:
    """Read a time of day: a time cell, or ``10:00`` as text; None for a blank or for what is none."""
    if isinstance(value, datetime):  # a whole number typed as a time is a day at midnight: 10 is no 10:00
        return value.time() if value.time() != time() else None
    if isinstance(value, time):
        return value
    match = CLOCK_TIME.fullmatch(read_text(value))
    return time(int(match[1]), int(match[2])) if match else None


def unreadable_form(book: Book) -> list[Problem]:
    """Name the day, the time and the fee that cannot be read: whatever follows from them is not told then."""
    read: dict[str, Callable[[object], object]] = {
        "verseny_datum": lambda value: None if isinstance(one := read_date(value), Unreadable) else one,
        "verseny_kezdes": read_clock,
        "nevezesi_dij": lambda value: None if isinstance(one := read_decimal(value), Unreadable) else one,
    }
    return [
        Problem(
            "form_unreadable", key=(name,), column=name, found=found, fields=fields, degree=Degree.WARNING
        )
        for name, reader in read.items()
        if read_text(found := book.read_value(name)) and reader(found) is None
        for fields in [{"label": value_layouts()[name].label, "example": EXAMPLES[name]}]
    ]


def is_trial(book: Book) -> bool:
    """Tell whether the event is a trial, of which nothing is secret."""
    return read_text(book.read_value(NATURE_NAME)) == TRIAL


def read_entry_mode(book: Book, problems: list[Problem]) -> EntryMode | None:
    """Read how Ft are typed; None for a blank, or with a problem for another word."""
    text = read_text(found := book.read_value(ENTRY_MODE))
    for mode in get_args(EntryMode):
        if text.casefold() == mode:
            return cast(EntryMode, mode)
    if text:
        choices = ", ".join(get_args(EntryMode))
        fields = {"column": ENTRY_MODE, "choices": choices}
        problems.append(
            Problem("cell_choice", key=(ENTRY_MODE,), column=ENTRY_MODE, found=found, fields=fields)
        )
    return None


def read_count(book: Book, name: str, problems: list[Problem]) -> int:
    """Read a count from 1 on; 0 with a problem for anything else."""
    value = read_whole(found := book.read_value(name))
    if value is None or isinstance(value, Unreadable) or not 1 <= value <= LARGEST_VALUES[name]:
        problems.append(Problem(UNUSABLE_COUNT, key=(name,), column=name, found=found))
        return 0
    return value
