"""What counts as far from all others: on the Ft of the rulebook exactly, and for one table only."""

from __future__ import annotations

from dataclasses import replace

from macros_py.rules.language.settlement import Triple
from macros_py.rules.meaning.meaning import lone_triple, nearest_distance
from tests.rules.sample_lines import RULEBOOK

RULES = replace(RULEBOOK.checks, outlier_distance=12)
USUAL: Triple = (4, -2, -2)


def triple(soloist: int) -> Triple:
    """Give the Ft of a deal that A played alone."""
    return soloist, -soloist // 2, -soloist // 2


def test_the_distance_of_the_rulebook_is_far_and_one_ft_less_is_not() -> None:
    """Twelve Ft away on some line, not eleven; the greatest difference of the three lines counts."""
    assert lone_triple([USUAL, USUAL, triple(16)], RULES) == triple(16)
    assert lone_triple([USUAL, USUAL, (15, -7, -8)], RULES) is None
    assert lone_triple([USUAL, USUAL, (4, -14, 10)], RULES) == (4, -14, 10)


def test_it_is_far_from_every_other_table() -> None:
    """One table near by is enough to be an ordinary result."""
    assert lone_triple([USUAL, USUAL, triple(16), triple(18)], RULES) is None
    assert nearest_distance(triple(16), {USUAL, triple(16), triple(26)}) == 10


def test_two_tables_alike_or_two_far_ones_are_no_outlier() -> None:
    """What happened twice is no slip of one pen, and of two that differ nobody knows which."""
    assert lone_triple([USUAL, USUAL, triple(16), triple(16)], RULES) is None
    assert lone_triple([USUAL, USUAL, triple(40), triple(-40)], RULES) is None
