"""Readers of a rulebook file: each takes a value as TOML gives it and gives the exact one.

TOML's floats come as ``Decimal``; an exact fraction is written as text, ``"1/2"``. The words of the language
are read here too: no two may clash, by their keys (small letters without accents, blanks and inner hyphens).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

from macros_py.rules.cards.cards import RANKS
from macros_py.rules.names import plain_key, tidy
from macros_py.rules.problems import RuleError

Reader = Callable[[object], Any]


class WrongValue(RuleError):
    """A value is not what its rule may be; ``expected`` names the sentence, ``fields`` what it needs."""

    def __init__(self, expected: str, **fields: object) -> None:
        super().__init__(f"{expected} {fields}")
        self.expected = expected
        self.fields = fields


class WrongTogether(WrongValue):
    """A value that may be by itself does not go with the others; ``section`` is the rule where it stands."""

    def __init__(self, expected: str, section: str, found: object, **fields: object) -> None:
        super().__init__(expected, **fields)
        self.section = section
        self.found = found


def whole_between(least: int, most: int) -> Reader:
    """Make a reader of whole numbers from ``least`` to ``most``; it raises WrongValue."""

    def read(raw: object) -> int:
        if not isinstance(raw, int) or isinstance(raw, bool) or not least <= raw <= most:
            raise WrongValue("whole", least=least, most=most)
        return raw

    return read


def multiple(step: int, most: int) -> Reader:
    """Make a reader of the multiples of ``step`` up to ``most``; it raises WrongValue."""

    def read(raw: object) -> int:
        if not isinstance(raw, int) or isinstance(raw, bool) or not 0 < raw <= most or raw % step:
            raise WrongValue("multiple", least=step, most=most, step=step)
        return raw

    return read


def _exact(raw: object) -> Fraction | None:
    if isinstance(raw, str) and re.fullmatch(r"\d{1,6}(/0*[1-9]\d{0,5})?", raw, re.ASCII):
        return Fraction(raw)
    if isinstance(raw, Decimal):
        return Fraction(raw) if raw.is_finite() else None
    return Fraction(raw) if isinstance(raw, int) and not isinstance(raw, bool) else None


def fraction(least: int, most: int) -> Reader:
    """Make a reader of exact numbers from ``least`` to ``most``; it raises WrongValue."""

    def read(raw: object) -> Fraction:
        value = _exact(raw)
        if value is None or not least <= value <= most:
            raise WrongValue("fraction", least=least, most=most)
        return value

    return read


def choice(known: tuple[str, ...]) -> Reader:
    """Make a reader of one of the named choices; it raises WrongValue."""

    def read(raw: object) -> str:
        if not isinstance(raw, str) or raw not in known:
            raise WrongValue("choice", known=", ".join(known))
        return raw

    return read


def switch(raw: object) -> bool:
    """Read igen / nem.

    :raises WrongValue: it is neither.
    """
    if raw not in ("igen", "nem"):
        raise WrongValue("choice", known="igen, nem")
    return raw == "igen"


def choices(known: tuple[str, ...]) -> Reader:
    """Make a reader of a list of different named choices; it raises WrongValue."""

    def read(raw: object) -> tuple[str, ...]:
        if not isinstance(raw, list) or any(item not in known for item in raw) or len({*raw}) < len(raw):
            raise WrongValue("choices", known=", ".join(known))
        return tuple(raw)

    return read


def ranks(least: int) -> Reader:
    """Make a reader of at least so many different rank letters, highest first; it raises WrongValue."""

    def read(raw: object) -> str:
        if not isinstance(raw, str) or len(raw) < least or len({*raw}) < len(raw) or {*raw} - {*RANKS}:
            raise WrongValue("ranks", known=RANKS, least=least)
        return raw

    return read


def place_tables(raw: object) -> dict[int, tuple[Fraction, ...]]:
    """Read the explicit masterpoint tables: rows of number of positions, worth of place 1, 2, 3 …

    :raises WrongValue: a row is no such list, a number stands twice, or a later place is worth more.
    """
    tables: dict[int, tuple[Fraction, ...]] = {}
    for row in raw if isinstance(raw, list) else [None]:
        positions, *items = row if isinstance(row, list) and row else [None]
        worths = [value for value in map(_exact, items) if value is not None and value >= 0]
        is_good = len(worths) == len(items) > 0 and all(more >= less for more, less in pairwise(worths))
        if type(positions) is not int or positions in tables or not is_good or len(items) > positions:
            raise WrongValue("places")
        tables[positions] = tuple(worths)
    return tables


def rising_factors(raw: object) -> tuple[int, ...]:
    """Read the factors of kontra, rekontra, szubkontra and mordkontra, and put level 0 (1) before them.

    :raises WrongValue: they are not four, or one is not more than the one before.
    """
    factors = _numbers(raw)
    if len(factors) != 4 or any(more <= less for less, more in zip((1, *factors), factors, strict=False)):
        raise WrongValue("kontra_factors")
    return (1, *factors)


def _numbers(raw: object) -> tuple[int, ...]:
    rows = raw if isinstance(raw, list) else []
    return tuple(rows) if all(type(item) is int for item in rows) else ()


def triples(raw: object) -> tuple[tuple[int, int, int], ...]:
    """Read the allowed Ft of a körpassz: starter, next, last; each triple sums to 0.

    :raises WrongValue: a row is no such triple, stands twice, or there is none.
    """
    rows = [_numbers(row) for row in raw] if isinstance(raw, list) else []
    if not rows or len({*rows}) < len(rows) or any(len(row) != 3 or sum(row) for row in rows):
        raise WrongValue("korpassz")
    return tuple((first, second, third) for first, second, third in rows)


def choice_pairs(known: tuple[str, ...]) -> Reader:
    """Make a reader of pairs of different named choices; it raises WrongValue."""

    def read(raw: object) -> tuple[tuple[str, ...], ...]:
        rows: list[tuple[str, ...]] = [choices(known)(row) for row in raw] if isinstance(raw, list) else [()]
        if any(len(row) != 2 for row in rows):
            raise WrongValue("pairs", known=", ".join(known))
        return tuple(rows)

    return read


_NUMBER_SIGNS = ("-", "+")
"""The signs that may stand as words of their own."""
_WORD = re.compile(r"[^\W_]+(?:[ -][^\W_]+)*")
_SEAT_OR_LOSS = re.compile(r"\([ABC]\)|-$")
"""What may stand behind an official code in a reading."""


def word_key(word: str) -> str:
    """Give what makes two spellings one word of the language."""
    return plain_key(word) or tidy(word)


def spellings(raw: object) -> tuple[str, ...]:
    """Read the spellings of one notion, the official code first.

    :raises WrongValue: the list is empty, or holds what is no word and no sign.
    """
    listed = raw if isinstance(raw, list) else []
    if not listed or not all(isinstance(item, str) and _is_word(item) for item in listed):
        raise WrongValue("words")
    return tuple(map(tidy, listed))


def _is_word(text: str) -> bool:
    return bool(_WORD.fullmatch(tidy(text))) or tidy(text) in _NUMBER_SIGNS


def phrases(least: int, most: int) -> Reader:
    """Make a reader of rows, ``least`` to ``most`` long: what is written, then what it means; it raises WrongValue."""

    def read(raw: object) -> tuple[tuple[str, ...], ...]:
        rows: list[Any] = raw if isinstance(raw, list) else [None]
        for row in rows:
            is_row = isinstance(row, list) and all(isinstance(item, str) and tidy(item) for item in row)
            if not is_row or not least <= len(row) <= most or not _is_word(row[0]):
                raise WrongValue("phrases", least=least, most=most)
        return tuple(tuple(map(tidy, row)) for row in rows)

    return read


def check_words(values: Mapping[str, Any]) -> None:
    """Check that no two notions share a code or word, no code is a row of others, and meanings are in codes.

    :raises WrongTogether: a word stands twice, a code can be read as other codes glued, or a meaning has
        something that is no official code.
    """
    owner: dict[str, str] = {}
    for section, word in _every_word(values):
        key = word_key(word)
        if key in owner:
            raise WrongTogether("word_twice", section, word, other=owner[key])
        owner[key] = section
    official = {section: values[section][0] for section in values if _is_notion(section)}
    codes = {word_key(code) for code in official.values()}
    for section, code in official.items():
        if _is_glued(word_key(code), codes - {word_key(code)}):
            raise WrongTogether("word_glued", section, code)
    for section in ("words.shorthands", "words.traps"):
        for written, *meanings in values[section]:
            for meaning in meanings:
                bare = {item: _SEAT_OR_LOSS.sub("", item) for item in meaning.split()}
                if odd := [item for item, code in bare.items() if code not in official.values()]:
                    raise WrongTogether("meaning", section, f"{written}: {meaning}", word=odd[0])


def _is_notion(section: str) -> bool:
    group, _, name = section.partition(".")
    return group == "words" and name not in {"shorthands", "traps", "fillers"}


def _every_word(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    notions = [(section, word) for section in values if _is_notion(section) for word in values[section]]
    fillers = [("words.fillers", word) for word in values["words.fillers"]]
    return [*notions, *fillers, *(("words.shorthands", row[0]) for row in values["words.shorthands"])]


def _is_glued(key: str, codes: set[str]) -> bool:
    return not key or any(key.startswith(code) and _is_glued(key.removeprefix(code), codes) for code in codes)
