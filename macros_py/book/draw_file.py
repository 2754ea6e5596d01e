"""The draw file: who was drawn to which position, and the whole seating, as CSV (Excel) and as JSON (programs)."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

from macros_py.book.csv_text import harmless, original
from macros_py.book.errors import BookError
from macros_py.book.file_extent import read_text_bytes
from macros_py.book.saving import write_atomically
from macros_py.cells import read_text

CSV, JSON_DRAW = ".csv", ".json"
SUFFIXES = (CSV, JSON_DRAW)
DRAW_FILE_HEADINGS = ("Vonal", "Induló asztal", "Név")
DrawLine = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class DrawFile:
    """What a draw file says: ``head`` of the event, one line for each position in the order of the lines and tables."""

    head: Mapping[str, object]
    positions: Sequence[DrawLine]


def write_draw(target: Path, draw: DrawFile) -> list[Path]:
    """Write the file, or, where the name has no such ending, both; give what was written.

    :raises BookError: the name ends in something else (``not_a_draw``); it cannot be written.
    """
    ending = target.suffix.casefold()
    if ending and ending not in SUFFIXES:
        raise BookError("not_a_draw", path=target)
    texts = {CSV: csv_text(draw), JSON_DRAW: json_text(draw)}
    paths = []
    for suffix in [ending] if ending else SUFFIXES:
        path = target if ending else target.with_name(f"{target.name}{suffix}")
        data = texts[suffix].encode("utf-8-sig" if suffix == CSV else "utf-8")
        write_atomically(path, lambda stream, data=data: stream.write(data))  # type: ignore[misc]
        paths.append(path)
    return paths


def csv_text(draw: DrawFile) -> str:
    """Write it as Excel opens it here: semicolons; the head stands above the table, and no text is a formula."""
    text = StringIO(newline="")
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    for name, value in draw.head.items():
        writer.writerow([name, draw_cell(value)])
    writer.writerow([])
    headings = list(draw.positions[0]) if draw.positions else list(DRAW_FILE_HEADINGS)
    writer.writerow(headings)
    writer.writerows([draw_cell(line[heading]) for heading in headings] for line in draw.positions)
    return text.getvalue()


def draw_cell(value: object) -> str:
    """Write one cell; a number as it is, a text so that it is no formula."""
    return harmless(value) if isinstance(value, str) else read_text(value)


def json_text(draw: DrawFile) -> str:
    """Write it for programs."""
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
        draw = from_json(json.loads(text)) if path.suffix.casefold() == JSON_DRAW else from_csv(text)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, csv.Error) as error:
        raise BookError("not_a_draw", path=path) from error
    if not draw.positions or any(
        not read_text(line.get(name)) for line in draw.positions for name in DRAW_FILE_HEADINGS
    ):
        raise BookError("not_a_draw", path=path)
    return draw


def from_json(content: Any) -> DrawFile:
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
    top = next(
        (at for at, row in enumerate(rows) if all(name in row for name in DRAW_FILE_HEADINGS)), len(rows)
    )
    head = {row[0]: row[1] for row in rows[:top] if len(row) > 1}
    lines = [dict(zip(rows[top], row, strict=False)) for row in rows[top + 1 :] if any(row)]
    return DrawFile(head, lines)
