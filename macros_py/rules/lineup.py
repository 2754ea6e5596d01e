"""The lineup: who sat where, deal by deal, with every substitution taken into account (VSZ 6)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from macros_py.rules.event import Place, Position, Substitution, TableSeating
from macros_py.rules.names import name_key
from macros_py.rules.problems import Problem, RuleError
from macros_py.rules.substitutions import SeatedHall, Stint, problem, replay
from macros_py.rules.timetable import Timetable


@dataclass(frozen=True, slots=True)
class Lineup:
    """Places, seating plan and substitutions of one event, joined.

    ``substitutions`` may stand in any order; those that cannot be true (``check_substitutions``) are as if
    not written. A position keeps its row in every table, whoever sits on it.

    :raises RuleError: somebody is seated, but there are no deals.
    """

    places: Sequence[Place]
    plan: Sequence[TableSeating]
    substitutions: Sequence[Substitution]
    deals_per_round: int
    timetable: Timetable = field(init=False, repr=False, compare=False)
    _hall: SeatedHall = field(init=False, repr=False, compare=False)
    _by_name: Mapping[str, tuple[Position, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        timetable = Timetable(self.plan, self.deals_per_round)
        hall = replay(self.places, self.substitutions, timetable)
        by_name: dict[str, dict[Position, None]] = {}
        for position, stints in hall.stints.items():
            for stint in stints:
                by_name.setdefault(name_key(stint.name), {})[position] = None
        object.__setattr__(self, "timetable", timetable)
        object.__setattr__(self, "_hall", hall)
        object.__setattr__(self, "_by_name", {key: tuple(found) for key, found in by_name.items()})

    @property
    def tables(self) -> int:
        """Give the number of tables (that of the places while nobody is seated)."""
        return self.timetable.tables or max((place.position.table for place in self.places), default=0)

    @property
    def rounds(self) -> tuple[int, ...]:
        """Give the rounds that have a seating, ascending."""
        return self.timetable.rounds

    @property
    def positions(self) -> tuple[Position, ...]:
        """Give all positions in the order of the places."""
        return tuple(self._hall.stints)

    def position_at(self, round: int, table: int, line: str) -> Position | None:
        """Give the position that sits there in that round; None where the plan seats nobody."""
        return self.timetable.position_at(round, table, line)

    def table_of(self, position: Position, round: int) -> int | None:
        """Give the table (1-based) at which the position sits in that round; None if it does not sit."""
        return self.timetable.table_of(position, round)

    def stints(self, position: Position) -> tuple[Stint, ...]:
        """Give who sat on the position, one after the other; a returning person comes again.

        :raises RuleError: nobody has that position.
        """
        if position not in self._hall.stints:
            raise RuleError(f"no place on {position.line} {position.table}")
        return tuple(self._hall.stints[position])

    def player(self, position: Position, round: int, deal: int) -> str:
        """Give the name of who played the deal on the position.

        :raises RuleError: nobody has that position, or it does not play that deal.
        """
        stints = self.stints(position)
        moment = self.timetable.moment(position, round, deal)
        if moment is None:
            raise RuleError(f"{position.line} {position.table} does not play deal {deal} of round {round}")
        return next(stint.name for stint in reversed(stints) if stint.start <= moment)

    def persons(self, position: Position) -> tuple[str, ...]:
        """Give everybody who sat on the position, each once, in the order in which they came.

        :raises RuleError: nobody has that position.
        """
        names: dict[str, str] = {}
        for stint in self.stints(position):
            names.setdefault(name_key(stint.name), stint.name)
        return tuple(names.values())

    def positions_of(self, name: str) -> tuple[Position, ...]:
        """Give every position on which the person ever sat; empty for a stranger."""
        return self._by_name.get(name_key(name), ())

    def deals_of(self, position: Position) -> list[tuple[int, int]]:
        """Give the (round, deal) pairs of the position in play order.

        :raises RuleError: nobody has that position.
        """
        self.stints(position)
        return self.timetable.deals_in_order(position)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Give what is wrong with the substitutions, row by row."""
        return tuple(sorted(self._hall.problems, key=lambda found: -1 if found.row is None else found.row))


def check_substitutions(lineup: Lineup, eligible: Collection[str] | None = None) -> list[Problem]:
    """Find every row of tCserek that cannot be true, and (as warnings) who may not come in.

    ``eligible`` are the table judges and the reserves named beforehand (VSZ 6); None leaves that unchecked.
    Who already had a place may return. Of every change in mid-round it is told who plays which deals.
    """
    found = [*lineup.problems, *shared_rounds(lineup)]
    if eligible is not None:
        allowed = {name_key(name) for name in eligible} | {name_key(place.name) for place in lineup.places}
        found += [
            problem("substitution_not_allowed", row, "incoming").as_warning
            for row in lineup.substitutions
            if (key := name_key(row.incoming)) and key not in allowed
        ]
    return found


def shared_rounds(lineup: Lineup) -> Iterator[Problem]:
    """Tell of each change in mid-round who plays which deals of it, in the order of play.

    A table begins a round with a deal of its own. Deal 1 typed where the table begins with another is warned of:
    he who typed it probably meant the whole round.
    """
    for position in lineup.positions:
        for stint in lineup.stints(position):
            change = stint.substitution
            if change is None or change.from_deal is None or stint.start[1] == 0:
                continue
            number = change.from_round
            deals = [deal for round, deal in lineup.timetable.deals_in_order(position) if round == number]
            fields = {
                "incoming": change.incoming,
                "round": number,
                "seat": lineup.table_of(position, number),
                "plays": shown_deals(deals[stint.start[1] :]),
                "left": shown_deals(deals[: stint.start[1]]),
                "first": deals[0],
            }
            if change.from_deal == 1:
                yield problem("substitution_not_first", change, "from_deal", **fields).as_warning
            else:
                yield problem("substitution_within_round", change, "incoming", **fields).as_note


def shown_deals(deals: Iterable[int]) -> str:
    """Write deals in the order of play."""
    return ", ".join(map(str, deals))
