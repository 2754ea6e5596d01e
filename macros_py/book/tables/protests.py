"""tOvasok: what players objected to, and what was decided about it (VSZ 5)."""

from __future__ import annotations

from dataclasses import dataclass

from macros_py.book.port import Book
from macros_py.cells import read_text

PROTESTS_TABLE = "tOvasok"


@dataclass(frozen=True, slots=True)
class Protest:
    """One objection: its number as typed, who made it, against what, what was decided; ``row`` is 0-based."""

    row: int
    number: str
    by: str
    about: str
    decision: str

    @property
    def is_open(self) -> bool:
        """Tell whether nobody has decided it yet."""
        return not self.decision


def read_protests(book: Book) -> list[Protest]:
    """Give the protests in the order they stand; a row without a number is known by its place from 1."""
    return [
        Protest(
            row=index,
            number=read_text(cells["Sorszám"]) or str(index + 1),
            by=read_text(cells["Ki"]),
            about=read_text(cells["Mire"]),
            decision=read_text(cells["Döntés"]),
        )
        for index, cells in enumerate(book.read_table(PROTESTS_TABLE))
    ]
