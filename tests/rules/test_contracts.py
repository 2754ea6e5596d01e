"""Bids: which are legal, in which order, and what the parts of a line may be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from macros_py.rules.language.contracts import (
    COMPONENTS,
    Bid,
    Component,
    Line,
    LineFault,
    LinePart,
    bid_fault,
    bid_of,
    bid_rank,
    ladder,
    legal_bids,
    line_fault,
    value,
)
from macros_py.rules.language.notation import notation, parse_line
from tests.rules.sample_lines import CONTRACTS, LANGUAGE, whole_line


def written(bid: Bid) -> str:
    """Write a bid in the official form."""
    return notation(whole_line(bid), LANGUAGE)


def test_every_legal_bid_stands_once() -> None:
    """36 with a trump suit, each also in piros; three forms of betli, three of színtelen durchmars."""
    bids = list(legal_bids(CONTRACTS))
    assert len(bids) == len(set(bids)) == 36 * 2 + 3 + 3
    assert sum(not bid.has_trump for bid in bids) == 6


def test_the_ladder_climbs() -> None:
    """No bid is worth less than the one before, and no two have the same rank."""
    bids = ladder(CONTRACTS)
    values = [value(bid, CONTRACTS) for bid in bids]
    assert values == sorted(values)
    assert len({bid_rank(bid, CONTRACTS) for bid in bids}) == len(bids)


def test_the_lowest_rungs() -> None:
    """Of equal values the bid of fewer parts is higher, then piros, then színtelen."""
    lowest = [written(bid) for bid in ladder(CONTRACTS)[:12]]
    assert lowest == ["PA", "P PA", "40", "U", "4A", "B", "D", "SZ D", "40 U", "40 4A", "20", "P 40"]


def test_the_parti_is_played_for_unless_the_bid_rules_it_out() -> None:
    """A 100, a durchmars or a betli leave the parti out (domain: parti 1)."""
    for component in COMPONENTS[1:]:
        bid = bid_of(frozenset({component}), CONTRACTS)
        assert (Component.PARTI in bid.components) == (component in {Component.ULTI, Component.NEGY_ASZ})
    assert bid_of(frozenset(), CONTRACTS).components == {Component.PARTI}


PARTI, ULTI, BETLI, DURCHMARS = Component.PARTI, Component.ULTI, Component.BETLI, Component.DURCHMARS
FAULTS = [
    (Bid(frozenset()), "nothing_bid"),
    (Bid(frozenset({BETLI, ULTI})), "alone"),
    (Bid(frozenset({DURCHMARS, ULTI}), is_szintelen=True), "alone"),
    (Bid(frozenset({Component.NEGYVENSZAZ, Component.HUSZSZAZ})), "exclusive"),
    (Bid(frozenset({PARTI, DURCHMARS})), "parti_not_played"),
    (Bid(frozenset({PARTI, ULTI}), is_teritett=True), "teritett"),
    (Bid(frozenset({BETLI}), is_szintelen=True), "szintelen"),
    (Bid(frozenset({BETLI}), is_piros=True, is_teritett=True), "one_form"),
    (Bid(frozenset({BETLI}), trump="T"), "no_trump"),
    (Bid(frozenset({PARTI, ULTI}), is_piros=True, trump="Z"), "two_trumps"),
]


@pytest.mark.parametrize(("bid", "reason"), FAULTS, ids=[reason for _, reason in FAULTS])
def test_bids_against_the_rules(bid: Bid, reason: str) -> None:
    """Each is told by its reason; a line of it is no better."""
    fault = bid_fault(bid, CONTRACTS)
    assert fault is not None
    assert fault.reason == reason
    assert line_fault(whole_line(bid), CONTRACTS) == fault


def test_what_excludes_itself_is_a_matter_of_the_rulebook() -> None:
    """Négy ász beside a durchmars is legal as long as the rulebook does not say otherwise."""
    bid = bid_of(frozenset({Component.NEGY_ASZ, DURCHMARS}), CONTRACTS)
    assert bid_fault(bid, CONTRACTS) is None
    stricter = replace(CONTRACTS, exclusive=(("negy_asz", "durchmars"),))
    assert bid_fault(bid, stricter) == LineFault("exclusive", ("durchmars", "negy_asz"))


def test_a_defenders_part_was_never_announced() -> None:
    """Only a silent achievement can be a defender's."""
    line = Line(bid_of(frozenset({ULTI}), CONTRACTS), (LinePart(PARTI), LinePart(ULTI, defender="B")))
    fault = line_fault(line, CONTRACTS)
    assert fault is not None
    assert fault.reason == "defender_announced"


def test_kontra_levels_of_single_defenders() -> None:
    """A defender's own level goes beyond the common one, the other's stays."""
    part = parse_line("B K RK(C)", LANGUAGE).part(BETLI)
    assert part is not None
    assert (part.level("B"), part.level("C")) == (1, 2)


def test_lines_that_differ_only_in_mentioning_the_parti_are_equal() -> None:
    """``U`` and ``PA U`` say the same; only how sure the parti is differs."""
    left_out, told = parse_line("U", LANGUAGE), parse_line("PA U", LANGUAGE)
    assert left_out == told
    assert (left_out.is_parti_open, told.is_parti_open) == (True, False)
