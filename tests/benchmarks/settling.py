"""What reading and settling 20,000 lines costs: ``python -m tests.benchmarks.settling``."""

from __future__ import annotations

from collections.abc import Iterator

from macros_py.editions import load_edition
from macros_py.rules.language.contracts import Line
from macros_py.rules.language.notation import Language, notation, parse_line
from macros_py.rules.language.settlement import settle
from tests.benchmarks.figures import Figure, run, seconds
from tests.rules.sample_lines import all_lines

COUNT = 20_000
GOAL, GOAL_OF_FIRST = 1.0, 3.0


def seconds_for(texts: list[str]) -> float:
    """Give the CPU seconds that a fresh language needs to read and settle all texts."""
    rulebook = load_edition("mausz-2008").rulebook
    language = Language(rulebook)
    return seconds(lambda: [settle(parse_line(text, language), "A", rulebook.contracts) for text in texts])


def is_settled_by_a(line: Line) -> bool:
    """Tell whether A can be the soloist of a line."""
    seats = {part.defender for part in line.parts} | {
        seat for part in line.parts for seat, _ in part.individual
    }
    return not line.is_korpassz and "A" not in seats


def measure() -> Iterator[Figure]:
    """Settle the texts again and again, and each for the first time."""
    language = Language(load_edition("mausz-2008").rulebook)
    known = [notation(line, language) for line in all_lines() if is_settled_by_a(line)]
    texts = (known * (COUNT // len(known) + 1))[:COUNT]
    note = f"{len(known)} different ones"
    yield Figure(f"settling {COUNT} lines", seconds_for(texts), GOAL, "s", note)
    first = seconds_for(known) * COUNT / len(known)
    yield Figure(f"settling {COUNT} lines, each for the first time", first, GOAL_OF_FIRST, "s")


if __name__ == "__main__":
    raise SystemExit(run(measure))
