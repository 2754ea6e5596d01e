"""The one text of an event: the same for the same event, whatever program saved the file last.

A version in the first line, then a section for each sheet that says something: a line for each row or named cell,
blank cells left out. What re-saving changes is not in it: 40 and 40.0 are ``40``, of a number 12 digits count, of
a moment the seconds, of a text what a person reads; the order of the rows is that of their keys. Nor is what is not
the event: columns of the referee's own, the program's remarks and settings, cards of rounds that are not closed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Context
from functools import lru_cache

from macros_py.book.held import KEPT_COLUMNS
from macros_py.book.layout import TableLayout, layouts, table_layouts
from macros_py.book.port import Book, CellValue, Row
from macros_py.cells import CellError, Formula, read_text, read_whole
from macros_py.rules.hall.event import RoundState
from macros_py.rules.names import tidy

_VERSION = "sportulti 1"
"""The first line. It goes up with every change of what follows, so that old digests are not held against new ones."""
CANONICAL_TABLES = (
    *("tEredmenyek", "tDontesek", "tCserek", "tOvasok", "tLezartak", "tFordulok"),
    *("tNevezok", "tVonalak", "tUlesrend", "tLeosztasok", "tSzabalyok"),
)
"""The tables that make the event, in the order of their sections; one that the layout does not have is passed over."""
_FORM = "Verseny"
"""The sheet whose named cells belong to the event."""
SETTINGS = frozenset({"masolat_hely", "kulcs_masolat", "bevitel_modja"})
"""Cells of that sheet that say how the program works on this computer: another pen drive is no other event."""
_COMPUTED_COLUMNS = KEPT_COLUMNS | {("tEredmenyek", "Döntés")}
"""Columns that the program writes beside the rows: they follow from what else stands there."""
_FIXED_CELLS = frozenset(
    {"fordulok", "leosztasok_fordulonkent", "szabalyzat", "kulcs_lenyomat", "jegyzokonyvek_lezarva"}
)
_FIXED_COLUMNS: Mapping[str, Collection[str]] = {
    "tNevezok": (),
    "tVonalak": ("Vonal", "Induló asztal", "Név"),
    "tSzabalyok": ("Szabály", "Érték"),
    "tOvasok": (),
    "tLezartak": (),
}
"""What results, seating and ranking follow from, and the last closing fixes (VSZ 5): of the tables that are not here
everything. Who plays is fixed by lines and seating; a licence that was missing, a fee, a remark may still be filled in.
"""
_FREE_COLUMNS = frozenset({("tEredmenyek", "Megjegyzés")})
_DIGITS = 16
"""Hexadecimal digits of a digest: 64 bits, short enough to be read out."""
_LONGEST_CANONICAL = 32767
_UNSAVED_SIGNS = dict.fromkeys((*range(0x09), 0x0B, 0x0C, *range(0x0E, 0x20)))
"""What of a text never reaches the file: signs that XML does not know, and all beyond the longest text."""
_KEPT_DIGITS = Context(prec=15, rounding=ROUND_HALF_UP)
_COUNTED_DIGITS = Context(prec=12, rounding=ROUND_HALF_UP)
"""Programs keep 15 digits of a number, the last one rounded as each likes: 12 count."""
_CALC_TRUTHS = {"=TRUE()": "igaz", "=FALSE()": "hamis"}
_NOISE = timedelta(milliseconds=1)
"""Files tell moments as parts of a day: 10:00:00 may come back as a hair less."""


def event_text(book: Book) -> str:
    """Give the text of an event."""
    return canonical_text(_canonical_sections(book).values())


def fixed_digests(book: Book) -> dict[str, str]:
    """Give a digest of what the last closing fixes on each sheet, by the sheet's title; of blank sheets the same."""
    sections = _canonical_sections(book, only_fixed=True)
    return {sheet: digest(canonical_text([lines])) for sheet, lines in sections.items()}


def is_fixed(table: str, column: str) -> bool:
    """Tell whether the last closing fixes a column, or (without a table) a named cell (VSZ 5)."""
    if not table:
        return column in _FIXED_CELLS
    if table not in CANONICAL_TABLES or (table, column) in _FREE_COLUMNS | _COMPUTED_COLUMNS:
        return False
    return table not in _FIXED_COLUMNS or column in _FIXED_COLUMNS[table]


def digest(text: str) -> str:
    """Give the first 16 hexadecimal digits of the text's SHA-256."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:_DIGITS]


def canonical_text(parts: Iterable[Sequence[str]]) -> str:
    """Put sections under the version; each line ends with a line feed."""
    return "".join(f"{line}\n" for line in (_VERSION, *(line for lines in parts for line in lines)))


def _canonical_sections(book: Book, *, only_fixed: bool = False) -> dict[str, list[str]]:
    """Give the lines by the title of their sheet, its name in brackets first; none for a sheet that says nothing.

    Cards of rounds that are not closed are left out, but from what the last closing fixes: there is no such round then.
    """
    names = [name for name in form_names() if not only_fixed or name in _FIXED_CELLS]
    cells = ((name, book.read_value(name)) for name in names)
    found = {_FORM: _section(_FORM, [line for pair in cells if (line := _cell_line(*pair))])}
    for name in CANONICAL_TABLES:
        if layout := table_layouts().get(name):
            rows = book.read_table(name)
            if only_fixed:
                rows = [{one: cell for one, cell in row.items() if is_fixed(name, one)} for row in rows]
            elif name == "tLeosztasok":
                closed = _closed_rounds(book.read_table("tFordulok"))
                rows = [row for row in rows if read_whole(row.get("Forduló")) in closed]
            found[layout.sheet] = _section(name, table_lines(layout, rows))
    return found


def _section(name: str, lines: list[str]) -> list[str]:
    return [f"[{name}]", *lines] if lines else []


def form_names() -> list[str]:
    """Give the named cells of the form that belong to the event, in their order."""
    [form] = [layout for layout in layouts() if layout.name == _FORM]
    return [value.name for value in form.values if value.name not in SETTINGS and not value.formula]


def _closed_rounds(rows: Iterable[Row]) -> set[object]:
    states = ((read_whole(row.get("Forduló")), read_text(row.get("Állapot"))) for row in rows)
    return {number for number, state in states if state.casefold() == RoundState.CLOSED.value}


def table_lines(layout: TableLayout, rows: Iterable[Row]) -> list[str]:
    """Give the lines of a table by the keys of its rows, then by their text; a row that says nothing has none."""
    headings = [one.name for one in layout.columns if (layout.name, one.name) not in _COMPUTED_COLUMNS]
    lines = [([_key_order(row.get(one)) for one in layout.key], row_line(row, headings)) for row in rows]
    return [line for _, line in sorted(lines) if line]


def _key_order(value: CellValue) -> tuple[int, str]:
    """Give where a key stands among others: the shorter text first, so that whole numbers stand by size."""
    text = canonical_cell(value)
    return len(text), text


def row_line(row: Row, headings: Iterable[str]) -> str:
    """Give the line of a row: ``heading=value``, the cells in the order of the headings, blank ones left out."""
    return "; ".join(line for heading in headings if (line := _cell_line(heading, row.get(heading))))


def _cell_line(name: str, value: CellValue) -> str:
    text = canonical_cell(value)
    return f"{name}={text}" if text else ""


def canonical_cell(value: CellValue) -> str:
    """Give a value so that no two different ones look alike: texts stand in quotation marks, as JSON has them."""
    if value is None:
        return ""
    if isinstance(value, Formula):
        return _CALC_TRUTHS.get(str(value)) or f"képlet {_quoted(value)}"
    if isinstance(value, CellError):
        return f"hibaérték {_quoted(value)}"
    if isinstance(value, str):
        return text if (text := _quoted(value)) != '""' else ""
    if isinstance(value, bool):
        return "igaz" if value else "hamis"
    return _number_text(value) if isinstance(value, int | float) else _canonical_moment(value)


@lru_cache(maxsize=2**14)
def _quoted(text: str) -> str:
    """Give a text as a cell keeps it and a person reads it: composed (NFC), trimmed, white space single."""
    return json.dumps(tidy(text.translate(_UNSAVED_SIGNS)[:_LONGEST_CANONICAL]), ensure_ascii=False)


@lru_cache(maxsize=2**12)
def _number_text(value: int | float) -> str:
    return format(_COUNTED_DIGITS.normalize(_KEPT_DIGITS.create_decimal(value)) + 0, "f")


def _canonical_moment(value: date | time) -> str:
    """Give a day ``2026-05-03``, a moment ``2026-05-03 10:30:00``, a time ``10:30:00``; midnight is the day."""
    if isinstance(value, time):
        return _whole_second(datetime.combine(date(2000, 1, 1), value)).time().isoformat()
    if not isinstance(value, datetime):
        return value.isoformat()
    moment = _whole_second(value)
    return moment.isoformat(sep=" ") if moment.time() != time() else moment.date().isoformat()


def _whole_second(moment: datetime) -> datetime:
    """Drop what is less than a second, as a spreadsheet program does."""
    return (min(moment, datetime.max - _NOISE) + _NOISE).replace(microsecond=0)
