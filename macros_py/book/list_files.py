"""Lists of people and deals in a file from outside, workbook (openpyxl) or text.

Deals of a round stand in our own dealers' list, in a table (``.xlsx``, ``.csv``) or in JSON. A table, and each object
of the JSON, has the headings *Leosztás, A, B, C, Talon*, and may have *Forduló*; the hands are written as on the
Leosztások sheet: ``P ÁX9 T K Z – M XKF98``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from macros_py.book.file_extent import LIST, LONGEST_CELL, read_text_bytes
from macros_py.book.file_library import cells_of, fonts_of, load_workbook, style_of
from macros_py.book.file_opening import refuse_unreadable, undisturbed
from macros_py.book.list_headings import ListSheet, Span, heading_key, tops_of
from macros_py.book.port import BookError, CellValue, FileUnreadable, OldOrEncrypted, OverLimit
from macros_py.book.references import address_of
from macros_py.book.text_files import cut_cells, decoded
from macros_py.cells import CellError, Formula, read_text, read_whole
from macros_py.rules.cards.deals import DEAL_PARTS, TypedDeal
from macros_py.words import say

_WORKBOOKS, _TEXT_FILES = frozenset({".xlsx", ".xlsm", ".xltx"}), frozenset({".csv", ".txt", ".tsv"})
TO_BE_SAVED = {".xls": "list_xls", ".ods": "list_ods", ".pdf": "list_pdf"}
"""Endings of lists that have to be saved as something else first, with the refusal that says how."""
_ZEROS_FORMAT = re.compile(r"0{2,}")
"""A number format that shows leading zeros: 123 as 00123."""


def read_list(path: Path) -> list[ListSheet]:
    """Give the sheets of an ``.xlsx``, the visible ones first, or the ways to cut a ``.csv``.

    :raises BookError: there is no such file (``file_missing``); its name has another ending; for ``.xls``,
        ``.ods``, ``.pdf`` it says how to save it (``not_a_list``); it cannot be read as what its name says
        (``damaged_list``).
    :raises FileUnreadable: the operating system does not let us read it.
    :raises OverLimit: it is larger than any list, or would fill the memory once unpacked.
    """
    ending = path.suffix.casefold()
    if not path.is_file():
        raise BookError("file_missing", path=path)
    if ending not in _WORKBOOKS | _TEXT_FILES:
        raise BookError(TO_BE_SAVED.get(ending, "not_a_list"), path=path)
    sheets = _read_sheets(path) if ending in _WORKBOOKS else _read_text_list(path)
    _refuse_long_cells(path, sheets)
    return sheets


def _read_text_list(path: Path) -> list[ListSheet]:
    """Give the ways to cut a text into cells.

    :raises FileUnreadable: the operating system does not let us read it.
    :raises BookError: no known encoding fits, or a quotation mark is never closed (``damaged_list``).
    :raises OverLimit: it is larger than any list (``text_too_large``); it has more rows or columns than any
        list (``too_many_rows``).
    """
    found = decoded(read_text_bytes(path))
    if found is None:
        raise BookError("damaged_list", path=path)
    text, encoding = found
    has_room = max(map(text.count, "\r\n")) <= LIST.rows
    if has_room and not (sheets := cut_cells(text, encoding)):
        raise BookError("damaged_list", path=path)
    fitting = [sheet for sheet in sheets if _is_within(sheet)] if has_room else []
    if not fitting:
        raise OverLimit("too_many_rows", path=path, rows=LIST.rows, columns=LIST.columns)
    return fitting


def _is_within(sheet: ListSheet) -> bool:
    """Tell whether a text, cut one way, has no more rows and columns than a list."""
    return len(sheet.rows) <= LIST.rows and all(len(row) <= LIST.columns for row in sheet.rows)


def _refuse_long_cells(path: Path, sheets: Sequence[ListSheet]) -> None:
    """See that no cell is longer than a spreadsheet takes.

    :raises OverLimit: one is (``cell_too_long``).
    """
    for sheet in sheets:
        for number, row in enumerate(sheet.rows, start=1):
            for column, cell in enumerate(row, start=1):
                if isinstance(cell, str) and (size := len(cell)) > LONGEST_CELL:
                    place = address_of(number, column)
                    raise OverLimit("cell_too_long", path=path, cell=place, size=size, most=LONGEST_CELL)


def _read_sheets(path: Path) -> list[ListSheet]:
    """Give the sheets with the values that formulas had when the list was saved.

    :raises BookError: it is an old or an encrypted workbook under a new name (``list_xls``); the file is not
        a readable workbook (``damaged_list``).
    :raises FileUnreadable: the operating system does not let us read it.
    :raises OverLimit: unpacked it would fill the memory.
    """
    try:
        refuse_unreadable(path, LIST)
        book = _loaded(path, has_values=False)
        has_formulas = any(
            cell.data_type == "f" for sheet in book.worksheets for cell in cells_of(sheet).values()
        )
        values = _loaded(path, has_values=True) if has_formulas else book
        sheets = [_list_sheet(sheet, values[sheet.title]) for sheet in book.worksheets]
    except OldOrEncrypted as error:
        raise BookError("list_xls", path=path) from error
    except (FileUnreadable, OverLimit):
        raise
    except BookError as error:
        raise BookError("damaged_list", path=path) from error
    except Exception as error:  # openpyxl raises many kinds for a broken file
        raise BookError("damaged_list", path=path) from error
    return sorted(sheets, key=lambda sheet: sheet.is_hidden)


def _loaded(path: Path, *, has_values: bool) -> Any:
    """Load a workbook with its formulas, or with the values they had."""
    with undisturbed(), path.open("rb") as stream:
        return load_workbook(stream, data_only=has_values)


def _list_sheet(sheet: Any, values: Any) -> ListSheet:
    """Give one sheet; ``values`` is the same sheet with the values of its formulas."""
    rows: list[list[CellValue]] = []
    struck = set()
    fonts = fonts_of(sheet)
    for cell in sorted(cells_of(sheet).values(), key=lambda cell: (cell.row, cell.column)):
        value = _list_cell(cell, values)
        if value is None:
            continue
        rows += ([] for _ in range(cell.row - len(rows)))
        line = rows[cell.row - 1]
        line += [None] * (cell.column - len(line))
        line[cell.column - 1] = value
        if fonts[style_of(cell).fontId].strike:
            struck.add((cell.row - 1, cell.column - 1))
    blocks = [block for block in sheet.merged_cells.ranges if block.min_row <= len(rows)]
    spans = tuple(
        Span(block.min_row - 1, block.min_col - 1, block.max_row - 1, block.max_col - 1) for block in blocks
    )
    folded = {row for row, dimension in sheet.row_dimensions.items() if dimension.hidden}
    hidden = sum(bool(line) for row, line in enumerate(rows, start=1) if row in folded)
    return ListSheet(
        rows,
        sheet.title,
        spans,
        tops_of(spans, len(rows)),
        hidden,
        is_active=sheet is sheet.parent.active,
        is_hidden=sheet.sheet_state != "visible",
        struck=frozenset(struck),
    )


def _list_cell(cell: Any, values: Any) -> CellValue:
    """Give a cell's value; a formula that was never computed as what it is, an error as an error."""
    value, kind = cell.value, cell.data_type
    if kind == "f":
        known = values.cell(cell.row, cell.column)
        if known.value is None:
            return Formula(getattr(value, "text", value))
        value, kind = known.value, known.data_type
    if kind == "e":
        return CellError(value)
    if type(value) is int and _ZEROS_FORMAT.fullmatch(cell.number_format):
        return str(value).zfill(len(cell.number_format))
    return None if value == "" else value


_JSON_DEALS, _TEXT = ".json", ".txt"
_ROUND_COLUMN, _DEAL_COLUMN = heading_key("Forduló"), heading_key("Leosztás")
_HANDS = tuple(map(heading_key, DEAL_PARTS))
_DEAL_FILE_HEADINGS = {_DEAL_COLUMN, *_HANDS}
_LIST_ROUND = re.compile(r"(?:^|\D)(\d+)\. forduló\s*$")
_LIST_DEAL = re.compile(r"(\d+)\. leosztás\b")
_LIST_HAND = re.compile(r"\s+(A|B|C|Talon)\s+(.+)")

DealCells = Mapping[str, object]


def read_deal_file(path: Path, number: int) -> list[TypedDeal]:
    """Give the deals of a round that a file holds; a file that names no round holds only that one.

    :raises BookError: there is no such file (``file_missing``); no deals of the round can be found in it
        (``not_deals``); it cannot be read.
    """
    if not path.is_file():
        raise BookError("file_missing", path=path)
    rows = list(_deal_rows(path))
    rounds = {read_whole(row[_ROUND_COLUMN]) for row, _ in rows if read_text(row.get(_ROUND_COLUMN))}
    ours = [(row, place) for row, place in rows if not rounds or read_whole(row.get(_ROUND_COLUMN)) == number]
    if not ours:
        raise BookError("not_deals", path=path, round=number)
    return [_typed_deal(row, place) for row, place in ours]


def _typed_deal(row: DealCells, place: str) -> TypedDeal:
    """Take one deal out of its cells."""
    number = read_whole(row.get(_DEAL_COLUMN))
    first, second, third, talon = (read_text(row.get(part)) for part in _HANDS)
    return TypedDeal(number if isinstance(number, int) else None, (first, second, third, talon), place)


def _deal_rows(path: Path) -> Iterable[tuple[DealCells, str]]:
    """Give the deals of a file as cells by heading, each with the words that name its place.

    :raises BookError: it cannot be read.
    """
    ending = path.suffix.casefold()
    if ending == _JSON_DEALS:
        return _json_rows(path)
    if ending == _TEXT and (found := _list_rows(path)):
        return found
    return [row for sheet in read_list(path) for row in _table_rows(sheet)]


def _json_rows(path: Path) -> list[tuple[DealCells, str]]:
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
    placed = ((say("papers.deal_object", number=place), row) for place, row in enumerate(rows, start=1))
    return [({_ROUND_COLUMN: whole, **row}, place) for place, row in placed]


def _list_rows(path: Path) -> list[tuple[DealCells, str]]:
    """Give the deals of a dealers' list; none where the text is none.

    :raises BookError: it cannot be read as text (``damaged_list``).
    """
    text = decoded(read_text_bytes(path))
    if text is None:
        raise BookError("damaged_list", path=path)
    rows: list[tuple[dict[str, object], str]] = []
    number: object = None
    for place, line in enumerate(text[0].splitlines(), start=1):
        if head := _LIST_DEAL.match(line):
            rows.append(({_ROUND_COLUMN: number, _DEAL_COLUMN: head[1]}, say("papers.deal_line", line=place)))
        elif (hand := _LIST_HAND.fullmatch(line)) and rows:
            rows[-1][0].setdefault(heading_key(hand[1]), hand[2])
        elif found := _LIST_ROUND.search(line):
            number = found[1]
    return list(rows)


def _table_rows(sheet: ListSheet) -> list[tuple[DealCells, str]]:
    """Give the deals under the headings of a table; none where the sheet has no such headings."""
    for top, line in enumerate(sheet.rows):
        columns = {heading_key(cell): column for column, cell in enumerate(line) if read_text(cell)}
        if columns.keys() >= _DEAL_FILE_HEADINGS:
            below = range(top + 1, len(sheet.rows))
            rows = [({name: sheet.cell(row, at) for name, at in columns.items()}, row + 1) for row in below]
            filled = [(row, place) for row, place in rows if any(map(read_text, row.values()))]
            return [(row, say("papers.deal_line", line=place)) for row, place in filled]
    return []
