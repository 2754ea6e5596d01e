"""Generated deals: everything in them is legal, all kinds of lines come about, and the checks never call one false."""

from __future__ import annotations

from collections import Counter

import pytest

from macros_py.rules.cards.deals import draw_deal
from macros_py.rules.cards.draws import Stream
from macros_py.rules.language.contracts import KORPASSZ, Component, line_fault
from macros_py.rules.language.notation import Language, notation, parse_line
from macros_py.rules.language.settlement import korpassz_triples, settle
from macros_py.rules.play.feasibility import Feasibility
from macros_py.rules.play.generator import GeneratedDeal, Generator
from tests.rules.played_deals import KEY, auction_faults, false_verdicts, generated, play_faults
from tests.rules.sample_play import MAUSZ_2008

pytestmark = pytest.mark.slow

COUNT = 10_000


@pytest.fixture(scope="module")
def games() -> list[GeneratedDeal]:
    """Play ten thousand deals."""
    return list(generated(0, COUNT))


def test_every_bidding_is_legal(games: list[GeneratedDeal]) -> None:
    """The talon goes from hand to hand, two cards at a time, and every bid is higher and held."""
    assert [fault for game in games for fault in auction_faults(game)] == []


def test_every_play_is_legal(games: list[GeneratedDeal]) -> None:
    """Every card is held and legal by the plain words of the rule, every trick goes to the right player."""
    assert [fault for game in games for fault in play_faults(game)] == []


def test_no_line_is_called_impossible(games: list[GeneratedDeal]) -> None:
    """No false "impossible" and no false "certain" over ten thousand played deals."""
    check = Feasibility(MAUSZ_2008)
    assert [fault for game in games for fault in false_verdicts(game, check)] == []


def test_every_line_may_stand_on_a_protocol(games: list[GeneratedDeal]) -> None:
    """Lines are legal, written and read back without loss, and settle to the Ft the generator gives."""
    language = Language(MAUSZ_2008)
    for game in games:
        assert line_fault(game.line, MAUSZ_2008.contracts) is None
        assert parse_line(notation(game.line, language), language) == game.line
        assert sum(game.ft) == 0
        if game.soloist is None:
            assert game.line == KORPASSZ
            assert game.ft in korpassz_triples(game.starter, MAUSZ_2008.results)
        else:
            assert game.ft == settle(game.line, game.soloist, MAUSZ_2008.contracts)


def test_the_soloist_bid_last(games: list[GeneratedDeal]) -> None:
    """The line is the last bid of who is soloist; each part is bid or came silently; nobody bid: körpassz."""
    for game in games:
        if not game.auction.pick_ups:
            assert game.soloist is None
            continue
        last = game.auction.pick_ups[-1]
        assert game.soloist == "ABC"[last.seat]
        assert game.line.bid is not None
        assert game.line.bid.components == last.bid.components
        bid = [part.component for part in game.line.parts if not part.is_silent]
        assert tuple(bid) == last.bid.ordered


KINDS = [
    *((component, is_won, False, False) for component in Component for is_won in (True, False)),
    *((component, True, True, False) for component in (Component.NEGYVENSZAZ, Component.HUSZSZAZ)),
    (Component.NEGY_ASZ, True, True, False),
    *((Component.ULTI, is_won, True, is_his) for is_won in (True, False) for is_his in (True, False)),
]
"""Component, won, silent, a defender's."""


def test_all_kinds_of_parts_come_about(games: list[GeneratedDeal]) -> None:
    """Each component won and lost, each silent achievement, körpassz, kontra to the top, and long biddings."""
    parts = [part for game in games for part in game.line.parts]
    seen = Counter((part.component, part.is_won, part.is_silent, part.defender is not None) for part in parts)
    assert [kind for kind in KINDS if seen[kind] < 10] == []
    assert {*seen} <= {*KINDS}
    assert {part.kontra for part in parts} == {0, 1, 2, 3, 4}
    assert any(part.individual for part in parts)
    assert sum(game.line.is_korpassz for game in games) > COUNT / 50
    assert max(len(game.auction.pick_ups) for game in games) >= 10
    assert {seat for game in games for seat in [game.soloist]} == {None, "A", "B", "C"}


def test_the_same_stream_plays_the_same() -> None:
    """A deal and a stream give one game; another stream another."""
    generator, deal = Generator(MAUSZ_2008), draw_deal(KEY, 1, 1, 1)
    first, again, other = (generator.generate(deal, "B", Stream(KEY, text)) for text in ("x", "x", "y"))
    assert first == again
    assert first != other
