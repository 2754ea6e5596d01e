"""The rules an event is counted by: its own, and whether somebody has to choose between them and this machine's.

An event keeps the rules it was made with. Where the edition on this machine says something else, each verb tells it,
and none that counts or publishes is done until choose_rules has said which of the two are valid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros_py.book.port import Book
from macros_py.book.tables.event_rules import (
    CHOICE,
    RULES_TABLE,
    RuleDifference,
    differences_mark,
    rule_differences,
    with_own_values,
)
from macros_py.cells import read_text
from macros_py.editions import Edition
from macros_py.rules.problems import Problem
from macros_py.rules.value_readers import WrongTogether
from macros_py.words import say


@dataclass(frozen=True, slots=True)
class RulesInForce:
    """The rules to count by, and the differences about which nobody has decided yet."""

    edition: Edition
    undecided: Sequence[RuleDifference] = ()


def rules_in_force(book: Book, edition: Edition) -> RulesInForce:
    """Hold the event's rules against this machine's ``edition``; where they can be read, the event's are in force.

    A blank Szabályok sheet says nothing: no event was made in that workbook.
    """
    rows = book.read_table(RULES_TABLE)
    if not rows:
        return RulesInForce(edition)
    found = rule_differences(rows, edition)
    is_decided = differences_mark(found) == read_text(book.read_value(CHOICE))
    try:
        return RulesInForce(with_own_values(edition, found, rows), () if is_decided else found)
    except WrongTogether:
        return RulesInForce(edition, found)


def undecided_rules(found: Sequence[RuleDifference]) -> list[Problem]:
    """Give a problem for each difference: nothing is counted or published before somebody has chosen."""
    return [problem_of("rules_undecided", one) for one in found]


def problem_of(code: str, one: RuleDifference) -> Problem:
    """Give a problem at the event's cell of a rule; the sheet as a whole for a rule that the event does not have."""
    fields = {"name": one.name, "event": side(one.event, one.row is not None), "edition": side_of(one)}
    return Problem(code, RULES_TABLE, one.row, (one.name,), "Érték", one.event or None, fields)


def side_of(one: RuleDifference) -> str:
    """Say what the edition has of a rule."""
    return side(one.edition, bool(one.path))


def side(text: str, is_there: bool) -> str:
    """Say what one side has of a rule: its value, that it is blank, or that there is no such rule."""
    if not is_there:
        return say("rules.none")
    return f"„{text}”" if text else say("rules.blank")


def difference_sentence(found: Sequence[RuleDifference]) -> str:
    """Tell the differences in one sentence, the first by its values."""
    first = found[0]
    fields = {
        "name": first.name,
        "event": side(first.event, first.row is not None),
        "edition": side_of(first),
    }
    more = say("rules.more", count=len(found) - 1) if len(found) > 1 else ""
    return say("rules.differ", **fields, more=more)
