"""check_entries: who may start (VSZ 1.b, 1.d, 6)."""

from __future__ import annotations

from macros_py.actions.context import Context, Options
from macros_py.actions.examining import examine_names
from macros_py.actions.hall import read_hall
from macros_py.actions.readiness_sheet import prepare
from macros_py.book.tables.entrants import read_entrants
from macros_py.book.tables.event_values import read_event, unreadable_form
from macros_py.cells import read_text, read_whole
from macros_py.rules.entries import (
    ENTRANTS_TABLE,
    check_numbers,
    check_similar,
    check_similar_officials,
    check_spelling,
    examine_entrants,
    participants,
)
from macros_py.rules.event import Entrant
from macros_py.rules.lines import check_fixed_tables
from macros_py.rules.problems import Problem, has_errors
from macros_py.words import name_words


def check_entries(context: Context, options: Options) -> list[Problem]:
    """Give all problems of the entry list and of the event's preparation; fill the Felkészülés sheet."""
    players, problems = examine_entries(context)
    problems += examine_names(context.book, read_hall(context.book))
    entrants, _ = read_entrants(context.book)
    if not has_errors(problems):
        context.say("done.check_entries", players=len(players))
    return problems + prepare(context, entrants, players)


def examine_entries(context: Context) -> tuple[list[Entrant], list[Problem]]:
    """Give those who will play, and everything that is wrong or doubtful about the entry list."""
    entrants, problems = read_entrants(context.book)
    event, unusable = read_event(context.book)
    problems += unusable + unreadable_form(context.book)
    problems += examine_entrants(entrants, event.officials, context.rulebook.entries)
    problems += check_similar(entrants, name_words())
    problems += check_similar_officials(entrants, event.officials, name_words())
    rows = context.book.read_table(ENTRANTS_TABLE)
    names = [cell if isinstance(cell := row["Név"], str) else read_text(cell) for row in rows]
    problems += check_spelling(names, name_words())
    problems += check_numbers([read_whole(row["Sorszám"]) for row in rows], names)
    players = participants(entrants)
    return players, problems + check_fixed_tables(entrants, players)
