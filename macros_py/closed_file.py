"""A verb on a closed file: opens it, hands the action its context, shows what came of it."""

from __future__ import annotations

import getpass
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from macros_py.actions import live_check
from macros_py.actions.context import Context
from macros_py.actions.noticing import notice
from macros_py.actions.reporting import place as place_of
from macros_py.actions.reporting import unconfirmed
from macros_py.actions.running import Snapshot, run
from macros_py.book.errors import BookError, CopiesMissing, FileExists, FileReadOnly
from macros_py.book.file import FileBook
from macros_py.book.file_opening import known_layout
from macros_py.book.history import NO_HISTORY, FileHistory, History, load_state, prune, save_state
from macros_py.book.key_file import FileKeyStore
from macros_py.book.port import Book
from macros_py.book.schema import table_layouts, value_layouts
from macros_py.book.snapshots import made_folder, save_snapshot, snapshot
from macros_py.book.stamps import is_trial_file
from macros_py.cells import read_text
from macros_py.command_line import Command, OptionValue
from macros_py.editions import load
from macros_py.rules.problems import Problem, has_errors
from macros_py.words import describe, say

TEMPLATE = Path(__file__).parent.parent / "workbook" / "Sportulti.xlsx"
SECOND_PLACE = "masolat_hely"
TICK = timedelta(microseconds=1)
"""Keeps the copies in their order when the clock was set back."""
CLOCK, RANDOMNESS = datetime.now, os.urandom
"""What a verb is told the time by, and draws from; tests put fixed ones here."""
MOST_SHOWN = 40
"""Problems shown on the screen; all of them stand on the Hibák sheet."""


def run_on_file(command: Command) -> bool:
    """Carry out a command; tell whether the event's data or order forbade it.

    :raises BookError: the file, its folder or its key cannot be used.
    :raises RulebookError: the edition of the rules that the event names is missing or bad.
    """
    book = open_book(command)
    book.on_tell = show_line
    context = context_of(command, book)
    writes = not command.options.get("dry_run")
    if command.verb.file == "open" and writes:
        keep_original(book)
        notice(context, load_state(command.file))
        if live_check.is_on(book):
            live_check.switch_off(book)
    problems = run(command.verb, context, options_of(command), snapshot_of(book.path))
    if book.path.exists() and writes:
        keep_state(book, book.path, command.verb.id)
    show(book, problems)
    return has_errors(problems)


def open_book(command: Command) -> FileBook:
    """Open the workbook; for a verb that makes one, a copy of the template under its name.

    :raises FileExists: a new file was to be made where one stands that may not be replaced.
    :raises CopiesMissing: the folder of copies is not there.
    :raises BookError: it cannot be opened.
    """
    if command.verb.file == "open":
        return FileBook.open(command.file)
    if command.verb.file == "folder" and not command.file.is_dir():
        raise CopiesMissing(folder=command.file)
    file = made_file(command)
    may_replace = bool(command.options.get("replace")) and is_trial_file(file)
    if file.exists() and not may_replace:
        raise FileExists(path=file)
    return FileBook.create(file, TEMPLATE)


def options_of(command: Command) -> Mapping[str, OptionValue]:
    """Give the options as typed; the person is among them only if he was named on the line."""
    return {**command.options, "person": command.person} if command.person else command.options


def made_file(command: Command) -> Path:
    """Give the workbook that the verb opens or makes."""
    target = command.options.get("to")
    return target if command.verb.file == "folder" and isinstance(target, Path) else command.file


def context_of(command: Command, book: Book) -> Context:
    """Give the action what it needs: the rules the event names, the clock, true randomness, the person, the key."""
    key = command.options.get("key")
    return Context(
        book=book,
        edition=load(read_text(book.read_value("szabalyzat"))),
        clock=lambda: CLOCK(),
        randomness=lambda count: RANDOMNESS(count),
        person=command.person or login_name(),
        keys=FileKeyStore.beside(made_file(command), key if isinstance(key, Path) else None),
        history=history_of(command, book),
    )


def keep_original(book: FileBook) -> None:
    """Keep a file of an older layout as it was, among the copies, before it is saved in the new one.

    :raises SnapshotFolderUnusable: there is nowhere to keep it.
    :raises FileReadOnly: it cannot be copied.
    """
    if book.upgraded_from is None:
        return
    folder = made_folder(book.path, "")
    kept = folder / f"{book.path.stem}_elrendezes-{book.upgraded_from}.xlsx"
    try:
        if not kept.exists():
            shutil.copy2(book.path, kept)
    except OSError as error:
        raise FileReadOnly(path=kept) from error
    book.tell(say("notice.upgraded", found=book.upgraded_from, known=known_layout(), path=kept))


def history_of(command: Command, book: Book) -> History:
    """Give the copies there are: the workbook's own, or all those in the folder named."""
    if command.verb.file == "folder":
        return FileHistory((command.file,))
    if command.verb.file == "new":
        return NO_HISTORY
    return FileHistory.of(command.file, read_text(book.read_value(SECOND_PLACE)))


def login_name() -> str:
    """Give the name of who is logged in, for the log; blank where the system does not tell."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def snapshot_of(file: Path) -> Snapshot:
    """Give what saves a snapshot of the file's tables before they change; a file just being made has none.

    It goes into ``masolatok`` beside the file, and once more to the second place that the event names.
    """

    def take(book: Book, verb: str) -> None:
        if not file.exists():
            return
        now = datetime.now()
        if (last := last_moment(file)) > now:
            book.tell(say("notice.clock_back", last=f"{last:%H:%M}", now=f"{now:%H:%M}"))
        taken = snapshot(book, table_layouts(), value_layouts(), verb, max(now, last + TICK))
        save_snapshot(taken, file)
        prune(file, now.date())
        if place := read_text(book.read_value(SECOND_PLACE)):
            try:
                save_snapshot(taken, file, place)
                prune(file, now.date(), place)
            except BookError as error:
                book.tell(say("run.second_copy_failed", place=place, cause=error))

    return take


def last_moment(file: Path) -> datetime:
    """Give when the last snapshot was taken; long ago if there is none."""
    moments = [moment.taken for moment in FileHistory.of(file).moments() if not moment.is_state]
    return max(moments, default=datetime(1, 1, 1))


def keep_state(book: Book, file: Path, verb: str) -> None:
    """Copy what stands now, so that the next verb sees what was changed in between, and a dead laptop is no loss.

    The verb is done by then: whatever goes wrong is only told.
    """
    taken = max(datetime.now(), last_moment(file) + TICK)
    state = snapshot(book, table_layouts(), value_layouts(), verb, taken)
    try:
        save_state(state, file)
    except BookError as error:
        book.tell(say("notice.state_failed", cause=error))
    if place := read_text(book.read_value(SECOND_PLACE)):
        with suppress(BookError):  # the snapshot before the verb has told it
            save_state(state, file, place)


def show(book: Book, problems: Sequence[Problem]) -> None:
    """Print the problems, errors first: degree, code, place, sentence, advice; confirmed warnings are only counted."""
    open_ones = unconfirmed(book, problems)
    for problem in sorted(open_ones, key=lambda found: found.degree.weight)[:MOST_SHOWN]:
        words = describe(problem)
        where = "!".join(part for part in place_of(book, problem) if part)
        head = " ".join(part for part in (problem.degree.value, words.code, where) if part)
        show_line(f"{head}: {words.whole}")
    if len(open_ones) > MOST_SHOWN:
        show_line(say("run.more", count=len(open_ones) - MOST_SHOWN))
    if confirmed := len(problems) - len(open_ones):
        show_line(say("run.confirmed", count=confirmed))


def show_line(sentence: str) -> None:
    """Print one sentence; if nobody reads on (a closed pipe), the work is done all the same."""
    try:
        print(sentence, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
