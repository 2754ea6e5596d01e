"""The clock of the end: posted, objections until, closed (VSZ 5)."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from macros_py.words import describe
from tests.actions.conftest import Event


def played(event: Event) -> None:
    """Play both rounds, close the first."""
    event.prepare(9, 2, 3)
    event.play(1)
    event.press("close_round", round=(1,))
    event.play(2)


def test_the_time_for_objections_runs_from_the_posting(event: Event) -> None:
    """Posted, refused to be closed too early with the minutes left, closed afterwards; the sheets tell all three."""
    played(event)
    assert event.codes("post_results") == []
    posted, until = event.book.values["kifuggesztve"], event.book.values["ovas_hatara"]
    assert isinstance(posted, datetime)
    assert until == posted + timedelta(minutes=15)
    assert f"óvás {until:%H:%M}-ig" in str(event.book.values["vegeredmeny_jelleg"])
    (refusal,) = event.press("close_round", round=(2,))
    assert refusal.code == "close_before_objections"
    assert "még 15 perc" in describe(refusal).message
    event.looks += 15 * 60
    assert event.codes("close_round", round=(2,)) == []
    assert str(event.book.values["vegeredmeny_jelleg"]).startswith("VÉGLEGES")
    assert "Lezárva" in str(event.book.values["vegeredmeny_jelleg"])
    assert event.codes("post_results") == ["post_final"]


def test_the_round_may_be_closed_in_the_minute_in_which_the_time_ends(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second before it is refused; on the stroke it is not."""
    played(event)
    event.press("post_results")
    until = event.book.values["ovas_hatara"]
    assert isinstance(until, datetime)
    monkeypatch.setattr(Event, "clock", lambda self: until - timedelta(seconds=1))
    assert event.codes("close_round", round=(2,)) == ["close_before_objections"]
    monkeypatch.setattr(Event, "clock", lambda self: until)
    assert event.codes("close_round", round=(2,)) == []


def test_the_end_is_when_the_last_round_was_closed(event: Event) -> None:
    """The first was closed an hour before: its time is not the one on the sheet."""
    event.prepare(9, 2, 3)
    event.play(1)
    event.press("close_round", round=(1,))
    event.looks += 3600
    event.play(2)
    event.press("post_results")
    assert event.close(2) == []
    first, last = (row["Lezárva"] for row in event.book.read_table("tFordulok"))
    assert isinstance(first, datetime)
    assert isinstance(last, datetime)
    assert last - first > timedelta(hours=1)
    assert f"Lezárva {last:%H:%M}-kor" in str(event.book.values["vegeredmeny_jelleg"])


def test_a_clock_set_back_behind_the_posting_is_told_as_such(event: Event) -> None:
    """Eight years back there are no four million minutes to wait: the clock is to be set right, or a name put to it."""
    played(event)
    event.press("post_results")
    event.looks -= 8 * 365 * 24 * 3600
    (refusal,) = event.press("close_round", round=(2,))
    assert refusal.code == "close_clock_back"
    assert "az órát visszaállították" in describe(refusal).message
    assert "2018. " in describe(refusal).message
    assert event.codes("close_round", round=(2,), early=True, person="Fő Béla") == []


def test_who_need_not_wait_says_so(event: Event) -> None:
    """Everybody has accepted: the round is closed early; without a posting nothing has to be waited for."""
    played(event)
    event.press("post_results")
    assert event.codes("close_round", round=(2,), early=True, person="Fő Béla") == []


def test_a_correction_after_the_posting_asks_for_a_new_one(event: Event) -> None:
    """The sheet on the wall is outdated: the verb says so, and posting again starts the time anew."""
    played(event)
    event.press("post_results")
    first = event.book.values["ovas_hatara"]
    event.press("score_event")
    assert "függessze ki újra" not in " ".join(event.book.told)
    ft = {"soloist": "B", "achievement": "P 40", "ft": "-8,16,-8"}
    assert event.codes("correct_result", round=(1,), deal=2, table=1, **ft) == []
    assert "függessze ki újra" in " ".join(event.book.told)
    event.press("post_results")
    assert event.book.values["ovas_hatara"] > first  # type: ignore[operator]


def test_nothing_half_is_posted(event: Event) -> None:
    """A round to come, or a missing result: refused, named, nothing stamped."""
    event.prepare(9, 2, 3)
    event.play(1)
    assert event.codes("post_results") == ["post_unplayed"]
    event.play(2)
    event.type(2, 1, 1, **{"Ft A": None, "Ft B": None, "Ft C": None, "Felvevő": None, "Teljesítés": None})
    (missing,) = event.press("post_results")
    assert (missing.code, missing.found) == ("post_missing", 3)
    assert event.book.values["kifuggesztve"] is None
