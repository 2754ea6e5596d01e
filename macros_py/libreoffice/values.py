"""One cell: what Python, xlwings and Excel say ↔ the texts, floats and formulas that Calc keeps.

Calc keeps a date as days since 30 December 1899 and a truth value as 1.0 or 0.0, both told by the number format.
Formulas differ in the separators (``,`` and ``;``; in arrays ``|`` for a new row), in the reference to another sheet
(``Sheet!A1`` and ``$Sheet.A1``) and in ``[@Column]``, which Calc writes out. Function names are English in both.
"""

from __future__ import annotations

import datetime as dt
import numbers
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

_EPOCH = dt.datetime(1899, 12, 30)
_DAY_SECONDS = 86400
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
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\Z")
_MONTH_AND_DAY = re.compile(r"(\d{1,2})[-/](\d{1,2})\Z")
_TRUTHS = {"TRUE": True, "FALSE": False}
_BRACKETS = r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]"
_CELL = r"(?=\$?[A-Za-z]{1,3}\$?\d+(?![\w(]))"
_EXCEL_TOKEN = re.compile(
    rf"""(?P<text>"(?:[^"]|"")*")|(?P<error>\#[A-Z/0-9]+[!?]?)|(?P<sheet>'(?:[^']|'')+'!|[^\W\d][\w.]*!)"""
    rf"""|(?P<columns>{_BRACKETS})|(?P<prefix>_xlfn\.(?:_xlws\.)?)|(?P<truth>\b(?:TRUE|FALSE)\b(?!\())"""
    r"""|(?P<mark>[{},;])""",
)
_CALC_TOKEN = re.compile(
    rf"""(?P<text>"(?:[^"]|"")*")|(?P<sheet>\$?(?:'(?:[^']|'')+'|[^\W\d][\w]*)\.{_CELL})"""
    rf"""|(?P<columns>{_BRACKETS})|(?P<mark>[{{}};|])""",
)
_THIS_ROW = re.compile(r"\[@\[?([^\[\]]+)\]?\]")
_Spelling = Callable[[str, str, bool], str]


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


def _days(moment: dt.datetime) -> float:
    passed = moment.replace(tzinfo=None) - _EPOCH
    return passed.days + (passed.seconds + passed.microseconds / 1e6) / _DAY_SECONDS


def moment_of(number: float) -> dt.datetime:
    """Give days since the epoch as a moment, to the millisecond."""
    return _EPOCH + dt.timedelta(seconds=round(number * _DAY_SECONDS, 3))


def _prepared_time(value: object) -> Prepared | None:
    """Give a date, moment, time or span as a number with its format; None if it is none of them."""
    if isinstance(value, dt.datetime):
        return Shown(_days(value), Kind.MOMENT if value.time() != dt.time() else Kind.DATE)
    if isinstance(value, dt.date):
        return Shown(_days(dt.datetime(value.year, value.month, value.day)), Kind.DATE)
    if isinstance(value, dt.time):
        value = dt.timedelta(
            hours=value.hour, minutes=value.minute, seconds=value.second, microseconds=value.microsecond
        )
    if isinstance(value, dt.timedelta):
        return Shown(value.total_seconds() / _DAY_SECONDS, Kind.TIME)
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
    timed = _prepared_time(value)
    return str(value) if timed is None else timed


def coerced(text: str) -> Prepared | None:
    """Give what Excel would make of a typed text: a number, a truth value, a day of this year; None: it stays text."""
    if _NUMBER.match(text):
        return float(text)
    if text.upper() in _TRUTHS:
        return Shown(float(_TRUTHS[text.upper()]), Kind.TRUTH)
    match = _MONTH_AND_DAY.match(text)
    if match is None:
        return None
    first, second = int(match[1]), int(match[2])
    for month, day in ((first, second), (second, first)):
        try:
            return _prepared_time(dt.date(dt.date.today().year, month, day))
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
            return _made_date(value, make_date)
        return value

    return [[clean(value) for value in row] for row in rows]


def _made_date(value: dt.datetime, make_date: Callable[..., Any]) -> Any:
    parts = {"year": value.year, "month": value.month, "day": value.day}
    times = {"hour": value.hour, "minute": value.minute, "second": value.second}
    return make_date(**parts, **times, microsecond=value.microsecond, tzinfo=None)


def _translate(formula: str, tokens: re.Pattern[str], spell: _Spelling) -> str:
    """Replace every token; ``spell(kind, token, inside_array)`` gives its other spelling."""
    inside = False

    def replace(match: re.Match[str]) -> str:
        nonlocal inside
        token = match[0]
        inside = token == "{" or (inside and token != "}")
        return spell(match.lastgroup or "", token, inside)

    return tokens.sub(replace, formula)


def _calc_spelling(kind: str, token: str, inside: bool) -> str:
    if kind == "sheet":
        return f"${token[:-1]}."
    if kind == "columns":
        return _THIS_ROW.sub(r"[[#This Row];[\1]]", token).replace("],[", "];[")
    if kind == "prefix":
        return ""
    if kind == "truth":
        return token if inside else f"{token}()"
    if kind == "mark" and token in ",;":
        return ("|" if token == ";" else ";") if inside else ";"
    return token


def _excel_spelling(kind: str, token: str, inside: bool) -> str:
    if kind == "sheet":
        return f"{token.removeprefix('$')[:-1]}!"
    if kind == "columns":
        return token.replace("];[", "],[")
    if kind == "mark" and token in ";|":
        return ";" if token == "|" else ","
    return token


def to_calc(formula: str) -> str:
    """Give a formula of Excel as Calc takes it: ``=SUM(A1,Lap!B2)`` → ``=SUM(A1;$Lap.B2)``."""
    return _translate(formula, _EXCEL_TOKEN, _calc_spelling)


def to_excel(formula: str) -> str:
    """Give a formula of Calc as Excel writes it: ``=SUM(A1;$Lap.B2)`` → ``=SUM(A1,Lap!B2)``."""
    return _translate(formula, _CALC_TOKEN, _excel_spelling)


def is_formula(value: object) -> bool:
    """Say whether writing the value makes a formula, as in Excel: text that begins with ``=``."""
    return isinstance(value, str) and len(value) > 1 and value[0] == "="
