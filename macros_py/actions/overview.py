"""Kezdőlap: where the event stands, and what comes next; with it all that follows from other sheets."""

from __future__ import annotations

from datetime import datetime, timedelta

from macros_py.actions.context import Context
from macros_py.actions.hall import Hall, read_hall, ruled_statuses
from macros_py.actions.report_form import fill_form, joined_texts
from macros_py.book.port import Book
from macros_py.book.tables.event_values import is_trial
from macros_py.book.tables.facts import OBJECTIONS, PROTOCOLS_CLOSED
from macros_py.book.tables.results import RULED_HEADING
from macros_py.rules.event import LINES, RoundState
from macros_py.rules.progress import Progress
from macros_py.rules.protocol_row import RESULTS_TABLE
from macros_py.verbs import verbs
from macros_py.words import say


def refresh_overview(context: Context) -> None:
    """Bring the start page, the line on every sheet and the referee's report up to date with the tables."""
    book = context.book
    hall = read_hall(book)
    progress = hall.progress
    state = state_sentence(progress)
    if is_trial(book):
        state = say("overview.trial", state=state)
    book.write_value("kezdolap_verseny", hall.event.name or say("overview.nameless"))
    book.write_value(
        "verseny_felirat", joined_texts(book, "verseny_nev", "verseny_datum", "verseny_helyszin")
    )
    book.write_value("kezdolap_allapot", state)
    book.write_value("kezdolap_teendo", step_sentence(context, progress))
    book.write_value("kezdolap_nevezok", progress.players)
    book.write_value("kezdolap_asztalok", hall.lineup.tables if progress.seated else 0)
    closed = sum(entry is RoundState.CLOSED for entry in progress.states.values())
    book.write_value("kezdolap_lezart", closed)
    book.write_grid("muveletek_sor", verb_notes(progress))
    write_ruled(book, hall)
    fill_form(book)


def verb_notes(progress: Progress) -> list[list[str | None]]:
    """Give what stands beside each line of the list of verbs: why it does not fit now, or that it comes next."""
    due = progress.due
    notes: list[list[str | None]] = []
    group = ""
    for verb in verbs().values():
        if verb.group != group:
            group = verb.group
            notes.append([None])
        obstacle = progress.obstacle(verb.unless)
        note = say("fit.next") if due in verb.due else obstacle and say(f"fit.{obstacle}")
        notes.append([note or None])
    return notes


def state_sentence(progress: Progress) -> str:
    """Say where the event stands."""
    if not progress.players or not progress.seated:
        return say("overview.preparing")
    if progress.is_final:
        return say("overview.over")
    if not progress.open:
        return say("overview.closed_by_hand")
    number = progress.open[0]
    return say("overview.round", round=number, state=progress.state(number).value)


def step_sentence(context: Context, progress: Progress) -> str:
    """Say what to do next; while the announcement is put off, also by when it is due (VSZ 5 (5))."""
    step = say(f"overview.{progress.due}", **step_fields(context.book, progress))
    closed = context.book.read_value(PROTOCOLS_CLOSED)
    if progress.is_final or not isinstance(closed, datetime):
        return step
    due = closed.date() + timedelta(days=context.rulebook.ending.announcement_days)
    return f"{step} {say('overview.due', due=due)}"


def step_fields(book: Book, progress: Progress) -> dict[str, object]:
    """Give what the sentence of the next step needs: the round, how much is missing, when objections end."""
    number = progress.open[0] if progress.open else progress.planned
    until = book.read_value(OBJECTIONS)
    clock = f"{until:%H:%M}" if isinstance(until, datetime) else "–"
    seated = max(progress.seated, default=0)
    return {"round": number, "missing": progress.missing.get(number, 0), "until": clock, "seated": seated}


def write_ruled(book: Book, hall: Hall) -> None:
    """Say beside each result row what was ruled about it, so that a blank Ft is not looked for in vain."""
    seats = ruled_statuses(hall)
    rows = [
        ", ".join(
            say("overview.ruled", line=line, status=seats[place].value)
            for line in LINES
            if row.key and (place := (*row.key, line)) in seats
        )
        or None
        for row in hall.rows
    ]
    if rows and rows != [cells[RULED_HEADING] for cells in book.read_table(RESULTS_TABLE)]:
        book.write_column(RESULTS_TABLE, RULED_HEADING, rows)
