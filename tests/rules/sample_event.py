"""What the tests of results share: the rulebook of 2008, a lineup of any size, the case tables."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from macros_py.rules.hall.event import LINES, Place, Position, Substitution
from macros_py.rules.hall.lineup import Lineup
from macros_py.rules.hall.movement import shift_plan
from macros_py.rules.rulebook import EntryRules, MasterpointRules, RankingRules, Rulebook, ScoringRules
from tests.rules.sample_play import MAUSZ_2008, PLAY

CASES = Path(__file__).parent.parent / "cases"

SCORING = ScoringRules(
    win=2,
    tie=1,
    loss=0,
    vetlen_method="nagyobb",
    vetlen_percentage=Fraction(50),
    least_tables=3,
    percentage_decimals=2,
)
RANKING = RankingRules(tie_breaks=("ft", "egyedul_legjobb"))
MASTERPOINTS = MasterpointRules(
    divisor=2, places={}, least_played=Fraction(1, 2), substituted_share=Fraction(1, 2)
)
RULEBOOK = Rulebook(
    edition="minta",
    name="Minta",
    entries=EntryRules(least_players=9, multiple_of=3),
    lines_method="szerpentin",
    scoring=SCORING,
    ranking=RANKING,
    masterpoints=MASTERPOINTS,
    play=PLAY,
    contracts=MAUSZ_2008.contracts,
    language=MAUSZ_2008.language,
    results=MAUSZ_2008.results,
    tables_method=MAUSZ_2008.tables_method,
    most_dealers=MAUSZ_2008.most_dealers,
    tables_per_judge=MAUSZ_2008.tables_per_judge,
    evening_starts=MAUSZ_2008.evening_starts,
    readiness=MAUSZ_2008.readiness,
    ending=MAUSZ_2008.ending,
    checks=MAUSZ_2008.checks,
)


def read_cases(file: str, table: str) -> list[Any]:
    """Give one array of tables of a case file as pytest parameters named by their title."""
    cases = tomllib.loads((CASES / file).read_text("utf-8"))[table]
    return [pytest.param(case, id=case["eset"]) for case in cases]


def exact(text: str) -> Fraction:
    """Read a number as the case tables write it: ``17 4/7``, ``1/3``, ``-2``."""
    return sum((Fraction(part) for part in text.split()), Fraction(0))


def position(code: str) -> Position:
    """Read a position as the case tables write it: ``B12`` began on line B at table 12."""
    return Position(code[0], int(code[1:]))


def sample_places(tables: int) -> list[Place]:
    """Give a place to a player on every position, each named by his position: A1, A2, … C7."""
    return [
        Place(Position(line, table), f"{line}{table}") for line in LINES for table in range(1, tables + 1)
    ]


def sample_lineup(tables: int, rounds: int, deals: int, substitutions: Sequence[Substitution] = ()) -> Lineup:
    """Give a lineup on the shift plan, everybody named by his position."""
    return Lineup(sample_places(tables), shift_plan(tables, rounds), substitutions, deals)


def read_substitutions(rows: Sequence[Sequence[Any]]) -> list[Substitution]:
    """Read the substitutions of a case: position, Ki, Be, Fordulótól, Leosztástól (may be left out)."""
    return [
        Substitution(position(code), outgoing, incoming, from_round, *deal, row=row)
        for row, (code, outgoing, incoming, from_round, *deal) in enumerate(rows)
    ]
