"""What a line is worth: the golden price table, zero sums, quick entry, körpassz; no price is without a test."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from macros_py.editions import RULES_FOLDER
from macros_py.rules.language.contracts import COMPONENTS, Component
from macros_py.rules.language.notation import notation, parse_line
from macros_py.rules.language.settlement import (
    agreeing,
    bid_prices,
    korpassz_triples,
    line_readings,
    part_prices,
    settle,
)
from macros_py.rules.language.vocabulary import AgainstTheRules
from macros_py.rules.problems import RuleError
from macros_py.rules.rulebook import PRICED, SILENT, VALUES, ContractRules, Rulebook, make_rulebook
from tests.rules.sample_event import CASES
from tests.rules.sample_lines import CONTRACTS, LANGUAGE, RULEBOOK, all_lines

PRICES = tomllib.loads((CASES / "elszamolas.toml").read_text("utf-8"))["ar"]
CONTENT = tomllib.loads((RULES_FOLDER / "mausz-2008.toml").read_text("utf-8"))
LINES = [line for line in all_lines() if not line.is_korpassz]


def outcomes(text: str, rules: ContractRules) -> list[list[int]]:
    """Give the Ft of every reading of a text, A being the soloist."""
    return [list(settle(reading, "A", rules)) for reading in line_readings(parse_line(text, LANGUAGE))]


def wrong_prices(rules: ContractRules) -> list[str]:
    """Give the lines of the golden table that do not come out as written there."""
    return [case["teljesites"] for case in PRICES if not fits(case, outcomes(case["teljesites"], rules))]


def fits(case: dict[str, Any], found: list[list[int]]) -> bool:
    """Tell whether the outcomes of a line are those of its case."""
    others = [case["lehet"]] if "lehet" in case else []
    return found[0] == case["ft"] and [ft[0] for ft in found[1:]] == others


@pytest.mark.parametrize("case", PRICES, ids=[case["teljesites"] for case in PRICES])
def test_the_golden_price_table(case: dict[str, Any]) -> None:
    """Each line is worth what the table says, written in its official form."""
    assert fits(case, outcomes(case["teljesites"], CONTRACTS))
    assert notation(parse_line(case["teljesites"], LANGUAGE), LANGUAGE) == case["teljesites"]


def test_every_line_sums_to_zero() -> None:
    """What the soloist receives the defenders pay, whoever he is: every bid × one deviation × three seats."""
    for line in LINES:
        seats = {part.defender for part in line.parts} | {
            seat for part in line.parts for seat, _ in part.individual
        }
        for soloist in {*"ABC"} - seats:
            assert sum(settle(line, soloist, CONTRACTS)) == 0


def test_the_seat_changes_nothing_but_the_place() -> None:
    """The same line is worth the same from every seat."""
    for text in ("U", "P 40 U-K", "B-", "CS U-"):
        line = parse_line(text, LANGUAGE)
        won, paid, _ = settle(line, "A", CONTRACTS)
        assert settle(line, "B", CONTRACTS) == (paid, won, paid)
        assert settle(line, "C", CONTRACTS) == (paid, paid, won)


def mutated(value: object) -> Iterator[object]:
    """Give other values for a rule: each number in it one greater, each switch and list the other way round."""
    if isinstance(value, int):
        yield value + 1
    elif isinstance(value, str):
        yield {"nem": "igen", "igen": "nem"}[value]
    elif isinstance(value, list) and all(isinstance(item, int) for item in value):
        for place, item in enumerate(value):
            yield [*value[:place], item + 1, *value[place + 1 :]]
    elif isinstance(value, list):
        for place in range(len(value)):
            yield [*value[:place], *value[place + 1 :]]


def with_value(section: str, raw: object) -> Rulebook:
    """Give the rulebook of 2008 with one value exchanged."""
    values = {name: VALUES[name](CONTENT[name.split(".")[0]][name.split(".")[1]]["value"]) for name in VALUES}
    return make_rulebook("mausz-2008", "", {**values, section: VALUES[section](raw)})


PRICE_SECTIONS = [name for name in VALUES if name.split(".")[0] in {"prices", "factors", "silent"}]
MUTATIONS = [
    (name, value)
    for name in PRICE_SECTIONS
    for value in mutated(CONTENT[name.split(".")[0]][name.split(".")[1]]["value"])
]
SILENT_DURCHMARS = "silent.durchmars"


def test_every_price_is_mutated() -> None:
    """No price, factor or switch of the rulebook is left out below."""
    assert {name for name, _ in MUTATIONS} == {*PRICE_SECTIONS}
    assert len(PRICED) + len(SILENT) + len(("piros", "kontra", "lost_ulti", "forint")) < len(PRICE_SECTIONS)


@pytest.mark.parametrize(
    ("section", "value"), MUTATIONS, ids=[f"{name} {value}" for name, value in MUTATIONS]
)
def test_changing_any_price_changes_the_golden_table(section: str, value: object) -> None:
    """Whatever number or switch of the prices is changed, at least one line of the golden table comes out wrong."""
    changed = with_value(section, value).contracts
    if section == SILENT_DURCHMARS:  # not paid by the rulebook of 2008: its price shows once the switch is on
        changed = replace(changed, silent_paid=(*changed.silent_paid, "durchmars"))
        assert outcomes("CS D", changed)[0] != outcomes("CS D", SWITCHED)[0]
    elif section in {"silent.losable", "silent.defender"}:  # these say what may be written
        assert changed != CONTRACTS
        assert any(refused(case["teljesites"], with_value(section, value)) for case in PRICES)
    else:
        assert wrong_prices(changed)


SWITCHED = replace(CONTRACTS, silent_paid=(*CONTRACTS.silent_paid, "durchmars"))


def refused(text: str, rulebook: Rulebook) -> bool:
    """Tell whether a rulebook does not let a line stand."""
    return isinstance(type(LANGUAGE)(rulebook).recall(text), AgainstTheRules)


def test_the_switch_of_the_silent_durchmars() -> None:
    """Paid, it is worth 3 beside the parti."""
    assert outcomes("CS D", SWITCHED) == [[8, -4, -4], [4, -2, -2]]


def test_the_switch_of_the_partis_kontra() -> None:
    """If the rulebook says so, what is paid in the parti's place takes its kontra."""
    rules = replace(CONTRACTS, silent_parti_kontra=True)
    assert outcomes("PA RK CS 20", rules) == [[32, -16, -16]]


def test_who_the_soloist_is_decides_what_a_seat_may_be_given() -> None:
    """His own seat has neither a kontra nor a defender's achievement."""
    for text in ("B K(B)", "CS U (B)"):
        with pytest.raises(AgainstTheRules, match="own_seat: 'B'"):
            settle(parse_line(text, LANGUAGE), "B", CONTRACTS)


def test_korpassz() -> None:
    """A körpassz has no price; its Ft are those of the rulebook, turned to the starter."""
    with pytest.raises(RuleError, match="no price"):
        settle(parse_line("KÖR", LANGUAGE), "A", CONTRACTS)
    assert korpassz_triples("A", RULEBOOK.results) == ((0, 0, 0), (-2, 1, 1), (-4, 2, 2))
    assert korpassz_triples("B", RULEBOOK.results)[1] == (1, -2, 1)
    assert korpassz_triples("C", RULEBOOK.results)[2] == (2, 2, -4)


def test_a_row_that_leaves_the_parti_out_is_normalised() -> None:
    """Either reading agrees, and says so; where the parti is written only that does."""
    line = parse_line("U", LANGUAGE)
    normal = {ft: agreeing(line, "A", (ft, -ft // 2, -ft // 2), CONTRACTS) for ft in (10, 6, 8)}
    assert {ft: found and notation(found, LANGUAGE) for ft, found in normal.items()} == {
        10: "U",
        6: "PA- U",
        8: None,
    }
    assert agreeing(parse_line("PA U", LANGUAGE), "A", (6, -3, -3), CONTRACTS) is None


def test_the_price_list_has_every_bid_at_every_level() -> None:
    """78 bids in order of value; ulti with everything lost costs 9, with everything kontra'd 14."""
    prices = {notation(price.line, LANGUAGE): price for price in bid_prices(CONTRACTS)}
    assert len(prices) == 78
    assert list(prices)[:3] == ["PA", "P PA", "40"]
    assert prices["U"].won == (5, 10, 20, 40, 80)
    assert prices["U"].lost == (-9, -14, -24, -44, -84)
    assert prices["T B"].won == (20, 40, 80, 160, 320)


def test_the_price_list_agrees_with_the_settlement() -> None:
    """What the list says of a bid won or lost without kontra is what such a line settles to."""
    for price in bid_prices(CONTRACTS):
        assert settle(price.line, "C", CONTRACTS)[2] == 2 * price.won[0] == 2 * price.value
        lost = replace(price.line, parts=tuple(replace(part, is_won=False) for part in price.line.parts))
        assert settle(lost, "C", CONTRACTS)[2] == 2 * price.lost[0]


def test_the_prices_of_single_parts() -> None:
    """Each form once, silent ones last: ulti 4 and 8, silent ulti 2 and 4, in piros twice that."""
    parts = part_prices(CONTRACTS)
    assert [COMPONENTS.index(part.component) for part in parts if not part.is_silent] == sorted(
        COMPONENTS.index(part.component) for part in parts if not part.is_silent
    )
    ulti = [(part.won[0], part.lost[0]) for part in parts if part.component is Component.ULTI]
    assert ulti == [(4, -8), (8, -16), (2, -4), (4, -8)]
    assert [part.lost for part in parts if part.is_silent and part.component is Component.NEGY_ASZ] == [
        (),
        (),
    ]
