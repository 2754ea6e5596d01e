"""import_results: what a second typist sent back, into the empty rows; every difference side by side (VSZ 5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from macros_py.actions.context import Context, Options, write_entry
from macros_py.actions.examining import row_text, said_text
from macros_py.actions.hall import Hall, expected_sheet, read_hall, typed_by_key
from macros_py.book.file_opening import ReturnedSheet, read_returned_sheet
from macros_py.book.port import Row
from macros_py.book.saving import EVENT_NAME
from macros_py.book.tables.results import ACHIEVEMENTS, FT_HEADINGS, KEY, NOTE, RESULT, plain_ft, typed_row
from macros_py.cells import read_text
from macros_py.rules.hall.progress import OVER
from macros_py.rules.language.notation import Language, notation, parse_line
from macros_py.rules.language.vocabulary import LineError
from macros_py.rules.names import plain_key
from macros_py.rules.problems import Degree, Fields, Phrase, Problem
from macros_py.rules.results.protocol import RESULTS_TABLE
from macros_py.rules.results.typed_results import DOUBTFUL, Papers, ResultKey, Returned, ReturnedAs, stand
from macros_py.words import say

_CODES = {
    ReturnedAs.UNKNOWN: "import_no_row",
    ReturnedAs.DOUBLE: "import_double",
    ReturnedAs.OTHER_HEAD: "import_other_head",
    ReturnedAs.NOT_PLAYED: "import_not_played",
}


def _told_of(hall: Hall, papers: Papers, sheet: ReturnedSheet, returned: Sequence[Returned]) -> list[Problem]:
    """Give the warnings of a sheet; its rows are named by their number on it."""
    problems = []
    for cell in sheet.formulas:
        fields: dict[str, object] = {"cell": cell.cell, "value": cell.value}
        problems.append(_warning("import_formula", (cell.cell,), cell.formula, fields))
    for one in returned:
        if one.standing in _CODES:
            row = sheet.rows[one.index]
            numbers = " / ".join(read_text(row[name]) for name in KEY)
            fields = {"line": sheet.numbers[one.index], "numbers": numbers, "theirs": row_text(row)}
            fields |= _details(hall, papers, sheet, returned, one)
            found = numbers if one.standing in {ReturnedAs.UNKNOWN, ReturnedAs.DOUBLE} else row_text(row)
            key = (*numbers.split(" / "), fields["line"])
            problems.append(_warning(_CODES[one.standing], key, found, fields))
    return problems


def _warning(code: str, key: tuple[object, ...], found: object, fields: dict[str, object]) -> Problem:
    return Problem(code, RESULTS_TABLE, None, key, "", found, fields, Degree.WARNING)


def _details(
    hall: Hall, papers: Papers, sheet: ReturnedSheet, returned: Sequence[Returned], one: Returned
) -> dict[str, object]:
    """Give what the sentence of a row needs beside its numbers: why, both heads, the other rows, where it belongs."""
    place = zip(("round", "deal", "table"), one.home or (), strict=False)
    fields: dict[str, object] = {"home": Phrase("entry.home", dict(place)) if one.home else ""}
    if one.standing is ReturnedAs.UNKNOWN:
        fields["reason"] = Phrase(f"entry.{_reason_of(hall, one.row.key)}")
    elif one.standing is ReturnedAs.DOUBLE:
        same = (other for other in returned if other.row.key == one.row.key and other.index != one.index)
        others = (sheet.numbers[other.index] for other in same if other.row.is_touched)
        fields["others"] = ", ".join(f"{number}." for number in others)
    elif one.standing is ReturnedAs.OTHER_HEAD and one.row.key:
        ours, theirs = papers.rows[one.row.key].head, one.row.head
        fields["columns"] = Fields(one.differing, ", ")
        fields["mine"] = " / ".join(read_text(ours[name]) or "–" for name in one.differing)
        fields["other"] = " / ".join(read_text(theirs[name]) or "–" for name in one.differing)
    return fields


def _reason_of(hall: Hall, key: ResultKey | None) -> str:
    if key is None:
        return "no_number"
    number, deal, _ = key
    if number not in hall.rounds:
        return "no_round"
    if number not in hall.dealt:
        return "no_rows"
    return "no_deal" if not 1 <= deal <= hall.event.deals else "no_table"


_TAKEN = (*RESULT, NOTE)


@dataclass(slots=True)
class Comparison:
    """What came of holding two typists' rows against each other; ``rows`` are ours as they will stand."""

    rows: list[Row]
    language: Language
    filled: int = 0
    same: int = 0
    overwritten: list[tuple[ResultKey, str, str]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def differing(self) -> int:
        """Give how many rows differ and stayed ours."""
        return sum(problem.code == "entry_differs" for problem in self.problems)

    def take(self, index: int, key: ResultKey, theirs: Row, *, overwrite: bool) -> None:
        """Fill our row, count it as equal, overwrite it if asked, or note the difference.

        Numbers that came as text go in as numbers.
        """
        ours = self.rows[index]
        taken = {name: theirs[name] for name in _TAKEN} | plain_ft(theirs)
        if not typed_row(ours).is_touched:
            ours.update(taken)
            self.filled += 1
        elif not (differing := _differing(ours, theirs, self.language)):
            self.same += 1
        elif overwrite:
            self.overwritten.append((key, row_text(ours), row_text(theirs)))
            ours.update(taken)
        else:
            fields = {"ours": row_text(ours), "theirs": row_text(theirs), "columns": ", ".join(differing)}
            fields["said"] = said_text(theirs, self.language)
            place = (RESULTS_TABLE, index, (*key, differing[0]), differing[0])
            self.problems.append(Problem("entry_differs", *place, row_text(ours), fields, Degree.WARNING))


def _differing(ours: Row, theirs: Row, language: Language) -> list[str]:
    return [name for name in RESULT if _sense(name, ours, language) != _sense(name, theirs, language)]


def _sense(name: str, row: Row, language: Language) -> str:
    """Give what one cell says: achievements in their official form, numbers and words without their trimmings."""
    text = read_text(row[name])
    if name != ACHIEVEMENTS or not text:
        return str(typed_row(row).ft[FT_HEADINGS.index(name)]) if name in FT_HEADINGS else plain_key(text)
    try:
        return notation(parse_line(text, language), language)
    except LineError:
        return plain_key(text)


_LEFT_OUT, _TAKEN_IN = map(plain_key, ("kimarad", "bekerül"))
"""What the option ``misplaced`` answers: may rows of another seating or of an unplayed round come in?"""


def import_results(context: Context, options: Options) -> list[Problem]:
    """Take the typed rows of the file ``from``.

    Rows that are blank here are filled; equal ones are counted (``p40`` and ``P 40`` are equal); what differs is
    listed with both versions and left as it stands, unless ``overwrite`` asks for the other typist's. A row whose
    names, copy, line or starter are not ours, or whose round has not been played, stops the whole until
    ``misplaced`` says whether such rows stay out or come in. Refused after the last closing, and for the sheet of
    another event.
    """
    hall, sheet = read_hall(context.book), read_returned_sheet(options["from"])
    if sheet.event and sheet.event != read_text(context.book.read_value(EVENT_NAME)):
        return [Problem("import_other_event", found=options["from"].name)]
    if hall.is_final:
        return [Problem("import_final", RESULTS_TABLE)]
    misplaced = plain_key(options.get("misplaced", ""))
    if misplaced not in {"", _LEFT_OUT, _TAKEN_IN}:
        return [Problem("import_misplaced_word", found=options["misplaced"])]
    typed = {key: row for key, (_, row) in typed_by_key(hall).items()}
    over = {number for number, entry in hall.rounds.items() if entry.state in OVER}
    papers = Papers(typed, expected_sheet(hall).seats, over)
    returned = stand([typed_row(row) for row in sheet.rows], papers)
    told = _told_of(hall, papers, sheet, returned)
    doubtful = sum(one.standing in DOUBTFUL for one in returned)
    if doubtful and not misplaced:
        return [Problem("import_misplaced", RESULTS_TABLE, found=doubtful), *told]
    wanted = {ReturnedAs.OURS, *(DOUBTFUL if misplaced == _TAKEN_IN else ())}
    result = _compare(context, hall, sheet, [one for one in returned if one.standing in wanted], options)
    _tell_imported(context, result, blank=sum(one.standing is ReturnedAs.BLANK for one in returned))
    if doubtful:
        context.say(f"done.imported_{misplaced}", count=doubtful)
    return [*told, *result.problems]


def _compare(
    context: Context, hall: Hall, sheet: ReturnedSheet, rows: Collection[Returned], options: Options
) -> Comparison:
    overwrite, places = bool(options.get("overwrite")), typed_by_key(hall)
    rows_here = [dict(row) for row in context.book.read_table(RESULTS_TABLE)]
    result = Comparison(rows_here, Language(context.rulebook))
    for one in rows:
        if one.row.key:
            result.take(places[one.row.key][0], one.row.key, sheet.rows[one.index], overwrite=overwrite)
    context.book.write_table(RESULTS_TABLE, result.rows)
    return result


def _tell_imported(context: Context, result: Comparison, *, blank: int) -> None:
    """Say how many rows were filled, equal, different, overwritten – these are logged; ``blank`` hold nothing."""
    for (number, deal, table), old, new in result.overwritten:
        place = say("done.corrected_details", round=number, deal=deal, table=table)
        write_entry(context, say("done.imported_label"), place, old, new)
    counts = {"filled": result.filled, "same": result.same, "differing": result.differing, "blank": blank}
    context.say("done.imported", overwritten=len(result.overwritten), **counts)
