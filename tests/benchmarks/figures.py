"""A figure with its goal and verdict, and measuring on a busy machine: CPU time, in pairs that run in turn."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

BARE = "import sys, openpyxl; openpyxl.load_workbook(sys.argv[1]).save(sys.argv[2])"
"""What no verb on a file can do without: the measure."""


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured: small is good, or with ``is_least`` large. ``note`` says what it is made of."""

    name: str
    value: float
    goal: float
    unit: str = ""
    note: str = ""
    is_least: bool = False

    @property
    def is_met(self) -> bool:
        """Tell whether the goal is met."""
        return self.value >= self.goal if self.is_least else self.value <= self.goal

    def __str__(self) -> str:
        kind, verdict = ("at least" if self.is_least else "at most"), ("met" if self.is_met else "NOT MET")
        unit = f" {self.unit}" if self.unit else ""
        goal = f"{self.name:<44} {self.value:8.2f}{unit}  (goal {kind} {self.goal:g}{unit}: {verdict})"
        return f"{goal}  {self.note}".rstrip()


Measure = Callable[[], Iterable[Figure]]


def show(*measures: Measure) -> list[Figure]:
    """Measure and print each figure as it comes."""
    figures = []
    for measure in measures:
        for figure in measure():
            print(figure, flush=True)
            figures.append(figure)
    return figures


def run(*measures: Measure) -> int:
    """Measure, print, and give the exit code: 1 where a goal is missed."""
    return int(not all(figure.is_met for figure in show(*measures)))


def seconds(action: Callable[[], object]) -> float:
    """Give the CPU seconds that one run takes in this process."""
    start = process_time()
    action()
    return process_time() - start


def median_ratio(ours: Callable[[], float], other: Callable[[], float], times: int) -> float:
    """Let both measure themselves in turn, and give the median of the ratios."""
    return median(ours() / other() for _ in range(times))


@dataclass(frozen=True, slots=True)
class Cost:
    """What a process took: CPU seconds of it and its children, and the most memory in MB."""

    seconds: float
    megabytes: float


@cache
def bytecode() -> TemporaryDirectory[str]:
    """Give the folder of compiled modules: a referee's Python has them, whatever is set here."""
    return TemporaryDirectory(prefix="sportulti-pyc-")


def cost(*words: str) -> Cost:
    """Run one process of this Python to its end.

    :raises subprocess.CalledProcessError: it did not do what was asked.
    """
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": bytecode().name}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    process = subprocess.Popen([sys.executable, *words], stdout=subprocess.DEVNULL, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, words)
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def verb_cost(verb: str, file: Path, *options: str) -> Cost:
    """Carry out a verb on a file, in a process of its own."""
    return cost("-m", "macros_py", verb, str(file), *options)


def compared(ours: Sequence[str], other: Sequence[str], times: int) -> tuple[float, float, str]:
    """Run two processes in turn; give the median of the ratios, our most memory in MB, and the seconds in words.

    The first pair only compiles and warms what is read from the disk.
    """
    cost(*ours), cost(*other)
    pairs = [(cost(*ours), cost(*other)) for _ in range(times)]
    mine, others = (median(one.seconds for one in column) for column in zip(*pairs, strict=True))
    ratio = median(first.seconds / second.seconds for first, second in pairs)
    return ratio, max(first.megabytes for first, _ in pairs), f"{mine:.2f} s against {others:.2f} s"


def trial(file: Path, players: int, rounds: int = 7, deals: int = 9) -> Path:
    """Make a trial event with all results typed, its last round open."""
    size = ("--players", str(players), "--rounds", str(rounds), "--deals", str(deals), "--seed", "1")
    verb_cost("trial_event", file, *size)
    return file
