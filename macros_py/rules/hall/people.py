"""One person, one name: the entry list held against those who play, from the drawing of the lines on (VSZ 1.b, 6).

Whoever plays under a name that the entry list does not know would lose his licence in the record.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from macros_py.rules.hall.entries import ENTRANTS_TABLE, licence_key, participants
from macros_py.rules.hall.event import Entrant
from macros_py.rules.hall.lineup import SUBSTITUTIONS_TABLE, Lineup
from macros_py.rules.names import name_key, plain_key, tidy
from macros_py.rules.problems import Degree, Problem

LINES_TABLE = "tVonalak"
_NAMED_SHEETS = {LINES_TABLE: "Vonalak", SUBSTITUTIONS_TABLE: "Cserék"}
_NAME_LIKENESS = 0.75
"""How much of two names must agree for one to be offered for the other (1: all of it)."""


@dataclass(frozen=True, slots=True)
class Named:
    """A name as it stands in one cell of a sheet on which people play."""

    table: str
    row: int | None
    column: str
    name: str


def check_people(
    entrants: Sequence[Entrant], lineup: Lineup, officials: Collection[str], *, has_begun: bool
) -> list[Problem]:
    """Find who plays and is not entered, who plays and is marked as not starting, and who came too late for a place.

    ``officials`` may come in without being entered. Until the play ``has_begun`` the field may still change and be
    drawn anew: strangers are only warned of then, and nobody is late.
    """
    entered = {name_key(entrant.name): entrant for entrant in entrants if tidy(entrant.name)}
    players = list(_named_players(lineup))
    known = entered.keys() | {name_key(name) for name in officials}
    strangers = [one for one in players if name_key(one.name) not in known]
    placed = {name_key(one.name) for one in players}
    free = {key: entrant.name for key, entrant in entered.items() if key not in placed}
    problems = list(_unentered(strangers, free, Degree.ERROR if has_begun else Degree.WARNING))
    if has_begun and lineup.places:
        problems += _check_presence(entrants, lineup, free, officials)
    return problems


def _named_players(lineup: Lineup) -> Iterator[Named]:
    seen = set()
    cells = [Named(LINES_TABLE, row, "name", place.name) for row, place in enumerate(lineup.places)]
    cells += [
        Named(SUBSTITUTIONS_TABLE, change.row, "incoming", change.incoming) for change in lineup.substitutions
    ]
    for cell in cells:
        if (key := name_key(cell.name)) and key not in seen:
            seen.add(key)
            yield cell


def _unentered(strangers: Sequence[Named], free: dict[str, str], degree: Degree) -> Iterator[Problem]:
    """Tell of each not entered, with the free entrant he may be; of who came in only if there is one."""
    for stranger in strangers:
        near = _nearest_name(stranger.name, free)
        if not near and stranger.table == SUBSTITUTIONS_TABLE:
            continue
        free.pop(name_key(near), None)
        code = "person_renamed" if near else "person_unentered"
        fields = {"name": tidy(stranger.name), "near": near, "sheet": _NAMED_SHEETS[stranger.table]}
        place = (stranger.table, stranger.row, (tidy(stranger.name),), stranger.column)
        yield Problem(code, *place, stranger.name, fields, degree)


def _nearest_name(name: str, free: Mapping[str, str]) -> str:
    plain = {plain_key(other): tidy(other) for other in free.values()}
    close = difflib.get_close_matches(plain_key(name), plain, n=1, cutoff=_NAME_LIKENESS)
    return plain[close[0]] if close else ""


def _check_presence(
    entrants: Sequence[Entrant], lineup: Lineup, free: Mapping[str, str], officials: Collection[str]
) -> Iterator[Problem]:
    """Tell who sits and does not start, or is present without a place (``free``: these, by key)."""
    starting = {name_key(entrant.name) for entrant in participants(entrants)}
    sitting = {name_key(lineup.stints(position)[-1].name) for position in lineup.positions}
    first = {name_key(place.name) for place in lineup.places}
    busy = {name_key(name) for name in officials}
    for row, entrant in enumerate(entrants):
        key = name_key(entrant.name)
        is_absent = key in sitting and key in first and key not in starting
        is_late = key in free and key in starting and key not in busy
        if is_absent or is_late:
            code = "seated_absent" if is_absent else "late_present"
            name = tidy(entrant.name)
            found = {True: "igen", False: "nem"}.get(entrant.present)  # type: ignore[arg-type]
            yield Problem(
                code, ENTRANTS_TABLE, row, (name, "present"), "present", found, {"name": name}, Degree.WARNING
            )


def check_licences(entrants: Sequence[Entrant], lineup: Lineup) -> Iterator[Problem]:
    """Name again everybody who played and has no licence on the entry list: the record has none either (VSZ 1.b)."""
    rows = {name_key(entrant.name): (row, entrant) for row, entrant in enumerate(entrants)}
    names = {name_key(name): name for position in lineup.positions for name in lineup.persons(position)}
    for key, name in names.items():
        row, entrant = rows.get(key, (None, None))
        if entrant is None or not licence_key(entrant):
            found = entrant.licence if entrant else None
            place = (ENTRANTS_TABLE, row, (tidy(name), "licence"), "licence")
            yield Problem("licence_still_missing", *place, found, {"name": tidy(name)}, Degree.WARNING)
