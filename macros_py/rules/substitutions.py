"""Substitutions replayed in time: who took whose place, and which rows of tCserek cannot be true (VSZ 6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from macros_py.rules.event import Place, Position, Substitution
from macros_py.rules.names import name_key
from macros_py.rules.problems import Problem
from macros_py.rules.timetable import BEFORE_THE_EVENT, Step, Timetable

SUBSTITUTIONS_TABLE = "tCserek"

Timed = tuple[Step, Substitution]


@dataclass(frozen=True, slots=True)
class Stint:
    """One person's unbroken time on a position, until the next one; no ``substitution``: from the start."""

    name: str
    start: Step
    substitution: Substitution | None = None


@dataclass(slots=True)
class SeatedHall:
    """Who sits on which position while the event is replayed, and what went before."""

    sitting: dict[Position, str]
    stints: dict[Position, list[Stint]]
    problems: list[Problem] = field(default_factory=list)

    def elsewhere(self, name: str, position: Position) -> Position | None:
        """Give another position on which the person sits now, if there is one."""
        key = name_key(name)
        return next(
            (other for other, who in self.sitting.items() if other != position and name_key(who) == key), None
        )


def replay(
    places: Iterable[Place], substitutions: Sequence[Substitution], timetable: Timetable
) -> SeatedHall:
    """Carry out the substitutions in the order of play; one that cannot be true is reported and left out.

    Rows may stand in any order; those of one moment are carried out in row order, all goings before all
    comings.
    """
    sitting = {place.position: place.name for place in places}
    stints = {position: [Stint(name, BEFORE_THE_EVENT)] for position, name in sitting.items()}
    hall = SeatedHall(sitting, stints)
    timed: list[Timed] = []
    for substitution in substitutions:
        found = row_problems(substitution, sitting, timetable)
        hall.problems += found
        moment = timetable.moment(substitution.position, substitution.from_round, substitution.from_deal)
        if not found and moment is not None:
            timed.append((moment, substitution))
    timed.sort(key=lambda pair: pair[0])
    for moment, together in groupby(timed, key=lambda pair: pair[0]):
        exchange(hall, moment, [substitution for _, substitution in together])
    return hall


def exchange(hall: SeatedHall, moment: Step, together: Iterable[Substitution]) -> None:
    """Carry out what happens at one moment in the hall."""
    before = dict(hall.sitting)
    went: list[Substitution] = []
    for substitution in together:
        position, sits = substitution.position, hall.sitting[substitution.position]
        if name_key(sits) == name_key(substitution.outgoing):
            hall.sitting[position] = substitution.incoming
            went.append(substitution)
        else:
            hall.problems.append(problem("substitution_sits_elsewhere", substitution, "outgoing", sits=sits))
    for substitution in went:
        position = substitution.position
        other = hall.elsewhere(substitution.incoming, position)
        if other is None:
            hall.sitting[position] = substitution.incoming
            hall.stints[position].append(Stint(substitution.incoming, moment, substitution))
        else:
            hall.sitting[position] = before[position]
            fields = {"other_line": other.line, "other_table": other.table}
            hall.problems.append(problem("substitution_sits_already", substitution, "incoming", **fields))


def row_problems(
    substitution: Substitution, known: Mapping[Position, str], timetable: Timetable
) -> list[Problem]:
    """Find what is wrong with one row by itself: position, round, deal, names."""
    found: list[Problem] = []
    if substitution.position not in known:
        found.append(problem("substitution_place_unknown", substitution, "table"))
    if substitution.from_round not in timetable.rounds:
        found.append(
            problem("substitution_round_unknown", substitution, "from_round", rounds=len(timetable.rounds))
        )
    deals = timetable.deals_per_round
    if deals and substitution.from_deal is not None and not 1 <= substitution.from_deal <= deals:
        found.append(problem("substitution_deal_unknown", substitution, "from_deal", deals=deals))
    keys = {field: name_key(getattr(substitution, field)) for field in ("outgoing", "incoming")}
    found += [
        problem("substitution_name_missing", substitution, field) for field, key in keys.items() if not key
    ]
    if keys["outgoing"] == keys["incoming"] != "":
        found.append(problem("substitution_same_player", substitution, "incoming"))
    return found


def problem(code: str, substitution: Substitution, field: str, **fields: object) -> Problem:
    """Make a problem of one row of tCserek; what was found is what stands in its ``field``."""
    line, table = substitution.position.line, substitution.position.table
    return Problem(
        code,
        SUBSTITUTIONS_TABLE,
        row=substitution.row,
        key=(line, table, substitution.from_round, substitution.from_deal or ""),
        column=field,
        found=getattr(substitution.position if field == "table" else substitution, field),
        fields={"line": line, "table": table, **fields},
    )
