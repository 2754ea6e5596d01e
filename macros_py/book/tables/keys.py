"""What the log tells of the event's secret: whose fingerprint was shown when, and why a second key was made.

The fingerprint on the Verseny sheet can be typed over; what the log says of it cannot be, unseen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from macros_py.book.log_chain import LOG_TABLE
from macros_py.book.port import Book, CellValue, Row
from macros_py.cells import read_text
from macros_py.verbs import verbs
from macros_py.words import say

LOG_HEADINGS = ("Időpont", "Művelet", "Végezte", "Részletek", "Régi érték", "Új érték")
"""Of the fields of ``LogRow``, in their order."""
SHOWN = "kulcs_lenyomat"
FINGERPRINT = re.compile(r"\b[0-9a-f]{64}\b")


@dataclass(frozen=True, slots=True)
class LogRow:
    """One row of the log: when, what was done, who did it, what was said, and the value before and after."""

    when: CellValue
    label: str
    by: str
    details: str
    old: str
    new: str


def fingerprints(book: Book) -> list[str]:
    """Give the fingerprints of all keys of the event, the first one first; the last one is in force.

    An event of a program that did not log them yet has the one that its Verseny sheet shows.
    """
    found = logged_fingerprints(book.read_table(LOG_TABLE))
    shown = read_text(book.read_value(SHOWN))
    return found or ([shown] if shown else [])


def logged_fingerprints(log: Iterable[Row]) -> list[str]:
    """Give the fingerprints that the log names, each once, in the order of the rows."""
    new_key, labels = (
        say("done.new_key_label"),
        {verb.label for verb in verbs().values() if verb.draws},
    )
    texts = []
    for row in labelled_rows(log, new_key, *labels):
        texts += [row.old, row.new] if row.label == new_key else [row.details]
    return list(dict.fromkeys(one for text in texts for one in FINGERPRINT.findall(text)))


def fingerprint_of_lines(book: Book) -> str:
    """Give the fingerprint of the key from which the lines were drawn; nothing where the log does not name it."""
    rows = labelled_rows(book.read_table(LOG_TABLE), say("done.lines_drawn"))
    return next((found[0] for row in reversed(rows) if (found := FINGERPRINT.findall(row.details))), "")


def labelled_rows(log: Iterable[Row], *labels: str) -> list[LogRow]:
    """Give the rows of the log that bear one of the labels, in their order."""
    when, label, *_ = LOG_HEADINGS
    return [
        LogRow(row.get(when), *(read_text(row.get(heading)) for heading in LOG_HEADINGS[1:]))
        for row in log
        if read_text(row.get(label)) in labels
    ]
