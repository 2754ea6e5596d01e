"""What a person types into a cell, and what it means. The bridge from cell values to exact ones."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass


class Formula(str):
    """The text of a formula (``=B2-1``) that stands in a cell: never a value of ours."""

    __slots__ = ()


class CellError(str):
    """An error value (``#N/A``) that stands in a cell."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A cell value that could not be read as what its column wants; ``found`` is what stands there."""

    found: object


MINUS_SIGNS = str.maketrans({"−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-"})
YES_WORDS = frozenset({"igen", "i", "x", "✓", "✔", "1", "true", "igaz", "yes"})
NO_WORDS = frozenset({"nem", "n", "0", "-", "false", "hamis", "no"})


def read_text(value: object) -> str:
    """Give a cell's text: composed (NFC), trimmed, inner white space single; a blank cell is ``""``.

    Whole floats lose their ``.0`` (a live book says 40.0 for 40).
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "igen" if value else "nem"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return " ".join(unicodedata.normalize("NFC", str(value)).split())


def name_key(name: object) -> str:
    """Give what makes two spellings one name: NFC, case folded, trimmed."""
    return read_text(name).casefold()


def read_whole(value: object) -> int | None | Unreadable:
    """Read a whole number: 40, 40.0, ``"40"``, ``"-2 "``, ``"−2"``, ``"2 Ft"``; blank is None, all else Unreadable.

    A date, a formula, an error cell, a fraction or a decimal comma is never guessed at.
    """
    if value is None:
        return None
    if isinstance(value, bool | Formula | CellError):
        return Unreadable(value)
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return int(value) if value.is_integer() else Unreadable(value)
    if not isinstance(value, str):
        return Unreadable(value)
    text = read_text(value).translate(MINUS_SIGNS)
    if not text:
        return None
    match = re.fullmatch(r"([+-]?) ?(\d{1,9}) ?(?:ft\.?)?", text, re.IGNORECASE)
    return int(match[1] + match[2]) if match else Unreadable(value)


def read_yes_no(value: object) -> bool | None | Unreadable:
    """Read igen / nem and the usual marks (x, i, n, 1, 0); blank is None."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, Formula | CellError):
        return Unreadable(value)
    text = read_text(value).casefold()
    if not text:
        return None
    if text in YES_WORDS:
        return True
    return False if text in NO_WORDS else Unreadable(value)
