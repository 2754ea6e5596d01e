"""The referee's report (Játékvezetői jegyzőkönyv, Annex 1): whatever the event knows is filled in."""

from __future__ import annotations

from collections.abc import Sequence

from macros_py.book.port import Book, CellValue
from macros_py.book.tables.entrants import read_entrants
from macros_py.book.tables.rulings import read_rulings
from macros_py.cells import read_text, read_yes_no
from macros_py.rules.entries import participants
from macros_py.rules.names import plain_key
from macros_py.rules.ruling_rows import Ruling
from macros_py.words import say

PENALTY_CARDS = {"sarga": "sárga lap", "piros": "piros lap"}
"""The part of the cell's name, and the kind of ruling in tDontesek."""
REPORT_SEPARATOR = "; "


def fill_form(book: Book) -> None:
    """Write the fields of the report that follow from the other sheets."""
    entrants, _ = read_entrants(book)
    licensed = [entrant for entrant in entrants if is_licensed_on_the_spot(entrant.licensed_by)]
    fields: dict[str, CellValue] = {
        "ideje": joined_texts(book, "verseny_datum", "verseny_kezdes", separator=" "),
        "helye": joined_texts(book, "verseny_helyszin"),
        "egyesulet": joined_texts(book, "verseny_egyesulet"),
        "letszam": len(participants(entrants)) or None,
        "jatekvezeto": joined_texts(book, "fobiro"),
        "igazoltak_szama": len(licensed),
        "igazoltak_neve": REPORT_SEPARATOR.join(
            f"{entrant.name} ({entrant.licensed_by})" for entrant in licensed
        ),
    }
    rulings, _ = read_rulings(book)
    reasons = [read_text(row["Indok"]) for row in book.read_table("tDontesek")]
    for part, kind in PENALTY_CARDS.items():
        cards = [ruling for ruling in rulings if is_card(ruling, kind)]
        fields[f"{part}_kapta"] = REPORT_SEPARATOR.join(dict.fromkeys(ruling.name for ruling in cards))
        fields[f"{part}_leiras"] = "\n".join(described(ruling, reasons) for ruling in cards)
    for name, value in fields.items():
        book.write_value(f"jelentes_{name}", value or None if isinstance(value, str) else value)


def is_licensed_on_the_spot(text: str) -> bool:
    """Tell whether Helyszínen igazolt says yes, or by whom (VSZ 1.b)."""
    return bool(text) and read_yes_no(text) is not False


def is_card(ruling: Ruling, kind: str) -> bool:
    """Tell whether a ruling is a card of that colour that was not withdrawn."""
    return plain_key(ruling.kind) == plain_key(kind) and not ruling.is_withdrawn


def described(ruling: Ruling, reasons: Sequence[str]) -> str:
    """Describe one card: who, when, what for."""
    when = say("report.round", round=ruling.round) if ruling.round else ""
    return " – ".join(part for part in (ruling.name, when, reasons[ruling.row]) if part)


def joined_texts(book: Book, *names: str, separator: str = " · ") -> str:
    """Give the texts of named cells in one line, leaving the blank ones out."""
    return separator.join(text for name in names if (text := read_text(book.read_value(name))))
