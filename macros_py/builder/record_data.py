"""What the official record is written from: the workbook's tables, and what the rules computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from macros_py.book.port import CellValue, Row
from macros_py.rules.event import Penalty, Position
from macros_py.rules.lineup import Lineup
from macros_py.rules.masterpoints import Award
from macros_py.rules.ranking import Standing
from macros_py.rules.rulebook import Rulebook
from macros_py.rules.scoring import Score


@dataclass(frozen=True, slots=True)
class RecordData:
    """One event, complete. Nothing in it is computed by the record itself.

    ``created`` is the only clock: the same data give the same bytes. ``tables`` holds the workbook's tables
    by name (one that lacks is shown empty). ``scores``, ``standings``, ``penalties`` and ``awards`` belong
    together; ``awards`` is empty until the masterpoints have been awarded.
    """

    created: datetime
    is_final: bool
    """Every round has been closed: the results are fixed (VSZ 5)."""
    is_trial: bool
    """A trial event (PRÓBA), never an official one."""
    event: Mapping[str, CellValue]
    """The named values of the sheet Verseny (``verseny_nev`` …), and ``verseny_azonosito``."""
    tables: Mapping[str, Sequence[Row]]
    rulebook: Rulebook
    lineup: Lineup
    scores: Sequence[Score]
    penalties: Sequence[Penalty]
    standings: Sequence[Standing]
    awards: Sequence[Award]
    labels: Mapping[Position, str]
    """How each position is named: ``Nagy P. (cs. Kis J., 4. forduló 5. leosztástól)``."""
    licences: Mapping[str, tuple[str, str]]
    """Name key → licence number and club."""
