"""One table far from all others on a deal: not wrong, but worth a second look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from macros_py.rules.meaning_context import MeantRow
from macros_py.rules.problems import Problem
from macros_py.rules.rulebook import CheckRules
from macros_py.rules.settlement import Triple


def outliers(results: Iterable[tuple[MeantRow, Triple]], rules: CheckRules) -> Iterator[Problem]:
    """Give a note of each result that is the only one of its deal far from all others."""
    deals: dict[tuple[int, int], list[tuple[MeantRow, Triple]]] = {}
    for entry, ft in results:
        deals.setdefault(entry.key[:2], []).append((entry, ft))
    for group in deals.values():
        if len(group) >= rules.outlier_tables and (lone := lone_triple([ft for _, ft in group], rules)):
            [entry] = [entry for entry, ft in group if ft == lone]
            fields = {"tables": len(group), "distance": nearest_distance(lone, {ft for _, ft in group})}
            yield entry.ft_problem("far_from_all", **fields).as_note


def lone_triple(triples: list[Triple], rules: CheckRules) -> Triple | None:
    """Give the only triple that is far from all others; None if there is none, or more than one."""
    count = Counter(triples)
    far = [ft for ft, times in count.items() if times == 1 and is_far(ft, count, rules.outlier_distance)]
    return far[0] if len(far) == 1 else None


def is_far(ft: Triple, others: Iterable[Triple], least: int) -> bool:
    """Tell whether a triple is at least so many Ft away from every other."""
    return all(other == ft or distance(ft, other) >= least for other in others)


def nearest_distance(ft: Triple, others: Iterable[Triple]) -> int:
    """Give the distance in Ft to the nearest other triple."""
    return min((distance(ft, other) for other in others if other != ft), default=0)


def distance(first: Triple, second: Triple) -> int:
    """Give the greatest difference on a line."""
    return max(abs(first[0] - second[0]), abs(first[1] - second[1]), abs(first[2] - second[2]))
