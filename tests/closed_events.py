"""A trial event on a file, closed for good, and what somebody does to it by hand: for tests of the end of an event."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

from macros_py.__main__ import main
from macros_py.book.file import FileBook

Hand = Callable[[FileBook], None]


@cache
def played_event(session: Path) -> Path:
    """Make, once in a session's folder, a trial event of nine players and two rounds, all typed, the last one open."""
    file = session / "lejatszva" / "Kupa.xlsx"
    file.parent.mkdir()
    options = ["--players", "9", "--rounds", "2", "--deals", "3", "--seed", "11"]
    assert main(["trial_event", str(file), *options]) == 0
    return file


def close_for_good(file: Path) -> None:
    """Close the last round, and award the masterpoints."""
    assert main(["close_round", str(file), "--round", "2", "--early", "--person", "Fő Béla"]) == 0
    assert main(["award_masterpoints", str(file)]) == 0


@cache
def sent_event(session: Path) -> Path:
    """Make, once in a session's folder, that event closed for good, its record beside it."""
    file = copy_of(played_event(session), session / "kikuldve")
    close_for_good(file)
    assert main(["write_record", str(file), "--to", str(file.with_name("hivatalos.xlsx"))]) == 0
    return file


def copy_of(file: Path, folder: Path) -> Path:
    """Copy an event with all that lies beside it; give the copy."""
    shutil.copytree(file.parent, folder / "terem")
    return folder / "terem" / file.name


def by_hand(file: Path, *hands: Hand) -> None:
    """Change the file as somebody does in Excel, and save it."""
    book = FileBook.open(file)
    for hand in hands:
        hand(book)
    book.save()
