"""The way of each case in a round, step by step, and which table judge looks after which tables (VSZ 4)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from macros_py.rules.circulation import hall_sections, starter


@dataclass(frozen=True, slots=True)
class Route:
    """One case: a copy of a deal. ``tables`` has for each step the table that plays it, None while it rests.

    Deal, copy and tables are 1-based; the first step is the first of the list.
    """

    deal: int
    copy: int
    starter: str
    tables: tuple[int | None, ...]


def routes(tables: int, deals: int) -> list[Route]:
    """Give the ways of all cases, by copy and deal; at every step each table has one case.

    :raises RuleError: there is not at least one table and one deal.
    """
    found = []
    for copy, section in enumerate(hall_sections(tables, deals), start=1):
        for deal in range(1, deals + 1):
            places = [(deal - 1 - step) % deals for step in range(deals)]
            way = tuple(section[place] if place < len(section) else None for place in places)
            found.append(Route(deal, copy, starter(deal), way))
    return found


def judges_needed(tables: int, tables_each: int) -> int:
    """Give how many table judges so many tables need: one for each ``tables_each``, begun ones counted (VSZ 4)."""
    return -(-tables // tables_each)


def judges_tables(tables: int, judges: int) -> list[range]:
    """Cut the hall into as many rows of neighbouring tables as there are judges, near-equal, longer ones first."""
    if judges < 1:
        return []
    length, longer = divmod(tables, judges)
    ends = [length * judge + min(judge, longer) for judge in range(judges + 1)]
    return [range(start + 1, end + 1) for start, end in pairwise(ends)]
