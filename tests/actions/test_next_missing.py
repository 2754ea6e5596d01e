"""next_missing: leads to the next row without a result and says how many more there are."""

from __future__ import annotations

from tests.actions.conftest import Event


def test_it_counts_the_others_and_keeps_to_the_round_asked_for(event: Event) -> None:
    """A deal of the first round and one row of the second are blank: the first row is named, the rest counted."""
    event.prepare(9, 2, 3)
    for number in (1, 2):
        event.play(number)
    blank = dict.fromkeys(("Felvevő", "Teljesítés", "Ft A", "Ft B", "Ft C"))
    event.type(1, deal=1, **blank)
    event.type(2, deal=1, table=2, **blank)
    event.press("next_missing")
    assert "1. forduló, 1. leosztás" in event.book.told[-1]
    assert event.book.told[-1].endswith("utána még 3.")
    event.press("next_missing", round=(2,))
    assert "2. forduló, 1. leosztás, 2. asztal" in event.book.told[-1]
    assert event.book.told[-1].endswith("utána még 0.")
