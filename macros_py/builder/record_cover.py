"""Összefoglaló: the event's data, how far it has got, what the formulas use, and how to audit it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from macros_py.book.log_chain import LOG_TABLE, head
from macros_py.book.port import CellValue
from macros_py.book.schema import layouts
from macros_py.builder.record_data import RecordData
from macros_py.builder.record_draws import labelled_draws, unchecked_rounds
from macros_py.builder.record_look import RecordFormats
from macros_py.builder.record_page import Banner, Cell, Live, put_styled, set_print, shown_kind, write_title
from macros_py.cells import read_whole
from macros_py.rules.scoring import top
from macros_py.words import say

COVER_SHEET = "Összefoglaló"
WIDTHS = (36, 74)
COVER_FIRST_ROW = 4
PARAGRAPH_HEIGHT = 112
EVENT_SHEET = "Verseny"
LOCAL_VALUES = frozenset({"masolat_hely", "kulcs_masolat"})
"""Named values that mean something on the referee's own machine only."""


class Cover:
    """The first sheet of the record, filled from the top."""

    def __init__(self, formats: RecordFormats, banner: Banner) -> None:
        self.formats = formats
        self.sheet: Any = formats.workbook.add_worksheet(COVER_SHEET)
        self.row = COVER_FIRST_ROW
        for index, width in enumerate(WIDTHS):
            self.sheet.set_column(index, index, width)
        write_title(self.sheet, formats, say("record.title"), banner, "")
        set_print(self.sheet, banner, COVER_SHEET, is_wide=False)
        self.sheet.hide_gridlines(2)

    def section(self, code: str) -> None:
        """Begin a section."""
        self.row += 1
        self.sheet.write_string(self.row - 1, 0, say(f"record.{code}"), self.formats.named("section"))
        self.row += 1

    def line(self, label: str, value: Cell, kind: str = "any", name: str = "") -> None:
        """Write a label and its value; ``name`` is the defined name that formulas know the value by."""
        self.sheet.write_string(self.row - 1, 0, label, self.formats.kind("text"))
        put_styled(self.sheet, self.row - 1, 1, value, self.formats.kind(shown_kind(value, kind)))
        if name:
            self.formats.workbook.define_name(name, f"='{COVER_SHEET}'!$B${self.row}")
        self.row += 1

    def paragraph(self, text: str) -> None:
        """Write a text over the whole width."""
        self.sheet.set_row(self.row - 1, PARAGRAPH_HEIGHT)
        style = self.formats.kind("long")
        self.sheet.merge_range(self.row - 1, 0, self.row - 1, len(WIDTHS) - 1, text, style)
        self.row += 1


def write_cover(formats: RecordFormats, banner: Banner, data: RecordData) -> None:
    """Write the sheet Összefoglaló."""
    cover = Cover(formats, banner)
    cover.section("event")
    for label, value, kind in event_lines(data):
        cover.line(label, value, kind)
    cover.section("state")
    for name, text in stamp_lines(data):
        cover.line(say(f"record.{name}"), text, name=name)
    for code, figure in state_lines(data):
        cover.line(say(f"record.{code}"), figure)
    unchecked = unchecked_rounds(data.tables, data.event.get("leosztasok_fordulonkent"))
    for row in data.tables.get("tFordulok", ()):
        is_unchecked = read_whole(row.get("Forduló")) in unchecked
        state = say("record.unchecked", state=row.get("Állapot")) if is_unchecked else row.get("Állapot")
        cover.line(say("record.round", number=row.get("Forduló")), state)
    if drawn := list(labelled_draws(data)):
        cover.section("draws")
        for label, text in drawn:
            cover.line(label, text, "long")
    cover.section("audit")
    cover.paragraph(say("record.audit_text"))
    cover.section("constants")
    for name, cell in constants(data):
        cover.line(say(f"record.constant.{name}"), cell, name=name)


def event_lines(data: RecordData) -> Iterator[tuple[str, CellValue, str]]:
    """Give label, value and kind of what stands on the sheet Verseny, in its order."""
    sheet = next(layout for layout in layouts() if layout.name == EVENT_SHEET)
    for value in sheet.values:
        if value.label and not value.is_hidden and value.name not in LOCAL_VALUES:
            kind = "any" if value.kind in {"text", "whole", "money"} else value.kind
            yield value.label, data.event.get(value.name), kind


def stamp_lines(data: RecordData) -> Iterator[tuple[str, CellValue]]:
    """Give defined name and text of what the file says of itself to a program (``book/stamps.py``)."""
    yield "verseny_jelleg", say("record.stamp_trial" if data.is_trial else "record.official")
    yield "verseny_azonosito", data.event.get("verseny_azonosito")


def state_lines(data: RecordData) -> Iterator[tuple[str, CellValue]]:
    """Give code of the label and figure of what has been reached."""
    yield "state_results", say("record.final" if data.is_final else "record.not_final")
    yield "state_positions", len(data.standings)
    yield "state_tables", data.lineup.tables
    yield "state_missing", sum(standing.missing for standing in data.standings)
    yield "state_created", data.created
    yield "state_log_head", head(data.tables.get(LOG_TABLE, ()))


def constants(data: RecordData) -> Iterator[tuple[str, Cell]]:
    """Give defined name and cell of every value of the rules that a formula uses."""
    scoring, masterpoints = data.rulebook.scoring, data.rulebook.masterpoints
    tables = data.lineup.tables
    yield "asztalok_szama", tables
    yield "pont_jobb", scoring.win
    yield "pont_egyenlo", scoring.tie
    yield "pont_rosszabb", scoring.loss
    yield "legnagyobb_pont", Live("=pont_jobb*(asztalok_szama-1)", Fraction(top(scoring, tables)))
    yield "vetlen_modja", scoring.vetlen_method
    yield "vetlen_szazalek", scoring.vetlen_percentage
    yield "szazalek_tizedesei", scoring.percentage_decimals
    yield "egyenlo_hanyad", Fraction(1, 10**10)
    yield "mesterpont_legkevesebb", masterpoints.least_played
    yield "mesterpont_csere", masterpoints.substituted_share
