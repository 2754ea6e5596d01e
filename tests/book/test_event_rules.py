"""tSzabalyok held against an edition: what differs, and what the sheet's values mean."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros_py.book.port import CellValue, Row
from macros_py.book.tables.rules import differences_mark, read_own_value, rule_differences, with_own_values
from macros_py.cells import CellError, Formula
from macros_py.editions import Edition, load_edition, shown_value
from macros_py.rules.rule_readers import WrongTogether, WrongValue
from macros_py.rules.rulebook import VALUES

EDITION = load_edition("mausz-2008")
ROWS: list[Row] = list(EDITION.rows)


def rows_with(**changes: CellValue) -> list[Row]:
    """Give the edition's rows with other values, by path; a double underscore stands for the dot."""
    values = {path.replace("__", "."): value for path, value in changes.items()}
    return [row | {"Érték": values.get(row["Azonosító"], row["Érték"])} for row in ROWS]


def told(rows: list[Row], edition: Edition = EDITION) -> list[tuple[str, str, str]]:
    """Give what differs: path (or name), the event's side, the edition's."""
    return [(one.path or one.name, one.event, one.edition) for one in rule_differences(rows, edition)]


@pytest.mark.parametrize("row", ROWS, ids=[row["Azonosító"] for row in EDITION.rows])
def test_every_value_of_the_sheet_reads_back(row: Row) -> None:
    """What the sheet shows of a rule means exactly what the file says, after a program made floats of numbers too."""
    path, cell = str(row["Azonosító"]), row["Érték"]
    assert read_own_value(path, cell) == EDITION.values[path]
    assert read_own_value(path, float(cell) if isinstance(cell, int) else cell) == EDITION.values[path]


READINGS: list[tuple[str, object]] = [
    ("masterpoints.places", [[9, Decimal("4.1"), "7/2", 0], [12, 5]]),
    ("masterpoints.least_played", Decimal("0.5")),
    ("results.korpassz", [[0, 0, 0], [-8, 4, 4]]),
    ("words.ulti", ["U"]),
    ("words.huszszaz", ["20", "40"]),
    ("silent.paid", []),
    ("contracts.exclusive", [["ulti", "betli"], ["negyvenszaz", "huszszaz"]]),
]


@pytest.mark.parametrize(("path", "raw"), READINGS)
def test_values_that_the_edition_could_have(path: str, raw: Any) -> None:
    """Lists of one and of none, lists in lists, decimals: what an edition may say is read back from the sheet."""
    assert read_own_value(path, shown_value(raw) or None) == VALUES[path](raw)


def test_the_same_rules_do_not_differ() -> None:
    """Nor do they when the program that saved the file made floats, or the value is written in another way."""
    assert told(ROWS) == []
    floats = [
        row | {"Érték": float(row["Érték"]) if isinstance(row["Érték"], int) else row["Érték"]}
        for row in ROWS
    ]
    assert told(floats) == []
    assert told(rows_with(masterpoints__least_played=0.5)) == []
    assert told(list(reversed(ROWS))) == []


def test_differences_are_named_with_both_sides() -> None:
    """In the edition's order, each with the row where it stands."""
    rows = rows_with(scoring__win=3, prices__ulti=5, ranking__tie_breaks="ft")
    assert told(rows) == [
        ("scoring.win", "3", "2"),
        ("ranking.tie_breaks", "ft", "ft, egyedul_legjobb"),
        ("prices.ulti", "5", "4"),
    ]
    assert [rows[one.row or 0]["Azonosító"] for one in rule_differences(rows, EDITION)] == [
        one[0] for one in told(rows)
    ]


def test_a_rule_missing_on_either_side() -> None:
    """One that only the edition has, and one that only the event has, are differences too."""
    more: Row = {"Szabály": "Újfajta szabály", "Érték": 7, "Azonosító": "scoring.new"}
    rows = [row for row in ROWS if row["Azonosító"] != "prices.ulti"]
    assert told([*rows, more]) == [("prices.ulti", "", "4"), ("Újfajta szabály", "7", "")]
    assert [one.can_be_kept for one in rule_differences([*rows, more], EDITION)] == [True, False]


def test_an_older_file_is_matched_by_the_names() -> None:
    """Rows without path count by the rule's name, in whatever case; a path counts before a name."""
    old = [
        {heading: cell for heading, cell in row.items() if heading != "Azonosító"}
        for row in rows_with(scoring__win=3)
    ]
    old = [row | {"Szabály": str(row["Szabály"]).upper()} for row in old]
    assert told(old) == [("scoring.win", "3", "2")]
    renamed = [row | {"Szabály": f"{row['Szabály']} (régi név)"} for row in ROWS]
    assert told(renamed) == []


@pytest.mark.parametrize("cell", ["kettő", None, Formula("=1+1"), CellError("#N/A"), -1, "2; 3", 2.5, True])
def test_what_cannot_be_read_cannot_be_kept(cell: CellValue) -> None:
    """It is a difference, and the program does not pretend to know what it means."""
    [one] = rule_differences(rows_with(scoring__win=cell), EDITION)
    assert not one.is_readable
    assert not one.can_be_kept
    assert with_own_values(EDITION, [one], ROWS) is EDITION


def test_two_rows_of_one_rule_are_no_value() -> None:
    """A rule that stands twice with two values has none that could be kept; twice the same is once."""
    twice = [*ROWS, {"Szabály": "Jobb Ft eredmény", "Érték": 3, "Azonosító": "scoring.win"}]
    assert told(twice) == [("scoring.win", "2 / 3", "2")]
    assert told([*ROWS, ROWS[10]]) == []


def test_own_values_make_a_rulebook() -> None:
    """What can be read is laid over the edition, on the sheet too; the edition of this machine is still at hand."""
    rows = rows_with(scoring__win=3, masterpoints__least_played="2/3", prices__ulti=5)
    own = with_own_values(EDITION, rule_differences(rows, EDITION), rows)
    assert own.rulebook.scoring.win == 3
    assert own.rulebook.masterpoints.least_played == Fraction(2, 3)
    assert own.rulebook.contracts.prices["ulti"] == 5
    assert list(own.rows) == rows
    assert own.rulebook == replace(
        EDITION.rulebook,
        **{name: getattr(own.rulebook, name) for name in ("scoring", "masterpoints", "contracts")},
    )
    assert own.on_this_machine is EDITION
    assert own.on_this_machine.on_this_machine is EDITION


def test_own_values_that_do_not_go_together() -> None:
    """An equal result worth as much as a better one is no set of rules."""
    rows = rows_with(scoring__win=1)
    with pytest.raises(WrongTogether, match="order"):
        with_own_values(EDITION, rule_differences(rows, EDITION), rows)


def test_the_mark_tells_differences_apart() -> None:
    """Another value on either side gives another mark, none gives none."""
    one, two = rows_with(scoring__win=3), rows_with(scoring__win=4)
    marks = [
        differences_mark(rule_differences(rows, EDITION))
        for rows in (one, two, rows_with(scoring__win=3, prices__ulti=5))
    ]
    other = EDITION.with_own({"scoring.win": (5, 5)})
    marks.append(differences_mark(rule_differences(one, replace(other, origin=None))))
    assert len({*marks}) == 4
    assert differences_mark(rule_differences(ROWS, EDITION)) == ""


@given(st.sampled_from(list(EDITION.values)), st.text() | st.integers() | st.floats(allow_nan=False))
def test_any_cell_is_read_or_refused(path: str, cell: CellValue) -> None:
    """Whatever stands on the sheet, it is a value of the rule or plainly none."""
    try:
        read_own_value(path, cell)
    except WrongValue:
        assert not rule_differences(rows_with(**{path.replace(".", "__"): cell}), EDITION)[0].is_readable
