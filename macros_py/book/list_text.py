"""A list as text: which encoding its bytes are in, and the ways to cut it into cells."""

from __future__ import annotations

import codecs
import csv
import re
from io import StringIO

from macros_py.book.list_headings import list_words
from macros_py.book.list_sheets import ListSheet
from macros_py.book.port import CellValue

DELIMITERS = (";", "\t", ",")
WINDOWS, ISO = "cp1250", "iso8859-2"
OTHER_SYSTEMS = ("mac_latin2", "cp852")
"""Of an old Mac, of DOS."""
BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
CONTROL_SIGNS = range(0x80, 0xA0)
"""Letters and quotation marks in cp1250, control characters in ISO 8859-2: no list holds those."""
EVIDENCE = 200_000
"""Bytes from the beginning by which old encodings are told apart."""
SEPARATOR_LINE = re.compile(r"sep=(.)\s*", re.IGNORECASE)
"""The first line that Excel writes, or wants, to know the separator."""
TEXT_FORMULA = re.compile(r'="([^"]*)"')
"""How a program keeps Excel from eating the zeros of ``="00123"``."""


def decoded(content: bytes) -> tuple[str, str] | None:
    """Give the text, and its encoding's name where the bytes alone do not settle it; None for no text at all.

    A byte order mark says it. UTF-8 proves itself: text in another encoding with an accented letter is hardly ever
    valid in it. ő and ű are the same bytes in cp1250 and ISO 8859-2; those two are told apart by :func:`old_encoding`.
    """
    encoding = next((name for mark, name in BYTE_ORDER_MARKS if content.startswith(mark)), "") or zeros(
        content
    )
    doubt = ""
    if not encoding:
        try:
            return without_zeros(content.decode("utf-8"), "")
        except UnicodeDecodeError:
            encoding, is_certain = old_encoding(content[:EVIDENCE])
            doubt = "" if is_certain else encoding
    try:
        return without_zeros(content.decode(encoding), doubt)
    except UnicodeDecodeError:
        return None


def without_zeros(text: str, doubt: str) -> tuple[str, str] | None:
    """Give text and doubt back, unless a zero character shows that it is no text."""
    return None if "\0" in text else (text, doubt)


def zeros(content: bytes) -> str:
    """Recognise UTF-16 without a mark: every other byte of a plain letter is zero."""
    half = len(content) // 2
    if half and not len(content) % 2:
        if content[1::2].count(0) > half // 2:
            return "utf-16-le"
        if content[::2].count(0) > half // 2:
            return "utf-16-be"
    return ""


def old_encoding(content: bytes) -> tuple[str, bool]:
    """Give the likeliest of the encodings that need one byte a letter, and whether the bytes leave no doubt.

    An encoding of another system is taken only where its Hungarian letters are likelier than those of both usual ones.
    """
    encoding, is_certain = windows_or_iso(content)
    best = max(OTHER_SYSTEMS, key=lambda name: weight_of(content, name))
    return (
        (best, False) if weight_of(content, best) > weight_of(content, encoding) else (encoding, is_certain)
    )


def weight_of(content: bytes, encoding: str) -> int:
    """Weigh all signs beyond plain English ones as they read in an encoding; Hungarian letters weigh most."""
    text = content.decode(encoding, errors="replace")
    own = list_words().own_letters
    places = [place for place, sign in enumerate(text) if not sign.isascii()]
    return sum(likelihood(text, place) + 2 * (text[place] in own) for place in places)


def windows_or_iso(content: bytes) -> tuple[str, bool]:
    """Tell cp1250 from ISO 8859-2, and whether the bytes leave no doubt.

    Bytes that ISO 8859-2 has for control characters settle it. Else each byte on which the two differ speaks for
    the encoding in which it is the likelier sign at its place; between equals Windows is likelier.
    """
    if any(byte in CONTROL_SIGNS for byte in content):
        return WINDOWS, True
    windows, iso = content.decode(WINDOWS), content.decode(ISO)
    places = [place for place, pair in enumerate(zip(windows, iso, strict=True)) if pair[0] != pair[1]]
    lead = sum(likelihood(iso, place) - likelihood(windows, place) for place in places)
    return (ISO if lead > 0 else WINDOWS), not places


def likelihood(text: str, place: int) -> int:
    """Weigh one sign in a list of names: a frequent letter 3, a letter 1, what hardly stands there less."""
    letter = text[place]
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    if not letter.isalpha():
        return -3 if before.isalpha() or after.isalpha() else 0
    worth = 3 if letter in list_words().frequent_letters else 1
    in_wrong_case = (letter.isupper() and before.islower()) or (letter.islower() and not before.isalpha())
    return worth - 4 if in_wrong_case else worth


def cut_cells(text: str, encoding: str) -> list[ListSheet]:
    """Give the text cut by each separator that fits it (semicolon, tab, comma); by the one it names if it names one.

    A cell in quotation marks may hold separators and line breaks. None fits where a quotation mark is never closed.
    """
    named = SEPARATOR_LINE.match(text)
    body = "\n" + text[named.end() :] if named else text
    sheets = []
    for delimiter in (named[1],) if named else DELIMITERS:
        try:
            lines = list(csv.reader(StringIO(body, newline=""), delimiter=delimiter, strict=True))
        except csv.Error:
            continue
        sheets.append(
            ListSheet(
                [[unwrapped_text(cell) for cell in line] for line in lines],
                encoding=encoding,
                delimiter=delimiter,
            )
        )
    return sheets


def unwrapped_text(cell: str) -> CellValue:
    """Give a cell's text, out of the formula that some programs wrap it in; blank is None."""
    wrapped = TEXT_FORMULA.fullmatch(cell)
    return (wrapped[1] if wrapped else cell) or None
