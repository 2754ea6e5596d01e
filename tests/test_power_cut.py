"""Power cuts: every changing verb is killed at its file operations, and the event is the one before or the one after.

A cut is played by the operating system's own functions: from the n-th call on none of them does anything any more
(nothing cleans up either). Whatever lies on the disk then is what the next verb finds.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from macros_py.__main__ import main
from macros_py.book.file import FileBook
from tests.secret_events import type_everywhere

pytestmark = pytest.mark.slow

CHANGING = ("open", "replace", "link", "fsync", "unlink", "chmod", "mkdir", "close", "write")
VISIBLE = ("link", "replace")
"""What changes what others see: a file that appears, a file that is replaced."""
COMING_AND_GOING = (*VISIBLE, "open", "mkdir", "unlink")
"""What changes which files there are; a cut at what lies between (fsync, chmod, close) finds the same files."""


class Cut(BaseException):
    """The power is gone: no handler of ours may catch it."""


@contextmanager
def cut_at(number: int, names: tuple[str, ...]) -> Iterator[list[str]]:
    """Let the process die at the ``number``-th (0-based) call of these functions; give the calls that were made."""
    calls: list[str] = []
    originals = {name: getattr(os, name) for name in CHANGING}
    is_dead = False

    def guarded(name: str, original: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            nonlocal is_dead
            if name == "open" and len(args) > 1 and not args[1] & (os.O_WRONLY | os.O_RDWR):
                return original(*args, **kwargs)
            if is_dead:
                raise Cut
            if name in names:
                if len(calls) == number:
                    is_dead = True
                    raise Cut
                calls.append(name)
            return original(*args, **kwargs)

        return call

    try:
        for name, original in originals.items():
            setattr(os, name, guarded(name, original))
        yield calls
    finally:
        for name, original in originals.items():
            setattr(os, name, original)


STEPS = (
    "assign_lines",
    "seat_players",
    "deal_round --round 1",
    "reveal_round --round 1 --person Béla",
    "type",
    "check_results",
    "score_event",
    "correct_result --round 1 --deal 1 --table 1 --ft 8,-4,-4 --achievement PPAK",
    "preview",
    "list_queries",
    "post_results",
    "close_round --round 1 --early --person Béla",
    "award_masterpoints",
    "write_record --to {folder}/hivatalos.xlsx",
    "restore --to 1",
)
EVERYWHERE = ("deal_round",)
"""The verb cut wherever a file or folder comes or goes, and run again each time; the others at what others see."""


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Give the folder as it stood before each step of a small event's day, and at its end."""
    root = tmp_path_factory.mktemp("nap")
    file = root / "terem" / "Kupa.xlsx"
    file.parent.mkdir()
    assert main(["new_event", str(file)]) == 0
    book = FileBook.open(file)
    for name, value in (("fordulok", 1), ("leosztasok_fordulonkent", 3)):
        book.write_value(name, value)
    book.write_table(
        "tNevezok", [{"Név": f"Játékos {n}", "Versenyengedély száma": f"L{n}"} for n in range(9)]
    )
    book.save()
    folders = {}
    for number, step in enumerate(STEPS):
        folders[step] = root / f"{number:02}"
        shutil.copytree(file.parent, folders[step])
        if step == "type":
            type_everywhere(file)
        else:
            assert press(step, file) == 0, step
    folders[""] = file.parent
    return folders


def press(step: str, file: Path) -> int:
    """Carry out one step on a file."""
    verb, *options = step.format(folder=file.parent).split()
    return main([verb, str(file), *options])


def state(file: Path) -> dict[str, Any]:
    """Give what the event is: its tables and values, times and log left out."""
    book = FileBook.open(file)
    names = ("tNevezok", "tVonalak", "tUlesrend", "tEredmenyek", "tPontok", "tVegeredmeny", "tMesterpontok")
    tables: dict[str, Any] = {name: book.read_table(name) for name in (*names, "tLeosztasok")}
    tables["tFordulok"] = [(row["Forduló"], row["Állapot"]) for row in book.read_table("tFordulok")]
    return tables


@pytest.mark.parametrize("step", [step for step in STEPS if step != "type"])
def test_a_power_cut_leaves_the_state_before_or_after(
    step: str, day: dict[str, Path], tmp_path: Path
) -> None:
    """Killed at one operation after the other: never between, and the same verb can be run again to its end."""
    following = [*day][[*day].index(step) + 1]
    verb = step.split()[0]
    names = COMING_AND_GOING if verb in EVERYWHERE else VISIBLE
    old, done = day[step] / "Kupa.xlsx", state(day[following] / "Kupa.xlsx")
    before = state(old)
    seen = set()
    number = 0
    while True:
        folder = tmp_path / f"{number:03}"
        shutil.copytree(day[step], folder)
        file = folder / "Kupa.xlsx"
        with cut_at(number, names) as calls, suppress(Cut):
            press(step, file)
        found = before if file.read_bytes() == old.read_bytes() else state(file)
        if len(calls) < number:
            break
        seen.add("before" if found == before else "after")
        assert found == before or same_as_done(found, done, verb), (
            number,
            calls[-3:],
        )
        if verb in EVERYWHERE:
            assert press(step, file) == 0 or found != before, (number, calls[-3:])
        shutil.rmtree(folder)
        number += 1
    assert "before" in seen
    assert number >= 3


def same_as_done(found: dict[str, Any], wanted: dict[str, Any], verb: str) -> bool:
    """Tell whether the event is as the verb leaves it (its random key, and so the draws, are another run's)."""
    drawn = {"assign_lines": ("tVonalak",), "seat_players": (), "deal_round": ("tLeosztasok",)}.get(verb, ())
    return all(
        found[name] == wanted[name] or (name in drawn and len(found[name]) == len(wanted[name]))
        for name in found
    )
