"""The editions of the rules: what stands in the file is what the rules get; a bad file is refused by its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from macros_py.editions import RULES_FOLDER, RulebookError, available, load_edition
from macros_py.rules import rulebook
from macros_py.rules.rulebook import VALUES, make_rulebook

CASES = tomllib.loads((Path(__file__).parent / "cases" / "szabalykonyv.toml").read_text("utf-8"))["eset"]
MAUSZ_2008 = (RULES_FOLDER / "mausz-2008.toml").read_text("utf-8")


def write(folder: Path, text: str) -> Path:
    """Put a rulebook file under the name of the edition of 2008; give its folder."""
    (folder / "mausz-2008.toml").write_text(text, "utf-8")
    return folder


def changed(case: dict[str, Any]) -> str:
    """Give the rulebook of 2008 with the fault of a case in it."""
    if "mit" not in case:
        return MAUSZ_2008 + str(case["mire"])
    assert case["mit"] in MAUSZ_2008
    return MAUSZ_2008.replace(case["mit"], case["mire"], 1)


@pytest.mark.parametrize("case", CASES, ids=[case["mirol"] for case in CASES])
def test_a_bad_rulebook_is_refused_by_its_line(case: dict[str, Any], tmp_path: Path) -> None:
    """File, line at fault, what was found and what was expected stand in the refusal."""
    text = changed(case)
    last = len(text.rstrip("\n").split("\n"))
    line = text[: text.rindex(case["sor"])].count("\n") + 1 if "sor" in case else last
    with pytest.raises(RulebookError) as refusal:
        load_edition("mausz-2008", write(tmp_path, text))
    sentence = str(refusal.value)
    assert f"mausz-2008.toml, {line}. sor" in sentence
    for wanted in case["szoveg"]:
        assert wanted in sentence


def test_the_edition_of_2008() -> None:
    """The values of the file arrive exactly, fractions as fractions."""
    rulebook = load_edition("mausz-2008").rulebook
    assert (rulebook.edition, rulebook.name) == ("mausz-2008", "MAUSZ Versenyrendezési Szabályzat 2008")
    assert (rulebook.entries.least_players, rulebook.entries.multiple_of) == (9, 3)
    assert rulebook.lines_method == "szerpentin"
    assert (rulebook.scoring.win, rulebook.scoring.tie, rulebook.scoring.loss) == (2, 1, 0)
    assert rulebook.scoring.vetlen_percentage == Fraction(50)
    assert rulebook.ranking.tie_breaks == ("ft", "egyedul_legjobb")
    assert rulebook.masterpoints.places == {}
    assert rulebook.masterpoints.least_played == Fraction(1, 2)


def leaves(part: object) -> list[object]:
    """Give what stands in a rulebook, or a part of it, in the order of the fields."""
    if is_dataclass(part):
        return [leaf for field in fields(part) for leaf in leaves(getattr(part, field.name))]
    return [leaf for one in part.values() for leaf in leaves(one)] if isinstance(part, Mapping) else [part]


def test_each_value_has_one_place() -> None:
    """Every value of the file goes into one field, in the file's order, and no field is filled otherwise."""
    rulebook = make_rulebook("edition", "name", {path: path for path in VALUES})
    assert leaves(rulebook) == ["edition", "name", *VALUES]


def test_rows_for_the_sheet() -> None:
    """Every rule has its row with unit and source; exactly what is flagged carries the word feltevés."""
    rows = load_edition("mausz-2008").rows
    content = tomllib.loads(MAUSZ_2008)
    sections = [content[group][rule] for group, rule in (name.split(".") for name in VALUES)]
    assert len(rows) == len(VALUES)
    assert [row["Szabály"] for row in rows] == [section["label"] for section in sections]
    for row, section in zip(rows, sections, strict=True):
        assert list(row) == ["Szabály", "Érték", "Mértékegység", "Forrás", "Megjegyzés", "Azonosító"]
        assert row["Forrás"]
        assert (row["Megjegyzés"] or "").startswith("feltevés") == section["assumption"]
    assert [row["Azonosító"] for row in rows] == list(VALUES)
    values = {row["Szabály"]: row["Érték"] for row in rows}
    assert values["Legkevesebb versenyző"] == 9
    assert values["Mesterponthoz lejátszandó rész"] == "1/2"
    assert values["Holtverseny eldöntése a százalék után"] == "ft, egyedul_legjobb"


def test_masterpoint_tables_and_decimals_are_exact(tmp_path: Path) -> None:
    """A table over several lines is read, decimals as exact fractions, and shown with a decimal comma."""
    text = MAUSZ_2008.replace("value = []", 'value = [\n    [9, 4.1, "7/2", 0],\n    [12, 5],\n]')
    edition = load_edition("mausz-2008", write(tmp_path, text))
    assert edition.rulebook.masterpoints.places == {
        9: (Fraction(41, 10), Fraction(7, 2), Fraction(0)),
        12: (Fraction(5),),
    }
    [row] = [row for row in edition.rows if row["Szabály"] == "Mesterponttáblázat létszámonként"]
    assert row["Érték"] == "[9; 4,1; 7/2; 0], [12; 5]"


@pytest.mark.parametrize(
    "name", ["", "mausz-2009", "../rules/mausz-2008", "/etc/passwd", "mausz-2008.toml", "*"]
)
def test_an_unknown_edition_lists_the_known_ones(name: str) -> None:
    """The name only chooses among the files of the folder: no path leads out of it."""
    known = re.escape(", ".join(available(RULES_FOLDER)))
    with pytest.raises(RulebookError, match=rf"Nincs „.*” nevű szabálykönyv\. Választható: {known}\.$"):
        load_edition(name)


def test_available_editions(tmp_path: Path) -> None:
    """The editions are the files of the folder, in order."""
    for name in ("b.toml", "a.toml", "notes.txt"):
        (tmp_path / name).write_text("", "utf-8")
    assert available(tmp_path) == ["a", "b"]


def test_blanks_around_the_name_do_not_count() -> None:
    """The name may come from a cell."""
    assert load_edition(" mausz-2008 ").rulebook == load_edition("mausz-2008").rulebook


def test_windows_line_ends_and_byte_order_mark(tmp_path: Path) -> None:
    """A file saved by a Windows editor is read, and the line of a fault still fits."""
    raw = MAUSZ_2008.replace("\n", "\r\n")
    (tmp_path / "mausz-2008.toml").write_bytes(b"\xef\xbb\xbf" + raw.encode())
    assert load_edition("mausz-2008", tmp_path).rulebook == load_edition("mausz-2008").rulebook
    (tmp_path / "mausz-2008.toml").write_bytes(raw.replace("value = 9", "value = 0").encode())
    line = MAUSZ_2008[: MAUSZ_2008.index("value = 9")].count("\n") + 1
    with pytest.raises(RulebookError, match=rf"{line}\. sor"):
        load_edition("mausz-2008", tmp_path)


def test_another_encoding_is_told_with_its_line(tmp_path: Path) -> None:
    """A file saved in cp1250 is refused at its first letter that is no UTF-8."""
    plain = 'edition = "mausz-2008"\nname = "Szabályzat"\n'
    (tmp_path / "mausz-2008.toml").write_bytes(plain.encode("cp1250"))
    with pytest.raises(RulebookError, match=r"2\. sor.*Szabályzat.*UTF-8 kódolású szöveg"):
        load_edition("mausz-2008", tmp_path)


def test_every_value_is_used_by_somebody() -> None:
    """A value on the sheet Szabályok that nothing reads would promise what it does not do.

    ``least_tables`` does so far: to take it away would change the rules of every event under way.
    """
    package = Path(rulebook.__file__).parents[1]
    sources = [path.read_text("utf-8") for path in package.rglob("*.py") if path.name != "rulebook.py"]
    read = {name for source in sources for name in re.findall(r"\.(\w+)", source)}
    groups = [group for group in vars(rulebook).values() if isinstance(group, type) and is_dataclass(group)]
    unread = {field.name for group in groups for field in fields(group)} - read
    assert unread == {"least_tables"}


LINES = MAUSZ_2008.split("\n")


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.integers(0, len(LINES) - 1), st.sampled_from(["", "x", "x = 1", "value = [", "[a]", '"""', "\x00"]))
def test_any_broken_line_is_read_or_refused(tmp_path: Path, number: int, line: str) -> None:
    """Whatever one line is replaced by, the file is read or refused with a line that exists."""
    text = "\n".join([*LINES[:number], line, *LINES[number + 1 :]])
    try:
        load_edition("mausz-2008", write(tmp_path, text))
    except RulebookError as refusal:
        told = int(str(refusal).split("mausz-2008.toml, ")[1].split(".")[0])
        assert 1 <= told <= len(LINES)
