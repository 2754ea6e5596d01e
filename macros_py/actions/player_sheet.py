"""player_sheet: a player's own deals with all comparisons, so that he can object in time (VSZ 5)."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path

from macros_py.actions.context import Context, Options
from macros_py.actions.hall import Hall
from macros_py.actions.publishing import Scoring, finality, position_label, read_and_score
from macros_py.book.layout import ColumnLayout
from macros_py.book.port import Row
from macros_py.book.snapshots import LONGEST_STEM
from macros_py.book.tables.reading import amount
from macros_py.book.tables.results import fixed_text
from macros_py.builder.papers import Paper, write_paper
from macros_py.cells import read_text
from macros_py.rules.hall.event import LINES, Position
from macros_py.rules.problems import Problem
from macros_py.rules.results.ranking import Standing, percentage_text
from macros_py.rules.results.scoring import Score, status_of
from macros_py.words import say

_PLAYER_SHEET_COLUMNS = (
    ColumnLayout("Forduló", "whole", 8),
    ColumnLayout("Leosztás", "whole", 9),
    ColumnLayout("Asztal", "whole", 8),
    ColumnLayout("Ellenfelek", "name", 38),
    ColumnLayout("Felvevő", "seat", 9),
    ColumnLayout("Teljesítés", "text", 20),
    ColumnLayout("Saját Ft", "word", 10),
    ColumnLayout("A vonal többi Ft eredménye ezen a leosztáson", "name", 60),
    ColumnLayout("Pont", "decimal", 8),
    ColumnLayout("Elérhető pont", "decimal", 10),
)
_LONGEST_NAME = 60
"""Letters of a player's name in a file's: no disk takes more than 255 bytes."""
_NOT_IN_FILE_NAMES = '\\/:*?"<>|'
"""What no file name may hold on any system."""


def player_sheet(context: Context, options: Options) -> list[Problem]:
    """Write the page of one player (or of the position he played for) to ``to``, by default beside the workbook."""
    hall, scoring, refusals = read_and_score(context)
    if hard := [one for one in refusals if one.code != "result_fixed"]:
        return hard
    name = read_text(options["player"])
    positions = hall.lineup.positions_of(name)
    if not positions:
        people = {person for position in hall.lineup.positions for person in hall.lineup.persons(position)}
        near = difflib.get_close_matches(name, sorted(people), n=3)
        nearest = say("done.nearest", names=", ".join(near)) if near else ""
        return [Problem("player_unknown", found=name, fields={"near": nearest})]
    target = Path(options.get("to") or _player_file(context, name))
    write_paper(target, _player_paper(context, hall, scoring, name, positions))
    context.say("done.player_sheet", name=name, path=target)
    return []


def _player_file(context: Context, name: str) -> Path:
    """Give the file beside the key store's, named after event and player; a very long name only begins it."""
    place = Path(context.keys.place)
    plain = "".join("-" if letter in _NOT_IN_FILE_NAMES else letter for letter in name[:_LONGEST_NAME])
    return place.with_name(f"{place.stem[:LONGEST_STEM]}-{plain.strip()}.xlsx")


def _player_paper(
    context: Context, hall: Hall, scoring: Scoring, name: str, positions: Sequence[Position]
) -> Paper:
    standings = {standing.position: standing for standing in scoring.standings}
    decimals = context.rulebook.scoring.percentage_decimals
    lines = [hall.event.name or say("overview.nameless")]
    lines += [_place_line(hall, standings[position], decimals) for position in positions]
    lines.append(finality(hall))
    rows = [row for position in positions for row in _player_rows(hall, scoring, position)]
    return Paper(say("papers.player_sheet"), name, lines, _PLAYER_SHEET_COLUMNS, rows, is_landscape=True)


def _place_line(hall: Hall, standing: Standing, decimals: int) -> str:
    return say(
        "papers.player_line",
        label=position_label(hall, standing.position),
        line=standing.position.line,
        place=standing.place if standing.place is not None else "–",
        percentage=percentage_text(standing.percentage, decimals),
        points=read_text(amount(standing.points)),
        available=read_text(amount(standing.available)),
        ft=standing.ft,
    )


def _player_rows(hall: Hall, scoring: Scoring, position: Position) -> list[Row]:
    """Give the deals of a position in the order of the papers, each with what the others of its line reached."""
    typed = {row.key: row for row in hall.rows if row.key}
    by_deal: dict[tuple[int, int], list[Score]] = {}
    for score in scoring.scores:
        if score.result.position.line == position.line:
            by_deal.setdefault((score.result.round, score.result.deal), []).append(score)
    rows: list[Row] = []
    for (number, deal), scores in sorted(by_deal.items()):
        own = next(score for score in scores if score.result.position == position)
        others = [score for score in scores if score is not own]
        row = typed.get((number, deal, own.result.table))
        rows.append(
            {
                "Forduló": number,
                "Leosztás": deal,
                "Asztal": own.result.table,
                "Ellenfelek": _opponents(hall, own),
                "Felvevő": row.soloist if row else None,
                "Teljesítés": row.achievements if row else None,
                "Saját Ft": _shown_score(own),
                _PLAYER_SHEET_COLUMNS[7].name: ", ".join(map(_shown_score, sorted(others, key=_best_first))),
                "Pont": amount(own.points),
                "Elérhető pont": amount(own.available),
            }
        )
    return rows


def _opponents(hall: Hall, own: Score) -> str:
    names, result, lineup = [], own.result, hall.lineup
    for line in LINES:
        position = lineup.position_at(result.round, result.table, line)
        if position and line != result.position.line:
            names.append(f"{line}: {lineup.player(position, result.round, result.deal)}")
    return ", ".join(names)


def _shown_score(score: Score) -> str:
    return fixed_text(score.result.ft, status_of(score.result)).replace("-", "−")


def _best_first(score: Score) -> tuple[bool, int]:
    return score.result.ft is None, -(score.result.ft or 0)
