"""The event's secret key, as verbs use it: made by whichever needs it first, shown only as a fingerprint."""

from __future__ import annotations

from macros_py.actions.context import Context
from macros_py.book.key_file import existing_key, obtain_key
from macros_py.book.stamps import EVENT_NAME
from macros_py.cells import read_text
from macros_py.rules.draws import fingerprint


def key_for_drawing(context: Context) -> bytes:
    """Give the key, made now if there is none, and show its fingerprint on the Verseny sheet.

    :raises BookError: the stored key is missing, damaged, or not this event's.
    """
    key = obtain_key(context.keys, event_id(context), shown_fingerprint(context), context.randomness)
    context.book.write_value("kulcs_lenyomat", fingerprint(key))
    return key


def key_for_revealing(context: Context) -> bytes:
    """Give the key that was drawn from; never a new one.

    :raises BookError: the stored key is missing, damaged, or not this event's.
    """
    return existing_key(context.keys, event_id(context), shown_fingerprint(context))


def event_id(context: Context) -> str:
    """Give the identity of the event that the key is bound to."""
    return read_text(context.book.read_value(EVENT_NAME))


def shown_fingerprint(context: Context) -> str:
    """Give the fingerprint the Verseny sheet shows; empty before the first draw."""
    return read_text(context.book.read_value("kulcs_lenyomat"))
