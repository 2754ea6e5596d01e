"""Összefoglaló: the event's data, how far it has got, the draws, what the formulas use, how to audit it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from macros_py.book.layout import layouts
from macros_py.book.log_chain import LOG_TABLE, head
from macros_py.book.port import CellValue, Row
from macros_py.book.tables.event import LogRow, labelled_rows, logged_fingerprints
from macros_py.book.tables.hall import ELSEWHERE, deals_in, is_elsewhere
from macros_py.builder.record_page import (
    Banner,
    LineCell,
    RecordFormats,
    RecordWorksheet,
    record_value,
    set_print,
    shown_kind,
    write_title,
)
from macros_py.builder.record_plan import RecordData
from macros_py.cells import read_text, read_whole
from macros_py.rules.hall.event import RoundState
from macros_py.rules.results.scoring import top
from macros_py.words import say

_COVER_SHEET, EVENT_SHEET = "Összefoglaló", "Verseny"
_WIDTHS, _COVER_FIRST_ROW, _PARAGRAPH_HEIGHT = (36, 74), 4, 112
_LOCAL_VALUES = frozenset({"masolat_hely", "kulcs_masolat"})
"""Named values that mean something on the referee's own machine only."""
_TOP, _TOP_FORMULA = "legnagyobb_pont", "pont_jobb*(asztalok_szama-1)"


class _Cover:
    def __init__(self, formats: RecordFormats, banner: Banner) -> None:
        self.formats = formats
        self.sheet: Any = formats.workbook.add_worksheet(_COVER_SHEET, RecordWorksheet)
        self.row = _COVER_FIRST_ROW
        for index, width in enumerate(_WIDTHS):
            self.sheet.set_column(index, index, width)
        write_title(self.sheet, formats, say("record.title"), banner, "")
        set_print(self.sheet, banner, _COVER_SHEET, is_wide=False)
        self.sheet.hide_gridlines(2)

    def section(self, code: str) -> None:
        self.row += 1
        self.sheet.write_string(self.row - 1, 0, say(f"record.{code}"), self.formats.named("section"))
        self.row += 1

    def line(
        self, label: str, value: CellValue | Fraction, kind: str = "any", name: str = "", *, formula: str = ""
    ) -> None:
        """Write a label and its value; ``name`` is the defined name that formulas know the value by."""
        style = self.formats.kind("text")
        shown = LineCell("B", record_value(value), self.formats.kind(shown_kind(value, kind)), formula)
        self.sheet.write_line(self.row - 1, (LineCell("A", label, style), shown), len(_WIDTHS))
        if name:
            self.formats.workbook.define_name(name, f"='{_COVER_SHEET}'!$B${self.row}")
        self.row += 1

    def paragraph(self, text: str) -> None:
        self.sheet.set_row(self.row - 1, _PARAGRAPH_HEIGHT)
        style = self.formats.kind("long")
        self.sheet.merge_range(self.row - 1, 0, self.row - 1, len(_WIDTHS) - 1, text, style)
        self.row += 1


def write_cover(formats: RecordFormats, banner: Banner, data: RecordData) -> None:
    """Write the sheet Összefoglaló."""
    cover = _Cover(formats, banner)
    cover.section("event")
    for line in _event_lines(data):
        cover.line(*line)
    cover.section("state")
    for name, text in _stamp_lines(data):
        cover.line(say(f"record.{name}"), text, name=name)
    for code, figure in _state_lines(data):
        cover.line(say(f"record.{code}"), figure)
    unchecked = _unchecked_rounds(data.tables, data.event.get("leosztasok_fordulonkent"))
    for row in data.tables.get("tFordulok", ()):
        is_unchecked = read_whole(row.get("Forduló")) in unchecked
        state = say("record.unchecked", state=row.get("Állapot")) if is_unchecked else row.get("Állapot")
        cover.line(say("record.round", number=row.get("Forduló")), state)
    if drawn := list(_labelled_draws(data)):
        cover.section("draws")
        for label, text in drawn:
            cover.line(label, text, "long")
    cover.section("audit")
    cover.paragraph(say("record.audit_text"))
    cover.section("constants")
    for name, constant in _constants(data):
        formula = _TOP_FORMULA if name == _TOP else ""
        cover.line(say(f"record.constant.{name}"), constant, name=name, formula=formula)


def _event_lines(data: RecordData) -> Iterator[tuple[str, CellValue, str]]:
    sheet = next(layout for layout in layouts() if layout.name == EVENT_SHEET)
    for value in sheet.values:
        if value.label and not value.is_hidden and value.name not in _LOCAL_VALUES:
            kind = "any" if value.kind in {"text", "whole", "money"} else value.kind
            yield value.label, data.event.get(value.name), kind


def _stamp_lines(data: RecordData) -> Iterator[tuple[str, CellValue]]:
    """Give defined name and text of what the file says of itself to a program (``book/saving.py``)."""
    yield "verseny_jelleg", say("record.stamp_trial" if data.is_trial else "record.official")
    yield "verseny_azonosito", data.event.get("verseny_azonosito")


def _state_lines(data: RecordData) -> Iterator[tuple[str, CellValue]]:
    yield "state_results", say("record.final" if data.is_final else "record.not_final")
    yield "state_positions", len(data.standings)
    yield "state_tables", data.lineup.tables
    yield "state_missing", sum(standing.missing for standing in data.standings)
    yield "state_created", data.created
    yield "state_log_head", head(data.tables.get(LOG_TABLE, ()))


def _constants(data: RecordData) -> Iterator[tuple[str, CellValue | Fraction]]:
    scoring, masterpoints = data.rulebook.scoring, data.rulebook.masterpoints
    tables = data.lineup.tables
    yield "asztalok_szama", tables
    yield "pont_jobb", scoring.win
    yield "pont_egyenlo", scoring.tie
    yield "pont_rosszabb", scoring.loss
    yield _TOP, Fraction(top(scoring, tables))
    yield "vetlen_modja", scoring.vetlen_method
    yield "vetlen_szazalek", scoring.vetlen_percentage
    yield "szazalek_tizedesei", scoring.percentage_decimals
    yield "egyenlo_hanyad", Fraction(1, 10**10)
    yield "mesterpont_legkevesebb", masterpoints.least_played
    yield "mesterpont_csere", masterpoints.substituted_share


def _labelled_draws(data: RecordData) -> Iterator[tuple[str, str]]:
    log = data.tables.get(LOG_TABLE, ())
    if dealt := _programs(data.tables.get("tFordulok", ())):
        parts = (say("record.dealt_by", program=name, rounds=", ".join(at)) for name, at in dealt.items())
        yield say("record.deals_program"), "; ".join(parts)
    if drawn := labelled_rows(log, say("done.lines_drawn")):
        yield say("record.draw_program"), _drawn_by(drawn[-1], log)
    yield from _logged(log, say("done.new_key_label"))
    keys = logged_fingerprints(log)
    for number, fingerprint in enumerate(keys, start=1) if len(keys) > 1 else ():
        yield say("record.key", number=number), fingerprint
    yield from _logged(log, say("done.no_deals_label"))


def _logged(log: Sequence[Row], what: str) -> Iterator[tuple[str, str]]:
    for row in labelled_rows(log, what):
        moment = f"{row.when:%Y. %m. %d. %H:%M}" if isinstance(row.when, datetime) else read_text(row.when)
        yield say("record.logged", what=what, when=moment), row.details


def _programs(rounds: Sequence[Row]) -> dict[str, list[str]]:
    """Give by the name of each program the rounds that it dealt."""
    found: dict[str, list[str]] = {}
    for row in rounds:
        text, number = read_text(row.get("Sorozat")), read_text(row.get("Forduló"))
        if is_elsewhere(text):
            program = text[len(ELSEWHERE) :].strip(" ()") or say("record.program_unnamed")
        elif isinstance(read_whole(text or None), int):
            program = say("record.program")
        else:
            continue
        found.setdefault(program, []).append(f"{number}.")
    return found


def _drawn_by(last: LogRow, log: Sequence[Row]) -> str:
    """Say what made the lines: this program, or a file; and whether hands changed anything afterwards."""
    from_file = say("done.lines_from_file", file="")
    text = last.details if last.details.startswith(from_file) else say("record.drawn_by")
    swaps = len(labelled_rows(log, say("done.line_swap")))
    return f"{text} {say('record.swapped', swaps=swaps)}" if swaps else text


def _unchecked_rounds(tables: Mapping[str, Sequence[Row]], deals: object) -> set[int]:
    """Give the closed rounds dealt from a key of which not all cards are there: no row was held against them."""
    whole = deals_in(tables.get("tLeosztasok", ()))
    count = read_whole(deals)
    wanted = range(1, count + 1) if isinstance(count, int) else range(0)
    return {
        number
        for row in tables.get("tFordulok", ())
        if isinstance(number := read_whole(row.get("Forduló")), int)
        if isinstance(read_whole(row.get("Sorozat")), int)
        if read_text(row.get("Állapot")).casefold() == RoundState.CLOSED.value
        if any((number, deal) not in whole for deal in wanted)
    }
