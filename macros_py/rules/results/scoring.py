"""Matchpoints of sportulti: each Ft result against the others of its line on that deal (MAUSZ 2024; VSZ 5).

Points are exact; a top is what beating every other table of the hall is worth.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from macros_py.rules.hall.event import Position, Result, Status
from macros_py.rules.rulebook import ScoringRules

ZERO = Fraction(0)

_COUNTED = (Status.PLAYED, Status.RENONSZ, Status.VETLEN)
"""The statuses with which a deal counts as played."""


@dataclass(frozen=True, slots=True)
class Score:
    """What a result is worth: ``points`` out of ``available`` matchpoints, both before penalties.

    ``is_top``: alone best of its group of at least two, before scaling. ``compared`` is the n of the group:
    the comparable results on that line, a renonsz included.
    """

    result: Result
    points: Fraction
    available: Fraction
    is_top: bool
    compared: int


@dataclass(frozen=True, slots=True)
class ScoredGroup:
    """One line on one deal of one round: what each Ft is worth there; ``best``: what is alone best."""

    worth: dict[int, Fraction]
    best: int | None
    compared: int


def score(results: Iterable[Result], rules: ScoringRules, tables: int) -> list[Score]:
    """Score every result, in the given order. ``tables`` is T of the whole hall, whatever has been typed.

    A group with fewer than T comparable results is scaled (:func:`scaled_points`). Renonsz and távolmaradt: 0
    of the top, a renonsz beaten by every number. Vétlen: by the rulebook's method. Nem játszott, missing: 0
    of 0.
    """
    results = list(results)
    members: defaultdict[tuple[int, int, str], list[Result]] = defaultdict(list)
    for result in results:
        members[group_key(result)].append(result)
    groups = {key: rank_group(group, rules, tables) for key, group in members.items()}
    full = Fraction(top(rules, tables))
    shares = _own_shares(results, groups, full)
    return [_score_one(result, groups[group_key(result)], shares, rules, full) for result in results]


def top(rules: ScoringRules, tables: int) -> int:
    """Give the points of who beats every other table: win × (T − 1)."""
    return rules.win * (tables - 1)


def group_key(result: Result) -> tuple[int, int, str]:
    """Give the group of a result: round, deal, line."""
    return result.round, result.deal, result.position.line


def status_of(result: Result) -> Status:
    """Give how the player stands; who merely played but has no number typed is missing."""
    return Status.MISSING if result.status is Status.PLAYED and result.ft is None else result.status


def counts_as_played(result: Result) -> bool:
    """Tell whether the deal counts as played (VSZ 6): a number, renonsz or vétlen."""
    return status_of(result) in _COUNTED


def rank_group(group: Sequence[Result], rules: ScoringRules, tables: int) -> ScoredGroup:
    """Compare the results of one group: win, tie, loss per opponent, scaled to the full top."""
    typed = (result.ft for result in group if result.ft is not None and result.status is Status.PLAYED)
    numbers = Counter(typed)
    below = sum(result.status is Status.RENONSZ for result in group)
    compared = below + numbers.total()
    worth: dict[int, Fraction] = {}
    for ft, equal in sorted(numbers.items()):
        above = compared - below - equal
        inside = rules.win * below + rules.tie * (equal - 1) + rules.loss * above
        worth[ft] = scaled_points(inside, compared, rules, tables)
        below += equal
    is_alone = compared > 1 and bool(numbers) and numbers[max(numbers)] == 1
    return ScoredGroup(worth, max(numbers) if is_alone else None, compared)


def scaled_points(inside: int, compared: int, rules: ScoringRules, tables: int) -> Fraction:
    """Scale points won inside a group of ``compared`` (at least 1) to the full top: (s·T + w·(T − n)) / n.

    ``w`` is half a win: a table that cannot be compared is worth half of what it could give, so that n = 1
    gives 50 %. With all T tables compared the points stay as they are. More than T (a row typed twice) keep
    the mean of 50 %, the worst of them falls a little below 0.
    """
    if compared == tables:
        return Fraction(inside)
    return (inside * tables + Fraction(rules.win, 2) * (tables - compared)) / compared


def _own_shares(
    results: Sequence[Result], groups: dict[tuple[int, int, str], ScoredGroup], full: Fraction
) -> dict[Position, Fraction]:
    """Give each vétlen position's own share (0 … 1) over its numeric, unruled deals, if any."""
    wanted = {result.position for result in results if result.status is Status.VETLEN}
    own: defaultdict[Position, list[Fraction]] = defaultdict(list)
    for result in results:
        if result.ft is not None and result.status is Status.PLAYED and result.position in wanted:
            own[result.position].append(groups[group_key(result)].worth[result.ft])
    return {position: sum(points, ZERO) / (full * len(points)) for position, points in own.items() if full}


def _score_one(
    result: Result, group: ScoredGroup, shares: dict[Position, Fraction], rules: ScoringRules, full: Fraction
) -> Score:
    status = status_of(result)
    if status is Status.PLAYED and result.ft is not None:
        return Score(result, group.worth[result.ft], full, result.ft == group.best, group.compared)
    if status is Status.VETLEN and rules.vetlen_method != "kihagyas":
        share = vetlen_share(shares.get(result.position), rules)
        return Score(result, share * full, full, False, group.compared)
    if status in (Status.RENONSZ, Status.TAVOLMARADT):
        return Score(result, ZERO, full, False, group.compared)
    return Score(result, ZERO, ZERO, False, group.compared)


def vetlen_share(own: Fraction | None, rules: ScoringRules) -> Fraction:
    """Give the share of the top (0 … 1) of a vétlen; without an own share always the fixed one."""
    fixed = rules.vetlen_percentage / 100
    if own is None or rules.vetlen_method == "rogzitett":
        return fixed
    return own if rules.vetlen_method == "sajat_atlag" else max(own, fixed)
