"""Sentences: from a code and its fields to Hungarian, all of it from ``templates/words/hu.toml``.

And what the sheets call the fields of the rules' types: the one list, to read rows, write them and tell of them. It
stands below the book, for sentences and worksheet functions name columns too.
"""

from __future__ import annotations

import re
import string
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, time
from functools import cache

from macros_py import TEMPLATES
from macros_py.cells import read_text
from macros_py.rules.hall.event import LINES
from macros_py.rules.language.vocabulary import LineError
from macros_py.rules.names import Alphabet, NameWords
from macros_py.rules.problems import Fields, Phrase, Problem, Unreadable

WORDS_FILE = TEMPLATES / "words" / "hu.toml"
_ALPHABET_FILE = WORDS_FILE.with_name("alphabet.toml")
_VOWELS, _SPOKEN_WITH_A_VOWEL = "aeiou", "flmnrsxy"
_RIBBON_CELL = re.compile(r"[a-z]{1,3}[0-9]+")
_LONGEST_QUOTED = 120
"""Letters of a found value that a sentence repeats; tHibak shows the whole beside it."""
FIELD_HEADINGS: Mapping[str, Mapping[str, str]] = {
    "tNevezok": {
        "number": "Sorszám",
        "name": "Név",
        "club": "Egyesület",
        "licence": "Versenyengedély száma",
        "masterpoints": "Mesterpont",
        "present": "Megjelent",
        "is_banned": "Eltiltva",
        "licensed_by": "Helyszínen igazolt",
        "fee": "Befizetett díj",
        "is_reserve": "Tartalék",
        "fixed_table": "Állandó asztal",
        "note": "Megjegyzés",
    },
    "tVonalak": {
        "line": "Vonal",
        "table": "Induló asztal",
        "name": "Név",
        "club": "Egyesület",
        "masterpoints": "Mesterpont",
        "note": "Megjegyzés",
    },
    "tUlesrend": {"round": "Forduló", "table": "Asztal", **{line: line for line in LINES}},
    "tFordulok": {
        "number": "Forduló",
        "series": "Sorozat",
        "state": "Állapot",
        "dealt": "Kiosztva",
        "played": "Lejátszva",
        "closed": "Lezárva",
    },
    "tEredmenyek": {
        "round": "Forduló",
        "deal": "Leosztás",
        "copy": "Példány",
        "line": "Sor",
        "table": "Asztal",
        **{line: line for line in LINES},
        "starter": "Kezdő",
        "soloist": "Felvevő",
        "achievements": "Teljesítés",
        **{f"ft_{line}": f"Ft {line}" for line in LINES},
        "state": "Állapot",
        "note": "Megjegyzés",
    },
    "tDontesek": {
        "number": "Sorszám",
        "moment": "Időpont",
        "kind": "Fajta",
        "round": "Forduló",
        "deal": "Leosztás",
        "table": "Asztal",
        "name": "Név",
        "amount": "Érték",
        "unit": "Egység",
        "withdrawal": "Visszavonva",
    },
    "tCserek": {
        "line": "Vonal",
        "table": "Induló asztal",
        "outgoing": "Ki",
        "incoming": "Be",
        "from_round": "Fordulótól",
        "from_deal": "Leosztástól",
        "reason": "Indok",
    },
}
"""By table: the heading of each field of its rows' type. A seat of a result row is its line."""


def heading(table: str, field: str) -> str:
    """Give the heading of a field; what is none (a heading, the name of a cell) stays as it is."""
    return FIELD_HEADINGS.get(table, {}).get(field, field)


def on_sheet(problem: Problem) -> Problem:
    """Give a problem of the rules in the words of its sheet: where a field is named, its heading."""
    column, key, fields = heading(problem.table, problem.column), problem.key, {**problem.fields}
    if key and key[-1] == problem.column:
        key = (*key[:-1], column)
    for name, value in problem.fields.items():
        if isinstance(value, Fields):
            fields[name] = value.joint.join(heading(problem.table, field) for field in value.names)
    return replace(problem, column=column, key=key, fields=fields)


class _HungarianFormatter(string.Formatter):
    """``str.format`` with one more format: ``{sheet:az}`` sets the right article (a / az) before the value.

    Values are written the Hungarian way: dates ``2026. 05. 03.``, decimals with a comma, blank for None.
    """

    def format_field(self, value: object, format_spec: str) -> str:
        if format_spec in {"az", "Az"}:
            return f"{format_spec if takes_az(value) else format_spec[0]} {shown_word(value)}"
        return str(super().format_field(value, format_spec)) if format_spec else shown_word(value)


def shown_word(value: object) -> str:
    """Write a value the Hungarian way: a phrase in its words, a tuple as a choice (*A, B vagy C*).

    A text stays as it is, with all its blanks (it may be a path).

    :raises KeyError: the catalogue has no such phrase, or a field of it is missing (a fault of ours).
    """
    if isinstance(value, Phrase):
        return say(value.code, **value.fields)
    if isinstance(value, tuple):
        *first, last = map(shown_word, value) if value else ("",)
        return say("line.or").join([*([say("line.comma").join(first)] if first else []), last])
    return read_text(value) if value is None or isinstance(value, bool | float | date | time) else str(value)


def takes_az(value: object) -> bool:
    """Tell whether the spoken form begins with a vowel: alma, 1 (egy), 5 (öt), 51 (ötvenegy), 1000 (ezer).

    A letter alone, or before a digit, is spoken by its name: az R (er), az N3 (en három), a V (vé); so are those of a
    cell, az XFD2 (iksz ef dé kettő).
    """
    text = unicodedata.normalize("NFD", shown_word(value)).lstrip("„”»\"'([ ").casefold()
    if not text:
        return False
    if text[0].isdigit():
        digits = text[: len(text) - len(text.lstrip("0123456789"))]
        return digits[:1] == "5" or (digits[:1] == "1" and len(digits) in {1, 4, 7})
    is_alone = not text[1:2].isalpha() and not unicodedata.combining(text[1:2] or " ")
    is_spelled = is_alone or _RIBBON_CELL.fullmatch(text)
    return text[0] in _VOWELS or bool(is_spelled and text[0] in _SPOKEN_WITH_A_VOWEL)


_FORMATTER = _HungarianFormatter()


@cache
def catalogue() -> dict[str, dict[str, str]]:
    """Give the whole file: section → key → sentence."""
    return {
        section: dict(_leaves(table))
        for section, table in tomllib.loads(WORDS_FILE.read_text("utf-8")).items()
    }


@cache
def alphabet() -> Alphabet:
    """Give the Hungarian order of names."""
    data = tomllib.loads(_ALPHABET_FILE.read_text("utf-8"))
    return Alphabet(tuple(data["letters"]), data["long"], frozenset(data["titles"]["words"]))


@cache
def name_words() -> NameWords:
    """Give the words in names that are none."""
    data = tomllib.loads(_ALPHABET_FILE.read_text("utf-8"))["names"]
    return NameWords(frozenset(data["titles"]), data["kin"], frozenset(data["particles"]))


def _leaves(table: dict[str, object], start: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{start}{key}.")
        else:
            yield start + key, str(value)


def say(code: str, **fields: object) -> str:
    """Give the sentence ``code`` (``section.key``) with its fields filled in.

    :raises KeyError: the catalogue has no such sentence, or a field of it is missing (a fault of ours).
    """
    section, _, key = code.partition(".")
    return _FORMATTER.format(catalogue()[section][key], **fields)


def say_line(error: LineError) -> str:
    """Put into words why a protocol's line cannot stand (``[line]``), with the word at fault.

    :raises KeyError: the catalogue has no such sentence (our fault).
    """
    return shown_word(error.phrase)


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

    :raises KeyError: the catalogue has no such entry, or it wants a field the problem lacks (our fault).
    """
    problem = on_sheet(problem)
    found = problem.found.found if isinstance(problem.found, Unreadable) else problem.found
    fields: dict[str, object] = {"found": found, "column": problem.column, **problem.fields}
    for name, value in fields.items():
        if isinstance(value, str) and len(value) > _LONGEST_QUOTED:  # a page pasted into a cell
            fields[name] = f"{value[:_LONGEST_QUOTED]}…"
    entry = catalogue()["problem"]
    parts = (entry[f"{problem.code}.{part}"] for part in ("kod", "hiba", "vart", "teendo"))
    return Sentences(*(_FORMATTER.format(part, **fields) for part in parts))
