"""All benchmarks, a table at the end: ``python -m tests.benchmarks [NAME …]``. Ends with 1 if a goal is missed.

What needs LibreOffice Calc is left out where there is none, and told. Ten minutes; a name runs that one only. The long
proofs – false_errors, feasibility, mistakes – are run by themselves.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence

from tests.benchmarks import (
    checking,
    deals,
    growth,
    hall,
    live,
    processes,
    safety,
    scoring,
    settling,
    start_up,
)
from tests.benchmarks.figures import Measure, show

BENCHMARKS: dict[str, tuple[Measure, ...]] = {
    "deals": (deals.measure,),
    "settling": (settling.measure,),
    "scoring": (scoring.measure,),
    "checking": (checking.measure,),
    "hall": (hall.measure,),
    "start_up": (start_up.measure,),
    "processes": (processes.measure,),
    "growth": (growth.by_players, growth.by_rounds),
    "safety": (safety.measure,),
    "live": (live.measure,),
}


def main(names: Sequence[str]) -> int:
    """Run the benchmarks named, or all; print the table."""
    chosen = [*(names or BENCHMARKS)]
    left_out = [name for name in chosen if name == "live" and shutil.which("soffice") is None]
    figures = []
    for name in chosen:
        if name not in left_out:
            print(f"-- {name}", flush=True)
            figures += show(*BENCHMARKS[name])
    missed = [figure for figure in figures if not figure.is_met]
    print("\n-- all", *figures, sep="\n")
    for name in left_out:
        print(f"{name}: left out, there is no soffice on the PATH")
    print(f"{len(figures)} figures, {len(missed)} missed", *missed, sep="\n")
    return int(bool(missed))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
