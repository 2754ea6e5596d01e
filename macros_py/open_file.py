"""A verb on a workbook that is open: in Excel where it is, else on a copy in LibreOffice Calc.

The only module that chooses the program. What Calc computed goes back into the file it was copied from.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import xlwings as xw

from macros_py.book.live import KeptInFile, LiveBook, undisturbed_program
from macros_py.book.live_cells import CALC, EXCEL
from macros_py.book.port import BookError
from macros_py.command_line import Command
from macros_py.conductor import Stage, conduct, keep_original, show_line, show_problems


def run_on_open_file(command: Command) -> bool:
    """Carry out a command on the open workbook; tell whether the event's data or order forbade it.

    :raises BookError: there is neither Excel nor LibreOffice Calc (``program_missing``); the program ended in the
        middle, the file is as it was before (``program_gone``); the file, its folder or its key cannot be used.
    :raises RulebookError: the edition of the rules that the event names is missing or bad.
    """
    book = _book_in_excel(command.file)
    with nullcontext(LiveBook(book)) if book is not None else _calc_copy(command.file) as live:
        live.on_tell = show_line
        return show_problems(live, conduct(command, stage_of(live)))


def stage_of(live: LiveBook) -> Stage:
    """Give an open workbook as the place where a verb is carried out."""
    return Stage(live, live.path, True, lambda: undisturbed_program(live.program), live.forget)


def keep(live: LiveBook) -> None:
    """Keep what an open workbook holds: Excel saves it by itself; what Calc holds goes into the file through ours.

    :raises BookError: the file cannot be written.
    """
    if live.program.app.engine.name == CALC:
        from macros_py.book.file import FileBook  # only now: Excel needs no openpyxl

        KeptInFile(FileBook.open(live.path))(live)
    else:
        live.program.save()


def _book_in_excel(file: Path) -> xw.Book | None:
    """Give the workbook in a running Excel, or open it in one; None where there is no Excel."""
    if EXCEL not in [engine.name for engine in xw.engines]:
        return None
    path, engine = file.resolve(), xw.engines[EXCEL]
    try:
        for book in (book for app in engine.apps for book in app.books):
            if Path(book.fullname).resolve() == path:
                return book
        return engine.apps.add(add_book=False, visible=True).books.open(str(path))
    except Exception:  # each system says in its own way that there is no Excel
        return None


@contextmanager
def _calc_copy(file: Path) -> Iterator[LiveBook]:
    """Open a copy of the file in a Calc of our own; saving it writes into the file.

    :raises BookError: as :func:`run_on_open_file`.
    """
    from macros_py import libreoffice  # only now: Excel needs neither the engine nor openpyxl
    from macros_py.book.file import FileBook

    original = FileBook.open(file)
    with TemporaryDirectory(prefix="sportulti-") as folder, _calc() as app:
        copy = Path(folder) / file.name
        if original.upgraded_from is None:
            shutil.copyfile(file, copy)
        else:
            original.write_copy(copy)
        try:
            live = LiveBook(app.books.open(str(copy)), KeptInFile(original), file)
            if original.upgraded_from is not None:
                keep_original(original)
            yield live
        except (libreoffice.SofficeDied, libreoffice.FileNotOpened) as error:
            raise BookError("program_gone", path=file) from error


@contextmanager
def _calc() -> Iterator[xw.App]:
    """:raises BookError: there is no LibreOffice Calc, or it does not start (``program_missing``)."""
    from macros_py import libreoffice

    missing = (libreoffice.SofficeMissing, libreoffice.UnoMissing, libreoffice.SofficeNotStarted)
    try:
        app = libreoffice.register().apps.add(add_book=False)
    except missing as error:
        raise BookError("program_missing") from error
    try:
        yield app
    finally:
        with suppress(libreoffice.SofficeDied):
            app.quit()
