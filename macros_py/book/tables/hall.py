"""The hall: who plays (tNevezok), on which position (tVonalak), at which table in which round (tUlesrend); how far each
round has got (tFordulok), and the deals of the rounds that have been played, of no others (tLeosztasok).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from macros_py.book.port import Book, CellValue, Row
from macros_py.book.tables.reading import RowReader, row_of
from macros_py.cells import cell_name_key, read_text, read_whole
from macros_py.rules.cards.cards import CARD_COUNT, UnreadableHand, hand_notation, parse_hand
from macros_py.rules.cards.deals import HAND_SIZE, TALON_SIZE, Deal
from macros_py.rules.hall.circulation import starter
from macros_py.rules.hall.entries import ENTRANTS_TABLE
from macros_py.rules.hall.event import LINES, Entrant, Place, Position, RoundState, TableSeating
from macros_py.rules.hall.people import LINES_TABLE
from macros_py.rules.problems import Problem
from macros_py.words import FIELD_HEADINGS


def read_entrants(book: Book) -> tuple[list[Entrant], list[Problem]]:
    """Give the entrants in the order they stand (one for each row), and what could not be read."""
    problems: list[Problem] = []
    rows = enumerate(book.read_table(ENTRANTS_TABLE))
    readers = (RowReader(problems, ENTRANTS_TABLE, row, cells, ("name",)) for row, cells in rows)
    return list(map(entrant_of, readers)), problems


def entrant_of(reader: RowReader) -> Entrant:
    """Read one row."""
    return Entrant(
        name=reader.text("name"),
        club=reader.text("club"),
        licence=reader.licence("licence"),
        masterpoints=reader.decimal("masterpoints") or Fraction(0),
        has_masterpoints=read_text(reader.cell("masterpoints")) != "",
        present=reader.yes_no("present"),
        is_banned=reader.yes_no("is_banned") or False,
        licensed_by=reader.text("licensed_by"),
        fee=reader.decimal("fee"),
        is_reserve=reader.yes_no("is_reserve") or False,
        fixed_table=reader.whole("fixed_table"),
        note=reader.text("note"),
    )


def entrant_row(number: int, entrant: Entrant) -> Row:
    """Put an entrant into a row; ``number`` is the Sorszám."""
    return row_of(
        ENTRANTS_TABLE,
        entrant,
        number=number,
        masterpoints=entrant.masterpoints if entrant.has_masterpoints else None,
        is_banned=entrant.is_banned or None,
        is_reserve=entrant.is_reserve or None,
    )


def licences(book: Book) -> dict[str, tuple[str, str]]:
    """Give licence and club of everybody on the list, by name key; reserves and absentees too."""
    entrants, _ = read_entrants(book)
    return {cell_name_key(entrant.name): (entrant.licence, entrant.club) for entrant in entrants}


def read_places(book: Book) -> tuple[list[Place], list[Problem]]:
    """Give the places in the order they stand, and what could not be read; unreadable rows are left out."""
    problems: list[Problem] = []
    places = []
    for row, cells in enumerate(book.read_table(LINES_TABLE)):
        reader = RowReader(problems, LINES_TABLE, row, cells, ("line", "table"))
        before = len(problems)
        line, table, name = reader.choice("line", LINES), reader.whole("table"), reader.text("name")
        for field, value in (("line", line), ("table", table), ("name", name)):
            if not value and len(problems) == before:
                reader.report("cell_blank", field, None)
        if line and table and name:
            masterpoints, club = reader.decimal("masterpoints") or Fraction(0), reader.text("club")
            places.append(Place(Position(line, table), name, club, masterpoints, reader.text("note")))
    return places, problems


def place_row(place: Place) -> Row:
    """Put a place into a row."""
    return row_of(LINES_TABLE, place, line=place.position.line, table=place.position.table)


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
    heading = FIELD_HEADINGS[SEATING_TABLE]["round"]
    most = max(Counter(read_text(cells[heading]) for cells in rows).values(), default=0)
    positions = {(place.position.line, cell_name_key(place.name)): place.position for place in places}
    plan = []
    for row, cells in enumerate(rows):
        reader = RowReader(problems, SEATING_TABLE, row, cells, ("round", "table"))
        number, table = reader.whole("round"), reader.whole("table")
        sitting = [_sitter(reader, line, positions) for line in LINES]
        if number and table and (table > most or (number, table) in seen):
            reader.report("seat_table", "table", table, most=most)
        elif number and table and all(sitting):
            seen.add((number, table))
            plan.append(TableSeating(number, table, tuple(sitting)))  # type: ignore[arg-type]
    return plan, problems


def _sitter(reader: RowReader, line: str, positions: Mapping[tuple[str, str], Position]) -> Position | None:
    """Give the position of the name under ``line``; None with a problem if nobody of that line bears it."""
    name = reader.text(line)
    position = positions.get((line, cell_name_key(name)))
    if position is None:
        reader.report(STRANGER, line, name, line=line)
    return position


def plan_rows(plan: Sequence[TableSeating], places: Sequence[Place]) -> list[Row]:
    """Put a plan into rows, with the names of the places."""
    names = {place.position: place.name for place in places}
    seated = [(seating, {one.line: names[one] for one in seating.positions}) for seating in plan]
    return [row_of(SEATING_TABLE, seating, **sitting) for seating, sitting in seated]


ROUNDS_TABLE = "tFordulok"
ELSEWHERE = "máshonnan"
"""How Sorozat begins where the deals come from another program; its name stands behind it in brackets."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its number, the series its deals were drawn from (None: not dealt), its state, and when."""

    number: int
    series: int | str | None = None
    state: RoundState = RoundState.PLANNED
    dealt: CellValue = None
    played: CellValue = None
    closed: CellValue = None

    @property
    def is_dealt_by_us(self) -> bool:
        """Tell whether its deals come from the event's key."""
        return isinstance(self.series, int)


def read_rounds(book: Book) -> tuple[dict[int, Round], list[Problem]]:
    """Give the rounds by number, and what could not be read."""
    problems: list[Problem] = []
    rounds: dict[int, Round] = {}
    for row, cells in enumerate(book.read_table(ROUNDS_TABLE)):
        reader = RowReader(problems, ROUNDS_TABLE, row, cells, ("number",))
        number = reader.whole("number")
        state = reader.choice("state", [state.value for state in RoundState])
        series = text if is_elsewhere(text := reader.text("series")) else reader.whole("series")
        if number in rounds:
            reader.report("round_twice", "number", number)
        elif number:
            times = map(reader.cell, ("dealt", "played", "closed"))
            rounds[number] = Round(number, series, RoundState(state or "terv"), *times)
    return rounds, problems


def elsewhere(program: str = "") -> str:
    """Give what Sorozat says of deals of another program."""
    return f"{ELSEWHERE} ({program})" if program else ELSEWHERE


def is_elsewhere(text: str) -> bool:
    """Tell whether Sorozat says that the deals come from another program."""
    return text.casefold() == ELSEWHERE or text.casefold().startswith(f"{ELSEWHERE} (")


def noted_start(book: Book, number: int) -> datetime | None:
    """Give when a round was started; None where nobody noted it."""
    for row in book.read_table(ROUNDS_TABLE):
        if read_whole(row["Forduló"]) == number and isinstance(started := row.get("Elindítva"), datetime):
            return started
    return None


def write_rounds(book: Book, rounds: Iterable[Round]) -> None:
    """Write the rounds, by number."""
    ordered = sorted(rounds, key=lambda entry: entry.number)
    book.write_table(ROUNDS_TABLE, [row_of(ROUNDS_TABLE, entry) for entry in ordered])


def to_the_second(when: datetime) -> CellValue:
    """Give a time as tFordulok holds it: to the second."""
    return when.replace(microsecond=0)


DEALS_TABLE = "tLeosztasok"
DEAL_HEADINGS = ("Sorozat", "Forduló", "Leosztás", "Kezdő", *LINES, "Talon")


def read_deals(book: Book) -> dict[tuple[int, int], Deal]:
    """Give the deals that may be seen, by (round, deal); a row that is no whole deal is left out."""
    return deals_in(book.read_table(DEALS_TABLE))


def deals_in(rows: Iterable[Row]) -> dict[tuple[int, int], Deal]:
    """Give the whole deals of some rows, by (round, deal)."""
    found: dict[tuple[int, int], Deal] = {}
    for row in rows:
        number, deal = read_whole(row.get("Forduló")), read_whole(row.get("Leosztás"))
        try:
            first, second, third, talon = (parse_hand(read_text(row.get(name))) for name in (*LINES, "Talon"))
        except UnreadableHand:
            continue
        is_whole = len({*first, *second, *third, *talon}) == CARD_COUNT and len(talon) == TALON_SIZE
        is_whole = is_whole and len(first) == len(second) == len(third) == HAND_SIZE
        if isinstance(number, int) and isinstance(deal, int) and is_whole:
            found[number, deal] = Deal((first, second, third), talon)
    return found


def deal_row(series: int | str, number: int, deal: int, cards: Deal) -> Row:
    """Put deal ``deal`` of round ``number`` into a row, hands in the official order of suits and ranks."""
    hands = map(hand_notation, (*cards.hands, cards.talon))
    return dict(zip(DEAL_HEADINGS, (series, number, deal, starter(deal), *hands), strict=True))
