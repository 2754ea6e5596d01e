"""No sequence of verbs and typed changes leads from a final ranking to another one (VSZ 5), but an official's error."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from macros_py.actions.context import Context
from macros_py.actions.running import run
from macros_py.book.history import CopyMoment
from macros_py.book.port import Book, CellValue, Row
from macros_py.book.snapshots import Snapshot, snapshot
from macros_py.rules.cards.draws import Stream
from macros_py.rules.problems import Problem
from macros_py.verbs import verbs
from tests.actions.conftest import START, Event

pytestmark = pytest.mark.slow

NAME = "Fő Béla"
VERBS: dict[str, dict[str, Any]] = {
    "assign_lines": {},
    "seat_players": {},
    "deal_round": {"round": (3,), "elsewhere": True},
    "reveal_round": {"round": (2,), "person": NAME, "early": True},
    "check_entries": {},
    "check_results": {},
    "list_queries": {},
    "next_missing": {},
    "score_event": {},
    "preview": {},
    "close_round": {"round": (2,), "early": True, "person": NAME},
    "post_results": {},
    "award_masterpoints": {},
    "correct_result": {"round": (1,), "deal": 1, "table": 1, "ft": "16,-8,-8", "soloist": "A"},
    "choose_rules": {"keep": "edition", "person": NAME},
    "undo_last": {},
    "restore": {"to": "1"},
}
PLACES = [
    *(
        ("tEredmenyek", "Ft A"),
        ("tEredmenyek", "Teljesítés"),
        ("tEredmenyek", "Állapot"),
        ("tFordulok", "Állapot"),
    ),
    *(
        ("tVonalak", "Név"),
        ("tUlesrend", "B"),
        ("tNevezok", "Név"),
        ("tNevezok", "Mesterpont"),
        ("tPontok", "Ft"),
    ),
    *(("tSzabalyok", "Érték"), ("tNaplo", "Részletek"), ("tNaplo", "Lenyomat"), ("tVegeredmeny", "Pont")),
]
CELLS: list[CellValue] = [
    None,
    0,
    8,
    -4,
    "",
    "nem játszott",
    "lejátszva",
    "kiosztva",
    "terv",
    "PA",
    "Játékos 05",
    "x",
]
NAMED = [
    "fordulok",
    "leosztasok_fordulonkent",
    "veglegesitve",
    "kifuggesztve",
    "naplo_vege",
    "kulcs_lenyomat",
]
RULINGS: list[Row] = [
    {"Sorszám": 1, "Fajta": "renonsz", "Forduló": 1, "Leosztás": 1, "Asztal": 1},
    {"Sorszám": 2, "Fajta": "levonás", "Forduló": 1, "Asztal": 2, "Érték": 3, "Egység": "pont"},
    {"Sorszám": 3, "Fajta": "nem játszott", "Forduló": 2},
]


@dataclass(slots=True)
class Remembered:
    """The copies of an event in memory."""

    taken: list[tuple[CopyMoment, Snapshot]] = field(default_factory=list)

    def moments(self) -> list[CopyMoment]:
        """Give the copies, the oldest first."""
        return [moment for moment, _ in self.taken]

    def load(self, moment: CopyMoment) -> Snapshot | None:
        """Give one."""
        return next((copy for one, copy in self.taken if one == moment), None)

    def take(self, book: Book, verb: str) -> None:
        """Keep what stands before a verb."""
        when = START + timedelta(hours=1, seconds=len(self.taken))
        copy = deepcopy(snapshot(book, verb, when))
        self.taken.append((CopyMoment(when, verb, Path(f"{len(self.taken)}.json.gz")), copy))


def pressed(event: Event, copies: Remembered, verb: str, **options: Any) -> list[Problem]:
    """Carry out one verb with copies to go back to."""
    randomness = Stream(b"only for tests, never for an event", "test").bytes
    context = Context(event.book, event.edition, event.clock, randomness, "Teszt Elek", event.keys, copies)
    return run(verbs()[verb], context, options, copies.take)


@cache
def finished_event() -> tuple[Event, Remembered]:
    """Play and close, once, an event with its masterpoints."""
    event, copies = Event(), Remembered()
    event.finish(9, 2, 1)
    assert pressed(event, copies, "award_masterpoints") == []
    return event, copies


def twin_of(event: Event) -> Event:
    """Copy an event; its edition, which nothing changes, stays one."""
    return deepcopy(event, {id(event.edition): event.edition})


class AfterTheLastClosing(RuleBasedStateMachine):
    """A closed event in the hands of somebody with a keyboard and every button, but not the official's error."""

    @initialize()
    def close(self) -> None:
        """Take a closed event with its masterpoints."""
        event, copies = finished_event()
        self.event, self.copies = twin_of(event), Remembered([*copies.taken])
        self.ranking = self.published()

    def published(self) -> list[list[CellValue]]:
        """Give place, name, points, percentage and masterpoints as they are published."""
        headings = ("Helyezés", "Név", "Pont", "Százalék", "Ft", "Mesterpont")
        return [[row[one] for one in headings] for row in self.event.book.read_table("tVegeredmeny")]

    @rule(verb=st.sampled_from(sorted(VERBS)))
    def press(self, verb: str) -> None:
        """Press any button."""
        pressed(self.event, self.copies, verb, **VERBS[verb])

    @rule()
    def look_at_the_copies(self) -> None:
        """List what copies there are."""
        pressed(self.event, self.copies, "restore")

    @rule(place=st.sampled_from(PLACES), row=st.integers(0, 5), cell=st.sampled_from(CELLS))
    def type(self, place: tuple[str, str], row: int, cell: CellValue) -> None:
        """Type into a cell."""
        table, heading = place
        rows = self.event.book.read_table(table)
        if row < len(rows):
            rows[row][heading] = cell
            self.event.book.write_table(table, rows)

    @rule(table=st.sampled_from(["tEredmenyek", "tNaplo", "tFordulok", "tDontesek"]), row=st.integers(-2, 3))
    def delete(self, table: str, row: int) -> None:
        """Delete a row."""
        rows = self.event.book.read_table(table)
        if -len(rows) <= row < len(rows):
            del rows[row]
            self.event.book.write_table(table, rows)

    @rule(ruling=st.sampled_from(RULINGS))
    def rule_on(self, ruling: Row) -> None:
        """Type a ruling."""
        self.event.add("tDontesek", ruling)

    @rule(name=st.sampled_from(NAMED), cell=st.sampled_from([None, 1, 3]))
    def set_value(self, name: str, cell: CellValue) -> None:
        """Type into a named cell."""
        if name in self.event.book.values:
            self.event.book.write_value(name, cell)

    @invariant()
    def the_ranking_stands(self) -> None:
        """Whatever is published now says what the closing said, or nothing is published at all."""
        if not hasattr(self, "ranking"):
            return
        twin = twin_of(self.event)
        found = pressed(twin, Remembered([*self.copies.taken]), "award_masterpoints")
        if not found:
            headings = ("Helyezés", "Név", "Pont", "Százalék", "Ft", "Mesterpont")
            now = [[row[one] for one in headings] for row in twin.book.read_table("tVegeredmeny")]
            assert now == self.ranking


@pytest.mark.filterwarnings("ignore")
def test_nothing_leads_from_final_to_another_ranking() -> None:
    """Whatever is typed and pressed in whatever order, either the same ranking is published, or none."""
    run_state_machine_as_test(
        AfterTheLastClosing,
        settings=settings(
            max_examples=20,
            stateful_step_count=8,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
