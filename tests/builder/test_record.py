"""The official record: its formulas give our values, it is whole, Hungarian, readable, and nothing but a table."""

from __future__ import annotations

import errno
import os
import re
import tracemalloc
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import openpyxl
import pytest

from macros_py.book.saving import is_trial_file, read_stamp
from macros_py.builder import record
from macros_py.builder.record import record_bytes, write_record_file
from macros_py.builder.record_guard import problems
from macros_py.builder.record_plan import RecordData
from macros_py.rules.hall.event import Status
from macros_py.rules.hall.lineup import Lineup
from macros_py.rules.problems import Problem
from macros_py.rules.results.ranking import rounded, standings
from macros_py.rules.results.scoring import score
from macros_py.rules.rulebook import Rulebook
from tests.builder.invented_event import RULEBOOK, Wishes, invent, with_scoring
from tests.builder.plain_floats import PlainFloats
from tests.refusals import refused

pytestmark = pytest.mark.slow

SHEETS = [
    *("Összefoglaló", "Végeredmény", "Nevezők", "Vonalak", "Ülésrend", "Eredmények", "Pontok", "Összesítés"),
    *("Fordulónként", "Döntések", "Cserék", "Mesterpontok", "Leosztások", "Szabályok", "Napló"),
]
MOST_MEMORY = 20
"""Times the size of the file; with every cell held in memory it was 50."""
VARIANTS: dict[str, Rulebook] = {
    **{
        method: with_scoring(RULEBOOK, vetlen_method=method)
        for method in ("nagyobb", "rogzitett", "sajat_atlag", "kihagyas")
    },
    "vétlen 60 %": with_scoring(RULEBOOK, vetlen_percentage=Fraction(60)),
    "3, 1, 0 pont": with_scoring(RULEBOOK, win=3),
    "4, 2, 1 pont, három tizedes": with_scoring(RULEBOOK, win=4, tie=2, loss=1, percentage_decimals=3),
    "előbb az egyedül legjobb": replace(
        RULEBOOK, ranking=replace(RULEBOOK.ranking, tie_breaks=("egyedul_legjobb",))
    ),
    "mindig osztott hely": replace(RULEBOOK, ranking=replace(RULEBOOK.ranking, tie_breaks=())),
    "mesterponttábla": replace(
        RULEBOOK,
        masterpoints=replace(
            RULEBOOK.masterpoints,
            places={12: (Fraction(7), Fraction(9, 2), Fraction(1, 3))},
            least_played=Fraction(2, 3),
        ),
    ),
}


def written(tmp_path: Path, data: RecordData) -> Path:
    """Write a record and give its path."""
    path = tmp_path / "jegyzék.xlsx"
    write_record_file(path, data)
    return path


def differences(book: PlainFloats) -> Iterator[tuple[str, str, object, object]]:
    """Give every formula cell whose value in plain floats is not the one cached."""
    cached = openpyxl.load_workbook(book.path, data_only=True)
    for sheet, cell in book.cells():
        ours, theirs = cached[sheet][cell].value, book.value(sheet, cell)
        is_number = isinstance(ours, int | float) and isinstance(theirs, int | float)
        if ours != (pytest.approx(theirs, abs=1e-9) if is_number else theirs):
            yield sheet, cell, ours, theirs


@pytest.mark.parametrize("rulebook", VARIANTS.values(), ids=VARIANTS.keys())
def test_formulas_in_plain_floats_give_our_values(tmp_path: Path, rulebook: Rulebook) -> None:
    """Every formula, under every method of the rulebook, with ties, R, V, N, rulings, gaps and deductions."""
    data = invent(Wishes(12, 4, 3, rulebook=rulebook))
    assert {score.result.status for score in data.scores} == set(Status)
    book = PlainFloats(written(tmp_path, data))
    assert list(differences(book)) == []
    assert len(book.cells()) > 1500


@pytest.mark.parametrize("seed", range(12))
def test_places_are_over_rounded_sums(tmp_path: Path, seed: int) -> None:
    """Sums of fractions that are equal but for the last bit of a float share their place, seed by seed."""
    shared = replace(RULEBOOK, ranking=replace(RULEBOOK.ranking, tie_breaks=()))
    data = invent(Wishes(12, 2, 2, seed=seed, oddity=0.35, rulebook=shared))
    assert list(differences(PlainFloats(written(tmp_path, data)))) == []


def test_equal_sums_of_different_fractions_share_a_place(tmp_path: Path) -> None:
    """Tenths added in another order: unequal as floats, one place in the record."""
    shared = replace(RULEBOOK, ranking=replace(RULEBOOK.ranking, tie_breaks=()))
    base = invent(Wishes(9, 3, 2, oddity=0, rulebook=shared))
    amounts = {"A": ("1/10", "1/5", "3/10"), "B": ("3/10", "1/5", "1/10"), "C": ("3/5", "0", "0")}
    sums = {line: sum(float(Fraction(text)) for text in texts) for line, texts in amounts.items()}
    assert len(set(sums.values())) > 1
    scores = [
        replace(score, points=Fraction(amounts[score.result.position.line][score.result.round - 1]))
        if score.result.position.table == 1 and score.result.deal == 1
        else replace(score, points=Fraction(0))
        for score in base.scores
    ]
    data = replace(base, scores=scores, standings=standings(scores, [], shared), penalties=[], awards=[])
    book = PlainFloats(written(tmp_path, data))
    sheet = book.formulas["Pontok"]
    for row, value in points_by_row(data):
        sheet[f"M{row}"].value = float(value)
    places = [standing.place for standing in data.standings]
    assert places == [1, 1, 1, 4, 4, 4, 4, 4, 4]
    assert [book.value("Végeredmény", f"A{row}") for row in range(5, 14)] == places


def points_by_row(data: RecordData) -> Iterator[tuple[int, Fraction]]:
    """Give row on Pontok and points of every score."""
    ordered = sorted(
        data.scores,
        key=lambda score: (
            score.result.round,
            score.result.deal,
            score.result.position.line,
            score.result.table,
        ),
    )
    yield from ((row, score.points) for row, score in enumerate(ordered, 5))


def test_exact_halves_are_rounded_up(tmp_path: Path) -> None:
    """91/160 is 56,875 %: the record says 56,88 wherever a percentage is exactly half way (no float is)."""
    data = invent(Wishes(18, 2, 8, oddity=0))
    halves = [
        standing
        for standing in data.standings
        if standing.percentage is not None and (standing.percentage * 20000).denominator == 1
        if (standing.percentage * 10000).denominator == 2
    ]
    assert len(halves) >= 4
    book = PlainFloats(written(tmp_path, data))
    assert list(differences(book)) == []
    shown = {
        book.value("Végeredmény", f"B{row}"): book.value("Végeredmény", f"H{row}") for row in range(5, 23)
    }
    for standing in halves:
        assert standing.percentage is not None
        assert shown[data.labels[standing.position]] == float(rounded(standing.percentage, 2))


def test_a_changed_result_moves_points_and_places(tmp_path: Path) -> None:
    """Whoever corrects a Ft on Eredmények sees what the rules say of the corrected event."""
    data = invent(Wishes(9, 3, 3, is_final=False))
    book = PlainFloats(written(tmp_path, data))
    changed = next(
        index for index, row in enumerate(data.tables["tEredmenyek"]) if isinstance(row["Ft B"], int)
    )
    place = data.tables["tEredmenyek"][changed]
    results = [
        replace(score.result, ft=99)
        if (score.result.round, score.result.deal, score.result.table, score.result.position.line)
        == (place["Forduló"], place["Leosztás"], place["Asztal"], "B")
        else score.result
        for score in data.scores
    ]
    scores = score(results, RULEBOOK.scoring, 3)
    wanted = {standing.position: standing for standing in standings(scores, data.penalties, RULEBOOK)}
    book.formulas["Eredmények"][f"M{5 + changed}"].value = 99
    for row, position in enumerate(sorted(wanted), 5):
        assert book.value("Összesítés", f"K{row}") == pytest.approx(float(wanted[position].points), abs=1e-8)
        assert book.value("Összesítés", f"R{row}") == wanted[position].place


def test_pontok_compares_within_its_own_block_only(tmp_path: Path) -> None:
    """No formula of Pontok reaches beyond the T rows of its group, so that 300 players stay linear."""
    data = invent(Wishes(21, 2, 2))
    sheet = openpyxl.load_workbook(written(tmp_path, data))["Pontok"]
    spans = [
        int(last) - int(first) + 1
        for row in sheet.iter_rows(min_row=5)
        for cell in row
        for first, last in re.findall(r"\$(\d+):[A-Z]+\$(\d+)", str(cell.value))
    ]
    assert spans
    assert set(spans) == {7}


def test_sheets_heads_and_print(tmp_path: Path) -> None:
    """All sheets in their order, heads frozen and repeated, A4 and one page wide."""
    book = openpyxl.load_workbook(written(tmp_path, invent(Wishes())))
    assert book.sheetnames == SHEETS
    for sheet in book:
        assert sheet.page_setup.paperSize == 9, sheet.title
        assert sheet.sheet_properties.pageSetUpPr.fitToPage, sheet.title
        assert sheet.page_setup.fitToHeight == "0" or sheet.page_setup.fitToHeight == 0, sheet.title
    for name in SHEETS[1:]:
        assert book[name].print_title_rows == "$4:$4", name
        assert re.fullmatch(r"[A-Z]+5", str(book[name].freeze_panes)), name
        assert book[name].auto_filter.ref.startswith("A4:"), name


@pytest.mark.parametrize(
    ("is_final", "is_trial", "stamp"),
    [
        (False, False, "NEM VÉGLEGES"),
        (True, True, "PRÓBA"),
        (False, True, "PRÓBA · NEM VÉGLEGES"),
        (True, False, None),
    ],
)
def test_stamps(tmp_path: Path, is_final: bool, is_trial: bool, stamp: str | None) -> None:
    """NEM VÉGLEGES before the last closing, PRÓBA on a trial: on every sheet and at the foot of every page."""
    data = invent(Wishes(is_final=is_final, is_trial=is_trial))
    for sheet in openpyxl.load_workbook(written(tmp_path, data)):
        shown = str(sheet["A3"].value or "")
        assert ("NEM VÉGLEGES" in shown, "PRÓBA" in shown) == (not is_final, is_trial), sheet.title
        assert sheet.oddFooter.left.text == stamp, sheet.title


@pytest.mark.parametrize(
    "name", ["=2+3", "+36", "-1", "@név", "http://ulti.example", "None", "NA", "7/12", "{=1}"]
)
def test_a_name_stays_a_text(tmp_path: Path, name: str) -> None:
    """What looks like a formula, a number, a date or a link is a name, wherever it stands, and never a link."""
    path = written(tmp_path, invent(Wishes(first_name=name)))
    book = openpyxl.load_workbook(path)
    assert book["Nevezők"]["B5"].value == name
    assert book["Nevezők"]["B5"].data_type == "s"
    assert name in {cell.value for cell in book["Végeredmény"]["B"]}
    assert not any(sheet._hyperlinks for sheet in book)


def test_substitutes_are_named(tmp_path: Path) -> None:
    """The position carries both names; each person has a row of masterpoints with the derivation."""
    book = openpyxl.load_workbook(written(tmp_path, invent(Wishes())), data_only=True)
    label = "Nagy Árpád (cs. Beugró Béla, 3. forduló 2. leosztástól, játéksorrendben)"
    assert label in {cell.value for cell in book["Végeredmény"]["B"]}
    rows = {row[0]: row for row in book["Mesterpontok"].iter_rows(min_row=5, values_only=True)}
    assert rows["Nagy Árpád"][9] == rows["Beugró Béla"][9] == "igen"
    assert rows["Őze Árpád"][1] == "01"
    assert all(row[12] == pytest.approx(row[10] * row[11]) for row in rows.values())


def test_the_cover_tells_event_officials_and_key_but_no_local_folder(tmp_path: Path) -> None:
    """Everything an outsider needs stands on the first sheet; the referee's own folder does not."""
    path = written(tmp_path, invent(Wishes()))
    cover = openpyxl.load_workbook(path)["Összefoglaló"]
    shown = {row[0]: row[1] for row in cover.iter_rows(values_only=True) if row[0]}
    assert shown["Főbíró"] == "Bíró Bálint"
    assert str(shown["A titkos kulcs lenyomata"]).startswith("9f86d081")
    assert shown["Hiányzó eredmények"] > 0
    assert shown["3. forduló"] == "lezárva"
    date_cell = next(row[1] for row in cover.iter_rows() if row[0].value == "Dátum")
    assert "hh" not in date_cell.number_format
    with zipfile.ZipFile(path) as parts:
        assert not any(b"titkos/mappa" in parts.read(name) for name in parts.namelist())


@pytest.mark.parametrize(("is_trial", "nature"), [(True, "PRÓBA"), (False, "hivatalos")])
def test_the_file_says_what_it_is(tmp_path: Path, is_trial: bool, nature: str) -> None:
    """A program can ask the record whether it is a trial, and of which event."""
    path = written(tmp_path, invent(Wishes(is_trial=is_trial)))
    assert read_stamp(path, "verseny_jelleg") == nature
    assert read_stamp(path, "verseny_azonosito") == "0123456789abcdef"
    assert is_trial_file(path) is is_trial


def test_a_sorted_table_and_odd_numbers_do_no_harm(tmp_path: Path) -> None:
    """The referee sorted tEredmenyek otherwise and typed ``−2 Ft``: papers in order, the number a number."""
    data = invent(Wishes(oddity=0))
    rows = [dict(row) for row in data.tables["tEredmenyek"]]
    for row in rows:
        row["Ft A"] = f"{row['Ft A']} Ft".replace("-", "−")
    Random(3).shuffle(rows)
    path = written(tmp_path, replace(data, tables={**data.tables, "tEredmenyek": rows}))
    assert list(differences(PlainFloats(path))) == []
    sheet = openpyxl.load_workbook(path)["Eredmények"]
    keys = [row[:4] for row in sheet.iter_rows(min_row=5, values_only=True)]
    assert keys == sorted(keys)
    assert isinstance(sheet["L5"].value, int)


def test_a_score_without_its_row_keeps_our_value(tmp_path: Path) -> None:
    """A protocol row that is gone, or says something else, is not referred to: the Ft stands as a number."""
    data = invent(Wishes(oddity=0))
    rows = [dict(row) for row in data.tables["tEredmenyek"]][1:]
    rows[0]["Ft C"] = 55
    path = written(tmp_path, replace(data, tables={**data.tables, "tEredmenyek": rows}))
    assert list(differences(PlainFloats(path))) == []
    assert not any(str(cell.value) == "55" for cell in openpyxl.load_workbook(path)["Pontok"]["G"])


def test_an_event_that_has_not_begun(tmp_path: Path) -> None:
    """Before anybody is entered the record can be written too; its empty sheets say so."""
    data = replace(
        invent(Wishes(is_final=False)),
        tables={},
        lineup=Lineup([], [], [], 9),
        scores=[],
        penalties=[],
        standings=[],
        labels={},
    )
    path = written(tmp_path, data)
    assert list(differences(PlainFloats(path))) == []
    book = openpyxl.load_workbook(path)
    assert all(book[name]["A5"].value == "Nincs ilyen bejegyzés." for name in SHEETS[1:])


def test_an_event_seated_but_not_played(tmp_path: Path) -> None:
    """Everybody stands in the ranking without place and percentage, every formula with a dash as its value."""
    base = invent(Wishes(is_final=False))
    ranked = standings([], [], RULEBOOK, base.lineup.positions)
    path = written(tmp_path, replace(base, scores=[], penalties=[], standings=ranked))
    assert list(differences(PlainFloats(path))) == []
    assert openpyxl.load_workbook(path, data_only=True)["Végeredmény"]["A5"].value == "–"


def test_the_same_data_give_the_same_bytes() -> None:
    """Nothing in the record looks at a clock of its own."""
    data = invent(Wishes())
    assert record_bytes(data) == record_bytes(invent(Wishes()))


@pytest.mark.parametrize("players", [9, 21, 42])
def test_the_guard_lets_every_record_pass(tmp_path: Path, players: int) -> None:
    """The record of any size is self-contained."""
    assert problems(written(tmp_path, invent(Wishes(players, 3, 3)))) == []


def test_a_refused_record_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the guard finds something, the old record stays byte for byte and no temporary file is left."""
    path = tmp_path / "jegyzék.xlsx"
    path.write_bytes(b"old")
    monkeypatch.setattr(record, "problems", lambda _: [Problem("record_part", found="xl/vbaProject.bin")])
    with pytest.raises(RuntimeError, match=r"xl/vbaProject\.bin"):
        write_record_file(path, invent(Wishes()))
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("number", "code"), [(errno.ENOSPC, "disk_full"), (errno.EROFS, "not_saved")], ids=["full", "read-only"]
)
def test_the_systems_own_folder_may_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, code: str
) -> None:
    """What is temporary goes through the disk too: without room nothing is written, and a sentence says why."""

    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("xlsxwriter.packager.Packager._create_package", fail)
    with refused(code, match=r"jegyzék\.xlsx"):
        write_record_file(tmp_path / "jegyzék.xlsx", invent(Wishes()))
    assert list(tmp_path.iterdir()) == []


def test_a_record_takes_little_memory() -> None:
    """One row is in memory at a time: a record as large as any fits beside the workbook it is made from."""
    data = invent(Wishes(42, 3, 3))
    tracemalloc.start()
    try:
        size = len(record_bytes(data))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < MOST_MEMORY * size
