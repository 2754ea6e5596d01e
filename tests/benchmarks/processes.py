"""Whole processes against what they cannot do without: ``python -m tests.benchmarks.processes``.

* ``score_event`` on a scored file of 300 players × 63 deals, against openpyxl's bare load and save of that file.
  Goal: at most 1.5.
* ``new_event --help``, against ``import openpyxl``. Goal: at most 1.5.

Each pair is run in turn, so that a busy machine slows both; the ratio is the median of the pairs.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

GOAL = 1.5
LARGE = ["--players", "300", "--rounds", "7", "--deals", "9", "--seed", "1"]
BARE = "import sys, openpyxl; openpyxl.load_workbook(sys.argv[1]).save(sys.argv[2])"


def seconds(*words: str) -> float:
    """Time one process of this Python.

    :raises subprocess.CalledProcessError: it ended with an error.
    """
    start = perf_counter()
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - start


def compare(title: str, ours: list[str], measure: list[str], times: int) -> None:
    """Run both in turn and print their medians and the ratio."""
    pairs = [(seconds(*ours), seconds(*measure)) for _ in range(times)]
    mine, other = (median(column) for column in zip(*pairs, strict=True))
    ratio = median(first / second for first, second in pairs)
    print(f"{title}: {mine:.2f} s against {other:.2f} s, ratio {ratio:.2f} (goal at most {GOAL})", flush=True)


def main() -> None:
    """Make the large event in a folder of its own, and compare."""
    compare("new_event --help", ["-m", "macros_py", "new_event", "--help"], ["-c", "import openpyxl"], 9)
    with TemporaryDirectory() as folder:
        event, bare = str(Path(folder) / "large.xlsx"), str(Path(folder) / "bare.xlsx")
        seconds("-m", "macros_py", "trial_event", event, *LARGE)
        seconds("-m", "macros_py", "score_event", event)
        compare("score_event", ["-m", "macros_py", "score_event", event], ["-c", BARE, event, bare], 3)


if __name__ == "__main__":
    main()
