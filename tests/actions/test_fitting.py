"""Which verbs fit now: said beside each on the start page, the next one marked."""

from __future__ import annotations

from macros_py.verbs import verbs
from tests.actions.conftest import Event


def notes(event: Event) -> dict[str, str]:
    """Give what stands beside each verb in the list of the start page."""
    lines: list[str] = []
    group = ""
    for verb in verbs().values():
        if verb.group != group:
            group = verb.group
            lines.append("")
        lines.append(verb.id)
    grid = event.book.grids["muveletek_sor"]
    assert len(grid) == len(lines)
    return {verb: str(row[0] or "") for verb, row in zip(lines, grid, strict=True) if verb}


def marked(event: Event) -> list[str]:
    """Give the verbs that are said to come next."""
    return [verb for verb, note in notes(event).items() if note.startswith("→")]


def test_the_day_verb_by_verb(event: Event) -> None:
    """From the empty file to the record exactly one verb comes next, and each later one says what it waits for."""
    event.press("new_event")
    assert marked(event) == ["import_entrants"]
    assert notes(event)["assign_lines"] == "Még nincs nevező."
    assert notes(event)["close_round"] == "Még nincs kiosztott forduló ülésrenddel."
    event.prepare(9, 1, 3)
    assert marked(event) == ["deal_round"]
    event.press("deal_round", round=(1,))
    assert marked(event) == ["reveal_round"]
    assert notes(event)["deal_round"] == "Minden forduló le van keverve."
    event.reveal(1)
    assert marked(event) == ["check_results"]
    assert notes(event)["assign_lines"] == "Már van lejátszott forduló vagy beírt eredmény."
    event.type(1, **{"Felvevő": "a", "Teljesítés": "P PA", "Ft A": 4, "Ft B": -2, "Ft C": -2})
    event.close(1)
    assert marked(event) == ["award_masterpoints"]
    assert notes(event)["post_results"].startswith("Minden forduló le van zárva")
    event.press("award_masterpoints")
    assert marked(event) == ["write_record"]
