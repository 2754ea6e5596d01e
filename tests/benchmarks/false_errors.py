"""The long proof that what was really played is never in error: ``python -m tests.benchmarks.false_errors [ROWS]``.

Plays halls (a million rows unless said otherwise), each deal really bid and played at each table, and puts every row
through both checks with the cards shown. Whatever is found beyond a note is a fault of ours.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from macros_py.rules.meaning.meaning import check_meaning
from macros_py.rules.problems import Degree
from tests.benchmarks.figures import Figure, run
from tests.rules.sample_rows import CONTEXT, basic_errors, played_hall

ROWS = 1_000_000
TABLES, ROUNDS, DEALS = 8, 28, 9
"""One hall: 2,016 rows."""
PROCESSES = 2


def faults(seed: int) -> Counter[str]:
    """Play one hall and count its rows, its notes, and every other finding by code."""
    hall = played_hall.__wrapped__(TABLES, ROUNDS, DEALS, seed)
    wrong, found = basic_errors(hall.rows, hall.sheet)
    _, meant = check_meaning(hall.rows, wrong, CONTEXT.at(hall.deals, ()))
    count = Counter(rows=len(hall.rows))
    for problem in [*found, *meant]:
        count["notes" if problem.degree is Degree.NOTE else problem.code] += 1
    return count


def measure() -> Iterator[Figure]:
    """Play the halls in as many processes as there are cores, and count."""
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else ROWS
    halls = -(-rows // (TABLES * ROUNDS * DEALS))
    total: Counter[str] = Counter()
    with ProcessPoolExecutor(PROCESSES) as pool:
        for count in pool.map(faults, range(halls), chunksize=4):
            total += count
    played, notes = total.pop("rows"), total.pop("notes", 0)
    note = f"{notes:,} notes {dict(total) or ''}"
    yield Figure(f"false findings in {played:,} rows really played", sum(total.values()), 0, note=note)


if __name__ == "__main__":
    raise SystemExit(run(measure))
