"""A whole event by the buttons' own entry points on a workbook open in Calc, against the same on the closed file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Protocol

import pytest
import xlwings as xw

from macros_py import buttons, conductor
from macros_py.__main__ import main
from macros_py.book.file import FileBook
from macros_py.book.layout import table_layout, table_layouts, value_layouts
from macros_py.book.port import CellValue
from macros_py.rules.cards.draws import Stream

DAY = datetime(2026, 11, 28, 9, 0)
PERSON = "Teszt Elek"
COPY_TIME = re.compile(r"\d{4}\. \d\d\. \d\d\. \d\d:\d\d:\d\d|\d\d:\d\d(?=\) óta)")
"""When a copy was taken: by the computer's own clock, whatever clock a verb is given."""
LINK = re.compile(r"'[0-9a-f]{16}'(?=\})|^'[0-9a-f]{16}'$")
"""A row's place in the chain of the log: it covers the row's text, and so the folder named there."""
ANNOUNCED: dict[str, CellValue] = {
    "verseny_nev": "Kis kupa",
    "verseny_datum": date(2026, 11, 28),
    "bejelentes_datuma": date(2026, 11, 1),
    "feb_tajekozodas": "2026. 11. 20., a FEB elnökétől",
    "fobiro": "Fő Béla",
    "osztok": "Osztó Ottó",
    "asztalbirok": "Asztal Antal",
    "fordulok": 2,
    "leosztasok_fordulonkent": 3,
}
TYPED: dict[str, CellValue] = {"Felvevő": "a", "Teljesítés": "P PA", "Ft A": 4, "Ft B": -2, "Ft C": -2}
CORRECTION = {
    **{"deal": "1", "table": "1", "soloist": "-", "achievement": "-"},
    **{"ft": "0,0,0", "state": "körpassz", "reason": "elírás"},
}


class Way(Protocol):
    """A way to run an event: it presses, and it types."""

    path: Path

    def press(self, verb: str, answers: Mapping[str, object]) -> bool:
        """Carry out a verb; tell whether it was done."""

    def announce(self, values: Mapping[str, CellValue]) -> None:
        """Fill named cells."""

    def type_round(self, number: int, cells: Mapping[str, CellValue]) -> None:
        """Type the same cells into each row of a round."""


class ClosedWay:
    """The command line on the closed file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def press(self, verb: str, answers: Mapping[str, object]) -> bool:
        """Type the command."""
        given = [f"--{name}" if value is True else f"--{name}={value}" for name, value in answers.items()]
        return main([verb, str(self.path), *given, "--person", PERSON]) == 0

    def announce(self, values: Mapping[str, CellValue]) -> None:
        """Fill the cells and save."""
        book = FileBook.open(self.path)
        for name, value in values.items():
            book.write_value(name, value)
        book.save()

    def type_round(self, number: int, cells: Mapping[str, CellValue]) -> None:
        """Fill the rows and save."""
        book = FileBook.open(self.path)
        rows = book.read_table("tEredmenyek")
        book.write_table("tEredmenyek", [row | cells if row["Forduló"] == number else row for row in rows])
        book.save()


class OpenWay:
    """The buttons on the workbook open in Calc, and fingers on its cells."""

    def __init__(self, path: Path, calc: xw.App) -> None:
        self.path, self.calc = path, calc

    @property
    def book(self) -> xw.Book:
        """Give the open workbook."""
        return self.calc.books[self.path.name]

    def press(self, verb: str, answers: Mapping[str, object]) -> bool:
        """Press the button; the one for a new event from an empty workbook in front."""
        given = {**answers, "person": PERSON}
        if verb == "new_event":
            return buttons.press(verb, {**given, "file": str(self.path)}, self.calc.books.add())
        return buttons.press(verb, given, self.book)

    def announce(self, values: Mapping[str, CellValue]) -> None:
        """Type into the named cells."""
        for name, value in values.items():
            self.book.names[name].refers_to_range.value = value

    def type_round(self, number: int, cells: Mapping[str, CellValue]) -> None:
        """Type into the cells of the table, one after the other."""
        area = table_area(self.book, "tEredmenyek")
        headings, *lines = area.options(ndim=2).value
        for index, line in enumerate(lines, start=1):
            if line[headings.index("Forduló")] == number:
                for heading, value in cells.items():
                    area[index, headings.index(heading)].value = value


def table_area(book: xw.Book, table: str) -> xw.Range:
    """Give a table's cells, its headings first."""
    return book.sheets[table_layout(table).sheet].tables[table].range


def entry_list(folder: Path) -> Path:
    """Write the list of nine entrants."""
    lines = ["Név;Egyesület;Versenyengedély száma;Mesterpont;Megjelent"]
    lines += [f"Játékos {number};Teszt UE;L{number:03d};{number % 7};igen" for number in range(1, 10)]
    path = folder / "nevsor.csv"
    path.write_text("\n".join(lines), "utf-8")
    return path


def steps(way: Way) -> list[tuple[str, dict[str, object]]]:
    """Give what is pressed after the announcement, in the order of the day; ``type`` is typing."""
    folder = way.path.parent
    before: list[tuple[str, dict[str, object]]] = [
        ("import_entrants", {"from": str(entry_list(folder))}),
        *((verb, {}) for verb in ("check_entries", "assign_lines", "seat_players")),
    ]
    for number in (1, 2):
        this: dict[str, object] = {"round": str(number)}
        signed = {**this, "person": "Fő Béla"}
        before += [("deal_round", this), ("reveal_round", signed), ("type", this), ("check_results", {})]
        before += [("list_queries", {}), ("score_event", {})]
        before += [("preview", {}), ("correct_result", {**CORRECTION, **this})]
        before += [("undo_last", {})] if number == 1 else [("post_results", {})]
        before += [("close_round", {**signed, "early": True})]
    record = str(folder / "hivatalos.xlsx")
    return [*before, ("award_masterpoints", {}), ("write_record", {"to": record})]


def play(way: Way) -> None:
    """Run the event from nothing to the official record; each verb must be done."""
    assert way.press("new_event", {})
    way.announce(ANNOUNCED)
    for verb, answers in steps(way):
        if verb == "type":
            way.type_round(int(str(answers["round"])), TYPED)
        else:
            assert way.press(verb, answers), verb


def everything(path: Path) -> dict[str, str]:
    """Give all tables and values of a file as texts, without the folder and the real time of the copies."""
    book = FileBook.open(path)
    held: dict[str, object] = {table: book.read_table(table) for table in table_layouts()}
    held |= {name: book.read_value(name) for name in value_layouts()}
    texts = {name: repr(cells).replace(str(path.parent), "") for name, cells in held.items()}
    texts |= {name: LINK.sub("…", texts[name]) for name in ("tNaplo", "naplo_vege")}
    return {name: COPY_TIME.sub("…", text) for name, text in texts.items()}


def start_world(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a fixed clock and repeatable randomness in place of the real ones."""
    looks = iter(range(1_000_000))
    monkeypatch.setattr(conductor, "CLOCK", lambda: DAY + timedelta(seconds=next(looks) // 100_000))
    stream = Stream(b"only for tests, never for an event", "test")
    monkeypatch.setattr(conductor, "RANDOMNESS", stream.bytes)


def test_the_whole_event_by_buttons_is_that_of_the_closed_file(calc, tmp_path, monkeypatch):
    """From the new file to the official record: table for table and value for value the same."""
    found = []
    for name in ("zart", "gomb"):
        folder = tmp_path / name
        folder.mkdir()
        path = folder / "Kis kupa.xlsx"
        start_world(monkeypatch)
        play(ClosedWay(path) if name == "zart" else OpenWay(path, calc))
        assert (folder / "hivatalos.xlsx").exists()
        found.append(everything(path))
    closed, opened = found
    different = {name: (cells, opened[name]) for name, cells in closed.items() if cells != opened[name]}
    assert different == {}
