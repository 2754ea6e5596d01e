"""The nouns of a sportulti event, as the rules see them (VSZ 4–6): entrants, positions, seatings, results, rulings."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

LINES = ("A", "B", "C")
"""The three lines. A, B, C sit anticlockwise; the seat at the table is the line."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One row of the entry list (VSZ 1.b, 6). ``present`` is None while nobody has said yes or no;
    ``has_masterpoints`` is False where the cell was blank (then 0 counts).
    """

    name: str
    club: str = ""
    licence: str = ""
    masterpoints: Fraction = Fraction(0)
    has_masterpoints: bool = True
    present: bool | None = None
    is_banned: bool = False
    licensed_by: str = ""
    fee: Fraction | None = None
    is_reserve: bool = False
    fixed_table: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """What is ranked: a line and a starting table (1-based), whoever sits there."""

    line: str
    table: int


@dataclass(frozen=True, slots=True)
class Place:
    """One entrant put on one position."""

    position: Position
    name: str
    club: str = ""
    masterpoints: Fraction = Fraction(0)
    note: str = ""


@dataclass(frozen=True, slots=True)
class TableSeating:
    """Who sits at one table in one round (both 1-based), by starting table: ``tables[0]`` is the A position's."""

    round: int
    table: int
    positions: tuple[Position, Position, Position]


@dataclass(frozen=True, slots=True)
class ProtocolLine:
    """One line of a deal's protocol before it is typed: which copy, which line of it, which table, who starts.

    ``copy`` is the section of the hall (1-based), ``line`` the place in that copy's journey (1 = first table).
    """

    round: int
    deal: int
    copy: int
    line: int
    table: int
    starter: str


class RoundState(Enum):
    """The life of a round (tFordulok, column Állapot)."""

    PLANNED = "terv"
    DEALT = "kiosztva"
    PLAYED = "lejátszva"
    CLOSED = "lezárva"


class Status(Enum):
    """How a player stands on a deal. The statuses are per player per deal (VSZ 5)."""

    PLAYED = ""
    """He has a Ft result and nothing was ruled."""
    MISSING = "hiányzik"
    """The result has not been typed in yet: neither 0 Ft nor not played."""
    RENONSZ = "renonsz"
    VETLEN = "vétlen"
    NEM_JATSZOTT = "nem játszott"
    TAVOLMARADT = "távolmaradt"


@dataclass(frozen=True, slots=True)
class Result:
    """What one position reached on one deal: whole Ft (positive: he receives), and how he stands.

    ``ft`` is None unless a number was typed. It stays beside a ruling, which then decides. ``table`` is where the
    deal was played, 1-based.
    """

    round: int
    deal: int
    table: int
    position: Position
    ft: int | None
    status: Status = Status.PLAYED


@dataclass(frozen=True, slots=True)
class Substitution:
    """From a deal on ``incoming`` plays for ``outgoing`` (VSZ 6).

    Deals count in the order in which the table plays them where the position then sits; without a deal he plays
    the whole round.
    """

    position: Position
    outgoing: str
    incoming: str
    from_round: int
    from_deal: int | None = None
    reason: str = ""
    row: int | None = field(default=None, compare=False)
    """0-based row of tCserek, for the problems that a check finds in it."""


@dataclass(frozen=True, slots=True)
class Penalty:
    """A deduction (levonás) taken off a position's points after the deals; ``amount`` is typed positive.

    ``is_percentage``: the amount is in percentage points of the position's own maximum, else in matchpoints.
    """

    position: Position
    amount: Fraction
    is_percentage: bool = False
