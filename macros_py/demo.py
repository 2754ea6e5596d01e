"""The sample event of ``setup_workbook.py --demo``: the verbs, one after the other, as a referee gives them.

Runs inside the virtual environment: ``python -m macros_py.demo FOLDER``. Each verb is a process of its own, so
what is shown is what the command line does. Only a file stamped PRÓBA is ever overwritten.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from macros_py.book.file import FileBook
from macros_py.book.port import Row
from macros_py.book.saving import is_trial_file
from macros_py.command_line import DONE, UNUSABLE
from macros_py.words import say

SAMPLE_PLAYERS, SAMPLE_ROUNDS, SAMPLE_DEALS, SAMPLE_SEED = 21, 7, 9, 2012
SAMPLE_FILE = "minta.xlsx"
RECORD_NAME = "minta - hivatalos eredmény.xlsx"
PLACES_SHOWN = 5


def main(words: Sequence[str]) -> int:
    """Play the sample event into the folder named; the exit code is 0, 2, or that of the verb that failed."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    event, record = (Path(words[0]).absolute() / name for name in (SAMPLE_FILE, RECORD_NAME))
    for path in (event, record):
        if path.exists() and not is_trial_file(path):
            print(say("demo.refused", path=path), file=sys.stderr)
            return UNUSABLE
    try:
        event.parent.mkdir(parents=True, exist_ok=True)
        return play(event, record) or print_results(event, record)
    except OSError as error:
        place, reason = error.filename or event.parent, error.strerror or error
        print(say("setup.no_access", path=place, reason=reason), file=sys.stderr)
        return UNUSABLE


def steps(event: Path, record: Path) -> list[list[str]]:
    """Give the command lines of the event, from nothing to the official record."""
    numbers = {"players": SAMPLE_PLAYERS, "rounds": SAMPLE_ROUNDS, "deals": SAMPLE_DEALS, "seed": SAMPLE_SEED}
    options = [word for name, number in numbers.items() for word in (f"--{name}", str(number))]
    return [
        ["trial_event", str(event), *options, *(["--replace"] if event.exists() else [])],
        ["close_round", str(event), "--round", str(SAMPLE_ROUNDS), "--early", "--person", say("demo.person")],
        ["award_masterpoints", str(event)],
        ["write_record", str(event), "--to", str(record)],
    ]


def play(event: Path, record: Path) -> int:
    """Run the verbs; the first that fails ends it, with its own words and exit code."""
    print(say("demo.playing", players=SAMPLE_PLAYERS, rounds=SAMPLE_ROUNDS, deals=SAMPLE_DEALS), flush=True)
    lines = steps(event, record)
    for number, line in enumerate(lines, start=1):
        print(say("demo.step", done=number, total=len(lines), label=say(f"demo.label.{line[0]}")), flush=True)
        if line[0] == "write_record":
            record.unlink(missing_ok=True)
        run = subprocess.run(
            [sys.executable, "-m", "macros_py", *line],
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if run.returncode:
            print(run.stdout + run.stderr + say("demo.verb_failed", verb=line[0]), file=sys.stderr)
            return run.returncode
    return DONE


def first_places(event: Path) -> list[Row]:
    """Give the first rows of the final result.

    :raises BookError: the workbook just written cannot be read.
    """
    return FileBook.open(event).read_table("tVegeredmeny")[:PLACES_SHOWN]


def print_results(event: Path, record: Path) -> int:
    """Print the first places and the paths of what was made."""
    print("\n" + say("demo.places"))
    for row in first_places(event):
        percentage = f"{row['Százalék']:.2f}".replace(".", ",")
        print(say("demo.place", place=row["Helyezés"], name=row["Név"], percentage=percentage))
    print("\n" + say("demo.files"))
    for path in (event, record):
        print(say("demo.file", path=path))
    return DONE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
