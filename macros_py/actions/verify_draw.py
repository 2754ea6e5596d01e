"""verify_draw: whether the draw follows from the revealed key, the entry list and the rules, and where it does not."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from macros_py.actions.context import Context, Options
from macros_py.actions.draw_details import Expected, detail_problems, unchecked
from macros_py.actions.drawing import drawn_places
from macros_py.actions.event_key import key_for_revealing, key_of
from macros_py.actions.export_draw import draw_file, draw_head
from macros_py.actions.hall import read_hall
from macros_py.book.draw_file import DrawFile, read_draw
from macros_py.book.tables.entrants import read_entrants
from macros_py.book.tables.keys import fingerprint_of_lines
from macros_py.book.tables.reading import amount
from macros_py.cells import cell_name_key, read_decimal, read_text, read_whole
from macros_py.rules.draws import fingerprint
from macros_py.rules.event import Entrant, Place, Position
from macros_py.rules.lines import ImpossibleLines
from macros_py.rules.people import LINES_TABLE
from macros_py.rules.problems import Degree, Problem, Unreadable


def verify_draw(context: Context, options: Options) -> list[Problem]:
    """Draw anew from the key and hold it against the Vonalak and Ülésrend sheets, or against a draw file (``from``).

    A position with another player is a warning: the referee may have swapped by hand, with a reason in the log. So is
    a seat, club or licence that is another. What the draw does not say is named as not checked.

    :raises BookError: the key is missing or not this event's, or the draw file cannot be read.
    """
    lines = fingerprint_of_lines(context.book)
    key = key_of(context, lines) if lines else key_for_revealing(context)
    foreign: list[Problem] = []
    entrants, hall = read_entrants(context.book)[0], read_hall(context.book)
    draw = read_draw(options["from"]) if "from" in options else draw_file(context, hall)
    shown: Sequence[Place] = hall.places
    if "from" in options:
        shown, players, rounds = file_places(draw), players_of(draw), rounds_of(draw)
        foreign = strangers(players, entrants)
    else:
        here = {cell_name_key(place.name) for place in shown}
        players = [entrant for entrant in entrants if cell_name_key(entrant.name) in here]
        rounds = hall.event.rounds
    try:
        drawn = drawn_places(key, players, rounds, context.rulebook)
    except ImpossibleLines:
        return [Problem("draw_unverifiable", LINES_TABLE, found=len(players))]
    head = draw_head(context, hall) | {"kulcs_lenyomata": fingerprint(key)}
    expected = Expected.of(head, entrants, len(drawn) // 3, rounds)
    swaps = draw_differences(shown, drawn)
    swapped = {shown[swap.row].position for swap in swaps if swap.row is not None}
    problems = [*foreign, *swaps, *detail_problems(draw, expected, swapped)]
    context.say("done.draw_verified" if not problems else "done.draw_differs", count=len(problems))
    if missing := unchecked(draw, expected):
        context.say("done.draw_unchecked", fields=", ".join(missing))
    return problems


def strangers(players: Sequence[Entrant], entrants: Sequence[Entrant]) -> list[Problem]:
    """Give each player of a draw file who is not on the entry list, or has other masterpoints there.

    A file proves only itself: who changes a name or masterpoints in it makes another draw of it, as right as the first.
    """
    known = {cell_name_key(entrant.name): entrant for entrant in entrants}
    found = []
    for player in players:
        entrant = known.get(cell_name_key(player.name))
        if entrant is None or entrant.masterpoints != player.masterpoints:
            shown = amount(entrant.masterpoints) if entrant else "–"
            fields = {"points": amount(player.masterpoints), "listed": shown}
            found.append(Problem("draw_stranger", key=(player.name,), found=player.name, fields=fields))
    return found


def draw_differences(shown: Sequence[Place], drawn: Sequence[Place]) -> list[Problem]:
    """Give each position whose player is not the one drawn."""
    names = {place.position: place.name for place in drawn}
    return [
        Problem(
            "draw_position_differs",
            LINES_TABLE,
            row,
            (place.position.line, place.position.table),
            "Név",
            place.name,
            {
                "position": f"{place.position.line}{place.position.table}",
                "drawn": names.get(place.position, "–"),
            },
            Degree.WARNING,
        )
        for row, place in enumerate(shown)
        if cell_name_key(place.name) != cell_name_key(names.get(place.position, ""))
    ]


def file_places(draw: DrawFile) -> list[Place]:
    """Give the places that a draw file names."""
    found = []
    for line in draw.positions:
        table = read_whole(line["Induló asztal"])
        position = Position(read_text(line["Vonal"]), table if isinstance(table, int) else 0)
        points = points_of(line.get("Mesterpont"))
        found.append(Place(position, read_text(line["Név"]), read_text(line.get("Egyesület")), points))
    return found


def players_of(draw: DrawFile) -> list[Entrant]:
    """Give the players that a draw file was drawn from."""
    players = []
    for line in draw.positions:
        table = read_whole(line.get("Állandó asztal"))
        players.append(
            Entrant(
                name=read_text(line["Név"]),
                licence=read_text(line.get("Versenyengedély száma")),
                masterpoints=points_of(line.get("Mesterpont")),
                fixed_table=table if isinstance(table, int) else None,
            )
        )
    return players


def points_of(value: object) -> Fraction:
    """Read masterpoints; 0 where none stand."""
    points = read_decimal(value)
    return Fraction(0) if points is None or isinstance(points, Unreadable) else points


def rounds_of(draw: DrawFile) -> int:
    """Read the number of rounds that the tables were evened out over."""
    rounds = read_whole(draw.head.get("fordulok"))
    return rounds if isinstance(rounds, int) else 0
