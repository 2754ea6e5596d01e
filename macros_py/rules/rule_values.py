"""The values of a rulebook file: which there are, what each may be, and the exact ``Rulebook`` they make.

A value comes as TOML gives it (floats as ``Decimal``); an exact fraction is written as text, ``"1/2"``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any, get_args

from macros_py.rules.cards import RANKS
from macros_py.rules.problems import RuleError
from macros_py.rules.rulebook import (
    CardsForBid,
    Duty,
    EntryRules,
    LinesMethod,
    MasterpointRules,
    PlayRules,
    RankingRules,
    Rulebook,
    ScoringRules,
    TalonOwner,
    TieBreak,
    VetlenMethod,
)

Reader = Callable[[object], Any]


class WrongValue(RuleError):
    """A value is not what its rule may be; ``expected`` names the sentence, ``fields`` what it needs."""

    def __init__(self, expected: str, **fields: object) -> None:
        super().__init__(f"{expected} {fields}")
        self.expected = expected
        self.fields = fields


def whole(least: int, most: int) -> Reader:
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


def places(raw: object) -> dict[int, tuple[Fraction, ...]]:
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


VALUES: Mapping[str, Reader] = {
    "entries.least_players": whole(3, 999),
    "entries.multiple_of": multiple(3, 99),
    "lines.method": choice(get_args(LinesMethod)),
    "scoring.win": whole(0, 100),
    "scoring.tie": whole(0, 100),
    "scoring.loss": whole(0, 100),
    "scoring.vetlen_method": choice(get_args(VetlenMethod)),
    "scoring.vetlen_percentage": fraction(0, 100),
    "scoring.least_tables": whole(2, 333),
    "scoring.percentage_decimals": whole(0, 9),
    "ranking.tie_breaks": choices(get_args(TieBreak)),
    "masterpoints.divisor": whole(1, 999),
    "masterpoints.places": places,
    "masterpoints.least_played": fraction(0, 1),
    "masterpoints.substituted_share": fraction(0, 1),
    "play.duties": choices(get_args(Duty)),
    "play.trump_order": ranks(len(RANKS)),
    "play.plain_order": ranks(len(RANKS)),
    "play.counting_ranks": ranks(1),
    "play.card_points": whole(1, 100),
    "play.last_trick": whole(0, 100),
    "play.husz": whole(0, 1000),
    "play.negyven": whole(0, 1000),
    "play.hundred": whole(1, 1000),
    "play.talon_counts_for": choice(get_args(TalonOwner)),
    "play.cards_for_bid": choice(get_args(CardsForBid)),
}
"""Every rule of a rulebook file, in its order, with the reader of its value."""


def check_order(values: Mapping[str, Any]) -> None:
    """Check that a better result earns more than an equal one, and that more than a worse one.

    :raises WrongValue: win, tie and loss are not in that order (somebody has exchanged them).
    """
    if not values["scoring.win"] > values["scoring.tie"] > values["scoring.loss"]:
        raise WrongValue("order")


def make_rulebook(edition: str, name: str, values: Mapping[str, Any]) -> Rulebook:
    """Put the values, one for each key of ``VALUES``, into their places.

    :raises KeyError: a value is missing (the caller has to look first).
    """

    def group(prefix: str) -> dict[str, Any]:
        start = f"{prefix}."
        return {key.removeprefix(start): values[key] for key in VALUES if key.startswith(start)}

    return Rulebook(
        edition=edition,
        name=name,
        entries=EntryRules(**group("entries")),
        lines_method=values["lines.method"],
        scoring=ScoringRules(**group("scoring")),
        ranking=RankingRules(**group("ranking")),
        masterpoints=MasterpointRules(**group("masterpoints")),
        play=PlayRules(**group("play")),
    )
