"""Measuring on a busy machine: CPU time of whole processes, in pairs that run in turn; figure, goal, verdict."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Cost:
    """What one process took: CPU seconds of user and system, and the most memory in MB (0 where nothing tells it)."""

    seconds: float
    megabytes: float


def cost(*words: str) -> Cost:
    """Run one process of this Python to its end.

    :raises subprocess.CalledProcessError: it ended with an error.
    """
    process = subprocess.Popen([sys.executable, *words], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, words)
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def verdict(figure: float, goal: float) -> str:
    """Say whether a figure that should be small is small enough."""
    return f"(goal at most {goal:g}: {'met' if figure <= goal else 'NOT MET'})"


def compare(title: str, ours: Sequence[str], measure: Sequence[str], goal: float, times: int) -> None:
    """Run both in turn and print their medians, the median of the ratios, the goal and the verdict."""
    pairs = [(cost(*ours), cost(*measure)) for _ in range(times)]
    mine, other = (median(one.seconds for one in column) for column in zip(*pairs, strict=True))
    ratio = median(first.seconds / second.seconds for first, second in pairs)
    memory = max(first.megabytes for first, _ in pairs)
    print(
        f"{title}: {mine:.2f} s against {other:.2f} s, {memory:.0f} MB, ratio {ratio:.2f} {verdict(ratio, goal)}",
        flush=True,
    )
