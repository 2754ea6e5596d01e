"""tPontok: what every position got on every deal."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from macros_py.book.port import Book, Row
from macros_py.book.tables.reading import amount
from macros_py.cells import read_text, read_whole
from macros_py.rules.event import Position, Status
from macros_py.rules.scoring import Score, status_of

POINTS_TABLE = "tPontok"
FixedKey = tuple[int, int, str, int]
"""Round, deal, line, table."""


def point_rows(scores: Iterable[Score], player: Callable[[Position, int, int], str]) -> list[Row]:
    """Put the scores into rows, by round, deal, line and table; ``player`` names who sat there."""
    ordered = sorted(scores, key=lambda score: fixed_key(score))
    return [
        {
            "Forduló": score.result.round,
            "Leosztás": score.result.deal,
            "Vonal": score.result.position.line,
            "Asztal": score.result.table,
            "Név": player(score.result.position, score.result.round, score.result.deal),
            "Ft": score.result.ft,
            "Pont": amount(score.points),
            "Elérhető pont": amount(score.available),
            "Állapot": status_of(score.result).value or None,
        }
        for score in ordered
    ]


def fixed_key(score: Score) -> FixedKey:
    """Give what names a score: round, deal, line, table."""
    result = score.result
    return result.round, result.deal, result.position.line, result.table


def fixed_text(ft: int | None, status: Status) -> str:
    """Put a result into the words that two results are compared by: ``-4``, ``vétlen``, ``8 (renonsz)``."""
    number = "" if ft is None else str(ft)
    if not status.value:
        return number
    return f"{number} ({status.value})" if number else status.value


def read_fixed(book: Book) -> dict[FixedKey, str]:
    """Give the results as they were last scored, by round, deal, line and table."""
    statuses = {status.value: status for status in Status}
    fixed = {}
    for row in book.read_table(POINTS_TABLE):
        number, deal, table = (read_whole(row[heading]) for heading in ("Forduló", "Leosztás", "Asztal"))
        if isinstance(number, int) and isinstance(deal, int) and isinstance(table, int):
            ft, status = read_whole(row["Ft"]), statuses.get(read_text(row["Állapot"]), Status.PLAYED)
            text = fixed_text(ft if isinstance(ft, int) else None, status)
            fixed[number, deal, read_text(row["Vonal"]), table] = text
    return fixed
