"""What follows from the seating: who meets whom, how strong the opponents are, and the way of each case."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from macros_py.book.port import Book, CellValue, Row
from macros_py.book.tables.event_values import EventValues
from macros_py.book.tables.reading import amount
from macros_py.rules.evening import opponents_strength, strengths
from macros_py.rules.event import Place, Position, TableSeating
from macros_py.rules.movement import meetings
from macros_py.rules.ranking import rounded
from macros_py.rules.routes import judges_needed, judges_tables, routes
from macros_py.words import say

MEETINGS, ROUTES, JUDGES_VALUE = "tTalalkozasok", "tKorforgas", "korforgas_birok"
RESTING = "–"
RANK_DECIMALS = 2


def write_hall_papers(
    book: Book, places: Sequence[Place], plan: Sequence[TableSeating], event: EventValues, tables_each: int
) -> None:
    """Fill Találkozások and Körforgás; ``tables_each`` is how many tables one table judge looks after (VSZ 4)."""
    tables = len(places) // 3
    book.write_table(MEETINGS, meeting_rows(places, plan))
    book.write_table(ROUTES, route_rows(tables, event.deals))
    book.write_value(JUDGES_VALUE, judges_text(tables, event.officials.get("asztalbirok", ()), tables_each))


def meeting_rows(places: Sequence[Place], plan: Sequence[TableSeating]) -> list[Row]:
    """Give a row for each player, by line and table: strength of his opponents, tables, how often he meets whom."""
    ordered = sorted(places, key=lambda place: place.position)
    ranks, opponents = strengths(ordered), opponents_strength(ordered, plan)
    met, tables = met_positions(plan), tables_of(plan)
    rows: list[Row] = []
    for number, place in enumerate(ordered, start=1):
        own = met[place.position]
        row: Row = {
            "Sorszám": number,
            "Név": place.name,
            "Vonal": place.position.line,
            "Induló asztal": place.position.table,
            "Rang": amount(ranks[place.position]),
            "Ellenfelek átlagos rangja": mean(opponents.get(place.position)),
            "Ismételt találkozás": sum(times - 1 for times in own.values()),
            "Asztalok": ", ".join(map(str, tables[place.position])),
        }
        matrix: Row = {f"{at}.": own.get(other.position) for at, other in enumerate(ordered, start=1)}
        rows.append(row | matrix)
    return rows


def mean(value: Fraction | None) -> CellValue:
    """Give a mean rank as a cell holds it."""
    return None if value is None else float(rounded(value / 100, RANK_DECIMALS))


def met_positions(plan: Sequence[TableSeating]) -> dict[Position, dict[Position, int]]:
    """Give whom each position meets how often."""
    met: defaultdict[Position, dict[Position, int]] = defaultdict(dict)
    for (first, second), times in meetings(plan).items():
        met[first][second] = times
        met[second][first] = times
    return met


def tables_of(plan: Sequence[TableSeating]) -> dict[Position, list[int]]:
    """Give the tables that each position visits, round by round."""
    visited: defaultdict[Position, list[int]] = defaultdict(list)
    for seating in sorted(plan, key=lambda seating: seating.round):
        for position in seating.positions:
            visited[position].append(seating.table)
    return visited


def route_rows(tables: int, deals: int) -> list[Row]:
    """Give a row for each case."""
    rows: list[Row] = []
    for route in routes(tables, deals):
        row: Row = {"Példány": route.copy, "Leosztás": route.deal, "Kezdő": route.starter}
        for step, table in enumerate(route.tables, start=1):
            row[f"{step}. lépés"] = RESTING if table is None else str(table)
        rows.append(row)
    return rows


def judges_text(tables: int, names: Sequence[str], tables_each: int) -> str:
    """Say which table judge looks after which neighbouring tables, and how many are missing (VSZ 4)."""
    needed = judges_needed(tables, tables_each)
    count = max(len(names), needed)
    parts = [
        say(
            "done.judge_tables",
            name=names[judge] if judge < len(names) else say("done.judge_unnamed", number=judge + 1),
            tables=f"{row[0]}–{row[-1]}" if len(row) > 1 else str(row[0]),
        )
        for judge, row in enumerate(judges_tables(tables, count))
        if row
    ]
    return say("done.judges", parts="; ".join(parts))
