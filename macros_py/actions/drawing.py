"""The draw of lines and starting tables: from the key, the players and the rules alone, so that it can be verified."""

from __future__ import annotations

from collections.abc import Sequence

from macros_py.rules.draws import Stream
from macros_py.rules.evening import even_tables
from macros_py.rules.event import Entrant, Place, Position
from macros_py.rules.lines import FIXED_LINE, draw_lines
from macros_py.rules.plans import best_plan
from macros_py.rules.rulebook import Rulebook

LINES_PURPOSE, TABLES_PURPOSE = "vonalak", "induló asztalok"
EVENED = "kiegyenlitett"


def drawn_places(key: bytes, players: Sequence[Entrant], rounds: int, rulebook: Rulebook) -> list[Place]:
    """Draw lines and tables, and even the tables out over the plan of so many rounds where the rules say so.

    The same key, players, rounds and rules give the same places.

    :raises ImpossibleLines: the players make no three equal lines, or their fixed tables contradict each other.
    """
    places = draw_lines(players, rulebook.lines_method, Stream(key, LINES_PURPOSE))
    if rulebook.tables_method != EVENED or not rounds:
        return places
    plan = best_plan(len(places) // 3, rounds)
    fixed = {Position(FIXED_LINE, player.fixed_table) for player in players if player.fixed_table}
    stream = Stream(key, TABLES_PURPOSE)
    return even_tables(places, plan.seatings, fixed, stream, rulebook.evening_starts)
