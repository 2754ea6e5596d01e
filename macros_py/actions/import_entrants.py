"""import_entrants: a club's list into the Nevezők sheet, and masterpoints out of a federation's list."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from macros_py.actions.context import Context, Options
from macros_py.actions.journal import write_entry
from macros_py.actions.listed_people import NUMBER, read_people
from macros_py.actions.masterpoint_list import update_masterpoints
from macros_py.actions.merging_people import Match, Matcher, change_text
from macros_py.book.list_headings import NAME
from macros_py.book.port import Row
from macros_py.book.tables.entrants import TABLE
from macros_py.cells import read_text
from macros_py.rules.problems import Degree, Problem, has_errors
from macros_py.words import say


def import_entrants(context: Context, options: Options) -> list[Problem]:
    """Add the people of the list ``options["from"]``; take masterpoints of who is entered from ``masterpoints``.

    Nothing is taken if a line cannot be read or contradicts the sheet. With ``dry_run`` every person is told.
    """
    source, master = options.get("from"), options.get("masterpoints")
    is_told_whole = bool(options.get("dry_run"))
    problems = import_list(context, source, is_told_whole) if source else []
    if master and not has_errors(problems):
        problems += update_masterpoints(context, master, is_told_whole)
    return problems


def import_list(context: Context, path: Path, is_told_whole: bool) -> list[Problem]:
    """Add who is new; who is there already gets what the list knows of him."""
    found = read_people(path)
    if has_errors(found.problems):
        return found.problems
    rows = context.book.read_table(TABLE)
    matcher = Matcher(found.file, rows, found.problems)
    people = matcher.refuse_rivals(found.people)
    matches = [match for listed in people if (match := matcher.match(listed))]
    matches = refuse_shared(matcher, matches)
    if has_errors(found.problems):
        return found.problems
    sentences = taken(matches) if is_told_whole else []
    added, changed = merged(context, rows, matches)
    context.book.tell(found.source)
    context.book.tell(
        say(
            "done.import_entrants",
            file=found.file,
            added=added,
            changed=changed,
            same=len(matches) - added - changed,
        )
    )
    for sentence in sentences:
        context.book.tell(sentence)
    return found.problems


def refuse_shared(matcher: Matcher, matches: Sequence[Match]) -> list[Match]:
    """Let each row of the sheet be met once: a second line with the same name is somebody else, and asked about."""
    met: set[int] = set()
    kept = []
    for match in matches:
        if match.row is not None and id(match.row) in met:
            matcher.note("list_name_twice", match.listed, NAME, Degree.WARNING)
            match = Match(match.listed, None)
        if match.row is not None:
            met.add(id(match.row))
        kept.append(match)
    return kept


def merged(context: Context, rows: list[Row], matches: Sequence[Match]) -> tuple[int, int]:
    """Write the people into the sheet; give how many are new, and how many were changed."""
    added = changed = 0
    for match in matches:
        news = match.news
        if match.row is None:
            rows.append(dict(match.listed.cells))
            added += 1
            continue
        if NAME in news:
            write_entry(
                context, say("done.renamed"), say("done.renamed_details"), match.row[NAME], news[NAME]
            )
        match.row.update(news)
        changed += bool(news)
    for number, row in enumerate(rows, start=1):
        row[NUMBER] = number
    context.book.write_table(TABLE, rows)
    return added, changed


def taken(matches: Sequence[Match]) -> list[str]:
    """Say of every person who is new or changed what would be written."""
    sentences = []
    for match in matches:
        name, news = match.listed.text(NAME), match.news
        fields = {"line": match.listed.line, "name": name}
        if match.row is None:
            cells = ", ".join(read_text(value) for heading, value in news.items() if heading != NAME)
            sentences.append(say("done.would_add", cells=f" ({cells})" if cells else "", **fields))
        elif news:
            sentences.append(say("done.would_change", changes=change_text(match.row, news), **fields))
    return sentences
