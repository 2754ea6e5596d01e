"""A verb on a closed file: opens or makes it, and prints what came of it."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from macros_py.book.errors import BookError, FileExists
from macros_py.book.saving import PRIVATE_MODE
from macros_py.book.schema import known_layout
from macros_py.book.snapshots import made_folder
from macros_py.book.stamps import is_trial_file
from macros_py.command_line import Command
from macros_py.conductor import Stage, conduct, shown_lines
from macros_py.resources import EMPTY_WORKBOOK
from macros_py.rules.problems import has_errors
from macros_py.words import say

if TYPE_CHECKING:
    from macros_py.book.file import FileBook


def run_on_file(command: Command) -> bool:
    """Carry out a command; tell whether the event's data or order forbade it.

    :raises BookError: the file, its folder or its key cannot be used.
    :raises RulebookError: the edition of the rules that the event names is missing or bad.
    """
    book = open_book(command)
    book.on_tell = show_line
    if command.verb.file == "open" and not command.options.get("dry_run"):
        keep_original(book)
    problems = conduct(command, Stage(book, made_file(command)))
    for line in shown_lines(book, problems):
        show_line(line)
    return has_errors(problems)


def open_book(command: Command) -> FileBook:
    """Open the workbook; for a verb that makes one, a copy of the template under its name.

    :raises FileExists: a new file was to be made where one stands that may not be replaced.
    :raises BookError: the folder of copies is not there (``copies_missing``); it cannot be opened.
    """
    from macros_py.book.file import FileBook  # only now: a verb on an open workbook comes by here without it

    if command.verb.file == "open":
        return FileBook.open(command.file)
    if command.verb.file == "folder" and not command.file.is_dir():
        raise BookError("copies_missing", folder=command.file)
    file = made_file(command)
    may_replace = bool(command.options.get("replace")) and is_trial_file(file)
    if file.exists() and not may_replace:
        raise FileExists(path=file)
    return FileBook.create(file, EMPTY_WORKBOOK)


def made_file(command: Command) -> Path:
    """Give the workbook that the verb opens or makes."""
    target = command.options.get("to")
    return target if command.verb.file == "folder" and isinstance(target, Path) else command.file


def keep_original(book: FileBook) -> None:
    """Keep a file of an older layout as it was, among the copies, before it is saved in the new one.

    :raises SnapshotFolderUnusable: there is nowhere to keep it.
    :raises BookError: it cannot be copied (``read_only``).
    """
    if book.upgraded_from is None:
        return
    folder = made_folder(book.path)
    kept = folder / f"{book.path.stem}_elrendezes-{book.upgraded_from}.xlsx"
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
