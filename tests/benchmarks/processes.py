"""Verbs on a file against what they cannot do without: ``python -m tests.benchmarks.processes``.

Whole processes beside openpyxl's bare load and save of the same file, in turn. 63 deals each.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.figures import BARE, Figure, compared, run, trial, verb_cost

SCORE = {21: 1.35, 300: 1.0}
"""Players → goal."""
RECORD = {21: 1.5, 42: 1.5, 75: 1.5, 300: 1.5}
MOST_MEGABYTES = 250
TIMES, LARGE, LARGE_TIMES = 7, 300, 3


def measure() -> Iterator[Figure]:
    """Score the events, and write their records."""
    with TemporaryDirectory() as folder:
        for players in sorted({*SCORE, *RECORD}):
            file = trial(Path(folder, f"{players}.xlsx"), players)
            verb_cost("score_event", file)
            bare = ("-c", BARE, str(file), str(Path(folder, "bare.xlsx")))
            times = LARGE_TIMES if players == LARGE else TIMES
            if players in SCORE:
                ratio, _, note = compared(("-m", "macros_py", "score_event", str(file)), bare, times)
                yield Figure(
                    f"score_event ÷ load and save, {players} players", ratio, SCORE[players], note=note
                )
            words = ("-m", "macros_py", "write_record", str(file), "--to", str(Path(folder, "r.xlsx")))
            ratio, most, note = compared(words, bare, times)
            yield Figure(
                f"write_record ÷ load and save, {players} players", ratio, RECORD[players], note=note
            )
        yield Figure(f"memory of write_record, {LARGE} players", most, MOST_MEGABYTES, "MB")


if __name__ == "__main__":
    raise SystemExit(run(measure))
