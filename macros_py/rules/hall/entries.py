"""The entry list before the start: who takes part, what has to be put right (VSZ 1.b, 1.d, 6).

Every finding is a ``Problem`` of tNevezok with the index of its row and the key name, field; without a row
it concerns the list as a whole.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from macros_py.rules.hall.event import Entrant
from macros_py.rules.names import (
    ADDITION,
    NameWords,
    has_lost_letters,
    name_key,
    oddities_phrase,
    person_key,
    plain_key,
    put_right,
    tidy,
)
from macros_py.rules.problems import Degree, Problem, Unreadable
from macros_py.rules.rulebook import EntryRules

ENTRANTS_TABLE = "tNevezok"
NO_NUMBER = frozenset({"", "0", "?", "nincs", "nem"})
"""What people write where there is no licence, as ``plain_key`` gives it."""
_LICENSED_BY_NOBODY = NO_NUMBER | {"n", "no", "false", "hamis"}
_YES_MARKS = frozenset({"x", "i", "igen", "1", "✓", "✔"})
"""A mere yes, where the club that licensed the player on the spot should be named."""
_ROLES = {"fobiro": "főbíró", "jatekvezetok": "játékvezető", "osztok": "osztó", "asztalbirok": "asztalbíró"}
"""The officials by the name of the cell on the sheet Verseny."""
KNOW_THE_DEALS = frozenset({"fobiro", "osztok"})
"""Who cannot come in as a reserve either (VSZ 4.a, 6)."""

_BAN = "eltilt"
"""How every word for a ban begins, as ``plain_key`` gives it."""

ListedEntrant = tuple[int, Entrant]


def is_licensed_on_the_spot(licensed_by: str) -> bool:
    """Tell whether the cell *Helyszínen igazolt* names a club, or says yes in any way (VSZ 1.b)."""
    return plain_key(licensed_by) not in _LICENSED_BY_NOBODY


def speaks_of_a_ban(text: str) -> bool:
    """Tell whether a remark says that somebody is banned."""
    return _BAN in plain_key(text)


def _is_attendance_marked(entrants: Iterable[Entrant]) -> bool:
    return any(entrant.present for entrant in entrants)


def participants(entrants: Sequence[Entrant]) -> list[Entrant]:
    """Give who starts, in the order of the list (VSZ 1.b, 6): named, no reserve, not banned, present.

    While nobody is marked present, everybody counts who was not marked absent.
    """
    return [entrant for _, entrant in _here(entrants) if not entrant.is_reserve]


def examine_entrants(
    entrants: Sequence[Entrant], officials: Mapping[str, Sequence[str]], rules: EntryRules
) -> list[Problem]:
    """Check the list; ``entrants[i]`` is row i, ``officials`` the names by their cell (fobiro, osztok …)."""
    named = [(row, entrant) for row, entrant in enumerate(entrants) if tidy(entrant.name)]
    here = _here(entrants)
    found = [
        *_check_unnamed(entrants),
        *_check_same_names(named),
        *_check_same_licences(named),
        *_check_banned(named),
        *(problem for row in here for problem in _check_player(*row)),
        *_check_officials(named, {row for row, entrant in here if not entrant.is_reserve}, officials),
    ]
    found.sort(key=lambda problem: problem.row or 0)
    is_unmarked = any(entrant.present is None for _, entrant in named)
    if is_unmarked and not _is_attendance_marked(entrants):
        found.append(Problem("nobody_marked", ENTRANTS_TABLE, column="present", degree=Degree.WARNING))
    return found + list(_check_number(entrants, rules))


def _here(entrants: Sequence[Entrant]) -> list[ListedEntrant]:
    is_marked = _is_attendance_marked(entrants)
    return [
        (row, entrant)
        for row, entrant in enumerate(entrants)
        if tidy(entrant.name)
        and not entrant.is_banned
        and (entrant.present if is_marked else entrant.present is not False)
    ]


def _problem(
    code: str, row: int, entrant: Entrant, field: str, degree: Degree = Degree.ERROR, **fields: object
) -> Problem:
    """Make a problem of one row; what was found is the text that stands in its ``field``."""
    found = text if isinstance(text := getattr(entrant, field), str) else None
    fields["name"] = name = tidy(entrant.name)
    return Problem(code, ENTRANTS_TABLE, row, (name, field), field, found, fields, degree)


def _check_unnamed(entrants: Sequence[Entrant]) -> Iterator[Problem]:
    for row, entrant in enumerate(entrants):
        if not tidy(entrant.name):
            yield _problem("entrant_unnamed", row, entrant, "name")


def _groups(rows: Iterable[ListedEntrant], key: Callable[[Entrant], str]) -> list[list[ListedEntrant]]:
    groups: defaultdict[str, list[ListedEntrant]] = defaultdict(list)
    for row in rows:
        groups[key(row[1])].append(row)
    return [group for group in groups.values() if len(group) > 1]


def licence_key(entrant: Entrant) -> str:
    """Give the licence as an identity: blank where none was given."""
    key = plain_key(entrant.licence)
    return "" if key in NO_NUMBER else key


def _check_same_names(named: Sequence[ListedEntrant]) -> Iterator[Problem]:
    """Find who is entered twice (name and licence equal), and namesakes, with names to tell them apart."""
    for group in _groups(named, lambda entrant: name_key(entrant.name)):
        persons: dict[object, ListedEntrant] = {}
        for row, entrant in group:
            identity = licence_key(entrant) or row
            if identity in persons:
                yield _problem("entrant_twice", row, entrant, "name")
            else:
                persons[identity] = (row, entrant)
        if len(persons) > 1:
            people = list(persons.values())
            for order, (row, entrant) in enumerate(people, 1):
                bare = ADDITION.sub("", tidy(entrant.name))
                proposal = f"{bare} ({_distinction(entrant, people, order)})"
                yield _problem("namesakes", row, entrant, "name", proposal=proposal)


def _distinction(entrant: Entrant, people: Sequence[ListedEntrant], order: int) -> str:
    """Give what tells a namesake apart: his club, or his licence, or at worst a number."""
    club = name_key(entrant.club)
    if club and sum(name_key(other.club) == club for _, other in people) == 1:
        return tidy(entrant.club)
    return tidy(entrant.licence) if licence_key(entrant) else str(order)


def _check_same_licences(named: Sequence[ListedEntrant]) -> Iterator[Problem]:
    with_licence = [row for row in named if licence_key(row[1])]
    for (_, first), *others in _groups(with_licence, licence_key):
        for row, entrant in others:
            if name_key(entrant.name) != name_key(first.name):
                yield _problem("licence_twice", row, entrant, "licence", other=tidy(first.name))


def _check_banned(named: Sequence[ListedEntrant]) -> Iterator[Problem]:
    """Find who is banned and yet present, and whose remark alone speaks of a ban (VSZ 1.b)."""
    for row, entrant in named:
        if entrant.is_banned and entrant.present:
            yield _problem("banned_present", row, entrant, "present")
        elif not entrant.is_banned and speaks_of_a_ban(entrant.note):
            yield _problem("ban_in_note", row, entrant, "note", Degree.WARNING)


def _check_player(row: int, entrant: Entrant) -> Iterator[Problem]:
    """Look for a licence, or a named club that licensed him on the spot (VSZ 1.b), and for masterpoints."""
    if not licence_key(entrant) and is_licensed_on_the_spot(entrant.licensed_by):
        yield _problem("licence_to_come", row, entrant, "licence", Degree.WARNING)
    elif not licence_key(entrant):
        yield _problem("licence_missing", row, entrant, "licence")
    if plain_key(entrant.licensed_by) in _YES_MARKS:
        yield _problem("licensing_club_unnamed", row, entrant, "licensed_by", Degree.NOTE)
    if not entrant.has_masterpoints:
        yield _problem("masterpoints_missing", row, entrant, "masterpoints", Degree.WARNING)


def _check_officials(
    named: Sequence[ListedEntrant], playing: set[int], officials: Mapping[str, Sequence[str]]
) -> Iterator[Problem]:
    """Check that no official plays (VSZ 1.d); who does not know the deals may be a reserve (VSZ 6)."""
    rows = {name_key(entrant.name): (row, entrant) for row, entrant in reversed(named)}
    for cell, names in officials.items():
        for row, entrant in (rows[key] for name in names if (key := name_key(name)) in rows):
            if row in playing:
                code = "official_plays_knowing" if cell in KNOW_THE_DEALS else "official_plays"
                yield _problem(code, row, entrant, "name", role=_ROLES[cell])
            elif entrant.is_reserve and cell in KNOW_THE_DEALS:
                role = _ROLES[cell]
                yield _problem("official_reserve", row, entrant, "is_reserve", Degree.WARNING, role=role)


def check_spelling(written: Sequence[str], words: NameWords) -> list[Problem]:
    """Tell of each name, as it stands in its row, that lost a letter or is spelt unusually; blanks are left alone."""
    found = []
    for row, name in enumerate(written):
        right, odd = put_right(name, words)
        fields: dict[str, object] = {"name": tidy(name), "proposal": right}
        place = (ENTRANTS_TABLE, row, (tidy(name), "name"), "name", tidy(name))
        if has_lost_letters(name):
            found.append(Problem("name_letters_lost", *place, fields, Degree.WARNING))
        elif odd:
            fields |= {"what": oddities_phrase(odd)}
            found.append(Problem("name_odd", *place, fields, Degree.NOTE))
    return found


def check_numbers(numbers: Sequence[int | Unreadable | None], names: Sequence[str]) -> Iterator[Problem]:
    """Tell of numbers (Sorszám) given twice, and once of all that are blank or unreadable while others are numbered."""
    first: dict[int, int] = {}
    odd = [row for row, number in enumerate(numbers) if not isinstance(number, int)]
    for row, number in enumerate(numbers):
        if isinstance(number, int) and first.setdefault(number, row) != row:
            name = tidy(names[row])
            place = (ENTRANTS_TABLE, row, (name, "number"), "number")
            fields = {"name": name, "other": tidy(names[first[number]])}
            yield Problem("number_twice", *place, number, fields, Degree.NOTE)
    if odd and first:
        unnumbered = [tidy(names[row]) for row in odd]
        place = (ENTRANTS_TABLE, odd[0], (unnumbered[0], "number"), "number")
        yield Problem("number_odd", *place, None, {"names": ", ".join(unnumbered)}, Degree.NOTE)


def check_similar(entrants: Sequence[Entrant], words: NameWords) -> Iterator[Problem]:
    """Warn of two spellings of what may be one person: but for accents and titles alike, and a licence is missing."""
    named = [(row, entrant) for row, entrant in enumerate(entrants) if tidy(entrant.name)]
    for (_, first), *others in _groups(named, lambda entrant: person_key(entrant.name, words)):
        for row, entrant in others:
            is_another = name_key(entrant.name) != name_key(first.name)
            if is_another and not (licence_key(first) and licence_key(entrant)):
                yield _problem("names_similar", row, entrant, "name", Degree.WARNING, other=tidy(first.name))


def check_similar_officials(
    entrants: Sequence[Entrant], officials: Mapping[str, Sequence[str]], words: NameWords
) -> Iterator[Problem]:
    """Warn of an official whom a player resembles: a title, an accent or an addition more or less (VSZ 1.d)."""
    named = {name_key(entrant.name) for entrant in entrants}
    playing = [(row, entrant) for row, entrant in _here(entrants) if not entrant.is_reserve]
    for cell, names in officials.items():
        for name in names:
            for row, entrant in playing if name_key(name) not in named else ():
                if person_key(name, words) == person_key(entrant.name, words):
                    fields = {"official": name, "role": _ROLES[cell]}
                    yield _problem("official_similar", row, entrant, "name", Degree.WARNING, **fields)


def _check_number(entrants: Sequence[Entrant], rules: EntryRules) -> Iterator[Problem]:
    """Check how many start (VSZ 6), naming the ways out; those could wait who have fewest masterpoints."""
    players = participants(entrants)
    count, least, multiple = len(players), rules.least_players, rules.multiple_of
    over = count % multiple
    if count >= least and not over:
        return
    more = max(least - count, multiple - over)
    reserves = [tidy(entrant.name) for entrant in entrants if entrant.is_reserve and not entrant.is_banned]
    waiting = list(reversed(players))
    waiting.sort(key=lambda entrant: entrant.masterpoints)
    fields: dict[str, object] = {"least": least, "multiple": multiple, "more": more, "over": over}
    fields |= {"more_total": count + more, "fewer_total": count - over, "reserves": ", ".join(reserves)}
    fields["waiting"] = ", ".join(tidy(entrant.name) for entrant in waiting[:over])
    code = "too_few_players" if count - over < least else "players_indivisible"
    code += "_reserves" if reserves else ""
    yield Problem(code, ENTRANTS_TABLE, column="present", found=count, fields=fields)
