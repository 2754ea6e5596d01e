"""A verb on a closed file: opens it, hands the action its context, shows what came of it."""

from __future__ import annotations

import getpass
import os
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from macros_py.actions.context import Context
from macros_py.actions.reporting import place as place_of
from macros_py.actions.reporting import unconfirmed
from macros_py.actions.running import Snapshot, run
from macros_py.book.errors import BookError, FileExists
from macros_py.book.file import FileBook
from macros_py.book.key_file import FileKeyStore
from macros_py.book.port import Book
from macros_py.book.schema import table_layouts, value_layouts
from macros_py.book.snapshots import save_snapshot, snapshot
from macros_py.book.stamps import is_trial_file
from macros_py.cells import read_text
from macros_py.command_line import Command
from macros_py.editions import load
from macros_py.rules.problems import Problem, has_errors
from macros_py.words import describe, say

TEMPLATE = Path(__file__).parent.parent / "workbook" / "Sportulti.xlsx"
MOST_SHOWN = 40
"""Problems shown on the screen; all of them stand on the Hibák sheet."""


def run_on_file(command: Command) -> bool:
    """Carry out a command; tell whether the event's data or order forbade it.

    :raises BookError: the file, its folder or its key cannot be used.
    :raises RulebookError: the edition of the rules that the event names is missing or bad.
    """
    book = open_book(command)
    book.on_tell = show_line
    problems = run(command.verb, context_of(command, book), command.options, snapshot_of(command.file))
    show(book, problems)
    return has_errors(problems)


def open_book(command: Command) -> FileBook:
    """Open the workbook; for a verb that makes one, a copy of the template under its name.

    :raises FileExists: a new file was to be made where one stands that may not be replaced.
    :raises BookError: it cannot be opened.
    """
    if command.verb.file != "new":
        return FileBook.open(command.file)
    may_replace = bool(command.options.get("replace")) and is_trial_file(command.file)
    if command.file.exists() and not may_replace:
        raise FileExists(path=command.file)
    return FileBook.create(command.file, TEMPLATE)


def context_of(command: Command, book: Book) -> Context:
    """Give the action what it needs: the rules the event names, the clock, true randomness, the person, the key."""
    key = command.options.get("key")
    return Context(
        book=book,
        edition=load(read_text(book.read_value("szabalyzat"))),
        clock=datetime.now,
        randomness=os.urandom,
        person=command.person or login_name(),
        keys=FileKeyStore.beside(command.file, key if isinstance(key, Path) else None),
    )


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
        taken = snapshot(book, table_layouts(), value_layouts(), verb, datetime.now())
        save_snapshot(taken, file)
        if place := read_text(book.read_value("masolat_hely")):
            try:
                save_snapshot(taken, file, place)
            except BookError as error:
                book.tell(say("run.second_copy_failed", place=place, cause=error))

    return take


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
