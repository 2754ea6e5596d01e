"""The benchmarks judge themselves: each figure has a goal and a verdict, and a missed one fails the whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from macros_py.verbs import verbs
from tests.benchmarks import __main__ as benchmarks
from tests.benchmarks import growth
from tests.benchmarks.figures import Figure, median_ratio

PROOFS = {"false_errors", "feasibility", "mistakes"}
"""Long, and run by themselves."""
WITHOUT_GROWTH = {"choose_rules", "close_protocols", "import_deals"}
"""Verbs for special events."""


def figures(*values: float, is_least: bool = False) -> Callable[[], Iterator[Figure]]:
    """Give a benchmark with the goal 1."""
    return lambda: (Figure(f"{value}", value, 1, is_least=is_least) for value in values)


@pytest.mark.parametrize(
    ("value", "is_least", "verdict"),
    [
        (0.5, False, "met"),
        (1.0, False, "met"),
        (1.01, False, "NOT MET"),
        (0.9, True, "NOT MET"),
        (2, True, "met"),
    ],
)
def test_a_figure_says_its_verdict(value: float, is_least: bool, verdict: str) -> None:
    """Name, figure, goal and verdict stand in one line."""
    line = str(Figure("név", value, 1, "s", "miből", is_least=is_least))
    assert f"{value:.2f} s" in line
    assert line.endswith(f"{'at least' if is_least else 'at most'} 1 s: {verdict})  miből")


def test_a_missed_goal_fails_the_whole(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table has all figures; only if every goal is met the exit code is 0."""
    monkeypatch.setattr(benchmarks, "BENCHMARKS", {"jó": (figures(0.2, 1),), "rossz": (figures(0.7, 3),)})
    assert benchmarks.main(["jó"]) == 0
    assert "2 figures, 0 missed" in capsys.readouterr().out
    assert benchmarks.main([]) == 1
    printed = capsys.readouterr().out
    assert "4 figures, 1 missed" in printed
    assert printed.rstrip().endswith("(goal at most 1: NOT MET)")


def test_without_calc_it_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be measured here is no silent success."""
    monkeypatch.setattr("shutil.which", lambda _: None)
    monkeypatch.setattr(benchmarks, "BENCHMARKS", {"live": (figures(9),)})
    assert benchmarks.main([]) == 0
    assert "live: left out" in capsys.readouterr().out


def test_every_benchmark_is_run_by_the_one_command() -> None:
    """Each file that measures is listed, and each one listed can be run by itself."""
    found = {path.stem for path in Path(benchmarks.__file__).parent.glob("*.py")}
    assert found - PROOFS - {"__main__", "__init__", "figures"} == {*benchmarks.BENCHMARKS}
    for name in found - {"__main__", "__init__", "figures", "mistakes", "growth"}:
        assert callable(import_module(f"tests.benchmarks.{name}").measure)


def test_every_verb_grows_somewhere() -> None:
    """No verb of the day is left out of the measuring of growth."""
    pressed = {line.split()[0] for line in (*growth.BEFORE, *growth.AFTER)}
    assert {*verbs()} - WITHOUT_GROWTH == pressed | {"new_event", "trial_event"}


def test_growth_is_judged_by_its_exponent() -> None:
    """What grows as n log n is met, what grows as its square is not; what costs next to nothing is."""
    few, many = growth.PLAYERS[-2:]
    ratio = many / few
    costs = [
        {"linear": 1.0, "square": 1.0, "blink": 0.01},
        {"linear": ratio, "square": ratio**2, "blink": 0.09},
    ]
    judged = {one.name.partition(":")[0]: one for one in growth.exponents(costs, growth.PLAYERS, "players")}
    assert {name: one.is_met for name, one in judged.items()} == {
        "linear": True,
        "square": False,
        "blink": True,
    }
    assert judged["linear"].value == pytest.approx(1)
    assert judged["square"].value == pytest.approx(2)
    assert 1 < judged["linear"].goal < 1.25


def test_ratios_are_taken_in_pairs() -> None:
    """A machine that slows down slows both: the median of the ratios does not move."""
    slow = iter([1.0, 10.0, 1.0])
    other = iter([2.0, 20.0, 2.0])
    assert median_ratio(lambda: next(slow), lambda: next(other), 3) == 0.5
