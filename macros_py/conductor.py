"""The life of a verb, once for all: what happened since the last one, the verb itself, its copies, what came of it.

Who starts a verb – the command line, ``--live``, a button – chooses the book and the screen; everything else is here,
for a closed file (:func:`run_on_file`) the book too.
"""

from __future__ import annotations

import getpass
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from macros_py import EMPTY_WORKBOOK
from macros_py.actions.context import Context, problem_place, unconfirmed
from macros_py.actions.event_key import KEY_COPY, SECOND_PLACE
from macros_py.actions.running import notice, run
from macros_py.actions.start_page import is_on, switch_off
from macros_py.book.copies import Copies
from macros_py.book.held import StagedBook
from macros_py.book.history import NO_HISTORY, FileHistory, History
from macros_py.book.key_file import FileKeyStore
from macros_py.book.layout import known_layout
from macros_py.book.places import NamedPlaces
from macros_py.book.port import Book, BookError, FileExists, Row
from macros_py.book.saving import EVENT_NAME, PRIVATE_MODE, is_trial_file
from macros_py.book.snapshots import Snapshot, made_folder, snapshot
from macros_py.cells import read_text
from macros_py.command_line import Command
from macros_py.editions import load_edition
from macros_py.rules.problems import Problem, has_errors
from macros_py.words import describe, say

if TYPE_CHECKING:
    from macros_py.book.file import FileBook

CLOCK, RANDOMNESS = datetime.now, os.urandom
"""What a verb is told the time by, and draws from; tests put fixed ones here."""
_MOST_ON_SCREEN = 40
"""Problems shown on the screen; all of them stand on the Hibák sheet."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a verb is carried out: the book, the file it stands for, and what an open program needs.

    A closed book that a verb leaves half done is thrown away; an open one (``is_open``) has to be put back.
    ``undisturbed`` keeps an open program still meanwhile; ``forget`` makes an open book ask its program anew.
    """

    book: Book
    file: Path
    is_open: bool = False
    undisturbed: Callable[[], AbstractContextManager[object]] = nullcontext
    forget: Callable[[], object] = lambda: None


def conduct(command: Command, stage: Stage) -> list[Problem]:
    """Carry out a command and save; give all problems.

    :raises BookError: the workbook, its folder or its key cannot be used; it is as it was.
    :raises RulebookError: the edition of the rules that the event names is missing or bad.
    """
    book = StagedBook(stage.book, tells=True)  # so that nothing is asked of the adapter twice
    stage = replace(stage, book=book)
    with stage.undisturbed():
        if command.trusts_places and command.verb.file == "open":
            NamedPlaces(stage.file).trust(named_folders(book))
        context = _context_of(command, stage)
        writes = not command.options.get("dry_run")
        copies = Copies(stage.file, *_named_by(book), book.tell)
        before = snapshot(book, command.verb.id, context.clock()) if stage.is_open else None
        try:
            noticed: list[Row] = []
            if command.verb.file == "open" and writes:
                noticed = notice(context, copies.state())
                if (not stage.is_open or command.verb.ends_typing) and is_on(book):
                    switch_off(book)  # it needs the add-in: it stands only in an open book while one types
            named = {"person": command.person} if command.person else {}  # a login name vouches for nothing
            options = {**command.options, **named}
            problems = run(command.verb, context, options, copies.take(context.clock), noticed)
        except BaseException:
            _take_back(context, stage, before)
            raise
        if command.trusts_places and command.verb.file == "folder":
            NamedPlaces(stage.file).trust(named_folders(book))
        if stage.file.exists() and writes:
            copies.keep_state(book, command.verb.id, context.clock())
    return problems


def _context_of(command: Command, stage: Stage) -> Context:
    key, event = command.options.get("key"), read_text(stage.book.read_value(EVENT_NAME))
    return Context(
        book=stage.book,
        edition=load_edition(read_text(stage.book.read_value("szabalyzat"))),
        clock=lambda: CLOCK(),
        randomness=lambda count: RANDOMNESS(count),
        person=command.person or _login_name(),
        keys=FileKeyStore.beside(stage.file, key if isinstance(key, Path) else None, event),
        history=_history_of(command, stage),
        places=NamedPlaces(stage.file),
    )


def _history_of(command: Command, stage: Stage) -> History:
    if command.verb.file == "folder":
        return FileHistory((command.file,))
    if command.verb.file == "new":
        return NO_HISTORY
    place, event = _named_by(stage.book)
    return FileHistory.of(stage.file, event, NamedPlaces(stage.file).readable(place))


def named_folders(book: Book) -> list[str]:
    """Give the folders that the workbook names; blank where it names none."""
    return [read_text(book.read_value(name)) for name in (SECOND_PLACE, KEY_COPY)]


def _named_by(book: Book) -> tuple[str, str]:
    """Give what the workbook names: the second place of its copies, and the event's identity."""
    return read_text(book.read_value(SECOND_PLACE)), read_text(book.read_value(EVENT_NAME))


def _login_name() -> str:
    """Give the name of who is logged in, for the log; blank where the system does not tell."""
    with suppress(OSError, KeyError, ImportError):
        return getpass.getuser()
    return ""


def _take_back(context: Context, stage: Stage, before: Snapshot | None) -> None:
    """Write back what stood before the verb, the log too; from a program that is gone nothing can be asked."""
    if before is None:
        return
    from macros_py.actions.restore import put_back  # only now: most verbs succeed

    assert isinstance(context.book, StagedBook)
    with suppress(Exception):  # the first failure is what the person is told
        stage.forget()
        context.book.forget()
        put_back(context, before, with_log=True)
        context.book.commit()


def show_problems(book: Book, problems: Sequence[Problem]) -> bool:
    """Print the problems, errors first: degree, code, place, sentence, advice; tell whether any is an error.

    Confirmed ones are only counted.
    """
    open_ones = unconfirmed(book, problems)
    for problem in sorted(open_ones, key=lambda found: found.degree.weight)[:_MOST_ON_SCREEN]:
        words = describe(problem)
        where = "!".join(part for part in problem_place(book, problem) if part)
        head = " ".join(part for part in (problem.degree.value, words.code, where) if part)
        show_line(f"{head}: {words.whole}")
    if len(open_ones) > _MOST_ON_SCREEN:
        show_line(say("run.more", count=len(open_ones) - _MOST_ON_SCREEN))
    if confirmed := len(problems) - len(open_ones):
        show_line(say("run.confirmed", count=confirmed))
    return has_errors(problems)


def run_on_file(command: Command) -> bool:
    """Carry out a command; tell whether the event's data or order forbade it.

    :raises BookError: the file, its folder or its key cannot be used.
    :raises RulebookError: the edition of the rules that the event names is missing or bad.
    """
    book = _open_book(command)
    book.on_tell = show_line
    if command.verb.file == "open" and not command.options.get("dry_run"):
        keep_original(book)
    problems = conduct(command, Stage(book, _made_file(command)))
    return show_problems(book, problems)


def _open_book(command: Command) -> FileBook:
    """Open the workbook; for a verb that makes one, a copy of the template under its name.

    :raises FileExists: a new file was to be made where one stands that may not be replaced.
    :raises BookError: the folder of copies is not there (``copies_missing``); it cannot be opened.
    """
    from macros_py.book.file import FileBook  # only now: a verb on an open workbook comes by here without it

    if command.verb.file == "open":
        return FileBook.open(command.file)
    if command.verb.file == "folder" and not command.file.is_dir():
        raise BookError("copies_missing", folder=command.file)
    file = _made_file(command)
    if file.exists() and not (command.options.get("replace") and is_trial_file(file)):
        raise FileExists(path=file)
    return FileBook.create(file, EMPTY_WORKBOOK)


def _made_file(command: Command) -> Path:
    target = command.options.get("to")
    return target if command.verb.file == "folder" and isinstance(target, Path) else command.file


def keep_original(book: FileBook) -> None:
    """Keep a file of an older layout as it was, among the copies, before it is saved in the new one.

    :raises SnapshotFolderUnusable: there is nowhere to keep it.
    :raises BookError: it cannot be copied (``read_only``).
    """
    if book.upgraded_from is None:
        return
    kept = made_folder(book.path) / f"{book.path.stem}_elrendezes-{book.upgraded_from}.xlsx"
    try:
        if not kept.exists():
            shutil.copy2(book.path, kept)
            with suppress(OSError):  # a stick that knows no permissions refuses them
                kept.chmod(PRIVATE_MODE)
    except OSError as error:
        raise BookError("read_only", path=kept) from error
    book.tell(say("notice.upgraded", found=book.upgraded_from, known=known_layout(), path=kept))


def show_line(sentence: str) -> None:
    """Print one sentence; if nobody reads on (a closed pipe), the work is done all the same."""
    try:
        print(sentence, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
