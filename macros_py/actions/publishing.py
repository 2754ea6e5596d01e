"""Results worked out, held against what is fixed (VSZ 5), and written: Pontok, Állás, Végeredmény, Fordulókép.

Fordulókép is one round at a glance: tables down, deals across, and below how far each sheet of paper has got.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from macros_py.actions.context import Context
from macros_py.actions.examining import with_quick_entries
from macros_py.actions.hall import Hall, begun_rounds, read_hall, results_of, typed_by_key
from macros_py.book.port import Book, CellValue, Grid
from macros_py.book.tables.event import AWARDS_TABLE, OBJECTIONS, POSTED, UNUSABLE_COUNT
from macros_py.book.tables.hall import licences
from macros_py.book.tables.results import (
    POINTS_TABLE,
    award_rows,
    final_rows,
    fixed_key,
    fixed_text,
    point_rows,
    read_fixed,
    standing_rows,
)
from macros_py.cells import read_whole
from macros_py.rules.hall.circulation import protocol_lines
from macros_py.rules.hall.event import LINES, Penalty, Position, ProtocolLine, Result, Status, Substitution
from macros_py.rules.hall.people import LINES_TABLE
from macros_py.rules.problems import Degree, Problem
from macros_py.rules.results.masterpoints import Award, award
from macros_py.rules.results.protocol import RESULTS_TABLE
from macros_py.rules.results.ranking import Standing, standings
from macros_py.rules.results.rulings import penalties, statuses
from macros_py.rules.results.scoring import Score, score, status_of
from macros_py.rules.results.typed_results import Letter, RowState, TypedRow, seat_letter, state_word
from macros_py.rules.rulebook import Rulebook
from macros_py.words import say

FIXED_CHANGED = "result_fixed"
"""The code of a result that has changed after the last closing."""
ChangedResult = tuple[int, int, str, int, str, str]
"""Round, deal, line, table, and the result in words before and now."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """What was computed: a score for each result, a standing for each position."""

    results: Sequence[Result]
    scores: Sequence[Score]
    penalties: Sequence[Penalty]
    standings: Sequence[Standing]


def compute(hall: Hall, rulebook: Rulebook) -> Scoring:
    """Score and rank what has been typed so far, exactly."""
    results, taken = results_of(hall), penalties(hall.rulings, hall.lineup)
    scores = score(results, rulebook.scoring, hall.lineup.tables)
    ranked = standings(scores, taken, rulebook, hall.lineup.positions)
    return Scoring(results, scores, taken, ranked)


def read_and_score(context: Context) -> tuple[Hall, Scoring, list[Problem]]:
    """Read and score the event; the problems say why it must go no further.

    The number of deals cannot be read, nobody is seated, or a fixed result has changed (with the unreadable cells
    that may be the cause).
    """
    hall = with_quick_entries(context, read_hall(context.book))
    scoring = compute(hall, context.rulebook)
    if not hall.event.deals:
        return hall, scoring, [found for found in hall.problems if found.code == UNUSABLE_COUNT]
    if not hall.lineup.rounds:
        return hall, scoring, [Problem("nothing_to_score", table=LINES_TABLE)]
    changed = check_fixed(context.book, hall, scoring)
    return hall, scoring, [*hall.problems, *changed] if changed else []


def as_warnings(problems: Sequence[Problem]) -> list[Problem]:
    """Give errors as warnings: what stands in the way of closing does not stand in the way of scoring."""
    return [problem.as_warning if problem.degree is Degree.ERROR else problem for problem in problems]


def check_fixed(book: Book, hall: Hall, scoring: Scoring) -> list[Problem]:
    """Find every result that is no longer the one that was fixed when the last round was closed.

    One that came up later, or is no longer found (its player's name is spoilt), has changed too.
    """
    if not hall.is_final:
        return []
    typed, problems = typed_by_key(hall), []
    for number, deal, line, table, old, new in changed_results(book, scoring):
        index, _ = typed.get((number, deal, table), (None, None))
        place, fields = (number, deal, table, f"Ft {line}"), {"old": old, "new": new}
        problems.append(Problem(FIXED_CHANGED, RESULTS_TABLE, index, place, place[-1], new, fields))
    return problems


def changed_results(book: Book, scoring: Scoring) -> list[ChangedResult]:
    """Find every result that is another one than at the last scoring; nothing where none has been."""
    then = read_fixed(book)
    if not then:
        return []
    now = {fixed_key(entry): fixed_text(entry.result.ft, status_of(entry.result)) for entry in scoring.scores}
    missing = fixed_text(None, Status.MISSING)
    pairs = {key: (then.get(key, missing), now.get(key, missing)) for key in sorted(now.keys() | then.keys())}
    return [(*key, old, new) for key, (old, new) in pairs.items() if old != new]


def write_picture(book: Book, hall: Hall) -> None:
    """Write the grid of the chosen round; the latest begun one if none is chosen."""
    chosen = read_whole(book.read_value("fordulokep_fordulo"))
    number = chosen if isinstance(chosen, int) else max(begun_rounds(hall), default=0)
    book.write_grid("fordulokep_racs", _picture(hall, number) if number in hall.dealt else [])


def _picture(hall: Hall, number: int) -> Grid:
    deals = range(1, hall.event.deals + 1)
    typed = {key[1:]: row for key, (_, row) in typed_by_key(hall).items() if key[0] == number}
    seats = (seat for seat in statuses(hall.rulings, hall.lineup) if seat[1] == number)
    ruled = {(deal, hall.lineup.table_of(position, number) or 0) for position, _, deal in seats}
    rows = [[say("picture.round", round=number), *(say("picture.deal", deal=deal) for deal in deals)]]
    for table in range(1, hall.lineup.tables + 1):
        cells = (_picture_cell(typed.get((deal, table)), (deal, table) in ruled) for deal in deals)
        rows.append([say("picture.table", table=table), *cells])
    done = {key for key, row in typed.items() if _is_done(row, key in ruled)}
    return [*rows, *_papers(protocol_lines(number, hall.lineup.tables, len(deals)), done, deals)]


def _picture_cell(row: TypedRow | None, is_ruled: bool) -> str:
    """Show one row: soloist and his Ft; ``!`` where the three do not sum to 0, ``?`` where it is to be cleared up."""
    if row is None or not row.is_touched:
        return say("picture.missing")
    state = state_word(row.state)
    if state is RowState.NEM_JATSZOTT:
        return RowState.NEM_JATSZOTT.value
    mark = "? " if state is RowState.UNCLEAR else ""
    is_odd = not (is_ruled or state is RowState.RULED or _is_balanced(row))
    return mark + _shown_result(row) + (" !" if is_odd else "")


def _is_balanced(row: TypedRow) -> bool:
    numbers = [value for value in row.ft if isinstance(value, int)]
    return len(numbers) == len(LINES) and sum(numbers) == 0


def _shown_result(row: TypedRow) -> str:
    """Show the soloist and his Ft; all three results where there is no soloist."""
    soloist = seat_letter(row.soloist)
    if isinstance(soloist, str):
        return f"{soloist} {_pictured_ft(row.ft[LINES.index(soloist)])}"
    text = "/".join(_pictured_ft(value) for value in row.ft)
    return f"{say('picture.korpassz')} {text}" if state_word(row.state) is RowState.KORPASSZ else text


def _pictured_ft(value: object) -> str:
    """Show one Ft cell: ``+8``, ``−4``, ``0``, ``R``; ``–`` for a blank or what cannot be read."""
    if isinstance(value, int):
        return f"{value:+d}".replace("-", "−") if value else "0"
    return value.value if isinstance(value, Letter) else "–"


def _is_done(row: TypedRow, is_ruled: bool) -> bool:
    """Tell whether a row is complete: three numbers that sum to 0, or a referee has decided."""
    state = state_word(row.state)
    if not row.is_touched or state is RowState.UNCLEAR:
        return False
    return state in (RowState.RULED, RowState.NEM_JATSZOTT) or is_ruled or _is_balanced(row)


def _papers(lines: list[ProtocolLine], done: set[tuple[int, int]], deals: range) -> list[list[str]]:
    """Give one row for each copy of the deals: ``7/7 kész`` under each deal; ``done`` by deal and table."""
    rows = []
    for copy in sorted({line.copy for line in lines}):
        states = [say("picture.copy", copy=copy)]
        for deal in deals:
            paper = [(deal, line.table) for line in lines if (line.copy, line.deal) == (copy, deal)]
            ready = sum(key in done for key in paper)
            code = "picture.paper_ready" if ready == len(paper) else "picture.paper_open"
            states.append(say(code, done=ready, total=len(paper)))
        rows.append(states)
    return rows


_NO_AWARDS: Mapping[Position, Fraction] = {}


def publish(
    context: Context, hall: Hall, scoring: Scoring, computed: Mapping[Position, Fraction] = _NO_AWARDS
) -> None:
    """Write all computed sheets; ``computed`` are the positions' masterpoints once they are awarded."""
    book, decimals = context.book, context.rulebook.scoring.percentage_decimals
    places = {place.position: place for place in hall.places}
    found, labels, rounds = scoring.standings, position_labels(hall), range(1, hall.event.rounds + 1)
    book.write_table(POINTS_TABLE, point_rows(scoring.scores, hall.lineup.player))
    book.write_table("tAllas", standing_rows(found, places, labels, rounds, decimals))
    book.write_table("tVegeredmeny", final_rows(found, places, labels, computed, decimals))
    for name in ("allas_jelleg", "vegeredmeny_jelleg"):
        book.write_value(name, " ".join([finality(hall), *_clock_of_the_end(book, hall)]))
    write_picture(book, hall)


def publish_all(context: Context, hall: Hall, scoring: Scoring) -> None:
    """Publish, and with it the masterpoints anew where they have been awarded and the results are final.

    Whoever publishes over standings that hang on the wall is told that they are outdated (post_results
    does not come this way).
    """
    before = _ranked(context.book)
    if hall.is_final and context.book.read_table(AWARDS_TABLE):
        publish_with_awards(context, hall, scoring)
    else:
        publish(context, hall, scoring)
    if context.book.read_value(POSTED) and not hall.is_final and _ranked(context.book) != before:
        context.say("done.posting_outdated")


def publish_with_awards(context: Context, hall: Hall, scoring: Scoring) -> list[Award]:
    """Award the masterpoints (VSZ 6), publish them with all else, and give them."""
    awards = award(scoring.standings, hall.lineup, scoring.results, context.rulebook.masterpoints)
    places = {place.position: place for place in hall.places}
    context.book.write_table(AWARDS_TABLE, award_rows(awards, places, licences(context.book)))
    publish(context, hall, scoring, {entry.position: entry.computed for entry in awards})
    return awards


def finality(hall: Hall) -> str:
    """Say whether the results are final, and what is still open if they are not."""
    rounds = ", ".join(f"{number}." for number in hall.progress.open)
    return say("standing.final") if hall.is_final else say("standing.not_final", rounds=rounds)


def _clock_of_the_end(book: Book, hall: Hall) -> list[str]:
    """Say when the results were posted, until when one may object, and when the last round was closed."""
    posted, until = book.read_value(POSTED), book.read_value(OBJECTIONS)
    if not (isinstance(posted, datetime) and isinstance(until, datetime)):
        return []
    said = [say("standing.posted", posted=clock(posted), until=clock(until))]
    closed = [entry.closed for entry in hall.rounds.values() if isinstance(entry.closed, datetime)]
    return [*said, say("standing.closed_at", closed=clock(max(closed)))] if hall.is_final and closed else said


def clock(moment: datetime) -> str:
    """Give hour and minute."""
    return f"{moment:%H:%M}"


def _ranked(book: Book) -> list[tuple[CellValue, ...]]:
    return [(row["Helyezés"], row["Név"], row["Százalék"]) for row in book.read_table("tAllas")]


def position_labels(hall: Hall) -> dict[Position, str]:
    """Name every position: its player, and who came in for him from which deal on."""
    return {position: position_label(hall, position) for position in hall.lineup.positions}


def position_label(hall: Hall, position: Position) -> str:
    """Name one position: ``Nagy Pál (cs. Kis Jenő, 4. forduló 5. leosztástól)``."""
    first, *later = hall.lineup.stints(position)
    changes = [_substitution_text(stint.name, change) for stint in later if (change := stint.substitution)]
    return f"{first.name} ({'; '.join(changes)})" if changes else first.name


def _substitution_text(name: str, change: Substitution) -> str:
    """Say who came in and from when: a round, or a deal in the order in which the table plays them."""
    if change.from_deal is None:
        return say("standing.change_round", name=name, round=change.from_round)
    return say("standing.change", name=name, round=change.from_round, deal=change.from_deal)
