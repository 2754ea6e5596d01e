"""Files in which the deals of a round stand: our own dealers' list, a table (``.xlsx``, ``.csv``), JSON.

A table, and each object of the JSON, has the headings *Leosztás, A, B, C, Talon*, and may have *Forduló*; the hands are
written as on the Leosztások sheet: ``P ÁX9 T K Z – M XKF98``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from macros_py.book.errors import BookError
from macros_py.book.file_extent import read_text_bytes
from macros_py.book.file_lists import read_list
from macros_py.book.list_headings import heading_key
from macros_py.book.list_sheets import ListSheet
from macros_py.book.list_text import decoded
from macros_py.cells import read_text, read_whole
from macros_py.rules.typed_deals import DEAL_PARTS, TypedDeal
from macros_py.words import say

JSON_DEALS, TEXT = ".json", ".txt"
ROUND_COLUMN, DEAL_COLUMN = heading_key("Forduló"), heading_key("Leosztás")
HANDS = tuple(map(heading_key, DEAL_PARTS))
DEAL_FILE_HEADINGS = {DEAL_COLUMN, *HANDS}
LIST_ROUND = re.compile(r"(?:^|\D)(\d+)\. forduló\s*$")
LIST_DEAL = re.compile(r"(\d+)\. leosztás\b")
LIST_HAND = re.compile(r"\s+(A|B|C|Talon)\s+(.+)")

DealCells = Mapping[str, object]


def read_deal_file(path: Path, number: int) -> list[TypedDeal]:
    """Give the deals of a round that a file holds; a file that names no round holds only that one.

    :raises BookError: there is no such file (``file_missing``); no deals of the round can be found in it
        (``not_deals``); it cannot be read.
    """
    if not path.is_file():
        raise BookError("file_missing", path=path)
    rows = list(deal_rows(path))
    rounds = {read_whole(row[ROUND_COLUMN]) for row, _ in rows if read_text(row.get(ROUND_COLUMN))}
    ours = [(row, place) for row, place in rows if not rounds or read_whole(row.get(ROUND_COLUMN)) == number]
    if not ours:
        raise BookError("not_deals", path=path, round=number)
    return [typed_deal(row, place) for row, place in ours]


def typed_deal(row: DealCells, place: str) -> TypedDeal:
    """Take one deal out of its cells."""
    number = read_whole(row.get(DEAL_COLUMN))
    first, second, third, talon = (read_text(row.get(part)) for part in HANDS)
    return TypedDeal(number if isinstance(number, int) else None, (first, second, third, talon), place)


def deal_rows(path: Path) -> Iterable[tuple[DealCells, str]]:
    """Give the deals of a file as cells by heading, each with the words that name its place.

    :raises BookError: it cannot be read.
    """
    ending = path.suffix.casefold()
    if ending == JSON_DEALS:
        return json_rows(path)
    if ending == TEXT and (found := list_rows(path)):
        return found
    return [row for sheet in read_list(path) for row in table_rows(sheet)]


def json_rows(path: Path) -> list[tuple[DealCells, str]]:
    """Give the objects of a JSON file: a list of them, or the list that stands under ``leosztasok``.

    :raises BookError: it holds no such list (``not_deals``).
    """
    try:
        content: Any = json.loads(read_text_bytes(path).decode("utf-8-sig"))
        entries = content["leosztasok"] if isinstance(content, dict) else content
        whole = content.get("fordulo") if isinstance(content, dict) else None
        rows = [{heading_key(name): value for name, value in entry.items()} for entry in entries]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BookError("not_deals", path=path, round="") from error
    return [
        ({ROUND_COLUMN: whole, **row}, say("papers.deal_object", number=place))
        for place, row in enumerate(rows, start=1)
    ]


def list_rows(path: Path) -> list[tuple[DealCells, str]]:
    """Give the deals of a dealers' list; none where the text is none.

    :raises BookError: it cannot be read as text (``damaged_list``).
    """
    text = decoded(read_text_bytes(path))
    if text is None:
        raise BookError("damaged_list", path=path)
    rows: list[tuple[dict[str, object], str]] = []
    number: object = None
    for place, line in enumerate(text[0].splitlines(), start=1):
        if head := LIST_DEAL.match(line):
            rows.append(({ROUND_COLUMN: number, DEAL_COLUMN: head[1]}, say("papers.deal_line", line=place)))
        elif (hand := LIST_HAND.fullmatch(line)) and rows:
            rows[-1][0].setdefault(heading_key(hand[1]), hand[2])
        elif found := LIST_ROUND.search(line):
            number = found[1]
    return list(rows)


def table_rows(sheet: ListSheet) -> list[tuple[DealCells, str]]:
    """Give the deals under the headings of a table; none where the sheet has no such headings."""
    for top, line in enumerate(sheet.rows):
        columns = {heading_key(cell): column for column, cell in enumerate(line) if read_text(cell)}
        if columns.keys() >= DEAL_FILE_HEADINGS:
            below = enumerate(sheet.rows[top + 1 :], start=top + 2)
            rows = [
                (deal_cells(columns, cells), say("papers.deal_line", line=place)) for place, cells in below
            ]
            return [(row, place) for row, place in rows if any(map(read_text, row.values()))]
    return []


def deal_cells(columns: Mapping[str, int], line: Sequence[object]) -> dict[str, object]:
    """Give the cells of one line by heading; those beyond its end are blank."""
    return {name: line[column] if column < len(line) else None for name, column in columns.items()}
