"""export_draw: the draw as a file of its own, for the documentation (VSZ 1.c) and for other programs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from macros_py.actions.context import Context, Options
from macros_py.actions.hall import Hall, read_hall
from macros_py.book.tables.event import fingerprint_of_lines
from macros_py.book.tables.hall import read_entrants
from macros_py.book.tables.reading import amount
from macros_py.book.text_files import DrawFile, write_draw
from macros_py.cells import cell_name_key, read_text
from macros_py.rules.hall.event import Entrant, Place
from macros_py.rules.hall.people import LINES_TABLE
from macros_py.rules.problems import Problem

DRAW_HEAD = {
    "verseny": "verseny_nev",
    "datum": "verseny_datum",
    "helyszin": "verseny_helyszin",
    "azonosito": "verseny_azonosito",
    "kulcs_lenyomata": "kulcs_lenyomat",
}
"""What the head names, and the named cell it comes from."""


def export_draw(context: Context, options: Options) -> list[Problem]:
    """Write lines, starting tables and the seating of every round to ``to``: .csv, .json, or both without an ending."""
    hall = read_hall(context.book)
    if not hall.places:
        return [Problem("no_lines", table=LINES_TABLE)]
    target: Path = options["to"]
    paths = write_draw(target, draw_file(context, hall))
    context.say("done.draw_written", paths=", ".join(map(str, paths)))
    return []


def draw_file(context: Context, hall: Hall) -> DrawFile:
    """Gather what the draw file says."""
    entrants = {cell_name_key(entrant.name): entrant for entrant in read_entrants(context.book)[0]}
    places = sorted(hall.places, key=lambda place: place.position)
    return DrawFile(draw_head(context, hall), [_position_line(hall, place, entrants) for place in places])


def draw_head(context: Context, hall: Hall) -> dict[str, object]:
    """Give what a draw file says of the event as a whole."""
    head: dict[str, object] = {
        name: read_text(context.book.read_value(cell)) for name, cell in DRAW_HEAD.items()
    }
    if lines := fingerprint_of_lines(context.book):
        head["kulcs_lenyomata"] = lines
    return head | {
        "fordulok": hall.event.rounds,
        "szabalyzat": context.rulebook.edition,
        "vonalbeosztas": context.rulebook.lines_method,
        "indulo_asztalok": context.rulebook.tables_method,
    }


def _position_line(hall: Hall, place: Place, entrants: Mapping[str, Entrant]) -> dict[str, object]:
    entrant = entrants.get(cell_name_key(place.name))
    line: dict[str, object] = {
        "Vonal": place.position.line,
        "Induló asztal": place.position.table,
        "Név": place.name,
        "Egyesület": place.club,
        "Versenyengedély száma": entrant.licence if entrant else "",
        "Mesterpont": amount(place.masterpoints),
        "Állandó asztal": entrant.fixed_table if entrant else None,
    }
    return line | {
        table_heading(number): hall.lineup.timetable.table_of(place.position, number)
        for number in hall.lineup.rounds
    }


def table_heading(number: int) -> str:
    """Give the heading under which a round's table stands."""
    return f"{number}. forduló asztala"
