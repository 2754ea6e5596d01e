"""Readers of the values of a rulebook file: each takes what TOML gives and gives the exact value.

A value comes as TOML gives it (floats as ``Decimal``); an exact fraction is written as text, ``"1/2"``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

from macros_py.rules.cards import RANKS
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


def exact(raw: object) -> Fraction | None:
    """Give a number, or a fraction written as text, exactly; None for anything else."""
    if isinstance(raw, str) and re.fullmatch(r"\d{1,6}(/0*[1-9]\d{0,5})?", raw, re.ASCII):
        return Fraction(raw)
    if isinstance(raw, Decimal):
        return Fraction(raw) if raw.is_finite() else None
    return Fraction(raw) if isinstance(raw, int) and not isinstance(raw, bool) else None


def fraction(least: int, most: int) -> Reader:
    """Make a reader of exact numbers from ``least`` to ``most``; it raises WrongValue."""

    def read(raw: object) -> Fraction:
        value = exact(raw)
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
        worths = [value for value in map(exact, items) if value is not None and value >= 0]
        is_good = len(worths) == len(items) > 0 and all(more >= less for more, less in pairwise(worths))
        if type(positions) is not int or positions in tables or not is_good or len(items) > positions:
            raise WrongValue("places")
        tables[positions] = tuple(worths)
    return tables


def rising_factors(raw: object) -> tuple[int, ...]:
    """Read the factors of kontra, rekontra, szubkontra and mordkontra, and put level 0 (1) before them.

    :raises WrongValue: they are not four, or one is not more than the one before.
    """
    factors = numbers(raw)
    if len(factors) != 4 or any(more <= less for less, more in zip((1, *factors), factors, strict=False)):
        raise WrongValue("kontra_factors")
    return (1, *factors)


def numbers(raw: object) -> tuple[int, ...]:
    """Give a list of whole numbers; anything else is an empty one."""
    rows = raw if isinstance(raw, list) else []
    return tuple(rows) if all(type(item) is int for item in rows) else ()


def triples(raw: object) -> tuple[tuple[int, int, int], ...]:
    """Read the allowed Ft of a körpassz: starter, next, last; each triple sums to 0.

    :raises WrongValue: a row is no such triple, stands twice, or there is none.
    """
    rows = [numbers(row) for row in raw] if isinstance(raw, list) else []
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
