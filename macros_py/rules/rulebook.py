"""The numbers and named choices of one edition of the rules, as the pure code receives them.

The values themselves, with unit, source and *feltevés* flag, stand in ``templates/rules/<edition>.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

VetlenMethod = Literal["nagyobb", "rogzitett", "sajat_atlag", "kihagyas"]
TablesMethod = Literal["kiegyenlitett", "sorsolas"]
LinesMethod = Literal["szerpentin", "harmadok", "soronkent"]
TieBreak = Literal["ft", "egyedul_legjobb"]
EntryMode = Literal["gyors", "teljes"]
Duty = Literal["felulutes", "szin", "felulvagas", "vagas"]
TalonOwner = Literal["vedok", "felvevo", "senki"]
CardsForBid = Literal["kell", "nem_kell"]


@dataclass(frozen=True, slots=True)
class ScoringRules:
    """How a deal is scored against the other players of the same line (matchpoints per opponent)."""

    win: int
    tie: int
    loss: int
    vetlen_method: VetlenMethod
    """``nagyobb``: the larger of ``vetlen_percentage`` and his own; ``rogzitett``: always that percentage;
    ``sajat_atlag``: always his own; ``kihagyas``: left out of his maximum like a deal not played."""
    vetlen_percentage: Fraction
    """In percent of the deal's top, 0 … 100."""
    least_tables: int
    percentage_decimals: int


@dataclass(frozen=True, slots=True)
class RankingRules:
    """What separates equal percentages, in order; what is equal in all of them shares the place."""

    tie_breaks: tuple[TieBreak, ...]


@dataclass(frozen=True, slots=True)
class MasterpointRules:
    """The masterpoint table and the shares of it (VSZ 6)."""

    divisor: int
    """Place p of n positions is worth max(0, ⌈n / divisor⌉ − p + 1) where ``places`` says nothing of n."""
    places: Mapping[int, tuple[Fraction, ...]]
    """Explicit tables: number of positions → worth of place 1, 2, 3 … (0 beyond the last)."""
    least_played: Fraction
    """Share of the deals that must have been played to get any (VSZ 6: one half)."""
    substituted_share: Fraction
    """What a replaced or incoming person gets of the position's masterpoints (VSZ 6: one half)."""


@dataclass(frozen=True, slots=True)
class EntryRules:
    """How many may start (VSZ 6)."""

    least_players: int
    multiple_of: int


@dataclass(frozen=True, slots=True)
class PlayRules:
    """How the cards are bid for, played and counted; ranks are the letters of ``cards.RANKS``, highest first."""

    duties: tuple[Duty, ...]
    """What must be served, the weightiest first: the first one of which the hand has a card."""
    trump_order: str
    plain_order: str
    """The order of the ranks where there is no trump suit."""
    counting_ranks: str
    """The ranks that count ``card_points`` each for whoever takes them."""
    card_points: int
    last_trick: int
    husz: int
    """Points of a felső and király of one suit in one hand."""
    negyven: int
    """The same in the trump suit."""
    hundred: int
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

    prices: Mapping[str, int]
    """By kind, ``teritett_`` before it where the hands lie open, ``piros_`` before that where piros has a
    price of its own; everything else is piros for ``piros_factor`` times the price."""
    piros_factor: int
    kontra_factors: tuple[int, ...]
    """By level 0 … 4; level 0 is 1."""
    lost_ulti_extra: int
    """A lost ulti costs its price times (kontra factor + this): 8, 12, 20 …"""
    forint: int
    silent_prices: Mapping[str, int]
    """What can be achieved without having been bid (csendes), in units."""
    silent_paid: tuple[str, ...]
    silent_defender: tuple[str, ...]
    """Which of them the soloist pays to both defenders when one of them has achieved it."""
    silent_losable: tuple[str, ...]
    instead_of_parti: tuple[str, ...]
    """The silent achievements that are paid in the parti's place."""
    silent_parti_kontra: bool
    """Whether what is paid in the parti's place takes the parti's kontra."""
    without_parti: tuple[str, ...]
    """The components with which the parti is not played for."""
    alone: tuple[str, ...]
    """The kinds that go with nothing else."""
    exclusive: tuple[tuple[str, str], ...]
    """Pairs of components that exclude each other."""
    teritett: tuple[str, ...]
    szintelen: tuple[str, ...]
    one_form: tuple[str, ...]
    """The kinds of which terített has no piros form."""
    individual_kontra: tuple[str, ...]
    """The kinds at which the defenders kontra each for himself."""


@dataclass(frozen=True, slots=True)
class LanguageRules:
    """How players write what was achieved: the official code of each notion first, then what is read too."""

    words: Mapping[str, tuple[str, ...]]
    shorthands: tuple[tuple[str, str], ...]
    """What is written in one word for several: (written, meaning in official codes)."""
    fillers: tuple[str, ...]
    """Words that say nothing (``és``)."""
    traps: tuple[tuple[str, ...], ...]
    """What is ambiguous where a line begins: (written, reading, reading …)."""


@dataclass(frozen=True, slots=True)
class ResultRules:
    """How results are typed, and what a körpassz may bring."""

    entry: EntryMode
    """``gyors``: the two other Ft are filled in when the soloist's agrees; ``teljes``: all three are typed."""
    korpassz: tuple[tuple[int, int, int], ...]
    """The Ft of the starter and of the two after him; each sums to 0."""


@dataclass(frozen=True, slots=True)
class CheckRules:
    """When a right row is still worth a second look."""

    outlier_tables: int
    """So many tables must have a result on the deal before one of them can be far from all others."""
    outlier_distance: int
    """Far: on some line it differs from every other table's result by at least so many Ft."""


@dataclass(frozen=True, slots=True)
class ReadinessRules:
    """What an event needs before its first card (VSZ 1.c, 2), and the pace it is planned at."""

    announcement_days: int
    packs_per_table: Fraction
    """Packs of cards, and as many pens."""
    cases_per_table: Fraction
    fee_share: Fraction
    """Ft owed to the federation for each player."""
    deal_minutes: int
    first_deal_minutes: int
    """So long before the start at most the first round is dealt (VSZ 4.c)."""
    change_minutes: int
    """Between two rounds."""
    lunch_minutes: int
    """Once, besides the change of rounds."""


@dataclass(frozen=True, slots=True)
class EndingRules:
    """How an event ends (VSZ 5)."""

    objection_minutes: int
    """So long after the posting of the results players may object."""
    announcement_days: int
    """By so many days after the protocols were closed the results are due, if they could not be announced at once."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One edition, complete."""

    edition: str
    name: str
    entries: EntryRules
    lines_method: LinesMethod
    tables_method: TablesMethod
    """``kiegyenlitett``: swaps after the draw make all opponents equally strong; ``sorsolas``: the draw alone."""
    most_dealers: int
    """At least one, at most so many (VSZ 4)."""
    tables_per_judge: int
    """One table judge looks after so many tables (VSZ 4)."""
    evening_starts: int
    """From so many beginnings the swaps are tried."""
    scoring: ScoringRules
    ranking: RankingRules
    masterpoints: MasterpointRules
    play: PlayRules
    contracts: ContractRules
    language: LanguageRules
    results: ResultRules
    readiness: ReadinessRules
    ending: EndingRules
    checks: CheckRules
