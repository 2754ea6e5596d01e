"""preview: what the rows, rulings and substitutions changed since the last scoring would do (*Mi változna?*)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from macros_py.actions.context import Context, Options
from macros_py.actions.hall import Hall
from macros_py.actions.publishing import (
    FIXED_CHANGED,
    ChangedResult,
    changed_results,
    position_labels,
    read_and_score,
)
from macros_py.book.held import StagedBook
from macros_py.book.port import Book, CellValue, Row
from macros_py.book.tables.reading import amount
from macros_py.book.tables.results import percent
from macros_py.cells import cell_name_key, read_text, read_whole
from macros_py.rules.hall.event import Place, Position
from macros_py.rules.problems import Degree, Problem
from macros_py.rules.results.masterpoints import shared_worth
from macros_py.rules.results.ranking import Standing
from macros_py.rules.rulebook import MasterpointRules
from macros_py.words import say

_PREVIEW_TABLE = "tElonezet"
_MOST_TOLD = 5
"""Changed results that one sentence names; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Footing:
    """Where a position stands: place, percent as printed, sum of Ft, worth of its place in masterpoints."""

    place: int | None
    percentage: CellValue
    ft: int | None
    worth: CellValue


_NOWHERE = Footing(None, None, None, None)


def preview(context: Context, options: Options) -> list[Problem]:
    """Show before and after of every position that would change; nothing but the preview itself is written.

    Masterpoints are those of the place; whom they are halved for, award_masterpoints says. After the last closing
    it shows what the correction of an official's mistake would do.
    """
    book = context.book
    hall, scoring, refusals = read_and_score(replace(context, book=StagedBook(book)))
    if hard := [one for one in refusals if one.code != FIXED_CHANGED and one.degree is Degree.ERROR]:
        return hard
    before = _published(book, hall, context.rulebook.masterpoints)
    if not before:
        return [Problem("preview_unscored", "tAllas")]
    after, labels = _footings(context, scoring.standings), position_labels(hall)
    rows = [
        _preview_row(labels[position], position, before.get(position, _NOWHERE), footing)
        for position, footing in after.items()
        if footing != before.get(position)
    ]
    results = changed_results(book, scoring)
    book.write_table(_PREVIEW_TABLE, rows)
    told = [_results_sentence(results), _preview_outcome(rows)]
    book.write_value("elonezet_eredmenyek", " ".join(told))
    for sentence in told:
        book.tell(sentence)
    for row in rows[:_MOST_TOLD]:
        book.tell(say("done.preview_row", **_preview_fields(row)))
    return []


def _published(book: Book, hall: Hall, rules: MasterpointRules) -> dict[Position, Footing]:
    """Give where the positions stand by the last scoring; a position is known by its first player."""
    rows = {
        position: row
        for row in book.read_table("tAllas")
        if (position := _labelled_position(read_text(row["Név"]), hall.places))
    }
    places = {position: _own_whole(row["Helyezés"]) for position, row in rows.items()}
    worths, footings = _worth_of_places([*places.values()], rules), {}
    for position, row in rows.items():
        place = places[position]
        worth = worths.get(place or 0, 0)
        footings[position] = Footing(place, row["Százalék"], _own_whole(row["Ft"]), worth)
    return footings


def _labelled_position(label: str, places: Iterable[Place]) -> Position | None:
    """Give whose row it is: the name is the whole label, or what stands before the brackets of a substitution.

    Namesakes have brackets in their names (``Kovács István (Szeged)``): the longest name that fits is meant.
    """
    text = cell_name_key(label)
    fitting = [
        (len(key), place.position)
        for place in places
        if (key := cell_name_key(place.name)) and (text == key or text.startswith(f"{key} ("))
    ]
    return max(fitting)[1] if fitting else None


def _footings(context: Context, standings: Sequence[Standing]) -> dict[Position, Footing]:
    decimals = context.rulebook.scoring.percentage_decimals
    worths = _worth_of_places([one.place for one in standings], context.rulebook.masterpoints)
    footings = {}
    for one in standings:
        worth = worths.get(one.place or 0, 0)
        footings[one.position] = Footing(one.place, percent(one.percentage, decimals), one.ft, worth)
    return footings


def _worth_of_places(places: Sequence[int | None], rules: MasterpointRules) -> dict[int, CellValue]:
    """Give what each place earns, shared places the mean (VSZ 6)."""
    sharing = Counter(place for place in places if place)
    return {place: amount(shared_worth(place, many, len(places), rules)) for place, many in sharing.items()}


def _own_whole(cell: CellValue) -> int | None:
    """Read a whole number that we wrote ourselves; anything else is as if blank."""
    value = read_whole(cell)
    return value if isinstance(value, int) else None


def _preview_row(name: str, position: Position, before: Footing, after: Footing) -> Row:
    return {
        "Név": name,
        "Vonal": position.line,
        "Helyezés most": before.place,
        "Helyezés lenne": after.place,
        "Százalék most": before.percentage,
        "Százalék lenne": after.percentage,
        "Ft most": before.ft,
        "Ft lenne": after.ft,
        "Mesterpont most": before.worth,
        "Mesterpont lenne": after.worth,
        "Változás": _movement(before.place, after.place),
    }


def _movement(before: int | None, after: int | None) -> str:
    if before is None or after is None or before == after:
        return say("done.preview_stays")
    return say("done.preview_up" if after < before else "done.preview_down", places=abs(after - before))


def _results_sentence(changed: Sequence[ChangedResult]) -> str:
    if not changed:
        return say("done.preview_no_result")
    names = ("round", "deal", "line", "table", "old", "new")
    fields = (dict(zip(names, one, strict=True)) for one in changed[:_MOST_TOLD])
    shown = "; ".join(say("done.preview_result", **one) for one in fields)
    more = say("done.preview_more", more=len(changed) - _MOST_TOLD) if len(changed) > _MOST_TOLD else ""
    return say("done.preview_results", count=len(changed), shown=shown, more=more)


def _preview_outcome(rows: list[Row]) -> str:
    if not rows:
        return say("done.preview_nothing")
    moved = sum(row["Helyezés most"] != row["Helyezés lenne"] for row in rows)
    earning = sum(row["Mesterpont most"] != row["Mesterpont lenne"] for row in rows)
    return say("done.preview", positions=len(rows), moved=moved, earning=earning)


def _preview_fields(row: Row) -> dict[str, CellValue]:
    headings = {"name": "Név"}
    for name, heading in (("place", "Helyezés"), ("percentage", "Százalék"), ("worth", "Mesterpont")):
        headings |= {f"old_{name}": f"{heading} most", f"new_{name}": f"{heading} lenne"}
    return {name: "–" if row[heading] is None else row[heading] for name, heading in headings.items()}
