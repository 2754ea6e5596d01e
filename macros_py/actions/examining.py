"""All that is wrong with results, rulings and substitutions, and what the right rows mean: for every verb (VSZ 5)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from macros_py.actions.context import Context
from macros_py.actions.hall import Hall, begun_rounds, expected_sheet, read_hall, results_of, typed_by_key
from macros_py.book.port import Book, Row
from macros_py.book.tables.hall import STRANGER, read_deals, read_entrants
from macros_py.book.tables.results import (
    ACHIEVEMENTS,
    FT_HEADINGS,
    REMARKS_HEADING,
    SOLOIST,
    STATE,
    plain_ft,
    typed_row,
)
from macros_py.cells import read_text
from macros_py.rules.hall.event import LINES
from macros_py.rules.hall.lineup import check_substitutions
from macros_py.rules.hall.people import check_licences, check_people
from macros_py.rules.hall.progress import OVER
from macros_py.rules.language.notation import Language, notation, parse_line
from macros_py.rules.language.vocabulary import LineError
from macros_py.rules.meaning.context import MeaningContext, RowReading
from macros_py.rules.meaning.meaning import check_meaning
from macros_py.rules.problems import Degree, Problem, Unreadable
from macros_py.rules.results.protocol import NAME_CODES, RESULTS_TABLE, check_rows
from macros_py.rules.results.ranking import doubtful_penalties, standings
from macros_py.rules.results.rulings import check_rulings
from macros_py.rules.results.scoring import score
from macros_py.rules.rulebook import Rulebook
from macros_py.words import say


def examine_decisions(hall: Hall, rulebook: Rulebook) -> list[Problem]:
    """Give the problems of cells, rulings and substitutions; deductions are held against the points as they stand."""
    changes = check_substitutions(hall.lineup, hall.eligible)
    problems = [*hall.problems, *changes, *check_rulings(hall.rulings, hall.lineup)]
    if not any(ruling.is_penalty and not ruling.is_withdrawn for ruling in hall.rulings):
        return problems
    scores = score(results_of(hall), rulebook.scoring, hall.lineup.tables)
    unpunished = {one.position: one for one in standings(scores, (), rulebook, hall.lineup.positions)}
    return [*problems, *doubtful_penalties(hall.rulings, hall.lineup, unpunished)]


_DIFFERENCE_CODE = "K01"
"""The Kód of a row that two typists wrote differently."""
_UNBALANCED = "sum_not_zero"
"""The error that leaves a row readable: its achievements tell what the Ft should be."""


@dataclass(frozen=True, slots=True)
class Examination:
    """One look at the results: the event as read, all problems, and the reading of each right row by its index."""

    hall: Hall
    problems: Sequence[Problem]
    readings: Mapping[int, RowReading]


def examine_results(context: Context, rounds: Collection[int] = ()) -> Examination:
    """Read the workbook and examine its results; with ``rounds`` those of these rounds only."""
    return examine_rows(context, read_hall(context.book), rounds)


def examine_rows(context: Context, hall: Hall, rounds: Collection[int] = ()) -> Examination:
    """Examine the rows: each by itself, against papers and seating, then what it means.

    The cards come in only for rounds that have been played.
    """
    meaning = _meaning_context(context, hall)
    expected = replace(expected_sheet(hall), entry=meaning.entry, is_korpassz=meaning.is_korpassz)
    problems = examine_people(context.book, hall) + examine_decisions(hall, context.rulebook)
    problems += check_rows(hall.rows, expected, rounds)
    problems += _open_differences(context, hall, rounds)
    aside = {index for index, row in enumerate(hall.rows) if rounds and row.round not in rounds}
    readings, found = check_meaning(hall.rows, _unreadable_rows(problems) | aside, meaning)
    return Examination(hall, sorted([*problems, *found], key=_row_place), readings)


def _row_place(problem: Problem) -> tuple[bool, bool, int]:
    """Order problems: other sheets first, then row by row, so that the papers are gone through once."""
    return problem.table == RESULTS_TABLE, problem.row is None, problem.row or 0


def examine_people(book: Book, hall: Hall) -> list[Problem]:
    """Hold the entry list against those who play."""
    entrants, _ = read_entrants(book)
    officials = [name for names in hall.event.officials.values() for name in names]
    return check_people(entrants, hall.lineup, officials, has_begun=bool(begun_rounds(hall)))


def examine_licences(book: Book, hall: Hall) -> list[Problem]:
    """Name whoever has played without a licence on the entry list."""
    return [*check_licences(read_entrants(book)[0], hall.lineup)] if begun_rounds(hall) else []


def examine_names(book: Book, hall: Hall) -> list[Problem]:
    """Find everybody who bears another name on one sheet than on the others, whatever sheet it is."""
    strangers = [problem for problem in hall.problems if problem.code == STRANGER]
    typed = check_rows(hall.rows, expected_sheet(hall))
    return [*examine_people(book, hall), *strangers, *(one for one in typed if one.code in NAME_CODES)]


def _open_differences(context: Context, hall: Hall, rounds: Collection[int]) -> Iterator[Problem]:
    """Give the rows that two typists wrote differently and that are still not what the other one wrote.

    tHibak remembers the other version; a row made equal to it, or typed anew, is settled by that.
    """
    typed, cells = typed_by_key(hall), context.book.read_table(RESULTS_TABLE)
    language = Language(context.rulebook)
    for row in context.book.read_table("tHibak"):
        if read_text(row["Kód"]) != _DIFFERENCE_CODE:
            continue
        *numbers, column = read_text(row["Kulcs"]).split("/")
        key = tuple(map(int, numbers)) if all(map(str.isdigit, numbers)) else ()
        if key not in typed or (rounds and key[0] not in rounds):
            continue
        index, theirs = typed[key][0], read_text(row["Várt"])
        if said_text(cells[index], language) != theirs:
            ours, place = row_text(cells[index]), (RESULTS_TABLE, index, (*key, column), column)
            fields = {"ours": ours, "theirs": theirs, "said": theirs, "columns": column}
            yield Problem("entry_differs", *place, ours, fields, Degree.WARNING)


def said_text(row: Row, language: Language) -> str:
    """Put a row's result into one line, its achievements in their official form: ``A; P 40; 8 / -4 / -4``."""
    text = official_text(read_text(row[ACHIEVEMENTS]), language)
    soloist, state = read_text(row[SOLOIST]).upper(), read_text(row[STATE]).casefold()
    return row_text(row | {SOLOIST: soloist, ACHIEVEMENTS: text, STATE: state})


def official_text(text: str, language: Language) -> str:
    """Give achievements in their official form; a text that cannot be read as it stands."""
    with suppress(LineError):
        return notation(parse_line(text, language), language) if text else ""
    return text


def row_text(row: Row) -> str:
    """Put a row's result into one line as it stands: ``A; P 40; 8 / -4 / -4``."""
    amounts = " / ".join(read_text(row[name]) or "–" for name in FT_HEADINGS)
    texts = (read_text(row[SOLOIST]), read_text(row[ACHIEVEMENTS]), amounts, read_text(row[STATE]))
    return "; ".join(text for text in texts if text)


def _unreadable_rows(problems: Collection[Problem]) -> set[int]:
    """Give the rows whose meaning cannot be asked for: with an error, but for a mere sum."""
    errors = (one for one in problems if one.degree is Degree.ERROR and one.code != _UNBALANCED)
    return {one.row for one in errors if one.table == RESULTS_TABLE and one.row is not None}


def _meaning_context(context: Context, hall: Hall) -> MeaningContext:
    """Give what rows are held against: the rules, the cards that have been played, the rulings.

    Cards that stand on the Leosztások sheet too early are not looked at: no message may name them.
    """
    over = {number for number, entry in hall.rounds.items() if entry.state in OVER}
    deals = {place: deal for place, deal in read_deals(context.book).items() if place[0] in over}
    return MeaningContext.of(context.rulebook).at(deals, expected_sheet(hall).ruled, hall.event.entry)


def with_quick_entries(context: Context, hall: Hall) -> Hall:
    """Complete the quick entries alone, quickly: for scoring, which asks nothing else of a row."""
    other = {index for index, row in enumerate(hall.rows) if not row.is_quick}
    if hall.is_final or len(other) == len(hall.rows):
        return hall
    meaning = replace(_meaning_context(context, hall), deals={})
    readings, _ = check_meaning(hall.rows, other, meaning)
    return complete(context, hall, readings)


def complete(context: Context, hall: Hall, readings: Mapping[int, RowReading]) -> Hall:
    """Write what the readings add to their rows: the computed Ft (Ellenőrzés says which), the official notation;
    give the hall with them. Ft that stand as text become the numbers they are.
    """
    cells, typed = context.book.read_table(RESULTS_TABLE), list(hall.rows)
    computed = changed = 0
    numbered = _number_texts(cells)
    for index, reading in readings.items():
        if added := additions(cells[index], reading):
            cells[index].update(added)
            computed += reading.is_computed
            changed += ACHIEVEMENTS in added
            text = reading.notation or typed[index].achievements
            typed[index] = replace(typed[index], ft=reading.ft, achievements=text)
    if computed or changed or numbered:
        context.book.write_table(RESULTS_TABLE, cells)
    if computed or changed:
        context.say("done.completed", computed=computed, changed=changed)
    if numbered:
        context.say("done.numbered", rows=numbered)
    return replace(hall, rows=typed)


def _number_texts(cells: Sequence[Row]) -> int:
    """Turn Ft that stand as text into numbers, in the rows whose three Ft can be read; give how many rows changed."""
    numbered = 0
    for row in cells:
        if (plain := plain_ft(row)) and not any(isinstance(cell, Unreadable) for cell in typed_row(row).ft):
            row.update(plain)
            numbered += 1
    return numbered


def additions(cells: Row, reading: RowReading) -> Row:
    """Give the cells of a row that its reading says otherwise or fuller than they stand."""
    added: Row = {}
    if reading.is_computed:
        added |= dict(zip(FT_HEADINGS, reading.ft, strict=True))
        added[REMARKS_HEADING] = computed_text(reading)
    if reading.notation and read_text(cells[ACHIEVEMENTS]) not in {"", reading.notation}:
        added[ACHIEVEMENTS] = reading.notation
    return added


def computed_text(reading: RowReading) -> str:
    """Say which Ft were not typed but computed."""
    amounts = zip(LINES, reading.ft, strict=True)
    ft = ", ".join(f"{line} {amount}" for line, amount in amounts if line != reading.soloist)
    return say("done.computed", ft=ft)
