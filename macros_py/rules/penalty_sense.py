"""Deductions that take more than there is: probably a slip of the hand (100 for 10), so they are asked about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from macros_py.rules.event import Penalty, Position
from macros_py.rules.lineup import Lineup
from macros_py.rules.problems import Problem
from macros_py.rules.ranking import Standing, penalty_points, percentage_text
from macros_py.rules.ruling_rows import Ruling, ruling_problem
from macros_py.rules.rulings import in_force, penalties


def doubtful_penalties(
    rulings: Iterable[Ruling], lineup: Lineup, unpunished: Mapping[Position, Standing]
) -> Iterator[Problem]:
    """Warn of each levonás with which a position would stand below 0, once for each ruling.

    ``unpunished`` is how the positions stand before any penalty. Several for one position add up. While nothing of a
    position is scored there is nothing to compare with, but for more than 100 percentage points.
    """
    taken: defaultdict[Position, Fraction] = defaultdict(Fraction)
    for ruling in in_force(rulings, lineup):
        doubts = []
        for penalty in penalties([ruling], lineup):
            standing = unpunished.get(penalty.position)
            if standing is None or not standing.available:
                doubts += [(penalty, Fraction(0))] if is_beyond_all(penalty) else []
                continue
            taken[penalty.position] += penalty_points(penalty, standing.available)
            if taken[penalty.position] > standing.points:
                doubts.append((penalty, standing.points))
        if doubts:
            yield doubt(ruling, lineup, *doubts[0])


def is_beyond_all(penalty: Penalty) -> bool:
    """Tell whether more percentage points are taken than there can be."""
    return penalty.is_percentage and penalty.amount > 100


def doubt(ruling: Ruling, lineup: Lineup, penalty: Penalty, points: Fraction) -> Problem:
    """Say who has how many points, of which more would be taken."""
    fields = {"who": lineup.persons(penalty.position)[0], "points": written_number(points)}
    fields["taken"] = f"{written_number(penalty.amount)}{'%' if penalty.is_percentage else ' pont'}"
    return ruling_problem("ruling_penalty_large", ruling, "amount", **fields).as_warning


def written_number(number: Fraction) -> str:
    """Write a number: whole ones whole, others with two decimals."""
    return str(number) if number.denominator == 1 else percentage_text(number / 100, 2)
