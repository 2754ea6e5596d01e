"""Kezdőlap and all that follows from other sheets: the state, the next step, the referee's report (Annex 1).

The live check is one formula that names the wrong lines of a round while they are typed. It needs the add-in's
functions, so it stands only while the referee wants it; nothing in the results depends on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from macros_py.actions.context import Context
from macros_py.actions.hall import Hall, read_hall, ruled_statuses
from macros_py.book.layout import table_layout
from macros_py.book.port import Book, CellValue
from macros_py.book.tables.event import OBJECTIONS, PROTOCOLS_CLOSED, is_trial
from macros_py.book.tables.hall import read_entrants
from macros_py.book.tables.results import COLUMNS, RULED_HEADING, read_rulings
from macros_py.cells import Formula, read_text
from macros_py.rules.hall.entries import is_licensed_on_the_spot, participants
from macros_py.rules.hall.event import LINES, RoundState
from macros_py.rules.hall.progress import Progress
from macros_py.rules.names import plain_key
from macros_py.rules.results.protocol import RESULTS_TABLE
from macros_py.rules.results.rulings import Ruling
from macros_py.verbs import verbs
from macros_py.words import say

_PENALTY_CARDS = {"sarga": "sárga lap", "piros": "piros lap"}
"""The part of the cell's name, and the kind of ruling in tDontesek."""
_REPORT_SEPARATOR = "; "


def _fill_form(book: Book) -> None:
    entrants, _ = read_entrants(book)
    licensed = [one for one in entrants if is_licensed_on_the_spot(one.licensed_by)]
    fields: dict[str, CellValue] = {
        "ideje": _joined_texts(book, "verseny_datum", "verseny_kezdes", separator=" "),
        "helye": _joined_texts(book, "verseny_helyszin"),
        "egyesulet": _joined_texts(book, "verseny_egyesulet"),
        "letszam": len(participants(entrants)) or None,
        "jatekvezeto": _joined_texts(book, "fobiro"),
        "igazoltak_szama": len(licensed),
        "igazoltak_neve": _REPORT_SEPARATOR.join(f"{one.name} ({one.licensed_by})" for one in licensed),
    }
    rulings, _ = read_rulings(book)
    reasons = [read_text(row["Indok"]) for row in book.read_table("tDontesek")]
    for part, kind in _PENALTY_CARDS.items():
        cards = [ruling for ruling in rulings if _is_card(ruling, kind)]
        fields[f"{part}_kapta"] = _REPORT_SEPARATOR.join(dict.fromkeys(ruling.name for ruling in cards))
        fields[f"{part}_leiras"] = "\n".join(_described(ruling, reasons) for ruling in cards)
    for name, value in fields.items():
        book.write_value(f"jelentes_{name}", value or None if isinstance(value, str) else value)


def _is_card(ruling: Ruling, kind: str) -> bool:
    return plain_key(ruling.kind) == plain_key(kind) and not ruling.is_withdrawn


def _described(ruling: Ruling, reasons: Sequence[str]) -> str:
    when = say("report.round", round=ruling.round) if ruling.round else ""
    return " – ".join(part for part in (ruling.name, when, reasons[ruling.row]) if part)


def _joined_texts(book: Book, *names: str, separator: str = " · ") -> str:
    return separator.join(text for name in names if (text := read_text(book.read_value(name))))


def refresh_overview(context: Context) -> None:
    """Bring the start page, the line on every sheet and the referee's report up to date with the tables."""
    book = context.book
    hall = read_hall(book)
    progress = hall.progress
    state = _state_sentence(progress)
    if is_trial(book):
        state = say("overview.trial", state=state)
    caption = _joined_texts(book, "verseny_nev", "verseny_datum", "verseny_helyszin")
    book.write_value("kezdolap_verseny", hall.event.name or say("overview.nameless"))
    book.write_value("verseny_felirat", caption)
    book.write_value("kezdolap_allapot", state)
    book.write_value("kezdolap_teendo", _step_sentence(context, progress))
    book.write_value("kezdolap_nevezok", progress.players)
    book.write_value("kezdolap_asztalok", hall.lineup.tables if progress.seated else 0)
    closed = sum(entry is RoundState.CLOSED for entry in progress.states.values())
    book.write_value("kezdolap_lezart", closed)
    book.write_grid("muveletek_sor", _verb_notes(progress))
    _write_ruled(book, hall)
    _fill_form(book)


def _verb_notes(progress: Progress) -> list[list[str | None]]:
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


def _state_sentence(progress: Progress) -> str:
    if not progress.players or not progress.seated:
        return say("overview.preparing")
    if progress.is_final:
        return say("overview.over")
    if not progress.open:
        return say("overview.closed_by_hand")
    number = progress.open[0]
    return say("overview.round", round=number, state=progress.state(number).value)


def _step_sentence(context: Context, progress: Progress) -> str:
    """Say what to do next; while the announcement is put off, also by when it is due (VSZ 5 (5))."""
    step = say(f"overview.{progress.due}", **_step_fields(context.book, progress))
    closed = context.book.read_value(PROTOCOLS_CLOSED)
    if progress.is_final or not isinstance(closed, datetime):
        return step
    due = closed.date() + timedelta(days=context.rulebook.ending.announcement_days)
    return f"{step} {say('overview.due', due=due)}"


def _step_fields(book: Book, progress: Progress) -> dict[str, object]:
    """Give what the sentence of the next step needs: the round, how much is missing, when objections end."""
    number = progress.open[0] if progress.open else progress.planned
    until = book.read_value(OBJECTIONS)
    clock = f"{until:%H:%M}" if isinstance(until, datetime) else "–"
    seated = max(progress.seated, default=0)
    return {"round": number, "missing": progress.missing.get(number, 0), "until": clock, "seated": seated}


def _write_ruled(book: Book, hall: Hall) -> None:
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


LIVE_FORMULA, CAPTION = "azonnali_keplet", "azonnali_jelleg"
_FIRST_CHECKED, _LAST_CHECKED = COLUMNS["starter"], COLUMNS["state"]
_LIVE_FUNCTION = "ULTI_SOROK"


def is_on(book: Book) -> bool:
    """Tell whether the formula stands."""
    return read_text(book.read_value(LIVE_FORMULA)) != ""


def switch_off(book: Book) -> None:
    """Take the formula away."""
    book.write_value(LIVE_FORMULA, None)
    book.write_value(CAPTION, None)


def switch_on(book: Book) -> str:
    """Put the formula there for the round being typed; give a sentence.

    That is the last round that has been played and is not closed, else the last one that has rows.
    """
    hall = read_hall(book)
    numbers = [row.round for row in hall.rows]
    rounds = [number for number in hall.dealt if number in numbers]
    if not rounds:
        return say("live_check.no_rows")
    open_ones = [number for number in rounds if hall.rounds[number].state is RoundState.PLAYED]
    number = (open_ones or rounds)[-1]
    rows = [index for index, found in enumerate(numbers) if found == number]
    if rows != list(range(rows[0], rows[-1] + 1)):
        return say("live_check.sorted", round=number)
    first = book.address(RESULTS_TABLE, rows[0], _FIRST_CHECKED)
    last = book.address(RESULTS_TABLE, rows[-1], _LAST_CHECKED)
    area = f"'{table_layout(RESULTS_TABLE).sheet}'!{first}:{last}"
    book.write_value(LIVE_FORMULA, Formula(f"={_LIVE_FUNCTION}({area})"))
    caption = say("live_check.on", round=number, first=first)
    book.write_value(CAPTION, caption)
    return caption
