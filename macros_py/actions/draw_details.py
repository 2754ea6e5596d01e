"""What a draw says beside who is on which position: the event, each player's data, the seating of every round."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from macros_py.actions.export_draw import DRAW_HEAD, table_heading
from macros_py.book.draw_file import DrawFile, DrawLine
from macros_py.cells import cell_name_key, read_text, read_whole
from macros_py.rules.event import Entrant, Position
from macros_py.rules.people import LINES_TABLE
from macros_py.rules.plans import best_plan
from macros_py.rules.problems import Degree, Problem
from macros_py.rules.timetable import Timetable
from macros_py.words import say

DESCRIBES = frozenset({"verseny", "datum", "helyszin"})
"""What of the head only describes the event: the draw does not depend on it."""
OF_THE_SEATING = re.compile(r"\d+\. forduló asztala")


@dataclass(frozen=True, slots=True)
class Expected:
    """What the draw should say: the head, the entry list by name key, the seating that its rules give."""

    head: Mapping[str, object]
    entrants: Mapping[str, Entrant]
    seating: Timetable
    """By positions; without deals only the tables are asked for."""

    @classmethod
    def of(
        cls, head: Mapping[str, object], entrants: Sequence[Entrant], tables: int, rounds: int
    ) -> Expected:
        """Work out the seating of so many tables and rounds.

        :raises RuleError: there is not at least one table.
        """
        plan = best_plan(tables, rounds).seatings if rounds else ()
        return cls(head, {cell_name_key(one.name): one for one in entrants}, Timetable(plan, 1))


def detail_problems(draw: DrawFile, expected: Expected, swapped: Collection[Position]) -> list[Problem]:
    """Give each field of a draw that is not what the event, the entry list or the seating plan says.

    Where somebody else was drawn (``swapped``, told already) the tables are his and not looked at.
    """
    found = [*head_problems(draw, expected)]
    for row, line in enumerate(draw.positions):
        position = drawn_position(line)
        wanted = listed_details(line, expected) | (
            {} if position in swapped else seats(line, position, expected)
        )
        found += line_problems(row, line, position, wanted)
    return found


def head_problems(draw: DrawFile, expected: Expected) -> Iterator[Problem]:
    """Compare the head; what only describes the event is a warning."""
    for name, ours in expected.head.items():
        stands, wanted = read_text(draw.head.get(name)), read_text(ours)
        if name in draw.head and stands != wanted:
            fields = {"field": say(f"draw.{name}"), "ours": wanted or "–", "stands": stands or "–"}
            degree = Degree.WARNING if name in DESCRIBES else Degree.ERROR
            yield Problem("draw_head_differs", key=(name,), found=stands, fields=fields, degree=degree)


def drawn_position(line: DrawLine) -> Position:
    """Give the position that a line names; table 0 if it has no number."""
    table = read_whole(line["Induló asztal"])
    return Position(read_text(line["Vonal"]), table if isinstance(table, int) else 0)


def line_problems(
    row: int, line: DrawLine, position: Position, wanted: Mapping[str, object]
) -> Iterator[Problem]:
    """Compare one position with what should stand under its headings."""
    for heading, ours in wanted.items():
        stands = read_text(line.get(heading))
        if heading in line and stands != read_text(ours):
            fields = {
                "position": f"{position.line}{position.table}",
                "name": read_text(line["Név"]),
                "heading": heading,
                "stands": stands or "–",
                "ours": read_text(ours) or "–",
            }
            key = (position.line, position.table, heading)
            yield Problem("draw_detail_differs", LINES_TABLE, row, key, "Név", stands, fields, Degree.WARNING)


def seats(line: DrawLine, position: Position, expected: Expected) -> dict[str, object]:
    """Give the table of each round that the line tells of, as the plan has it."""
    return {
        heading: expected.seating.table_of(position, int(heading.partition(".")[0]))
        for heading in line
        if OF_THE_SEATING.fullmatch(heading)
    }


def listed_details(line: DrawLine, expected: Expected) -> dict[str, object]:
    """Give what the entry list says of the player; nothing of a stranger."""
    entrant = expected.entrants.get(cell_name_key(read_text(line["Név"])))
    if entrant is None:
        return {}
    return {
        "Egyesület": entrant.club,
        "Versenyengedély száma": entrant.licence,
        "Állandó asztal": entrant.fixed_table,
    }


def unchecked(draw: DrawFile, expected: Expected) -> list[str]:
    """Name what the draw does not say, so that it could not be compared."""
    headings = ["Egyesület", "Versenyengedély száma", "Mesterpont", "Állandó asztal"]
    headings += [table_heading(number) for number in expected.seating.rounds or (1,)]
    missing = [
        say(f"draw.{name}") for name in expected.head if name not in draw.head and name not in DRAW_HEAD
    ]
    missing += [say(f"draw.{name}") for name in DRAW_HEAD if name not in draw.head]
    return missing + [heading for heading in headings if any(heading not in line for line in draw.positions)]
