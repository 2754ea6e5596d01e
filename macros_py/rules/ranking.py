"""The joint ranking of the three lines: percentage, tie-breaks, shared places (MAUSZ 2012, 2022)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import groupby

from macros_py.rules.event import Penalty, Position, Status
from macros_py.rules.rulebook import RankingRules, Rulebook
from macros_py.rules.scoring import ZERO, Score, counts_as_played, status_of


@dataclass(frozen=True, slots=True)
class Standing:
    """How one position stands.

    ``points`` after penalties, may be negative; ``penalty`` what they took, in matchpoints; ``percentage``
    the exact points / available (1 = 100 %), None when nothing is available; ``place`` 1-based, None then
    too. ``ft``: sum over unruled numbers. ``by_round``: the same fraction of each round alone, before
    penalties.
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

    The order of the scores does not matter: what is equal throughout stands in the order of line and table.
    ``positions`` adds those that have no score yet.
    """
    own: defaultdict[Position, list[Score]] = defaultdict(list)
    for score in scores:
        own[score.result.position].append(score)
    taken: defaultdict[Position, list[Penalty]] = defaultdict(list)
    for penalty in penalties:
        taken[penalty.position].append(penalty)
    everybody = sorted({*own, *taken, *positions})
    unplaced = [total(position, own[position], taken[position]) for position in everybody]
    return with_places(unplaced, rulebook.ranking)


def total(position: Position, scores: Sequence[Score], penalties: Iterable[Penalty]) -> Standing:
    """Add up one position, not yet placed."""
    rounds = round_sums(scores)
    available = sum((available for _, available in rounds.values()), ZERO)
    penalty = sum((penalty_points(penalty, available) for penalty in penalties), ZERO)
    points = sum((points for points, _ in rounds.values()), ZERO) - penalty
    return Standing(
        position=position,
        place=None,
        points=points,
        available=available,
        percentage=fraction_of(points, available),
        ft=sum(score.result.ft or 0 for score in scores if score.result.status is Status.PLAYED),
        tops=sum(score.is_top for score in scores),
        missing=sum(status_of(score.result) is Status.MISSING for score in scores),
        played=sum(counts_as_played(score.result) for score in scores),
        penalty=penalty,
        by_round={round: fraction_of(*sums) for round, sums in rounds.items()},
    )


def penalty_points(penalty: Penalty, available: Fraction) -> Fraction:
    """Give a penalty in matchpoints; percentage points are taken of the position's own maximum."""
    return penalty.amount * available / 100 if penalty.is_percentage else penalty.amount


def round_sums(scores: Iterable[Score]) -> dict[int, tuple[Fraction, Fraction]]:
    """Give points and available points of each round, rounds ascending."""
    rounds: defaultdict[int, list[Score]] = defaultdict(list)
    for score in scores:
        rounds[score.result.round].append(score)
    return {
        round: (
            exact_sum(score.points for score in rounds[round]),
            exact_sum(score.available for score in rounds[round]),
        )
        for round in sorted(rounds)
    }


def exact_sum(numbers: Iterable[Fraction]) -> Fraction:
    """Add fractions that share few denominators: by denominator, several times as fast as one by one."""
    numerators: defaultdict[int, int] = defaultdict(int)
    for number in numbers:
        numerators[number.denominator] += number.numerator
    return sum((Fraction(whole, part) for part, whole in numerators.items()), ZERO)


def fraction_of(points: Fraction, available: Fraction) -> Fraction | None:
    """Give points / available (1 = 100 %); None when nothing is available."""
    return points / available if available else None


def with_places(unplaced: Iterable[Standing], rules: RankingRules) -> list[Standing]:
    """Give places 1, 2, 2, 4: equal in percentage and every tie-break shares the place."""
    unplaced = list(unplaced)
    ranked = sorted(
        (standing for standing in unplaced if standing.percentage is not None),
        key=lambda standing: merit(standing, rules),
        reverse=True,
    )
    done: list[Standing] = []
    for _, equals in groupby(ranked, key=lambda standing: merit(standing, rules)):
        place = len(done) + 1
        done += [replace(standing, place=place) for standing in equals]
    return done + [standing for standing in unplaced if standing.percentage is None]


def merit(standing: Standing, rules: RankingRules) -> tuple[Fraction, ...]:
    """Give what standings are compared by, more is better: percentage, then the tie-breaks."""
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
