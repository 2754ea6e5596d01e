"""How the deals of a round go round the hall (VSZ 4, asztalbíró a; 6.f): sections, copies, the way of a case.

T tables that play D deals are cut into ⌈T / D⌉ sections of neighbouring tables, each with its own copy of
every deal. In a section the i-th table plays at step s the deal ((i + s − 2) mod D) + 1, all 1-based. So a
case goes from the i-th table to the (i − 1)-th; from the first it rests until it is the turn of the last.
Every table plays every deal once, and the protocol of each copy has one line for each table of its section.
"""

from __future__ import annotations

from itertools import pairwise

from macros_py.rules.event import LINES, ProtocolLine
from macros_py.rules.problems import RuleError


def starter(deal: int) -> str:
    """Give the line whose player starts a deal (1-based within its round): A, B, C in turn."""
    return LINES[(deal - 1) % len(LINES)]


def hall_sections(tables: int, deals: int) -> list[range]:
    """Cut the hall into ⌈T / D⌉ rows of neighbouring tables (1-based), near-equal, longer ones first.

    The section of copy c is the (c − 1)-th of the list. Packs in play: sections × deals.

    :raises RuleError: there is not at least one table and one deal.
    """
    if tables < 1 or deals < 1:
        raise RuleError(f"{tables} tables cannot play {deals} deals")
    copies = -(-tables // deals)
    length, longer = divmod(tables, copies)
    ends = [length * copy + min(copy, longer) for copy in range(copies + 1)]
    return [range(start + 1, end + 1) for start, end in pairwise(ends)]


def section_of(table: int, tables: int, deals: int) -> tuple[int, range]:
    """Give the copy (1-based) a table plays from, and its section.

    :raises RuleError: there is no such table, or no tables or deals at all.
    """
    for copy, section in enumerate(hall_sections(tables, deals), start=1):
        if table in section:
            return copy, section
    raise RuleError(f"there is no table {table} among {tables}")


def play_order(table: int, tables: int, deals: int) -> list[int]:
    """Give the deals of a round (1-based) in the order in which a table plays them.

    :raises RuleError: there is no such table, or no tables or deals at all.
    """
    _, section = section_of(table, tables, deals)
    first = section.index(table)
    return [(first + step) % deals + 1 for step in range(deals)]


def journey(section: range, deal: int, deals: int) -> list[int]:
    """Give the tables of a section in the order in which its copy of a deal visits them."""
    return sorted(section, key=lambda table: (deal - 1 - section.index(table)) % deals)


def protocol_lines(round: int, tables: int, deals: int) -> list[ProtocolLine]:
    """Give every line of every protocol of a round as the papers lie: by deal, copy, and the copy's way.

    :raises RuleError: there is not at least one table and one deal.
    """
    copies = hall_sections(tables, deals)
    return [
        ProtocolLine(round, deal, copy, line, table, starter(deal))
        for deal in range(1, deals + 1)
        for copy, section in enumerate(copies, start=1)
        for line, table in enumerate(journey(section, deal, deals), start=1)
    ]
