"""new_event: an empty event of its own, with the rules in force on its Szabályok sheet."""

from __future__ import annotations

from macros_py.actions.context import Context, Options
from macros_py.book.tables.rules import PRICES_TABLE, price_rows
from macros_py.rules.problems import Problem

_EVENT_ID_BYTES = 8
_OFFICIAL = "hivatalos"


def new_event(context: Context, options: Options) -> list[Problem]:
    """Give a fresh workbook its identity and its rules; nothing can forbid it."""
    start_event(context, _OFFICIAL)
    context.say("done.new_event")
    return []


def start_event(context: Context, character: str) -> None:
    """Write identity, character (hivatalos or PRÓBA) and rules into a fresh workbook.

    The identity binds the key file to this one event, so that no key, and so no deal, is ever used twice.
    """
    context.book.write_value("verseny_azonosito", context.randomness(_EVENT_ID_BYTES).hex())
    context.book.write_value("verseny_jelleg", character)
    context.book.write_value("szabalyzat", context.rulebook.edition)
    context.book.write_table("tSzabalyok", context.edition.rows)
    context.book.write_table(PRICES_TABLE, price_rows(context.rulebook))
