"""A result row as typed from a protocol (VSZ 5, 6.d), here or on a typing sheet that comes back.

A returned row belongs to the paper whose round, deal and table it bears, if the rest of its head agrees:
copy, line of the copy, starter, and the three names in their order. What does not agree is told; nothing is
decided here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from macros_py.rules.hall.event import LINES, ProtocolLine, RoundState, Status
from macros_py.rules.names import name_key, plain_key, tidy
from macros_py.rules.problems import Unreadable
from macros_py.rules.rulebook import EntryMode


class Letter(Enum):
    """What may stand in a Ft cell instead of a number, if it was ruled (VSZ 5)."""

    R = "R"
    V = "V"
    N = "N"

    @property
    def status(self) -> Status:
        """Give the status that the letter stands for."""
        return {Letter.R: Status.RENONSZ, Letter.V: Status.VETLEN, Letter.N: Status.NEM_JATSZOTT}[self]


class RowState(Enum):
    """What may stand in the column Állapot of a result row."""

    BLANK = ""
    KORPASSZ = "körpassz"
    """Nobody bid. It never implies 0 Ft."""
    NEM_JATSZOTT = "nem játszott"
    """The table did not play the deal: no Ft are typed."""
    RULED = "bírói"
    """A referee has decided; the row is accepted as it stands."""
    UNCLEAR = "?"
    """To be cleared up before the round is closed."""


_STATE_WORDS = {plain_key(state.value): state for state in RowState}

Whole = int | None | Unreadable
FtCell = int | Letter | None | Unreadable
RoundSeat = tuple[int, int, str]
"""Round, table, line."""
ResultKey = tuple[int, int, int]
"""Round, deal, table."""
SeatKey = tuple[int, int, int, str]
"""Round, deal, table, line."""


@dataclass(frozen=True, slots=True)
class TypedRow:
    """One row of tEredmenyek as it was typed. Ft are whole, positive: he receives; a seat is its line."""

    round: Whole
    deal: Whole
    copy: Whole
    line: Whole
    table: Whole
    names: tuple[str, str, str]
    starter: str = ""
    soloist: str = ""
    achievements: str = ""
    ft: tuple[FtCell, FtCell, FtCell] = (None, None, None)
    state: str = ""
    note: str = ""

    @property
    def key(self) -> ResultKey | None:
        """Give round, deal and table, or None while one of them cannot be read."""
        numbers = (self.round, self.deal, self.table)
        first, second, third = (number if isinstance(number, int) else None for number in numbers)
        return None if first is None or second is None or third is None else (first, second, third)

    @property
    def head(self) -> dict[str, object]:
        """Give what the row says of its paper beside round, deal and table, by the fields; a name by its seat."""
        numbers = {"copy": self.copy, "line": self.line, "starter": self.starter}
        found = {name: cell.found if isinstance(cell, Unreadable) else cell for name, cell in numbers.items()}
        return {**found, **dict(zip(LINES, self.names, strict=True))}

    @property
    def is_touched(self) -> bool:
        """Tell whether anything of a result was typed: soloist, achievements, Ft or state."""
        texts = (self.soloist, self.achievements, self.state)
        return any(tidy(text) for text in texts) or any(cell is not None for cell in self.ft)

    @property
    def is_quick(self) -> bool:
        """Tell whether it is a quick entry: soloist, achievements and of the Ft only the soloist's."""
        soloist = seat_letter(self.soloist)
        typed = [seat for seat, cell in zip(LINES, self.ft, strict=True) if cell is not None]
        if typed != [soloist] or not tidy(self.achievements) or tidy(self.state):
            return False
        return isinstance(self.ft[LINES.index(typed[0])], int)


@dataclass(frozen=True, slots=True)
class ExpectedSheet:
    """What tEredmenyek should hold.

    ``lines`` are the protocol lines of every round that is dealt and seated; ``seats`` gives for (round,
    table, line) the persons of the position there, in order: where one was replaced either is right (VSZ 6).
    ``ruled`` are the (round, deal, table, line) on which a ruling in force decided (no deductions).
    ``states`` has every round of the event. ``entry``: whether quick entries are whole rows (``gyors``).
    ``is_korpassz`` tells whether a text of the column Teljesítés says körpassz.
    """

    lines: Sequence[ProtocolLine]
    seats: Mapping[RoundSeat, Sequence[str]]
    states: Mapping[int, RoundState]
    ruled: frozenset[tuple[int, int, int, str]] = frozenset()
    entry: EntryMode = "teljes"
    is_korpassz: Callable[[str], bool] = lambda text: False


def state_word(text: str) -> RowState | Unreadable:
    """Read the column Állapot: in any case, with or without accents; what is no state word is Unreadable."""
    return _STATE_WORDS.get(plain_key(text), Unreadable(text))


def seat_letter(text: str) -> str | Unreadable | None:
    """Read a seat: A, B or C in either case; blank is None, all else Unreadable."""
    letter = tidy(text).upper()
    if not letter:
        return None
    return letter if letter in LINES else Unreadable(text)


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
    """One row of the sheet (0-based), its standing, the fields of the head that disagree.

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
        """Give the fields of the head in which a row is not ours; a blank is, and whoever ever sat there."""
        ours = self.rows[key]
        numbers = {
            "copy": row.copy in {None, ours.copy},
            "line": row.line in {None, ours.line},
            "starter": seat_letter(row.starter) in {None, seat_letter(ours.starter)},
        }
        names = {line: self._is_named(row, ours, key, seat) for seat, line in enumerate(LINES)}
        return tuple(field for field, is_same in {**numbers, **names}.items() if not is_same)

    def _is_named(self, row: TypedRow, ours: TypedRow, key: ResultKey, seat: int) -> bool:
        known = (ours.names[seat], *self.persons.get((key[0], key[2], LINES[seat]), ()))
        return name_key(row.names[seat]) in {name_key(name) for name in known}

    def home(self, row: TypedRow, taken: Collection[ResultKey]) -> ResultKey | None:
        """Give the only row of ours, not ``taken``, with this head and just one other number."""
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
    """Tell what each row is; of those with equal numbers only the one whose head agrees is right, if any."""
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
