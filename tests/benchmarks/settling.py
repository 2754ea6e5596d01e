"""How long reading and settling 20,000 lines takes: run as ``python -m tests.benchmarks.settling``."""

from __future__ import annotations

from time import perf_counter

from macros_py.editions import load
from macros_py.rules.contracts import Line
from macros_py.rules.notation import Language, notation, parse
from macros_py.rules.settlement import settle
from tests.rules.sample_lines import all_lines

COUNT = 20_000


def seconds_for(texts: list[str]) -> float:
    """Give the seconds that a fresh language needs to read and settle all texts."""
    rulebook = load("mausz-2008").rulebook
    language = Language(rulebook)
    start = perf_counter()
    for text in texts:
        settle(parse(text, language), "A", rulebook.contracts)
    return perf_counter() - start


def is_settled_by_a(line: Line) -> bool:
    """Tell whether A can be the soloist of a line."""
    seats = {part.defender for part in line.parts} | {
        seat for part in line.parts for seat, _ in part.individual
    }
    return not line.is_korpassz and "A" not in seats


if __name__ == "__main__":
    language = Language(load("mausz-2008").rulebook)
    known = [notation(line, language) for line in all_lines() if is_settled_by_a(line)]
    texts = (known * (COUNT // len(known) + 1))[:COUNT]
    print(f"{COUNT} lines, {len(known)} different ones: {seconds_for(texts):.2f} s")
    print(f"every text for the first time: {seconds_for(known) * COUNT / len(known):.2f} s per {COUNT}")
