"""A second opinion on the record's formulas: evaluated as written, in plain floats, with no kindness to near misses.

LibreOffice takes 0.30000000000000004 for 0.3 when it compares, Excel and others do so only sometimes. This evaluator
never does, and its ROUND is the bare ``floor(x · 10ⁿ + ½)``: what holds here holds in every program.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.utils import range_boundaries

Value = Any
TOKEN = re.compile(
    r"""\s*(?:(?P<text>"(?:[^"]|"")*")|(?P<number>\d+(?:\.\d+)?)"""
    r"""|(?P<ref>(?:'[^']+'!)?\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?)"""
    r"""|(?P<name>[A-Za-z_]+)|(?P<operator><=|>=|<>|[-+*/^&=<>(),]))"""
)
COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
ARITHMETIC: dict[str, Callable[[Any, Any], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "^": operator.pow,
}
PRECEDENCE = (("=", "<>", "<", ">", "<=", ">="), ("&",), ("+", "-"), ("*", "/"), ("^",))


@dataclass
class PlainFloats:
    """One record file; ``value(sheet, cell)`` is what the cell's formula gives, not what is cached."""

    path: Path
    formulas: Any = field(init=False)
    known: dict[tuple[str, str], Value] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.formulas = openpyxl.load_workbook(self.path)

    def cells(self) -> list[tuple[str, str]]:
        """Give sheet and cell of every formula."""
        return [
            (sheet.title, cell.coordinate)
            for sheet in self.formulas
            for row in sheet.iter_rows()
            for cell in row
            if isinstance(cell.value, str) and cell.data_type == "f"
        ]

    def value(self, sheet: str, cell: str) -> Value:
        """Give the value of one cell; of a blank one None."""
        key = sheet, cell
        if key not in self.known:
            found = self.formulas[sheet][cell]
            is_formula = found.data_type == "f"
            self.known[key] = Reader(self, sheet, found.value[1:]).whole() if is_formula else found.value
        return self.known[key]

    def area(self, sheet: str, reference: str) -> Value:
        """Give the value of a cell, or the list of values of an area one column wide."""
        home, _, place = reference.rpartition("!")
        sheet, place = home.strip("'") or sheet, place.replace("$", "")
        if ":" not in place:
            return self.value(sheet, place)
        left, top, _, bottom = range_boundaries(place)
        letter = openpyxl.utils.get_column_letter(left)
        return [self.value(sheet, f"{letter}{row}") for row in range(top, bottom + 1)]


class Reader:
    """Reads and evaluates one formula from left to right."""

    def __init__(self, book: PlainFloats, sheet: str, formula: str) -> None:
        self.book, self.sheet = book, sheet
        self.tokens = [(match.lastgroup, match[match.lastgroup]) for match in TOKEN.finditer(formula)]  # type: ignore[index]
        assert "".join(text for _, text in self.tokens) == formula, f"cannot read {formula}"
        self.next = 0

    def peek(self) -> str:
        """Give the next token's text without taking it."""
        return self.tokens[self.next][1] if self.next < len(self.tokens) else ""

    def take(self) -> tuple[str, str]:
        """Take the next token: its kind and text."""
        self.next += 1
        kind, text = self.tokens[self.next - 1]
        return str(kind), text

    def whole(self) -> Value:
        """Evaluate the whole formula."""
        result = self.binary(0)
        assert self.next == len(self.tokens), self.tokens[self.next :]
        return result

    def binary(self, level: int) -> Value:
        """Evaluate operators of one precedence, from left to right."""
        if level == len(PRECEDENCE):
            return self.single()
        left = self.binary(level + 1)
        while self.peek() in PRECEDENCE[level] and self.tokens[self.next][0] == "operator":
            sign = self.take()[1]
            left = combine(sign, left, self.binary(level + 1))
        return left

    def single(self) -> Value:
        """Evaluate a number, text, reference, name, call or bracket."""
        kind, text = self.take()
        if text == "(":
            inner = self.binary(0)
            self.take()
            return inner
        if text == "-":
            return -self.single()
        if kind == "number":
            return float(text)
        if kind == "text":
            return text[1:-1].replace('""', '"')
        if kind == "ref":
            return self.book.area(self.sheet, text)
        if self.peek() != "(":
            return self.book.area(self.sheet, self.book.formulas.defined_names[text].attr_text)
        return self.call(text)

    def call(self, name: str) -> Value:
        """Evaluate a function with its arguments (all of them: no formula here divides by what IF guards)."""
        self.take()
        arguments = [self.argument()]
        while self.take()[1] == ",":
            arguments.append(self.argument())
        return FUNCTIONS[name](*arguments)

    def argument(self) -> Value:
        """Evaluate one argument; what cannot be computed is an error that only matters if it is used."""
        start = self.next
        try:
            return self.binary(0)
        except (ZeroDivisionError, TypeError) as error:
            self.next, depth = start, 0
            while depth or self.peek() not in {",", ")"}:
                depth += {"(": 1, ")": -1}.get(self.take()[1], 0)
            return error


def combine(sign: str, left: Value, right: Value) -> Value:
    """Apply an operator, element by element if one side is an area."""
    if isinstance(left, list) or isinstance(right, list):
        length = len(left if isinstance(left, list) else right)
        pairs = zip(spread(left, length), spread(right, length), strict=True)
        return [combine(sign, one, other) for one, other in pairs]
    if sign == "&":
        return as_text(left) + as_text(right)
    if sign in COMPARE:
        return compare(sign, left, right)
    return ARITHMETIC[sign](left or 0, right or 0)


def spread(value: Value, length: int) -> list[Value]:
    """Give a list as it is, a single value as many times."""
    return value if isinstance(value, list) else [value] * length


def compare(sign: str, left: Value, right: Value) -> bool:
    """Compare as a sheet does: a blank is 0 or an empty text, every text is more than every number."""
    if left is None:
        left = "" if isinstance(right, str) else 0
    if right is None:
        right = "" if isinstance(left, str) else 0
    if isinstance(left, str) != isinstance(right, str):
        return COMPARE[sign](isinstance(left, str), isinstance(right, str))
    return COMPARE[sign](left, right)


def as_text(value: Value) -> str:
    """Give a value as ``&`` joins it."""
    return f"{value:.15g}" if isinstance(value, int | float) else str(value or "")


def is_number(value: Value) -> Value:
    """ISNUMBER, element by element."""
    if isinstance(value, list):
        return [is_number(one) for one in value]
    return isinstance(value, int | float) and not isinstance(value, bool)


def matches(value: Value, criterion: Value) -> bool:
    """Tell whether a cell meets a criterion of COUNTIF: ``7``, ``"renonsz"``, ``"<-2"``."""
    if not isinstance(criterion, str):
        return is_number(value) and value == criterion
    found = re.fullmatch(r"(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)", criterion)
    if found:
        return is_number(value) and COMPARE[found[1]](value, float(found[2]))
    return bool(value == criterion)


def round_plainly(value: float, digits: float) -> float:
    """ROUND, half away from zero, with nothing but floats."""
    scale = 10.0**digits
    return math.copysign(math.floor(abs(value) * scale + 0.5) / scale, value)


def selected(*pairs: Value) -> list[bool]:
    """Give which rows meet every (area, criterion) pair."""
    columns = [[matches(value, pairs[i + 1]) for value in pairs[i]] for i in range(0, len(pairs), 2)]
    return [all(row) for row in zip(*columns, strict=True)]


def sum_where(values: list[Value], chosen: list[bool]) -> float:
    """Add up the numbers of the chosen rows, in order, in floats."""
    return sum((float(v) for v, is_in in zip(values, chosen, strict=True) if is_in and is_number(v)), 0.0)


FUNCTIONS: dict[str, Callable[..., Value]] = {
    "IF": lambda test, yes, no: yes if test else no,
    "AND": lambda *tests: all(tests),
    "OR": lambda *tests: any(tests),
    "NOT": lambda test: not test,
    "ISNUMBER": is_number,
    "COUNT": lambda area: sum(is_number(area)),
    "COUNTIF": lambda area, criterion: sum(selected(area, criterion)),
    "COUNTIFS": lambda *pairs: sum(selected(*pairs)),
    "SUMIF": lambda area, criterion, values: sum_where(values, selected(area, criterion)),
    "SUMIFS": lambda values, *pairs: sum_where(values, selected(*pairs)),
    "SUMPRODUCT": lambda area: sum(area if isinstance(area, list) else [area]),
    "ROUND": round_plainly,
    "MAX": max,
}
