"""The Napló: who did what and when, with the old and the new value where something was changed."""

from __future__ import annotations

from macros_py.actions.context import Context
from macros_py.book.log_chain import LOG_TABLE
from macros_py.book.port import CellValue, Row
from macros_py.book.tables.keys import LOG_HEADINGS
from macros_py.cells import read_text


class Unlogged(str):
    """A sentence for the person at the screen only: it names a place that those who read the log need not know."""


def write_entry(
    context: Context, label: str, details: str, old: CellValue = None, new: CellValue = None
) -> None:
    """Append one row to tNaplo; ``label`` is the verb's Hungarian label."""
    entry = entry_row(context, label, details, old, new)
    context.book.write_table(LOG_TABLE, [*context.book.read_table(LOG_TABLE), entry])


def entry_row(
    context: Context, label: str, details: str, old: CellValue = None, new: CellValue = None
) -> Row:
    """Make one row of tNaplo; it holds texts, so that no program takes a value in it for something else."""
    values = (read_text(old) or None, read_text(new) or None)
    return dict(zip(LOG_HEADINGS, (context.now(), label, context.person, details, *values), strict=True))
