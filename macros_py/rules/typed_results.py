"""A result row as typed from a protocol (VSZ 5, 6.d), its words, and what the papers expect."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from macros_py.rules.event import LINES, ProtocolLine, RoundState, Status
from macros_py.rules.names import plain_key, tidy
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


STATE_WORDS = {plain_key(state.value): state for state in RowState}

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


def no_text(text: str) -> bool:
    """Say no, whatever the text."""
    return False


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
    is_korpassz: Callable[[str], bool] = no_text


def state_word(text: str) -> RowState | Unreadable:
    """Read the column Állapot: in any case, with or without accents; what is no state word is Unreadable."""
    return STATE_WORDS.get(plain_key(text), Unreadable(text))


def seat_letter(text: str) -> str | Unreadable | None:
    """Read a seat: A, B or C in either case; blank is None, all else Unreadable."""
    letter = tidy(text).upper()
    if not letter:
        return None
    return letter if letter in LINES else Unreadable(text)
