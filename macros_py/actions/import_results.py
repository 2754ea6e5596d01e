"""import_results: what a second typist sent back, into the empty rows; every difference side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from macros_py.actions.context import Context, Options
from macros_py.actions.correct_result import row_text
from macros_py.actions.hall import read_hall
from macros_py.actions.journal import write_entry
from macros_py.book.file_entry import read_entry
from macros_py.book.port import CellValue, Row
from macros_py.book.stamps import EVENT_NAME
from macros_py.book.tables.results import TABLE, typed_row
from macros_py.cells import read_text
from macros_py.rules.line_errors import LineError
from macros_py.rules.names import plain_key
from macros_py.rules.notation import Language, notation, parse
from macros_py.rules.problems import Degree, Problem
from macros_py.rules.typed_results import RowKey
from macros_py.words import say

RESULT = ("Felvevő", "Teljesítés", "Ft A", "Ft B", "Ft C", "Állapot")
TAKEN = (*RESULT, "Megjegyzés")


@dataclass(slots=True)
class Comparison:
    """What came of holding two typists' rows against each other; ``rows`` are ours as they will stand."""

    rows: list[Row]
    filled: int = 0
    same: int = 0
    blank: int = 0
    overwritten: list[tuple[RowKey, str, str]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def import_results(context: Context, options: Options) -> list[Problem]:
    """Take the typed rows of the file ``from``.

    Rows that are blank here are filled; equal ones are counted (``p40`` and ``P 40`` are equal); what differs is
    listed with both versions and left as it stands, unless ``overwrite`` asks for the other typist's. Refused after
    the last closing, and for the sheet of another event.
    """
    hall = read_hall(context.book)
    event, rows = read_entry(options["from"])
    if event and event != read_text(context.book.read_value(EVENT_NAME)):
        return [Problem("import_other_event", found=options["from"].name)]
    if hall.is_final:
        return [Problem("import_final", TABLE)]
    result = compare(context, rows, overwrite=bool(options.get("overwrite")))
    context.book.write_table(TABLE, result.rows)
    for (number, deal, table), old, new in result.overwritten:
        place = say("done.corrected_details", round=number, deal=deal, table=table)
        write_entry(context, say("done.imported_label"), place, old, new)
    differing = sum(problem.code == "entry_differs" for problem in result.problems)
    counts = {"filled": result.filled, "same": result.same, "blank": result.blank, "differing": differing}
    context.book.tell(say("done.imported", overwritten=len(result.overwritten), **counts))
    return result.problems


def compare(context: Context, theirs: list[Row], *, overwrite: bool) -> Comparison:
    """Hold their rows against ours, one by one."""
    language = Language(context.rulebook)
    result = Comparison([dict(row) for row in context.book.read_table(TABLE)])
    places = {typed_row(row).key: index for index, row in enumerate(result.rows)}
    for row in theirs:
        typed = typed_row(row)
        index = places.get(typed.key) if typed.key else None
        if not typed.is_touched:
            result.blank += 1
        elif typed.key is None or index is None:
            found = " / ".join(read_text(row[name]) for name in ("Forduló", "Leosztás", "Asztal"))
            result.problems.append(Problem("import_no_row", TABLE, found=found, degree=Degree.WARNING))
        else:
            take(result, index, typed.key, row, language, overwrite=overwrite)
    return result


def take(
    result: Comparison, index: int, key: RowKey, theirs: Row, language: Language, *, overwrite: bool
) -> None:
    """Fill our row, count it as equal, overwrite it if asked, or note the difference."""
    ours = result.rows[index]
    if not typed_row(ours).is_touched:
        ours.update({name: theirs[name] for name in TAKEN})
        result.filled += 1
    elif meaning(ours, language) == meaning(theirs, language):
        result.same += 1
    elif overwrite:
        result.overwritten.append((key, row_text(ours), row_text(theirs)))
        ours.update({name: theirs[name] for name in TAKEN})
    else:
        differing = [name for name in RESULT if sense(name, ours, language) != sense(name, theirs, language)]
        fields = {"ours": row_text(ours), "theirs": row_text(theirs), "columns": ", ".join(differing)}
        place = (*key, differing[0])
        problem = Problem(
            "entry_differs", TABLE, index, place, differing[0], row_text(ours), fields, Degree.WARNING
        )
        result.problems.append(problem)


def meaning(row: Row, language: Language) -> Mapping[str, CellValue]:
    """Give what the row says, whatever way it is written."""
    return {name: sense(name, row, language) for name in RESULT}


def sense(name: str, row: Row, language: Language) -> str:
    """Give what one cell says: achievements in their official form, numbers and words without their trimmings."""
    text = read_text(row[name])
    if name != "Teljesítés" or not text:
        return str(typed_row(row).ft["ABC".index(name[-1])]) if name.startswith("Ft") else plain_key(text)
    try:
        return notation(parse(text, language), language)
    except LineError:
        return plain_key(text)
