"""What every verb owes the workbook, whatever its action does: all or nothing, a snapshot of before, the log."""

from __future__ import annotations

import pytest

from macros_py.actions import running
from macros_py.actions.context import Context, Options
from macros_py.actions.running import run
from macros_py.editions import load_edition
from macros_py.rules.problems import Degree, Problem
from macros_py.verbs import verbs
from tests.actions.conftest import Event


def careless(degree: Degree) -> running.Action:
    """Give an action that writes and tells before it finds a problem of that degree."""

    def action(context: Context, options: Options) -> list[Problem]:
        context.book.write_value("verseny_nev", "Új név")
        context.book.write_table("tCserek", [{"Vonal": "A"}])
        context.book.tell("Kész van.")
        return [Problem("nothing_to_score", degree=degree)]

    return action


def test_what_a_refused_verb_wrote_and_told_is_thrown_away(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only tHibak and tNaplo show that it was tried, and nobody hears that it is done."""
    event.press("new_event")
    before = event.everything(but=("tHibak", "tNaplo"))
    monkeypatch.setattr(running, "action_of", lambda verb: careless(Degree.ERROR))
    event.press("score_event")
    assert event.everything(but=("tHibak", "tNaplo")) == before
    assert [row["Kód"] for row in event.book.read_table("tHibak")] == ["F13"]
    assert "Kész van." not in event.book.told
    assert "Kész van." not in str(event.book.read_table("tNaplo")[-1]["Részletek"])


def test_a_warning_lets_everything_through(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same action with a mere warning: written, told, logged."""
    event.press("new_event")
    monkeypatch.setattr(running, "action_of", lambda verb: careless(Degree.WARNING))
    event.press("score_event")
    assert event.book.read_value("verseny_nev") == "Új név"
    assert "Kész van." in event.book.told
    assert "Kész van." in str(event.book.read_table("tNaplo")[-1]["Részletek"])


def test_a_refusal_is_gone_from_the_sheet_when_any_verb_runs_again(event: Event) -> None:
    """It was about an order: what another verb finds stands alone on Hibák, without an order of before."""
    event.prepare()
    assert event.codes("close_round", round=(1,)) != []
    assert [str(row["Kód"])[0] for row in event.book.read_table("tHibak")] == ["F"]
    event.press("list_queries")
    assert event.book.read_table("tHibak") == []


def test_the_snapshot_sees_the_workbook_as_it_was(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is taken before the first write reaches the book."""
    event.press("new_event")
    monkeypatch.setattr(running, "action_of", lambda verb: careless(Degree.WARNING))
    context = Context(event.book, load_edition("mausz-2008"), event.clock, bytes, "Teszt Elek", event.keys)
    seen = []
    run(verbs()["score_event"], context, {}, lambda book, verb: seen.append(book.read_value("verseny_nev")))
    assert seen == [None]


def test_the_person_sees_how_far_a_verb_has_got(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """Working out, writing, saving: three steps, told before each."""
    seen: list[tuple[int, int]] = []
    monkeypatch.setattr(type(event.book), "progress", lambda book, done, total: seen.append((done, total)))
    event.press("new_event")
    assert seen == [(0, 3), (1, 3), (2, 3)]
