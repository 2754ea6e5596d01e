"""Whom a list means: its people held against those of the Nevezők sheet, by licence, then by name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from macros_py.actions.listed_people import LISTED_NUMBER, Listed
from macros_py.book.list_headings import NAME_HEADING
from macros_py.book.port import CellValue, Row
from macros_py.cells import cell_name_key, read_text
from macros_py.rules.entries import NO_NUMBER
from macros_py.rules.names import plain_key
from macros_py.rules.problems import Degree, Problem
from macros_py.rules.spelling import ADDITION, is_fuller, person_key, with_addition
from macros_py.words import name_words, say

LICENCE = "Versenyengedély száma"


@dataclass(frozen=True, slots=True)
class Match:
    """One listed person and the row that is his; None for somebody new."""

    listed: Listed
    row: Row | None

    @property
    def news(self) -> dict[str, CellValue]:
        """Give what the list knows otherwise than the row, by heading; blanks of the list know nothing.

        A name is news only in a fuller spelling (:attr:`name`).
        """
        known: Row = {
            heading: value
            for heading, value in self.listed.cells.items()
            if value is not None and heading != LISTED_NUMBER
        }
        row = self.row
        if row is None:
            return known
        return {
            heading: value
            for heading, value in (known | {NAME_HEADING: self.name}).items()
            if is_news(heading, row[heading], value)
        }

    @property
    def name(self) -> str:
        """Give the fuller of both spellings, with what stood behind the old one in brackets."""
        new = self.listed.text(NAME_HEADING)
        if self.row is None:
            return new
        old = read_text(self.row[NAME_HEADING])
        return with_addition(old, new) if is_fuller(old, new, name_words()) else old

    @property
    def is_worse_spelt(self) -> bool:
        """Tell whether the list spells the name otherwise, and the spelling of the sheet stays."""
        if self.row is None:
            return False
        old, new = read_text(self.row[NAME_HEADING]), self.listed.text(NAME_HEADING)
        return self.name == old and cell_name_key(new) not in {
            cell_name_key(old),
            cell_name_key(ADDITION.sub("", old)),
        }


def is_news(heading: str, old: CellValue, new: CellValue) -> bool:
    """Tell whether a cell of the list changes the sheet's: zeros that Excel ate stay."""
    if heading == LICENCE and cell_licence_key(old) == cell_licence_key(new):
        return len(read_text(new)) > len(read_text(old))
    return read_text(old) != read_text(new)


def cell_licence_key(cell: CellValue) -> str:
    """Give what makes two licences one: without blanks, in any case, leading zeros or not; blank where none is."""
    key = plain_key(read_text(cell))
    return "" if key in NO_NUMBER else key.lstrip("0")


def bare_name(name: CellValue) -> str:
    """Give a name without titles, additions and accents: in these two spellings of one person may differ."""
    return person_key(read_text(name), name_words())


def entrant_change(row: Row, news: Mapping[str, CellValue]) -> str:
    """Say what changes in a row, cell by cell."""
    return "; ".join(
        say("done.change", heading=heading, old=read_text(row[heading]) or "–", new=read_text(value))
        for heading, value in news.items()
    )


@dataclass(slots=True)
class Matcher:
    """Finds the rows of listed people; each row is somebody only once, and problems gather."""

    file: str
    rows: Sequence[Row]
    problems: list[Problem] = field(default_factory=list)
    by_licence: dict[str, Row] = field(init=False)
    by_name: dict[str, list[Row]] = field(init=False)

    def __post_init__(self) -> None:
        self.by_licence = {}
        self.by_name = defaultdict(list)
        for row in self.rows:
            if key := cell_licence_key(row[LICENCE]):
                self.by_licence.setdefault(key, row)
            self.by_name[cell_name_key(row[NAME_HEADING])].append(row)

    def match(self, listed: Listed) -> Match | None:
        """Give the row of a person, a match without a row for somebody new, None for what was refused."""
        licence = cell_licence_key(listed.cells[LICENCE])
        row = self.by_licence.get(licence) if licence else None
        if row is not None:
            if bare_name(row[NAME_HEADING]) != bare_name(listed.cells[NAME_HEADING]):
                self.note(
                    "list_licence_other", listed, LICENCE, Degree.ERROR, other=read_text(row[NAME_HEADING])
                )
                return None
            return Match(listed, row)
        namesakes = self.by_name.get(cell_name_key(listed.cells[NAME_HEADING]), [])
        free = [one for one in namesakes if not (licence and cell_licence_key(one[LICENCE]))]
        if len(free) > 1:
            self.note("list_name_ambiguous", listed, NAME_HEADING, Degree.ERROR, count=len(free))
            return None
        if namesakes and not free:
            other = read_text(namesakes[0][LICENCE])
            self.note(
                "list_namesake",
                listed,
                NAME_HEADING,
                Degree.WARNING,
                other=other,
                licence=listed.text(LICENCE),
            )
        return Match(listed, free[0] if free else None)

    def resembled(self, listed: Listed) -> str:
        """Give the name of somebody on the sheet who may be this person in another spelling; blank for nobody."""
        key, own = bare_name(listed.cells[NAME_HEADING]), cell_name_key(listed.cells[NAME_HEADING])
        is_licensed = bool(cell_licence_key(listed.cells[LICENCE]))
        for row in self.rows:
            is_known_apart = is_licensed and cell_licence_key(row[LICENCE])
            if (
                bare_name(row[NAME_HEADING]) == key
                and cell_name_key(row[NAME_HEADING]) != own
                and not is_known_apart
            ):
                return read_text(row[NAME_HEADING])
        return ""

    def note(self, code: str, listed: Listed, heading: str, degree: Degree, **fields: object) -> None:
        """Note a problem of one line."""
        name = listed.text(NAME_HEADING)
        fields |= {"file": self.file, "line": listed.line, "name": name}
        key = (self.file, listed.line, heading)
        self.problems.append(Problem(code, key=key, found=listed.text(heading), fields=fields, degree=degree))

    def refuse_rivals(self, people: Iterable[Listed]) -> list[Listed]:
        """Give the people of a list without whole repetitions; refuse one licence under two names."""
        kept: list[Listed] = []
        first: dict[str, Listed] = {}
        for listed in people:
            licence = cell_licence_key(listed.cells[LICENCE])
            before = first.setdefault(licence, listed) if licence else listed
            if before is listed:
                kept.append(listed)
            elif bare_name(before.cells[NAME_HEADING]) == bare_name(listed.cells[NAME_HEADING]):
                self.note("list_person_twice", listed, NAME_HEADING, Degree.NOTE, other=before.line)
            else:
                self.note(
                    "list_licence_twice",
                    listed,
                    LICENCE,
                    Degree.ERROR,
                    other=before.text(NAME_HEADING),
                    first=before.line,
                )
        return kept
