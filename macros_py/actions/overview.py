"""Kezdőlap: where the event stands, and what comes next; with it all that follows from other sheets."""

from __future__ import annotations

from macros_py.actions.fitting import Standing, next_verb, reason
from macros_py.actions.report_form import fill_form, joined
from macros_py.actions.result_rows import results_begun
from macros_py.book.port import Book
from macros_py.book.stamps import TRIAL
from macros_py.book.tables.entrants import read_entrants
from macros_py.book.tables.event_values import read_event
from macros_py.book.tables.rounds import Round, read_rounds
from macros_py.cells import read_text
from macros_py.rules.entries import participants
from macros_py.rules.event import RoundState
from macros_py.verbs import verbs
from macros_py.words import say


def refresh_overview(book: Book) -> None:
    """Bring the start page, the line on every sheet and the referee's report up to date with the tables."""
    entrants, _ = read_entrants(book)
    rounds, _ = read_rounds(book)
    event, _ = read_event(book)
    seated = book.read_table("tUlesrend")
    players = participants(entrants)
    state, step = where(book, rounds, event.rounds, has_seating=bool(seated), players=len(players))
    if read_text(book.read_value("verseny_jelleg")) == TRIAL:
        state = say("overview.trial", state=state)
    book.write_value("kezdolap_verseny", event.name or say("overview.nameless"))
    book.write_value("verseny_felirat", joined(book, "verseny_nev", "verseny_datum", "verseny_helyszin"))
    book.write_value("kezdolap_allapot", state)
    book.write_value("kezdolap_teendo", step)
    book.write_value("kezdolap_nevezok", len(players))
    book.write_value("kezdolap_asztalok", len({read_text(row["Asztal"]) for row in seated}))
    book.write_value("kezdolap_lezart", sum(entry.state is RoundState.CLOSED for entry in rounds.values()))
    standing = Standing(
        players=len(players),
        has_lines=bool(book.read_table("tVonalak")),
        has_seating=bool(seated),
        has_begun=results_begun(book),
        has_awards=bool(book.read_table("tMesterpontok")),
        planned=event.rounds,
        rounds=rounds,
    )
    book.write_grid("muveletek_sor", verb_notes(standing))
    fill_form(book)


def verb_notes(standing: Standing) -> list[list[str | None]]:
    """Give what stands beside each line of the list of verbs: why it does not fit now, or that it comes next."""
    following = next_verb(standing)
    notes: list[list[str | None]] = []
    group = ""
    for verb in verbs().values():
        if verb.group != group:
            group = verb.group
            notes.append([None])
        note = say("fit.next") if verb.id == following else reason(verb.id, standing)
        notes.append([note or None])
    return notes


def where(
    book: Book, rounds: dict[int, Round], planned: int, *, has_seating: bool, players: int
) -> tuple[str, str]:
    """Give the state and the next step, in one sentence each."""
    if not players:
        return say("overview.preparing"), say("overview.enter_players")
    if not has_seating:
        step = "overview.seat" if book.read_table("tVonalak") else "overview.assign"
        return say("overview.preparing"), say(step)
    for number in range(1, planned + 1):
        entry = rounds.get(number, Round(number))
        if entry.state is not RoundState.CLOSED:
            return (
                say("overview.round", round=number, state=entry.state.value),
                say(f"overview.step_{entry.state.name.lower()}", round=number),
            )
    step = "overview.record" if book.read_table("tMesterpontok") else "overview.award"
    return say("overview.over"), say(step)
