"""What the buttons in Excel start, and the one error policy of all of them.

Each verb of ``templates/buttons.toml`` is a function here, made when it is asked for: ``buttons.score_event({})``.
``answers`` are what the button has asked for, by the names of the options, as they would be typed on the command line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import xlwings as xw

from macros_py.actions.context import unconfirmed
from macros_py.actions.hall import read_hall
from macros_py.actions.start_page import is_on, switch_off, switch_on
from macros_py.book.live import LiveBook, undisturbed_program
from macros_py.book.places import NamedPlaces, write_fault
from macros_py.book.port import BookError
from macros_py.cells import read_whole
from macros_py.command_line import Command, UsageError, parse_command
from macros_py.conductor import conduct, named_folders, run_on_file
from macros_py.editions import RulebookError
from macros_py.open_file import keep, stage_of
from macros_py.rules.problems import Degree, Problem, has_errors
from macros_py.verbs import Verb, verbs
from macros_py.words import describe, on_sheet, say

Answers = Mapping[str, object]

BUSY_CODES = frozenset({-2147418111, -2146777998, -2147417846})
"""What Excel answers while a cell is being edited or a dialog is open."""
MOST_IN_MESSAGE = 8
"""Problems that a message names; all of them stand on the Hibák sheet."""


class ProgramScreen:
    """Where the person is told and asked: message boxes; where there are none, by print, and a question is a yes."""

    def __init__(self, app: xw.App | None) -> None:
        self.app = app

    def tell(self, text: str) -> None:
        """Show a message box."""
        if self._box(text, "ok") is None:
            print(text, flush=True)

    def ask(self, text: str) -> bool:
        """Show a message box with yes and no."""
        return self._box(text, "yes_no") in (None, "yes")

    def _box(self, text: str, buttons: str) -> str | None:
        if self.app is None:
            return None
        try:
            return str(self.app.alert(text, title=say("button.title"), buttons=buttons))
        except Exception:  # an engine without message boxes says so in its own way
            return None


def __getattr__(name: str) -> Callable[..., bool]:
    """Give the function of a verb.

    :raises AttributeError: there is no such verb.
    """
    if name in verbs():
        return partial(press, name)
    raise AttributeError(name)


def press(verb_id: str, answers: Answers | None = None, book: xw.Book | None = None) -> bool:
    """Carry out a verb on the calling workbook (or ``book``); tell whether it was done. Nothing ever gets out of it."""
    return guarded(book, lambda caller, screen: press_button(verbs()[verb_id], answers or {}, caller, screen))


def live_check(answers: Answers | None = None, book: xw.Book | None = None) -> bool:
    """Switch the live check of the calling workbook on or off."""

    def switch(caller: xw.Book | None, screen: ProgramScreen) -> bool:
        live = live_book(caller, screen)
        if is_on(live):
            switch_off(live)
            screen.tell(say("live_check.off"))
        else:
            screen.tell(switch_on(live))
        return True

    return guarded(book, switch)


def guarded(book: xw.Book | None, work: Callable[[xw.Book | None, ProgramScreen], bool]) -> bool:
    """Do the work; whatever goes wrong becomes one message: deliberate, transient, or a fault of ours with its log."""
    screen, folder = screen_of(None), Path.home()
    try:
        caller = book if book is not None else calling_book()
        if caller is not None:
            screen, at = screen_of(caller.app), Path(caller.fullname).parent
            folder = at if at.is_dir() else folder  # a workbook may lie behind an address
        return work(caller, screen)
    except (BookError, RulebookError, UsageError) as error:
        screen.tell(str(error))
    except Exception as error:  # the one place where everything ends that nobody foresaw
        screen.tell(say("button.busy") if is_busy(error) else say("run.fault", log=write_fault(folder)))
    return False


def screen_of(app: xw.App | None) -> ProgramScreen:
    """Give the screen of a program; tests put another one here."""
    return ProgramScreen(app)


def calling_book() -> xw.Book | None:
    """Give the workbook in front; None if there is none."""
    try:
        return xw.Book.caller()
    except Exception:  # no program, or no workbook open in it
        return None


def is_busy(error: BaseException) -> bool:
    """Tell whether the program only had no time: a cell was being edited, a dialog was open."""
    codes = {getattr(error, "hresult", None), *(error.args[:1])}
    return not BUSY_CODES.isdisjoint(code for code in codes if isinstance(code, int))


def press_button(verb: Verb, answers: Answers, caller: xw.Book | None, screen: ProgramScreen) -> bool:
    """Carry out a verb: on the workbook in front, or, where it makes one, on a file that is opened then.

    :raises UsageError: an answer is missing or unreadable.
    :raises BookError: the file cannot be used.
    """
    if verb.file != "open":
        command = command_of(verb, str(answers.get("file", "")), answers)
        if run_on_file(command):
            screen.tell(say("button.refused_new"))
            return False
        made = command.options.get("to") if verb.file == "folder" else command.file
        show_file(caller, Path(str(made)))
        return True
    live = live_book(caller, screen)
    ask_about_places(live, screen)
    told: list[str] = []
    live.on_tell = told.append
    given = with_round(verb, answers, live)
    command = command_of(verb, str(live.path), given)
    if not is_agreed(command, live, screen):
        return False
    problems = conduct(command, stage_of(live))
    if place := ask_private_place(problems, screen):
        told.clear()
        problems = conduct(command_of(verb, str(live.path), {**given, "key": place}), stage_of(live))
    problems = unconfirmed(live, problems)
    lead_to(live, problems)
    show_report(verb, told, problems, screen, live)
    return not has_errors(problems)


def live_book(caller: xw.Book | None, screen: ProgramScreen) -> LiveBook:
    """Give the workbook in front as one of ours.

    :raises UsageError: there is none, or it has never been saved.
    :raises BookError: it is none of ours.
    """
    if caller is None:
        raise UsageError(say("button.no_workbook"))
    live = LiveBook(caller, keep)
    live.path, live.on_tell = local_path(caller, screen), screen.tell
    return live


def local_path(book: xw.Book, screen: ProgramScreen) -> Path:
    """Give the workbook's file; for one behind an address (SharePoint) the copy that the cloud client keeps here.

    :raises UsageError: it was never saved, or its address leads to no folder of this computer.
    """
    name = str(book.fullname)
    if "://" not in name:
        if not Path(name).is_absolute():
            raise UsageError(say("button.unsaved"))
        return Path(name)
    if (found := local_copy(name)) is None:
        raise UsageError(say("button.address", address=name))
    screen.tell(say("button.local_copy", path=found))
    return found


def local_copy(address: str) -> Path | None:
    """Find the file of an address under the folders that cloud clients keep: the longest matching end of its path."""
    from os import environ
    from urllib.parse import unquote, urlparse

    parts = Path(unquote(urlparse(address).path)).parts
    roots = [Path(value) for name, value in environ.items() if name.startswith("OneDrive") and value]
    ends = (parts[start:] for start in range(1, len(parts)))
    return next((found for end in ends for root in roots if (found := root.joinpath(*end)).is_file()), None)


def command_of(verb: Verb, file: str, answers: Answers) -> Command:
    """Make the command that the same words typed would make.

    :raises UsageError: an answer is missing or unreadable.
    """
    words = [verb.id, file] if file else [verb.id]
    for option in verb.options:
        answer = answers.get(option.name)
        if option.kind == "flag":
            words += [f"--{option.name}"] if answer in (True, "True", "true", "1") else []
        elif answer not in (None, ""):
            words.append(f"--{option.name}={answer}")
    if person := answers.get("person"):
        words.append(f"--person={person}")
    return parse_command(words)


def with_round(verb: Verb, answers: Answers, live: LiveBook) -> Answers:
    """Add the round, where the verb needs one: that of the active row, else the one that fits."""
    needed = [option for option in verb.options if option.name == "round" and option.required]
    if not needed or answers.get("round") or answers.get(needed[0].unless):
        return answers
    number = active_round(live) or read_hall(live).progress.fitting_round(verb.step)
    if number is None:
        return answers
    live.tell(say("button.round", round=number))
    return {**answers, "round": str(number)}


def active_round(live: LiveBook) -> int | None:
    """Give the round of the row in which the active cell stands, on the sheets that have one a row."""
    sheet, cell = live.program.sheets.active.name, live.program.app.selection
    here = None if cell is None else cell.row
    regions = map(live.table, ("tFordulok", "tEredmenyek", "tUlesrend"))
    region = next((region for region in regions if region.sheet.name == sheet), None)
    for row, values in region.data_rows() if region else ():
        if row == here:
            number = read_whole(values.get("Forduló"))
            return number if isinstance(number, int) else None
    return None


def is_agreed(command: Command, live: LiveBook, screen: ProgramScreen) -> bool:
    """Ask before what cannot be taken back: the closing of the last round (VSZ 5)."""
    closing = command.options.get("round") if command.verb.step == "close" else None
    is_last = isinstance(closing, tuple) and read_hall(live).progress.is_last_closing(closing)
    return not is_last or screen.ask(say("button.last_closing"))


def ask_about_places(live: LiveBook, screen: ProgramScreen) -> None:
    """Ask once on this computer about a folder elsewhere that the workbook names, before anything is written there.

    :raises BookError: nothing can be kept for the user of this computer.
    """
    places = NamedPlaces(live.path)
    for text in places.unconfirmed(named_folders(live)):
        answer = places.trust if screen.ask(say("button.trust_place", place=text)) else places.refuse
        answer([text])


def ask_private_place(problems: Sequence[Problem], screen: ProgramScreen) -> str:
    """Ask whether secrets that would go into a synced folder shall lie among the user's own data; give the place."""
    for problem in problems:
        if problem.code == "secrets_exposed" and screen.ask(say("button.private_place", **problem.fields)):
            return str(problem.fields["offered"])
    return ""


def lead_to(live: LiveBook, problems: Sequence[Problem]) -> None:
    """Go to the first problem's cell, the gravest first."""
    for problem in sorted(problems, key=lambda found: found.degree.weight):
        if problem.table and problem.row is not None and problem.degree is not Degree.NOTE:
            live.select(problem.table, problem.row, on_sheet(problem).column or "Név")
            return


def show_report(
    verb: Verb, told: Sequence[str], problems: Sequence[Problem], screen: ProgramScreen, live: LiveBook
) -> None:
    """Show what came of a verb: what it told, then its problems, the gravest first."""
    gravest = sorted(problems, key=lambda found: found.degree.weight)[:MOST_IN_MESSAGE]
    lines = [*told, *(f"• {problem.degree.value}: {describe(problem).whole}" for problem in gravest)]
    if len(problems) > MOST_IN_MESSAGE:
        lines.append(say("run.more", count=len(problems) - MOST_IN_MESSAGE))
    if verb.quiet and not problems:
        live.program.app.status_bar = " ".join(told)
    elif lines:
        screen.tell("\n".join(lines))


def show_file(caller: xw.Book | None, file: Path) -> None:
    """Open the file that was made, in the program that asked for it."""
    if caller is not None and file.exists():
        with undisturbed_program(caller):
            caller.app.books.open(str(file))
