"""Masterpoints out of a federation's list: of known entrants only, and nothing but these."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from macros_py.actions.context import Context
from macros_py.actions.listed_people import PeopleList, read_people
from macros_py.actions.merging_people import LICENCE, Match, Matcher, cell_licence_key, entrant_change
from macros_py.book.list_headings import NAME_HEADING
from macros_py.book.port import Row
from macros_py.cells import read_text
from macros_py.rules.entries import ENTRANTS_TABLE
from macros_py.rules.problems import Degree, Problem
from macros_py.words import say

MASTERPOINTS = "Mesterpont"
MOST_NAMED = 5
"""People that one sentence names; the rest is counted."""
STRANGER_CODES = frozenset({"list_namesake"})
"""What is no fault in a list of thousands: somebody else with a name that stands here too."""


def update_masterpoints(
    context: Context, path: Path, sheet: str = "", *, is_told_whole: bool
) -> list[Problem]:
    """Give every entrant whom the list knows the masterpoints that stand there; add nobody, change nothing else."""
    found = read_people(path, sheet)
    problems = [one for one in found.problems if one.degree is Degree.ERROR and not is_of_a_line(one)]
    if not problems and MASTERPOINTS not in found.headings:
        fields = {"file": found.file, "heading": MASTERPOINTS}
        problems.append(Problem("list_without_points", key=(found.file,), fields=fields))
    if problems:
        return problems
    rows = context.book.read_table(ENTRANTS_TABLE)
    matches = known_people(found, rows, problems)
    garbled = {one.key[1] for one in found.problems if is_of_a_line(one) and spoils_points(one)}
    sentences = []
    for row, match in matches:
        points = match.listed.cells[MASTERPOINTS]
        if (
            points is None
            or match.listed.line in garbled
            or read_text(row[MASTERPOINTS]) == read_text(points)
        ):
            continue
        changes = entrant_change(row, {MASTERPOINTS: points})
        sentences.append(
            say("done.would_change", line=match.listed.line, name=row[NAME_HEADING], changes=changes)
        )
        row[MASTERPOINTS] = points
    context.book.write_table(ENTRANTS_TABLE, rows)
    met = {id(row) for row, _ in matches}
    tell_listed(context, found, len(sentences), [row for row in rows if id(row) not in met])
    for sentence in sentences if is_told_whole else ():
        context.book.tell(sentence)
    return problems


def is_of_a_line(problem: Problem) -> bool:
    """Tell whether a problem concerns one line of a list: of a federation's list only few lines matter."""
    return len(problem.key) > 2


def spoils_points(problem: Problem) -> bool:
    """Tell whether the masterpoints of a line cannot be trusted: unreadable, or cut in two by a decimal comma."""
    return problem.key[2] == MASTERPOINTS or problem.code == "list_row_long"


def known_people(found: PeopleList, rows: Sequence[Row], problems: list[Problem]) -> list[tuple[Row, Match]]:
    """Give row and line of the entrants whom the list knows; what contradicts itself is warned of and left alone."""
    matcher = Matcher(found.file, rows)
    lines: defaultdict[int, list[tuple[Row, Match]]] = defaultdict(list)
    for listed in found.people:
        match = matcher.match(listed)
        if match and match.row is not None:
            lines[id(match.row)].append((match.row, match))
    known = []
    for pairs in lines.values():
        sure = [
            pair
            for pair in pairs
            if cell_licence_key(pair[0][LICENCE]) == cell_licence_key(pair[1].listed.cells[LICENCE])
        ]
        best = sure or pairs
        if len({read_text(match.listed.cells[MASTERPOINTS]) for _, match in best}) == 1:
            known.append(best[0])
        else:
            matcher.note(
                "list_name_ambiguous", best[0][1].listed, NAME_HEADING, Degree.WARNING, count=len(best)
            )
    mine = {match.listed.line for _, match in known}
    errors = [one for one in found.problems if one.degree is Degree.ERROR]
    unreadable = [one for one in errors if is_of_a_line(one) and one.key[1] in mine]
    contradictions = [one for one in matcher.problems if one.code not in STRANGER_CODES]
    problems += [one.as_warning for one in (*contradictions, *unreadable)]
    return known


def tell_listed(context: Context, found: PeopleList, changed: int, unknown: Sequence[Row]) -> None:
    """Say how many masterpoints changed, and whom the list does not know."""
    context.book.tell(found.source)
    context.say("done.masterpoints_updated", file=found.file, changed=changed)
    if unknown:
        names = [read_text(row[NAME_HEADING]) for row in unknown]
        shown = ", ".join(names[:MOST_NAMED]) + (" …" if len(names) > MOST_NAMED else "")
        context.say("done.masterpoints_unknown", count=len(names), names=shown)
