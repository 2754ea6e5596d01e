"""What a person types into a cell, and what it means. The bridge from cell values to exact ones.

Nothing is guessed: what is not plainly a value of the wanted kind is given back as ``Unreadable``.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time
from fractions import Fraction

from macros_py.rules.names import name_key, tidy
from macros_py.rules.problems import Misreading, Unreadable
from macros_py.rules.results.typed_results import Letter


class Formula(str):
    """The text of a formula (``=B2-1``) that stands in a cell: never a value of ours."""

    __slots__ = ()


class CellError(str):
    """An error value (``#N/A``) that stands in a cell."""

    __slots__ = ()


MINUS_SIGNS = str.maketrans({"−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-"})
YES_WORDS = frozenset({"igen", "i", "x", "✓", "✔", "1", "true", "igaz", "yes"})
NO_WORDS = frozenset({"nem", "n", "0", "-", "false", "hamis", "no"})

_FORINT = r"(?: ?(?:ft|forint)\.?)?"
_MISREADINGS = (
    (r"=.+", Misreading.FORMULA),
    (r"#[^ ]+", Misreading.CELL_ERROR),
    (rf"[+-]? ?\d+[,.]\d+{_FORINT}", Misreading.DECIMAL),
    (r"\d+ ?[/-] ?\d+", Misreading.FRACTION),
    (r"\d{4}[./-] ?\d{1,2}[./-] ?\d{1,2}\.?", Misreading.DATE),
)
"""What an unreadable text looks like, the first fit counts."""
_NO_LICENCE = re.compile(
    r"\d{4}[./-] ?\d{1,2}[./-] ?\d{1,2}\.?( \d{1,2}:\d{2})?|\d{1,2}:\d{2}|\d+,\d+|\d[\d,.]*E\+?\d+"
    r"|igen|van|i|x|✓|✔|ok",
    re.IGNORECASE,
)
"""What Excel makes of a licence: a date, a time, a fraction, a number with a power of ten, a mere yes."""
_MOST_DIGITS = 15
"""As many digits of a number are kept in a cell; those behind them are made up."""
_NAME_SEPARATOR = re.compile(
    r"([,;/&|+\t\r\n]|(?:^|(?<=\s))(?:és|valamint|illetve)(?=\s|$))(?![^()]*\))", re.IGNORECASE
)
"""What people put between names; inside brackets it parts nothing."""
_DASH = re.compile(r"(?<=\w) [-–—−] (?=\w)")
_LIST_NUMBERING = re.compile(r"^\d{1,2}[.)]\s*")
_TOO_LARGE = 10**9
"""Numbers from this size on are slips of the hand (or would overflow a cell), however they were typed."""


def read_text(value: object) -> str:
    """Give a cell's text as a Hungarian reads it: composed (NFC), trimmed, tidy; a blank cell is ``""``.

    Whole floats lose their ``.0`` (a live book says 40.0 for 40), others have a decimal comma; dates are
    written ``2026. 05. 03.``, times ``10:30``.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "igen" if value else "nem"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value).replace(".", ",")
    if isinstance(value, datetime):
        clock = f" {value:%H:%M}" if value.time() != time() else ""
        return f"{value:%Y. %m. %d.}{clock}"
    if isinstance(value, date):
        return f"{value:%Y. %m. %d.}"
    return f"{value:%H:%M}" if isinstance(value, time) else tidy(str(value))


def cell_name_key(name: object) -> str:
    """Give what makes two spellings one name: NFC, case folded, trimmed."""
    return name_key(read_text(name))


def _unreadable(value: object) -> Unreadable:
    if isinstance(value, Formula):
        return Unreadable(value, Misreading.FORMULA)
    if isinstance(value, CellError):
        return Unreadable(value, Misreading.CELL_ERROR)
    if isinstance(value, date | time):
        return Unreadable(value, Misreading.DATE)
    text = read_text(value).translate(MINUS_SIGNS)
    looks = (kind for pattern, kind in _MISREADINGS if re.fullmatch(pattern, text, re.IGNORECASE))
    return Unreadable(value, next(looks, Misreading.TEXT))


def read_whole(value: object) -> int | Unreadable | None:
    """Read a whole number: 40, 40.0, ``"40"``, ``"40,0"``, ``"-2 "``, ``"−2"``, ``"2 Ft"``; blank is None.

    A date, a formula, an error cell or a fraction is never guessed at; three zeros behind a point may be thousands.
    """
    if value is None:
        return None
    if isinstance(value, int | float) and not isinstance(value, bool):
        return int(value) if abs(value) < _TOO_LARGE and value == int(value) else _unreadable(value)
    if not isinstance(value, str) or isinstance(value, Formula | CellError):
        return _unreadable(value)
    text = tidy(value).translate(MINUS_SIGNS)
    if not text:
        return None
    match = re.fullmatch(rf"([+-]?) ?(\d{{1,9}})(?:[,.]0{{1,2}})?{_FORINT}", text, re.IGNORECASE | re.ASCII)
    return int(match[1] + match[2]) if match else _unreadable(value)


def ft_cell(value: object) -> int | Letter | Unreadable | None:
    """Read a Ft cell of a protocol: a whole number, or R, V, N in either case; blank is None."""
    if isinstance(value, str) and not isinstance(value, Formula | CellError):
        word = tidy(value).upper()
        if word in {letter.value for letter in Letter}:
            return Letter(word)
    return read_whole(value)


def read_decimal(value: object) -> Fraction | Unreadable | None:
    """Read an exact number: 12, 12.5, ``"12,5"``, ``"1 234,5"``, ``"5 000 Ft"``; blank is None."""
    if isinstance(value, float):
        return Fraction(repr(value)) if abs(value) < _TOO_LARGE else _unreadable(value)
    if not isinstance(value, str) or isinstance(value, Formula | CellError):
        return Fraction(whole) if isinstance(whole := read_whole(value), int) else whole
    text = tidy(value).translate(MINUS_SIGNS)
    if not text:
        return None
    digits = r"([+-]?) ?(\d{1,3}(?: \d{3})+|\d{1,9})(?:[,.](\d{1,6}))?"
    match = re.fullmatch(digits + _FORINT, text, re.IGNORECASE | re.ASCII)
    if not match:
        return _unreadable(value)
    number = Fraction(f"{match[1]}{match[2].replace(' ', '')}.{match[3] or 0}")
    return number if abs(number) < _TOO_LARGE else _unreadable(value)


def read_licence(value: object) -> str | Unreadable:
    """Read the number of a licence as text; a date, a mere yes, a fraction, made-up digits are none."""
    text = read_text(value)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    is_made_up = is_number and len(text.lstrip("-")) > _MOST_DIGITS
    is_none = is_made_up or isinstance(value, date | time) or _NO_LICENCE.fullmatch(text)
    return _unreadable(value) if is_none else text


def read_yes_no(value: object) -> bool | Unreadable | None:
    """Read igen / nem and the usual marks (x, i, n, 1, 0); blank is None."""
    if value is None or isinstance(value, bool):
        return value
    text = read_text(value).translate(MINUS_SIGNS).casefold()
    if isinstance(value, Formula | CellError) or text not in {"", *YES_WORDS, *NO_WORDS}:
        return _unreadable(value)
    return text in YES_WORDS if text else None


def read_date(value: object) -> date | Unreadable | None:
    """Read a day: a date cell, or ``2026. 05. 03.``, ``2026.5.3``, ``2026-05-03`` as text; blank is None."""
    if value is None or isinstance(value, date):
        return value.date() if isinstance(value, datetime) else value
    if isinstance(value, Formula | CellError):
        return _unreadable(value)
    text = read_text(value)
    if not text:
        return None
    match = re.fullmatch(r"(\d{4})[./-] ?(\d{1,2})[./-] ?(\d{1,2})\.?", text, re.ASCII)
    try:
        return date(int(match[1]), int(match[2]), int(match[3])) if match else _unreadable(value)
    except ValueError:
        return _unreadable(value)


def read_moment(value: object) -> datetime | time | Unreadable | None:
    """Read when something was: ``2026. 05. 03. 10:42``, ``10:42``, with seconds if need be; blank is None."""
    if isinstance(value, datetime | time) or value is None:
        return value
    text = "" if isinstance(value, Formula | CellError) else read_text(value)
    match = re.fullmatch(r"(?:(.*\d\.?) +)?(\d{1,2}):(\d{2})(?::(\d{2}))?", text, re.ASCII)
    day = read_date(match[1]) if match else None
    if not match or isinstance(day, Unreadable):
        return None if value == "" else _unreadable(value)
    try:
        clock = time(int(match[2]), int(match[3]), int(match[4] or 0))
    except ValueError:
        return _unreadable(value)
    return datetime.combine(day, clock) if day else clock


def read_names(value: object) -> tuple[str, ...]:
    """Read names separated by a semicolon, comma, slash, line break, *és*, in their order; blank ones are left out.

    A title behind a comma (*Kis Anna, dr.*) belongs to the name before it.
    """
    names: list[str] = []
    sign = ""
    for piece in _NAME_SEPARATOR.split("" if value is None else str(value)):
        if _NAME_SEPARATOR.fullmatch(piece):
            sign = piece
        elif name := _LIST_NUMBERING.sub("", tidy(piece)):
            if names and sign == "," and _is_title(name):
                names[-1] = f"{names[-1]}, {name}"
            else:
                names += _apart(name)
            sign = ""
    return tuple(names)


def _is_title(text: str) -> bool:
    """Tell whether a text behind a comma is no name: one word, small or with a full stop (*dr.*, *ifj*, *PhD*)."""
    return " " not in text and (text.endswith(".") or text.islower() or text.casefold() == "phd")


def _apart(text: str) -> list[str]:
    """Part whole names that a dash stands between; one of a single word is half a double name."""
    names = _DASH.split(text)
    are_whole = all(sum(not word.endswith(".") for word in name.split()) > 1 for name in names)
    return names if are_whole else [text]
