"""close_protocols: what is written on the protocols is final, though the results are announced later (VSZ 5 (5))."""

from __future__ import annotations

from datetime import timedelta

from macros_py.actions.closed_protocols import keep_rows
from macros_py.actions.context import Context, Options
from macros_py.actions.hall import read_hall
from macros_py.book.tables.facts import PROTOCOLS_CLOSED
from macros_py.book.tables.rounds import ROUNDS_TABLE
from macros_py.cells import read_text
from macros_py.rules.problems import Problem
from macros_py.verbs import verbs
from macros_py.words import say


def close_protocols(context: Context, options: Options) -> list[Problem]:
    """Close the protocols by the name of ``person``: from now on rows are typed from them, but none is changed.

    Blank rows may still be typed; a filled one only for the mistake of the official who typed it in. The results
    are due within the days that the rules allow.
    """
    progress = read_hall(context.book).progress
    if obstacle := progress.obstacle(verbs()["close_protocols"].unless):
        return [Problem("protocols_not_closable", ROUNDS_TABLE, fields={"why": say(f"fit.{obstacle}")})]
    if not read_text(options.get("person")):
        return [Problem("protocols_unsigned", ROUNDS_TABLE)]
    now = context.now()
    rows = keep_rows(context)
    context.book.write_value(PROTOCOLS_CLOSED, now)
    due = now.date() + timedelta(days=context.rulebook.ending.announcement_days)
    missing = sum(progress.missing.values())
    context.say("done.protocols_closed", rows=rows, missing=missing, due=due)
    return []
