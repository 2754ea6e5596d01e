"""import_entrants: a club's list into the Nevezők sheet, and masterpoints out of a federation's list."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from macros_py.actions.context import Context, Options
from macros_py.actions.listed_people import LISTED_NUMBER, read_people
from macros_py.actions.masterpoint_list import update_masterpoints
from macros_py.actions.merging_people import Match, Matcher, entrant_change
from macros_py.actions.rename_player import rename_everywhere
from macros_py.book.list_headings import NAME_HEADING
from macros_py.book.port import Row
from macros_py.cells import read_text, read_whole
from macros_py.rules.entries import ENTRANTS_TABLE
from macros_py.rules.problems import Degree, Problem, has_errors
from macros_py.rules.spelling import oddities_phrase
from macros_py.words import say


def import_entrants(context: Context, options: Options) -> list[Problem]:
    """Add the people of the list ``options["from"]``; take masterpoints of who is entered from ``masterpoints``.

    ``sheet`` names the sheet of the list (of the only one given) that is read. Nothing is taken if a line cannot be
    read or contradicts the sheet. With ``dry_run`` every person is told.
    """
    source, master, sheet = options.get("from"), options.get("masterpoints"), options.get("sheet", "")
    is_told_whole = bool(options.get("dry_run"))
    problems = import_list(context, source, sheet, is_told_whole) if source else []
    if master and not has_errors(problems):
        own = "" if source else sheet
        problems += update_masterpoints(context, master, own, is_told_whole=is_told_whole)
    return problems


def import_list(context: Context, path: Path, sheet: str, is_told_whole: bool) -> list[Problem]:
    """Add who is new; who is there already gets what the list knows of him, and his fuller name wherever it stands."""
    found = read_people(path, sheet)
    if has_errors(found.problems):
        return found.problems
    rows = context.book.read_table(ENTRANTS_TABLE)
    matcher = Matcher(found.file, rows, found.problems)
    people = matcher.refuse_rivals(found.people)
    matches = [match for listed in people if (match := matcher.match(listed))]
    matches = refuse_shared(matcher, matches)
    tell_spellings(matcher, matches)
    if has_errors(found.problems):
        return found.problems
    sentences = [*taken(matches)] if is_told_whole else [*changed_people(matches)]
    for sentence in (found.source, counts(found.file, matches), *sentences):
        context.book.tell(sentence)
    found.problems.extend(rename(context, matches))
    write(context, rows, matches)
    return found.problems


def tell_spellings(matcher: Matcher, matches: Sequence[Match]) -> None:
    """Note whose name came in another spelling than it is written in: put right, or known in a better one.

    Who is new and resembles somebody on the sheet without a licence to tell them apart is asked about.
    """
    for match in matches:
        if match.row is None and (other := matcher.resembled(match.listed)):
            matcher.note("list_name_similar", match.listed, NAME_HEADING, Degree.WARNING, other=other)
        if match.row is None and match.listed.odd:
            written, what = match.listed.written, oddities_phrase(match.listed.odd)
            matcher.note(
                "list_name_put_right", match.listed, NAME_HEADING, Degree.NOTE, written=written, what=what
            )
        elif match.row is not None and match.is_worse_spelt:
            kept = read_text(match.row[NAME_HEADING])
            matcher.note("list_name_kept", match.listed, NAME_HEADING, Degree.NOTE, kept=kept)


def refuse_shared(matcher: Matcher, matches: Sequence[Match]) -> list[Match]:
    """Let each row of the sheet be met once: a second line with the same name is somebody else, and asked about."""
    met: set[int] = set()
    kept = []
    for match in matches:
        if match.row is not None and id(match.row) in met:
            matcher.note("list_name_twice", match.listed, NAME_HEADING, Degree.WARNING)
            match = Match(match.listed, None)
        if match.row is not None:
            met.add(id(match.row))
        kept.append(match)
    return kept


def rename(context: Context, matches: Sequence[Match]) -> list[Problem]:
    """Rename on every sheet whom the list spells more fully; refused where somebody else bears that name."""
    problems: list[Problem] = []
    for match in matches:
        if match.row is not None and NAME_HEADING in match.news:
            new = match.name
            problems += rename_everywhere(context, read_text(match.row[NAME_HEADING]), new)
            match.row[NAME_HEADING] = new
    return problems


def write(context: Context, rows: list[Row], matches: Sequence[Match]) -> None:
    """Write the people into the sheet: who is there keeps his place and number, new ones follow with the next."""
    numbers = [number for row in rows if isinstance(number := read_whole(row[LISTED_NUMBER]), int)]
    next_number = max([*numbers, len(rows)]) + 1
    for match in matches:
        if match.row is None:
            rows.append(dict(match.listed.cells) | {LISTED_NUMBER: next_number})
            next_number += 1
        else:
            match.row.update(match.news)
    context.book.write_table(ENTRANTS_TABLE, rows)


def counts(file: str, matches: Sequence[Match]) -> str:
    """Say how many are new, changed and as they were."""
    added = sum(match.row is None for match in matches)
    changed = sum(match.row is not None and bool(match.news) for match in matches)
    same = len(matches) - added - changed
    return say("done.import_entrants", file=file, added=added, changed=changed, same=same)


def changed_people(matches: Sequence[Match]) -> list[str]:
    """Say in one sentence who has changed, and in what."""
    people = [
        say("done.changed_person", name=read_text(match.row[NAME_HEADING]), headings=", ".join(match.news))
        for match in matches
        if match.row is not None and match.news
    ]
    return [say("done.changed_people", people="; ".join(people))] if people else []


def taken(matches: Sequence[Match]) -> list[str]:
    """Say of every person who is new or changed what would be written."""
    sentences = []
    for match in matches:
        name, news = match.listed.text(NAME_HEADING), match.news
        fields = {"line": match.listed.line, "name": name}
        if match.row is None:
            cells = ", ".join(read_text(value) for heading, value in news.items() if heading != NAME_HEADING)
            sentences.append(say("done.would_add", cells=f" ({cells})" if cells else "", **fields))
        elif news:
            sentences.append(say("done.would_change", changes=entrant_change(match.row, news), **fields))
    return sentences
