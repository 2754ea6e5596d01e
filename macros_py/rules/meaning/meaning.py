"""What the typed rows mean, against Ft, each other and the cards; and what the typist probably meant (VSZ 5).

A protocol is wrongly filled if its achievements are missing or ambiguous, disagree with the Ft, or contradict
the cards. Rows in which the basic check (``protocol``) found an error have no meaning. Where Ft disagree one
problem gives the best explanation: two rows exchanged (hardly ever a chance), columns exchanged, signs
inverted, another soloist, a factor; else what would fit. A table far from all others on its deal is only
worth a second look.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, permutations

from macros_py.rules.hall.event import LINES
from macros_py.rules.language.contracts import Line, line_fault
from macros_py.rules.language.inverse import with_piros
from macros_py.rules.language.settlement import Triple
from macros_py.rules.meaning.context import (
    CardCheck,
    Claim,
    MeaningContext,
    MeantRow,
    RowReading,
    Told,
    is_possible,
    meant_rows,
    shown_ft,
)
from macros_py.rules.meaning.row_reading import (
    fits,
    fitting_near,
    likeliest,
    read_meant_row,
    soloist_seats,
    unreachable,
)
from macros_py.rules.problems import Degree, Fields, Phrase, Problem
from macros_py.rules.results.protocol import FT_FIELDS, RULED_QUICK
from macros_py.rules.results.typed_results import TypedRow
from macros_py.rules.rulebook import CheckRules


def _exchanges(claims: Sequence[Claim], context: MeaningContext) -> dict[int, Claim]:
    """Give for the index of each exchanged row the other one; those on one sheet of paper come first."""
    claims = sorted(claims, key=lambda claim: claim.entry.key)
    found: dict[int, Claim] = {}
    for group in _groups(claims):
        for one, other in combinations(group, 2):
            is_free = one.entry.index not in found and other.entry.index not in found
            if is_free and _are_exchanged(one, other, context):
                found |= {one.entry.index: other, other.entry.index: one}
    return found


def _groups(claims: Iterable[Claim]) -> Iterable[list[Claim]]:
    """Put the claims of each sheet of paper (deal and copy) together, then those of each table in a round."""
    sheets: dict[tuple[object, ...], list[Claim]] = {}
    tables: dict[tuple[object, ...], list[Claim]] = {}
    for claim in claims:
        number, deal, table = claim.entry.key
        sheets.setdefault((number, deal, claim.entry.row.copy), []).append(claim)
        tables.setdefault((number, table), []).append(claim)
    return *sheets.values(), *tables.values()


def _are_exchanged(one: Claim, other: Claim, context: MeaningContext) -> bool:
    """Tell whether the Ft of each are the other's, or (with the soloist) its achievements are."""
    if other.ft in one.expected and one.ft in other.expected:
        return True
    fits_here = soloist_seats(other.line, one.ft, context, one.soloist)
    return bool(fits_here and soloist_seats(one.line, other.ft, context, other.soloist))


def _outliers(results: Iterable[tuple[MeantRow, Triple]], rules: CheckRules) -> Iterator[Problem]:
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
    far = [ft for ft, times in count.items() if times == 1 and _is_far(ft, count, rules.outlier_distance)]
    return far[0] if len(far) == 1 else None


def _is_far(ft: Triple, others: Iterable[Triple], least: int) -> bool:
    return all(other == ft or _distance(ft, other) >= least for other in others)


def nearest_distance(ft: Triple, others: Iterable[Triple]) -> int:
    """Give the distance in Ft to the nearest other triple."""
    return min((_distance(ft, other) for other in others if other != ft), default=0)


def _distance(first: Triple, second: Triple) -> int:
    """Give the greatest difference on a line."""
    return max(abs(first[0] - second[0]), abs(first[1] - second[1]), abs(first[2] - second[2]))


_NO_LINE = "–"
_FACTORS = {"ft_tenfold": (10, 1), "ft_tenth": (1, 10), "ft_double": (2, 1), "ft_half": (1, 2)}
"""By the typed Ft times the second equal the right ones times the first."""


def _explain(claim: Claim, exchanged: Claim | None, context: MeaningContext) -> Problem:
    if exchanged:
        return _exchanged(claim, exchanged)
    ways = (_columns, _signs, _piros, _factor, _disagree)
    return next(problem for way in ways if (problem := way(claim, context)))


def _exchanged(claim: Claim, other: Claim) -> Problem:
    _, deal, table = other.entry.key
    place = Phrase("meaning.deal_row", {"deal": deal})
    if deal == claim.entry.key[1]:
        place = Phrase("meaning.table_row", {"table": table})
    return claim.entry.ft_problem("rows_exchanged", other=place, **claim.fields)


def _columns(claim: Claim, context: MeaningContext) -> Problem | None:
    """Find the columns exchanged; as another soloist is mostly the same, the cards may decide between them."""
    orders = [
        order for order in permutations(range(3)) if tuple(claim.ft[at] for at in order) in claim.expected
    ]
    if not orders:
        return None
    order = min(orders, key=lambda order: sum(place != at for place, at in enumerate(order)))
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


def _signs(claim: Claim, context: MeaningContext) -> Problem | None:
    """Find all signs inverted; the signs of *bukott* may be forgotten instead, so that is offered."""
    first, second, third = claim.ft
    if (-first, -second, -third) not in claim.expected:
        return None
    return claim.entry.ft_problem("signs_inverted", offered=_offered(claim, context), **claim.fields)


def _piros(claim: Claim, context: MeaningContext) -> Problem | None:
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
    for code, (up, down) in _FACTORS.items():
        for right in claim.expected:
            if _is_multiple(claim.ft, right, up, down):
                offered = _offered(claim, context)
                return claim.entry.ft_problem(code, right=shown_ft(right), offered=offered, **claim.fields)
    return None


def _is_multiple(ft: Triple, right: Triple, up: int, down: int) -> bool:
    return all(own * down == wanted * up for own, wanted in zip(ft, right, strict=True))


def _disagree(claim: Claim, context: MeaningContext) -> Problem:
    if not likeliest(claim.ft, claim.soloist, context):
        return unreachable(claim.entry, claim.ft, context)
    return claim.entry.ft_problem("ft_disagree", offered=_offered(claim, context), **claim.fields)


def _offered(claim: Claim, context: MeaningContext, *first: Line) -> tuple[str, ...]:
    """Give what would fit the Ft of a claim: ``first``, then what is one mark away, then the likeliest."""
    near = (*first, *fitting_near(claim, context))
    return fits(claim.entry, claim.ft, context, near) or (_NO_LINE,)


def check_meaning(
    rows: Sequence[TypedRow], errors_by_row: Collection[int], context: MeaningContext
) -> tuple[dict[int, RowReading], list[Problem]]:
    """Give what each right row means, by its index, and the problems of all others, in the order of the rows.

    ``errors_by_row``: the rows in which the basic check found an error; they are left aside, as are rows that
    are blank, ruled, not played or unclear. A row of which only the sum is wrong is told what it settles to.
    """
    problems: list[Problem] = []
    read: list[tuple[MeantRow, RowReading | Claim]] = []
    for entry in meant_rows(rows, errors_by_row, context):
        outcome, found = read_meant_row(entry, context)
        problems += _ruled_problems(entry) if found and entry.ruled else found
        if outcome:
            read.append((entry, outcome))
    claims = [claim for _, claim in read if isinstance(claim, Claim)]
    partners = _exchanges(claims, context)
    problems += [_explain(claim, partners.get(claim.entry.index), context) for claim in claims]
    explained = {problem.row for problem in problems if problem.code == "soloist_wrong"}
    told = (one for entry, outcome in read if entry.index not in explained for one in _told(entry, outcome))
    touched = {row.key for row in rows if row.key and row.is_touched}
    problems += CardCheck(told, touched, context).problems()
    wrong = {problem.row for problem in problems if problem.degree is Degree.ERROR}
    right = {
        entry.index: (entry, reading)
        for entry, reading in read
        if isinstance(reading, RowReading) and entry.index not in wrong
    }
    unruled = ((entry, reading.ft) for entry, reading in right.values() if not entry.ruled)
    problems += _outliers(unruled, context.rulebook.checks)
    readings = {index: reading for index, (_, reading) in right.items()}
    return readings, sorted(problems, key=lambda problem: problem.row or 0)


def _ruled_problems(entry: MeantRow) -> list[Problem]:
    """Ask for the Ft of a ruled row whose achievements do not give them; a ruled seat needs none."""
    cells = zip(LINES, FT_FIELDS, entry.ft, strict=True)
    blank = [column for seat, column, cell in cells if cell is None and seat not in entry.ruled]
    return [entry.problem(RULED_QUICK, blank[0], columns=Fields(blank))] if blank else []


def _told(entry: MeantRow, outcome: RowReading | Claim) -> Iterator[Told]:
    if not entry.ruled and outcome.soloist and outcome.line and outcome.line.bid:
        yield Told(entry, outcome.soloist, outcome.line)
