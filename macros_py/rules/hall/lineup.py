"""The lineup: who sat where, deal by deal, all substitutions replayed in time (VSZ 6).

Rows of tCserek that cannot be true are told, and are as if not written.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from macros_py.rules.hall.circulation import BEFORE_THE_EVENT, Step, Timetable
from macros_py.rules.hall.event import Place, Position, Substitution, TableSeating
from macros_py.rules.names import name_key
from macros_py.rules.problems import Problem, RuleError

SUBSTITUTIONS_TABLE = "tCserek"

Timed = tuple[Step, Substitution]


@dataclass(frozen=True, slots=True)
class Stint:
    """One person's unbroken time on a position, until the next one; no ``substitution``: from the start."""

    name: str
    start: Step
    substitution: Substitution | None = None


@dataclass(slots=True)
class SeatedHall:
    """Who sits on which position while the event is replayed, and what went before."""

    sitting: dict[Position, str]
    stints: dict[Position, list[Stint]]
    problems: list[Problem] = field(default_factory=list)

    def elsewhere(self, name: str, position: Position) -> Position | None:
        """Give another position on which the person sits now, if there is one."""
        key = name_key(name)
        return next(
            (other for other, who in self.sitting.items() if other != position and name_key(who) == key), None
        )


def _replay(
    places: Iterable[Place], substitutions: Sequence[Substitution], timetable: Timetable
) -> SeatedHall:
    """Carry out the substitutions in the order of play; one that cannot be true is reported and left out.

    Those of one moment are carried out in row order, all goings before all comings.
    """
    sitting = {place.position: place.name for place in places}
    stints = {position: [Stint(name, BEFORE_THE_EVENT)] for position, name in sitting.items()}
    hall = SeatedHall(sitting, stints)
    timed: list[Timed] = []
    for substitution in substitutions:
        found = list(_row_problems(substitution, sitting, timetable))
        hall.problems += found
        moment = timetable.moment(substitution.position, substitution.from_round, substitution.from_deal)
        if not found and moment is not None:
            timed.append((moment, substitution))
    timed.sort(key=lambda pair: pair[0])
    for moment, together in groupby(timed, key=lambda pair: pair[0]):
        _exchange(hall, moment, [substitution for _, substitution in together])
    return hall


def _exchange(hall: SeatedHall, moment: Step, together: Iterable[Substitution]) -> None:
    before = dict(hall.sitting)
    went: list[Substitution] = []
    for substitution in together:
        position, sits = substitution.position, hall.sitting[substitution.position]
        if name_key(sits) == name_key(substitution.outgoing):
            hall.sitting[position] = substitution.incoming
            went.append(substitution)
        else:
            hall.problems.append(_problem("substitution_sits_elsewhere", substitution, "outgoing", sits=sits))
    for substitution in went:
        position = substitution.position
        other = hall.elsewhere(substitution.incoming, position)
        if other is None:
            hall.sitting[position] = substitution.incoming
            hall.stints[position].append(Stint(substitution.incoming, moment, substitution))
        else:
            hall.sitting[position] = before[position]
            fields = {"other_line": other.line, "other_table": other.table}
            hall.problems.append(_problem("substitution_sits_already", substitution, "incoming", **fields))


def _row_problems(
    substitution: Substitution, known: Mapping[Position, str], timetable: Timetable
) -> Iterator[Problem]:
    rounds, deals, deal = timetable.rounds, timetable.deals_per_round, substitution.from_deal
    if substitution.position not in known:
        yield _problem("substitution_place_unknown", substitution, "table")
    if substitution.from_round not in rounds:
        yield _problem("substitution_round_unknown", substitution, "from_round", rounds=len(rounds))
    if deals and deal is not None and not 1 <= deal <= deals:
        yield _problem("substitution_deal_unknown", substitution, "from_deal", deals=deals)
    keys = {field: name_key(getattr(substitution, field)) for field in ("outgoing", "incoming")}
    for column in (column for column, key in keys.items() if not key):
        yield _problem("substitution_name_missing", substitution, column)
    if keys["outgoing"] == keys["incoming"] != "":
        yield _problem("substitution_same_player", substitution, "incoming")


def _problem(code: str, substitution: Substitution, field: str, **fields: object) -> Problem:
    line, table = substitution.position.line, substitution.position.table
    key = (line, table, substitution.from_round, substitution.from_deal or "")
    found = getattr(substitution.position if field == "table" else substitution, field)
    fields |= {"line": line, "table": table}
    return Problem(code, SUBSTITUTIONS_TABLE, substitution.row, key, field, found, fields)


@dataclass(frozen=True, slots=True)
class Lineup:
    """Places, seating plan and substitutions (in any order) of one event, joined.

    A position keeps its row in every table, whoever sits on it.

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
        hall = _replay(self.places, self.substitutions, timetable)
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
    """Find the rows of tCserek that cannot be true, who may not come in (warning), who shares a round (note).

    ``eligible`` are the table judges and the reserves named beforehand (VSZ 6); None leaves that unchecked.
    Who already had a place may return.
    """
    found = [*lineup.problems, *_shared_rounds(lineup)]
    if eligible is not None:
        allowed = {name_key(name) for name in eligible} | {name_key(place.name) for place in lineup.places}
        found += [
            _problem("substitution_not_allowed", row, "incoming").as_warning
            for row in lineup.substitutions
            if (key := name_key(row.incoming)) and key not in allowed
        ]
    return found


def _shared_rounds(lineup: Lineup) -> Iterator[Problem]:
    """Tell of each change in mid-round who plays which deals.

    A table begins a round with a deal of its own. Deal 1 typed where the table begins with another is warned of:
    he who typed it probably meant the whole round.
    """
    for position in lineup.positions:
        for stint in lineup.stints(position):
            change = stint.substitution
            if change is None or change.from_deal is None or stint.start[1] == 0:
                continue
            number, at = change.from_round, stint.start[1]
            deals = [deal for round, deal in lineup.timetable.deals_in_order(position) if round == number]
            fields = {
                "incoming": change.incoming,
                "round": number,
                "seat": lineup.table_of(position, number),
                "plays": ", ".join(map(str, deals[at:])),
                "left": ", ".join(map(str, deals[:at])),
                "first": deals[0],
            }
            if (
                change.from_deal == 1
            ):  # where the table begins with another: the whole round is probably meant
                yield _problem("substitution_not_first", change, "from_deal", **fields).as_warning
            else:
                yield _problem("substitution_within_round", change, "incoming", **fields).as_note
