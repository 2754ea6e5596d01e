"""Why Ft disagree with what was achieved: the one best explanation, each a problem of its own.

Two rows that fit each other crosswise are hardly ever a chance, so that comes first; then columns exchanged,
signs inverted, another soloist, a factor; else what would fit.
"""

from __future__ import annotations

from itertools import permutations

from macros_py.rules.card_check import is_possible
from macros_py.rules.contracts import Line, line_fault
from macros_py.rules.fitting_lines import fits, fitting_near, likeliest, unreachable
from macros_py.rules.meaning_context import Claim, MeaningContext, shown_ft
from macros_py.rules.near_lines import with_piros
from macros_py.rules.problems import Fields, Phrase, Problem
from macros_py.rules.protocol_row import FT_FIELDS
from macros_py.rules.row_reading import soloist_seats
from macros_py.rules.settlement import Triple

NO_LINE = "–"
FACTORS = {"ft_tenfold": (10, 1), "ft_tenth": (1, 10), "ft_double": (2, 1), "ft_half": (1, 2)}
"""By the typed Ft times the second equal the right ones times the first."""


def explain(claim: Claim, exchanged: Claim | None, context: MeaningContext) -> Problem:
    """Give the best explanation of a claim; ``exchanged`` is the row it was exchanged with, if any."""
    if exchanged:
        return _exchanged(claim, exchanged)
    found = (
        _columns(claim, context)
        or _signs(claim, context)
        or _piros(claim, context)
        or _factor(claim, context)
    )
    return found or _disagree(claim, context)


def _exchanged(claim: Claim, other: Claim) -> Problem:
    """Name the other row: its table on the same sheet of paper, its deal at the same table."""
    _, deal, table = other.entry.key
    is_same_deal = deal == claim.entry.key[1]
    place = (
        Phrase("meaning.table_row", {"table": table})
        if is_same_deal
        else Phrase("meaning.deal_row", {"deal": deal})
    )
    return claim.entry.ft_problem("rows_exchanged", other=place, **claim.fields)


def _columns(claim: Claim, context: MeaningContext) -> Problem | None:
    """Find the columns exchanged; as another soloist is mostly the same, the cards may decide between them."""
    orders = [
        order for order in permutations(range(3)) if tuple(claim.ft[at] for at in order) in claim.expected
    ]
    if not orders:
        return None
    order = min(orders, key=moved)
    right: Triple = (claim.ft[order[0]], claim.ft[order[1]], claim.ft[order[2]])
    columns = Fields([field for place, field in enumerate(FT_FIELDS) if order[place] != place], " ↔ ")
    fields = {**claim.fields, "columns": columns, "right": shown_ft(right)}
    place = claim.entry.key[:2]
    seats = [
        seat
        for seat, line in soloist_seats(claim.line, claim.ft, context).items()
        if is_possible(place, seat, line, context)
    ]
    if not seats:
        return claim.entry.ft_problem("columns_exchanged", **fields)
    if len(seats) == 1 and not is_possible(place, claim.soloist, claim.line, context):
        return claim.entry.soloist_problem("soloist_wrong", right=seats[0])
    return claim.entry.ft_problem("columns_or_soloist", others=tuple(seats), **fields)


def moved(order: tuple[int, ...]) -> int:
    """Count the columns that an order moves."""
    return sum(place != at for place, at in enumerate(order))


def _signs(claim: Claim, context: MeaningContext) -> Problem | None:
    """Find all signs inverted; the signs of *bukott* may be forgotten instead, so that is offered."""
    first, second, third = claim.ft
    if (-first, -second, -third) not in claim.expected:
        return None
    return claim.entry.ft_problem("signs_inverted", offered=_offered(claim, context), **claim.fields)


def _piros(claim: Claim, context: MeaningContext) -> Problem | None:
    """Find piros forgotten or too much in the text."""
    bid = claim.line.bid
    is_piros = bid is not None and bid.is_piros
    other = with_piros(claim.line, is_piros=not is_piros)
    if line_fault(other, context.rulebook.contracts):
        return None
    fitting = soloist_seats(other, claim.ft, context, claim.soloist)
    if not fitting:
        return None
    offered = _offered(claim, context, *fitting.values())
    code = "piros_extra" if is_piros else "piros_forgotten"
    return claim.entry.ft_problem(code, offered=offered, **claim.fields)


def _factor(claim: Claim, context: MeaningContext) -> Problem | None:
    """Find Ft that are a multiple or a part of the right ones."""
    for code, (up, down) in FACTORS.items():
        for right in claim.expected:
            if is_multiple(claim.ft, right, up, down):
                offered = _offered(claim, context)
                return claim.entry.ft_problem(code, right=shown_ft(right), offered=offered, **claim.fields)
    return None


def is_multiple(ft: Triple, right: Triple, up: int, down: int) -> bool:
    """Tell whether each of the Ft is the right one times ``up`` / ``down``."""
    return all(own * down == wanted * up for own, wanted in zip(ft, right, strict=True))


def _disagree(claim: Claim, context: MeaningContext) -> Problem:
    """Offer what would fit the Ft; what nothing fits is unreachable."""
    if not likeliest(claim.ft, claim.soloist, context):
        return unreachable(claim.entry, claim.ft, context)
    return claim.entry.ft_problem("ft_disagree", offered=_offered(claim, context), **claim.fields)


def _offered(claim: Claim, context: MeaningContext, *first: Line) -> tuple[str, ...]:
    """Give what would fit the Ft of a claim: ``first``, then what is one mark away, then the likeliest."""
    near = (*first, *fitting_near(claim, context))
    return fits(claim.entry, claim.ft, context, near) or (NO_LINE,)
