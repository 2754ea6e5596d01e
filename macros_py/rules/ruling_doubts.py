"""What a referee would want to hear of rulings that are sound by themselves: doubles, their order, who had left."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from macros_py.rules.event import Position
from macros_py.rules.lineup import Lineup
from macros_py.rules.problems import Problem
from macros_py.rules.ruling_rows import Ruling, is_own_seat, ruled_seats, ruling_problem


def number_problems(rulings: Iterable[Ruling]) -> Iterator[Problem]:
    """Warn of each further ruling with a number that stands already: the lower row then counts as the later."""
    seen: set[int] = set()
    for ruling in rulings:
        if ruling.number is not None and ruling.number in seen:
            yield ruling_problem("ruling_number_twice", ruling, "number").as_warning
        if ruling.number is not None:
            seen.add(ruling.number)


def order_problems(in_force: Sequence[Ruling], lineup: Lineup) -> Iterator[Problem]:
    """Warn where two rulings decide on one seat, and the one that counts as the later was made earlier.

    ``in_force`` are the rulings that count, the latest last; moments that are missing contradict nothing.
    """
    deciding = [ruling for ruling in in_force if ruling.status is not None and ruling.moment is not None]
    seats = {ruling.row: set(ruled_seats(ruling, lineup)) for ruling in deciding}
    for earlier, later in combinations(deciding, 2):
        if is_reversed(earlier, later) and seats[earlier.row] & seats[later.row]:
            fields = {"other": earlier.number or "–", "other_kind": earlier.kind}
            yield ruling_problem("ruling_times_reversed", later, "moment", **fields).as_warning


def is_reversed(earlier: Ruling, later: Ruling) -> bool:
    """Tell whether the ruling that counts as later was made before the other; a day and a mere hour do not compare."""
    if earlier.moment is None or later.moment is None or type(earlier.moment) is not type(later.moment):
        return False
    return later.moment < earlier.moment  # type: ignore[operator]


def leaver_problems(ruling: Ruling, lineup: Lineup) -> Iterator[Problem]:
    """Note a ruling by name on deals that another played: he had left, or had not come yet.

    If he sat through none of them it holds for who did; of a round of which he sat through some, for those alone.
    """
    if not ruling.has_name or ruling.round is None or ruling.status is None:
        return
    seats = ruled_seats(ruling, lineup)
    if seats and not is_own_seat(ruling, seats[0], lineup):
        players = ", ".join(dict.fromkeys(lineup.player(*seat) for seat in seats))
        yield ruling_problem("ruling_other_played", ruling, "name", players=players).as_note
        return
    if ruling.deal is not None:
        return
    own: defaultdict[Position, list[int]] = defaultdict(list)
    for position, _, deal in seats:
        own[position].append(deal)
    for position, deals in own.items():
        whole = [deal for number, deal in lineup.deals_of(position) if number == ruling.round]
        if len(deals) < len(whole):
            shown = ", ".join(map(str, deals))
            yield ruling_problem("ruling_own_deals_only", ruling, "name", deals=shown).as_note
