"""Rulings: what they reach, which of them wins, what is wrong with them, and how it is said."""

from __future__ import annotations

from typing import Any

import pytest

from macros_py.rules.hall.event import Position, Result, Status
from macros_py.rules.hall.lineup import Lineup
from macros_py.rules.problems import Degree
from macros_py.rules.results.rulings import Ruling, apply_rulings, check_rulings, penalties, statuses
from macros_py.words import catalogue, describe, on_sheet
from tests.rules.sample_event import exact, position, read_cases, read_substitutions, sample_lineup

CODES = [
    "of_nobody",
    "name_unknown",
    "round_unknown",
    "deal_unknown",
    "table_unknown",
    "round_missing",
    "other_table",
    "place_ambiguous",
    "amount_unusable",
    "unit_unknown",
    "kind_missing",
    "kind_misspelt",
    "kind_remark",
    "revoked_unclear",
    "number_twice",
    "times_reversed",
    "other_played",
    "own_deals_only",
    "penalty_large",
]


def lineup_of(case: dict[str, Any]) -> Lineup:
    """Give the lineup of a case: 3 tables, 3 rounds, 4 deals."""
    return sample_lineup(3, 3, 4, read_substitutions(case.get("csere", [])))


def read_rulings(case: dict[str, Any]) -> list[Ruling]:
    """Read the rulings of a case."""
    return [
        Ruling(
            number=typed.get("sorszam"),
            kind=typed["fajta"],
            round=typed.get("fordulo"),
            deal=typed.get("leosztas"),
            table=typed.get("asztal"),
            name=typed.get("nev", ""),
            amount=exact(typed["ertek"]) if "ertek" in typed else None,
            unit=typed.get("egyseg", ""),
            is_withdrawn={True: True, False: False}.get(typed.get("visszavonva", False)),
            row=row,
            moment=typed.get("idopont"),
            withdrawal=str(typed.get("visszavonva", "")),
        )
        for row, typed in enumerate(case["dontes"])
    ]


@pytest.mark.parametrize("case", read_cases("dontesek.toml", "hatas"))
def test_what_a_ruling_reaches(case: dict[str, Any]) -> None:
    """Exactly the named seats get exactly the named status."""
    found = statuses(read_rulings(case), lineup_of(case))
    reached = [
        [f"{here.line}{here.table}", round, deal, status.value]
        for (here, round, deal), status in found.items()
    ]
    assert sorted(reached) == case["hatas"]


@pytest.mark.parametrize("case", read_cases("dontesek.toml", "levonas"))
def test_what_is_deducted(case: dict[str, Any]) -> None:
    """Every levonás in force gives one penalty for each position it names."""
    found = penalties(read_rulings(case), lineup_of(case))
    assert [[one.position, one.amount, one.is_percentage] for one in found] == [
        [position(code), exact(amount), is_percentage] for code, amount, is_percentage in case["levonas"]
    ]


@pytest.mark.parametrize("case", read_cases("dontesek.toml", "hiba"))
def test_what_is_wrong_with_rulings(case: dict[str, Any]) -> None:
    """Every fault of every ruling is reported, and each can be put into words."""
    found = check_rulings(read_rulings(case), lineup_of(case))
    assert [[one.code, on_sheet(one).column] for one in found] == case["hiba"]
    for problem in found:
        said = describe(problem)
        assert said.code.startswith("D")
        assert "{" not in said.whole + said.expected


@pytest.mark.parametrize("table", ["hatas", "levonas"])
def test_rulings_that_work_are_free_of_problems(table: str) -> None:
    """Of all rulings in the cases that work, only those named as faulty, double or unclear have a problem."""
    faulty = [
        problem.code
        for parameter in read_cases("dontesek.toml", table)
        for case in parameter.values
        for problem in check_rulings(read_rulings(case), lineup_of(case))  # type: ignore[arg-type]
        if problem.degree is not Degree.NOTE
    ]
    assert faulty == (
        ["ruling_number_twice", "ruling_round_unknown", "ruling_revoked_unclear"]
        if table == "hatas"
        else ["ruling_amount_unusable"]
    )


def test_degrees() -> None:
    """A kind of no effect is a note, a mistyped one a warning, a blank one an error."""
    rulings = [Ruling(1, "szóbeli intés"), Ruling(2, "vétlem"), Ruling(3, " ")]
    found = check_rulings(rulings, sample_lineup(3, 3, 4))
    assert [one.degree for one in found] == [Degree.NOTE, Degree.WARNING, Degree.ERROR]


def test_the_mistyped_kind_is_named() -> None:
    """The referee reads which kind he probably meant, and where the row is."""
    [found] = check_rulings([Ruling(7, "távol maradtt", row=4)], sample_lineup(3, 3, 4))
    assert "Lehet, hogy ezt akarta írni: távolmaradt." in describe(found).message
    assert (found.table, found.row, found.key) == ("tDontesek", 4, (7,))


def test_a_ruling_beats_the_cell() -> None:
    """The typed Ft stays beside the ruled status; other results are untouched."""
    mine = Result(1, 2, 1, Position("A", 1), 12)
    letter = Result(1, 2, 1, Position("B", 1), None, Status.RENONSZ)
    other = Result(1, 1, 1, Position("A", 1), 3)
    ruling = Ruling(1, "vétlen", round=1, deal=2, table=1)
    ruled = apply_rulings([mine, letter, other], statuses([ruling], sample_lineup(3, 3, 4)))
    assert [(one.ft, one.status) for one in ruled] == [
        (12, Status.VETLEN),
        (None, Status.VETLEN),
        (3, Status.PLAYED),
    ]
    assert ruled[2] is other


def test_every_code_has_its_sentence() -> None:
    """The catalogue has every code that this module can report, each with its own D number."""
    numbers = [catalogue()["problem"][f"ruling_{code}.kod"] for code in CODES]
    assert numbers == [f"D{number:02}" for number in range(1, len(CODES) + 1)]


def test_nobody_seated_yet() -> None:
    """Before the seating nothing can be ruled, and nothing crashes."""
    empty = Lineup([], [], [], 4)
    ruling = Ruling(1, "vétlen", round=1, table=1)
    assert [one.code for one in check_rulings([ruling], empty)] == ["ruling_round_unknown"]
    assert statuses([ruling], empty) == {}
