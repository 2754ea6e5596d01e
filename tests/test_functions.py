"""The worksheet functions: names, parameters, answers as a cell has them; what has no answer says so in words."""

from __future__ import annotations

import inspect

import pytest

from macros_py import functions
from macros_py.functions import (
    ULTI_ELLENORZES,
    ULTI_FT,
    ULTI_MESTERPONT,
    ULTI_PONT,
    ULTI_ROVIDITES,
    ULTI_SZAZALEK,
    ULTI_VONAL,
)

SIGNATURES = {
    "ULTI_FT": ["teljesites", "felvevo", "ules"],
    "ULTI_ROVIDITES": ["szoveg"],
    "ULTI_ELLENORZES": ["sor"],
    "ULTI_PONT": ["ft", "vonal_ftjei"],
    "ULTI_SZAZALEK": ["pont", "maximum"],
    "ULTI_MESTERPONT": ["hely", "letszam", "lejatszott", "osszes", "csere"],
    "ULTI_VONAL": ["mesterpontok"],
}


@pytest.mark.parametrize(("name", "parameters"), SIGNATURES.items())
def test_names_and_parameters(name: str, parameters: list[str]) -> None:
    """A worksheet that uses a function relies on its name and order of parameters; each has its help."""
    function = getattr(functions, name)
    assert list(inspect.signature(function).parameters) == parameters
    assert all(f"\n    {parameter}: " in function.__doc__ for parameter in parameters)


@pytest.mark.parametrize(
    ("text", "soloist", "seat", "ft"),
    [
        ("U", "A", "A", 10),
        ("U", "A", "b", -5),
        ("P 40 U-K", "C", "C", -32),
        ("piros negyvenszáz, ulti kontra bukott", " c ", "A", 16),
        ("B K(B)", "A", "B", -10),
        (40.0, "B", "B", 8),
    ],
)
def test_ft(text: object, soloist: str, seat: str, ft: int) -> None:
    """The Ft of a seat, the soloist being known; a number that Excel has made of 40 is read."""
    assert ULTI_FT(text, soloist, seat) == ft


def test_the_official_notation() -> None:
    """What players wrote comes back as the official form."""
    assert ULTI_ROVIDITES("piros negyvenszáz, ulti kontra bukott") == "P 40 U-K"
    assert ULTI_ROVIDITES(20) == "20"


@pytest.mark.parametrize(
    "row",
    [
        ["A", None, None, None, None, None, None],
        [None] * 7,
        ["B", "A", "U", 10, -5, -5, None],
        ["B", "A", "U", 6, -3, -3, None],
        [["B", "a", "P 40 U-K", "−32", 16.0, "16 Ft", ""]],
        (("C", "B", 40.0, None, 8, None, None),),
        ["B", None, None, 1, -2, 1, "körpassz"],
        ["B", None, "KÖR", 0, 0, 0, None],
        ["A", "A", "akármi", "R", "V", 7, "bírói"],
        ["A", "A", "U", "R", "V", "V", None],
        ["A", None, None, None, None, None, "nem játszott"],
    ],
)
def test_a_right_row_gives_an_empty_text(row: object) -> None:
    """Right, blank, quick, ruled and not played rows: nothing is said."""
    assert ULTI_ELLENORZES(row) == ""


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (["A", "A", "U", 10, -5, -4, None], "A három Ft eredmény (10 / -5 / -4) összege 1."),
        (["A", "A", "U", -10, 5, 5, None], "Fordított előjelek"),
        (["A", "A", "KB", 20, -10, -10, None], "„KB” kétértelmű"),
        (
            ["A", "A", "40", 9, None, None, None],
            "A felvevő Ft eredménye 9, pedig a teljesítésért 8 jár neki.",
        ),
        (["A", None, "U", 10, -5, -5, None], "Van Ft eredmény, de a felvevő hiányzik."),
        (["A", "A", None, 10, -5, -5, None], "A Teljesítés hiányzik"),
        (["A", None, "izé", 10, -5, -5, None], "„izé” nem olvasható"),
        (["A", None, None, 4, -2, -2, "körpassz"], "Körpassznál nem lehet ennyi a Ft: 4 / -2 / -2."),
        (["A", "A", "U", None, None, None, None], "A sor félig van kitöltve"),
        (["A", "A", "U", 10, -5, -5, "?"], "Ez a sor még tisztázásra vár"),
    ],
)
def test_a_wrong_row_gives_the_first_sentence(row: object, words: str) -> None:
    """What the check would write beside the row, errors before warnings."""
    answer = ULTI_ELLENORZES(row)
    assert answer.startswith(words)


@pytest.mark.parametrize(
    ("ft", "line", "points"),
    [
        (4, [4, -2, -2], 4),
        (-2, [4, -2, -2], 1),
        ("-2", [[4.0], [-2.0], ["−2 Ft"]], 1),
        (4, (4, -2, None), 3.5),
        (2, [2, "R", 2], 3),
        ("R", [2, "R", 2], 0),
        (2, [2, "V", "n"], 2),
        (7, 7, 0),
    ],
)
def test_matchpoints(ft: object, line: object, points: float) -> None:
    """2 for a better, 1 for an equal result; what is missing or not comparable is scaled; a renonsz is beaten."""
    assert ULTI_PONT(ft, line) == points


@pytest.mark.parametrize(
    ("points", "maximum", "percentage"),
    [
        (433, 756, 57.28),
        (432, 756, 57.14),
        (417, 756, 55.16),
        ("1,25", 1000, 0.13),
        (-1, 8, -12.5),
        (17 + 4 / 7, 18, 97.62),
        (0.12 + 0.105, 100, 0.23),
    ],
)
def test_percentages(points: object, maximum: object, percentage: float) -> None:
    """Two decimals, half up (MAUSZ 2012)."""
    assert ULTI_SZAZALEK(points, maximum) == percentage


@pytest.mark.parametrize(
    ("arguments", "masterpoints"),
    [
        ((1, 42, 63, 63, None), 21),
        ((1, 42, 63, 63, False), 21),
        ((2.0, 42, 32, 63, "igen"), 10),
        ((1, 42, 32, 63, True), 10.5),
        ((1, 42, 31, 63, "nem"), 0),
        ((22, 42, 63, 63, ""), 0),
    ],
)
def test_masterpoints(arguments: tuple[object, ...], masterpoints: float) -> None:
    """The worth of the place; half for the replaced and the incoming; nothing below half of the deals (VSZ 6)."""
    assert ULTI_MESTERPONT(*arguments) == masterpoints


def test_lines_come_in_the_shape_of_the_range() -> None:
    """Serpentine by masterpoints; a column gives a column; a blank is 0; equal ones go by the list."""
    assert ULTI_VONAL([30, 20, 10, 5, 4, 3]) == ["A", "B", "C", "C", "B", "A"]
    assert ULTI_VONAL([[3], ["20,5"], [None]]) == [["B"], ["A"], ["C"]]
    assert ULTI_VONAL(((7, 7, 7),)) == [["A", "B", "C"]]


UNANSWERABLE = [
    (ULTI_FT, ("KB", "A", "A"), "„KB” kétértelmű. Kérdezze meg, melyik: B K vagy B K(B)?"),
    (ULTI_FT, ("izé", "A", "A"), "„izé” nem olvasható"),
    (ULTI_FT, (None, "A", "A"), "A Teljesítés üres"),
    (ULTI_FT, ("B K(A)", "A", "A"), "„A” a felvevő"),
    (ULTI_FT, ("KÖR", "A", "A"), "A körpassz Ft eredménye nem számítható"),
    (ULTI_FT, ("U", "X", "A"), "felvevo helyén A, B vagy C álljon, de ez áll ott: „X”"),
    (ULTI_FT, ("U", "A", None), "ules helyén A, B vagy C álljon"),
    (ULTI_ROVIDITES, ("betli ulti",), "„betli” mellett nem lehet más bemondás"),
    (ULTI_ELLENORZES, ([1, 2],), "Hét cella kell egy sorból, Kezdőtől Állapotig; ennyi van: 2."),
    (ULTI_ELLENORZES, (["X", "A", "U", 1, 1, 1, ""],), "Kezdő helyén A, B vagy C álljon"),
    (ULTI_PONT, (5, [4]), "nincs ott a sajátja: „5”"),
    (ULTI_PONT, ("V", ["V", 2]), "A vétlen és a nem játszott pontja"),
    (ULTI_PONT, (2, ["x", 2]), "vonal_ftjei helyén egész Ft álljon (vagy R), de ez áll ott: „x”"),
    (ULTI_PONT, (None, [1, 2]), "ft helyén egész Ft álljon"),
    (ULTI_SZAZALEK, (1, 0), "maximum helyén 0-nál nagyobb szám"),
    (ULTI_SZAZALEK, ("x", 3), "pont helyén szám álljon"),
    (ULTI_MESTERPONT, (43, 42, 1, 63, None), "hely helyén egész szám álljon 1 és 42 között"),
    (ULTI_MESTERPONT, (1, 42, 64, 63, None), "lejatszott helyén egész szám álljon 0 és 63 között"),
    (ULTI_MESTERPONT, (1, 42, 32, 63, "talán"), "csere helyén igen vagy nem"),
    (ULTI_VONAL, ([3, 4],), "A versenyzők száma 2, ez nem osztható hárommal"),
    (ULTI_VONAL, ([1, 2, -3],), "mesterpontok helyén nem állhat negatív szám"),
    (ULTI_VONAL, ([1, "x", 3],), "mesterpontok helyén szám álljon"),
]


@pytest.mark.parametrize(("function", "arguments", "words"), UNANSWERABLE)
def test_what_cannot_be_answered(function: object, arguments: tuple[object, ...], words: str) -> None:
    """A sentence that begins with Hiba: says what is wrong, in the cell."""
    assert callable(function)
    answer = function(*arguments)
    assert answer.startswith("Hiba: ")
    assert answer.endswith((".", "?"))
    assert words in answer
