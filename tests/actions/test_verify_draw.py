"""verify_draw vouches for all that it is shown: each changed field of a draw is named, what is not there is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from macros_py.words import describe
from tests.actions.conftest import Event

Content = dict[str, Any]


@pytest.fixture
def drawn(event: Event, tmp_path: Path) -> tuple[Event, Path, Content]:
    """Give an event of 21 players and 3 rounds, its draw file, and what the file says."""
    event.prepare(21, 3, 3)
    path = tmp_path / "sorsolas.json"
    event.press("export_draw", to=path)
    return event, path, json.loads(path.read_text("utf-8"))


def head(name: str, value: str) -> Callable[[Content], None]:
    """Give a change of the head."""
    return lambda content: content["sorsolas"].update({name: value})


def line(heading: str, value: object, at: int = 8) -> Callable[[Content], None]:
    """Give a change of one position: the 9th is B2."""
    return lambda content: content["helyek"][at].update({heading: value})


@pytest.mark.parametrize(
    ("change", "code", "said"),
    [
        (line("2. forduló asztala", 7), "draw_detail_differs", "A B2 helyen (Játékos"),
        (line("2. forduló asztala", 7), "draw_detail_differs", "2. forduló asztala 7; a nevezésekből"),
        (line("4. forduló asztala", 1), "draw_detail_differs", "4. forduló asztala 1; "),
        (line("Versenyengedély száma", "L999"), "draw_detail_differs", "Versenyengedély száma L999; "),
        (line("Egyesület", "Más UE"), "draw_detail_differs", "Egyesület Más UE; "),
        (line("Állandó asztal", 2), "draw_detail_differs", "Állandó asztal 2; "),
        (head("kulcs_lenyomata", "0" * 64), "draw_head_differs", "a kulcs lenyomata 0000"),
        (head("azonosito", "masik"), "draw_head_differs", "a verseny azonosítója masik"),
        (head("vonalbeosztas", "harmadok"), "draw_head_differs", "a vonalbeosztás módja harmadok"),
        (head("indulo_asztalok", "sorsolt"), "draw_head_differs", "az induló asztalok sorsolásának módja sorsolt"),
        (head("szabalyzat", "mausz-1999"), "draw_head_differs", "a szabálykönyv mausz-1999"),
        (head("verseny", "Más Kupa"), "draw_head_differs", "a verseny neve Más Kupa"),
    ],
)  # fmt: skip
def test_each_changed_field_is_named(
    drawn: tuple[Event, Path, Content], change: Callable[[Content], None], code: str, said: str
) -> None:
    """Seating, licence, club, fixed table, fingerprint, identity, methods, name: nothing is vouched for unseen."""
    event, path, content = drawn
    change(content)
    path.write_text(json.dumps(content), "utf-8")
    found = [problem for problem in event.press("verify_draw", **{"from": path}) if problem.code == code]
    assert len(found) == 1
    assert said in describe(found[0]).message
    assert "igazolt" not in " ".join(event.book.told)


def test_a_file_as_it_was_written_is_vouched_for(drawn: tuple[Event, Path, Content]) -> None:
    """Nothing changed: verified, and nothing was left unchecked."""
    event, path, _ = drawn
    assert event.codes("verify_draw", **{"from": path}) == []
    assert "igazolt" in event.book.told[-1]


def test_what_a_file_does_not_say_is_told(drawn: tuple[Event, Path, Content]) -> None:
    """A file without licences, a round and the fingerprint is verified but for these."""
    event, path, content = drawn
    del content["sorsolas"]["kulcs_lenyomata"]
    for one in content["helyek"]:
        del one["Versenyengedély száma"], one["3. forduló asztala"]
    path.write_text(json.dumps(content), "utf-8")
    assert event.codes("verify_draw", **{"from": path}) == []
    sentence = event.book.told[-1]
    assert "Nem volt mivel összevetni" in sentence
    for missing in ("a kulcs lenyomata", "Versenyengedély száma", "3. forduló asztala"):
        assert missing in sentence


def test_a_seating_changed_by_hand_is_named(drawn: tuple[Event, Path, Content]) -> None:
    """Without a file it is the sheets that are verified, the seating too."""
    event, _, _ = drawn
    rows = event.book.read_table("tUlesrend")
    first, second = [row for row in rows if row["Forduló"] == 3][:2]
    first["B"], second["B"] = second["B"], first["B"]
    event.book.write_table("tUlesrend", rows)
    found = event.press("verify_draw")
    assert {problem.code for problem in found} == {"draw_detail_differs"}
    assert {problem.key[2] for problem in found} == {"3. forduló asztala"}
    assert len(found) == 2
    event.book.write_table("tUlesrend", [])
    assert event.codes("verify_draw") == []
    assert "1. forduló asztala" in event.book.told[-1]
