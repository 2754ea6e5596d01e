"""Where the secrets lie: asked before they go into a folder that others may read, and a copy of the key elsewhere."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from macros_py.actions.context import Context, Options
from macros_py.actions.event_key import event_id
from macros_py.actions.journal import Unlogged, write_entry
from macros_py.actions.reporting import answered_by
from macros_py.book.errors import BookError
from macros_py.book.key_file import KEY_SUFFIX, StoredKey, key_text, private_key_place, write_secret
from macros_py.book.log_chain import LOG_TABLE
from macros_py.book.named_places import NamedPlaces
from macros_py.book.places import copies_folder, is_synced
from macros_py.book.snapshots import FOLDER
from macros_py.book.tables.keys import SHOWN, labelled_rows
from macros_py.cells import read_text
from macros_py.rules.draws import fingerprint
from macros_py.rules.problems import Problem
from macros_py.words import say

KEY_COPY, SECOND_PLACE = "kulcs_masolat", "masolat_hely"
MARK_DIGITS = 16
HERE = "here"
"""The option that accepts a folder which others may read."""


def exposed(context: Context, options: Options) -> list[Problem]:
    """Ask before key and dealers' list go into a synced or shared folder; who accepts it once is logged.

    Nothing is written while nobody has answered by his name.
    """
    folder = context.keys.folder
    if folder is None or not is_synced(folder) or folder_mark(folder) in accepted(context):
        return []
    workbook = context.places.workbook if context.places else folder / "x"
    fields = {"folder": str(folder), "offered": str(private_key_place(workbook, event_id(context)))}
    question = Problem("secrets_exposed", key=(str(folder),), column=SHOWN, fields=fields)
    name = answered_by(context.book, question, options, HERE)
    if not name:
        return [question]
    accept_folder(context, folder, name)
    return []


def accepted(context: Context) -> set[str]:
    """Give the marks of the folders that somebody has accepted, as the log remembers them."""
    return {row.new for row in labelled_rows(context.book.read_table(LOG_TABLE), say("done.exposed_label"))}


def folder_mark(folder: Path) -> str:
    """Give by what a folder is known again in a log that goes to others: they need not know where it is."""
    return sha256(str(folder).encode("utf-8", "surrogatepass")).hexdigest()[:MARK_DIGITS]


def accept_folder(context: Context, folder: Path, name: str) -> None:
    """Log who accepts a folder."""
    details = say("done.exposed_details", name=name)
    write_entry(context, say("done.exposed_label"), details, new=folder_mark(folder))
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
        told = write_key_copy(context, context.places, text, key, options)
    except BookError as error:
        told = say("done.key_copy_failed", place=text, cause=error)
    if told:
        context.book.tell(Unlogged(told))


def write_key_copy(context: Context, places: NamedPlaces, text: str, key: bytes, options: Options) -> str:
    """Write the copy if it is not there yet; give what is to be said, nothing where all is as it was.

    :raises BookError: the folder may not be used, or the copy cannot be written.
    """
    folder = places.folder(text)
    if is_among_copies(context, places, folder):
        return say("done.key_copy_among_copies", place=text)
    if is_synced(folder) and folder_mark(folder) not in accepted(context):
        if not (options.get(HERE) and read_text(options.get("person"))):
            return say("done.key_copy_exposed", place=text)
        accept_folder(context, folder, read_text(options["person"]))
    if folder == context.keys.folder:
        return say("done.key_copy_same", place=text)
    path = places.ready(text) / f"{places.workbook.stem}-{fingerprint(key)[:8]}{KEY_SUFFIX}"
    is_there = path.exists()
    write_secret(path, key_text(StoredKey(event_id(context), key)))
    return "" if is_there else say("done.key_copy", path=path)


def is_among_copies(context: Context, places: NamedPlaces, folder: Path) -> bool:
    """Tell whether a folder holds copies, or lies in or around one that does: a stick that is handed around."""
    second = read_text(context.book.read_value(SECOND_PLACE))
    taken = [copies_folder(places.workbook, FOLDER), *([places.folder(second)] if second else [])]
    return any(folder.is_relative_to(one) or one.is_relative_to(folder) for one in taken[1:]) or (
        folder.is_relative_to(taken[0])
    )


def where_to_look(context: Context) -> str:
    """Say where a copy of the key should lie; nothing where the Verseny sheet names no place."""
    text = read_text(context.book.read_value(KEY_COPY))
    return say("done.key_look", place=text) if text else ""
