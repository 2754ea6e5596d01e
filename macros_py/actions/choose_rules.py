"""choose_rules: whose rules an event is counted by where its own and this machine's edition differ.

An event keeps the rules it was made with. Where the edition says something else, each verb tells it, and none that
counts or publishes is done until somebody has said which of the two are valid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from macros_py.actions.context import Context, Options, write_entry
from macros_py.actions.hall import read_hall
from macros_py.actions.publishing import publish_all, read_and_score
from macros_py.book.port import Book
from macros_py.book.tables.results import POINTS_TABLE
from macros_py.book.tables.rules import (
    CHOICE,
    PRICES_TABLE,
    RULES_TABLE,
    RuleDifference,
    differences_mark,
    price_rows,
    rule_differences,
    with_own_values,
)
from macros_py.cells import read_text
from macros_py.editions import Edition
from macros_py.rules.problems import Problem
from macros_py.rules.rule_readers import WrongTogether
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
    return [_problem_of("rules_undecided", one) for one in found]


def _problem_of(code: str, one: RuleDifference) -> Problem:
    """Give a problem at the event's cell of a rule; the sheet as a whole for a rule that the event does not have."""
    return Problem(code, RULES_TABLE, one.row, (one.name,), "Érték", one.event or None, _sides(one))


def _sides(one: RuleDifference) -> dict[str, object]:
    sides = {"event": _side(one.event, one.row is not None), "edition": _side(one.edition, bool(one.path))}
    return {"name": one.name, **sides}


def _side(text: str, is_there: bool) -> str:
    if not is_there:
        return say("rules.none")
    return f"„{text}”" if text else say("rules.blank")


def difference_sentence(found: Sequence[RuleDifference]) -> str:
    """Tell the differences in one sentence, the first by its values."""
    more = say("rules.more", count=len(found) - 1) if len(found) > 1 else ""
    return say("rules.differ", **_sides(found[0]), more=more)


_KEEP_EVENT, _KEEP_EDITION = "event", "edition"


def choose_rules(context: Context, options: Options) -> list[Problem]:
    """Keep the event's own rules, or take those of this machine's edition, as ``options["keep"]`` says, by name.

    Sheet and price list then hold the rules in force; an event that has been scored is scored anew. Once the last
    closing has fixed the results, only its own rules can stay, and nothing is written but the choice.
    """
    keep = read_text(options["keep"]).casefold()
    rows, edition = context.book.read_table(RULES_TABLE), context.edition.on_this_machine
    found = rule_differences(rows, edition)
    if problems := _refuse_choice(context, options, found):
        return problems
    chosen = edition
    if keep == _KEEP_EVENT:
        try:
            chosen = with_own_values(edition, found, rows)
        except WrongTogether as wrong:
            return [Problem("rules_together", RULES_TABLE, found=wrong.found)]
    if read_hall(context.book).is_final:
        context.book.write_value(CHOICE, differences_mark(found))
    else:
        _put_in_force(context, chosen)
    _log_choice(context, keep, found)
    return _rescored(replace(context, edition=chosen))


def _refuse_choice(context: Context, options: Options, found: Sequence[RuleDifference]) -> list[Problem]:
    """Say why nothing can be chosen: no such choice, nobody's name, no difference, or results that are fixed."""
    keep = read_text(options["keep"]).casefold()
    if keep not in (_KEEP_EVENT, _KEEP_EDITION):
        return [Problem("rules_keep", found=options["keep"])]
    if not read_text(options.get("person")):
        return [Problem("rules_unsigned", fields={"keep": keep})]
    if not found:
        return [Problem("rules_alike", RULES_TABLE)]
    if keep == _KEEP_EDITION:
        return [Problem("rules_final", RULES_TABLE)] if read_hall(context.book).is_final else []
    return [_problem_of("rules_unusable", one) for one in found if not one.can_be_kept]


def _put_in_force(context: Context, chosen: Edition) -> None:
    book = context.book
    book.write_table(RULES_TABLE, chosen.rows)
    book.write_table(PRICES_TABLE, price_rows(chosen.rulebook))
    left = rule_differences(book.read_table(RULES_TABLE), chosen.on_this_machine)
    book.write_value(CHOICE, differences_mark(left) or None)


def _log_choice(context: Context, keep: str, found: Sequence[RuleDifference]) -> None:
    """Log each rule about which was decided, with both sides, and tell what was chosen."""
    for one in found:
        ours, theirs = (str(_sides(one)[side]) for side in ("event", "edition"))
        is_ours = keep == _KEEP_EVENT and one.row is not None
        details = say("done.rules_ours" if is_ours else "done.rules_theirs", name=one.name, edition=theirs)
        write_entry(context, say("done.rules_label"), details, ours, ours if is_ours else theirs)
    context.say(f"done.rules_{keep}", count=len(found))


def _rescored(context: Context) -> list[Problem]:
    """Score anew what has been scored and is not fixed; what stands in the way is the next scoring's to say."""
    hall, scoring, refused = read_and_score(context)
    if context.book.read_table(POINTS_TABLE) and not hall.is_final and not refused:
        publish_all(context, hall, scoring)
        context.say("done.rules_scored")
    return []
