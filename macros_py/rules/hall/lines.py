"""Who plays on which line and where he starts (VSZ 6: by masterpoints), and whether such a list holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from macros_py.rules.cards.draws import Stream
from macros_py.rules.hall.event import LINES, Entrant, Place, Position
from macros_py.rules.names import name_key
from macros_py.rules.problems import Problem, RuleError
from macros_py.rules.rulebook import LinesMethod

FIXED_LINE = "A"
"""The line that keeps its tables: who cannot move plays on it."""


class ImpossibleLines(RuleError):
    """The players cannot be put on three equal lines, or their fixed tables contradict each other."""


def rank_entrants(players: Sequence[Entrant], stream: Stream) -> list[Entrant]:
    """Order the players by masterpoints, most first; equals by the draw, in whatever order they come in."""
    known = sorted(players, key=lambda player: (player.licence, name_key(player.name)))
    return sorted(stream.shuffled(known), key=lambda player: -player.masterpoints)


def line_letters(count: int, method: LinesMethod) -> list[str]:
    """Give the line of the 1st, 2nd … ranked of ``count`` players (a multiple of three).

    ``szerpentin``: A B C C B A …; ``harmadok``: the best third A, then B, then C; ``soronkent``: A B C A B …

    :raises ImpossibleLines: the method is none of these.
    """
    rows = count // len(LINES)
    match method:
        case "szerpentin":
            return [line for row in range(rows) for line in (LINES[::-1] if row % 2 else LINES)]
        case "harmadok":
            return [line for line in LINES for _ in range(rows)]
        case "soronkent":
            return list(LINES) * rows
    raise ImpossibleLines(f"no method is called {method!r}")


def keep_fixed_on_line(ranked: Sequence[Entrant], letters: Sequence[str]) -> list[str]:
    """Give the lines after each player with a fixed table was put on line A.

    He changes with the free player of line A ranked nearest to him; of two equally near, with the better.
    """
    lines = list(letters)
    for place, player in enumerate(ranked):
        if player.fixed_table is None or lines[place] == FIXED_LINE:
            continue
        on_line = (other for other, line in enumerate(lines) if line == FIXED_LINE)
        free = [other for other in on_line if ranked[other].fixed_table is None]
        nearest = min(free, key=lambda other: (abs(other - place), other))
        lines[place], lines[nearest] = lines[nearest], lines[place]
    return lines


def _draw_tables(members: Sequence[Entrant], stream: Stream) -> list[int]:
    """Draw the starting tables (1-based) of one line; who has a fixed one changes with him who drew it."""
    tables = stream.shuffled(range(1, len(members) + 1))
    for place, player in enumerate(members):
        if player.fixed_table is not None:
            holder = tables.index(player.fixed_table)
            tables[place], tables[holder] = tables[holder], tables[place]
    return tables


def draw_lines(players: Sequence[Entrant], method: LinesMethod, stream: Stream) -> list[Place]:
    """Put the players on lines and draw their starting tables; the places come by line, then by table.

    The notes of the entry list stay there: a place's note is for the reason of a swap. The same players and
    stream give the same places, in whatever order the players come in.

    :raises ImpossibleLines: the players are none or no multiple of three, the method is unknown, or
        ``check_fixed_tables`` finds a contradiction among the fixed tables.
    """
    if not players or len(players) % len(LINES):
        raise ImpossibleLines(f"{len(players)} players make no three equal lines")
    faults = check_fixed_tables(players, players)
    if faults:
        raise ImpossibleLines(f"fixed tables contradict: {[fault.key for fault in faults]}")
    ranked = rank_entrants(players, stream)
    letters = keep_fixed_on_line(ranked, line_letters(len(ranked), method))
    places = []
    for line in LINES:
        members = [player for player, letter in zip(ranked, letters, strict=True) if letter == line]
        for player, table in zip(members, _draw_tables(members, stream), strict=True):
            places.append(Place(Position(line, table), player.name, player.club, player.masterpoints))
    return sorted(places, key=lambda place: place.position)


def check_fixed_tables(entrants: Sequence[Entrant], players: Sequence[Entrant]) -> list[Problem]:
    """Find fixed tables that cannot be kept: outside the hall, or the same for two players.

    ``entrants`` are all rows of tNevezok in their order, ``players`` those who play; only these count.
    """
    tables = len(players) // len(LINES)
    playing = set(players)
    owners: dict[int, str] = {}
    problems = []
    for row, entrant in enumerate(entrants):
        table = entrant.fixed_table
        if not tables or table is None or entrant not in playing:
            continue
        code = "fixed_table_shared" if table in owners else "fixed_table_unknown"
        if table in owners or not 1 <= table <= tables:
            fields = {"name": entrant.name, "tables": tables, "other": owners.get(table, "")}
            problems.append(Problem(code, "tNevezok", row, (entrant.name,), "fixed_table", table, fields))
        owners.setdefault(table, entrant.name)
    return problems


def check_places(places: Sequence[Place], players: Sequence[Entrant]) -> list[Problem]:
    """Find everything that keeps a list of places, swapped by hand perhaps, from being complete and single.

    ``places`` are the rows of tVonalak in their order; ``players`` those who play. Each line has one place at
    each of ⌊players / 3⌋ tables. A fixed table that is not kept only warns: a swap may be meant.
    """
    expected = {name_key(player.name): player.name for player in players}
    tables = len(expected) // len(LINES)
    return [
        *_check_positions(places, tables),
        *_check_line_names(places, expected),
        *_check_fixed_kept(places, players),
    ]


def _place_problem(code: str, row: int, place: Place, field: str, **fields: object) -> Problem:
    position = place.position
    found = getattr(place if field == "name" else position, field)
    fields |= {"line": position.line, "start": position.table, "name": place.name}
    return Problem(code, "tVonalak", row, (position.line, position.table), field, found, fields)


def _check_positions(places: Sequence[Place], tables: int) -> list[Problem]:
    if not tables:  # too few start for a single table: that is told of the entry list
        return []
    problems, owners = [], dict[Position, str]()
    for row, place in enumerate(places):
        position = place.position
        if position.line not in LINES:
            problems.append(_place_problem("place_line_unknown", row, place, "line"))
        elif not 1 <= position.table <= tables:
            problems.append(_place_problem("place_table_unknown", row, place, "table", tables=tables))
        elif position in owners:
            other = owners[position]
            problems.append(_place_problem("place_taken", row, place, "table", other=other))
        owners.setdefault(position, place.name)
    for line, table in product(LINES, range(1, tables + 1)):
        if Position(line, table) not in owners:
            fields = {"line": line, "start": table}
            problems.append(Problem("place_empty", "tVonalak", key=(line, table), fields=fields))
    return problems


def _check_line_names(places: Sequence[Place], expected: Mapping[str, str]) -> list[Problem]:
    """Find nameless rows, people on two places or not ``expected`` (name by key), players without a place."""
    problems, seen = [], dict[str, Position]()
    for row, place in enumerate(places):
        key = name_key(place.name)
        if not key:
            problems.append(_place_problem("place_nameless", row, place, "name"))
        elif key in seen:
            fields = {"other_line": seen[key].line, "other_start": seen[key].table}
            problems.append(_place_problem("player_placed_twice", row, place, "name", **fields))
        elif key not in expected:
            problems.append(_place_problem("player_unexpected", row, place, "name"))
        seen.setdefault(key, place.position)
    return problems + [
        Problem("player_unplaced", "tVonalak", key=(name,), column="name", fields={"name": name})
        for key, name in expected.items()
        if key not in seen
    ]


def _check_fixed_kept(places: Sequence[Place], players: Sequence[Entrant]) -> Iterator[Problem]:
    wanted = {name_key(player.name): player.fixed_table for player in players if player.fixed_table}
    for row, place in enumerate(places):
        table = wanted.get(name_key(place.name))
        if table is not None and place.position != Position(FIXED_LINE, table):
            yield _place_problem("fixed_table_left", row, place, "table", fixed=table).as_warning
