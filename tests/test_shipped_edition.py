"""The shipped edition for itself: complete, sourced, its values as published; the tests' frozen one can stand for it.

Everything else is tested by the edition under ``tests/edition``: an answer of the federation turns red what is here.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from macros_py import TEMPLATES
from macros_py.book.layout import value_layouts
from macros_py.editions import RULES_FOLDER, available, load_edition
from macros_py.functions import FUNCTIONS_EDITION

SHIPPED = TEMPLATES / "rules"
FROZEN = Path(__file__).with_name("edition")
ASKED_FOR_BY = ("VSZ", "MAUSZ", "a program beállítása")
"""Where a rule that is no assumption may come from."""
PUBLISHED = {
    "entries.multiple_of": 3,
    "officials.most_dealers": 2,
    "officials.tables_per_judge": 5,
    "scoring.win": 2,
    "scoring.tie": 1,
    "scoring.loss": 0,
    "scoring.percentage_decimals": 2,
    "masterpoints.least_played": Fraction(1, 2),
    "masterpoints.substituted_share": Fraction(1, 2),
}
"""What the law says, and what the percentages of the final of 2012 show."""
PRICES = {
    "parti": 1,
    "negyvenszaz": 4,
    "huszszaz": 8,
    "negy_asz": 4,
    "ulti": 4,
    "durchmars": 6,
    "teritett_durchmars": 12,
    "betli": 5,
    "piros_betli": 10,
    "teritett_betli": 20,
    "szintelen_durchmars": 6,
    "piros_szintelen_durchmars": 12,
    "teritett_szintelen_durchmars": 24,
}
"""The usual prices in Ft, as players know them."""


@pytest.mark.parametrize("name", available(SHIPPED))
def test_it_is_complete_and_says_where_its_rules_come_from(name: str) -> None:
    """It is read without a fault; what is no assumption names law, federation or program."""
    rows = load_edition(name, SHIPPED).rows
    assert [
        row["Azonosító"]
        for row in rows
        if not str(row["Megjegyzés"] or "").startswith("feltevés")
        and not str(row["Forrás"]).startswith(ASKED_FOR_BY)
    ] == []


def test_what_is_published_stands_in_it() -> None:
    """Points, percentages, officials and masterpoints of 2008."""
    values = load_edition("mausz-2008", SHIPPED).values
    assert {path: values[path] for path in PUBLISHED} == PUBLISHED


def test_the_prices_are_those_that_players_know() -> None:
    """Each contract's price; there is no other."""
    values = load_edition("mausz-2008", SHIPPED).values
    found = {path: value for path, value in values.items() if path.startswith("prices.")}
    assert found == {f"prices.{name}": price for name, price in PRICES.items()}


def test_a_new_event_and_the_worksheet_functions_find_it() -> None:
    """The edition that the Verseny sheet begins with, and that of the functions, are there."""
    assert {FUNCTIONS_EDITION, value_layouts()["szabalyzat"].initial} <= {*available(SHIPPED)}


def test_the_frozen_one_stands_for_it() -> None:
    """The tests read theirs, by the same name, and it has the same rules, whatever they are worth."""
    assert RULES_FOLDER == FROZEN != SHIPPED
    shipped, frozen = load_edition("mausz-2008", SHIPPED), load_edition("mausz-2008")
    assert list(frozen.values) == list(shipped.values)
