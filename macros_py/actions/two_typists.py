"""Double entry: a row of ours and the same row of a second typist, held against each other (VSZ 5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from macros_py.actions.examining import row_text, said_text
from macros_py.book.port import CellValue, Row
from macros_py.book.tables.results import ACHIEVEMENTS, FT_HEADINGS, NOTE, RESULT, plain_ft, typed_row
from macros_py.cells import read_text
from macros_py.rules.line_errors import LineError
from macros_py.rules.names import plain_key
from macros_py.rules.notation import Language, notation, parse_line
from macros_py.rules.problems import Degree, Problem
from macros_py.rules.protocol_row import RESULTS_TABLE
from macros_py.rules.typed_results import ResultKey

TAKEN = (*RESULT, NOTE)


@dataclass(slots=True)
class Comparison:
    """What came of holding two typists' rows against each other; ``rows`` are ours as they will stand."""

    rows: list[Row]
    language: Language
    filled: int = 0
    same: int = 0
    overwritten: list[tuple[ResultKey, str, str]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def differing(self) -> int:
        """Give how many rows differ and stayed ours."""
        return sum(problem.code == "entry_differs" for problem in self.problems)

    def take(self, index: int, key: ResultKey, theirs: Row, *, overwrite: bool) -> None:
        """Fill our row, count it as equal, overwrite it if asked, or note the difference.

        Numbers that came as text go in as numbers.
        """
        ours = self.rows[index]
        taken = {name: theirs[name] for name in TAKEN} | plain_ft(theirs)
        if not typed_row(ours).is_touched:
            ours.update(taken)
            self.filled += 1
        elif meaning(ours, self.language) == meaning(theirs, self.language):
            self.same += 1
        elif overwrite:
            self.overwritten.append((key, row_text(ours), row_text(theirs)))
            ours.update(taken)
        else:
            self.problems.append(typists_differ(index, key, ours, theirs, self.language))


def typists_differ(index: int, key: ResultKey, ours: Row, theirs: Row, language: Language) -> Problem:
    """Lay the two versions side by side."""
    differing = [name for name in RESULT if sense(name, ours, language) != sense(name, theirs, language)]
    shown = {"ours": row_text(ours), "theirs": row_text(theirs), "columns": ", ".join(differing)}
    fields = {**shown, "said": said_text(theirs, language)}
    place = (*key, differing[0])
    return Problem(
        "entry_differs", RESULTS_TABLE, index, place, differing[0], row_text(ours), fields, Degree.WARNING
    )


def meaning(row: Row, language: Language) -> Mapping[str, CellValue]:
    """Give what the row says, whatever way it is written."""
    return {name: sense(name, row, language) for name in RESULT}


def sense(name: str, row: Row, language: Language) -> str:
    """Give what one cell says: achievements in their official form, numbers and words without their trimmings."""
    text = read_text(row[name])
    if name != ACHIEVEMENTS or not text:
        return str(typed_row(row).ft[FT_HEADINGS.index(name)]) if name in FT_HEADINGS else plain_key(text)
    try:
        return notation(parse_line(text, language), language)
    except LineError:
        return plain_key(text)
