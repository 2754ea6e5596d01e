"""Whether a line can be with the cards dealt: hand-checked lines, and the travelling of cards through the talon."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from macros_py.rules.cards.cards import parse_hand
from macros_py.rules.cards.deals import Deal
from macros_py.rules.language.contracts import Component
from macros_py.rules.language.notation import Language, parse_line
from macros_py.rules.play.feasibility import Feasibility, Possibility, Reason, Verdict, bids_needed
from macros_py.rules.rulebook import Rulebook
from macros_py.words import catalogue, say
from tests.rules.sample_event import CASES, read_cases
from tests.rules.sample_play import MAUSZ_2008, PLAY, sample_deal

WORDS = {"lehet": Possibility.POSSIBLE, "biztos": Possibility.CERTAIN, "nem": Possibility.IMPOSSIBLE}
DEALS = tomllib.loads((CASES / "lehetseges.toml").read_text("utf-8"))["leosztas"]
LANGUAGE = Language(MAUSZ_2008)
CHECK = Feasibility(MAUSZ_2008)


def dealt(name: str) -> Deal:
    """Give a deal of the case file; its talon is what the hands leave over, as written."""
    a, b, c = (parse_hand(DEALS[name][line]) for line in "ABC")
    deal = sample_deal(a, b, c)
    assert deal.talon == parse_hand(DEALS[name]["talon"])
    return deal


def judged(case: dict[str, Any], rulebook: Rulebook = MAUSZ_2008) -> tuple[Verdict, ...]:
    """Give the verdicts on the line of a case."""
    line = parse_line(case["sor"], LANGUAGE)
    return Feasibility(rulebook).verdicts(dealt(case["leosztas"]), case["felvevo"], line)


@pytest.mark.parametrize("case", read_cases("lehetseges.toml", "eset"))
def test_a_line_over_a_deal(case: dict[str, Any]) -> None:
    """Each part is possible, certain or impossible, with its reason and the cards that were wanted."""
    verdicts = judged(case)
    assert [verdict.possibility for verdict in verdicts] == [WORDS[word] for word in case["itelet"]]
    reasons = [verdict.reason.value for verdict in verdicts if verdict.reason is not Reason.NONE]
    assert reasons == case.get("miert", [])
    wanted = [verdict.cards for verdict in verdicts if verdict.possibility is Possibility.IMPOSSIBLE]
    assert list(wanted[0] if wanted else ()) == case.get("lapok", [])


@pytest.mark.parametrize("case", read_cases("lehetseges.toml", "eset"))
def test_only_what_the_line_says_may_be_told_early(case: dict[str, Any]) -> None:
    """A verdict that does not own up to tell of the cards is the same on another deal."""
    other = "elso" if case["leosztas"] == "masodik" else "masodik"
    for verdict in judged(case):
        if verdict.reason is not Reason.NONE and not verdict.tells_cards:
            assert verdict.cards == ()
            assert verdict in judged(case | {"leosztas": other})
        elif verdict.possibility is not Possibility.POSSIBLE:
            assert verdict.tells_cards


@pytest.mark.parametrize("reason", list(Reason), ids=[reason.value for reason in Reason])
def test_every_reason_has_its_sentence(reason: Reason) -> None:
    """The catalogue has a sentence for each reason and a word for each possibility, and no more."""
    assert say(f"feasibility.reason.{reason.value}", cards="M 7").endswith(".")
    words = {f"reason.{one.value}" for one in Reason} | {one.value for one in Possibility}
    assert set(catalogue()["feasibility"]) == words


def test_where_the_cards_are_not_needed_to_bid() -> None:
    """With the rulebook's other choice a lost 40-100 needs no pair; what is won or silent still needs its cards."""
    rules = replace(MAUSZ_2008, play=replace(PLAY, cards_for_bid="nem_kell"))
    case = {"leosztas": "masodik", "felvevo": "C", "sor": "tök 40- CS U"}
    assert [verdict.reason for verdict in judged(case)] == [Reason.NOT_TOGETHER] * 2
    assert [verdict.reason for verdict in judged(case, rules)] == [Reason.NONE] * 2
    assert [verdict.reason for verdict in judged(case | {"sor": "tök 40 CS U"}, rules)] == [
        Reason.NOT_TOGETHER
    ] * 2
    assert [verdict.reason for verdict in judged(case | {"sor": "40- D"}, rules)] == [Reason.NONE] * 2
    silent = {"leosztas": "elso", "felvevo": "B", "sor": "makk CS U-"}
    assert judged(silent, rules)[1].reason is Reason.NO_SEVEN


def test_points_come_from_the_rulebook() -> None:
    """If a hundred may lose more points, the defenders' last trick and ace can be spared."""
    case = {"leosztas": "masodik", "felvevo": "A", "sor": "CS 20 CS U (C)"}
    lenient = replace(MAUSZ_2008, play=replace(PLAY, hundred=90))
    strict = replace(MAUSZ_2008, play=replace(PLAY, hundred=110))
    with_ace = {"leosztas": "elso", "felvevo": "A", "sor": "zöld CS 20 CS U (C)"}
    assert judged(with_ace, strict)[1].reason is Reason.TOO_MANY_LOST
    assert judged(case, lenient)[1].possibility is Possibility.POSSIBLE
    assert judged(case, strict)[1] == Verdict(
        judged(case)[1].part, Possibility.IMPOSSIBLE, Reason.TOO_MANY_LOST
    )


@pytest.mark.parametrize(("sor", "count"), [("PA", 1), ("P PA", 2), ("40", 3), ("B", 6), ("SZ D", 8)])
def test_how_many_bids_there_can_have_been(sor: str, count: int) -> None:
    """As many as there are bids of at most the same value: 1, 2, 4, 5, 5, 5, 6, 6 …"""
    bid = parse_line(sor, LANGUAGE).bid
    assert bid is not None
    assert CHECK.most_bids(bid) == count


TRAVELS = read_cases("talon.toml", "ut")


@pytest.mark.parametrize("case", TRAVELS)
def test_how_many_bids_cards_need(case: dict[str, Any]) -> None:
    """The least number of bids until the soloist has had the cards, as found by hand."""
    assert bids_needed(case["talonban"], case["egyik"], case["masik"]) == case["bemondas"]


@settings(max_examples=50)
@given(st.integers(0, 2), st.integers(0, 4), st.integers(0, 4))
def test_more_cards_never_need_fewer_bids(talon: int, second: int, third: int) -> None:
    """The defenders are alike, and one more card to fetch never makes it shorter."""
    bids = bids_needed(talon, second, third)
    assert bids == bids_needed(talon, third, second)
    assert bids <= bids_needed(talon, second + 1, third)


def test_a_part_without_cards_is_never_judged_by_them() -> None:
    """Parti, betli and durchmars are possible with any hands."""
    for seat in "ABC":
        for text in ("PA", "PA-", "B", "B-", "D", "D-", "T D", "SZ D-", "P T D"):
            [*verdicts] = CHECK.verdicts(dealt("elso"), seat, parse_line(text, LANGUAGE))
            assert {verdict.possibility for verdict in verdicts} == {Possibility.POSSIBLE}
            assert Component.ULTI not in {verdict.part.component for verdict in verdicts}
