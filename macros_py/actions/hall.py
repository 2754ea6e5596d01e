"""The event as the workbook tells it: who sits where, what was typed, what was ruled; and the rows to type into."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from macros_py.book.port import Book, Row
from macros_py.book.tables.event import (
    POSTED,
    EventValues,
    are_protocols_closed,
    has_record,
    is_final,
    read_event,
    stands,
)
from macros_py.book.tables.hall import ROUNDS_TABLE, Round, read_entrants, read_places, read_plan, read_rounds
from macros_py.book.tables.results import KEY, blank_row, read_rulings, read_substitutions, read_typed_rows
from macros_py.cells import cell_name_key, read_text
from macros_py.rules.hall.circulation import protocol_lines
from macros_py.rules.hall.entries import KNOW_THE_DEALS, participants
from macros_py.rules.hall.event import LINES, Entrant, Place, ProtocolLine, Result, RoundState, Status
from macros_py.rules.hall.lineup import Lineup
from macros_py.rules.hall.progress import OVER, Progress
from macros_py.rules.problems import Problem
from macros_py.rules.results.protocol import RESULTS_TABLE
from macros_py.rules.results.rulings import Ruling, apply_rulings, statuses
from macros_py.rules.results.typed_results import (
    ExpectedSheet,
    Letter,
    ResultKey,
    RowState,
    SeatKey,
    TypedRow,
    state_word,
)

_NO_FT_NEEDED = (RowState.NEM_JATSZOTT, RowState.RULED)
"""What says in the row itself why its Ft are blank."""


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
    progress: Progress = field(default_factory=Progress)
    """How far the event has got: the one answer, whoever asks."""

    @property
    def dealt(self) -> list[int]:
        """Give the rounds that have result rows and can be scored, ascending."""
        return [number for number in self.progress.dealt if number in self.lineup.rounds]

    @property
    def is_final(self) -> bool:
        """Tell whether the last closing has fixed the results (VSZ 5)."""
        return self.progress.is_final


def read_hall(book: Book) -> Hall:
    """Read everything that results depend on."""
    event, problems = read_event(book)
    rounds, in_rounds = read_rounds(book)
    places, in_places = read_places(book)
    plan, in_plan = read_plan(book, places)
    changes, in_changes = read_substitutions(book)
    ruled, in_rulings = read_rulings(book)
    problems = [*problems, *in_rounds, *in_places, *in_plan, *in_changes, *in_rulings]
    lineup = Lineup(places, plan if event.deals else (), changes, event.deals)
    entrants, _ = read_entrants(book)
    eligible = _may_come_in(entrants, event)
    hall = Hall(event, rounds, places, lineup, read_typed_rows(book), ruled, eligible, problems)
    seated = frozenset(seat.round for seat in plan)
    return replace(hall, progress=_progress_of(book, hall, seated, len(participants(entrants))))


def _progress_of(book: Book, hall: Hall, seated: frozenset[int], players: int) -> Progress:
    states = {number: entry.state for number, entry in hall.rounds.items()}
    return Progress(
        players=players,
        planned=hall.event.rounds,
        states=states,
        has_lines=bool(hall.places),
        seated=seated,
        touched=frozenset(row.round for row in hall.rows if row.is_touched and isinstance(row.round, int)),
        missing=_missing_results(hall),
        is_final=is_final(book, states.values()),
        are_protocols_closed=are_protocols_closed(book),
        is_posted=stands(book, POSTED),
        has_awards=bool(book.read_table("tMesterpontok")),
        has_record=has_record(book),
    )


def _missing_results(hall: Hall) -> Mapping[int, int]:
    """Count by round the blank Ft cells of played rounds for which neither the row nor a ruling gives a reason."""
    ruled = ruled_statuses(hall)
    return Counter(
        row.round
        for row in hall.rows
        if isinstance(row.round, int) and row.round in hall.rounds and hall.rounds[row.round].state in OVER
        if state_word(row.state) not in _NO_FT_NEEDED
        for line, cell in zip(LINES, row.ft, strict=True)
        if cell is None and row.key and (*row.key, line) not in ruled
    )


def ruled_statuses(hall: Hall) -> Mapping[SeatKey, Status]:
    """Give the status that a ruling in force sets, by round, deal, table and line."""
    return {
        (number, deal, table, position.line): status
        for (position, number, deal), status in statuses(hall.rulings, hall.lineup).items()
        if (table := hall.lineup.table_of(position, number))
    }


def _may_come_in(entrants: Iterable[Entrant], event: EventValues) -> frozenset[str]:
    """Give the table judges and the reserves, without those who know the deals (VSZ 6)."""
    reserves = [entrant.name for entrant in entrants if entrant.is_reserve]
    barred = {cell_name_key(name) for role in KNOW_THE_DEALS for name in event.officials.get(role, ())}
    named = [*event.officials.get("asztalbirok", ()), *reserves]
    return frozenset(name for name in named if cell_name_key(name) not in barred)


def round_refusals(step: str, progress: Progress, numbers: Iterable[int]) -> list[Problem]:
    """Say of each round why it cannot be stepped on so (``deal``, ``reveal``, ``close``); nothing where it can."""
    return [
        Problem(refusal.code, ROUNDS_TABLE, key=(number,), found=refusal.found, fields=refusal.fields)
        for number in numbers
        if (refusal := progress.round_refusal(step, number))
    ]


def _lines_of(hall: Hall, rounds: Iterable[int]) -> list[ProtocolLine]:
    tables, deals = hall.lineup.tables, hall.event.deals
    return [line for number in rounds for line in protocol_lines(number, tables, deals)]


def expected_sheet(hall: Hall) -> ExpectedSheet:
    """Give what tEredmenyek should hold."""
    seats = {
        (number, table, line): hall.lineup.persons(position)
        for number in hall.lineup.rounds
        for table in range(1, hall.lineup.tables + 1)
        for line in LINES
        if (position := hall.lineup.position_at(number, table, line))
    }
    states = {number: entry.state for number, entry in hall.rounds.items()}
    return ExpectedSheet(_lines_of(hall, hall.dealt), seats, states, frozenset(ruled_statuses(hall)))


def typed_by_key(hall: Hall) -> dict[ResultKey, tuple[int, TypedRow]]:
    """Give index and row by (round, deal, table); of rows that stand twice the first one with a result."""
    found: dict[ResultKey, tuple[int, TypedRow]] = {}
    for index, row in enumerate(hall.rows):
        if row.key and (row.key not in found or _fullness(row) > _fullness(found[row.key][1])):
            found[row.key] = (index, row)
    return found


def _fullness(row: TypedRow) -> int:
    """Tell how much of a result a row holds: 2 with Ft or a state, 1 with less, 0 while it is blank."""
    has_result = bool(row.state) or any(cell is not None for cell in row.ft)
    return 2 if has_result else int(row.is_touched)


def begun_rounds(hall: Hall) -> list[int]:
    """Give the rounds that count: those played, and those of which something has been typed."""
    return [number for number in hall.dealt if number in hall.progress.begun]


def results_of(hall: Hall) -> list[Result]:
    """Give every position's result on every deal of the begun rounds, rulings applied; a blank is missing."""
    typed = typed_by_key(hall)
    found = []
    for line in _lines_of(hall, begun_rounds(hall)):
        _, row = typed.get((line.round, line.deal, line.table), (0, None))
        for seat, letter in enumerate(LINES):
            if position := hall.lineup.position_at(line.round, line.table, letter):
                ft, status = _cell_result(row, seat)
                found.append(Result(line.round, line.deal, line.table, position, ft, status))
    return apply_rulings(found, statuses(hall.rulings, hall.lineup))


def _cell_result(row: TypedRow | None, seat: int) -> tuple[int | None, Status]:
    """Give Ft and status of one seat (0, 1, 2 = A, B, C) of a typed row."""
    cell = row.ft[seat] if row else None
    if row and state_word(row.state) is RowState.NEM_JATSZOTT:
        return (cell if isinstance(cell, int) else None), Status.NEM_JATSZOTT
    if isinstance(cell, Letter):
        return None, cell.status
    return (cell, Status.PLAYED) if isinstance(cell, int) else (None, Status.MISSING)


def add_result_rows(book: Book, rounds: Mapping[int, Round], deals: int) -> int:
    """Add the rows still missing of every dealt and seated round, in the order of the papers; give their number.

    What is typed already stays as it stands.
    """
    seats, present = _seated_names(book), book.read_table(RESULTS_TABLE)
    known = {_result_key(row) for row in present}
    added: list[Row] = []
    for number in sorted(rounds):
        tables = sum(seated == number for seated, _ in seats)
        if rounds[number].state is RoundState.PLANNED or not tables:
            continue
        for line in protocol_lines(number, tables, deals):
            names = seats.get((number, line.table))
            if names and _result_key(row := blank_row(line, names)) not in known:
                added.append(row)
    if added:
        book.write_table(RESULTS_TABLE, [*present, *added])
    return len(added)


def _seated_names(book: Book) -> dict[tuple[int, int], Sequence[str]]:
    seats: dict[tuple[int, int], Sequence[str]] = {}
    for row in book.read_table("tUlesrend"):
        number, table = read_text(row["Forduló"]), read_text(row["Asztal"])
        if number.isdigit() and table.isdigit():
            seats[int(number), int(table)] = [read_text(row[line]) for line in LINES]
    return seats


def _result_key(row: Row) -> tuple[str, ...]:
    return tuple(read_text(row[heading]) for heading in KEY)
