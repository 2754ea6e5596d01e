"""The typed results: cases a referee can read, and what must hold for every hall."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from macros_py.book.tables.results import typed_row
from macros_py.cells import CellError, Formula, ft_cell
from macros_py.rules.hall.circulation import protocol_lines
from macros_py.rules.hall.event import LINES, ProtocolLine, RoundState, Status
from macros_py.rules.hall.movement import shift_plan
from macros_py.rules.problems import Degree, Problem, Unreadable
from macros_py.rules.results.protocol import check_rows
from macros_py.rules.results.typed_results import (
    ExpectedSheet,
    Letter,
    RowState,
    TypedRow,
    seat_letter,
    state_word,
)
from macros_py.words import describe, on_sheet

CASES = tomllib.loads((Path(__file__).parent.parent / "cases" / "eredmenysorok.toml").read_text("utf-8"))[
    "eset"
]
TABLES, DEALS = 3, 3
STATES = {1: RoundState.PLAYED, 2: RoundState.DEALT, 3: RoundState.PLANNED}
FIRST_NAMES = {"A": "Anna", "B": "Béla", "C": "Cili"}
MARKS = {"képlet": Formula, "hibaérték": CellError}

Cells = dict[str, Any]


def expected_sheet(case: dict[str, Any]) -> ExpectedSheet:
    """Give the small hall of the cases."""
    states = STATES | {int(number): RoundState(word) for number, word in case.get("allapot", {}).items()}
    seated = [number for number in (1, 2) if number not in case.get("ulesrend_nelkul", [])]
    seats = {}
    for seating in shift_plan(TABLES, 3):
        for position in seating.positions:
            names = [f"{FIRST_NAMES[position.line]} {position.table}"]
            names += ["Pótló Pál"] if names == ["Anna 3"] else []
            seats[seating.round, seating.table, position.line] = names
    ruled = [key.split("/") for key in case.get("dontes", [])]
    return ExpectedSheet(
        lines=[line for number in seated for line in protocol_lines(number, TABLES, DEALS)],
        seats=seats,
        states=states,
        ruled=frozenset((int(r), int(d), int(t), seat) for r, d, t, seat in ruled),
        entry=case.get("mod", "teljes"),
        is_korpassz=lambda text: text == "KÖR",
    )


def filled_cells(line: ProtocolLine, sheet: ExpectedSheet) -> Cells:
    """Give the cells of one faultless row: round 1 played, round 2 still blank."""
    cells: Cells = {"Forduló": line.round, "Leosztás": line.deal, "Példány": line.copy, "Sor": line.line}
    cells |= {"Asztal": line.table, "Kezdő": line.starter, "Teljesítés": None, "Állapot": None}
    cells |= {seat: sheet.seats[line.round, line.table, seat][0] for seat in LINES}
    typed = ("A", 2, -1, -1) if line.round == 1 else (None,) * 4
    return cells | dict(zip(("Felvevő", "Ft A", "Ft B", "Ft C"), typed, strict=True)) | {"Megjegyzés": None}


def typed_cell(value: object) -> object:
    """Read a cell of a case; formulas and error values are written with a word before them."""
    word, _, rest = value.partition(" ") if isinstance(value, str) else ("", "", "")
    return MARKS[word](rest) if word in MARKS else value


def typed_rows(case: dict[str, Any]) -> Iterator[TypedRow]:
    """Give the rows of a case in the order of the papers, changed as it says."""
    sheet = expected_sheet({})
    for line in sheet.lines:
        key = f"{line.round}/{line.deal}/{line.table}"
        if key in case.get("torolt", []):
            continue
        changes = case.get("sor", {}).get(key, {})
        cells = filled_cells(line, sheet) | {column: typed_cell(cell) for column, cell in changes.items()}
        yield typed_row(cells)
        if key in case.get("ketszer", []):
            yield typed_row(cells)


def place_of(problem: Problem) -> list[str]:
    """Give code, key of the row and column, as the cases write them."""
    problem = on_sheet(problem)
    key = [str("" if part is None else part) for part in problem.key]
    return [describe(problem).code, "/".join(key[:-1] if problem.column else key), problem.column]


@pytest.mark.parametrize("case", CASES, ids=[case["mirol"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    """Each case gives exactly its problems, with the words a referee needs."""
    problems = check_rows(list(typed_rows(case)), expected_sheet(case))
    assert sorted(map(place_of, problems)) == sorted(expected[:3] for expected in case["var"])
    for expected in case["var"]:
        [found] = [problem for problem in problems if place_of(problem) == expected[:3]]
        words = describe(found)
        text = " ".join([words.message, words.expected, words.action])
        for wanted in expected[3:]:
            assert wanted in text


@pytest.mark.parametrize("case", CASES, ids=[case["mirol"] for case in CASES])
def test_the_sentence_stands_beside_its_row(case: dict[str, Any]) -> None:
    """The row index of a finding leads to the row of its key, the column to the cell of what was found."""
    rows = list(typed_rows(case))
    for problem in check_rows(rows, expected_sheet(case)):
        if problem.row is None:
            assert problem.code in {"row_missing", "round_rows_missing"}
            continue
        row = rows[problem.row]
        numbers = [
            cell.found if isinstance(cell, Unreadable) else cell for cell in (row.round, row.deal, row.table)
        ]
        assert list(problem.key[:3]) == numbers
        assert problem.key[3:] == ((problem.column,) if problem.column else ())


def test_rows_that_wait_to_be_typed_do_not_hide_the_errors() -> None:
    """Half a round typed: row by row, and what is merely not typed yet in one sentence a paper."""
    sheet = expected_sheet({})
    lines = [line for line in sheet.lines if line.round == 1]
    rows = [typed_row(filled_cells(line, sheet)) for line in lines]
    blank = {"Felvevő": None, "Teljesítés": None, "Ft A": None, "Ft B": None, "Ft C": None}
    for index in (0, 1, 8):
        rows[index] = typed_row(filled_cells(lines[index], sheet) | blank)
    rows[5] = typed_row(filled_cells(lines[5], sheet) | {"Ft A": 1, "Ft B": 1, "Ft C": 1})
    found = check_rows(rows, sheet, (1,))
    assert [(problem.code, problem.row) for problem in found] == [
        ("paper_missing", 0),
        ("sum_not_zero", 5),
        ("result_missing", 8),
    ]
    tables = f"{lines[0].table}., {lines[1].table}. asztal."
    assert (
        f"Az 1. forduló 1. leosztásának 1. példányáról 2 sor még hiányzik: {tables}"
        in describe(found[0]).message
    )


def test_mild_findings() -> None:
    """A körpassz with a soloist and Ft without one are only warnings; everything else is an error."""
    for case in CASES:
        for problem in check_rows(list(typed_rows(case)), expected_sheet(case)):
            is_mild = problem.code in {"korpassz_soloist", "soloist_missing"}
            assert problem.degree is (Degree.WARNING if is_mild else Degree.ERROR)


def test_one_round_alone() -> None:
    """Asked for one round, the check says nothing of another."""
    case = {"sor": {"1/1/1": {"Ft A": 4}, "2/1/1": {"Ft A": 4}}, "torolt": ["2/2/2"]}
    rows = list(typed_rows(case))
    assert {problem.key[0] for problem in check_rows(rows, expected_sheet(case), [1])} == {1}
    assert {problem.key[0] for problem in check_rows(rows, expected_sheet(case), [2])} == {2}
    assert {problem.key[0] for problem in check_rows(rows, expected_sheet(case))} == {1, 2}


def test_a_row_whose_round_is_unreadable_is_told_in_every_round() -> None:
    """Nobody knows which round such a row belongs to, so it is never passed over."""
    case = {"sor": {"1/1/1": {"Forduló": "egy"}}}
    problems = check_rows(list(typed_rows(case)), expected_sheet(case), [2])
    assert [problem.code for problem in problems] == ["row_key_unreadable"]


def test_a_hole_in_the_seating_is_no_crash() -> None:
    """Where the seating knows no name, none can be wrong; the seating's own check tells of the hole."""
    sheet = expected_sheet({})
    del sheet.seats[1, 1, "B"]  # type: ignore[attr-defined]
    rows = list(typed_rows({"sor": {"1/1/1": {"A": "Anna 2", "B": ""}}}))
    assert [place_of(problem) for problem in check_rows(rows, sheet)] == [["E13", "1/1/1", "A"]]


ORDERLESS = [case for case in CASES if "E03" not in {expected[0] for expected in case["var"]}]
"""All cases but those of doubled rows: there the second one is meant, whichever it is."""


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.sampled_from(ORDERLESS))
def test_the_order_of_rows_does_not_matter(seed: int, case: dict[str, Any]) -> None:
    """A sheet the referee has sorted gives the same findings."""
    rows = list(typed_rows(case))
    shuffled = Random(seed).sample(rows, len(rows))
    sheet = expected_sheet(case)
    found = sorted(map(repr, map(place_of, check_rows(shuffled, sheet))))
    assert found == sorted(map(repr, map(place_of, check_rows(rows, sheet))))


ANY_CELL = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.dates(),
    st.text(max_size=6),
    st.sampled_from(["R", "v", "?", "körpassz", "2 Ft", "7/12"]),
    st.text(max_size=4).map(Formula),
    st.just(CellError("#N/A")),
)
COLUMNS = [*filled_cells(protocol_lines(1, TABLES, DEALS)[0], expected_sheet({}))]


@settings(max_examples=150)
@given(st.dictionaries(st.sampled_from(COLUMNS), ANY_CELL, max_size=6))
def test_nothing_typed_is_a_crash(changes: Cells) -> None:
    """Whatever stands in the cells of a row, it is checked, and each finding can be put into words."""
    sheet = expected_sheet({})
    rows = [typed_row(filled_cells(line, sheet)) for line in sheet.lines]
    rows[0] = typed_row(filled_cells(sheet.lines[0], sheet) | changes)
    for problem in check_rows(rows, sheet):
        words = describe(problem)
        assert words.message
        assert words.action


@settings(max_examples=100)
@given(st.integers(-200, 200), st.integers(-200, 200), st.integers(-200, 200))
def test_only_zero_sums_pass(first: int, second: int, third: int) -> None:
    """Three numbers pass exactly if they sum to 0."""
    case = {"sor": {"1/1/1": {"Ft A": first, "Ft B": second, "Ft C": third}}}
    found = [problem.code for problem in check_rows(list(typed_rows(case)), expected_sheet(case))]
    assert found == ([] if first + second + third == 0 else ["sum_not_zero"])


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("", RowState.BLANK),
        ("  ", RowState.BLANK),
        ("Körpassz", RowState.KORPASSZ),
        ("korpassz", RowState.KORPASSZ),
        ("ko\u0308rpassz", RowState.KORPASSZ),
        ("NEM JÁTSZOTT", RowState.NEM_JATSZOTT),
        ("nem-jatszott", RowState.NEM_JATSZOTT),
        ("bírói", RowState.RULED),
        ("Biroi", RowState.RULED),
        ("?", RowState.UNCLEAR),
        ("passz", Unreadable("passz")),
        ("??", Unreadable("??")),
    ],
)
def test_state_words(text: str, state: RowState | Unreadable) -> None:
    """State words are read in any case, with or without accents; nothing is guessed."""
    assert state_word(text) == state


@pytest.mark.parametrize(("text", "seat"), [("a", "A"), (" B ", "B"), ("", None), ("D", Unreadable("D"))])
def test_seats(text: str, seat: str | Unreadable | None) -> None:
    """Seats are read in either case."""
    assert seat_letter(text) == seat


def test_letters_stand_for_statuses() -> None:
    """R, V and N of a Ft cell are the statuses of VSZ 5."""
    letters = [ft_cell(text) for text in ("r", "V ", "n")]
    assert [letter.status for letter in letters if isinstance(letter, Letter)] == [
        Status.RENONSZ,
        Status.VETLEN,
        Status.NEM_JATSZOTT,
    ]
