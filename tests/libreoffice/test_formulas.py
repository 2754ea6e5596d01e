"""Formulas: in Excel's spelling in and out, whatever Calc calls them inside."""

from __future__ import annotations

import pytest
import xlwings

from macros_py.libreoffice.values import to_calc, to_excel

SPELLINGS = [
    ("=SUM(A1:A3,B2)", "=SUM(A1:A3;B2)"),
    ("=IF(A1>1,\"a,b;c!\",'Két lap'!$B$2)", "=IF(A1>1;\"a,b;c!\";$'Két lap'.$B$2)"),
    ("=Lap!A1+Őszi!$C$3", "=$Lap.A1+$Őszi.$C$3"),
    ("=SUM(Lap!A1:B2)", "=SUM($Lap.A1:B2)"),
    ("=MATCH(2,{1,2;3,4},0)", "=MATCH(2;{1;2|3;4};0)"),
    ("='It''s'!A1", "=$'It''s'.A1"),
    ("=SUM(tX[Pont])", "=SUM(tX[Pont])"),
    ("=tX[[#This Row],[Pont]]", "=tX[[#This Row];[Pont]]"),
    ("=1.5*A1", "=1.5*A1"),
    ("=LOG10(A1)", "=LOG10(A1)"),
]
"""Excel's spelling and Calc's, the same both ways."""
ONE_WAY = [
    ("=IF(TRUE,1,FALSE)", "=IF(TRUE();1;FALSE())"),
    ("=TRUE()", "=TRUE()"),
    ("={TRUE,FALSE}", "={TRUE;FALSE}"),
    ("=_xlfn.STDEV.S(A1:A2)", "=STDEV.S(A1:A2)"),
    ("=tX[@Pont]*2", "=tX[[#This Row];[Pont]]*2"),
    ("=tX[@[Két szó]]", "=tX[[#This Row];[Két szó]]"),
    ("=#REF!+1", "=#REF!+1"),
]


@pytest.mark.parametrize(("excel", "calc"), [*SPELLINGS, *ONE_WAY])
def test_excel_to_calc(excel: str, calc: str) -> None:
    """A formula of Excel is spelled as Calc takes it."""
    assert to_calc(excel) == calc


@pytest.mark.parametrize(("excel", "calc"), SPELLINGS)
def test_calc_to_excel(excel: str, calc: str) -> None:
    """A formula of Calc is spelled as Excel writes it."""
    assert to_excel(calc) == excel


def test_formulas_come_back_and_compute(calc: xlwings.App) -> None:
    """A block of formulas over another sheet, texts and arrays gives its values and reads back as written."""
    book = calc.books.add()
    book.sheets[0].name = "Két lap"
    book.sheets[0]["A1:A3"].options(transpose=True).value = [1, 2, 3]
    sheet = book.sheets.add("Másik")
    written = (
        ("=SUM('Két lap'!A1:A3,10)", '=IF(TRUE,"a;b",0)'),
        ("=MATCH(3,{1,2,3},0)", "=COUNTIF('Két lap'!$A$1:$A$3,\">1\")"),
    )
    sheet["A1:B2"].formula = written
    assert sheet["A1:B2"].value == [[16.0, "a;b"], [3.0, 2.0]]
    assert sheet["A1:B2"].formula[1] == written[1]
    assert sheet["A1"].formula == written[0][0]
    assert sheet["A1"].formula2 == written[0][0]


def test_one_formula_moves_along_with_its_cells(calc: xlwings.App) -> None:
    """One formula written into many cells is filled down and to the right, relative to each."""
    sheet = calc.books.add().sheets[0]
    sheet["A1:B3"].value = [[1, 10], [2, 20], [3, 30]]
    sheet["D1:E3"].formula = "=A1*$A$1+1"
    assert sheet["D1:E3"].value == [[2.0, 11.0], [3.0, 21.0], [4.0, 31.0]]
    assert sheet["E3"].formula == "=B3*$A$1+1"


def test_an_array_formula_covers_its_range(calc: xlwings.App) -> None:
    """An array formula gives its values, says its text, and is known as one."""
    sheet = calc.books.add().sheets[0]
    sheet["A1:A3"].options(transpose=True).value = [1, 2, 3]
    sheet["C1:C3"].formula_array = "=A1:A3*2"
    assert sheet["C1:C3"].value == [2.0, 4.0, 6.0]
    assert sheet["C1:C3"].formula_array == "=A1:A3*2"
    assert sheet["C1:C3"].has_array
    assert not sheet["A1"].has_array


def test_values_without_formulas_read_as_text(calc: xlwings.App) -> None:
    """Where there is no formula the formula is the value as text, as in Excel."""
    sheet = calc.books.add().sheets[0]
    sheet["A1:D1"].value = ["'=x", 2, None, "=1+1"]
    assert sheet["A1:D1"].formula == (("=x", "2", "", "=1+1"),)


def test_nothing_is_computed_while_calculation_is_manual(calc: xlwings.App) -> None:
    """With manual calculation a changed cell leaves its formulas as they are, until ``calculate``."""
    sheet = calc.books.add().sheets[0]
    sheet["A1:B1"].value = [1, "=A1+1"]
    with calc.properties(calculation="manual"):
        sheet["A1"].value = 5
        assert calc.calculation == "manual"
        assert sheet["B1"].value == 2.0
        calc.calculate()
        assert sheet["B1"].value == 6.0
    assert calc.calculation == "automatic"
