"""The joint ranking of the three lines: percentage, tie-breaks, shared places (MAUSZ 2012, 2022).

A deduction that takes more than there is is asked about: probably a slip of the hand (100 for 10).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import groupby

from macros_py.rules.hall.event import Penalty, Position, Status
from macros_py.rules.hall.lineup import Lineup
from macros_py.rules.problems import Problem
from macros_py.rules.results.rulings import Ruling, in_force, penalties, ruling_problem
from macros_py.rules.results.scoring import ZERO, Score, counts_as_played, status_of
from macros_py.rules.rulebook import RankingRules, Rulebook


@dataclass(frozen=True, slots=True)
class Standing:
    """How one position stands.

    ``points`` after penalties, may be negative; ``penalty``: what they took, in matchpoints; ``percentage``:
    exactly points / available (1 = 100 %), None when nothing is available; ``place`` 1-based, None then too.
    ``ft``: sum over unruled numbers. ``by_round``: the fraction of each round alone, before penalties.
    """

    position: Position
    place: int | None
    points: Fraction
    available: Fraction
    percentage: Fraction | None
    ft: int
    tops: int
    missing: int
    played: int
    penalty: Fraction
    by_round: Mapping[int, Fraction | None]


def standings(
    scores: Iterable[Score],
    penalties: Iterable[Penalty],
    rulebook: Rulebook,
    positions: Iterable[Position] = (),
) -> list[Standing]:
    """Rank the positions, best first; who has nothing available comes last without a place.

    What is equal throughout stands by line and table. ``positions`` adds those that have no score yet.
    """
    own: defaultdict[Position, list[Score]] = defaultdict(list)
    for score in scores:
        own[score.result.position].append(score)
    taken: defaultdict[Position, list[Penalty]] = defaultdict(list)
    for penalty in penalties:
        taken[penalty.position].append(penalty)
    everybody = sorted({*own, *taken, *positions})
    unplaced = [_total(position, own[position], taken[position]) for position in everybody]
    return _with_places(unplaced, rulebook.ranking)


def _total(position: Position, scores: Sequence[Score], penalties: Iterable[Penalty]) -> Standing:
    rounds = _round_sums(scores)
    available = sum((available for _, available in rounds.values()), ZERO)
    penalty = sum((_penalty_points(penalty, available) for penalty in penalties), ZERO)
    points = sum((points for points, _ in rounds.values()), ZERO) - penalty
    return Standing(
        position=position,
        place=None,
        points=points,
        available=available,
        percentage=_fraction_of(points, available),
        ft=sum(score.result.ft or 0 for score in scores if score.result.status is Status.PLAYED),
        tops=sum(score.is_top for score in scores),
        missing=sum(status_of(score.result) is Status.MISSING for score in scores),
        played=sum(counts_as_played(score.result) for score in scores),
        penalty=penalty,
        by_round={round: _fraction_of(*sums) for round, sums in rounds.items()},
    )


def _penalty_points(penalty: Penalty, available: Fraction) -> Fraction:
    """Give a penalty in matchpoints; percentage points are taken of the position's own maximum."""
    return penalty.amount * available / 100 if penalty.is_percentage else penalty.amount


def _round_sums(scores: Iterable[Score]) -> dict[int, tuple[Fraction, Fraction]]:
    rounds: defaultdict[int, list[Score]] = defaultdict(list)
    for score in scores:
        rounds[score.result.round].append(score)
    return {
        round: (_exact_sum(score.points for score in own), _exact_sum(score.available for score in own))
        for round, own in sorted(rounds.items())
    }


def _exact_sum(numbers: Iterable[Fraction]) -> Fraction:
    """Add fractions that share few denominators: by denominator, several times as fast as one by one."""
    numerators: defaultdict[int, int] = defaultdict(int)
    for number in numbers:
        numerators[number.denominator] += number.numerator
    return sum((Fraction(whole, part) for part, whole in numerators.items()), ZERO)


def _fraction_of(points: Fraction, available: Fraction) -> Fraction | None:
    """Give points / available (1 = 100 %); None when nothing is available."""
    return points / available if available else None


def _with_places(unplaced: Sequence[Standing], rules: RankingRules) -> list[Standing]:
    """Give places 1, 2, 2, 4: equal in percentage and every tie-break shares the place."""
    ranked = sorted(
        (standing for standing in unplaced if standing.percentage is not None),
        key=lambda standing: _merit(standing, rules),
        reverse=True,
    )
    done: list[Standing] = []
    for _, equals in groupby(ranked, key=lambda standing: _merit(standing, rules)):
        place = len(done) + 1
        done += [replace(standing, place=place) for standing in equals]
    return done + [standing for standing in unplaced if standing.percentage is None]


def _merit(standing: Standing, rules: RankingRules) -> tuple[Fraction, ...]:
    breaks = {"ft": standing.ft, "egyedul_legjobb": standing.tops}
    return (standing.percentage or ZERO, *(Fraction(breaks[name]) for name in rules.tie_breaks))


def rounded(percentage: Fraction, decimals: int) -> Decimal:
    """Give an exact fraction (1 = 100 %) in percent, half up from the fraction itself: 433/756 is 57.28.

    A negative number is rounded by its size, as a spreadsheet's ROUND does: −0.125 to two decimals is −0.13.
    """
    size = abs(percentage) * 100 * 10**decimals
    whole = (2 * size.numerator + size.denominator) // (2 * size.denominator)
    return Decimal(-whole if percentage < 0 else whole).scaleb(-decimals)


def percentage_text(percentage: Fraction | None, decimals: int) -> str:
    """Give the percentage as it is printed, with a decimal comma (``57,28``); None is an empty text."""
    if percentage is None:
        return ""
    number = rounded(percentage, decimals)
    return f"{number if number else abs(number):.{decimals}f}".replace(".", ",").replace("-", "−")


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
            taken[penalty.position] += _penalty_points(penalty, standing.available)
            if taken[penalty.position] > standing.points:
                doubts.append((penalty, standing.points))
        if doubts:
            yield _doubt(ruling, lineup, *doubts[0])


def is_beyond_all(penalty: Penalty) -> bool:
    """Tell whether more percentage points are taken than there can be."""
    return penalty.is_percentage and penalty.amount > 100


def _doubt(ruling: Ruling, lineup: Lineup, penalty: Penalty, points: Fraction) -> Problem:
    fields = {"who": lineup.persons(penalty.position)[0], "points": _written_number(points)}
    fields["taken"] = f"{_written_number(penalty.amount)}{'%' if penalty.is_percentage else ' pont'}"
    return ruling_problem("ruling_penalty_large", ruling, "amount", **fields).as_warning


def _written_number(number: Fraction) -> str:
    return str(number) if number.denominator == 1 else percentage_text(number / 100, 2)
