"""tUlesrend: who sits at which table in which round. The sheet holds names, the rules hold positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from macros_py.book.port import Book, Row
from macros_py.book.tables.reading import RowReader, row_of
from macros_py.cells import cell_name_key, read_text
from macros_py.headings import FIELD_HEADINGS
from macros_py.rules.event import LINES, Place, Position, TableSeating
from macros_py.rules.problems import Problem

SEATING_TABLE = "tUlesrend"
STRANGER = "seat_unknown"
"""The code of a name in the seating that nobody of that line bears."""


def read_plan(book: Book, places: Sequence[Place]) -> tuple[list[TableSeating], list[Problem]]:
    """Give the plan by positions: a name is found through ``places``, on its own line only.

    A name that is nobody's is a problem, as is a table beyond as many as a round has rows, or one that
    stands twice in a round; such a row is left out of the plan.
    """
    problems: list[Problem] = []
    rows, seen = book.read_table(SEATING_TABLE), set[tuple[int, int]]()
    most = max(
        Counter(read_text(cells[FIELD_HEADINGS[SEATING_TABLE]["round"]]) for cells in rows).values(),
        default=0,
    )
    positions = {(place.position.line, cell_name_key(place.name)): place.position for place in places}
    plan = []
    for row, cells in enumerate(rows):
        reader = RowReader(problems, SEATING_TABLE, row, cells, ("round", "table"))
        number, table = reader.whole("round"), reader.whole("table")
        sitting = [sitter(reader, line, positions) for line in LINES]
        if number and table and (table > most or (number, table) in seen):
            reader.report("seat_table", "table", table, most=most)
        elif number and table and all(sitting):
            seen.add((number, table))
            plan.append(TableSeating(number, table, tuple(sitting)))  # type: ignore[arg-type]
    return plan, problems


def sitter(reader: RowReader, line: str, positions: Mapping[tuple[str, str], Position]) -> Position | None:
    """Give the position of the name under ``line``; None with a problem if nobody of that line bears it."""
    name = reader.text(line)
    position = positions.get((line, cell_name_key(name)))
    if position is None:
        reader.report(STRANGER, line, name, line=line)
    return position


def plan_rows(plan: Sequence[TableSeating], places: Sequence[Place]) -> list[Row]:
    """Put a plan into rows, with the names of the places."""
    names = {place.position: place.name for place in places}
    return [
        row_of(SEATING_TABLE, seating, **{position.line: names[position] for position in seating.positions})
        for seating in plan
    ]
