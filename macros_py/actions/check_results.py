"""check_results: the typed results against papers, seating and each other (VSZ 5)."""

from __future__ import annotations

from collections.abc import Sequence

from macros_py.actions.context import Context, Options
from macros_py.actions.examining import Examination, complete, computed_text, examine_results
from macros_py.book.tables.results import REMARKS_HEADING
from macros_py.cells import read_text
from macros_py.rules.problems import Degree, Problem, has_errors
from macros_py.rules.results.protocol import RESULTS_TABLE
from macros_py.words import describe, say


def check_results(context: Context, options: Options) -> list[Problem]:
    """Give all problems of all rows (of the rounds ``options["round"]``), and put each sentence beside its row.

    Where nothing is wrong, quick entries are completed and achievements stand in their official form.

    After the last closing a changed result is one too, however well its three Ft sum to 0 (VSZ 5).
    """
    rounds = options.get("round", ())
    seen = examine_results(context, rounds)
    hall = seen.hall
    problems = [_round_without_rows(number) for number in rounds if number not in hall.dealt]
    problems += seen.problems
    problems += context.tampering
    if not hall.is_final and not has_errors(problems):
        complete(context, hall, seen.readings)
    write_remarks(context, seen, problems, rounds)
    if not has_errors(problems):
        context.book.tell(_checked_outcome(seen, problems, rounds))
    return problems


def _checked_outcome(seen: Examination, problems: Sequence[Problem], rounds: Sequence[int]) -> str:
    rows = sum(row.is_touched for row in seen.hall.rows if not rounds or row.round in rounds)
    warnings = sum(problem.degree is Degree.WARNING for problem in problems)
    if not rows:
        return say("done.check_results_none")
    return say(
        "done.check_results_warned" if warnings else "done.check_results", rows=rows, warnings=warnings
    )


def _round_without_rows(number: int) -> Problem:
    return Problem("round_without_rows", key=(number,), fields={"round": number}, degree=Degree.WARNING)


def write_remarks(
    context: Context, seen: Examination, problems: Sequence[Problem], rounds: Sequence[int]
) -> None:
    """Write the sentences of each row into its Ellenőrzés cell; clear those of rows that are right now."""
    old = [read_text(cells[REMARKS_HEADING]) for cells in context.book.read_table(RESULTS_TABLE)]
    sentences = {
        index: [text] for index in seen.readings if (text := _computed_remark(seen, index, old[index]))
    }
    for problem in problems:
        if problem.table == RESULTS_TABLE and problem.row is not None:
            sentences.setdefault(problem.row, []).append(describe(problem).whole)
    remarks = [
        " ".join(sentences.get(index, ())) or None
        if not rounds or typed.round in rounds or index in sentences
        else old[index] or None
        for index, typed in enumerate(seen.hall.rows)
    ]
    context.book.write_column(RESULTS_TABLE, REMARKS_HEADING, remarks)


def _computed_remark(seen: Examination, index: int, old: str) -> str:
    """Say which two Ft of a right row were computed, now or (as ``old`` still says) earlier; else nothing.

    After the last closing none are computed any more.
    """
    reading = seen.readings[index]
    text = computed_text(reading)
    is_new = reading.is_computed and not seen.hall.is_final
    return text if is_new or old.startswith(text) else ""
