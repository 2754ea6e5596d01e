"""A returned row with one wrong number is led home only where there is just one home."""

from __future__ import annotations

import pytest

from macros_py.rules.results.typed_results import Papers, TypedRow

NAMES = ("Anna", "Béla", "Csaba")


def row(deal: int, table: int, names: tuple[str, str, str] = NAMES) -> TypedRow:
    """Give a row of the first round."""
    return TypedRow(1, deal, 1, 1, table, names)


@pytest.mark.parametrize(
    ("deals", "taken", "home"),
    [
        ((1,), (), (1, 1, 4)),
        ((1, 2), (), None),
        ((1, 2), ((1, 1, 4),), (1, 2, 4)),
        ((1,), ((1, 1, 4),), None),
    ],
)
def test_the_only_row_that_fits(
    deals: tuple[int, ...], taken: tuple[tuple[int, int, int], ...], home: tuple[int, int, int] | None
) -> None:
    """There is no deal 9 at table 4: the one row there that fits, or none; those the sheet has are left aside."""
    rows = {(1, deal, 4): row(deal, 4) for deal in deals} | {(1, 3, 4): row(3, 4, ("Dóra", "Béla", "Csaba"))}
    assert Papers(rows, {}, {1}).home(row(9, 4), taken) == home
