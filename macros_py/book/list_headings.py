"""Which sheet and which row of a list hold the headings, by the words of ``templates/lists.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from macros_py.book.list_sheets import ListSheet
from macros_py.book.schema import table_layout
from macros_py.cells import read_text
from macros_py.rules.names import plain_key

WORDS = Path(__file__).parent.parent.parent / "templates" / "lists.toml"
ENTRANTS, NAME = "tNevezok", "Név"
HEADING_ROWS = 60
"""How far down a list may keep its headings (above them stand titles)."""
MOST_IN_A_FOOTER = 3
ADDITION = re.compile(r"\([^()]*\)")


@dataclass(frozen=True, slots=True)
class ListWords:
    """What the lists of clubs are read by."""

    headings: Mapping[str, tuple[str, int]]
    """By heading key: our own heading, and how far down its variants this one stands (0: our own word)."""
    name_parts: Sequence[str]
    footers: Sequence[str]
    frequent_letters: str


@dataclass(frozen=True, slots=True)
class Head:
    """Where the headings stand: sheet, row (from 0), and our heading (or part of a name) for each column."""

    sheet: ListSheet
    row: int
    fields: Mapping[int, str]
    strange: Sequence[str]
    """Headings of columns that have no place with us."""
    twice: Sequence[str]
    """Headings that stand twice, word by word."""

    @property
    def has_name(self) -> bool:
        """Tell whether a whole name can be read below."""
        found = set(self.fields.values())
        return NAME in found or set(list_words().name_parts[1:]) <= found


@cache
def list_words() -> ListWords:
    """Give the words, read once."""
    data = tomllib.loads(WORDS.read_text("utf-8"))
    variants = {column.name: [column.name] for column in table_layout(ENTRANTS).columns}
    for field, words in data["headings"].items():
        variants[field] = [field, *words]
    headings = {
        heading_key(word): (field, order)
        for field, words in variants.items()
        for order, word in enumerate(words)
    }
    return ListWords(
        headings,
        data["name_parts"],
        tuple(words_key(word) for word in data["footers"]),
        data["frequent_letters"],
    )


def heading_key(heading: object) -> str:
    """Give what makes two headings one: letters and digits, without accents, in any case."""
    return "".join(filter(str.isalnum, plain_key(read_text(heading))))


def known_heading(cell: object) -> tuple[str, int] | None:
    """Give our heading for a cell of a list, with or without what stands in brackets; None for other words."""
    words, text = list_words().headings, read_text(cell)
    return words.get(heading_key(text)) or words.get(heading_key(ADDITION.sub("", text)))


def best_head(sheets: Sequence[ListSheet]) -> Head | None:
    """Give the head with the most of our headings; of equals the one with more below, then the first."""
    heads = [
        head
        for sheet in sheets
        for row in range(min(HEADING_ROWS, len(sheet.rows)))
        if (head := head_at(sheet, row)).has_name
    ]
    return max(heads, key=lambda head: (len(set(head.fields.values())), filled_below(head)), default=None)


def filled_below(head: Head) -> int:
    """Count the rows below that have something in a column with a heading of ours."""
    columns = head.fields.keys()
    return sum(
        any(head.sheet.cell(row, column) is not None for column in columns)
        for row in range(head.row + 1, len(head.sheet.rows))
    )


def head_at(sheet: ListSheet, row: int) -> Head:
    """Read one row as if it held the headings; a heading that is merged over two columns stands for both."""
    width = max(len(cells) for cells in sheet.rows[: row + 1])
    texts = {column: text for column in range(width) if (text := read_text(sheet.down(row, column)))}
    known = {column: found for column, text in texts.items() if (found := known_heading(text))}
    fields: dict[int, str] = {}
    twice = []
    for column, (field, _) in sorted(known.items(), key=lambda item: (item[1][1], item[0])):
        if field not in fields.values():
            fields[column] = field
        elif any(
            other == field and heading_key(texts[place]) == heading_key(texts[column])
            for place, other in fields.items()
        ):
            twice.append(texts[column])
    if NAME in fields.values():
        fields = {column: field for column, field in fields.items() if field not in list_words().name_parts}
    strange = [texts[column] for column in texts if column not in fields and texts[column] not in twice]
    return Head(sheet, row, {**continued(sheet, row, fields), **fields}, strange, twice)


def continued(sheet: ListSheet, row: int, fields: Mapping[int, str]) -> dict[int, str]:
    """Give the columns over which the heading before them is merged."""
    return {
        column: fields[span.left]
        for span in sheet.spans
        if span.top <= row <= span.bottom and span.left in fields
        for column in range(span.left + 1, span.right + 1)
    }


def is_footer(texts: Sequence[str]) -> bool:
    """Tell whether the filled cells of a row are a footer (*Összesen: 42 fő*) and no person."""
    starts = [words_key(text) for text in texts]
    return len(texts) <= MOST_IN_A_FOOTER and any(
        start.startswith(footer) and not start[len(footer) :][:1].isalpha()
        for start in starts
        for footer in list_words().footers
    )


def words_key(text: str) -> str:
    """Give a text word by word in the form of ``plain_key``."""
    return " ".join(plain_key(word) for word in text.split())
