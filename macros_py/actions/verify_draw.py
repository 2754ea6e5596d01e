"""verify_draw: whether the draw follows from the revealed key, the entry list and the rules, and where it does not.

Besides who is on which position a draw tells of the event, each player's data, and the seating of every round.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from macros_py.actions.context import Context, Options
from macros_py.actions.drawing import drawn_places
from macros_py.actions.event_key import key_for_revealing, key_of
from macros_py.actions.export_draw import DRAW_HEAD, draw_file, draw_head, table_heading
from macros_py.actions.hall import read_hall
from macros_py.book.port import BookError, KeyMissing
from macros_py.book.tables.event import fingerprint_of_lines, is_trial
from macros_py.book.tables.hall import read_entrants
from macros_py.book.tables.reading import amount
from macros_py.book.text_files import DrawFile, DrawLine, read_draw
from macros_py.cells import cell_name_key, read_decimal, read_text, read_whole
from macros_py.rules.cards.draws import fingerprint
from macros_py.rules.hall.circulation import Timetable
from macros_py.rules.hall.event import Entrant, Place, Position
from macros_py.rules.hall.lines import ImpossibleLines
from macros_py.rules.hall.movement import best_plan
from macros_py.rules.hall.people import LINES_TABLE
from macros_py.rules.problems import Degree, Problem, Unreadable
from macros_py.words import say

_DESCRIBES = frozenset({"verseny", "datum", "helyszin"})
"""What of the head only describes the event: the draw does not depend on it."""
_OF_THE_SEATING = re.compile(r"\d+\. forduló asztala")


@dataclass(frozen=True, slots=True)
class Expected:
    """What the draw should say: the head, the entry list by name key, the seating (its tables alone) by its rules."""

    head: Mapping[str, object]
    entrants: Mapping[str, Entrant]
    seating: Timetable


def _detail_problems(draw: DrawFile, expected: Expected, swapped: Collection[Position]) -> list[Problem]:
    """Give each field of a draw that is not what the event, the entry list or the seating plan says.

    Where somebody else was drawn (``swapped``, told already) the tables are his and not looked at.
    """
    found = [*_head_problems(draw, expected)]
    for row, line in enumerate(draw.positions):
        at, name = _drawn_position(line), read_text(line["Név"])
        wanted = _listed_details(name, expected) | ({} if at in swapped else _seats(line, at, expected))
        for heading, ours in wanted.items():
            stands = read_text(line.get(heading))
            if heading in line and stands != read_text(ours):
                fields = {"position": f"{at.line}{at.table}", "name": name, "heading": heading}
                fields |= {"stands": stands or "–", "ours": read_text(ours) or "–"}
                cell = (LINES_TABLE, row, (at.line, at.table, heading), "Név")
                found.append(Problem("draw_detail_differs", *cell, stands, fields, Degree.WARNING))
    return found


def _head_problems(draw: DrawFile, expected: Expected) -> Iterator[Problem]:
    """Compare the head; what only describes the event is a warning."""
    for name, ours in expected.head.items():
        stands, wanted = read_text(draw.head.get(name)), read_text(ours)
        if name in draw.head and stands != wanted:
            fields = {"field": say(f"draw.{name}"), "ours": wanted or "–", "stands": stands or "–"}
            degree = Degree.WARNING if name in _DESCRIBES else Degree.ERROR
            yield Problem("draw_head_differs", key=(name,), found=stands, fields=fields, degree=degree)


def _drawn_position(line: DrawLine) -> Position:
    """Give the position that a line names; table 0 if it has no number."""
    return Position(read_text(line["Vonal"]), _whole_of(line["Induló asztal"]) or 0)


def _seats(line: DrawLine, position: Position, expected: Expected) -> dict[str, object]:
    """Give the table of each round that the line tells of, as the plan has it."""
    return {
        heading: expected.seating.table_of(position, int(heading.partition(".")[0]))
        for heading in line
        if _OF_THE_SEATING.fullmatch(heading)
    }


def _listed_details(name: str, expected: Expected) -> dict[str, object]:
    """Give what the entry list says of a player; nothing of a stranger."""
    if (entrant := expected.entrants.get(cell_name_key(name))) is None:
        return {}
    details = {"Egyesület": entrant.club, "Versenyengedély száma": entrant.licence}
    return {**details, "Állandó asztal": entrant.fixed_table}


def _unchecked(draw: DrawFile, expected: Expected) -> list[str]:
    """Name what the draw does not say, so that it could not be compared."""
    headings = ["Egyesület", "Versenyengedély száma", "Mesterpont", "Állandó asztal"]
    headings += [table_heading(number) for number in expected.seating.rounds or (1,)]
    names = [*(name for name in expected.head if name not in DRAW_HEAD), *DRAW_HEAD]
    missing = [say(f"draw.{name}") for name in names if name not in draw.head]
    return missing + [heading for heading in headings if any(heading not in line for line in draw.positions)]


def verify_draw(context: Context, options: Options) -> list[Problem]:
    """Draw anew from the key and hold it against the Vonalak and Ülésrend sheets, or against a draw file (``from``).

    A position with another player is a warning: the referee may have swapped by hand, with a reason in the log. So is
    a seat, club or licence that is another. What the draw does not say is named as not checked.

    :raises BookError: the key is missing or not this event's, a trial keeps none (``key_of_trial``), or the draw file
        cannot be read.
    """
    lines = fingerprint_of_lines(context.book)
    try:
        key = key_of(context, lines) if lines else key_for_revealing(context)
    except KeyMissing:
        if is_trial(context.book):
            raise BookError("key_of_trial") from None
        raise
    foreign: list[Problem] = []
    entrants, hall = read_entrants(context.book)[0], read_hall(context.book)
    draw = read_draw(options["from"]) if "from" in options else draw_file(context, hall)
    shown: Sequence[Place] = hall.places
    if "from" in options:
        shown, players = file_places(draw), _players_of(draw)
        rounds = _whole_of(draw.head.get("fordulok")) or 0
        foreign = _strangers(players, entrants)
    else:
        here = {cell_name_key(place.name) for place in shown}
        players = [entrant for entrant in entrants if cell_name_key(entrant.name) in here]
        rounds = hall.event.rounds
    try:
        drawn = drawn_places(key, players, rounds, context.rulebook)
    except ImpossibleLines:
        return [Problem("draw_unverifiable", LINES_TABLE, found=len(players))]
    head = draw_head(context, hall) | {"kulcs_lenyomata": fingerprint(key)}
    plan = best_plan(len(drawn) // 3, rounds).seatings if rounds else ()
    expected = Expected(head, {cell_name_key(one.name): one for one in entrants}, Timetable(plan, 1))
    swaps = _draw_differences(shown, drawn)
    swapped = {shown[swap.row].position for swap in swaps if swap.row is not None}
    problems = [*foreign, *swaps, *_detail_problems(draw, expected, swapped)]
    context.say("done.draw_verified" if not problems else "done.draw_differs", count=len(problems))
    if missing := _unchecked(draw, expected):
        context.say("done.draw_unchecked", fields=", ".join(missing))
    return problems


def _strangers(players: Sequence[Entrant], entrants: Sequence[Entrant]) -> list[Problem]:
    """Give each player of a draw file who is not on the entry list, or has other masterpoints there.

    A file proves only itself: who changes a name or masterpoints in it makes another draw of it, as right as the first.
    """
    known, found = {cell_name_key(entrant.name): entrant for entrant in entrants}, []
    for player in players:
        entrant = known.get(cell_name_key(player.name))
        if entrant is None or entrant.masterpoints != player.masterpoints:
            shown = amount(entrant.masterpoints) if entrant else "–"
            fields = {"points": amount(player.masterpoints), "listed": shown}
            found.append(Problem("draw_stranger", key=(player.name,), found=player.name, fields=fields))
    return found


def _draw_differences(shown: Sequence[Place], drawn: Sequence[Place]) -> list[Problem]:
    names, found = {place.position: place.name for place in drawn}, []
    for row, place in enumerate(shown):
        at = place.position
        if cell_name_key(place.name) != cell_name_key(names.get(at, "")):
            fields = {"position": f"{at.line}{at.table}", "drawn": names.get(at, "–")}
            cell = (LINES_TABLE, row, (at.line, at.table), "Név")
            found.append(Problem("draw_position_differs", *cell, place.name, fields, Degree.WARNING))
    return found


def file_places(draw: DrawFile) -> list[Place]:
    """Give the places that a draw file names."""
    found = []
    for line in draw.positions:
        name, club, points = line["Név"], line.get("Egyesület"), _points_of(line.get("Mesterpont"))
        found.append(Place(_drawn_position(line), read_text(name), read_text(club), points))
    return found


def _players_of(draw: DrawFile) -> list[Entrant]:
    return [
        Entrant(
            name=read_text(line["Név"]),
            licence=read_text(line.get("Versenyengedély száma")),
            masterpoints=_points_of(line.get("Mesterpont")),
            fixed_table=_whole_of(line.get("Állandó asztal")),
        )
        for line in draw.positions
    ]


def _points_of(value: object) -> Fraction:
    """Read masterpoints; 0 where none stand."""
    points = read_decimal(value)
    return Fraction(0) if points is None or isinstance(points, Unreadable) else points


def _whole_of(value: object) -> int | None:
    found = read_whole(value)
    return found if isinstance(found, int) else None
