"""Texts in a CSV file that a spreadsheet program opens: none of them may become a formula there.

A name or a club comes from anybody's list. An apostrophe is put before what a program would compute, at the start of a
text, and behind a separator in it (another program may cut there); reading takes exactly these apostrophes off again.
"""

from __future__ import annotations

import re

FORMULA_SIGNS = "=+\\-@＝＋－＠"
"""What begins a formula; the wide ones do in some languages."""
COMPUTED = rf"(?=[\s']*[{FORMULA_SIGNS}]|'*[\t\r\n])"
CELL_START = r"(^|[,;|\t\r\n])"
DANGER = re.compile(CELL_START + COMPUTED)
MADE_HARMLESS = re.compile(CELL_START + "'" + COMPUTED)


def harmless(text: str) -> str:
    """Give a text as it may stand in a CSV file."""
    return DANGER.sub(r"\1'", text)


def original(text: str) -> str:
    """Give back what :func:`harmless` was given."""
    return MADE_HARMLESS.sub(r"\1", text)
