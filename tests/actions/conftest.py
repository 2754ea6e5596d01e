"""An event in memory, pressed verb by verb as a referee presses buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

import pytest

from macros_py.actions.context import Context
from macros_py.actions.proof import CHAIN_END
from macros_py.actions.running import run
from macros_py.book.held import HeldBook
from macros_py.book.key_file import MemoryKeyStore
from macros_py.book.port import CellValue, Row
from macros_py.editions import Edition, load_edition
from macros_py.rules.cards.draws import Stream
from macros_py.rules.problems import Problem
from macros_py.verbs import verbs

START = datetime(2026, 11, 28, 9, 0)


@dataclass(slots=True)
class Event:
    """One event on a memory book with a fixed clock (a second a look) and repeatable randomness."""

    book: HeldBook = field(default_factory=HeldBook)
    keys: MemoryKeyStore = field(default_factory=MemoryKeyStore)
    edition: Edition = field(default_factory=lambda: load_edition("mausz-2008"))
    looks: int = 0
    chance: str = "test"
    """What the randomness is repeatable by; another word is another chance."""
    snapshots: list[str] = field(default_factory=list)

    def clock(self) -> datetime:
        """Give a time one second later than the last."""
        self.looks += 1
        return START + timedelta(seconds=self.looks)

    def press(self, verb: str, **options: Any) -> list[Problem]:
        """Carry out one verb."""
        randomness = Stream(b"only for tests, never for an event", self.chance).bytes
        context = Context(self.book, self.edition, self.clock, randomness, "Teszt Elek", self.keys)
        return run(verbs()[verb], context, options, lambda book, name: self.snapshots.append(name))

    def codes(self, verb: str, **options: Any) -> list[str]:
        """Carry out one verb; give the codes of what it found."""
        return [problem.code for problem in self.press(verb, **options)]

    def close(self, *rounds: int) -> list[str]:
        """Close rounds, the last one without waiting for objections; give the codes of what was found."""
        return self.codes("close_round", round=rounds, early=True, person="Fő Béla")

    def reveal(self, number: int) -> list[str]:
        """Reveal a round whose protocols are all in; give the codes of what was found."""
        return self.codes("reveal_round", round=(number,), person="Fő Béla")

    def enter(self, players: int, **columns: CellValue) -> None:
        """Enter so many people, all present; masterpoints 0 … 6 with many equals."""
        self.book.write_table("tNevezok", [self.person(number) | columns for number in range(1, players + 1)])

    def staff(self) -> None:
        """Fill in the Verseny sheet: officials, announcement, enquiry."""
        self.book.write_value("verseny_datum", date(2026, 11, 28))
        self.book.write_value("bejelentes_datuma", date(2026, 11, 1))
        self.book.write_value("feb_tajekozodas", "2026. 11. 20., a FEB elnökétől")
        for name, people in (
            ("fobiro", "Fő Béla"),
            ("osztok", "Osztó Ottó"),
            ("asztalbirok", "Asztal Antal"),
        ):
            self.book.write_value(name, people)

    @staticmethod
    def person(number: int) -> Row:
        """Give the entry of one invented person."""
        return {
            "Sorszám": number,
            "Név": f"Játékos {number:02d}",
            "Egyesület": "Teszt UE",
            "Versenyengedély száma": f"L{number:03d}",
            "Mesterpont": number % 7,
            "Megjelent": "igen",
        }

    def prepare(self, players: int = 9, rounds: int = 3, deals: int = 3) -> None:
        """Bring the event to where the first round can be dealt."""
        self.press("new_event")
        self.book.write_value("fordulok", rounds)
        self.book.write_value("leosztasok_fordulonkent", deals)
        self.enter(players)
        self.press("assign_lines")
        self.press("seat_players")

    def play(self, number: int) -> None:
        """Deal a round, play it, and type the same 4 / −2 / −2 for every row."""
        self.press("deal_round", round=(number,))
        self.reveal(number)
        self.type(number, **{"Felvevő": "a", "Teljesítés": "P PA", "Ft A": 4, "Ft B": -2, "Ft C": -2})

    def type(
        self, number: int, deal: int | None = None, table: int | None = None, **cells: CellValue
    ) -> None:
        """Type cells into the rows of a round (of one deal, of one table)."""
        rows = self.book.read_table("tEredmenyek")
        for row in rows:
            if (
                row["Forduló"] == number
                and deal in {None, row["Leosztás"]}
                and table in {None, row["Asztal"]}
            ):
                row.update(cells)
        self.book.write_table("tEredmenyek", rows)

    def add(self, table: str, *rows: Row) -> None:
        """Type rows at the end of a table."""
        blank = dict.fromkeys(self.book.tables[table].declared)
        self.book.write_table(table, [*self.book.read_table(table), *({**blank, **row} for row in rows)])

    def finish(self, players: int = 9, rounds: int = 3, deals: int = 3) -> None:
        """Play a whole event, every round closed."""
        self.prepare(players, rounds, deals)
        for number in range(1, rounds + 1):
            self.play(number)
            self.close(number)

    def row(self, table: str, **wanted: CellValue) -> Row:
        """Give the one row of a table whose cells are as wanted."""
        found = [
            row
            for row in self.book.read_table(table)
            if all(row[name] == value for name, value in wanted.items())
        ]
        assert len(found) == 1, (wanted, found)
        return found[0]

    def everything(self, but: Sequence[str] = ()) -> dict[str, object]:
        """Give all tables, values and grids, but for some tables: to see that nothing else changed."""
        tables = {name: self.book.read_table(name) for name in self.book.tables if name not in but}
        values = {
            name: value
            for name, value in self.book.values.items()
            if name != CHAIN_END or "tNaplo" not in but
        }
        return {**tables, **values, **self.book.grids}


@pytest.fixture
def event() -> Event:
    """Give a fresh event."""
    return Event()
