"""What the typed rows mean: achievements against Ft, against each other, against the cards (VSZ 5).

A protocol is wrongly filled if its achievements are missing or ambiguous, disagree with the Ft, or contradict what
the cards allow. The basic check (``rules.protocol``) comes before: rows in which it found an error have no meaning.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from macros_py.rules.card_check import CardCheck, Told
from macros_py.rules.event import LINES
from macros_py.rules.explanations import explain
from macros_py.rules.meaning_context import Claim, MeaningContext, MeantRow, RowReading, meant_rows
from macros_py.rules.outliers import outliers
from macros_py.rules.problems import Degree, Fields, Problem
from macros_py.rules.protocol_row import FT_FIELDS, RULED_QUICK
from macros_py.rules.row_exchanges import exchanges
from macros_py.rules.row_reading import read_meant_row
from macros_py.rules.typed_results import TypedRow

Read = list[tuple[MeantRow, RowReading | Claim]]


def check_meaning(
    rows: Sequence[TypedRow], errors_by_row: Collection[int], context: MeaningContext
) -> tuple[dict[int, RowReading], list[Problem]]:
    """Give what each right row means, by its index, and the problems of all others, in the order of the rows.

    ``errors_by_row`` are the indices of the rows in which the basic check found an error: they are left aside, as
    are rows that are blank, ruled, not played or unclear. A row of which only the sum is wrong may be asked for:
    it has no reading, but what its achievements settle to is told.
    """
    problems: list[Problem] = []
    read: Read = []
    for entry in meant_rows(rows, errors_by_row, context):
        outcome, found = read_meant_row(entry, context)
        problems += _ruled_problems(entry) if found and entry.ruled else found
        if outcome:
            read.append((entry, outcome))
    problems += _explained([claim for _, claim in read if isinstance(claim, Claim)], context)
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
    problems += outliers(unruled, context.rulebook.checks)
    readings = {index: reading for index, (_, reading) in right.items()}
    return readings, sorted(problems, key=lambda problem: problem.row or 0)


def _ruled_problems(entry: MeantRow) -> list[Problem]:
    """Ask for the Ft of a ruled row whose achievements do not give them; a ruled seat needs none."""
    cells = zip(LINES, FT_FIELDS, entry.ft, strict=True)
    blank = [column for seat, column, cell in cells if cell is None and seat not in entry.ruled]
    return [entry.problem(RULED_QUICK, blank[0], columns=Fields(blank))] if blank else []


def _explained(claims: Sequence[Claim], context: MeaningContext) -> Iterator[Problem]:
    """Give the explanation of each claim."""
    partners = exchanges(claims, context)
    for claim in claims:
        yield explain(claim, partners.get(claim.entry.index), context)


def _told(entry: MeantRow, outcome: RowReading | Claim) -> Iterator[Told]:
    """Give what a row tells of play: nothing without soloist or achievements, at a körpassz, or after a ruling."""
    if not entry.ruled and outcome.soloist and outcome.line and outcome.line.bid:
        yield Told(entry, outcome.soloist, outcome.line)
