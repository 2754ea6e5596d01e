"""Substitutions that cannot be true: each is found with its row and column, and put into words."""

from __future__ import annotations

from typing import Any

import pytest

from macros_py.rules.hall.lineup import check_substitutions
from macros_py.rules.problems import Degree
from macros_py.words import catalogue, describe, on_sheet
from tests.rules.sample_event import read_cases, read_substitutions, sample_lineup


@pytest.mark.parametrize("case", read_cases("cserek.toml", "hiba"))
def test_false_substitutions(case: dict[str, Any]) -> None:
    """Every fault of every row is reported, and nothing else."""
    lineup = sample_lineup(7, 7, 9, read_substitutions(case["csere"]))
    found = check_substitutions(lineup)
    assert [[one.code, one.row, on_sheet(one).column] for one in found] == case["hiba"]
    for problem in found:
        said = describe(problem)
        assert said.code.startswith("C")
        assert "{" not in said.whole + said.expected


def test_the_sentence_says_who_sat_there() -> None:
    """The referee reads who really sat there, and where the person is who cannot come in."""
    rows = [["A1", "A2", "Teri", 2, 1], ["A1", "A1", "B2", 2, 1]]
    wrong, busy = check_substitutions(sample_lineup(7, 7, 9, read_substitutions(rows)))
    assert (
        "„A2” akkor nem ezen a helyen ült (A vonal, 1. induló asztal), hanem A1." in describe(wrong).message
    )
    assert "„B2” akkor már máshol ült: B vonal, 2. induló asztal." in describe(busy).message
    assert wrong.key == ("A", 1, 2, 1)


def test_a_change_in_mid_round_says_who_plays_what() -> None:
    """Table 3 plays 3, 4 … 9, 1, 2: from deal 8 on the newcomer plays four deals; deal 1 is his last but one."""
    rows = [["A3", "A3", "Teri", 2, 8], ["A4", "A4", "Pista", 2, 1]]
    told, asked = check_substitutions(sample_lineup(7, 7, 9, read_substitutions(rows)))
    assert told.degree is Degree.NOTE
    assert (
        "Teri ül le (A vonal, 3. induló asztal); a 2. fordulóban a 3. asztalnál ezeket játssza: 8, 9, 1, 2; "
        in (describe(told).message)
    )
    assert "előtte játszva: 3, 4, 5, 6, 7." in describe(told).message
    assert asked.degree is Degree.WARNING
    assert (
        "a 4. asztal a 4. leosztással kezd, így Pista csak ezeket játszaná: 1, 2, 3;"
        in describe(asked).message
    )
    assert "hagyja üresen a Leosztástól cellát" in describe(asked).action


def test_every_code_has_its_sentence() -> None:
    """The catalogue has every code that this module can report, each with its own C number."""
    codes = [
        "place_unknown",
        "round_unknown",
        "deal_unknown",
        "name_missing",
        "sits_elsewhere",
        "sits_already",
        "same_player",
        "not_allowed",
        "not_first",
        "within_round",
    ]
    numbers = [catalogue()["problem"][f"substitution_{code}.kod"] for code in codes]
    assert numbers == [f"C{number:02}" for number in range(1, 11)]
