"""How even the starting tables get, and what it costs beside the draw: ``python -m tests.benchmarks.hall``."""

from __future__ import annotations

from fractions import Fraction
from time import perf_counter

from macros_py.actions.drawing import drawn_places
from macros_py.editions import load
from macros_py.rules.draws import Stream
from macros_py.rules.evening import opponents_strength
from macros_py.rules.event import Entrant
from macros_py.rules.lines import assign_lines
from macros_py.rules.plans import best_plan

KEY = b"only for measuring, never for an event"
ROUNDS = 7

if __name__ == "__main__":
    rulebook = load("mausz-2008").rulebook
    for players in (21, 42, 63, 132):
        entrants = [Entrant(f"{number}", masterpoints=Fraction(1000 - number)) for number in range(players)]
        plan = best_plan(players // 3, ROUNDS).seatings
        start = perf_counter()
        drawn = assign_lines(entrants, rulebook.lines_method, Stream(KEY, "vonalak"))
        between = perf_counter()
        evened = drawn_places(KEY, entrants, ROUNDS, rulebook)
        end = perf_counter()
        shown = [
            f"{float(min(means)):.1f}–{float(max(means)):.1f}"
            for places in (drawn, evened)
            for means in [opponents_strength(places, plan).values()]
        ]
        ratio = (end - between) / (between - start)
        print(f"{players} players: mean rank of opponents {shown[0]} → {shown[1]}")
        print(f"    {ratio:.0f} × the draw, {end - between:.2f} s")
