"""The values of a rulebook about contracts, results and language: which there are, and what they make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from macros_py.rules.rulebook import ContractRules, EntryMode, LanguageRules, ResultRules
from macros_py.rules.value_readers import Reader, WrongValue, choice, choices, switch, whole
from macros_py.rules.word_readers import phrases, words

COMPONENTS = ("parti", "negyvenszaz", "huszszaz", "negy_asz", "ulti", "durchmars", "betli")
KINDS = (*COMPONENTS, "szintelen_durchmars")
SILENT = ("negyvenszaz", "huszszaz", "negy_asz", "ulti", "durchmars")
PRICED = (
    *COMPONENTS[:-1],
    "teritett_durchmars",
    "betli",
    "piros_betli",
    "teritett_betli",
    "szintelen_durchmars",
    "piros_szintelen_durchmars",
    "teritett_szintelen_durchmars",
)
NOTIONS = (
    *COMPONENTS,
    *("piros", "tok", "zold", "makk"),
    *("teritett", "szintelen", "csendes"),
    *("kontra", "rekontra", "szubkontra", "mordkontra"),
    *("bukott", "nyert", "korpassz"),
)
"""Everything that has an official code."""

price = whole(1, 9999)


def kontra_factors(raw: object) -> tuple[int, ...]:
    """Read the factors of kontra, rekontra, szubkontra and mordkontra, and put level 0 (1) before them.

    :raises WrongValue: they are not four, or one is not more than the one before.
    """
    factors = numbers(raw)
    if len(factors) != 4 or any(more <= less for less, more in zip((1, *factors), factors, strict=False)):
        raise WrongValue("kontra_factors")
    return (1, *factors)


def numbers(raw: object) -> tuple[int, ...]:
    """Give a list of whole numbers; anything else is an empty one."""
    rows = raw if isinstance(raw, list) else []
    return tuple(rows) if all(type(item) is int for item in rows) else ()


def triples(raw: object) -> tuple[tuple[int, int, int], ...]:
    """Read the allowed Ft of a körpassz: starter, next, last; each triple sums to 0.

    :raises WrongValue: a row is no such triple, stands twice, or there is none.
    """
    rows = [numbers(row) for row in raw] if isinstance(raw, list) else []
    if not rows or len({*rows}) < len(rows) or any(len(row) != 3 or sum(row) for row in rows):
        raise WrongValue("korpassz")
    return tuple((first, second, third) for first, second, third in rows)


def pairs(raw: object) -> tuple[tuple[str, str], ...]:
    """Read pairs of different components.

    :raises WrongValue: a row is no such pair.
    """
    rows: list[tuple[str, ...]] = [()]
    if isinstance(raw, list):
        rows = [choices(COMPONENTS)(row) for row in raw]
    if any(len(row) != 2 for row in rows):
        raise WrongValue("pairs", known=", ".join(COMPONENTS))
    return tuple((first, second) for first, second in rows)


CONTRACT_VALUES: Mapping[str, Reader] = {
    **{f"prices.{form}": price for form in PRICED},
    "factors.piros": whole(1, 99),
    "factors.kontra": kontra_factors,
    "factors.lost_ulti": whole(0, 99),
    "factors.forint": whole(1, 9999),
    **{f"silent.{component}": price for component in SILENT},
    "silent.paid": choices(SILENT),
    "silent.defender": choices(SILENT),
    "silent.losable": choices(SILENT),
    "silent.instead_of_parti": choices(SILENT),
    "silent.parti_kontra": switch,
    "contracts.without_parti": choices(COMPONENTS),
    "contracts.alone": choices(KINDS),
    "contracts.exclusive": pairs,
    "contracts.teritett": choices(COMPONENTS),
    "contracts.szintelen": choices(COMPONENTS),
    "contracts.one_form": choices(KINDS),
    "contracts.individual_kontra": choices(KINDS),
    "results.entry": choice(get_args(EntryMode)),
    "results.korpassz": triples,
    **{f"words.{notion}": words for notion in NOTIONS},
    "words.shorthands": phrases(2, 2),
    "words.fillers": words,
    "words.traps": phrases(3, 9),
}


def make_contract_rules(values: Mapping[str, Any]) -> ContractRules:
    """Put the values of bids and prices into their places.

    :raises KeyError: a value is missing (the caller has to look first).
    """

    def own(group: str, *names: str) -> dict[str, Any]:
        return {name: values[f"{group}.{name}"] for name in names}

    return ContractRules(
        prices=own("prices", *PRICED),
        piros_factor=values["factors.piros"],
        kontra_factors=values["factors.kontra"],
        lost_ulti_extra=values["factors.lost_ulti"],
        forint=values["factors.forint"],
        silent_prices=own("silent", *SILENT),
        silent_paid=values["silent.paid"],
        silent_defender=values["silent.defender"],
        silent_losable=values["silent.losable"],
        instead_of_parti=values["silent.instead_of_parti"],
        silent_parti_kontra=values["silent.parti_kontra"],
        **own("contracts", "without_parti", "alone", "exclusive", "teritett", "szintelen", "one_form"),
        individual_kontra=values["contracts.individual_kontra"],
    )


def make_language_rules(values: Mapping[str, Any]) -> LanguageRules:
    """Put the codes and words into their places.

    :raises KeyError: a value is missing (the caller has to look first).
    """
    return LanguageRules(
        words={notion: values[f"words.{notion}"] for notion in NOTIONS},
        shorthands=values["words.shorthands"],
        fillers=values["words.fillers"],
        traps=values["words.traps"],
    )


def make_result_rules(values: Mapping[str, Any]) -> ResultRules:
    """Put the rules of typing results into their places.

    :raises KeyError: a value is missing (the caller has to look first).
    """
    return ResultRules(entry=values["results.entry"], korpassz=values["results.korpassz"])
