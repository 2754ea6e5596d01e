"""The values of a rulebook file: which there are, what each may be, and the exact ``Rulebook`` they make.

A value comes as TOML gives it (floats as ``Decimal``); an exact fraction is written as text, ``"1/2"``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from macros_py.rules.cards import RANKS
from macros_py.rules.contract_values import (
    CONTRACT_VALUES,
    make_contract_rules,
    make_language_rules,
    make_result_rules,
)
from macros_py.rules.rulebook import (
    CardsForBid,
    CheckRules,
    Duty,
    EndingRules,
    EntryRules,
    LinesMethod,
    MasterpointRules,
    PlayRules,
    RankingRules,
    ReadinessRules,
    Rulebook,
    ScoringRules,
    TablesMethod,
    TalonOwner,
    TieBreak,
    VetlenMethod,
)
from macros_py.rules.value_readers import (
    Reader,
    WrongTogether,
    choice,
    choices,
    fraction,
    multiple,
    places,
    ranks,
    whole,
)
from macros_py.rules.word_readers import check_words

VALUES: Mapping[str, Reader] = {
    "entries.least_players": whole(3, 999),
    "entries.multiple_of": multiple(3, 99),
    "lines.method": choice(get_args(LinesMethod)),
    "lines.tables": choice(get_args(TablesMethod)),
    "lines.starts": whole(1, 99),
    "officials.most_dealers": whole(1, 99),
    "officials.tables_per_judge": whole(1, 99),
    "scoring.win": whole(0, 100),
    "scoring.tie": whole(0, 100),
    "scoring.loss": whole(0, 100),
    "scoring.vetlen_method": choice(get_args(VetlenMethod)),
    "scoring.vetlen_percentage": fraction(0, 100),
    "scoring.least_tables": whole(2, 333),
    "scoring.percentage_decimals": whole(0, 9),
    "ranking.tie_breaks": choices(get_args(TieBreak)),
    "masterpoints.divisor": whole(1, 999),
    "masterpoints.places": places,
    "masterpoints.least_played": fraction(0, 1),
    "masterpoints.substituted_share": fraction(0, 1),
    "play.duties": choices(get_args(Duty)),
    "play.trump_order": ranks(len(RANKS)),
    "play.plain_order": ranks(len(RANKS)),
    "play.counting_ranks": ranks(1),
    "play.card_points": whole(1, 100),
    "play.last_trick": whole(0, 100),
    "play.husz": whole(0, 1000),
    "play.negyven": whole(0, 1000),
    "play.hundred": whole(1, 1000),
    "play.talon_counts_for": choice(get_args(TalonOwner)),
    "play.cards_for_bid": choice(get_args(CardsForBid)),
    **CONTRACT_VALUES,
    "readiness.announcement_days": whole(0, 365),
    "readiness.packs_per_table": fraction(0, 100),
    "readiness.cases_per_table": fraction(0, 100),
    "readiness.fee_share": fraction(0, 100000),
    "readiness.deal_minutes": whole(1, 60),
    "readiness.first_deal_minutes": whole(0, 999),
    "readiness.change_minutes": whole(0, 240),
    "readiness.lunch_minutes": whole(0, 240),
    "ending.objection_minutes": whole(0, 999),
    "ending.announcement_days": whole(0, 99),
    "checks.outlier_tables": whole(3, 999),
    "checks.outlier_distance": whole(1, 9999),
}
"""Every rule of a rulebook file, in its order, with the reader of its value."""


def check_together(values: Mapping[str, Any]) -> None:
    """Check what no value shows by itself.

    A better result earns more than an equal one, that more than a worse one (else somebody has exchanged
    them); no code or word of the language clashes with another.

    :raises WrongTogether: they do not go together.
    """
    win, tie, loss = (values[f"scoring.{key}"] for key in ("win", "tie", "loss"))
    if not win > tie > loss:
        raise WrongTogether("order", "scoring.tie", f"{win} / {tie} / {loss}")
    check_words(values)


def make_rulebook(edition: str, name: str, values: Mapping[str, Any]) -> Rulebook:
    """Put the values, one for each key of ``VALUES``, into their places.

    :raises KeyError: a value is missing (the caller has to look first).
    """

    def group(prefix: str) -> dict[str, Any]:
        start = f"{prefix}."
        return {key.removeprefix(start): values[key] for key in VALUES if key.startswith(start)}

    return Rulebook(
        edition=edition,
        name=name,
        entries=EntryRules(**group("entries")),
        lines_method=values["lines.method"],
        tables_method=values["lines.tables"],
        most_dealers=values["officials.most_dealers"],
        tables_per_judge=values["officials.tables_per_judge"],
        evening_starts=values["lines.starts"],
        scoring=ScoringRules(**group("scoring")),
        ranking=RankingRules(**group("ranking")),
        masterpoints=MasterpointRules(**group("masterpoints")),
        play=PlayRules(**group("play")),
        contracts=make_contract_rules(values),
        language=make_language_rules(values),
        results=make_result_rules(values),
        readiness=ReadinessRules(**group("readiness")),
        ending=EndingRules(**group("ending")),
        checks=CheckRules(**group("checks")),
    )
