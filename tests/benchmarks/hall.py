"""How even the starting tables get, and what it costs: ``python -m tests.benchmarks.hall``.

Goal: lines and tables of 300 players, drawn and evened out, take at most 3 s of CPU time.
"""

from __future__ import annotations

from fractions import Fraction
from time import process_time

from macros_py.actions.drawing import drawn_places
from macros_py.editions import load
from macros_py.rules.draws import Stream
from macros_py.rules.evening import opponents_strength
from macros_py.rules.event import Entrant
from macros_py.rules.lines import assign_lines
from macros_py.rules.plans import best_plan
from tests.benchmarks.pairs import verdict

KEY = b"only for measuring, never for an event"
ROUNDS, LARGEST, GOAL = 7, 300, 3.0

if __name__ == "__main__":
    rulebook = load("mausz-2008").rulebook
    for players in (21, 42, 132, LARGEST):
        entrants = [Entrant(f"{number}", masterpoints=Fraction(1000 - number)) for number in range(players)]
        plan = best_plan(players // 3, ROUNDS).seatings
        start = process_time()
        drawn = assign_lines(entrants, rulebook.lines_method, Stream(KEY, "vonalak"))
        between = process_time()
        evened = drawn_places(KEY, entrants, ROUNDS, rulebook)
        end = process_time()
        shown = [
            f"{float(min(means)):.1f}–{float(max(means)):.1f}"
            for places in (drawn, evened)
            for means in [opponents_strength(places, plan).values()]
        ]
        judged = verdict(end - between, GOAL) if players == LARGEST else ""
        print(f"{players} players: mean rank of opponents {shown[0]} → {shown[1]}")
        print(f"    drawn in {between - start:.3f} s, evened out in {end - between:.2f} s {judged}".rstrip())
