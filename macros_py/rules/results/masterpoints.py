"""Masterpoints: worth of a place, means of shared places, halves after substitutions (VSZ 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from macros_py.rules.hall.event import Position, Result
from macros_py.rules.hall.lineup import Lineup
from macros_py.rules.names import name_key
from macros_py.rules.results.ranking import Standing
from macros_py.rules.results.scoring import ZERO, counts_as_played
from macros_py.rules.rulebook import MasterpointRules

_WHOLE = Fraction(1)


@dataclass(frozen=True, slots=True)
class Award:
    """What one person gets for one position, with the derivation: masterpoints = computed × share.

    ``played`` of ``total`` deals of the event were his on this position; ``computed`` is the position's
    worth, the mean of the ``sharing`` places it covers; ``is_substituted``: he was replaced here or came in.
    """

    person: str
    position: Position
    place: int | None
    sharing: int
    is_substituted: bool
    played: int
    total: int
    computed: Fraction
    share: Fraction
    masterpoints: Fraction


def place_worth(place: int, positions: int, rules: MasterpointRules) -> Fraction:
    """Give the worth of an unshared ``place`` (1-based) among so many positions.

    By the explicit table of that number (0 beyond its end), without one max(0, ⌈n / divisor⌉ − place + 1).
    """
    explicit = rules.places.get(positions)
    if explicit is not None:
        return explicit[place - 1] if place <= len(explicit) else ZERO
    return Fraction(max(0, -(-positions // rules.divisor) - place + 1))


def shared_worth(place: int, sharing: int, positions: int, rules: MasterpointRules) -> Fraction:
    """Give the mean worth of the ``sharing`` places from ``place`` on."""
    covered = range(place, place + sharing)
    return sum((place_worth(one, positions, rules) for one in covered), ZERO) / sharing


def award(
    standings: Sequence[Standing], lineup: Lineup, results: Iterable[Result], rules: MasterpointRules
) -> list[Award]:
    """Give every person's masterpoints, by standing and then in the order in which they came to the position.

    A deal counts as played with a number, a renonsz or a vétlen; the whole is the number of deals (of all
    rounds) that any result names. A person on two positions has an award for each.

    :raises RuleError: a standing or a result names a position that nobody has, or a deal it does not play.
    """
    results = list(results)
    whole = len({(result.round, result.deal) for result in results})
    played = Counter(
        (result.position, name_key(lineup.player(result.position, result.round, result.deal)))
        for result in results
        if counts_as_played(result)
    )
    sharing = Counter(standing.place for standing in standings)
    awards: list[Award] = []
    for standing in standings:
        together = sharing[standing.place] if standing.place else 0
        computed = ZERO
        if standing.place:
            computed = shared_worth(standing.place, together, len(standings), rules)
        persons = lineup.persons(standing.position)
        for person in persons:
            own = played[standing.position, name_key(person)]
            share = earned_share(own, whole, len(persons) > 1, rules)
            awards.append(
                Award(
                    person=person,
                    position=standing.position,
                    place=standing.place,
                    sharing=together,
                    is_substituted=len(persons) > 1,
                    played=own,
                    total=whole,
                    computed=computed,
                    share=share,
                    masterpoints=computed * share,
                )
            )
    return awards


def earned_share(played: int, total: int, is_substituted: bool, rules: MasterpointRules) -> Fraction:
    """Give what part of the position's masterpoints a person earns (VSZ 6): nothing below the least share of
    deals, else the whole, or the substituted share for who was replaced or came in.
    """
    if not total or played < rules.least_played * total:
        return ZERO
    return rules.substituted_share if is_substituted else _WHOLE
