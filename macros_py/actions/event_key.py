"""The event's secret key, as verbs use it: made by whichever needs it first, shown only as a fingerprint.

A key once shown is for good (VSZ 4.a: deals may not be selected). Where it is lost for ever, a second one is made only
by name and with a reason, which the official record prints. Rounds dealt from it are of another series.
"""

from __future__ import annotations

from macros_py.actions.context import Context, Options
from macros_py.actions.journal import write_entry
from macros_py.book.errors import BookError, KeyMissing
from macros_py.book.key_file import KEY_BYTES, StoredKey, existing_key, obtain_key
from macros_py.book.stamps import EVENT_NAME
from macros_py.book.tables.keys import SHOWN, fingerprints
from macros_py.cells import read_text
from macros_py.rules.draws import fingerprint
from macros_py.rules.problems import Problem
from macros_py.words import say

FIRST_SERIES = 1
"""The deals from the first key of an event; each further key begins another series."""


def key_for_drawing(context: Context, options: Options) -> bytes:
    """Give the key in force, made now if there is none yet or a new one is asked for; show its fingerprint.

    :raises BookError: the key that was shown is not there, and no new one is asked for
        (``key_missing_to_draw``); the stored key is damaged or not this event's, or cannot be written.
    """
    known = fingerprints(context.book)
    if options.get("new_key"):
        key = second_key(context, known[-1], read_text(options["person"]), read_text(options["reason"]))
    else:
        try:
            key = obtain_key(context.keys, event_id(context), known[-1] if known else "", context.randomness)
        except KeyMissing as error:
            raise BookError("key_missing_to_draw", path=context.keys.place) from error
    context.book.write_value(SHOWN, fingerprint(key))
    return key


def second_key(context: Context, former: str, name: str, reason: str) -> bytes:
    """Make another key in the place of one that is lost, and log both fingerprints, who made it, and why.

    :raises BookError: it cannot be written.
    """
    key = context.randomness(KEY_BYTES)
    context.keys.create(StoredKey(event_id(context), key))
    details = say("done.new_key_details", name=name, reason=reason)
    write_entry(context, say("done.new_key_label"), details, former, fingerprint(key))
    context.say("done.new_key", name=name, reason=reason)
    return key


def new_key_refusals(context: Context, options: Options) -> list[Problem]:
    """Say why no second key may be made: none was shown yet, the first one is there, nobody stands up for it.

    :raises BookError: what stands in the key's place is not this event's key.
    """
    if not options.get("new_key"):
        return []
    known = fingerprints(context.book)
    if not known:
        return [Problem("new_key_first", column=SHOWN)]
    if missing := unsigned_options(options):
        return [Problem("new_key_unsigned", column=SHOWN, found=missing)]
    try:
        existing_key(context.keys, event_id(context), known[-1])
    except KeyMissing:
        return []
    return [Problem("new_key_needless", column=SHOWN, found=context.keys.place)]


def unsigned_options(options: Options) -> str:
    """Give what is missing of name and reason, as the options that say it; nothing if both are there."""
    return ", ".join(f"--{name}" for name in ("person", "reason") if not read_text(options.get(name)))


def series_of(context: Context, key: bytes) -> int:
    """Give the series of the deals from a key of the event: 1 for its first key."""
    known = fingerprints(context.book)
    return known.index(fingerprint(key)) + 1 if fingerprint(key) in known else len(known) + 1


def key_for_revealing(context: Context, series: int | None = None) -> bytes:
    """Give the key that a series of deals was drawn from (by default the one in force); never a new one.

    :raises BookError: the stored key is missing, damaged, or not the one.
    """
    known = fingerprints(context.book)
    place = (series or len(known)) - 1
    return key_of(context, known[place if 0 <= place < len(known) else -1] if known else "")


def key_of(context: Context, shown: str) -> bytes:
    """Give the key of a fingerprint; of any, where that is blank.

    :raises BookError: the stored key is missing, damaged, or not the one.
    """
    return existing_key(context.keys, event_id(context), shown)


def has_key(context: Context, series: int) -> bool:
    """Tell whether the key of a series is there and can be used."""
    try:
        key_for_revealing(context, series)
    except BookError:
        return False
    return True


def event_id(context: Context) -> str:
    """Give the identity of the event that the key is bound to."""
    return read_text(context.book.read_value(EVENT_NAME))
