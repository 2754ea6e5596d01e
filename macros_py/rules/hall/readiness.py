"""What an event needs before its first card: officials, equipment, paper, time (VSZ 1.c, 2, 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from fractions import Fraction
from math import ceil

from macros_py.rules.hall.circulation import hall_sections, judges_needed
from macros_py.rules.hall.event import LINES, Entrant
from macros_py.rules.hall.lines import line_letters
from macros_py.rules.problems import Degree, Problem
from macros_py.rules.rulebook import LinesMethod, ReadinessRules

EVENT_DATE, ANNOUNCED, ENQUIRY = "verseny_datum", "bejelentes_datuma", "feb_tajekozodas"
_CHIEF, _DEALERS, _JUDGES = "fobiro", "osztok", "asztalbirok"


@dataclass(frozen=True, slots=True)
class Needs:
    """What so many tables need for so many rounds of so many deals. Pieces, sheets of A4 paper, minutes.

    ``*_by_law``: the least that VSZ 2 asks for. ``packs_in_play``: each copy of each deal of a round is a pack in its
    case; ``packs_with_next``: twice that, if the next round is boxed meanwhile.
    """

    tables: int
    packs_by_law: int
    cases_by_law: int
    copies: int
    packs_in_play: int
    packs_with_next: int
    judges: int
    protocols: int
    minutes: int


def needs(tables: int, rounds: int, deals: int, tables_per_judge: int, rules: ReadinessRules) -> Needs:
    """Work out the needs.

    :raises RuleError: there is not at least one table and one deal.
    """
    copies = len(hall_sections(tables, deals))
    in_play = copies * deals
    play = rounds * deals * rules.deal_minutes
    return Needs(
        tables=tables,
        packs_by_law=ceil(tables * rules.packs_per_table),
        cases_by_law=ceil(tables * rules.cases_per_table),
        copies=copies,
        packs_in_play=in_play,
        packs_with_next=2 * in_play,
        judges=judges_needed(tables, tables_per_judge),
        protocols=in_play * rounds,
        minutes=play + (rounds - 1) * rules.change_minutes + (rules.lunch_minutes if rounds > 1 else 0),
    )


def end_of_play(start: datetime, needed: Needs) -> datetime:
    """Give when the last round ends if it begins at ``start``."""
    return start + timedelta(minutes=needed.minutes)


def earliest_end(start: datetime, deals: int, rules: ReadinessRules) -> datetime:
    """Give when a round of so many deals can be over if it begins at ``start``."""
    return start + timedelta(minutes=deals * rules.deal_minutes)


def check_officials(officials: dict[str, tuple[str, ...]], needed: Needs, most_dealers: int) -> list[Problem]:
    """Warn of officials who are missing: a chief referee, a dealer (or a few), enough table judges (VSZ 4)."""
    problems = []
    if not officials.get(_CHIEF):
        problems.append(_event_problem("chief_missing", _CHIEF))
    dealers = len(officials.get(_DEALERS, ()))
    if not 1 <= dealers <= most_dealers:
        problems.append(_event_problem("dealers_number", _DEALERS, dealers, most=most_dealers))
    judges = len(officials.get(_JUDGES, ()))
    if judges < needed.judges:
        fields = {"needed": needed.judges, "tables": needed.tables}
        problems.append(_event_problem("judges_too_few", _JUDGES, judges, **fields))
    return problems


def check_announcement(event: date | None, announced: date | None, enquiry: str, days: int) -> list[Problem]:
    """Warn of an announcement too late (VSZ 1.c: ``days`` before), of no enquiry about the banned (1.b).

    Without the date of the event or of the announcement nothing can be said of the first.
    """
    problems = []
    if event and announced and (event - announced).days < days:
        fields = {"before": (event - announced).days, "days": days}
        problems.append(_event_problem("announced_late", ANNOUNCED, announced, **fields))
    if not enquiry:
        problems.append(_event_problem("enquiry_missing", ENQUIRY))
    return problems


def _event_problem(code: str, name: str, found: object = None, **fields: object) -> Problem:
    return Problem(code, key=(name,), column=name, found=found, fields=fields, degree=Degree.WARNING)


@dataclass(frozen=True, slots=True)
class Field:
    """One line's players: how many masterpoints they have on average, and how far apart they lie."""

    line: str
    mean: Fraction
    lowest: Fraction
    highest: Fraction


def method_fields(players: Sequence[Entrant], method: LinesMethod) -> list[Field]:
    """Give the three fields that a method makes; equal masterpoints, split by the draw, change none of it.

    :raises ImpossibleLines: the method is unknown.
    """
    ranked = sorted((player.masterpoints for player in players), reverse=True)
    letters = line_letters(len(ranked), method)
    found = []
    for line in LINES:
        own = [points for points, letter in zip(ranked, letters, strict=False) if letter == line]
        if own:
            found.append(Field(line, sum(own, Fraction(0)) / len(own), min(own), max(own)))
    return found


def field_gap(fields: Sequence[Field]) -> Fraction:
    """Give by how many masterpoints the strongest field's mean is above the weakest's."""
    means = [field.mean for field in fields]
    return max(means) - min(means) if means else Fraction(0)
