"""Formula text: as Excel writes it ↔ as Calc's interface takes it.

They differ in the separators (``,`` and ``;``; in arrays ``|`` for a new row), in the reference to another sheet
(``Sheet!A1`` and ``$Sheet.A1``) and in ``[@Column]``, which Calc writes out. Function names are English in both.
"""

from __future__ import annotations

import re
from collections.abc import Callable

BRACKETS = r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]"
CELL = r"(?=\$?[A-Za-z]{1,3}\$?\d+(?![\w(]))"
EXCEL_TOKEN = re.compile(
    rf"""(?P<text>"(?:[^"]|"")*")|(?P<error>\#[A-Z/0-9]+[!?]?)|(?P<sheet>'(?:[^']|'')+'!|[^\W\d][\w.]*!)"""
    rf"""|(?P<columns>{BRACKETS})|(?P<prefix>_xlfn\.(?:_xlws\.)?)|(?P<truth>\b(?:TRUE|FALSE)\b(?!\())"""
    r"""|(?P<mark>[{},;])""",
)
CALC_TOKEN = re.compile(
    rf"""(?P<text>"(?:[^"]|"")*")|(?P<sheet>\$?(?:'(?:[^']|'')+'|[^\W\d][\w]*)\.{CELL})"""
    rf"""|(?P<columns>{BRACKETS})|(?P<mark>[{{}};|])""",
)
THIS_ROW = re.compile(r"\[@\[?([^\[\]]+)\]?\]")

Spelling = Callable[[str, str, bool], str]


def translate(formula: str, tokens: re.Pattern[str], spell: Spelling) -> str:
    """Replace every token; ``spell(kind, token, inside_array)`` gives its other spelling."""
    inside = False

    def replace(match: re.Match[str]) -> str:
        nonlocal inside
        token = match[0]
        inside = token == "{" or (inside and token != "}")
        return spell(match.lastgroup or "", token, inside)

    return tokens.sub(replace, formula)


def calc_spelling(kind: str, token: str, inside: bool) -> str:
    """Give Calc's spelling of one token of Excel."""
    if kind == "sheet":
        return f"${token[:-1]}."
    if kind == "columns":
        return THIS_ROW.sub(r"[[#This Row];[\1]]", token).replace("],[", "];[")
    if kind == "prefix":
        return ""
    if kind == "truth":
        return token if inside else f"{token}()"
    if kind == "mark" and token in ",;":
        return ("|" if token == ";" else ";") if inside else ";"
    return token


def excel_spelling(kind: str, token: str, inside: bool) -> str:
    """Give Excel's spelling of one token of Calc."""
    if kind == "sheet":
        return f"{token.removeprefix('$')[:-1]}!"
    if kind == "columns":
        return token.replace("];[", "],[")
    if kind == "mark" and token in ";|":
        return ";" if token == "|" else ","
    return token


def to_calc(formula: str) -> str:
    """Give a formula of Excel as Calc takes it: ``=SUM(A1,Lap!B2)`` → ``=SUM(A1;$Lap.B2)``."""
    return translate(formula, EXCEL_TOKEN, calc_spelling)


def to_excel(formula: str) -> str:
    """Give a formula of Calc as Excel writes it: ``=SUM(A1;$Lap.B2)`` → ``=SUM(A1,Lap!B2)``."""
    return translate(formula, CALC_TOKEN, excel_spelling)


def is_formula(value: object) -> bool:
    """Say whether writing the value makes a formula, as in Excel: text that begins with ``=``."""
    return isinstance(value, str) and len(value) > 1 and value[0] == "="
