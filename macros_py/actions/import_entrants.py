"""import_entrants: a club's list into the Nevezők sheet, and masterpoints out of a federation's list.

A listed person is found on the sheet by licence, then by name; a federation's list adds nobody.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from macros_py.actions.context import Context, Options
from macros_py.actions.listed_people import LISTED_NUMBER, Listed, PeopleList, read_people
from macros_py.actions.rename_player import rename_everywhere
from macros_py.book.list_headings import NAME_HEADING
from macros_py.book.port import CellValue, Row
from macros_py.cells import cell_name_key, read_text, read_whole
from macros_py.rules.hall.entries import ENTRANTS_TABLE, NO_NUMBER
from macros_py.rules.names import ADDITION, is_fuller, oddities_phrase, person_key, plain_key, with_addition
from macros_py.rules.problems import Degree, Problem, has_errors
from macros_py.words import name_words, say

_LICENCE = "Versenyengedély száma"


@dataclass(frozen=True, slots=True)
class Match:
    """One listed person and the row that is his; None for somebody new."""

    listed: Listed
    row: Row | None

    @property
    def news(self) -> dict[str, CellValue]:
        """Give what the list knows otherwise than the row, by heading; blanks of the list know nothing.

        A name is news only in a fuller spelling (:attr:`name`).
        """
        cells = (self.listed.cells | {LISTED_NUMBER: None}).items()
        known: Row = {heading: value for heading, value in cells if value is not None}
        if (row := self.row) is None:
            return known
        told = (known | {NAME_HEADING: self.name}).items()
        return {heading: value for heading, value in told if _is_news(heading, row[heading], value)}

    @property
    def name(self) -> str:
        """Give the fuller of both spellings, with what stood behind the old one in brackets."""
        new = self.listed.text(NAME_HEADING)
        if self.row is None:
            return new
        old = read_text(self.row[NAME_HEADING])
        return with_addition(old, new) if is_fuller(old, new, name_words()) else old

    @property
    def is_worse_spelt(self) -> bool:
        """Tell whether the list spells the name otherwise, and the spelling of the sheet stays."""
        if self.row is None:
            return False
        old, new = read_text(self.row[NAME_HEADING]), self.listed.text(NAME_HEADING)
        known = (old, ADDITION.sub("", old))
        return self.name == old and cell_name_key(new) not in map(cell_name_key, known)


def _is_news(heading: str, old: CellValue, new: CellValue) -> bool:
    """Tell whether a cell of the list changes the sheet's: zeros that Excel ate stay."""
    if heading == _LICENCE and _licence_key(old) == _licence_key(new):
        return len(read_text(new)) > len(read_text(old))
    return read_text(old) != read_text(new)


def _licence_key(cell: CellValue) -> str:
    """Give what makes two licences one: without blanks, in any case, leading zeros or not; blank where none is."""
    key = plain_key(read_text(cell))
    return "" if key in NO_NUMBER else key.lstrip("0")


def _bare_name(name: CellValue) -> str:
    """Give a name without titles, additions and accents: in these two spellings of one person may differ."""
    return person_key(read_text(name), name_words())


def _entrant_change(row: Row, news: Mapping[str, CellValue]) -> str:
    return "; ".join(
        say("done.change", heading=heading, old=read_text(row[heading]) or "–", new=read_text(value))
        for heading, value in news.items()
    )


@dataclass(slots=True)
class Matcher:
    """Finds the rows of listed people; each row is somebody only once, and problems gather."""

    file: str
    rows: Sequence[Row]
    problems: list[Problem] = field(default_factory=list)
    by_licence: dict[str, Row] = field(default_factory=dict, init=False)
    by_name: dict[str, list[Row]] = field(default_factory=lambda: defaultdict(list), init=False)

    def __post_init__(self) -> None:
        for row in self.rows:
            if key := _licence_key(row[_LICENCE]):
                self.by_licence.setdefault(key, row)
            self.by_name[cell_name_key(row[NAME_HEADING])].append(row)

    def match(self, listed: Listed) -> Match | None:
        """Give the row of a person, a match without a row for somebody new, None for what was refused."""
        licence = _licence_key(listed.cells[_LICENCE])
        row = self.by_licence.get(licence) if licence else None
        if row is not None:
            if _bare_name(row[NAME_HEADING]) != _bare_name(listed.cells[NAME_HEADING]):
                other = read_text(row[NAME_HEADING])
                self.note("list_licence_other", listed, Degree.ERROR, _LICENCE, other=other)
                return None
            return Match(listed, row)
        namesakes = self.by_name.get(cell_name_key(listed.cells[NAME_HEADING]), [])
        free = [one for one in namesakes if not (licence and _licence_key(one[_LICENCE]))]
        if len(free) > 1:
            self.note("list_name_ambiguous", listed, Degree.ERROR, count=len(free))
            return None
        if namesakes and not free:
            fields = {"other": read_text(namesakes[0][_LICENCE]), "licence": listed.text(_LICENCE)}
            self.note("list_namesake", listed, Degree.WARNING, **fields)
        return Match(listed, free[0] if free else None)

    def resembled(self, listed: Listed) -> str:
        """Give the name of somebody on the sheet who may be this person in another spelling; blank for nobody."""
        key, own = _bare_name(listed.cells[NAME_HEADING]), cell_name_key(listed.cells[NAME_HEADING])
        is_licensed = bool(_licence_key(listed.cells[_LICENCE]))
        for row in self.rows:
            name, is_known_apart = row[NAME_HEADING], is_licensed and _licence_key(row[_LICENCE])
            if _bare_name(name) == key and cell_name_key(name) != own and not is_known_apart:
                return read_text(name)
        return ""

    def note(
        self, code: str, listed: Listed, degree: Degree, heading: str = NAME_HEADING, **fields: object
    ) -> None:
        """Note a problem of one line."""
        fields |= {"file": self.file, "line": listed.line, "name": listed.text(NAME_HEADING)}
        key = (self.file, listed.line, heading)
        self.problems.append(Problem(code, key=key, found=listed.text(heading), fields=fields, degree=degree))

    def refuse_rivals(self, people: Iterable[Listed]) -> list[Listed]:
        """Give the people of a list without whole repetitions; refuse one licence under two names."""
        kept: list[Listed] = []
        licensed: dict[str, Listed] = {}
        for listed in people:
            licence = _licence_key(listed.cells[_LICENCE])
            before = licensed.setdefault(licence, listed) if licence else listed
            if before is listed:
                kept.append(listed)
            elif _bare_name(before.cells[NAME_HEADING]) == _bare_name(listed.cells[NAME_HEADING]):
                self.note("list_person_twice", listed, Degree.NOTE, other=before.line)
            else:
                other, first = before.text(NAME_HEADING), before.line
                self.note("list_licence_twice", listed, Degree.ERROR, _LICENCE, other=other, first=first)
        return kept


_MASTERPOINTS = "Mesterpont"
_MOST_NAMED = 5
"""People that one sentence names; the rest is counted."""


def _update_masterpoints(context: Context, path: Path, sheet: str, *, is_told_whole: bool) -> list[Problem]:
    """Give every entrant whom the list knows the masterpoints that stand there; add nobody, change nothing else."""
    found = read_people(path, sheet)
    problems = [one for one in found.problems if one.degree is Degree.ERROR and not _is_of_a_line(one)]
    if not problems and _MASTERPOINTS not in found.headings:
        fields = {"file": found.file, "heading": _MASTERPOINTS}
        problems.append(Problem("list_without_points", key=(found.file,), fields=fields))
    if problems:
        return problems
    rows = context.book.read_table(ENTRANTS_TABLE)
    known = _known_people(found, rows, problems)
    garbled = {one.key[1] for one in found.problems if _is_of_a_line(one) and _spoils_points(one)}
    sentences = []
    for row, listed in known:
        points = listed.cells[_MASTERPOINTS]
        if points is None or listed.line in garbled or read_text(row[_MASTERPOINTS]) == read_text(points):
            continue
        changes = _entrant_change(row, {_MASTERPOINTS: points})
        sentences.append(say("done.would_change", line=listed.line, name=row[NAME_HEADING], changes=changes))
        row[_MASTERPOINTS] = points
    context.book.write_table(ENTRANTS_TABLE, rows)
    met = {id(row) for row, _ in known}
    _tell_listed(context, found, len(sentences), [row for row in rows if id(row) not in met])
    for sentence in sentences if is_told_whole else ():
        context.book.tell(sentence)
    return problems


def _is_of_a_line(problem: Problem) -> bool:
    """Tell whether a problem concerns one line of a list: of a federation's list only few lines matter."""
    return len(problem.key) > 2


def _spoils_points(problem: Problem) -> bool:
    """Tell whether the masterpoints of a line cannot be trusted: unreadable, or cut in two by a decimal comma."""
    return problem.key[2] == _MASTERPOINTS or problem.code == "list_row_long"


def _known_people(
    found: PeopleList, rows: Sequence[Row], problems: list[Problem]
) -> list[tuple[Row, Listed]]:
    """Give row and line of the entrants whom the list knows; what contradicts itself is warned of and left alone."""
    matcher = Matcher(found.file, rows)
    lines: dict[int, tuple[Row, list[Listed]]] = {}
    for listed in found.people:
        match = matcher.match(listed)
        if match and match.row is not None:
            lines.setdefault(id(match.row), (match.row, []))[1].append(listed)
    known = []
    for row, people in lines.values():
        sure = [one for one in people if _licence_key(one.cells[_LICENCE]) == _licence_key(row[_LICENCE])]
        best = sure or people
        if len({read_text(one.cells[_MASTERPOINTS]) for one in best}) == 1:
            known.append((row, best[0]))
        else:
            matcher.note("list_name_ambiguous", best[0], Degree.WARNING, count=len(best))
    mine = {listed.line for _, listed in known}
    errors = [one for one in found.problems if one.degree is Degree.ERROR]
    unreadable = [one for one in errors if _is_of_a_line(one) and one.key[1] in mine]
    # somebody else with a name that stands here too is no fault in a list of thousands
    contradictions = [one for one in matcher.problems if one.code != "list_namesake"]
    problems += [one.as_warning for one in (*contradictions, *unreadable)]
    return known


def _tell_listed(context: Context, found: PeopleList, changed: int, unknown: Sequence[Row]) -> None:
    context.book.tell(found.source)
    context.say("done.masterpoints_updated", file=found.file, changed=changed)
    if unknown:
        names = [read_text(row[NAME_HEADING]) for row in unknown]
        shown = ", ".join(names[:_MOST_NAMED]) + (" …" if len(names) > _MOST_NAMED else "")
        context.say("done.masterpoints_unknown", count=len(names), names=shown)


def import_entrants(context: Context, options: Options) -> list[Problem]:
    """Add the people of the list ``options["from"]``; take masterpoints of who is entered from ``masterpoints``.

    ``sheet`` names the sheet of the list (of the only one given) that is read. Nothing is taken if a line cannot be
    read or contradicts the sheet. With ``dry_run`` every person is told.
    """
    source, master, sheet = options.get("from"), options.get("masterpoints"), options.get("sheet", "")
    is_told_whole = bool(options.get("dry_run"))
    problems = _import_list(context, source, sheet, is_told_whole) if source else []
    if master and not has_errors(problems):
        own = "" if source else sheet
        problems += _update_masterpoints(context, master, own, is_told_whole=is_told_whole)
    return problems


def _import_list(context: Context, path: Path, sheet: str, is_told_whole: bool) -> list[Problem]:
    """Add who is new; who is there already gets what the list knows of him, and his fuller name wherever it stands."""
    found = read_people(path, sheet)
    if has_errors(found.problems):
        return found.problems
    rows = context.book.read_table(ENTRANTS_TABLE)
    matcher = Matcher(found.file, rows, found.problems)
    people = matcher.refuse_rivals(found.people)
    matches = _refuse_shared(matcher, [match for listed in people if (match := matcher.match(listed))])
    _tell_spellings(matcher, matches)
    if has_errors(found.problems):
        return found.problems
    sentences = _taken(matches) if is_told_whole else _changed_people(matches)
    for sentence in (found.source, _counts(found.file, matches), *sentences):
        context.book.tell(sentence)
    found.problems.extend(_rename(context, matches))
    _write(context, rows, matches)
    return found.problems


def _tell_spellings(matcher: Matcher, matches: Sequence[Match]) -> None:
    """Note whose name came in another spelling than it is written in: put right, or known in a better one.

    Who is new and resembles somebody on the sheet without a licence to tell them apart is asked about.
    """
    for match in matches:
        listed = match.listed
        if match.row is None and (other := matcher.resembled(listed)):
            matcher.note("list_name_similar", listed, Degree.WARNING, other=other)
        if match.row is None and listed.odd:
            what = oddities_phrase(listed.odd)
            matcher.note("list_name_put_right", listed, Degree.NOTE, written=listed.written, what=what)
        elif match.row is not None and match.is_worse_spelt:
            matcher.note("list_name_kept", listed, Degree.NOTE, kept=read_text(match.row[NAME_HEADING]))


def _refuse_shared(matcher: Matcher, matches: Sequence[Match]) -> list[Match]:
    """Let each row of the sheet be met once: a second line with the same name is somebody else, and asked about."""
    met: set[int] = set()
    kept = []
    for match in matches:
        if match.row is not None and id(match.row) in met:
            matcher.note("list_name_twice", match.listed, Degree.WARNING)
            match = Match(match.listed, None)
        if match.row is not None:
            met.add(id(match.row))
        kept.append(match)
    return kept


def _rename(context: Context, matches: Sequence[Match]) -> list[Problem]:
    """Rename on every sheet whom the list spells more fully; refused where somebody else bears that name."""
    problems: list[Problem] = []
    for match in matches:
        if match.row is not None and NAME_HEADING in match.news:
            new = match.name
            problems += rename_everywhere(context, read_text(match.row[NAME_HEADING]), new)
            match.row[NAME_HEADING] = new
    return problems


def _write(context: Context, rows: list[Row], matches: Sequence[Match]) -> None:
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


def _counts(file: str, matches: Sequence[Match]) -> str:
    added = sum(match.row is None for match in matches)
    changed = sum(match.row is not None and bool(match.news) for match in matches)
    same = len(matches) - added - changed
    return say("done.import_entrants", file=file, added=added, changed=changed, same=same)


def _changed_people(matches: Sequence[Match]) -> list[str]:
    people = []
    for match in matches:
        if match.row is not None and (news := match.news):
            name = read_text(match.row[NAME_HEADING])
            people.append(say("done.changed_person", name=name, headings=", ".join(news)))
    return [say("done.changed_people", people="; ".join(people))] if people else []


def _taken(matches: Sequence[Match]) -> list[str]:
    sentences = []
    for match in matches:
        news = match.news
        fields = {"line": match.listed.line, "name": match.listed.text(NAME_HEADING)}
        if match.row is None:
            cells = ", ".join(read_text(value) for heading, value in news.items() if heading != NAME_HEADING)
            sentences.append(say("done.would_add", cells=f" ({cells})" if cells else "", **fields))
        elif news:
            sentences.append(say("done.would_change", changes=_entrant_change(match.row, news), **fields))
    return sentences
