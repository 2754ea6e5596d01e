"""preview: before and after of whatever has been changed but not scored yet."""

from __future__ import annotations

from tests.actions.conftest import Event

LEFT_ALONE = ("tElonezet", "tNaplo", "tHibak")


def scored(event: Event) -> None:
    """Play one round in which everybody is equal, and score it."""
    event.prepare(9, 2, 3)
    event.play(1)
    event.press("score_event")


def test_a_changed_row_is_shown_before_it_counts(event: Event) -> None:
    """Places, percentages and masterpoints before and after; nothing else is touched until it is scored."""
    scored(event)
    event.type(1, 2, 1, **{"Felvevő": "B", "Teljesítés": "P 40", "Ft A": -8, "Ft B": 16, "Ft C": -8})
    before = event.everything(but=LEFT_ALONE)
    before.pop("elonezet_eredmenyek")
    assert event.codes("preview") == []
    after = event.everything(but=LEFT_ALONE)
    sentence = str(after.pop("elonezet_eredmenyek"))
    assert after == before
    assert "1/2. leosztás, 1. asztal B: -2 helyett 16" in sentence
    best = event.book.read_table("tElonezet")[0]
    shown = [
        best[f"{name} {when}"]
        for name in ("Helyezés", "Százalék", "Ft", "Mesterpont")
        for when in ("most", "lenne")
    ]
    assert best["Név"] == event.row("tUlesrend", **{"Forduló": 1, "Asztal": 1})["B"]
    assert shown[0:4] == [event.row("tAllas", **{"Név": best["Név"]})["Helyezés"], 1, 50.0, 66.67]
    event.press("score_event")
    standing = event.row("tAllas", **{"Név": best["Név"]})
    assert [standing["Helyezés"], standing["Százalék"], standing["Ft"]] == [shown[1], shown[3], shown[5]]
    assert event.codes("preview") == []
    assert event.book.read_table("tElonezet") == []


def test_a_ruling_is_shown_too(event: Event) -> None:
    """A deduction typed on Döntések moves one position down, although no result has changed."""
    scored(event)
    name = event.book.read_table("tAllas")[0]["Név"]
    event.add("tDontesek", {"Sorszám": 1, "Fajta": "levonás", "Név": name, "Érték": 2, "Egység": "pont"})
    event.press("preview")
    assert "Egyetlen eredmény sem más" in str(event.book.values["elonezet_eredmenyek"])
    assert event.row("tElonezet", **{"Név": name})["Százalék lenne"] == 33.33


def test_namesakes_are_told_apart(event: Event) -> None:
    """Names that the workbook itself tells apart by brackets, one of them replaced since: each row is its own."""
    event.press("new_event")
    event.book.write_value("fordulok", 2)
    event.book.write_value("leosztasok_fordulonkent", 3)
    people = [event.person(number) for number in range(1, 10)]
    for person, name in zip(
        people, ("Kovács István", "Kovács István (Szeged)", "Kovács István (Pécs)"), strict=False
    ):
        person["Név"] = name
    event.book.write_table("tNevezok", people)
    event.press("assign_lines")
    event.press("seat_players")
    event.play(1)
    place = event.row("tVonalak", **{"Név": "Kovács István (Szeged)"})
    change = {"Vonal": place["Vonal"], "Induló asztal": place["Induló asztal"], "Ki": place["Név"]}
    event.add("tCserek", change | {"Be": "Asztal Antal", "Fordulótól": 1})
    event.press("score_event")
    assert "Kovács István (Szeged) (cs. Asztal Antal, 1. fordulótól)" in [
        row["Név"] for row in event.book.read_table("tAllas")
    ]
    assert event.codes("preview") == []
    assert event.book.read_table("tElonezet") == []
    assert "Az állásban semmi sem változna." in event.book.told[-1]


def test_a_quick_entry_is_seen_through_but_not_written(event: Event) -> None:
    """The missing two Ft are computed for the preview; the row itself stays as it was typed."""
    scored(event)
    event.type(1, 2, 1, **{"Felvevő": "B", "Teljesítés": "p40", "Ft A": None, "Ft B": 16, "Ft C": None})
    event.press("preview")
    assert "-2 helyett 16" in str(event.book.values["elonezet_eredmenyek"])
    row = event.row("tEredmenyek", **{"Forduló": 1, "Leosztás": 2, "Asztal": 1})
    assert (row["Teljesítés"], row["Ft A"]) == ("p40", None)


def test_after_the_closing_it_shows_what_an_official_error_would_do(event: Event) -> None:
    """A row retyped after the last closing is previewed, not refused; score_event goes on refusing it."""
    event.finish(9, 1, 3)
    event.type(1, 2, 1, **{"Felvevő": "B", "Teljesítés": "P 40", "Ft A": -8, "Ft B": 16, "Ft C": -8})
    assert event.codes("preview") == []
    assert event.book.read_table("tElonezet")[0]["Helyezés lenne"] == 1
    assert set(event.codes("score_event")) == {"result_fixed"}


def test_without_a_scoring_there_is_nothing_to_compare_with(event: Event) -> None:
    """Before the first scoring the verb says so."""
    event.prepare()
    event.play(1)
    assert event.codes("preview") == ["preview_unscored"]
