"""From Ft back to lines: what is offered fits, the likeliest first; what can come about is never unreachable."""

from __future__ import annotations

from dataclasses import replace

import pytest

from macros_py.rules.language.contracts import Line, LinePart, line_fault
from macros_py.rules.language.inverse import Inverse, near_lines
from macros_py.rules.language.notation import notation, parse_line
from macros_py.rules.language.settlement import Triple, line_readings, settle
from tests.rules.sample_lines import CONTRACTS, LANGUAGE, all_lines

pytestmark = pytest.mark.slow

INVERSE = Inverse(CONTRACTS)


def offered(ft: Triple, soloist: str | None = None) -> list[str]:
    """Give what is offered for three Ft."""
    return [f"{fit.soloist}: {notation(fit.line, LANGUAGE)}" for fit in INVERSE.fitting(ft, soloist)]


@pytest.mark.parametrize(
    ("ft", "likeliest"),
    [
        ((2, -1, -1), "A: PA"),
        ((-1, 2, -1), "B: PA"),
        ((10, -5, -5), "A: B"),
        ((6, -3, -3), "A: PA- U"),
        ((7, 7, -14), "C: U-"),
        ((15, -10, -5), "A: B K(B)"),
        ((15, -5, -10), "A: B K(C)"),
        ((-20, 10, 10), "A: P B-"),
        ((40, -20, -20), "A: T B"),
    ],
)
def test_the_likeliest_line_comes_first(ft: Triple, likeliest: str) -> None:
    """The simplest line that fits is offered first."""
    assert likeliest in offered(ft)[:2]


def test_a_defenders_achievement_may_be_either_ones() -> None:
    """The Ft do not tell which defender's csendes ulti it was: both are offered."""
    texts = [notation(fit.line, LANGUAGE) for fit in INVERSE.fitting((-2, 1, 1), "A", 99)]
    assert {"CS U (B)", "CS U (C)"} <= {*texts}


@pytest.mark.parametrize("meant", ["40-", "P 40", "40 RK", "40 CS U-", "40 CS U (B)", "40 U", "40 U-", "PA"])
def test_a_line_is_near_what_one_slip_makes_of_it(meant: str) -> None:
    """A mark forgotten or too much, a part left out that was won or lost, a part too much."""
    assert parse_line(meant, LANGUAGE) in [*near_lines(parse_line("40", LANGUAGE), CONTRACTS)]


def test_ft_that_do_not_sum_to_0_fit_nothing() -> None:
    """What both defenders pay alone is not enough."""
    assert offered((9, -4, -4), "A") == []


def test_what_is_offered_fits_and_is_legal() -> None:
    """Every offer for every reachable triple settles to just that triple, is legal, and can be written and read."""
    for soloist in "ABC":
        for ft in INVERSE.reachable_triples(soloist):
            fits = INVERSE.fitting(ft, soloist)
            assert fits
            for fit in fits:
                assert settle(fit.line, soloist, CONTRACTS) == ft
                assert line_fault(fit.line, CONTRACTS) is None
                assert parse_line(notation(fit.line, LANGUAGE), LANGUAGE) == fit.line


def test_no_line_is_called_unreachable() -> None:
    """Whatever a bid with one deviation settles to, with the parti won or lost, can be reached."""
    for line in all_lines():
        seats = {part.defender for part in line.parts} | {
            seat for part in line.parts for seat, _ in part.individual
        }
        for soloist in {*"ABC"} - seats if not line.is_korpassz else ():
            for reading in line_readings(line):
                assert settle(reading, soloist, CONTRACTS) in INVERSE.reachable_triples(soloist)


def test_deviations_on_every_part_are_reachable() -> None:
    """A kontra on each part at once, some lost, a silent achievement besides: all of it can be reached."""
    line = parse_line("P 40 K 4A-RK U-MK", LANGUAGE)
    silent = parse_line("PA-K 4A RK CS U- (B)", LANGUAGE)
    assert settle(line, "A", CONTRACTS) in INVERSE.reachable_triples("A")
    assert settle(silent, "A", CONTRACTS) in INVERSE.reachable_triples("A")


@pytest.mark.parametrize("ft", [(10, -5, -4), (3, -1, -2), (5000, -2500, -2500), (11, -6, -5)])
def test_what_cannot_come_about(ft: Triple) -> None:
    """No sum but 0, no difference between the defenders but by individual kontra, no amount beyond all kontras."""
    assert not INVERSE.is_reachable(ft)
    assert offered(ft) == []


def test_a_known_soloist_narrows_the_offer() -> None:
    """(0, 0, 0) fits every seat, unless the soloist is known."""
    assert {text[0] for text in offered((0, 0, 0))} == {*"ABC"}
    assert {text[0] for text in offered((0, 0, 0), "B")} == {"B"}


def test_the_offer_is_short() -> None:
    """At most as many as asked for."""
    assert len(INVERSE.fitting((10, -5, -5), "A", most=2)) == 2


def test_a_silent_achievement_that_is_paid_by_another_rulebook_is_offered() -> None:
    """With the silent durchmars paid, its Ft are offered with it."""
    rules = replace(CONTRACTS, silent_paid=(*CONTRACTS.silent_paid, "durchmars"))
    line = Line(parse_line("P PA", LANGUAGE).bid, parse_line("P CS D", LANGUAGE).parts)
    assert any(fit.line == line for fit in Inverse(rules).fitting(settle(line, "A", rules), "A", most=50))
    assert LinePart(line.parts[0].component) == line.parts[0]
