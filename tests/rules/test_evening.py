"""Starting tables evened out: everybody's opponents as equally strong as can be (VSZ 6)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from macros_py.rules.cards.draws import Stream
from macros_py.rules.hall.evening import even_tables, opponents_strength, strengths
from macros_py.rules.hall.event import Entrant, Place, Position
from macros_py.rules.hall.lines import draw_lines
from macros_py.rules.hall.movement import best_plan
from tests.rules.slow_evening import even_slowly

KEY = b"only for tests, never for an event"


def drawn(players: int, points: list[int] | None = None, fixed: int | None = None) -> list[Place]:
    """Draw so many players, all of different strength unless told otherwise; the best may have a fixed table."""
    entrants = [
        Entrant(
            f"Játékos {number:03}",
            masterpoints=Fraction(points[number] if points else 1000 - number),
            fixed_table=fixed if number == 0 else None,
        )
        for number in range(players)
    ]
    return draw_lines(entrants, "szerpentin", Stream(KEY, "vonalak"))


def spread(places: list[Place], rounds: int) -> Fraction:
    """Give how far apart the mean ranks of the opponents lie."""
    means = opponents_strength(places, best_plan(len(places) // 3, rounds).seatings).values()
    return max(means) - min(means)


def evened(
    places: list[Place], rounds: int, fixed: set[Position] | None = None, starts: int = 4
) -> list[Place]:
    """Even the tables out."""
    plan = best_plan(len(places) // 3, rounds).seatings
    return even_tables(places, plan, fixed or set(), Stream(KEY, "asztalok"), starts)


def test_fourteen_tables_reach_what_is_reachable() -> None:
    """14 × 7: the means lie between 21.2 and 21.8, whatever the draw was."""
    places = drawn(42)
    assert spread(places, 7) > 5
    means = opponents_strength(evened(places, 7), best_plan(14, 7).seatings).values()
    assert min(means) > Fraction(212, 10)
    assert max(means) < Fraction(218, 10)


def test_seven_tables_are_even_by_themselves() -> None:
    """7 × 7: everybody meets everybody of the other lines, so no swap changes anything."""
    assert spread(drawn(21), 7) == spread(evened(drawn(21), 7), 7)


@settings(max_examples=12)
@given(st.integers(3, 20), st.integers(1, 9), st.lists(st.integers(0, 5), min_size=60, max_size=60))
def test_nobody_is_lost_or_changes_lines_and_it_never_gets_worse(
    tables: int, rounds: int, points: list[int]
) -> None:
    """The same people on the same lines; the squared distances from the mean do not grow; the same every time."""
    places = drawn(3 * tables, points)
    after = evened(places, rounds, starts=2)
    assert sorted((place.position.line, place.name) for place in after) == sorted(
        (place.position.line, place.name) for place in places
    )
    assert [place.position for place in after] == [place.position for place in places]
    assert unevenness(after, rounds) <= unevenness(places, rounds)
    assert after == evened(places, rounds, starts=2)


@settings(max_examples=15)
@given(
    st.integers(2, 8),
    st.integers(1, 12),
    st.binary(min_size=16, max_size=16),
    st.lists(st.integers(0, 30), min_size=24, max_size=24),
    st.sampled_from([None, 1, 2]),
)
def test_the_quick_search_ends_where_the_plain_one_does(
    tables: int, rounds: int, key: bytes, points: list[int], fixed: int | None
) -> None:
    """Adding all sums up for every swap gives the same places: with rematches, shared ranks and fixed tables too."""
    places, plan = drawn(3 * tables, points, fixed), best_plan(tables, rounds).seatings
    kept = {Position("A", fixed)} if fixed else set()
    quick = even_tables(places, plan, kept, Stream(key, "asztalok"), 3)
    assert quick == even_slowly(places, plan, kept, Stream(key, "asztalok"), 3)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rounds"), [(30, 7), (42, 7), (45, 3)])
def test_so_it_does_in_larger_halls(players: int, rounds: int) -> None:
    """A hall where many swaps are made: the same places again."""
    places, plan = drawn(players), best_plan(players // 3, rounds).seatings
    quick = even_tables(places, plan, set(), Stream(KEY, "asztalok"), 2)
    assert quick == even_slowly(places, plan, set(), Stream(KEY, "asztalok"), 2)


def unevenness(places: list[Place], rounds: int) -> Fraction:
    """Give the sum of the squared distances of the means from their mean."""
    means = list(opponents_strength(places, best_plan(len(places) // 3, rounds).seatings).values())
    middle = sum(means, Fraction(0)) / len(means)
    return sum(((mean - middle) ** 2 for mean in means), Fraction(0))


@pytest.mark.parametrize("table", [1, 9, 14])
def test_who_has_a_fixed_table_keeps_it(table: int) -> None:
    """His position is left out of all swaps, in every start."""
    places = drawn(42, fixed=table)
    after = evened(places, 7, {Position("A", table)})
    assert {place.name for place in after if place.position == Position("A", table)} == {"Játékos 000"}


def test_equally_strong_players_share_their_rank() -> None:
    """5, 3, 3, 1 masterpoints: ranks 1, 2½, 2½, 4."""
    places = [
        Place(Position("A", n), str(n), masterpoints=Fraction(p)) for n, p in enumerate((5, 3, 3, 1), start=1)
    ]
    assert list(strengths(places).values()) == [1, Fraction(5, 2), Fraction(5, 2), 4]
