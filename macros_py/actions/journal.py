"""The Napló: who did what and when, with the old and the new value where something was changed."""

from __future__ import annotations

from macros_py.actions.context import Context
from macros_py.book.port import CellValue, Row


def write_entry(
    context: Context, label: str, details: str, old: CellValue = None, new: CellValue = None
) -> None:
    """Append one row to tNaplo; ``label`` is the verb's Hungarian label."""
    entry: Row = {
        "Időpont": context.now(),
        "Művelet": label,
        "Végezte": context.person,
        "Részletek": details,
        "Régi érték": old,
        "Új érték": new,
    }
    context.book.write_table("tNaplo", [*context.book.read_table("tNaplo"), entry])
