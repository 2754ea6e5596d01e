"""Which verbs fit the event as it stands, why the others do not, and which one comes next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from macros_py.book.tables.rounds import Round
from macros_py.rules.event import RoundState
from macros_py.words import say


@dataclass(frozen=True, slots=True)
class Standing:
    """How far the event has got."""

    players: int
    has_lines: bool
    has_seating: bool
    has_begun: bool
    """Something of a result was typed, or a round has been played."""
    has_awards: bool
    planned: int
    rounds: Mapping[int, Round]

    def state(self, number: int) -> RoundState:
        """Give the state of a round; one that is not in the table yet is planned."""
        return self.rounds[number].state if number in self.rounds else RoundState.PLANNED

    def numbers(self, *states: RoundState) -> list[int]:
        """Give the event's rounds that are in one of the states."""
        return [number for number in range(1, self.planned + 1) if self.state(number) in states]

    @property
    def is_final(self) -> bool:
        """Tell whether every planned round is closed."""
        return bool(self.planned) and len(self.numbers(RoundState.CLOSED)) == self.planned


def no_players(event: Standing) -> str:
    """Somebody must have entered."""
    return "" if event.players else "no_players"


def begun(event: Standing) -> str:
    """Nothing may have been played."""
    return no_players(event) or ("begun" if event.has_begun else "")


def no_lines(event: Standing) -> str:
    """The lines must be drawn."""
    return "" if event.has_lines else "no_lines"


def no_rows(event: Standing) -> str:
    """A round must be dealt and seated."""
    has_rows = event.has_seating and len(event.numbers(RoundState.PLANNED)) < max(event.planned, 1)
    return "" if has_rows else "no_rows"


def final(event: Standing) -> str:
    """Results must still be open."""
    return no_rows(event) or ("final" if event.is_final else "")


RULES: Mapping[str, Callable[[Standing], str]] = {
    "check_entries": no_players,
    "assign_lines": begun,
    "seat_players": lambda event: begun(event) or no_lines(event),
    "deal_round": lambda event: "" if event.numbers(RoundState.PLANNED) or not event.planned else "all_dealt",
    "reveal_round": lambda event: no_rows(event) or ("" if event.numbers(RoundState.DEALT) else "none_dealt"),
    "check_results": no_rows,
    "next_missing": no_rows,
    "export_entry": no_rows,
    "import_results": final,
    "list_queries": no_rows,
    "score_event": no_rows,
    "close_round": lambda event: (
        no_rows(event) or ("" if event.numbers(RoundState.PLAYED) else "none_played")
    ),
    "correct_result": no_rows,
    "preview": no_rows,
    "player_sheet": no_rows,
    "export_draw": no_lines,
    "verify_draw": no_lines,
    "post_results": lambda event: (
        final(event) or ("not_all_played" if event.numbers(RoundState.PLANNED, RoundState.DEALT) else "")
    ),
    "award_masterpoints": lambda event: "" if event.is_final else "not_final",
    "write_record": no_rows,
}
"""What has to hold for a verb; one that is not here always fits. The words stand in ``[fit]``."""

NEXT_IN_ROUND = {
    RoundState.PLANNED: "deal_round",
    RoundState.DEALT: "reveal_round",
    RoundState.PLAYED: "check_results",
}


def reason(verb: str, event: Standing) -> str:
    """Say why a verb does not fit now; nothing if it does."""
    found = RULES[verb](event) if verb in RULES else ""
    return say(f"fit.{found}") if found else ""


def next_verb(event: Standing) -> str:
    """Give the verb that comes next in the order of the day."""
    if not event.players:
        return "import_entrants"
    if not event.has_lines:
        return "assign_lines"
    if not event.has_seating:
        return "seat_players"
    for number in range(1, event.planned + 1):
        if event.state(number) is not RoundState.CLOSED:
            return NEXT_IN_ROUND[event.state(number)]
    return "write_record" if event.has_awards else "award_masterpoints"
