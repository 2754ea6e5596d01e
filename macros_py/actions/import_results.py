"""import_results: what a second typist sent back, into the empty rows; every difference side by side."""

from __future__ import annotations

from collections.abc import Collection

from macros_py.actions.context import Context, Options
from macros_py.actions.hall import Hall, expected_sheet, read_hall, typed_by_key
from macros_py.actions.journal import write_entry
from macros_py.actions.returned_sheet import told_of
from macros_py.actions.two_typists import Comparison
from macros_py.book.file_entry import ReturnedSheet, read_returned_sheet
from macros_py.book.stamps import EVENT_NAME
from macros_py.book.tables.results import typed_row
from macros_py.cells import read_text
from macros_py.rules.names import plain_key
from macros_py.rules.notation import Language
from macros_py.rules.problems import Problem
from macros_py.rules.progress import OVER
from macros_py.rules.protocol_row import RESULTS_TABLE
from macros_py.rules.returned_rows import DOUBTFUL, Papers, Returned, ReturnedAs, stand
from macros_py.words import say

LEFT_OUT, TAKEN_IN = map(plain_key, ("kimarad", "bekerül"))
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
    if misplaced not in {"", LEFT_OUT, TAKEN_IN}:
        return [Problem("import_misplaced_word", found=options["misplaced"])]
    papers = event_papers(hall)
    returned = stand([typed_row(row) for row in sheet.rows], papers)
    told = told_of(hall, papers, sheet, returned)
    doubtful = sum(one.standing in DOUBTFUL for one in returned)
    if doubtful and not misplaced:
        return [Problem("import_misplaced", RESULTS_TABLE, found=doubtful), *told]
    wanted = {ReturnedAs.OURS, *(DOUBTFUL if misplaced == TAKEN_IN else ())}
    result = compare(context, hall, sheet, [one for one in returned if one.standing in wanted], options)
    log_overwritten(context, result)
    tell_imported(context, result, blank=sum(one.standing is ReturnedAs.BLANK for one in returned))
    if doubtful:
        context.say(f"done.imported_{misplaced}", count=doubtful)
    return [*told, *result.problems]


def event_papers(hall: Hall) -> Papers:
    """Give the event's side of the comparison."""
    over = {number for number, entry in hall.rounds.items() if entry.state in OVER}
    return Papers(
        {key: row for key, (_, row) in typed_by_key(hall).items()}, expected_sheet(hall).seats, over
    )


def compare(
    context: Context, hall: Hall, sheet: ReturnedSheet, rows: Collection[Returned], options: Options
) -> Comparison:
    """Hold the rows against ours, one by one, and write what comes of it."""
    overwrite, places = bool(options.get("overwrite")), typed_by_key(hall)
    result = Comparison(
        [dict(row) for row in context.book.read_table(RESULTS_TABLE)], Language(context.rulebook)
    )
    for one in rows:
        if one.row.key:
            result.take(places[one.row.key][0], one.row.key, sheet.rows[one.index], overwrite=overwrite)
    context.book.write_table(RESULTS_TABLE, result.rows)
    return result


def log_overwritten(context: Context, result: Comparison) -> None:
    """Log every row that is now the other typist's, with both versions."""
    for (number, deal, table), old, new in result.overwritten:
        place = say("done.corrected_details", round=number, deal=deal, table=table)
        write_entry(context, say("done.imported_label"), place, old, new)


def tell_imported(context: Context, result: Comparison, *, blank: int) -> None:
    """Say how many rows were filled, equal, different, overwritten; ``blank`` of the sheet hold nothing."""
    counts = {"filled": result.filled, "same": result.same, "differing": result.differing, "blank": blank}
    context.say("done.imported", overwritten=len(result.overwritten), **counts)
