"""The one text of an event: what is in it, what is not, and that saving again changes nothing of it."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from macros_py.book.canonical import (
    CANONICAL_TABLES,
    SETTINGS,
    canonical_cell,
    digest,
    event_text,
    fixed_digests,
    form_names,
)
from macros_py.book.file import FileBook
from macros_py.book.held import HeldBook
from macros_py.book.layout import table_layouts
from macros_py.book.port import CellValue, Row
from macros_py.cells import CellError, Formula

GOLDEN = """\
sportulti 1
[Verseny]
verseny_nev="Őszi \\"nagy\\" kupa"
verseny_datum=2026-11-28
verseny_kezdes=10:00:00
fordulok=2
[tEredmenyek]
Forduló=1; Leosztás=2; Asztal=1; Ft A=8; Ft B=-4; Ft C=-4
Forduló=1; Leosztás=10; Asztal=1; Ft A="R"; Állapot="bírói"
[tFordulok]
Forduló=1; Állapot="lezárva"; Lezárva=2026-11-28 12:00:01
Forduló=2; Állapot="lejátszva"
[tNevezok]
Név="Őze Árpád"; Mesterpont=12.5
[tLeosztasok]
Sorozat=1; Forduló=1; Leosztás=1; A="P ÁX"
"""
"""The text of the event below, as it will have to stay: a later program has to read the digests of today's files."""

TEMPLATE = Path(__file__).parent.parent.parent / "workbook" / "Sportulti.xlsx"
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\ufffe\uffff"), max_size=40)
"""What a workbook file can hold; signs that XML does not know are dropped on the way."""
MOMENTS = st.datetimes(datetime(1901, 1, 1), datetime(2100, 1, 1)).map(
    lambda moment: moment.replace(microsecond=moment.microsecond * 98 // 100)
)
"""The last hundredth of a second is left out: where files round, it may become the next second."""
CELLS = st.one_of(
    st.none(),
    st.integers(-(10**12), 10**12),
    st.floats(-1e12, 1e12, allow_nan=False).map(lambda number: float(f"{number:.11g}")),
    st.decimals(-(10**9), 10**9, places=2).map(float),
    st.booleans(),
    TEXTS,
    MOMENTS,
    st.dates(date(1901, 1, 1), date(2100, 1, 1)),
    st.times().map(lambda clock: clock.replace(microsecond=0)),
)


def sample() -> tuple[dict[str, list[Row]], dict[str, CellValue]]:
    """Give an event small enough to be read."""
    tables: dict[str, list[Row]] = {
        "tEredmenyek": [
            {"Forduló": 1, "Leosztás": 10, "Asztal": 1, "Ft A": "R", "Állapot": "bírói"},
            {"Forduló": 1, "Leosztás": 2, "Asztal": 1, "Ft A": 8, "Ft B": -4, "Ft C": -4},
        ],
        "tFordulok": [
            {"Forduló": 1, "Állapot": "lezárva", "Lezárva": datetime(2026, 11, 28, 12, 0, 1)},
            {"Forduló": 2, "Állapot": "lejátszva"},
        ],
        "tNevezok": [{"Név": "Őze Árpád", "Mesterpont": 12.5}],
        "tLeosztasok": [
            {"Sorozat": 1, "Forduló": 1, "Leosztás": 1, "A": "P ÁX"},
            {"Sorozat": 1, "Forduló": 2, "Leosztás": 1, "A": "T ÁX"},
        ],
    }
    values: dict[str, CellValue] = {
        "verseny_nev": 'Őszi "nagy" kupa',
        "verseny_datum": date(2026, 11, 28),
        "verseny_kezdes": time(10),
        "fordulok": 2,
    }
    return tables, values


def test_the_text_of_an_event() -> None:
    """Version, sections, lines in the order of the keys; of the second round, which is open, no cards."""
    tables, values = sample()
    assert event_text(HeldBook.of(tables, values)) == GOLDEN
    assert digest(GOLDEN) == "b4cc8158e248af2f"


def test_each_sheet_has_its_digest() -> None:
    """A change shows in the digest of its own sheet and in no other; blank sheets have one in common."""
    tables, values = sample()
    before = fixed_digests(HeldBook.of(tables, values))
    assert list(before)[:3] == ["Verseny", "Eredményrögzítés", "Döntések"]
    assert before["Cserék"] == before["Döntések"] == digest("sportulti 1\n")
    tables["tEredmenyek"][1]["Ft A"] = 16
    after = fixed_digests(HeldBook.of(tables, values))
    assert [sheet for sheet in after if after[sheet] != before[sheet]] == ["Eredményrögzítés"]


@pytest.mark.parametrize("table", [name for name in CANONICAL_TABLES if name in table_layouts()])
def test_every_declared_column_counts(table: str) -> None:
    """A value under any heading of these tables is in the text – but the program's own remarks are not."""
    closed: list[Row] = [{"Forduló": 1, "Állapot": "lezárva"}]
    layout = table_layouts()[table]
    for column in layout.columns:
        rows: list[Row] = [{"Forduló": 1, column.name: "valami"}]
        blank: list[Row] = [{"Forduló": 1}]
        if column.name == "Forduló":
            rows = [{"Forduló": 1}, {"Forduló": 2}]
        texts = [
            event_text(HeldBook.of({"tFordulok": closed, "tLeosztasok": blank} | {table: each}, {}))
            for each in (blank, rows)
        ]
        is_left_out = (table, column.name) in {
            *(("tEredmenyek", "Ellenőrzés"), ("tEredmenyek", "Döntés"), ("tLeosztasok", "Forduló"))
        }
        assert (texts[0] == texts[1]) is is_left_out, column.name


def test_every_cell_of_the_form_counts_but_the_programs_settings() -> None:
    """Where copies go and how much of a row is typed may change without the event changing."""
    blank = event_text(HeldBook.of({}, {}))
    names = form_names()
    assert {"verseny_nev", "fobiro", "fordulok", "szabalyzat", "kulcs_lenyomat"} <= set(names)
    assert all(event_text(HeldBook.of({}, {name: "x"})) != blank for name in names)
    assert SETTINGS.isdisjoint(names)
    assert all(event_text(HeldBook.of({}, {name: "x"})) == blank for name in SETTINGS)


def test_what_is_no_part_of_the_event() -> None:
    """Own columns, remarks, computed sheets, the log and blank rows are not in the text."""
    tables, values = sample()
    for row in tables["tEredmenyek"]:
        row |= {"Saját": "jegyzet", "Ellenőrzés": "a Ft nem egyezik"}
    tables["tNevezok"].append({"Név": None, "Egyesület": "  "})
    more: Mapping[str, list[Row]] = {"tAllas": [{"Helyezés": 1}], "tNaplo": [{"Művelet": "x"}], "tOvasok": []}
    assert (
        event_text(HeldBook.of({**tables, **more}, {**values, "kifuggesztve": datetime(2026, 11, 28)}))
        == GOLDEN
    )


def test_the_order_of_rows_is_that_of_the_keys() -> None:
    """Sorting a sheet changes nothing, nor does the order among rows of one key."""
    tables, values = sample()
    tables["tNevezok"] += [{"Név": "Őze Árpád", "Mesterpont": 3}, {"Név": None, "Mesterpont": 1}]
    turned = {name: list(reversed(rows)) for name, rows in tables.items()}
    assert event_text(HeldBook.of(tables, values)) == event_text(HeldBook.of(turned, values))


def test_cards_count_once_their_round_is_closed() -> None:
    """The cards of a round come into the text with its closing, however the word is spelled."""
    tables, values = sample()
    tables["tFordulok"][1]["Állapot"] = "Lezárva"
    assert 'Forduló=2; Leosztás=1; A="T ÁX"' in event_text(HeldBook.of(tables, values))


ALIKE: Sequence[tuple[CellValue, CellValue, str]] = [
    (40, 40.0, "40"),
    (0, -0.0, "0"),
    (12.5, 12.500000000000002, "12.5"),
    (100 / 3, 33.3333333333333, "33.3333333333"),
    (0.1 + 0.2, 0.3, "0.3"),
    (123456789012, 123456789012.0, "123456789012"),
    (10**17, 1e17, "1" + "0" * 17),
    (0.000001, 1e-6, "0.000001"),
    (date(2026, 5, 3), datetime(2026, 5, 3), "2026-05-03"),
    (datetime(2026, 5, 3, 10, 0, 1), datetime(2026, 5, 3, 10, 0, 0, 999600), "2026-05-03 10:00:01"),
    (datetime(2026, 5, 3, 10, 0, 1), datetime(2026, 5, 3, 10, 0, 1, 600000), "2026-05-03 10:00:01"),
    (datetime.max, datetime(9999, 12, 31, 23, 59, 59), "9999-12-31 23:59:59"),
    (time(10), time(10, 0, 0, 400), "10:00:00"),
    ("Őze", unicodedata.normalize("NFD", "Őze"), '"Őze"'),
    (" Kis  J. ", "Kis\r\nJ.", '"Kis J."'),
    ("a\x0bb", "ab", '"ab"'),
    (True, Formula("=TRUE()"), "igaz"),
    (False, Formula("=FALSE()"), "hamis"),
    (None, "", ""),
    (None, " \u200b", ""),
]


@pytest.mark.parametrize(("one", "other", "text"), ALIKE)
def test_what_is_one_value(one: CellValue, other: CellValue, text: str) -> None:
    """What saving again makes of a value has its text."""
    assert canonical_cell(one) == canonical_cell(other) == text


UNLIKE: Sequence[CellValue] = [
    *(1, True, "1", "igaz", Formula("=1"), "=1", CellError("#N/A"), "#N/A", 1.5, "1,5", 0, False, None),
    *(date(2026, 5, 3), "2026-05-03", time(0), datetime(1899, 12, 30, 1), 'képlet "=1"', "kis", "Kis"),
]


def test_what_is_not_one_value() -> None:
    """A number, a text of the same look, a truth value, a formula: no two have one text."""
    assert len({canonical_cell(value) for value in UNLIKE}) == len(UNLIKE)


def rows_of(cells: Sequence[CellValue]) -> list[Row]:
    """Put cells under the headings of tDontesek, one a row, numbered; a number under a moment would be one."""
    columns = table_layouts()["tDontesek"].columns[1:]
    headings = [column.name for column in columns if column.kind != "moment"]
    return [
        {"Sorszám": number, headings[number % len(headings)]: cell} for number, cell in enumerate(cells, 1)
    ]


def filled(book: Any, cells: Sequence[CellValue]) -> str:
    """Write an event into a book; give its text before anything was saved."""
    tables, values = sample()
    for name, rows in {**tables, "tDontesek": rows_of(cells)}.items():
        book.write_table(name, rows)
    for name, value in values.items():
        book.write_value(name, value)
    return event_text(book)


@pytest.mark.slow
@settings(max_examples=4, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(st.lists(CELLS, min_size=240, max_size=300))
def test_a_file_gives_the_text_back(tmp_path_factory: pytest.TempPathFactory, cells: list[CellValue]) -> None:
    """Whatever stands in the cells: the text in memory, of the file, and of the file saved once more are one."""
    path = tmp_path_factory.mktemp("canonical") / "Kupa.xlsx"
    book = FileBook.create(path, TEMPLATE)
    text = filled(HeldBook(), cells)
    assert filled(book, cells).splitlines() == text.splitlines()
    book.save()
    again = FileBook.open(path)
    assert event_text(again).splitlines() == text.splitlines()
    again.write_value("masolat_hely", "pendrive")
    again.save()
    assert event_text(FileBook.open(path)).splitlines() == text.splitlines()
