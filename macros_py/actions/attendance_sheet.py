"""attendance_sheet: everybody who may turn up, in Hungarian order, to sign on paper."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from macros_py.actions.context import Context, Options
from macros_py.book.layout import ColumnLayout
from macros_py.book.port import Row
from macros_py.book.tables.event import read_event
from macros_py.book.tables.hall import read_entrants
from macros_py.builder.papers import Paper, write_paper
from macros_py.cells import read_text
from macros_py.rules.hall.entries import ENTRANTS_TABLE
from macros_py.rules.hall.event import Entrant
from macros_py.rules.problems import Problem
from macros_py.words import alphabet, say

_ATTENDANCE_COLUMNS = (
    ColumnLayout("Sorszám", "whole", 9),
    ColumnLayout("Név", "name", 32),
    ColumnLayout("Versenyengedély", "text", 16),
    ColumnLayout("Egyesület", "name", 26),
    ColumnLayout("Megjegyzés", "name", 20),
    ColumnLayout("Aláírás", "name", 34),
)
_SIGNING_HEIGHT = 27
"""Points: room for a signature."""


def attendance_sheet(context: Context, options: Options) -> list[Problem]:
    """Write the sheet to ``to``, by default beside the workbook; who was marked absent is left out."""
    entrants, problems = read_entrants(context.book)
    event, unusable = read_event(context.book)
    expected = [entrant for entrant in entrants if entrant.name and entrant.present is not False]
    if not expected:
        problems.append(Problem("attendance_empty", ENTRANTS_TABLE))
    if problems or unusable:
        return problems + unusable
    key = alphabet().key
    expected.sort(key=lambda entrant: (key(entrant.name), entrant.licence))
    target = Path(options.get("to") or _attendance_file(context))
    write_paper(target, _attendance_paper(context, event.name, expected))
    context.say("done.attendance_sheet", count=len(expected), path=target)
    return []


def _attendance_file(context: Context) -> Path:
    place = Path(context.keys.place)
    return place.with_name(f"{place.stem}-{say('papers.attendance_name')}.xlsx")


def _attendance_paper(context: Context, event: str, entrants: Sequence[Entrant]) -> Paper:
    values = map(context.book.read_value, ("verseny_datum", "verseny_helyszin"))
    reserves = sum(entrant.is_reserve and not entrant.is_banned for entrant in entrants)
    banned = sum(entrant.is_banned for entrant in entrants)
    lines = [
        ", ".join(filter(None, [event or say("overview.nameless"), *map(read_text, values)])),
        say("papers.attendance_count", players=len(entrants) - reserves - banned, reserves=reserves),
    ]
    rows = [_attendance_row(number, entrant) for number, entrant in enumerate(entrants, start=1)]
    title = say("papers.attendance_sheet")
    return Paper(title, title, lines, _ATTENDANCE_COLUMNS, rows, row_height=_SIGNING_HEIGHT)


def _attendance_row(number: int, entrant: Entrant) -> Row:
    """Give one line to sign; who is banned has a line too, so that he is told and not overlooked."""
    remark = "papers.banned" if entrant.is_banned else "papers.reserve" if entrant.is_reserve else ""
    return {
        "Sorszám": number,
        "Név": entrant.name,
        "Versenyengedély": entrant.licence or None,
        "Egyesület": entrant.club or None,
        "Megjegyzés": say(remark) if remark else None,
        "Aláírás": None,
    }
