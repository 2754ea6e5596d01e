"""One typed row by itself: what its text means, whether its Ft are what that settles to, what would fit them.

What is near the typed text is offered first, then the likeliest at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from macros_py.rules.hall.event import LINES
from macros_py.rules.language.contracts import KORPASSZ, Bid, Component, Line, LinePart
from macros_py.rules.language.inverse import Fit, near_lines
from macros_py.rules.language.notation import written_text
from macros_py.rules.language.settlement import Triple, agreeing, korpassz_triples, line_readings, settle
from macros_py.rules.language.vocabulary import AgainstTheRules, AmbiguousLine, LineError, UnreadableLine
from macros_py.rules.meaning.context import (
    Claim,
    MeaningContext,
    MeantRow,
    RowReading,
    is_possible,
    shown_choice,
    shown_ft,
)
from macros_py.rules.names import tidy
from macros_py.rules.problems import Problem

_OFFERED = 3
_LOOKED_AT = 8


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
    return tuple(texts)[:_OFFERED]


def likeliest(ft: Triple, soloist: str | None, context: MeaningContext) -> list[Fit]:
    """Give the likeliest lines that settle to these Ft, of this soloist or of any."""
    asked = ft, soloist
    if asked not in context.remembered:
        context.remembered[asked] = context.inverse.fitting(ft, soloist, _LOOKED_AT)
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
    others = _fits_of_any(ft, context) if entry.soloist else ()
    if others:
        return entry.ft_problem("ft_unreachable_soloist", soloist=entry.soloist, offered=others)
    return entry.ft_problem("ft_unreachable")


def _fits_of_any(ft: Triple, context: MeaningContext) -> tuple[str, ...]:
    found = likeliest(ft, None, context)
    return tuple(dict.fromkeys(f"{fit.soloist}: {context.written(fit.line)}" for fit in found))[:_OFFERED]


Outcome = tuple[RowReading | Claim | None, list[Problem]]
"""What a row means, or a claim that wants an explanation, or nothing; and what is to be said already."""


def read_meant_row(entry: MeantRow, context: MeaningContext) -> Outcome:
    """Read one row."""
    text = entry.row.achievements
    is_unbalanced = entry.triple is not None and sum(entry.triple) != 0
    if not tidy(text):
        if is_unbalanced:
            return None, []
        return _korpassz(entry, context) if entry.is_korpassz else _without_text(entry, context)
    line = context.language.recall(written_text(text))
    if isinstance(line, LineError):
        return None, [_text_problem(line, entry, context)]
    if is_unbalanced:
        return None, _offered_sum(entry, line, context)
    if line.is_korpassz:
        return _korpassz(entry, context)
    if entry.is_korpassz:
        odd = entry.problem("korpassz_with_bid", "state", entry.row.state, written=context.written(line))
        return None, [odd]
    if _is_rather_korpassz(entry, line, context):
        return None, [entry.problem("passz_or_korpassz", "achievements", text, triple=shown_ft(entry.ft))]
    if entry.soloist is None:
        return _without_soloist(entry, line, context)
    return _with_soloist(entry, line, entry.soloist, context)


def _text_problem(error: LineError, entry: MeantRow, context: MeaningContext) -> Problem:
    text = entry.row.achievements
    if isinstance(error, AmbiguousLine):
        left = [reading for reading in error.readings if _settles(reading, entry, context)]
        if len(left) == 1:
            fields = {"word": error.word, "right": left[0]}
            return entry.problem("text_ambiguous_settled", "achievements", text, **fields)
        asked = {"sentence": error.phrase, "readings": error.readings}
        return entry.problem("text_ambiguous", "achievements", text, **asked)
    code = "text_unreadable" if isinstance(error, UnreadableLine) else "text_against_rules"
    return entry.problem(code, "achievements", text, sentence=error.phrase)


def _offered_sum(entry: MeantRow, line: Line, context: MeaningContext) -> list[Problem]:
    """Tell what the achievements of a row settle to whose Ft do not sum to 0: the basic check has said that."""
    if line.is_korpassz or entry.soloist is None:
        return []
    rules = context.rulebook.contracts
    try:
        expected = [settle(reading, entry.soloist, rules) for reading in line_readings(line)]
    except AgainstTheRules as error:
        return [_text_problem(error, entry, context)]
    note = entry.ft_problem("sum_expected", expected=shown_choice(expected), written=context.written(line))
    return [note.as_note]


def _settles(text: str, entry: MeantRow, context: MeaningContext) -> bool:
    line, ft = context.language.recall(text), entry.triple
    if not isinstance(line, Line) or line.is_korpassz or ft is None:
        return False
    return bool(soloist_seats(line, ft, context, entry.soloist))


def soloist_seats(
    line: Line, ft: Triple, context: MeaningContext, only: str | None = None
) -> dict[str, Line]:
    """Give the seats whose player, as the soloist of a bid, reaches these Ft, each with the reading that does."""
    found: dict[str, Line] = {}
    for seat in (only,) if only else LINES:
        try:
            reading = agreeing(line, seat, ft, context.rulebook.contracts)
        except AgainstTheRules:
            continue
        if reading:
            found[seat] = reading
    return found


def _korpassz(entry: MeantRow, context: MeaningContext) -> Outcome:
    """Read a row that nobody played: only some Ft can be."""
    allowed = korpassz_triples(entry.starter, context.rulebook.results)
    if entry.triple not in allowed:
        fields = {"starter": entry.starter, "expected": shown_choice(allowed)}
        return None, [entry.ft_problem("korpassz_wrong_ft", **fields)]
    return RowReading(KORPASSZ, None, entry.triple, context.written(KORPASSZ)), []


def _is_rather_korpassz(entry: MeantRow, line: Line, context: MeaningContext) -> bool:
    """Tell whether a plain *passz* has the Ft of a deal that nobody played: many write it when all have passed."""
    is_plain = line.parts == (LinePart(Component.PARTI),) and line.bid == Bid(frozenset({Component.PARTI}))
    return is_plain and entry.triple in korpassz_triples(entry.starter, context.rulebook.results)


def _without_text(entry: MeantRow, context: MeaningContext) -> Outcome:
    """Read a row without achievements: what would fit is offered, and Ft that nothing fits are to be confirmed."""
    ft = entry.triple
    if ft is None:
        return None, []
    offered = fits(entry, ft, context)
    allowed = korpassz_triples(entry.starter, context.rulebook.results)
    if entry.soloist is None and ft in allowed:
        offered = (context.written(KORPASSZ), *offered)[:_OFFERED]
    if not offered:
        odd = _without_text_nor_fit(entry, ft, context)
        return RowReading(None, entry.soloist, ft, ""), [odd.as_warning]
    missing = entry.problem("achievements_missing", "achievements", shown_ft(ft), offered=offered)
    return RowReading(None, entry.soloist, ft, ""), [missing.as_warning]


def _without_text_nor_fit(entry: MeantRow, ft: Triple, context: MeaningContext) -> Problem:
    """Tell of Ft without achievements that this soloist cannot have, or nobody."""
    others = _fits_of_any(ft, context) if entry.soloist else ()
    if not others:
        return entry.problem("achievements_missing_odd", "achievements", shown_ft(ft))
    return entry.problem(
        "achievements_missing_soloist", "achievements", shown_ft(ft), soloist=entry.soloist, offered=others
    )


def _without_soloist(entry: MeantRow, line: Line, context: MeaningContext) -> Outcome:
    """Read a row that tells a bid but no soloist (the basic check warns of that); only one fitting: offer him."""
    ft = entry.triple
    if ft is None:
        return None, []
    seats = soloist_seats(line, ft, context)
    if not seats:
        if not context.inverse.is_reachable(ft):
            return None, [unreachable(entry, ft, context)]
        return None, [entry.ft_problem("soloist_fits_nobody", written=context.written(line))]
    if len(seats) > 1:
        return RowReading(line, None, ft, context.written(line)), []
    [(seat, reading)] = seats.items()
    note = entry.problem("soloist_offered", "soloist", shown_ft(ft), soloist=seat)
    return RowReading(reading, None, ft, context.written(reading)), [note.as_note]


def _with_soloist(entry: MeantRow, line: Line, soloist: str, context: MeaningContext) -> Outcome:
    """Read a row with achievements and soloist: the Ft agree, or two are computed, or it is a claim."""
    contracts, ft = context.rulebook.contracts, entry.triple
    try:
        expected = tuple(settle(reading, soloist, contracts) for reading in line_readings(line))
    except AgainstTheRules as error:
        seats = [*soloist_seats(line, ft, context)] if ft else []
        if len(seats) == 1:
            return None, [entry.soloist_problem("soloist_wrong", right=seats[0])]
        return None, [_text_problem(error, entry, context)]
    own = LINES.index(soloist)
    for reading, triple in zip(line_readings(line), expected, strict=True):
        if triple == ft or (ft is None and triple[own] == entry.ft[own]):
            return RowReading(reading, soloist, triple, context.written(reading), ft is None), []
    if ft is not None:
        return Claim(entry, line, soloist, ft, expected), []
    wanted = tuple(str(triple[own]) for triple in expected)
    return None, [entry.ft_problem("quick_disagree", typed=entry.ft[own], expected=wanted)]
