"""CSV files that we write: nothing in them is a formula to the program that opens them, and all of it comes back."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros_py.book.text_files import (
    CSV,
    DrawFile,
    csv_text,
    from_csv,
    harmless,
    original,
    read_draw,
    write_draw,
)

FORMULAS = (
    *(
        "=cmd|' /C calc'!A0",
        '=HYPERLINK("http://e.hu","x")',
        "@SUM(1)",
        "+1+1",
        "-2+3",
        "\t=1",
        "\r=1",
        "\n=1",
    ),
    *(" =1+1", "'=1", "''+1", "＝1", "Kis, =1+1", "Kis;=1", "Kis\t@x", "Kis|-1", "=1\r\n=2"),
)
"""What a club's list could hold as a name."""
DANGEROUS = st.text(st.sampled_from("=+-@'\t\r\n ,;|\"aő＝")) | st.text()


def as_cells(text: str, delimiter: str) -> list[list[str]]:
    """Cut a text as a spreadsheet program of some language would."""
    return list(csv.reader(StringIO(text, newline=""), delimiter=delimiter))


@pytest.mark.parametrize("name", FORMULAS)
def test_no_name_is_a_formula(name: str) -> None:
    """Wherever a program cuts the lines, no cell begins with what it would compute; plain names stay as they are."""
    draw = DrawFile({"verseny": name}, [{"Vonal": "A", "Induló asztal": 1, "Név": name, "Egyesület": name}])
    for delimiter in ";,\t|":
        for row in as_cells(csv_text(draw), delimiter):
            assert not [cell for cell in row if cell.strip().strip('"')[:1] in tuple("=+-@＝＋－＠") and cell]
    assert harmless("Kis-Nagy Ő. Pál (ifj.)") == "Kis-Nagy Ő. Pál (ifj.)"


@pytest.mark.parametrize("name", FORMULAS)
def test_a_file_read_back_says_what_was_written(name: str, tmp_path: Path) -> None:
    """Signs, tabs, line ends and apostrophes come back from the disk."""
    line = {"Vonal": "A", "Induló asztal": "1", "Név": name, "Egyesület": f"x{name}"}
    [path] = write_draw(tmp_path / f"s{CSV}", DrawFile({"verseny": name}, [line]))
    found = read_draw(path)
    assert found.positions == [line]
    assert found.head["verseny"] == name


def test_numbers_stay_numbers() -> None:
    """A negative number is no text: nothing is put before it."""
    draw = DrawFile({"egy": -4}, [{"Vonal": "A", "Induló asztal": 1, "Név": "Kis Pál", "Mesterpont": -12}])
    assert "egy;-4\r\n" in csv_text(draw)
    assert csv_text(draw).endswith("A;1;Kis Pál;-12\r\n")


@given(DANGEROUS)
def test_any_text_comes_back(text: str) -> None:
    """Reading takes off exactly what writing put there."""
    assert original(harmless(text)) == text


@given(st.lists(DANGEROUS.filter(lambda text: text.strip()), min_size=1, max_size=3))
def test_any_draw_comes_back(names: list[str]) -> None:
    """Whole files, too."""
    lines = [{"Vonal": "A", "Induló asztal": "1", "Név": name} for name in names]
    assert from_csv(csv_text(DrawFile({"verseny": "x"}, lines))).positions == lines
