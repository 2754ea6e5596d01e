"""When two shares of the record are one: the places that its formula gives to shares set by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from macros_py.builder.record import write_record_file
from macros_py.builder.record_plan import FIRST_ROW, record_sheets
from tests.builder.invented_event import RULEBOOK, Wishes, invent
from tests.builder.plain_floats import PlainFloats

SUMS = "Összesítés"


@pytest.mark.parametrize(
    ("second", "places"),
    [
        (0.5, (1, 1)),
        (0.5 - 1e-12, (1, 1)),
        (0.5 + 1e-12, (1, 1)),
        (0.5 - 1e-8, (1, 2)),
        (0.5 + 1e-8, (2, 1)),
        ("–", (1, "–")),
    ],
)
def test_shares_are_one_within_the_noise_of_floats_and_no_further(
    tmp_path: Path, second: float | str, places: tuple[object, object]
) -> None:
    """A step of the twelfth digit is noise of equal sums; a hundred-millionth is a better result."""
    rulebook = replace(RULEBOOK, ranking=replace(RULEBOOK.ranking, tie_breaks=()))
    path = tmp_path / "jegyzek.xlsx"
    write_record_file(path, invent(Wishes(9, 1, 1, oddity=0, rulebook=rulebook)))
    book = PlainFloats(path)
    letters = next(sheet.letters for sheet in record_sheets() if sheet.name == SUMS)
    share, place = letters["Hányad"], letters["Helyezés"]
    shares = [0.5, second, *([0.1] * 7)]
    book.known |= {(SUMS, f"{share}{FIRST_ROW + index}"): value for index, value in enumerate(shares)}
    assert tuple(book.value(SUMS, f"{place}{FIRST_ROW + index}") for index in (0, 1)) == places
    assert book.value(SUMS, f"{place}{FIRST_ROW + 2}") == (2 if second == "–" else 3)
