"""Lists and draws as text: CSV and JSON, read and written.

None of the texts in a CSV file may become a formula in the spreadsheet program that opens it: a name or a club comes
from anybody's list. An apostrophe is put before what a program would compute, at the start of a text, and behind a
separator in it (another program may cut there); reading takes exactly these apostrophes off again.
"""

from __future__ import annotations

import codecs
import csv
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

from macros_py.book.file_extent import read_text_bytes
from macros_py.book.list_headings import ListSheet, list_words
from macros_py.book.port import BookError, CellValue
from macros_py.book.saving import write_atomically
from macros_py.cells import read_text

_DELIMITERS = (";", "\t", ",")
_WINDOWS, _ISO = "cp1250", "iso8859-2"
_OTHER_SYSTEMS = ("mac_latin2", "cp852")
"""Of an old Mac, of DOS."""
_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
"""Byte order marks."""
_CONTROL_SIGNS = range(0x80, 0xA0)
"""Letters and quotation marks in cp1250, control characters in ISO 8859-2: no list holds those."""
_EVIDENCE = 200_000
"""Bytes from the beginning by which old encodings are told apart."""
_SEPARATOR_LINE = re.compile(r"sep=(.)\s*", re.IGNORECASE)
"""The first line that Excel writes, or wants, to know the separator."""
_TEXT_FORMULA = re.compile(r'="([^"]*)"')
"""How a program keeps Excel from eating the zeros of ``="00123"``."""


def decoded(content: bytes) -> tuple[str, str] | None:
    """Give the text, and its encoding's name where the bytes alone do not settle it; None for no text at all.

    A byte order mark says it. UTF-8 proves itself: text in another encoding with an accented letter is hardly ever
    valid in it. ő and ű are the same bytes in cp1250 and ISO 8859-2; those two are told apart by ``_old_encoding``.
    """
    marked = next((name for mark, name in _MARKS.items() if content.startswith(mark)), "")
    encoding, doubt = marked or _zeros(content), ""
    if not encoding:
        try:
            return _without_zeros(content.decode("utf-8"), "")
        except UnicodeDecodeError:
            encoding, is_certain = _old_encoding(content[:_EVIDENCE])
            doubt = "" if is_certain else encoding
    try:
        return _without_zeros(content.decode(encoding), doubt)
    except UnicodeDecodeError:
        return None


def _without_zeros(text: str, doubt: str) -> tuple[str, str] | None:
    """Give text and doubt back, unless a zero character shows that it is no text."""
    return None if "\0" in text else (text, doubt)


def _zeros(content: bytes) -> str:
    """Recognise UTF-16 without a mark: every other byte of a plain letter is zero."""
    half = len(content) // 2
    if half and not len(content) % 2:
        if content[1::2].count(0) > half // 2:
            return "utf-16-le"
        if content[::2].count(0) > half // 2:
            return "utf-16-be"
    return ""


def _old_encoding(content: bytes) -> tuple[str, bool]:
    """Give the likeliest of the encodings that need one byte a letter, and whether the bytes leave no doubt.

    An encoding of another system is taken only where its Hungarian letters are likelier than those of both usual ones.
    """
    encoding, is_certain = _windows_or_iso(content)
    best = max(_OTHER_SYSTEMS, key=lambda name: _weight_of(content, name))
    is_other = _weight_of(content, best) > _weight_of(content, encoding)
    return (best, False) if is_other else (encoding, is_certain)


def _weight_of(content: bytes, encoding: str) -> int:
    """Weigh all signs beyond plain English ones as they read in an encoding; Hungarian letters weigh most."""
    text = content.decode(encoding, errors="replace")
    own = list_words().own_letters
    places = [place for place, sign in enumerate(text) if not sign.isascii()]
    return sum(_likelihood(text, place) + 2 * (text[place] in own) for place in places)


def _windows_or_iso(content: bytes) -> tuple[str, bool]:
    """Tell cp1250 from ISO 8859-2, and whether the bytes leave no doubt.

    Bytes that ISO 8859-2 has for control characters settle it. Else each byte on which the two differ speaks for
    the encoding in which it is the likelier sign at its place; between equals Windows is likelier.
    """
    if any(byte in _CONTROL_SIGNS for byte in content):
        return _WINDOWS, True
    windows, iso = content.decode(_WINDOWS), content.decode(_ISO)
    places = [place for place, pair in enumerate(zip(windows, iso, strict=True)) if pair[0] != pair[1]]
    lead = sum(_likelihood(iso, place) - _likelihood(windows, place) for place in places)
    return (_ISO if lead > 0 else _WINDOWS), not places


def _likelihood(text: str, place: int) -> int:
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
    named = _SEPARATOR_LINE.match(text)
    body = "\n" + text[named.end() :] if named else text
    sheets = []
    for delimiter in (named[1],) if named else _DELIMITERS:
        try:
            lines = list(csv.reader(StringIO(body, newline=""), delimiter=delimiter, strict=True))
        except csv.Error:
            continue
        rows = [[_unwrapped_text(cell) for cell in line] for line in lines]
        sheets.append(ListSheet(rows, encoding=encoding, delimiter=delimiter))
    return sheets


def _unwrapped_text(cell: str) -> CellValue:
    """Give a cell's text, out of the formula that some programs wrap it in; blank is None."""
    wrapped = _TEXT_FORMULA.fullmatch(cell)
    return (wrapped[1] if wrapped else cell) or None


_FORMULA_SIGNS = "=+\\-@＝＋－＠"
"""What begins a formula; the wide ones do in some languages."""
_COMPUTED = rf"(?=[\s']*[{_FORMULA_SIGNS}]|'*[\t\r\n])"
_CELL_START = r"(^|[,;|\t\r\n])"
_DANGER = re.compile(_CELL_START + _COMPUTED)
_MADE_HARMLESS = re.compile(_CELL_START + "'" + _COMPUTED)


def harmless(text: str) -> str:
    """Give a text as it may stand in a CSV file."""
    return _DANGER.sub(r"\1'", text)


def original(text: str) -> str:
    """Give back what :func:`harmless` was given."""
    return _MADE_HARMLESS.sub(r"\1", text)


CSV, _JSON_DRAW = ".csv", ".json"
_SUFFIXES = (CSV, _JSON_DRAW)
_DRAW_FILE_HEADINGS = ("Vonal", "Induló asztal", "Név")
DrawLine = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class DrawFile:
    """What a draw file says: ``head`` of the event, one line for each position in the order of the lines and tables."""

    head: Mapping[str, object]
    positions: Sequence[DrawLine]


def write_draw(target: Path, draw: DrawFile) -> list[Path]:
    """Write the file, or, where the name has no such ending, both; give what was written.

    :raises BookError: the name ends in something else (``draw_ending``); it cannot be written.
    """
    ending = target.suffix.casefold()
    if ending and ending not in _SUFFIXES:
        raise BookError("draw_ending", path=target)
    texts = {CSV: csv_text(draw), _JSON_DRAW: _json_text(draw)}
    paths = []
    for suffix in [ending] if ending else _SUFFIXES:
        path = target if ending else target.with_name(f"{target.name}{suffix}")
        data = texts[suffix].encode("utf-8-sig" if suffix == CSV else "utf-8")
        write_atomically(path, lambda stream, data=data: stream.write(data))  # type: ignore[misc]
        paths.append(path)
    return paths


def csv_text(draw: DrawFile) -> str:
    """Write it as Excel opens it here: semicolons; the head stands above the table, and no text is a formula."""
    text = StringIO(newline="")
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    writer.writerows([name, _draw_cell(value)] for name, value in draw.head.items())
    writer.writerow([])
    headings = list(draw.positions[0] if draw.positions else _DRAW_FILE_HEADINGS)
    writer.writerow(headings)
    writer.writerows([_draw_cell(line[heading]) for heading in headings] for line in draw.positions)
    return text.getvalue()


def _draw_cell(value: object) -> str:
    return harmless(value) if isinstance(value, str) else read_text(value)


def _json_text(draw: DrawFile) -> str:
    content = {"sorsolas": dict(draw.head), "helyek": [dict(line) for line in draw.positions]}
    return json.dumps(content, ensure_ascii=False, indent=1, default=read_text) + "\n"


def read_draw(path: Path) -> DrawFile:
    """Read either kind back.

    :raises BookError: there is no such file (``file_missing``); it is none, or lacks a position's line, table
        or name (``not_a_draw``); it cannot be read as text (``damaged_list``).
    :raises FileUnreadable: the operating system does not let us read it.
    :raises OverLimit: it is larger than any draw (``text_too_large``).
    """
    if not path.is_file():
        raise BookError("file_missing", path=path)
    try:
        text = read_text_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BookError("damaged_list", path=path) from error
    try:
        draw = _from_json(json.loads(text)) if path.suffix.casefold() == _JSON_DRAW else from_csv(text)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, csv.Error) as error:
        raise BookError("not_a_draw", path=path) from error
    needed = (line.get(name) for line in draw.positions for name in _DRAW_FILE_HEADINGS)
    if not draw.positions or not all(map(read_text, needed)):
        raise BookError("not_a_draw", path=path)
    return draw


def _from_json(content: Any) -> DrawFile:
    """Take the content of a JSON file apart.

    :raises TypeError: something in it is no plain value.
    :raises KeyError: head or positions are missing.
    :raises ValueError: they are no tables.
    """
    draw = DrawFile(dict(content["sorsolas"]), [dict(line) for line in content["helyek"]])
    cells = [cell for line in (draw.head, *draw.positions) for cell in line.values()]
    if not all(cell is None or isinstance(cell, str | int | float) for cell in cells):
        raise TypeError("a cell that is no plain value")
    return draw


def from_csv(text: str) -> DrawFile:
    """Take the lines of a CSV file apart: the head, then a table under its headings."""
    cut = csv.reader(StringIO(text, newline=""), delimiter=";" if ";" in text else ",")
    rows = [[original(cell) for cell in row] for row in cut]
    top = next((at for at, row in enumerate(rows) if {*_DRAW_FILE_HEADINGS} <= {*row}), len(rows))
    head = {row[0]: row[1] for row in rows[:top] if len(row) > 1}
    lines = [dict(zip(rows[top], row, strict=False)) for row in rows[top + 1 :] if any(row)]
    return DrawFile(head, lines)
