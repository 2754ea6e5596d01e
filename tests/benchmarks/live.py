"""How long verbs take on an open workbook in Calc, as a multiple of the same verbs on the closed file.

``python tests/benchmarks/live.py [PLAYERS ROUNDS DEALS]``: each verb as a referee starts it in Calc (its program is
running already) and on the file; the open one's round trips beside it. Prints, asserts nothing.
"""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from macros_py import closed_file, conductor, libreoffice, open_file
from macros_py.__main__ import main
from macros_py.book.live import LiveBook
from macros_py.command_line import parse
from macros_py.open_file import keep

USUAL = ("21", "7", "9")


def lines(path: Path, rounds: str) -> list[list[str]]:
    """Give the verbs of the end of an event."""
    close = ["close_round", str(path), "--round", rounds, "--early", "--person", "Mérő"]
    return [
        ["check_results", str(path)],
        ["score_event", str(path)],
        close,
        ["award_masterpoints", str(path)],
    ]


def measure(players: str, rounds: str, deals: str) -> None:
    """Play an event, then end it twice: on the file, and in Calc."""
    with TemporaryDirectory() as folder:
        closed, opened = Path(folder, "zart.xlsx"), Path(folder, "nyitott.xlsx")
        size = ("--players", players, "--rounds", rounds, "--deals", deals, "--seed", "1")
        main(["trial_event", str(closed), *size])
        shutil.copyfile(closed, opened)
        app = libreoffice.register().apps.add(add_book=False)
        book, trips = app.books.open(str(opened)), app.impl.bridge.trips
        closed_file.show_line = lambda sentence: None
        for on_file, live in zip(lines(closed, rounds), lines(opened, rounds), strict=True):
            start = time.perf_counter()
            closed_file.run_on_file(parse(on_file))
            middle, reads, writes = time.perf_counter(), trips.reads, trips.writes
            handle = LiveBook(book, keep)
            handle.on_tell = lambda sentence: None
            conductor.carry_out(parse(live), open_file.stage_of(handle))
            end = time.perf_counter()
            print(
                f"{on_file[0]:<20} file {middle - start:5.2f} s  live {end - middle:5.2f} s "
                f"x {(end - middle) / (middle - start):4.1f}  "
                f"reads {trips.reads - reads}  writes {trips.writes - writes}"
            )
        app.quit()


if __name__ == "__main__":
    measure(*(sys.argv[1:4] or USUAL))
