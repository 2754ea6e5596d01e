"""assign_lines: the players on lines A, B, C by masterpoints, and their starting tables by draw (VSZ 6)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from macros_py.actions.check_entries import examine_entries, strengths_sentence
from macros_py.actions.context import Context, Options, write_entry
from macros_py.actions.drawing import (
    accept_swaps,
    drawn_places,
    drawn_text,
    is_accepted,
    last_drawn,
    tell_changes,
)
from macros_py.actions.event_key import event_id, exposed, keep_copy, key_for_drawing, new_key_refusals
from macros_py.actions.hall import read_hall
from macros_py.actions.seat_players import MEETINGS, ROUTES
from macros_py.actions.verify_draw import file_places
from macros_py.book.tables.event import read_event
from macros_py.book.tables.hall import place_row, read_places
from macros_py.book.text_files import read_draw
from macros_py.cells import cell_name_key, read_text
from macros_py.rules.cards.draws import fingerprint
from macros_py.rules.hall.event import Entrant, Place
from macros_py.rules.hall.lines import check_places
from macros_py.rules.hall.people import LINES_TABLE
from macros_py.rules.problems import Problem, has_errors
from macros_py.words import say


def assign_lines(context: Context, options: Options) -> list[Problem]:
    """Draw the lines; if the sheet holds a complete assignment changed by hand, accept and log the swaps instead."""
    players, problems = examine_entries(context)
    if read_hall(context.book).progress.has_begun:
        problems.append(Problem("lines_after_results", table=LINES_TABLE))
    if has_errors(problems):
        return problems
    if "from" in options:
        return problems + _take_from_file(context, options["from"], players)
    problems += new_key_refusals(context, options)
    if has_errors(problems):
        return problems
    places, unreadable = read_places(context.book)
    if places or unreadable:
        if drawn_text(places) != last_drawn(context.book) or unreadable:
            return problems + unreadable + _keep_manual(context, places, players)
        if is_accepted(context.book) and _names_of(places) == _names_of(players):
            context.say("done.lines_still")
            return problems
    problems += exposed(context, options)
    return problems if has_errors(problems) else problems + _draw(context, players, places, options)


def _keep_manual(context: Context, places: Sequence[Place], players: Sequence[Entrant]) -> list[Problem]:
    problems = check_places(places, players)
    if not has_errors(problems):
        swaps = accept_swaps(context, places)
        context.say("done.lines_kept", swaps=swaps)
    return problems


def _take_from_file(context: Context, file: Path, players: Sequence[Entrant]) -> list[Problem]:
    """Take a draw made elsewhere or earlier, if it has each player on one place; a seating made before goes.

    :raises BookError: the file cannot be read as a draw.
    """
    draw = read_draw(file)
    if read_text(draw.head.get("azonosito")) not in ("", event_id(context)):
        return [
            Problem("draw_other_event", LINES_TABLE, found=read_text(draw.head.get("verseny")) or file.name)
        ]
    places = file_places(draw)
    problems = check_places(places, players)
    if not has_errors(problems):
        _lay_down(context, places, say("done.lines_from_file", file=file.name))
        context.say("done.draw_taken", players=len(places))
    return problems


def _names_of(people: Sequence[Place] | Sequence[Entrant]) -> set[str]:
    return {cell_name_key(one.name) for one in people}


def _draw(
    context: Context, players: Sequence[Entrant], before: Sequence[Place], options: Options
) -> list[Problem]:
    """Draw lines and starting tables from the event's key; a seating made before goes.

    ``before`` is who stood there: what a late change of the field changes is told and logged.
    """
    rounds = read_event(context.book)[0].rounds
    key = key_for_drawing(context, options)
    places = drawn_places(key, players, rounds, context.rulebook)
    _lay_down(context, places, say("done.lines_drawn_details", fingerprint=fingerprint(key)))
    counts = {"players": len(places), "tables": len(places) // 3}
    context.say("done.assign_lines", fingerprint=fingerprint(key), **counts)
    context.book.tell(strengths_sentence(players, context.rulebook))
    if before and _names_of(before) != _names_of(places):
        tell_changes(context, before, places)
    keep_copy(context, key, options)
    return []


def _lay_down(context: Context, places: Sequence[Place], details: str) -> None:
    """Write and log the places and where they come from; whatever was made of earlier ones goes."""
    context.book.write_table(
        LINES_TABLE, [place_row(place) for place in sorted(places, key=lambda place: place.position)]
    )
    for table in ("tUlesrend", "tEredmenyek", MEETINGS, ROUTES):
        context.book.write_table(table, [])
    write_entry(context, say("done.lines_drawn"), details, new=drawn_text(places))
