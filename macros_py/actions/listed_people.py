"""The people of a list from outside: its rows under our own headings, and what cannot be read in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from macros_py.book.layout import table_layout
from macros_py.book.list_files import read_list
from macros_py.book.list_headings import (
    HEADING_ROWS,
    MOST_IN_A_FOOTER,
    NAME_HEADING,
    Head,
    ListSheet,
    best_head,
    heading_key,
    is_footer,
    known_heading,
    list_words,
)
from macros_py.book.port import CellValue, Row
from macros_py.book.tables.hall import entrant_of, entrant_row
from macros_py.book.tables.reading import RowReader
from macros_py.cells import CellError, Formula, cell_name_key, read_text
from macros_py.rules.hall.entries import ENTRANTS_TABLE, speaks_of_a_ban
from macros_py.rules.names import Oddity, has_lost_letters, is_sentence, put_right
from macros_py.rules.problems import Degree, Problem
from macros_py.words import name_words, on_sheet, say

_CLUB, LISTED_NUMBER, _RESERVE, _BANNED = "Egyesület", "Sorszám", "Tartalék", "Eltiltva"
_YES = "igen"


@dataclass(frozen=True, slots=True)
class Listed:
    """One row of a list: its line (from 1), and its cells under our headings as they would go into tNevezok."""

    line: int
    cells: Row
    written: str = ""
    """The name as it stands in the list, where it was put right."""
    odd: tuple[Oddity, ...] = ()
    """What was odd about it."""

    def text(self, heading: str) -> str:
        """Give one cell as text."""
        return read_text(self.cells[heading])


@dataclass(frozen=True, slots=True)
class PeopleList:
    """A list that was read: its people, what was found wrong, and which sheet and row the headings came from."""

    file: str
    people: Sequence[Listed]
    problems: list[Problem]
    source: str = ""
    headings: frozenset[str] = frozenset()


def read_people(path: Path, sheet: str = "") -> PeopleList:
    """Read a list whole: the sheet named, or the one that fits best, and the people below its headings.

    :raises BookError: the file is missing, damaged, or of a kind that has to be saved anew.
    """
    sheets, file = read_list(path), path.name
    chosen = [one for one in sheets if not sheet or cell_name_key(one.name) == cell_name_key(sheet)]
    if not chosen:
        fields = {"file": file, "sheets": ", ".join(one.name for one in sheets if one.name) or "–"}
        return PeopleList(file, (), [Problem("list_sheet_unknown", key=(file,), found=sheet, fields=fields)])
    head = best_head(chosen)
    if head is None:
        missing = Problem("list_without_names", key=(file,), fields={"file": file, "rows": HEADING_ROWS})
        return PeopleList(file, (), [missing])
    reading = _ListReading(file, head, _heading_problems(file, head))
    people = reading.people()
    if not people:
        reading.problems.append(Problem("list_empty", key=(file,), fields={"file": file}))
    source = _source_of(file, head, sheets)
    return PeopleList(file, people, reading.problems, source, frozenset(head.fields.values()))


def _source_of(file: str, head: Head, sheets: Sequence[ListSheet]) -> str:
    """Say which sheet and row the headings stand in, what else could have been read, and what is peculiar."""
    sheet = head.sheet
    where = "done.list_sheet" if sheet.name else "done.list_text"
    said = [say(where, file=file, sheet=sheet.name, row=head.row + 1)]
    others = [one for one in sheets if one.name and one is not sheet and not one.is_hidden]
    fitting = [one.name for one in others if (found := best_head([one])) and found.is_list]
    if fitting:
        quoted = ", ".join(say("done.list_quoted", sheet=name) for name in fitting)
        said.append(say("done.list_others", sheets=quoted))
    if sheet.encoding:
        said.append(say("done.list_encoding", encoding=sheet.encoding))
    if sheet.hidden:
        said.append(say("done.list_hidden", rows=sheet.hidden))
    return " ".join(said)


def _heading_problems(file: str, head: Head) -> list[Problem]:
    """Name the columns of a list that have no place in the workbook, those only near to ours, and those twice there."""

    def problem(code: str, text: str, degree: Degree, **fields: object) -> Problem:
        return Problem(code, key=(file, text), found=text, fields={"file": file, **fields}, degree=degree)

    near, doubtful = head.near.items(), head.doubtful.items()
    return [
        *(problem("list_column_unused", text, Degree.NOTE) for text in head.strange),
        *(problem("list_heading_near", text, Degree.NOTE, heading=own) for text, own in near),
        *(
            problem("list_heading_doubtful", text, Degree.WARNING, headings=tuple(own))
            for text, own in doubtful
        ),
        *(problem("list_heading_twice", text, Degree.ERROR) for text in head.twice),
    ]


@dataclass(slots=True)
class _ListReading:
    """A list while it is read line by line; problems gather."""

    file: str
    head: Head
    problems: list[Problem]
    section: str = ""
    """The heading of the reserves that are being read, as it stands; blank among the players."""
    section_line: int = 0
    reserves: list[str] = field(default_factory=list)

    def people(self) -> list[Listed]:
        """Give the people below the headings; footers, blank rows and repeated headings are passed over."""
        people, rows = [], self.head.sheet.rows
        for row in range(self.head.row + 1, len(rows)):
            texts = [text for cell in rows[row] if (text := read_text(cell))]
            cells = _person_cells(self.head, row)
            if not self.is_passed_over(row, cells, texts):
                people.append(self.person(row, cells, texts))
        self.tell_reserves()
        return people

    def is_passed_over(self, row: int, cells: Row, texts: Sequence[str]) -> bool:
        """Tell whether a row is nobody; what might be somebody is noted."""
        if len(texts) == 1 and (is_reserves := list_words().sections.get(heading_key(texts[0]))) is not None:
            self.tell_reserves()
            self.section, self.section_line = (texts[0] if is_reserves else ""), row + 1
            return True
        if _is_nobody(cells, texts) or all(map(known_heading, texts)):
            return True
        if is_footer(texts) or _is_remark(texts):
            self.note("list_line_skipped", row, " ".join(texts), Degree.NOTE)
            return True
        names = {NAME_HEADING, *list_words().name_parts}
        columns = (column for column, own in self.head.fields.items() if own in names)
        if any((row, column) in self.head.sheet.struck for column in columns):
            self.note("list_line_struck", row, read_text(cells[NAME_HEADING]), Degree.WARNING)
            return True
        return False

    def person(self, row: int, cells: Row, texts: Sequence[str]) -> Listed:
        """Give one person, his name in its usual spelling, and note what is doubtful or cannot be read."""
        if surplus := _surplus_of(self.head, row):
            self.note("list_row_long", row, surplus, Degree.ERROR)
        raw = cells[NAME_HEADING]
        checked = self.checked(row + 1, cells)
        name = read_text(checked[NAME_HEADING])
        if has_lost_letters(name):
            self.note("list_letters_lost", row, name, Degree.WARNING)
        right, odd = put_right(raw if name and isinstance(raw, str) else name, name_words())
        checked[NAME_HEADING] = right
        if self.section and checked[_RESERVE] is None:
            checked[_RESERVE] = _YES
            self.reserves.append(right)
        bans = [text for text in texts if speaks_of_a_ban(text)]
        if bans and checked[_BANNED] is None:
            self.note("list_ban_mentioned", row, bans[0], Degree.WARNING, name=right)
        return Listed(row + 1, checked, name if odd else "", tuple(odd))

    def checked(self, line: int, cells: Row) -> Row:
        """Give the cells as they go into the sheet, and note with file and line for a place what cannot be read.

        Texts come composed and trimmed, numbers as numbers, blanks blank.
        """
        found: list[Problem] = []
        reader = RowReader(found, ENTRANTS_TABLE, line, cells, ())
        entrant = entrant_of(reader)
        if not entrant.name and not any(problem.column == "name" for problem in found):
            reader.report("cell_blank", "name", None)
        elif entrant.name and not any(map(str.isalpha, entrant.name)):
            reader.report("list_name_odd", "name", entrant.name)
        for problem in map(on_sheet, found):
            place = say("done.place_in_list", file=self.file, line=line, heading=problem.column)
            key, fields = (self.file, line, problem.column), {**problem.fields, "column": place}
            self.problems.append(replace(problem, table="", row=None, column="", key=key, fields=fields))
        return entrant_row(0, entrant)

    def tell_reserves(self) -> None:
        """Note whom a heading made reserves."""
        if self.reserves:
            names = ", ".join(self.reserves)
            self.note("list_reserves", self.section_line - 1, self.section, Degree.NOTE, names=names)
        self.reserves = []

    def note(self, code: str, row: int, found: str, degree: Degree, **fields: object) -> None:
        """Note a problem of one row (from 0)."""
        fields |= {"file": self.file, "line": row + 1}
        key = (self.file, row + 1, NAME_HEADING)
        self.problems.append(Problem(code, key=key, found=found, fields=fields, degree=degree))


def _is_remark(texts: Sequence[str]) -> bool:
    """Tell whether a row with little in it begins with a sentence, an address or a date instead of a name."""
    is_short = 0 < len(texts) <= MOST_IN_A_FOOTER
    return is_short and is_sentence(texts[0], name_words(), is_alone=len(texts) == 1)


def _surplus_of(head: Head, row: int) -> str:
    """Give what stands in a row of a text beyond its last heading; a comma may have cut a number even before that."""
    sheet = head.sheet
    if not sheet.delimiter:
        return ""
    width = max(column for column, cell in enumerate(sheet.rows[head.row]) if read_text(cell)) + 1
    beyond = [text for cell in sheet.rows[row][width:] if (text := read_text(cell))]
    is_longer = sheet.delimiter == "," and len(sheet.rows[row]) > len(sheet.rows[head.row])
    return sheet.delimiter.join(map(read_text, sheet.rows[row])) if beyond or is_longer else ""


def _person_cells(head: Head, row: int) -> Row:
    """Give one row under our headings: a name out of its parts, a club out of cells merged downwards."""
    cells: Row = dict.fromkeys([column.name for column in table_layout(ENTRANTS_TABLE).columns])
    parts: dict[str, list[CellValue]] = {}
    for column, heading in sorted(head.fields.items()):
        cell = head.sheet.cell(row, column)
        parts.setdefault(heading, []).append(cell)
        if cell is not None and cells.get(heading) is None and heading in cells:
            cells[heading] = cell
        if heading == _CLUB and cells[_CLUB] is None:
            cells[_CLUB] = head.sheet.down(row, column)
    names = [cell for part in (*list_words().name_parts, NAME_HEADING) for cell in parts.get(part, ())]
    return cells | {NAME_HEADING: _joined_name(names)}


def _joined_name(parts: Sequence[CellValue]) -> CellValue:
    """Put the parts of a name together; a formula or an error among them stays what it is, as does a name alone."""
    unusable = [part for part in parts if isinstance(part, Formula | CellError)]
    filled = [part for part in parts if read_text(part)]
    if unusable or len(filled) == 1:
        return (unusable or filled)[0]
    return " ".join(part if isinstance(part, str) else read_text(part) for part in filled) or None


def _is_nobody(cells: Row, texts: Sequence[str]) -> bool:
    """Tell whether a row holds nobody: nothing, a number waiting for a name, dashes, a club merged from above."""
    own = [read_text(cell) for heading, cell in cells.items() if heading not in {LISTED_NUMBER, _CLUB}]
    if (club := read_text(cells[_CLUB])) in texts:
        own.append(club)
    return not any(sign.isalnum() for text in own for sign in text)
