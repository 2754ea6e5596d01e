"""What is said of a returned typing sheet: its formulas, and each row that is not simply one of ours."""

from __future__ import annotations

from collections.abc import Sequence

from macros_py.actions.examining import row_text
from macros_py.actions.hall import Hall
from macros_py.book.file_entry import ReturnedSheet
from macros_py.book.tables.results import KEY
from macros_py.cells import read_text
from macros_py.rules.problems import Degree, Fields, Phrase, Problem
from macros_py.rules.protocol_row import RESULTS_TABLE
from macros_py.rules.returned_rows import Papers, Returned, ReturnedAs
from macros_py.rules.typed_results import ResultKey

CODES = {
    ReturnedAs.UNKNOWN: "import_no_row",
    ReturnedAs.DOUBLE: "import_double",
    ReturnedAs.OTHER_HEAD: "import_other_head",
    ReturnedAs.NOT_PLAYED: "import_not_played",
}


def told_of(hall: Hall, papers: Papers, sheet: ReturnedSheet, returned: Sequence[Returned]) -> list[Problem]:
    """Give the warnings of a sheet; its rows are named by their number on it."""
    formulas = [
        warning("import_formula", (one.cell,), one.formula, {"cell": one.cell, "value": one.value})
        for one in sheet.formulas
    ]
    rows = []
    for one in returned:
        if one.standing in CODES:
            row = sheet.rows[one.index]
            numbers = " / ".join(read_text(row[name]) for name in KEY)
            fields = {"line": sheet.numbers[one.index], "numbers": numbers, "theirs": row_text(row)}
            fields |= details(hall, papers, sheet, returned, one)
            found = numbers if one.standing in {ReturnedAs.UNKNOWN, ReturnedAs.DOUBLE} else row_text(row)
            rows.append(warning(CODES[one.standing], (*numbers.split(" / "), fields["line"]), found, fields))
    return [*formulas, *rows]


def warning(code: str, key: tuple[object, ...], found: object, fields: dict[str, object]) -> Problem:
    """Make a warning about the sheet: it has no cell of ours."""
    return Problem(code, RESULTS_TABLE, None, key, "", found, fields, Degree.WARNING)


def details(
    hall: Hall, papers: Papers, sheet: ReturnedSheet, returned: Sequence[Returned], one: Returned
) -> dict[str, object]:
    """Give what the sentence of a row needs beside its numbers: why, both heads, the other rows, where it belongs."""
    home = (
        Phrase("entry.home", dict(zip(("round", "deal", "table"), one.home, strict=True))) if one.home else ""
    )
    fields: dict[str, object] = {"home": home}
    if one.standing is ReturnedAs.UNKNOWN:
        fields["reason"] = Phrase(f"entry.{reason_of(hall, one.row.key)}")
    elif one.standing is ReturnedAs.DOUBLE:
        others = [
            sheet.numbers[other.index]
            for other in returned
            if other.row.key == one.row.key and other.row.is_touched and other.index != one.index
        ]
        fields["others"] = ", ".join(f"{number}." for number in others)
    elif one.standing is ReturnedAs.OTHER_HEAD and one.row.key:
        ours, theirs = papers.rows[one.row.key].head, one.row.head
        fields["columns"] = Fields(one.differing, ", ")
        fields["mine"] = " / ".join(read_text(ours[name]) or "–" for name in one.differing)
        fields["other"] = " / ".join(read_text(theirs[name]) or "–" for name in one.differing)
    return fields


def reason_of(hall: Hall, key: ResultKey | None) -> str:
    """Tell why a row with these numbers is none of ours."""
    if key is None:
        return "no_number"
    number, deal, _ = key
    if number not in hall.rounds:
        return "no_round"
    if number not in hall.dealt:
        return "no_rows"
    return "no_deal" if not 1 <= deal <= hall.event.deals else "no_table"
