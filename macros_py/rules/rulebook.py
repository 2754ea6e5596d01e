"""The numbers and named choices of one edition of the rules, as the pure code receives them.

The values themselves, with unit, source and *feltevés* flag, stand in ``templates/rules/<edition>.toml``, in
the order of the fields here: each under the name of its group and its own, or under the path beside its
reader. The reader beside a field's type says what the value may be; a named choice is read by its type. So
the table of all values, their checking and their putting together follow from the fields.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from macros_py.rules.cards.cards import RANKS
from macros_py.rules.rule_readers import (
    Reader,
    WrongTogether,
    check_words,
    choice,
    choice_pairs,
    choices,
    fraction,
    multiple,
    phrases,
    place_tables,
    ranks,
    rising_factors,
    spellings,
    switch,
    triples,
    whole_between,
)

VetlenMethod = Literal["nagyobb", "rogzitett", "sajat_atlag", "kihagyas"]
TablesMethod = Literal["kiegyenlitett", "sorsolas"]
LinesMethod = Literal["szerpentin", "harmadok", "soronkent"]
TieBreak = Literal["ft", "egyedul_legjobb"]
EntryMode = Literal["gyors", "teljes"]
Duty = Literal["felulutes", "szin", "felulvagas", "vagas"]
TalonOwner = Literal["vedok", "felvevo", "senki"]
CardsForBid = Literal["kell", "nem_kell"]

COMPONENT_NAMES = ("parti", "negyvenszaz", "huszszaz", "negy_asz", "ulti", "durchmars", "betli")
KINDS = (*COMPONENT_NAMES, "szintelen_durchmars")
SILENT = ("negyvenszaz", "huszszaz", "negy_asz", "ulti", "durchmars")
PRICED = (
    *COMPONENT_NAMES[:-1],
    "teritett_durchmars",
    "betli",
    "piros_betli",
    "teritett_betli",
    "szintelen_durchmars",
    "piros_szintelen_durchmars",
    "teritett_szintelen_durchmars",
)
NOTIONS = (
    *COMPONENT_NAMES,
    *("piros", "tok", "zold", "makk"),
    *("teritett", "szintelen", "csendes"),
    *("kontra", "rekontra", "szubkontra", "mordkontra"),
    *("bukott", "nyert", "korpassz"),
)
"""Everything that has an official code."""

PRICE = whole_between(1, 9999)


@dataclass(frozen=True, slots=True)
class ScoringRules:
    """How a deal is scored against the other players of the same line (matchpoints per opponent)."""

    win: Annotated[int, whole_between(0, 100)]
    tie: Annotated[int, whole_between(0, 100)]
    loss: Annotated[int, whole_between(0, 100)]
    vetlen_method: VetlenMethod
    """``nagyobb``: the larger of ``vetlen_percentage`` and his own; ``rogzitett``: always that percentage;
    ``sajat_atlag``: always his own; ``kihagyas``: left out of his maximum like a deal not played."""
    vetlen_percentage: Annotated[Fraction, fraction(0, 100)]
    """In percent of the deal's top, 0 … 100."""
    least_tables: Annotated[int, whole_between(2, 333)]
    percentage_decimals: Annotated[int, whole_between(0, 9)]


@dataclass(frozen=True, slots=True)
class RankingRules:
    """What separates equal percentages, in order; what is equal in all of them shares the place."""

    tie_breaks: tuple[TieBreak, ...]


@dataclass(frozen=True, slots=True)
class MasterpointRules:
    """The masterpoint table and the shares of it (VSZ 6)."""

    divisor: Annotated[int, whole_between(1, 999)]
    """Place p of n positions is worth max(0, ⌈n / divisor⌉ − p + 1) where ``places`` says nothing of n."""
    places: Annotated[Mapping[int, tuple[Fraction, ...]], place_tables]
    """Explicit tables: number of positions → worth of place 1, 2, 3 … (0 beyond the last)."""
    least_played: Annotated[Fraction, fraction(0, 1)]
    """Share of the deals that must have been played to get any (VSZ 6: one half)."""
    substituted_share: Annotated[Fraction, fraction(0, 1)]
    """What a replaced or incoming person gets of the position's masterpoints (VSZ 6: one half)."""


@dataclass(frozen=True, slots=True)
class EntryRules:
    """How many may start (VSZ 6)."""

    least_players: Annotated[int, whole_between(3, 999)]
    multiple_of: Annotated[int, multiple(3, 99)]


@dataclass(frozen=True, slots=True)
class PlayRules:
    """How the cards are bid for, played and counted; ranks are the letters of ``cards.RANKS``, highest first."""

    duties: tuple[Duty, ...]
    """What must be served, the weightiest first: the first one of which the hand has a card."""
    trump_order: Annotated[str, ranks(len(RANKS))]
    plain_order: Annotated[str, ranks(len(RANKS))]
    """The order of the ranks where there is no trump suit."""
    counting_ranks: Annotated[str, ranks(1)]
    """The ranks that count ``card_points`` each for whoever takes them."""
    card_points: Annotated[int, whole_between(1, 100)]
    last_trick: Annotated[int, whole_between(0, 100)]
    husz: Annotated[int, whole_between(0, 1000)]
    """Points of a felső and király of one suit in one hand."""
    negyven: Annotated[int, whole_between(0, 1000)]
    """The same in the trump suit."""
    hundred: Annotated[int, whole_between(1, 1000)]
    """What 40-100 and 20-100 must reach: the 40 (or one 20) with the points in tricks."""
    talon_counts_for: TalonOwner
    cards_for_bid: CardsForBid
    """Whether 40-100, 20-100 and ulti may be bid only with the cards they are named after."""


@dataclass(frozen=True, slots=True)
class ContractRules:
    """What can be bid, and what it is worth between the soloist and one defender.

    Prices are in units; ``forint`` is the Ft of one. Components are called by the values of
    ``contracts.Component``; the rules about kinds tell ``szintelen_durchmars`` from ``durchmars``.
    """

    prices: Annotated[Mapping[str, int], dict.fromkeys(PRICED, PRICE), "prices"]
    """By kind, ``teritett_`` before it where the hands lie open, ``piros_`` before that where piros has a
    price of its own; everything else is piros for ``piros_factor`` times the price."""
    piros_factor: Annotated[int, whole_between(1, 99), "factors.piros"]
    kontra_factors: Annotated[tuple[int, ...], rising_factors, "factors.kontra"]
    """By level 0 … 4; level 0 is 1."""
    lost_ulti_extra: Annotated[int, whole_between(0, 99), "factors.lost_ulti"]
    """A lost ulti costs its price times (kontra factor + this): 8, 12, 20 …"""
    forint: Annotated[int, whole_between(1, 9999), "factors.forint"]
    silent_prices: Annotated[Mapping[str, int], dict.fromkeys(SILENT, PRICE), "silent"]
    """What can be achieved without having been bid (csendes), in units."""
    silent_paid: Annotated[tuple[str, ...], choices(SILENT), "silent.paid"]
    silent_defender: Annotated[tuple[str, ...], choices(SILENT), "silent.defender"]
    """Which of them the soloist pays to both defenders when one of them has achieved it."""
    silent_losable: Annotated[tuple[str, ...], choices(SILENT), "silent.losable"]
    instead_of_parti: Annotated[tuple[str, ...], choices(SILENT), "silent.instead_of_parti"]
    """The silent achievements that are paid in the parti's place."""
    silent_parti_kontra: Annotated[bool, switch, "silent.parti_kontra"]
    """Whether what is paid in the parti's place takes the parti's kontra."""
    without_parti: Annotated[tuple[str, ...], choices(COMPONENT_NAMES)]
    """The components with which the parti is not played for."""
    alone: Annotated[tuple[str, ...], choices(KINDS)]
    """The kinds that go with nothing else."""
    exclusive: Annotated[tuple[tuple[str, str], ...], choice_pairs(COMPONENT_NAMES)]
    """Pairs of components that exclude each other."""
    teritett: Annotated[tuple[str, ...], choices(COMPONENT_NAMES)]
    szintelen: Annotated[tuple[str, ...], choices(COMPONENT_NAMES)]
    one_form: Annotated[tuple[str, ...], choices(KINDS)]
    """The kinds of which terített has no piros form."""
    individual_kontra: Annotated[tuple[str, ...], choices(KINDS)]
    """The kinds at which the defenders kontra each for himself."""


@dataclass(frozen=True, slots=True)
class LanguageRules:
    """How players write what was achieved: the official code of each notion first, then what is read too."""

    words: Annotated[Mapping[str, tuple[str, ...]], dict.fromkeys(NOTIONS, spellings), "words"]
    shorthands: Annotated[tuple[tuple[str, str], ...], phrases(2, 2)]
    """What is written in one word for several: (written, meaning in official codes)."""
    fillers: Annotated[tuple[str, ...], spellings]
    """Words that say nothing (``és``)."""
    traps: Annotated[tuple[tuple[str, ...], ...], phrases(3, 9)]
    """What is ambiguous where a line begins: (written, reading, reading …)."""


@dataclass(frozen=True, slots=True)
class ResultRules:
    """How results are typed, and what a körpassz may bring."""

    entry: EntryMode
    """``gyors``: the two other Ft are filled in when the soloist's agrees; ``teljes``: all three are typed."""
    korpassz: Annotated[tuple[tuple[int, int, int], ...], triples]
    """The Ft of the starter and of the two after him; each sums to 0."""


@dataclass(frozen=True, slots=True)
class CheckRules:
    """When a right row is still worth a second look."""

    outlier_tables: Annotated[int, whole_between(3, 999)]
    """So many tables must have a result on the deal before one of them can be far from all others."""
    outlier_distance: Annotated[int, whole_between(1, 9999)]
    """Far: on some line it differs from every other table's result by at least so many Ft."""


@dataclass(frozen=True, slots=True)
class ReadinessRules:
    """What an event needs before its first card (VSZ 1.c, 2), and the pace it is planned at."""

    announcement_days: Annotated[int, whole_between(0, 365)]
    packs_per_table: Annotated[Fraction, fraction(0, 100)]
    """Packs of cards, and as many pens."""
    cases_per_table: Annotated[Fraction, fraction(0, 100)]
    fee_share: Annotated[Fraction, fraction(0, 100000)]
    """Ft owed to the federation for each player."""
    deal_minutes: Annotated[int, whole_between(1, 60)]
    first_deal_minutes: Annotated[int, whole_between(0, 999)]
    """So long before the start at most the first round is dealt (VSZ 4.c)."""
    change_minutes: Annotated[int, whole_between(0, 240)]
    """Between two rounds."""
    lunch_minutes: Annotated[int, whole_between(0, 240)]
    """Once, besides the change of rounds."""


@dataclass(frozen=True, slots=True)
class EndingRules:
    """How an event ends (VSZ 5)."""

    objection_minutes: Annotated[int, whole_between(0, 999)]
    """So long after the posting of the results players may object."""
    announcement_days: Annotated[int, whole_between(0, 99)]
    """By so many days after the protocols were closed the results are due, if they could not be announced at once."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One edition, complete."""

    edition: str
    name: str
    entries: EntryRules
    lines_method: Annotated[LinesMethod, "lines.method"]
    tables_method: Annotated[TablesMethod, "lines.tables"]
    """``kiegyenlitett``: swaps after the draw make all opponents equally strong; ``sorsolas``: the draw alone."""
    evening_starts: Annotated[int, whole_between(1, 99), "lines.starts"]
    """From so many beginnings the swaps are tried."""
    most_dealers: Annotated[int, whole_between(1, 99), "officials.most_dealers"]
    """At least one, at most so many (VSZ 4)."""
    tables_per_judge: Annotated[int, whole_between(1, 99), "officials.tables_per_judge"]
    """One table judge looks after so many tables (VSZ 4)."""
    scoring: ScoringRules
    ranking: RankingRules
    masterpoints: MasterpointRules
    play: PlayRules
    contracts: ContractRules
    results: ResultRules
    language: Annotated[LanguageRules, "words"]
    readiness: ReadinessRules
    ending: EndingRules
    checks: CheckRules


@cache
def _fields(rules: Any, group: str = "") -> tuple[tuple[str, str, Any], ...]:
    """Give the fields of a class of rules: name, path in the file, what reads it (reader, readers, class)."""
    found = []
    for name, hint in get_type_hints(rules, include_extras=True).items():
        kind, *marks = get_args(hint) if get_origin(hint) is Annotated else (hint,)
        path = next((mark for mark in marks if isinstance(mark, str)), f"{group}.{name}" if group else name)
        reader = next((mark for mark in marks if not isinstance(mark, str)), None) or _reader_of(kind)
        found.append((name, path, reader))
    return tuple(one for one in found if one[2])


def _reader_of(kind: Any) -> Any:
    """Give what reads a type by itself: a named choice, several of them, a class of rules; None for others."""
    inner, *_ = get_args(kind) or (None,)
    if get_origin(kind) is Literal:
        return choice(get_args(kind))
    if get_origin(inner) is Literal:
        return choices(get_args(inner))
    return kind if is_dataclass(kind) else None


def _readers(rules: Any, group: str = "") -> Iterator[tuple[str, Reader]]:
    for _, path, reader in _fields(rules, group):
        if is_dataclass(reader):
            yield from _readers(reader, path)
        elif isinstance(reader, Mapping):
            yield from ((f"{path}.{key}", each) for key, each in reader.items())
        else:
            yield path, reader


VALUES: Mapping[str, Reader] = dict(_readers(Rulebook))
"""Every rule of a rulebook file by its path, in its order, with the reader of its value."""


def _put_together(rules: Any, values: Mapping[str, Any], group: str = "", **own: Any) -> Any:
    for name, path, reader in _fields(rules, group):
        if is_dataclass(reader):
            own[name] = _put_together(reader, values, path)
        elif isinstance(reader, Mapping):
            own[name] = {key: values[f"{path}.{key}"] for key in reader}
        else:
            own[name] = values[path]
    return rules(**own)


def make_rulebook(edition: str, name: str, values: Mapping[str, Any]) -> Rulebook:
    """Put the values, one for each key of ``VALUES``, into their places.

    :raises KeyError: a value is missing (the caller has to look first).
    """
    made: Rulebook = _put_together(Rulebook, values, edition=edition, name=name)
    return made


def check_together(values: Mapping[str, Any]) -> None:
    """Check what no value shows by itself: win > tie > loss, and no code or word that clashes with another.

    :raises WrongTogether: they do not go together.
    """
    win, tie, loss = (values[f"scoring.{key}"] for key in ("win", "tie", "loss"))
    if not win > tie > loss:
        raise WrongTogether("order", "scoring.tie", f"{win} / {tie} / {loss}")
    check_words(values)
