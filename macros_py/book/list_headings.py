"""Which sheet and which row of a list from outside hold the headings, by the words of ``templates/lists.toml``."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product

from macros_py import TEMPLATES
from macros_py.book.layout import table_layout
from macros_py.book.port import CellValue
from macros_py.cells import read_text
from macros_py.rules.hall.entries import ENTRANTS_TABLE
from macros_py.rules.names import plain_key


@dataclass(frozen=True, slots=True)
class Span:
    """A merged block of cells; its value stands in the top left one. Rows and columns from 0, both ends in it."""

    top: int
    left: int
    bottom: int
    right: int


@dataclass(frozen=True, slots=True)
class ListSheet:
    """The cells of one sheet, or of one way to cut a text; rows may differ in length, blank ones are empty."""

    rows: Sequence[Sequence[CellValue]]
    name: str = ""
    """The sheet's name; blank for a text."""
    spans: tuple[Span, ...] = ()
    tops: Mapping[tuple[int, int], int] = field(default_factory=dict)
    """The row of the value for each cell (row, column) below it in a merged block, as :func:`tops_of` gives them."""
    hidden: int = 0
    """Rows that the list hides although something stands in them."""
    encoding: str = ""
    """What the letters of a text were taken for, where they could have been something else as well."""
    delimiter: str = ""
    """What a text was cut by; blank for a sheet."""
    is_active: bool = False
    """Whether the sheet was in front when the list was saved."""
    is_hidden: bool = False
    struck: frozenset[tuple[int, int]] = frozenset()
    """Cells (row, column) whose text is struck through."""

    def cell(self, row: int, column: int) -> CellValue:
        """Give one cell (row and column from 0); outside the list it is blank."""
        cells = self.rows[row]
        return cells[column] if column < len(cells) else None

    def down(self, row: int, column: int) -> CellValue:
        """Give a cell; inside a block that is merged downwards, the value of the block."""
        value = self.cell(row, column)
        if value is not None or (row, column) not in self.tops:
            return value
        return self.cell(self.tops[row, column], column)


def tops_of(spans: Iterable[Span], rows: int) -> dict[tuple[int, int], int]:
    """Give the row in which its value stands for each cell below the first in the left column of a merged block."""
    below = ((span, row) for span in spans for row in range(span.top + 1, min(span.bottom + 1, rows)))
    return {(row, span.left): span.top for span, row in below}


NAME_HEADING = "Név"
HEADING_ROWS = 60
"""How far down a list may keep its headings (above them stand titles)."""
MOST_IN_A_FOOTER = 3
_BRACKETED = re.compile(r"\([^()]*\)")
_APART = re.compile(r"[^\W_]+")
"""The words of a heading."""
_LEAST_OF_A_WORD = 4
"""An abbreviation has at least one letter for so many of the whole word's."""
_TYPO, _LEAST_TYPED = 0.85, 6
"""How much of a heading of so many letters at least must be right for it to be meant."""
_NEAR_HEADING = 1000
"""The order of a heading that is only near to one of ours: any other goes before it."""


@dataclass(frozen=True, slots=True)
class ListWords:
    """What the lists of clubs are read by."""

    headings: Mapping[str, tuple[str, int]]
    """By heading key: our own heading, and how far down its variants this one stands (0: our own word)."""
    name_parts: Sequence[str]
    footers: Sequence[str]
    sections: Mapping[str, bool]
    """Headings inside a list by heading key: whether reserves stand below (else players)."""
    frequent_letters: str
    own_letters: str


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
    near: Mapping[str, str] = field(default_factory=dict)
    """Headings that are only near to ours, and what they were taken for."""
    doubtful: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Headings near to several of ours."""

    @property
    def is_list(self) -> bool:
        """Tell whether names can be read, and something stands below the headings."""
        return self.has_name and _filled_below(self) > 0

    @property
    def has_name(self) -> bool:
        """Tell whether a whole name can be read below."""
        found = set(self.fields.values())
        return NAME_HEADING in found or set(list_words().name_parts[1:]) <= found


@cache
def list_words() -> ListWords:
    """Give the words, read once."""
    data = tomllib.loads((TEMPLATES / "lists.toml").read_text("utf-8"))
    variants = {column.name: [column.name] for column in table_layout(ENTRANTS_TABLE).columns}
    for own, words in data["headings"].items():
        variants[own] = [own, *words]
    known = ((own, order, word) for own, words in variants.items() for order, word in enumerate(words))
    headings = {heading_key(word): (own, order) for own, order, word in known}
    sections = {heading_key(word): False for word in data["player_sections"]}
    sections |= {heading_key(word): True for word in data["reserve_sections"]}
    footers = tuple(map(_words_key, data["footers"]))
    letters = data["frequent_letters"], data["own_letters"]
    return ListWords(headings, data["name_parts"], footers, sections, *letters)


def heading_key(heading: object) -> str:
    """Give what makes two headings one: letters and digits, without accents, in any case."""
    return "".join(filter(str.isalnum, plain_key(read_text(heading))))


def known_heading(cell: object) -> tuple[str, int] | None:
    """Give our heading for a cell of a list, with or without what stands in brackets; None for other words."""
    words, text = list_words().headings, read_text(cell)
    return words.get(heading_key(text)) or words.get(heading_key(_BRACKETED.sub("", text)))


def _near_fields(heading: str) -> list[str]:
    """Give our headings that one which is none of them may mean: abbreviated (*Vers.eng.*), or mistyped.

    Names are never guessed.
    """
    text = _BRACKETED.sub("", heading)
    parts, key = [plain_key(part) for part in _APART.findall(text)], heading_key(text)
    names = {NAME_HEADING, *list_words().name_parts}
    known = {word: own for word, (own, _) in list_words().headings.items() if own not in names}
    close = difflib.get_close_matches(key, known, n=3, cutoff=_TYPO) if len(key) >= _LEAST_TYPED else []
    if "." in text:
        close += [word for word in known if _abbreviates(parts, word)]
    return list(dict.fromkeys(known[word] for word in close))


def _abbreviates(parts: Sequence[str], word: str) -> bool:
    """Tell whether the parts stand in the word one behind the other, from its beginning on, and are enough of it."""
    place = 0
    for number, part in enumerate(parts):
        found = word.find(part, place)
        if found < 0 or (number == 0 and found):
            return False
        place = found + len(part)
    return bool(parts) and _LEAST_OF_A_WORD * sum(map(len, parts)) >= len(word)


def best_head(sheets: Sequence[ListSheet]) -> Head | None:
    """Give the head of the sheet that was in front, if names stand on it; else the best of all sheets."""
    heads = [head for sheet in sheets if (head := _sheet_head(sheet))]
    front = [head for head in heads if head.sheet.is_active and head.is_list]
    found = max(front or heads, key=_head_worth, default=None)
    return found and _head_at(found.sheet, found.row, may_be_near=True)


def _sheet_head(sheet: ListSheet) -> Head | None:
    """Give the best head of one sheet; None where no name can be read."""
    heads = (_head_at(sheet, row) for row in range(min(HEADING_ROWS, len(sheet.rows))))
    return max((head for head in heads if head.has_name), key=_head_worth, default=None)


def _head_worth(head: Head) -> tuple[int, int]:
    """Weigh a head: how many of our headings, how many rows below; of equals the first counts."""
    return len(set(head.fields.values())), _filled_below(head)


def _filled_below(head: Head) -> int:
    """Count the rows below that have something in a column with a heading of ours."""
    below = range(head.row + 1, len(head.sheet.rows))
    return sum(any(head.sheet.cell(row, column) is not None for column in head.fields) for row in below)


def _head_at(sheet: ListSheet, row: int, *, may_be_near: bool = False) -> Head:
    """Read one row as if it held the headings; a heading that is merged over two columns stands for both.

    ``may_be_near``: what is only near to a heading of ours counts too, where nothing else does.
    """
    width = max(len(cells) for cells in sheet.rows[: row + 1])
    texts = {column: text for column in range(width) if (text := read_text(sheet.down(row, column)))}
    known = {column: found for column, text in texts.items() if (found := known_heading(text))}
    unknown = texts.keys() - known.keys() if may_be_near else ()
    meant = {column: _near_fields(texts[column]) for column in unknown}
    known |= {column: (own[0], _NEAR_HEADING) for column, own in meant.items() if len(own) == 1}
    fields: dict[int, str] = {}
    twice = []
    for column, (own, _) in sorted(known.items(), key=lambda item: (item[1][1], item[0])):
        if own not in fields.values():
            fields[column] = own
        elif (own, heading_key(texts[column])) in {
            (one, heading_key(texts[at])) for at, one in fields.items()
        }:
            twice.append(texts[column])
    if NAME_HEADING in fields.values():
        fields = {column: own for column, own in fields.items() if own not in list_words().name_parts}
    near = {texts[column]: fields[column] for column in meant if column in fields}
    doubtful = {texts[column]: own for column, own in meant.items() if len(own) > 1}
    strange = [text for at, text in texts.items() if at not in fields and text not in {*twice, *doubtful}]
    return Head(sheet, row, {**_continued(sheet, row, fields), **fields}, strange, twice, near, doubtful)


def _continued(sheet: ListSheet, row: int, fields: Mapping[int, str]) -> dict[int, str]:
    """Give the columns over which the heading before them is merged."""
    here = [one for one in sheet.spans if one.top <= row <= one.bottom and one.left in fields]
    return {column: fields[one.left] for one in here for column in range(one.left + 1, one.right + 1)}


def is_footer(texts: Sequence[str]) -> bool:
    """Tell whether the filled cells of a row are a footer (*Összesen: 42 fő*) and no person."""
    pairs = product(map(_words_key, texts), list_words().footers)
    return len(texts) <= MOST_IN_A_FOOTER and any(
        text.startswith(footer) and not text[len(footer) :][:1].isalpha() for text, footer in pairs
    )


def _words_key(text: str) -> str:
    """Give a text word by word in the form of ``plain_key``."""
    return " ".join(plain_key(word) for word in text.split())
