"""Sentences: from a code and its fields to Hungarian, all of it from ``templates/words/hu.toml``."""

from __future__ import annotations

import string
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from macros_py.rules.problems import Problem

WORDS_FILE = Path(__file__).parent.parent / "templates" / "words" / "hu.toml"


class HungarianFormatter(string.Formatter):
    """``str.format`` with one more format: ``{sheet:az}`` sets the right article (a / az) before the value."""

    def format_field(self, value: object, format_spec: str) -> str:
        """Format one field; ``az`` and ``Az`` are ours, the rest is Python's."""
        if format_spec in {"az", "Az"}:
            return f"{format_spec if takes_az(value) else format_spec[0]} {value}"
        return str(super().format_field("" if value is None else value, format_spec))


def takes_az(value: object) -> bool:
    """Tell whether the spoken form begins with a vowel: alma, 1 (egy), 5 (öt), 51 (ötvenegy), 1000 (ezer)."""
    text = str(value).lstrip("„\"'( ").casefold()
    if not text:
        return False
    if text[0].isdigit():
        digits = text[: len(text) - len(text.lstrip("0123456789"))]
        return digits[0] == "5" or (digits[0] == "1" and len(digits) in {1, 4, 7})
    return text[0] in "aáeéiíoóöőuúüű"


FORMATTER = HungarianFormatter()


@cache
def catalogue() -> dict[str, dict[str, str]]:
    """Give the whole file: section → key → sentence."""
    return {
        section: {".".join(path): text for path, text in leaves(table)}
        for section, table in tomllib.loads(WORDS_FILE.read_text("utf-8")).items()
    }


def leaves(table: dict[str, object], path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], str]]:
    """Flatten nested TOML tables to (path, text) pairs."""
    found: list[tuple[tuple[str, ...], str]] = []
    for key, value in table.items():
        if isinstance(value, dict):
            found += leaves(value, (*path, key))
        else:
            found.append(((*path, key), str(value)))
    return found


def say(code: str, **fields: object) -> str:
    """Give the sentence ``code`` (``section.key``) with its fields filled in.

    :raises KeyError: the catalogue has no such sentence, or a field of it is missing (a fault of ours).
    """
    section, _, key = code.partition(".")
    return FORMATTER.format(catalogue()[section][key], **fields)


@dataclass(frozen=True, slots=True)
class Sentences:
    """A problem in words: its stable Kód, what is wrong, what was expected, what to do."""

    code: str
    message: str
    expected: str
    action: str

    @property
    def whole(self) -> str:
        """Give one line for the cell beside the row."""
        return " ".join(part for part in (self.message, self.action) if part)


def describe(problem: Problem) -> Sentences:
    """Put a problem into words by the entry ``[problem.<code>]``: kod, hiba, vart, teendo.

    :raises KeyError: the catalogue has no such entry, or it wants a field the problem lacks (a fault of ours).
    """
    fields = {"found": problem.found, "column": problem.column, **problem.fields}
    entry = catalogue()["problem"]
    texts = [
        FORMATTER.format(entry[f"{problem.code}.{part}"], **fields)
        for part in ("kod", "hiba", "vart", "teendo")
    ]
    return Sentences(*texts)
