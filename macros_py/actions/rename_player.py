"""rename_player: one person under another name, wherever the name stands."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from macros_py.actions.context import Context, Options, write_entry
from macros_py.actions.drawing import rename_drawn
from macros_py.book.layout import table_layouts, value_layouts
from macros_py.book.log_chain import LOG_TABLE, since_the_closing
from macros_py.book.port import Book, CellValue, Row
from macros_py.book.tables.event import labelled_rows
from macros_py.cells import Formula, cell_name_key, read_names, read_text
from macros_py.rules.hall.entries import ENTRANTS_TABLE
from macros_py.rules.problems import Problem
from macros_py.words import alphabet, say

_NAMED = (
    (ENTRANTS_TABLE, "Név"),
    ("tVonalak", "Név"),
    ("tCserek", "Ki"),
    ("tCserek", "Be"),
    ("tDontesek", "Név"),
)
"""Where whole names stand, one in a cell: these are the people of the event, with its officials."""
_PLAYING = frozenset({"tVonalak", "tCserek"})
"""The tables of those who play."""


def rename_player(context: Context, options: Options) -> list[Problem]:
    """Write ``to`` for ``from`` in every column and cell that holds people, and log it; numbers stay as they are."""
    return rename_everywhere(context, read_text(options["from"]), read_text(options["to"]))


def rename_everywhere(context: Context, old: str, new: str) -> list[Problem]:
    """Rename one person wherever his name stands, tell and log it; refused with a problem, nothing is renamed."""
    book = context.book
    people = _people_of(book)
    if problems := _refuse_name(people, old, new):
        return problems
    old = people[cell_name_key(old)].name
    bearer = _borne_at_the_closing(book.read_table(LOG_TABLE)).get(cell_name_key(new), old)
    if cell_name_key(bearer) != cell_name_key(old):
        return [Problem("rename_exchange", found=new, fields={"old": old, "bearer": bearer})]
    pattern = _pattern_of(spelling for person in people.values() for spelling in person.spellings)
    changed = _rename_tables(book, pattern, old, new) + _rename_values(book, pattern, old, new)
    rename_drawn(context, old, new)
    write_entry(context, say("done.renamed"), say("done.renamed_everywhere", cells=changed), old, new)
    context.say("done.rename_player", old=old, new=new, cells=changed)
    return []


@dataclass(slots=True)
class Person:
    """Somebody whom the event knows: how he is spelt, the usual spelling first, and in which tables he stands."""

    spellings: list[str]
    tables: set[str]

    @property
    def name(self) -> str:
        """Give the name by which he is told."""
        return self.spellings[0]


def _people_of(book: Book) -> dict[str, Person]:
    """Give everybody whom the event knows, by name key; an official stands in the table of no name."""
    found = [(table, read_text(row[heading])) for table, heading in _NAMED for row in book.read_table(table)]
    for layout in value_layouts().values():
        if layout.has_people:
            found += [("", name) for name in read_names(book.read_value(layout.name))]
    people: dict[str, Person] = {}
    for table, name in found:
        if name:
            person = people.setdefault(cell_name_key(name), Person([], set()))
            person.tables.add(table)
            if name not in person.spellings:
                person.spellings.append(name)
    return people


def _refuse_name(people: Mapping[str, Person], old: str, new: str) -> list[Problem]:
    person, other = people.get(cell_name_key(old)), people.get(cell_name_key(new))
    if person is None:
        near = difflib.get_close_matches(old, [known.name for known in people.values()], n=3)
        names = ", ".join(sorted(near, key=alphabet().key))
        nearest = say("done.nearest", names=names) if names else ""
        return [Problem("rename_unknown", found=old, fields={"near": nearest})]
    if not any(map(str.isalpha, new)) or len(read_names(new)) != 1:
        return [Problem("rename_to_nothing", found=new)]
    if other is not None and other is not person and not _is_torn(person, other):
        return [Problem("rename_taken", found=new, fields={"old": person.name})]
    return []


def _borne_at_the_closing(log: Iterable[Row]) -> dict[str, str]:
    """Give by each name changed since the last closing, as its key, how who bore it then was called last."""
    bearers: dict[str, str] = {}
    for row in labelled_rows(since_the_closing(log), say("done.renamed")):
        then = [name for name, now in bearers.items() if cell_name_key(now) == cell_name_key(row.old)]
        bearers |= dict.fromkeys(then or [cell_name_key(row.old)], row.new)
    return bearers


def _is_torn(one: Person, other: Person) -> bool:
    """Tell whether two names are one person's: one stands in the entry list only, the other plays and stands not there.

    So it comes when a name was typed over on the Nevezők sheet after the lines had been drawn.
    """
    entered, playing = (one, other) if ENTRANTS_TABLE in one.tables else (other, one)
    is_unlisted = ENTRANTS_TABLE not in playing.tables and bool(_PLAYING & playing.tables)
    return entered.tables == {ENTRANTS_TABLE} and is_unlisted


def _pattern_of(names: Iterable[str]) -> re.Pattern[str]:
    """Find whole names among other words; of two that begin alike the longer one, so that nobody is cut in two."""
    longest = sorted(names, key=len, reverse=True)
    spaced = (r"\s+".join(map(re.escape, name.split())).replace(",", r"\s*,") for name in longest)
    return re.compile(rf"(?<!\w)(?:{'|'.join(spaced)})(?!\w)", re.IGNORECASE)


def _renamed(value: CellValue, pattern: re.Pattern[str], old: str, new: str) -> CellValue:
    """Give a cell with the new name in it; one without the old name stays as it is."""
    if not isinstance(value, str) or isinstance(value, Formula):
        return value
    text, key = read_text(value), cell_name_key(old)
    if cell_name_key(text) == key:
        return new
    changed = pattern.sub(
        lambda found: new if cell_name_key(found[0].replace(" ,", ",")) == key else found[0], text
    )
    return value if changed == text else changed


def _rename_tables(book: Book, pattern: re.Pattern[str], old: str, new: str) -> int:
    changed = 0
    for layout in table_layouts().values():
        for column in layout.columns:
            if not column.has_people:
                continue
            before = [row[column.name] for row in book.read_table(layout.name)]
            after = [_renamed(value, pattern, old, new) for value in before]
            if after != before:
                book.write_column(layout.name, column.name, after)
                changed += sum(one != other for one, other in zip(before, after, strict=True))
    return changed


def _rename_values(book: Book, pattern: re.Pattern[str], old: str, new: str) -> int:
    changed = 0
    for layout in value_layouts().values():
        before = book.read_value(layout.name) if layout.has_people else None
        after = _renamed(before, pattern, old, new)
        if after != before:
            book.write_value(layout.name, after)
            changed += 1
    return changed
