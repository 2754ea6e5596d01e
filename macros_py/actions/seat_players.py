"""seat_players: the seating of all rounds by the best plan known, with its certificate (VSZ 6), and its papers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from macros_py.actions.check_entries import examine_entries
from macros_py.actions.context import Context, Options
from macros_py.actions.drawing import accept_swaps
from macros_py.actions.hall import add_result_rows, read_hall
from macros_py.book.port import Book, CellValue, Row
from macros_py.book.tables.event import EventValues, read_event
from macros_py.book.tables.hall import SEATING_TABLE, Round, plan_rows, read_places, read_rounds, write_rounds
from macros_py.book.tables.reading import amount
from macros_py.rules.hall.circulation import judges_needed, judges_tables, routes
from macros_py.rules.hall.evening import opponents_strength, strengths
from macros_py.rules.hall.event import Place, Position, RoundState, TableSeating
from macros_py.rules.hall.lines import check_places
from macros_py.rules.hall.movement import Certificate, best_plan, certify, check_meetings, meetings
from macros_py.rules.hall.people import LINES_TABLE
from macros_py.rules.problems import Problem, has_errors
from macros_py.rules.results.protocol import RESULTS_TABLE
from macros_py.rules.results.ranking import rounded
from macros_py.words import say

MEETINGS, ROUTES, _JUDGES_VALUE = "tTalalkozasok", "tKorforgas", "korforgas_birok"
_RESTING = "–"
_RANK_DECIMALS = 2


def _write_hall_papers(
    book: Book, places: Sequence[Place], plan: Sequence[TableSeating], event: EventValues, tables_each: int
) -> None:
    """Fill Találkozások and Körforgás; ``tables_each`` is how many tables one table judge looks after (VSZ 4)."""
    tables = len(places) // 3
    book.write_table(MEETINGS, _meeting_rows(places, plan))
    book.write_table(ROUTES, _route_rows(tables, event.deals))
    book.write_value(_JUDGES_VALUE, _judges_text(tables, event.officials.get("asztalbirok", ()), tables_each))


def _meeting_rows(places: Sequence[Place], plan: Sequence[TableSeating]) -> list[Row]:
    """Give a row for each player, by line and table: strength of his opponents, tables, how often he meets whom."""
    ordered = sorted(places, key=lambda place: place.position)
    ranks, opponents = strengths(ordered), opponents_strength(ordered, plan)
    met, tables = _met_positions(plan), _tables_of(plan)
    rows: list[Row] = []
    for number, place in enumerate(ordered, start=1):
        own = met[place.position]
        row: Row = {
            "Sorszám": number,
            "Név": place.name,
            "Vonal": place.position.line,
            "Induló asztal": place.position.table,
            "Rang": amount(ranks[place.position]),
            "Ellenfelek átlagos rangja": _mean(opponents.get(place.position)),
            "Ismételt találkozás": sum(times - 1 for times in own.values()),
            "Asztalok": ", ".join(map(str, tables[place.position])),
        }
        matrix: Row = {f"{at}.": own.get(other.position) for at, other in enumerate(ordered, start=1)}
        rows.append(row | matrix)
    return rows


def _mean(value: Fraction | None) -> CellValue:
    return None if value is None else float(rounded(value / 100, _RANK_DECIMALS))


def _met_positions(plan: Sequence[TableSeating]) -> dict[Position, dict[Position, int]]:
    met: defaultdict[Position, dict[Position, int]] = defaultdict(dict)
    for (first, second), times in meetings(plan).items():
        met[first][second] = times
        met[second][first] = times
    return met


def _tables_of(plan: Sequence[TableSeating]) -> dict[Position, list[int]]:
    visited: defaultdict[Position, list[int]] = defaultdict(list)
    for seating in sorted(plan, key=lambda seating: seating.round):
        for position in seating.positions:
            visited[position].append(seating.table)
    return visited


def _route_rows(tables: int, deals: int) -> list[Row]:
    rows: list[Row] = []
    for route in routes(tables, deals):
        row: Row = {"Példány": route.copy, "Leosztás": route.deal, "Kezdő": route.starter}
        for step, table in enumerate(route.tables, start=1):
            row[f"{step}. lépés"] = _RESTING if table is None else str(table)
        rows.append(row)
    return rows


def _judges_text(tables: int, names: Sequence[str], tables_each: int) -> str:
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


_MOST_PAIRS = 300
"""Pairs named in the certificate: a cell holds 32,767 characters."""


def seat_players(context: Context, options: Options) -> list[Problem]:
    """Seat everybody in every round; refused once results have been typed, or while the lines are incomplete."""
    places, problems = _usable_places(context)
    event, _ = read_event(context.book)
    rounds, unreadable = read_rounds(context.book)
    problems += unreadable
    if read_hall(context.book).progress.has_begun:
        problems.append(Problem("seating_after_results", table=SEATING_TABLE))
    if has_errors(problems):
        return problems
    swaps = accept_swaps(context, places)
    plan = best_plan(len(places) // 3, event.rounds).seatings
    certificate = certify(plan)
    context.book.write_table(SEATING_TABLE, plan_rows(plan, places))
    text = _certificate_text(certificate, places)
    context.book.write_value("ulesrend_igazolas", text)
    _write_hall_papers(context.book, places, plan, event, context.rulebook.tables_per_judge)
    planned = {number: rounds.get(number, Round(number)) for number in range(1, event.rounds + 1)}
    dealt = {number: entry for number, entry in rounds.items() if entry.state is not RoundState.PLANNED}
    write_rounds(context.book, (planned | dealt).values())
    context.book.write_table(RESULTS_TABLE, [])
    add_result_rows(context.book, planned | dealt, event.deals)
    if swaps:
        context.say("done.lines_kept", swaps=swaps)
    context.book.tell(text)
    return problems + check_meetings(certificate)


def _usable_places(context: Context) -> tuple[list[Place], list[Problem]]:
    """Give the places on the Vonalak sheet, held against the entry list, and all that is wrong with them."""
    players, problems = examine_entries(context)
    places, unreadable = read_places(context.book)
    problems += unreadable
    if not places and not unreadable:
        problems.append(Problem("no_lines", table=LINES_TABLE))
    elif not unreadable:
        problems += check_places(places, players)
    return places, problems


def _certificate_text(certificate: Certificate, places: Sequence[Place]) -> str:
    size = {"tables": certificate.tables, "rounds": certificate.rounds}
    if certificate.is_clean:
        return say("done.certificate_clean", **size)
    names = {place.position: place.name for place in places}
    pairs = [
        say("done.certificate_pair", first=names[pair.first], second=names[pair.second], times=pair.meetings)
        for pair in certificate.repeats[:_MOST_PAIRS]
    ]
    more = len(certificate.repeats) - len(pairs)
    return say(
        "done.certificate_repeats",
        clean=certificate.clean_rounds,
        worst=certificate.worst,
        repeats=len(certificate.repeats),
        pairs="; ".join(pairs) + (say("done.certificate_more", more=more) if more else ""),
        **size,
    )
