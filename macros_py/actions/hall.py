"""The event as the workbook tells it: who sits where, what was typed, what was ruled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from macros_py.book.port import Book
from macros_py.book.tables import lines, results, rulings, seating, substitutions
from macros_py.book.tables.entrants import read_entrants
from macros_py.book.tables.event_values import EventValues, read_event
from macros_py.book.tables.rounds import Round, read_rounds
from macros_py.cells import name_key
from macros_py.rules.circulation import protocol_lines
from macros_py.rules.entries import KNOW_THE_DEALS
from macros_py.rules.event import LINES, Penalty, Place, ProtocolLine, Result, RoundState, Status
from macros_py.rules.lineup import Lineup, check_substitutions
from macros_py.rules.problems import Problem
from macros_py.rules.protocol import ExpectedSheet, Letter, RowState, TypedRow, state_word
from macros_py.rules.rulings import Ruling, apply_rulings, check_rulings, penalties, statuses

OVER = {RoundState.PLAYED, RoundState.CLOSED}
RowKey = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Hall:
    """One reading of the workbook. ``problems`` are the cells that could not be read, sheet by sheet."""

    event: EventValues
    rounds: Mapping[int, Round]
    places: Sequence[Place]
    lineup: Lineup
    rows: Sequence[TypedRow]
    rulings: Sequence[Ruling]
    eligible: frozenset[str]
    """Who may come in for another: the table judges and the reserves named beforehand (VSZ 6)."""
    problems: Sequence[Problem]

    @property
    def dealt(self) -> list[int]:
        """Give the rounds that are dealt and seated, ascending: those that have result rows."""
        return [
            number
            for number in self.lineup.rounds
            if number in self.rounds and self.rounds[number].state is not RoundState.PLANNED
        ]

    @property
    def is_final(self) -> bool:
        """Tell whether every round of the event has been closed, so that its results are fixed (VSZ 5).

        A number of rounds raised after that opens nothing: no round that was planned is left.
        """
        planned = [entry.state is RoundState.CLOSED for entry in self.rounds.values()]
        return bool(planned and self.event.rounds) and (all(planned) or not self.open_rounds)

    @property
    def open_rounds(self) -> list[int]:
        """Give the rounds of the event that are not closed yet; of those known where their number is unusable."""
        return [
            number
            for number in range(1, self.event.rounds + 1) or sorted(self.rounds)
            if number not in self.rounds or self.rounds[number].state is not RoundState.CLOSED
        ]


def read_hall(book: Book) -> Hall:
    """Read everything that results depend on."""
    event, problems = read_event(book)
    rounds, found = read_rounds(book)
    problems += found
    places, found = lines.read_places(book)
    problems += found
    plan, found = seating.read_plan(book, places)
    problems += found
    changes, found = substitutions.read_substitutions(book)
    problems += found
    ruled, found = rulings.read_rulings(book)
    problems += found
    lineup = Lineup(places, plan if event.deals else (), changes, event.deals)
    rows = results.read_rows(book)
    return Hall(event, rounds, places, lineup, rows, ruled, may_come_in(book, event), problems)


def may_come_in(book: Book, event: EventValues) -> frozenset[str]:
    """Give the table judges and the reserves, without those who know the deals (VSZ 6)."""
    reserves = [entrant.name for entrant in read_entrants(book)[0] if entrant.is_reserve]
    barred = {name_key(name) for role in KNOW_THE_DEALS for name in event.officials.get(role, ())}
    named = [*event.officials.get("asztalbirok", ()), *reserves]
    return frozenset(name for name in named if name_key(name) not in barred)


def lines_of(hall: Hall, rounds: Iterable[int]) -> list[ProtocolLine]:
    """Give the protocol lines of the rounds, in the order of the papers."""
    return [
        line for number in rounds for line in protocol_lines(number, hall.lineup.tables, hall.event.deals)
    ]


def expected_sheet(hall: Hall) -> ExpectedSheet:
    """Give what tEredmenyek should hold."""
    return ExpectedSheet(
        lines=lines_of(hall, hall.dealt),
        seats={
            (number, table, line): hall.lineup.persons(position)
            for number in hall.lineup.rounds
            for table in range(1, hall.lineup.tables + 1)
            for line in LINES
            if (position := hall.lineup.position_at(number, table, line))
        },
        states={number: entry.state for number, entry in hall.rounds.items()},
        ruled=frozenset(
            (number, deal, table, position.line)
            for position, number, deal in statuses(hall.rulings, hall.lineup)
            if (table := hall.lineup.table_of(position, number))
        ),
    )


def typed_by_key(hall: Hall) -> dict[RowKey, tuple[int, TypedRow]]:
    """Give index and row by (round, deal, table); of rows that stand twice the first one with a result."""
    found: dict[RowKey, tuple[int, TypedRow]] = {}
    for index, row in enumerate(hall.rows):
        if row.key and (row.key not in found or fullness(row) > fullness(found[row.key][1])):
            found[row.key] = (index, row)
    return found


def fullness(row: TypedRow) -> int:
    """Tell how much of a result a row holds: 2 with Ft or a state, 1 with less, 0 while it is blank."""
    has_result = bool(row.state) or any(cell is not None for cell in row.ft)
    return 2 if has_result else int(row.is_touched)


def begun_rounds(hall: Hall) -> list[int]:
    """Give the rounds that count: those played, and those of which something has been typed."""
    touched = {row.key[0] for row in hall.rows if row.key and row.is_touched}
    return [number for number in hall.dealt if hall.rounds[number].state in OVER or number in touched]


def results_of(hall: Hall) -> list[Result]:
    """Give every position's result on every deal of the begun rounds, rulings applied; a blank is missing."""
    typed = typed_by_key(hall)
    found = []
    for line in lines_of(hall, begun_rounds(hall)):
        _, row = typed.get((line.round, line.deal, line.table), (0, None))
        for seat, letter in enumerate(LINES):
            position = hall.lineup.position_at(line.round, line.table, letter)
            if position:
                ft, status = cell_result(row, seat)
                found.append(Result(line.round, line.deal, line.table, position, ft, status))
    return apply_rulings(found, statuses(hall.rulings, hall.lineup))


def cell_result(row: TypedRow | None, seat: int) -> tuple[int | None, Status]:
    """Give Ft and status of one seat (0, 1, 2 = A, B, C) of a typed row."""
    cell = row.ft[seat] if row else None
    if row and state_word(row.state) is RowState.NEM_JATSZOTT:
        return (cell if isinstance(cell, int) else None), Status.NEM_JATSZOTT
    if isinstance(cell, Letter):
        return None, cell.status
    return (cell, Status.PLAYED) if isinstance(cell, int) else (None, Status.MISSING)


def penalties_of(hall: Hall) -> list[Penalty]:
    """Give the deductions in force."""
    return penalties(hall.rulings, hall.lineup)


def check_decisions(hall: Hall) -> list[Problem]:
    """Give what is wrong with cells, rulings and substitutions."""
    changes = check_substitutions(hall.lineup, hall.eligible)
    return [*hall.problems, *changes, *check_rulings(hall.rulings, hall.lineup)]
