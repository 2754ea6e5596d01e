"""The secret key of an event: made by whichever verb needs it first, shown only as a fingerprint, asked for its place.

A key once shown is for good (VSZ 4.a: deals may not be selected). Where it is lost for ever, a second one is made only
by name and with a reason, which the official record prints; rounds dealt from it are of another series. Before secrets
go into a folder that others may read, somebody is asked.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from macros_py.actions.context import Context, Options, Unlogged, answered_by, write_entry
from macros_py.book.key_file import (
    KEY_BYTES,
    KEY_SUFFIX,
    StoredKey,
    existing_key,
    key_text,
    obtain_key,
    private_key_place,
    write_secret,
)
from macros_py.book.log_chain import LOG_TABLE
from macros_py.book.places import NamedPlaces, copies_folder, is_synced
from macros_py.book.port import BookError, KeyMissing
from macros_py.book.saving import EVENT_NAME
from macros_py.book.snapshots import FOLDER
from macros_py.book.tables.event import SHOWN, fingerprints, labelled_rows
from macros_py.cells import read_text
from macros_py.rules.cards.draws import fingerprint
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
        key = _second_key(context, known[-1], read_text(options["person"]), read_text(options["reason"]))
    else:
        try:
            key = obtain_key(context.keys, event_id(context), known[-1] if known else "", context.randomness)
        except KeyMissing as error:
            raise BookError("key_missing_to_draw", path=context.keys.place) from error
    context.book.write_value(SHOWN, fingerprint(key))
    return key


def _second_key(context: Context, former: str, name: str, reason: str) -> bytes:
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
    if not (known := fingerprints(context.book)):
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
    known, own = fingerprints(context.book), fingerprint(key)
    return known.index(own) + 1 if own in known else len(known) + 1


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


def has_key(context: Context, series: int | str | None) -> bool:
    """Tell whether a series was drawn from a key of the event that is there and can be used."""
    try:
        return isinstance(series, int) and bool(key_for_revealing(context, series))
    except BookError:
        return False


def event_id(context: Context) -> str:
    """Give the identity of the event that the key is bound to."""
    return read_text(context.book.read_value(EVENT_NAME))


KEY_COPY, SECOND_PLACE = "kulcs_masolat", "masolat_hely"
_MARK_DIGITS = 16
_HERE = "here"
"""The option that accepts a folder which others may read."""


def exposed(context: Context, options: Options) -> list[Problem]:
    """Ask before key and dealers' list go into a synced or shared folder; who accepts it once is logged.

    Nothing is written while nobody has answered by his name.
    """
    folder = context.keys.folder
    if folder is None or not is_synced(folder) or _is_accepted(context, folder):
        return []
    workbook = context.places.workbook if context.places else folder / "x"
    fields = {"folder": str(folder), "offered": str(private_key_place(workbook, event_id(context)))}
    question = Problem("secrets_exposed", key=(str(folder),), column=SHOWN, fields=fields)
    if not (name := answered_by(context.book, question, options, _HERE)):
        return [question]
    _accept_folder(context, folder, name)
    return []


def _is_accepted(context: Context, folder: Path) -> bool:
    rows = labelled_rows(context.book.read_table(LOG_TABLE), say("done.exposed_label"))
    return _folder_mark(folder) in {row.new for row in rows}


def _folder_mark(folder: Path) -> str:
    """Give by what a folder is known again in a log that goes to others: they need not know where it is."""
    return sha256(str(folder).encode("utf-8", "surrogatepass")).hexdigest()[:_MARK_DIGITS]


def _accept_folder(context: Context, folder: Path, name: str) -> None:
    details = say("done.exposed_details", name=name)
    write_entry(context, say("done.exposed_label"), details, new=_folder_mark(folder))
    context.book.tell(details)


def keep_copy(context: Context, key: bytes, options: Options) -> None:
    """Put a copy of the key where the Verseny sheet says, or say what stands in the way; it stops nothing."""
    if context.places is None:
        return
    text = read_text(context.book.read_value(KEY_COPY))
    if not text:
        context.say("done.key_copy_wanted")
        return
    try:
        told = _write_key_copy(context, context.places, text, key, options)
    except BookError as error:
        told = say("done.key_copy_failed", place=text, cause=error)
    if told:
        context.book.tell(Unlogged(told))


def _write_key_copy(context: Context, places: NamedPlaces, text: str, key: bytes, options: Options) -> str:
    """Write the copy if it is not there yet; give what is to be said, nothing where all is as it was.

    :raises BookError: the folder may not be used, or the copy cannot be written.
    """
    folder = places.folder(text)
    if _is_among_copies(context, places, folder):
        return say("done.key_copy_among_copies", place=text)
    if is_synced(folder) and not _is_accepted(context, folder):
        if not (options.get(_HERE) and read_text(options.get("person"))):
            return say("done.key_copy_exposed", place=text)
        _accept_folder(context, folder, read_text(options["person"]))
    if folder == context.keys.folder:
        return say("done.key_copy_same", place=text)
    path = places.ready(text) / f"{places.workbook.stem}-{fingerprint(key)[:8]}{KEY_SUFFIX}"
    is_there = path.exists()
    write_secret(path, key_text(StoredKey(event_id(context), key)))
    return "" if is_there else say("done.key_copy", path=path)


def _is_among_copies(context: Context, places: NamedPlaces, folder: Path) -> bool:
    """Tell whether a folder holds copies, or lies in or around one that does: a stick that is handed around."""
    if text := read_text(context.book.read_value(SECOND_PLACE)):
        second = places.folder(text)
        if folder.is_relative_to(second) or second.is_relative_to(folder):
            return True
    return folder.is_relative_to(copies_folder(places.workbook, FOLDER))


def where_to_look(context: Context) -> str:
    """Say where a copy of the key should lie; nothing where the Verseny sheet names no place."""
    text = read_text(context.book.read_value(KEY_COPY))
    return say("done.key_look", place=text) if text else ""
