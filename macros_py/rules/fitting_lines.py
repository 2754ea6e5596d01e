"""Which achievements would fit the Ft of a row: near what is typed first, then the likeliest at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from macros_py.rules.card_check import is_possible
from macros_py.rules.contracts import Line
from macros_py.rules.inverse import Fit
from macros_py.rules.line_errors import AgainstTheRules
from macros_py.rules.meaning_context import Claim, MeaningContext, MeantRow
from macros_py.rules.near_lines import near_lines
from macros_py.rules.problems import Problem
from macros_py.rules.settlement import Triple, line_readings, settle

OFFERED = 3
LOOKED_AT = 8


def fits(entry: MeantRow, ft: Triple, context: MeaningContext, near: Iterable[Line] = ()) -> tuple[str, ...]:
    """Give at most three lines that settle to these Ft, in official form, ``near`` ones first.

    Where the cards are known only what they allow, if anything is left. Where the row has no soloist each
    line has his seat before it: ``A: 40``.
    """
    seat = entry.soloist
    found = [Fit(seat, line) for line in near if seat]
    found += likeliest(ft, seat, context)
    allowed = [fit for fit in found if is_possible(entry.key[:2], fit.soloist, fit.line, context)]
    texts = dict.fromkeys(
        context.written(fit.line) if seat else f"{fit.soloist}: {context.written(fit.line)}"
        for fit in allowed or found
    )
    return tuple(texts)[:OFFERED]


def likeliest(ft: Triple, soloist: str | None, context: MeaningContext) -> list[Fit]:
    """Give the likeliest lines that settle to these Ft, of this soloist or of any."""
    asked = ft, soloist
    if asked not in context.remembered:
        context.remembered[asked] = context.inverse.fitting(ft, soloist, LOOKED_AT)
    return context.remembered[asked]


def fitting_near(claim: Claim, context: MeaningContext) -> Iterator[Line]:
    """Give the lines one mark away from a claim's that settle to its Ft."""
    rules = context.rulebook.contracts
    for reading in line_readings(claim.line):
        for near in near_lines(reading, rules):
            try:
                is_fitting = settle(near, claim.soloist, rules) == claim.ft
            except AgainstTheRules:
                continue
            if is_fitting:
                yield near


def unreachable(entry: MeantRow, ft: Triple, context: MeaningContext) -> Problem:
    """Tell of Ft that no bid brings: none at all, or none of this soloist's but others'."""
    others = fits_of_any(ft, context) if entry.soloist else ()
    if others:
        return entry.ft_problem("ft_unreachable_soloist", soloist=entry.soloist, offered=others)
    return entry.ft_problem("ft_unreachable")


def fits_of_any(ft: Triple, context: MeaningContext) -> tuple[str, ...]:
    """Give at most three lines of any soloist that settle to these Ft, his seat before each."""
    found = likeliest(ft, None, context)
    return tuple(dict.fromkeys(f"{fit.soloist}: {context.written(fit.line)}" for fit in found))[:OFFERED]
