"""Which two rows were exchanged: the Ft of each fit the other's achievements.

Looked for among rows whose Ft disagree, on one sheet of paper (deal and copy) or at one table in one round.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import combinations

from macros_py.rules.meaning_context import Claim, MeaningContext
from macros_py.rules.row_reading import soloist_seats


def exchanges(claims: Sequence[Claim], context: MeaningContext) -> dict[int, Claim]:
    """Give for the index of each exchanged row the other one; those on one sheet of paper come first."""
    claims = sorted(claims, key=lambda claim: claim.entry.key)
    found: dict[int, Claim] = {}
    for place in (protocol_sheet, table_of):
        for group in groups(claims, place):
            for one, other in combinations(group, 2):
                is_free = one.entry.index not in found and other.entry.index not in found
                if is_free and are_exchanged(one, other, context):
                    found |= {one.entry.index: other, other.entry.index: one}
    return found


def protocol_sheet(claim: Claim) -> Hashable:
    """Give the sheet of paper a row stands on: round, deal, copy."""
    return *claim.entry.key[:2], claim.entry.row.copy


def table_of(claim: Claim) -> Hashable:
    """Give the round and table of a row."""
    return claim.entry.key[0], claim.entry.key[2]


def groups(claims: Iterable[Claim], place: Callable[[Claim], Hashable]) -> Iterable[list[Claim]]:
    """Put claims of one place together."""
    found: dict[Hashable, list[Claim]] = {}
    for claim in claims:
        found.setdefault(place(claim), []).append(claim)
    return found.values()


def are_exchanged(one: Claim, other: Claim, context: MeaningContext) -> bool:
    """Tell whether the Ft of each are the other's, or (with the soloist) its achievements are."""
    if other.ft in one.expected and one.ft in other.expected:
        return True
    fits_here = soloist_seats(other.line, one.ft, context, one.soloist)
    return bool(fits_here and soloist_seats(one.line, other.ft, context, other.soloist))
