"""One cell's value: what Python and xlwings say ↔ the texts and floats that Calc keeps.

Calc keeps a date as days since 30 December 1899 and a truth value as 1.0 or 0.0, both told by the number format.
"""

from __future__ import annotations

import datetime as dt
import numbers
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

EPOCH = dt.datetime(1899, 12, 30)
DAY_SECONDS = 86400
ERROR_TEXTS = {
    502: "#NUM!",
    503: "#NUM!",
    504: "#REF!",
    511: "#VALUE!",
    519: "#VALUE!",
    521: "#NULL!",
    524: "#REF!",
    525: "#NAME?",
    532: "#DIV/0!",
    32767: "#N/A",
}
"""Calc's error numbers in Excel's words."""
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\Z")
MONTH_AND_DAY = re.compile(r"(\d{1,2})[-/](\d{1,2})\Z")
TRUTHS = {"TRUE": True, "FALSE": False}


class Kind(Enum):
    """What a number format makes of a number; the value is the format code it is given."""

    DATE = "yyyy-mm-dd"
    MOMENT = "yyyy-mm-dd hh:mm:ss"
    TIME = "hh:mm:ss"
    TRUTH = "BOOLEAN"


@dataclass(frozen=True, slots=True)
class Shown:
    """A number that must be shown as something else: a date, a time, a truth value."""

    number: float
    kind: Kind


class CalcError(str):
    """The error that a cell shows, in Excel's words (``#DIV/0!``)."""

    __slots__ = ()


Prepared = float | str | Shown
"""What can be written into a cell; ``""`` empties it (None would kill LibreOffice 7.4)."""


def days(moment: dt.datetime) -> float:
    """Give a moment as days since the epoch."""
    passed = moment.replace(tzinfo=None) - EPOCH
    return passed.days + (passed.seconds + passed.microseconds / 1e6) / DAY_SECONDS


def moment_of(number: float) -> dt.datetime:
    """Give days since the epoch as a moment, to the millisecond."""
    return EPOCH + dt.timedelta(seconds=round(number * DAY_SECONDS, 3))


def prepared_time(value: object) -> Prepared | None:
    """Give a date, moment, time or span as a number with its format; None if it is none of them."""
    if isinstance(value, dt.datetime):
        return Shown(days(value), Kind.MOMENT if value.time() != dt.time() else Kind.DATE)
    if isinstance(value, dt.date):
        return Shown(days(dt.datetime(value.year, value.month, value.day)), Kind.DATE)
    if isinstance(value, dt.time):
        value = dt.timedelta(
            hours=value.hour, minutes=value.minute, seconds=value.second, microseconds=value.microsecond
        )
    if isinstance(value, dt.timedelta):
        return Shown(value.total_seconds() / DAY_SECONDS, Kind.TIME)
    return None


def prepare(value: object) -> Prepared:
    """Give any value in the shape that can be written; not-a-number empties the cell, unknown things become text."""
    if isinstance(value, str | Shown):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return Shown(float(value), Kind.TRUTH)
    if isinstance(value, numbers.Real):
        number = float(value)
        return "" if number != number else number
    timed = prepared_time(value)
    return str(value) if timed is None else timed


def coerced(text: str) -> Prepared | None:
    """Give what Excel would make of a typed text: a number, a truth value, a day of this year; None: it stays text."""
    if NUMBER.match(text):
        return float(text)
    if text.upper() in TRUTHS:
        return Shown(float(TRUTHS[text.upper()]), Kind.TRUTH)
    match = MONTH_AND_DAY.match(text)
    if match is None:
        return None
    first, second = int(match[1]), int(match[2])
    for month, day in ((first, second), (second, first)):
        try:
            return prepared_time(dt.date(dt.date.today().year, month, day))
        except ValueError:
            continue
    return None


def cleaned(
    rows: Sequence[Sequence[Any]],
    make_date: Callable[..., Any],
    empty: Any,
    make_number: Callable[[float], Any] | None,
    errors_as_text: bool,
) -> list[list[Any]]:
    """Give values read as xlwings' options want them: dates, empty cells, numbers, error cells."""

    def clean(value: Any) -> Any:
        if value is None or value == "":
            return empty
        if isinstance(value, CalcError):
            return str(value) if errors_as_text else None
        if type(value) is float:
            return value if make_number is None else make_number(value)
        if isinstance(value, dt.datetime) and make_date is not dt.datetime:
            return made_date(value, make_date)
        return value

    return [[clean(value) for value in row] for row in rows]


def made_date(value: dt.datetime, make_date: Callable[..., Any]) -> Any:
    """Hand a moment to the maker of dates that the caller chose."""
    parts = {"year": value.year, "month": value.month, "day": value.day}
    times = {"hour": value.hour, "minute": value.minute, "second": value.second}
    return make_date(**parts, **times, microsecond=value.microsecond, tzinfo=None)
