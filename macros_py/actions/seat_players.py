"""seat_players: the seating of all rounds by the best plan known, with its certificate (VSZ 6)."""

from __future__ import annotations

from collections.abc import Sequence

from macros_py.actions.check_entries import examine_entries
from macros_py.actions.context import Context, Options
from macros_py.actions.drawn_lines import accept_swaps
from macros_py.actions.hall import read_hall
from macros_py.actions.hall_papers import write_hall_papers
from macros_py.actions.result_rows import add_result_rows
from macros_py.book.tables.event_values import read_event
from macros_py.book.tables.lines import read_places
from macros_py.book.tables.rounds import Round, read_rounds, write_rounds
from macros_py.book.tables.seating import SEATING_TABLE, plan_rows
from macros_py.rules.event import Place, RoundState
from macros_py.rules.lines import check_places
from macros_py.rules.movement import Certificate, certify, check_meetings
from macros_py.rules.people import LINES_TABLE
from macros_py.rules.plans import best_plan
from macros_py.rules.problems import Problem, has_errors
from macros_py.rules.protocol_row import RESULTS_TABLE
from macros_py.words import say

MOST_PAIRS = 300
"""Pairs named in the certificate: a cell holds 32,767 characters."""


def seat_players(context: Context, options: Options) -> list[Problem]:
    """Seat everybody in every round; refused once results have been typed, or while the lines are incomplete."""
    places, problems = usable_places(context)
    event, _ = read_event(context.book)
    rounds, unreadable = read_rounds(context.book)
    problems += unreadable
    if read_hall(context.book).progress.has_begun:
        problems.append(Problem("seating_after_results", table=SEATING_TABLE))
    if has_errors(problems):
        return problems
    swaps = accept_swaps(context, places)
    plan = best_plan(len(places) // 3, event.rounds).seatings
    certificate = certify(plan)
    context.book.write_table(SEATING_TABLE, plan_rows(plan, places))
    text = certificate_text(certificate, places)
    context.book.write_value("ulesrend_igazolas", text)
    write_hall_papers(context.book, places, plan, event, context.rulebook.tables_per_judge)
    planned = {number: rounds.get(number, Round(number)) for number in range(1, event.rounds + 1)}
    dealt = {number: entry for number, entry in rounds.items() if entry.state is not RoundState.PLANNED}
    write_rounds(context.book, (planned | dealt).values())
    context.book.write_table(RESULTS_TABLE, [])
    add_result_rows(context.book, planned | dealt, event.deals)
    if swaps:
        context.say("done.lines_kept", swaps=swaps)
    context.book.tell(text)
    return problems + check_meetings(certificate)


def usable_places(context: Context) -> tuple[list[Place], list[Problem]]:
    """Give the places on the Vonalak sheet, held against the entry list, and all that is wrong with them."""
    players, problems = examine_entries(context)
    places, unreadable = read_places(context.book)
    problems += unreadable
    if not places and not unreadable:
        problems.append(Problem("no_lines", table=LINES_TABLE))
    elif not unreadable:
        problems += check_places(places, [player.name for player in players])
    return places, problems


def certificate_text(certificate: Certificate, places: Sequence[Place]) -> str:
    """Put the certificate into words: how many rounds without a rematch, and who meets whom more than once."""
    size = {"tables": certificate.tables, "rounds": certificate.rounds}
    if certificate.is_clean:
        return say("done.certificate_clean", **size)
    names = {place.position: place.name for place in places}
    pairs = [
        say("done.certificate_pair", first=names[pair.first], second=names[pair.second], times=pair.meetings)
        for pair in certificate.repeats[:MOST_PAIRS]
    ]
    more = len(certificate.repeats) - len(pairs)
    return say(
        "done.certificate_repeats",
        clean=certificate.clean_rounds,
        worst=certificate.worst,
        repeats=len(certificate.repeats),
        pairs="; ".join(pairs) + (say("done.certificate_more", more=more) if more else ""),
        **size,
    )
