"""The long proof of the checks against the cards: ``python -m tests.benchmarks.feasibility [DEALS [PROCESSES]]``.

Plays deals (a million unless said otherwise), holds each against the plain rules, and counts what must never be:
a line that came about and is called impossible, or whose reverse is called certain. Then it tells how often a
slip (another deal, another soloist, a part reversed) is found by the cards alone, and how long things take.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import pairwise
from time import process_time

from macros_py.rules.cards.deals import Deal
from macros_py.rules.hall.event import LINES
from macros_py.rules.language.contracts import Line
from macros_py.rules.play.feasibility import Feasibility, Possibility
from macros_py.rules.play.generator import GeneratedDeal
from tests.benchmarks.figures import Figure, run
from tests.rules.played_deals import auction_faults, false_verdicts, generated, play_faults
from tests.rules.sample_play import MAUSZ_2008

DEALS = 1_000_000
PROCESSES = 2
CHUNK = 5_000
GOALS = {"generate": 1000, "verdicts": 50}
"""CPU microseconds a deal."""


def prove(first: int) -> Counter[str]:
    """Play one chunk of deals and count deals, lines, faults, found slips and nanoseconds."""
    start = process_time()
    games = list(generated(first, CHUNK))
    count: Counter[str] = Counter(deals=len(games), generate_ns=int((process_time() - start) * 1e9))
    check = Feasibility(MAUSZ_2008)
    played = [game for game in games if game.soloist is not None]
    start = process_time()
    for game in played:
        check.verdicts(game.deal, game.soloist or "", game.line)
    count["verdicts_ns"] = int((process_time() - start) * 1e9)
    count["lines"] = len(played)
    for game in games:
        count.update(auction_faults(game) + play_faults(game) + false_verdicts(game, check))
    for game, other in pairwise(played):
        count.update(slips(game, other.deal, check))
    return count


def slips(game: GeneratedDeal, other: Deal, check: Feasibility) -> list[str]:
    """Make each slip once and tell which were made and which were found."""
    soloist = game.soloist or ""
    wrong = LINES[(LINES.index(soloist) + 1) % len(LINES)]

    def is_found(deal: Deal, seat: str, line: Line) -> bool:
        verdicts = check.verdicts(deal, seat, line)
        return any(verdict.possibility is Possibility.IMPOSSIBLE for verdict in verdicts)

    has_named = any(part.is_silent for part in game.line.parts)
    told = ["another deal", "another soloist"] + ["silent: another deal"] * has_named
    found = [is_found(other, soloist, game.line), is_found(game.deal, wrong, game.line)]
    told += ["another deal: found"] * found[0] + ["another soloist: found"] * found[1]
    told += ["silent: another deal: found"] * (has_named and found[0])
    parts = game.line.parts
    for place, part in enumerate(parts):
        reverse = (*parts[:place], replace(part, is_won=not part.is_won), *parts[place + 1 :])
        told += ["part reversed"]
        told += ["part reversed: found"] * is_found(game.deal, soloist, replace(game.line, parts=reverse))
    return told


def figures(count: Counter[str]) -> Iterator[Figure]:
    """Give what was counted: the times, and the faults, of which there may be none; tell how many slips were found."""
    for name, goal in GOALS.items():
        per = count["deals"] if name == "generate" else count["lines"]
        yield Figure(f"{name}, {per:,}", count[f"{name}_ns"] / per / 1000, goal, "µs")
    kinds = ("another deal", "silent: another deal", "another soloist", "part reversed")
    for kind in kinds:
        print(f"{kind}: {count[f'{kind}: found']:,} of {count[kind]:,} found")
    known = {"deals", "lines", "generate_ns", "verdicts_ns"}
    faults = {key: value for key, value in count.items() if key not in known and not key.startswith(kinds)}
    yield Figure("faults", sum(faults.values()), 0, note=str(faults or ""))


def measure() -> Iterator[Figure]:
    """Prove so many deals on so many processors."""
    deals, processes = [*map(int, sys.argv[1:]), *(DEALS, PROCESSES)[len(sys.argv) - 1 :]]
    count: Counter[str] = Counter()
    with ProcessPoolExecutor(processes) as pool:
        for chunk in pool.map(prove, range(0, deals, CHUNK)):
            count.update(chunk)
    yield from figures(count)


if __name__ == "__main__":
    raise SystemExit(run(measure))
