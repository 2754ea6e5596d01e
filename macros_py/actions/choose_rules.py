"""choose_rules: whose rules an event is counted by where its own and this machine's edition differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from macros_py.actions.context import Context, Options
from macros_py.actions.hall import read_hall
from macros_py.actions.journal import write_entry
from macros_py.actions.publishing import publish_all
from macros_py.actions.rules_in_force import problem_of, side, side_of
from macros_py.actions.scoring import read_and_score
from macros_py.book.tables.event_rules import (
    CHOICE,
    RULES_TABLE,
    RuleDifference,
    differences_mark,
    rule_differences,
    with_own_values,
)
from macros_py.book.tables.points import POINTS_TABLE
from macros_py.book.tables.prices import PRICES_TABLE, price_rows
from macros_py.cells import read_text
from macros_py.editions import Edition
from macros_py.rules.problems import Problem
from macros_py.rules.value_readers import WrongTogether
from macros_py.words import say

KEEP_EVENT, KEEP_EDITION = "event", "edition"


def choose_rules(context: Context, options: Options) -> list[Problem]:
    """Keep the event's own rules, or take those of this machine's edition, as ``options["keep"]`` says, by name.

    Sheet and price list then hold the rules in force; an event that has been scored is scored anew. Once the last
    closing has fixed the results, only its own rules can stay, and nothing is written but the choice.
    """
    keep = read_text(options["keep"]).casefold()
    rows, edition = context.book.read_table(RULES_TABLE), context.edition.on_this_machine
    found = rule_differences(rows, edition)
    if problems := refuse_choice(context, options, found):
        return problems
    chosen = edition
    if keep == KEEP_EVENT:
        try:
            chosen = with_own_values(edition, found, rows)
        except WrongTogether as wrong:
            return [Problem("rules_together", RULES_TABLE, found=wrong.found)]
    if read_hall(context.book).is_final:
        context.book.write_value(CHOICE, differences_mark(found))
    else:
        put_in_force(context, chosen)
    log_choice(context, keep, found)
    return rescored(replace(context, edition=chosen))


def refuse_choice(context: Context, options: Options, found: Sequence[RuleDifference]) -> list[Problem]:
    """Say why nothing can be chosen: no such choice, nobody's name, no difference, or results that are fixed."""
    keep = read_text(options["keep"]).casefold()
    if keep not in (KEEP_EVENT, KEEP_EDITION):
        return [Problem("rules_keep", found=options["keep"])]
    if not read_text(options.get("person")):
        return [Problem("rules_unsigned", fields={"keep": keep})]
    if not found:
        return [Problem("rules_alike", RULES_TABLE)]
    if keep == KEEP_EDITION:
        return [Problem("rules_final", RULES_TABLE)] if read_hall(context.book).is_final else []
    return [problem_of("rules_unusable", one) for one in found if not one.can_be_kept]


def put_in_force(context: Context, chosen: Edition) -> None:
    """Write the rules, the price list that follows from them, and what remembers the choice."""
    book = context.book
    book.write_table(RULES_TABLE, chosen.rows)
    book.write_table(PRICES_TABLE, price_rows(chosen.rulebook))
    left = rule_differences(book.read_table(RULES_TABLE), chosen.on_this_machine)
    book.write_value(CHOICE, differences_mark(left) or None)


def log_choice(context: Context, keep: str, found: Sequence[RuleDifference]) -> None:
    """Log each rule about which was decided, with both sides, and tell what was chosen."""
    for one in found:
        ours, theirs = side(one.event, one.row is not None), side_of(one)
        is_ours = keep == KEEP_EVENT and one.row is not None
        details = say("done.rules_ours" if is_ours else "done.rules_theirs", name=one.name, edition=theirs)
        write_entry(context, say("done.rules_label"), details, ours, ours if is_ours else theirs)
    context.say(f"done.rules_{keep}", count=len(found))


def rescored(context: Context) -> list[Problem]:
    """Score anew what has been scored and is not fixed; what stands in the way is the next scoring's to say."""
    hall, scoring, refused = read_and_score(context)
    if context.book.read_table(POINTS_TABLE) and not hall.is_final and not refused:
        publish_all(context, hall, scoring)
        context.say("done.rules_scored")
    return []
