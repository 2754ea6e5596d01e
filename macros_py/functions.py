"""The worksheet functions, as plain functions: cell values in, cell values out. Their docstrings are the
function wizard's help. What cannot be answered comes back as a sentence that begins with ``Hiba:``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, wraps
from typing import Any, NoReturn, ParamSpec, TypeVar

from macros_py.cells import ft_cell, read_decimal, read_text, read_whole, read_yes_no
from macros_py.editions import load_edition
from macros_py.rules.hall.event import LINES, Position, ProtocolLine, Result, RoundState, Status
from macros_py.rules.hall.lines import line_letters
from macros_py.rules.language.notation import Language, notation, parse_line
from macros_py.rules.language.settlement import settle
from macros_py.rules.language.vocabulary import LineError
from macros_py.rules.meaning.context import MeaningContext
from macros_py.rules.meaning.meaning import check_meaning
from macros_py.rules.problems import Degree
from macros_py.rules.results.masterpoints import earned_share, place_worth
from macros_py.rules.results.protocol import check_row
from macros_py.rules.results.ranking import rounded
from macros_py.rules.results.scoring import rank_group
from macros_py.rules.results.typed_results import ExpectedSheet, Letter, TypedRow, seat_letter
from macros_py.rules.rulebook import Rulebook
from macros_py.words import describe, heading, say, say_line

FUNCTIONS_EDITION = "mausz-2008"
"""The worksheet functions do not see which edition the workbook names."""
CATEGORY, MOST_ROWS = "Sportulti", 9999
FINEST = 1_000_000
"""A float is taken for the fraction it was made of: no denominator of the scoring is greater."""

Number = int | float
P = ParamSpec("P")
T = TypeVar("T")


class Unanswerable(Exception):
    """What was asked has no answer; the text is the sentence that says why."""


def answering(function: Callable[P, T]) -> Callable[P, T | str]:
    """Make a function answer in words where it has no answer."""

    @wraps(function)
    def answer(*args: P.args, **kwargs: P.kwargs) -> T | str:
        try:
            return function(*args, **kwargs)
        except Unanswerable as error:
            return say("function.error", sentence=str(error))
        except LineError as error:
            return say("function.error", sentence=say_line(error))

    return answer


@answering
def ULTI_FT(teljesites: object, felvevo: object, ules: object) -> Number:
    """Megadja, hány Ft jár egy ülésnek a teljesítésért; pozitív, ha kap, negatív, ha fizet.

    teljesites: amit a jegyzőkönyvre írtak, például P 40 U-K (az U egymagában: a parti is nyert)
    felvevo: a felvevő ülése: A, B vagy C
    ules: az ülés, amelynek a Ft eredményét kérdezi: A, B vagy C
    """
    line = parse_line(teljesites, _language())
    soloist, seat = _seat(felvevo, "felvevo"), _seat(ules, "ules")
    if line.is_korpassz:
        _refuse("korpassz")
    return settle(line, soloist, _rulebook().contracts)[LINES.index(seat)]


@answering
def ULTI_ROVIDITES(szoveg: object) -> str:
    """Megadja egy teljesítés hivatalos rövidítését: „piros negyvenszáz, ulti kontra bukott” = P 40 U-K.

    szoveg: a teljesítés, ahogy leírták: rövidítve vagy szavakkal, egybe vagy külön, kis vagy nagy betűvel
    """
    return notation(parse_line(szoveg, _language()), _language())


@answering
def ULTI_ELLENORZES(sor: object) -> str:
    """Ellenőrzi egy eredmény beírt celláit: üres, ha rendben vannak (vagy még üresek), különben az első hiba.

    sor: az Eredményrögzítés lap egy sorából hét cella: Kezdő, Felvevő, Teljesítés, Ft A, Ft B, Ft C, Állapot.
        A többi sort, a lapokat és a Döntések lapot nem nézi; R, V és N helyett a döntés számít.
    """
    row = _typed_row(_cells(sor))
    if not row.is_touched:
        return ""
    starter = _seat(row.starter, heading("tEredmenyek", "starter"))
    context = _meaning()
    cells = zip(LINES, row.ft, strict=True)
    ruled = frozenset((1, 1, 1, seat) for seat, cell in cells if isinstance(cell, Letter))
    sheet = ExpectedSheet((), {}, {1: RoundState.DEALT}, ruled, context.entry, context.is_korpassz)
    found = list(check_row(row, (1, 1, 1), ProtocolLine(1, 1, 1, 1, 1, starter), sheet))
    wrong = {0} if any(problem.degree is Degree.ERROR for problem in found) else set()
    found += check_meaning([row], wrong, context.at({}, sheet.ruled))[1]
    worst = min(found, key=lambda problem: [*Degree].index(problem.degree), default=None)
    return describe(worst).whole if worst else ""


@answering
def ULTI_SOROK(blokk: object) -> list[list[str]]:
    """Soronként ellenőrzi egy forduló beírt eredményeit: üres szöveg, ha a sor rendben van, különben az első hiba.

    blokk: az Eredményrögzítés lap sorai, mindegyikből hét cella: Kezdő, Felvevő, Teljesítés, Ft A, Ft B, Ft C, Állapot
    """
    rows = blokk if isinstance(blokk, list | tuple) else [[blokk]]
    if rows and not isinstance(rows[0], list | tuple):
        rows = [rows]
    return [[ULTI_ELLENORZES(row)] for row in rows]


@answering
def ULTI_PONT(ft: object, vonal_ftjei: object) -> Number:
    """Megadja, hány pontot ér egy Ft eredmény a leosztáson a vonal többi eredményéhez mérve.

    ft: a saját Ft eredmény (vagy R)
    vonal_ftjei: a vonal összes Ft eredménye ezen a leosztáson, asztalonként egy cella, a saját is köztük;
        az üres cella még hiányzó eredmény
    """
    own, cells = ft_cell(ft), [ft_cell(cell) for cell in _cells(vonal_ftjei)]
    readable = [cell for cell in cells if cell is None or isinstance(cell, int | Letter)]
    if len(readable) < len(cells):
        wrong = next(cell for cell in _cells(vonal_ftjei) if ft_cell(cell) not in readable)
        _refuse("ft", name="vonal_ftjei", found=wrong)
    if not isinstance(own, int | Letter):
        _refuse("ft", name="ft", found=ft)
    if own not in cells:
        _refuse("not_in_list", found=ft)
    if isinstance(own, Letter):
        if own is not Letter.R:
            _refuse("no_points")
        return 0
    group = [_result(table, cell) for table, cell in enumerate(readable, start=1)]
    return _number(rank_group(group, _rulebook().scoring, len(group)).worth[own])


@answering
def ULTI_SZAZALEK(pont: object, maximum: object) -> Number:
    """Megadja, hány százalék a pont a maximumból, két tizedesre, a felet felfelé kerekítve.

    pont: az elért pont
    maximum: az elérhető pont
    """
    points, available = _exact(pont, "pont"), _exact(maximum, "maximum")
    if available <= 0:
        _refuse("positive", name="maximum", found=maximum)
    return float(rounded(points / available, _rulebook().scoring.percentage_decimals))


@answering
def ULTI_MESTERPONT(
    hely: object, letszam: object, lejatszott: object, osszes: object, csere: object
) -> Number:
    """Megadja, hány mesterpont jár egy versenyzőnek (VSZ 6).

    hely: a pozíció (nem osztott) helyezése
    letszam: a pozíciók száma
    lejatszott: hány leosztást játszott le
    osszes: a leosztások száma
    csere: igen, ha lecserélték, vagy csereként lépett be; különben nem vagy üres
    """
    positions = _whole(letszam, "letszam", 1, MOST_ROWS)
    place = _whole(hely, "hely", 1, positions)
    total = _whole(osszes, "osszes", 1, MOST_ROWS)
    played = _whole(lejatszott, "lejatszott", 0, total)
    is_substituted = False if csere is None or csere == "" else read_yes_no(csere)
    if not isinstance(is_substituted, bool):
        _refuse("yes_no", name="csere", found=csere)
    rules = _rulebook().masterpoints
    return _number(place_worth(place, positions, rules) * earned_share(played, total, is_substituted, rules))


@answering
def ULTI_VONAL(mesterpontok: object) -> list[str] | list[list[str]]:
    """Megadja, melyik vonalra (A, B, C) kerülnek a versenyzők a mesterpontjuk szerint.

    mesterpontok: a versenyzők mesterpontjai, mindenkié egy cella; az üres 0. Egyenlő mesterpontnál a lista
        sorrendje dönt (a verseny vonalbeosztásánál sorsolás).
    """
    cells = _cells(mesterpontok)
    points = [Fraction(0) if cell in (None, "") else _exact(cell, "mesterpontok") for cell in cells]
    if any(point < 0 for point in points):
        _refuse("not_negative", name="mesterpontok", found=cells[points.index(min(points))])
    if len(points) % len(LINES):
        _refuse("threes", count=len(points))
    best_first = sorted(range(len(points)), key=lambda place: -points[place])
    letters = line_letters(len(points), _rulebook().lines_method)
    given = iter([letter for _, letter in sorted(zip(best_first, letters, strict=True))])
    return _in_shape(mesterpontok, given)


def _refuse(reason: str, **fields: object) -> NoReturn:
    raise Unanswerable(say(f"function.{reason}", **fields))


@cache
def _rulebook() -> Rulebook:
    return load_edition(FUNCTIONS_EDITION).rulebook


@cache
def _language() -> Language:
    return Language(_rulebook())


@cache
def _meaning() -> MeaningContext:
    return MeaningContext.of(_rulebook(), _language())


def _typed_row(cells: list[object]) -> TypedRow:
    """Read a row of tEredmenyek from Kezdő to Állapot."""
    if len(cells) != 7:
        _refuse("row", count=len(cells))
    starter, soloist, achievements, first, second, third, state = cells
    ft = ft_cell(first), ft_cell(second), ft_cell(third)
    texts = {"starter": read_text(starter), "soloist": read_text(soloist), "state": read_text(state)}
    return TypedRow(1, 1, 1, 1, 1, ("", "", ""), achievements=read_text(achievements), ft=ft, **texts)


def _cells(block: object) -> list[object]:
    """Give the values of a range in reading order: one cell, a row, a column or a block."""
    if not isinstance(block, list | tuple):
        return [block]
    return [cell for row in block for cell in (row if isinstance(row, list | tuple) else [row])]


def _in_shape(block: object, given: Iterator[str]) -> list[str] | list[list[str]]:
    """Put answers into the shape of the range they were asked for."""
    rows: list[Any] = list(block) if isinstance(block, list | tuple) else [block]
    if all(isinstance(row, list | tuple) for row in rows):
        return [[next(given) for _ in row] for row in rows]
    return list(given)


def _seat(value: object, name: str) -> str:
    seat = seat_letter(read_text(value))
    if not isinstance(seat, str):
        _refuse("seat", name=name, found=value)
    return seat


def _whole(value: object, name: str, least: int, most: int) -> int:
    number = read_whole(value)
    if not isinstance(number, int) or not least <= number <= most:
        _refuse("whole", name=name, found=value, least=least, most=most)
    return number


def _exact(value: object, name: str) -> Fraction:
    """Read an exact number; a float is taken for the fraction that was meant."""
    number = read_decimal(value)
    if not isinstance(number, Fraction):
        _refuse("number", name=name, found=value)
    return number.limit_denominator(FINEST) if isinstance(value, float) else number


def _number(exact: Fraction) -> Number:
    return int(exact) if exact.denominator == 1 else float(exact)


def _result(table: int, cell: int | Letter | None) -> Result:
    ft, status = (None, cell.status) if isinstance(cell, Letter) else (cell, Status.PLAYED)
    return Result(1, 1, table, Position(LINES[0], table), ft, status)


def register(func: Callable[..., Any], arg: Callable[..., Any]) -> None:
    """Tell xlwings the worksheet functions, by its decorators ``func`` and ``arg``: without that it calls none.

    xlwings would take the annotations for converters, so they are taken away. A column must come as a block, or
    what is answered in its shape would lie across.
    """
    ours = [function for name, function in globals().items() if name.startswith("ULTI_")]
    for function in ours:
        function.__annotations__ = {}
    arg("mesterpontok", ndim=2)(ULTI_VONAL)
    for function in ours:
        func(category=CATEGORY)(function)


if sys.platform == "win32":
    import xlwings

    register(xlwings.func, xlwings.arg)
