"""What a verb loads before it begins: ``python -m tests.benchmarks.start_up``.

All modules of ``score_event`` on a closed file, against ``import openpyxl``, which is among them.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.benchmarks.figures import Figure, compared, run

OURS = "import macros_py.__main__, macros_py.conductor, macros_py.book.file, macros_py.actions.score_event"
HELP = ("-m", "macros_py", "score_event", "--help")
OPENPYXL = ("-c", "import openpyxl")
GOAL, GOAL_OF_HELP, TIMES = 2.5, 1.3, 9


def measure() -> Iterator[Figure]:
    """Measure a verb's modules, and the help, which needs hardly any."""
    ratio, _, note = compared(("-c", OURS), OPENPYXL, TIMES)
    yield Figure("modules of score_event ÷ import openpyxl", ratio, GOAL, note=note)
    ratio, _, note = compared(HELP, OPENPYXL, TIMES)
    yield Figure("score_event --help ÷ import openpyxl", ratio, GOAL_OF_HELP, note=note)


if __name__ == "__main__":
    raise SystemExit(run(measure))
