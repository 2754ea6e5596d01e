"""How even the starting tables get, and what it costs: ``python -m tests.benchmarks.hall``."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from macros_py.actions.drawing import drawn_places
from macros_py.editions import load_edition
from macros_py.rules.cards.draws import Stream
from macros_py.rules.hall.evening import opponents_strength
from macros_py.rules.hall.event import Entrant
from macros_py.rules.hall.lines import draw_lines
from macros_py.rules.hall.movement import best_plan
from tests.benchmarks.figures import Figure, run, seconds

KEY = b"only for measuring, never for an event"
ROUNDS = 7
GOALS = {21: 0.1, 42: 0.2, 132: 1.0, 300: 3.0}
"""Players → CPU seconds of drawing and evening out."""


def measure() -> Iterator[Figure]:
    """Draw lines and tables, and even them out."""
    rulebook = load_edition("mausz-2008").rulebook
    for players, goal in GOALS.items():
        entrants = [Entrant(f"{number}", masterpoints=Fraction(1000 - number)) for number in range(players)]
        plan = best_plan(players // 3, ROUNDS).seatings
        evened = drawn_places(KEY, entrants, ROUNDS, rulebook)
        taken = seconds(partial(drawn_places, KEY, entrants, ROUNDS, rulebook))
        shown = [
            f"{float(min(means)):.1f}–{float(max(means)):.1f}"
            for places in (draw_lines(entrants, rulebook.lines_method, Stream(KEY, "vonalak")), evened)
            for means in [opponents_strength(places, plan).values()]
        ]
        note = f"mean rank of opponents {shown[0]} → {shown[1]}"
        yield Figure(f"drawing and evening out, {players} players", taken, goal, "s", note)


if __name__ == "__main__":
    raise SystemExit(run(measure))
