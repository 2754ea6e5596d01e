"""write_record: the official record, a file of its own that anybody can audit (VSZ 1.c)."""

from __future__ import annotations

from pathlib import Path

from macros_py.actions.context import Context, Options
from macros_py.actions.examining import examine_decisions, examine_licences, examine_names
from macros_py.actions.hall import Hall
from macros_py.actions.publishing import Scoring, as_warnings, finality, position_labels, read_and_score
from macros_py.book.layout import table_layouts, value_layouts
from macros_py.book.saving import EVENT_NAME, read_stamp, refuse_wrong_ending
from macros_py.book.tables.event import RECORD_CONTENT, RECORD_WRITTEN, is_trial, record_content
from macros_py.book.tables.hall import licences
from macros_py.book.tables.rules import RULES_TABLE
from macros_py.builder.record import write_record_file
from macros_py.builder.record_cover import EVENT_SHEET
from macros_py.builder.record_plan import RecordData
from macros_py.cells import read_text
from macros_py.rules.problems import Problem, has_errors
from macros_py.rules.results.masterpoints import award

_LAYOUT = "elrendezes"
"""Only a working file has this name; a record has not."""


def write_record(context: Context, options: Options) -> list[Problem]:
    """Write the record to ``options["to"]``, at any time; before the last closing it is stamped NEM VÉGLEGES.

    Only an earlier record of the same event is ever replaced.

    :raises BookError: another file stands there, or it cannot be written.
    """
    target: Path = options["to"]
    refuse_wrong_ending(target)
    hall, scoring, refusals = read_and_score(context)
    names = examine_names(context.book, hall)
    if refusals or has_errors(names):
        return refusals + names
    data = _record_data(context, hall, scoring)
    write_record_file(target, data, is_new=not _is_our_record(context, target))
    if hall.is_final:
        context.book.write_value(RECORD_WRITTEN, context.now())
        context.book.write_value(RECORD_CONTENT, record_content(context.book))
    context.say("done.write_record", path=target)
    context.book.tell(finality(hall))
    decisions = as_warnings(examine_decisions(hall, context.rulebook))
    return decisions + names + examine_licences(context.book, hall)


def _is_our_record(context: Context, target: Path) -> bool:
    """Tell whether an earlier record of this event stands there: the event's own identity, and no workbook of ours."""
    event = read_text(context.book.read_value(EVENT_NAME))
    return bool(event) and read_stamp(target, EVENT_NAME) == event and not read_stamp(target, _LAYOUT)


def _record_data(context: Context, hall: Hall, scoring: Scoring) -> RecordData:
    """Gather what the record is written from; its rules are those that were counted by."""
    book = context.book
    awards = []
    if hall.is_final and book.read_table("tMesterpontok"):
        awards = award(scoring.standings, hall.lineup, scoring.results, context.rulebook.masterpoints)
    names = [name for name, layout in value_layouts().items() if layout.sheet == EVENT_SHEET]
    return RecordData(
        created=context.now(),
        is_final=hall.is_final,
        is_trial=is_trial(book),
        event={name: book.read_value(name) for name in [*names, EVENT_NAME]},
        tables={name: book.read_table(name) for name in table_layouts()}
        | {RULES_TABLE: context.edition.rows},
        rulebook=context.rulebook,
        lineup=hall.lineup,
        scores=scoring.scores,
        penalties=scoring.penalties,
        standings=scoring.standings,
        awards=awards,
        labels=position_labels(hall),
        licences=licences(book),
    )
