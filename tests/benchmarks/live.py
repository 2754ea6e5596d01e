"""What verbs cost on an open workbook in Calc: ``python -m tests.benchmarks.live``.

Each verb as a referee starts it in Calc (its program is running already) and on the closed file, one after the other.
Counted is the CPU time of both, ours and Calc's; and how often we ask Calc, which must not grow with the event.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import xlwings as xw

from macros_py import conductor, libreoffice, open_file
from macros_py.book.live import LiveBook
from macros_py.command_line import parse_command
from tests.benchmarks.figures import Figure, run, trial

PLAYERS = 42
VERBS = ("check_results", "score_event", "close_round", "award_masterpoints")
GOAL = 3.0
"""CPU seconds of a verb."""
MOST_RATIO, MOST_TRIPS = 3.0, 140


def lines(file: Path) -> list[list[str]]:
    """Give the verbs of the end of an event."""
    close = ["--round", "7", "--early", "--person", "Mérő"]
    return [[verb, str(file), *(close if verb == "close_round" else [])] for verb in VERBS]


def children_seconds() -> float:
    """Give the CPU seconds of all living processes begun by this one; 0 where the system does not tell."""
    parents, ticks = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            parents[path.parent.name], ticks[path.parent.name] = fields[1], int(fields[11]) + int(fields[12])
    own = {str(os.getpid())}
    while found := {pid for pid, parent in parents.items() if parent in own} - own:
        own |= found
    return sum(ticks[pid] for pid in own - {str(os.getpid())}) / os.sysconf("SC_CLK_TCK")


def whole_seconds(action: Callable[[], object]) -> float:
    """Give the CPU seconds of an action, ours and those of the programs we began."""
    start = process_time() + children_seconds()
    action()
    return process_time() + children_seconds() - start


def measure() -> Iterator[Figure]:
    """End an event twice: on the file, and in Calc."""
    conductor.show_line = lambda sentence: None
    with TemporaryDirectory() as folder:
        closed = trial(Path(folder, "zart.xlsx"), PLAYERS)
        opened = shutil.copyfile(closed, Path(folder, "nyitott.xlsx"))
        app = libreoffice.register().apps.add(add_book=False)
        try:
            yield from both(closed, opened, app)
        finally:
            app.quit()


def both(closed: Path, opened: Path, app: xw.App) -> Iterator[Figure]:
    """Carry out each verb on the closed file, then in Calc."""
    book, trips = app.books.open(str(opened)), app.impl.bridge.trips
    sums = [0.0, 0.0]
    most = 0
    for on_file, live in zip(lines(closed), lines(opened), strict=True):
        handle, before = LiveBook(book, open_file.keep), trips.reads + trips.writes
        handle.on_tell = lambda sentence: None
        stage = open_file.stage_of(handle)
        pair = (
            whole_seconds(partial(conductor.run_on_file, parse_command(on_file))),
            whole_seconds(partial(conductor.conduct, parse_command(live), stage)),
        )
        most = max(most, trips.reads + trips.writes - before)
        sums = [total + one for total, one in zip(sums, pair, strict=True)]
        note = f"closed {pair[0]:.2f} s, {trips.reads + trips.writes - before} round trips"
        yield Figure(f"{on_file[0]} in Calc, {PLAYERS} players", pair[1], GOAL, "s", note)
    yield Figure("these verbs in Calc ÷ on the closed file", sums[1] / sums[0], MOST_RATIO)
    yield Figure("round trips of a verb", most, MOST_TRIPS)


if __name__ == "__main__":
    raise SystemExit(run(measure))
