"""The rows of a returned typing sheet against the rows of the event: which is whose, before anything is compared.

A row belongs to the paper whose round, deal and table it bears, if the rest of its head agrees: copy, line of the
copy, starter, and the three names in their order (VSZ 5). Nothing is decided here; what does not agree is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from macros_py.rules.event import LINES
from macros_py.rules.names import name_key
from macros_py.rules.typed_results import ResultKey, RoundSeat, TypedRow, seat_letter


class ReturnedAs(Enum):
    """What a returned row is to us."""

    BLANK = "blank"
    """Nothing of a result was typed."""
    OURS = "ours"
    """The head agrees: it may be taken or compared."""
    UNKNOWN = "unknown"
    """No row of the event has that round, deal and table."""
    OTHER_HEAD = "other_head"
    """The row is there, but for other people, another copy, line or starter: an older seating, or a wrong number."""
    NOT_PLAYED = "not_played"
    """Its round has not been played yet."""
    DOUBLE = "double"
    """Another row of the same sheet has the same round, deal and table, and this one is not the right one."""


DOUBTFUL = frozenset({ReturnedAs.OTHER_HEAD, ReturnedAs.NOT_PLAYED})
"""What is taken only if somebody says so."""


@dataclass(frozen=True, slots=True)
class Returned:
    """One row of the sheet: its 0-based place there, its standing, which fields of the head disagree.

    ``home`` is the only row of the event that the rest of the head fits where one number must be wrong.
    """

    index: int
    row: TypedRow
    standing: ReturnedAs
    differing: tuple[str, ...] = ()
    home: ResultKey | None = None


@dataclass(frozen=True, slots=True)
class Papers:
    """The event's side: its rows by key, who ever sat on a seat, which rounds have been played."""

    rows: Mapping[ResultKey, TypedRow]
    persons: Mapping[RoundSeat, Sequence[str]]
    over: Collection[int]

    def differing(self, row: TypedRow, key: ResultKey) -> tuple[str, ...]:
        """Give the fields of the head in which a returned row is not the event's row ``key``.

        A name may be that of anybody who sat on the position; copy, line and starter may have been left blank.
        """
        ours = self.rows[key]
        numbers = {
            "copy": row.copy in {None, ours.copy},
            "line": row.line in {None, ours.line},
            "starter": seat_letter(row.starter) in {None, seat_letter(ours.starter)},
        }
        names = {line: self._is_named(row, ours, key, seat) for seat, line in enumerate(LINES)}
        return tuple(field for field, is_same in {**numbers, **names}.items() if not is_same)

    def _is_named(self, row: TypedRow, ours: TypedRow, key: ResultKey, seat: int) -> bool:
        """Tell whether the name of a seat (0, 1, 2 = A, B, C) is ours, or of somebody who sat there."""
        known = (ours.names[seat], *self.persons.get((key[0], key[2], LINES[seat]), ()))
        return name_key(row.names[seat]) in {name_key(name) for name in known}

    def home(self, row: TypedRow, taken: Collection[ResultKey]) -> ResultKey | None:
        """Give the only row of the event whose head is this one's and of whose numbers only one is another.

        Rows that the sheet has anyway (``taken``) are left aside.
        """
        numbers = (row.round, row.deal, row.table)
        fitting = [
            key
            for key in self.rows
            if key not in taken
            and sum(mine != theirs for mine, theirs in zip(key, numbers, strict=True)) == 1
            and not self.differing(row, key)
        ]
        return fitting[0] if len(fitting) == 1 else None


def stand(rows: Sequence[TypedRow], papers: Papers) -> list[Returned]:
    """Tell of each row of the sheet, in its order, what it is.

    Of rows that bear the same numbers the one whose head agrees is right, if there is just one such; else none is.
    """
    typed = {index: row.key for index, row in enumerate(rows) if row.is_touched and row.key}
    often = Counter(typed.values())
    fitting = Counter(
        key for index, key in typed.items() if key in papers.rows and not papers.differing(rows[index], key)
    )
    found = []
    for index, row in enumerate(rows):
        key = row.key
        if not row.is_touched:
            found.append(Returned(index, row, ReturnedAs.BLANK))
            continue
        if key is None or key not in papers.rows:
            found.append(Returned(index, row, ReturnedAs.UNKNOWN, (), papers.home(row, often)))
            continue
        differing = papers.differing(row, key)
        if often[key] > 1 and (differing or fitting[key] > 1):
            standing = ReturnedAs.DOUBLE
        elif differing:
            standing = ReturnedAs.OTHER_HEAD
        else:
            standing = ReturnedAs.OURS if key[0] in papers.over else ReturnedAs.NOT_PLAYED
        home = papers.home(row, often) if differing else None
        found.append(Returned(index, row, standing, differing, home))
    return found
