"""The language of a line: what players write is read, the official form is written, the rest refused by its word."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros_py.rules.language.contracts import COMPONENTS, Line, LinePart, bid_of, line_fault
from macros_py.rules.language.notation import Language, notation, parse_line
from macros_py.rules.language.vocabulary import AgainstTheRules, AmbiguousLine, LineError, UnreadableLine
from macros_py.words import catalogue, say_line
from tests.rules.sample_event import CASES
from tests.rules.sample_lines import CONTRACTS, LANGUAGE, RULEBOOK, all_lines, place_of

TABLES = tomllib.loads((CASES / "teljesites.toml").read_text("utf-8"))
READINGS = [(written, case["hivatalos"]) for case in TABLES["olvasat"] for written in case["irtak"]]
KINDS = {"olvashatatlan": UnreadableLine, "szabályellenes": AgainstTheRules, "kétértelmű": AmbiguousLine}
LINES = all_lines()
RULES_FOLDER = Path(__file__).parents[2] / "macros_py" / "rules" / "language"


@pytest.mark.parametrize(("written", "official"), READINGS)
def test_what_players_write(written: object, official: str) -> None:
    """Each way of writing is read as the same line, and that is written in the official form."""
    assert notation(parse_line(written, LANGUAGE), LANGUAGE) == official


@pytest.mark.parametrize("case", TABLES["hiba"], ids=[str(case["irtak"]) for case in TABLES["hiba"]])
def test_what_is_refused(case: dict[str, Any]) -> None:
    """Each refusal is of its kind, names the word at fault, and offers the readings."""
    with pytest.raises(LineError) as refusal:
        parse_line(case["irtak"], LANGUAGE)
    error = refusal.value
    assert type(error) is KINDS[case["fajta"]]
    assert error.word == case["szo"]
    assert list(getattr(error, "readings", ())) == case.get("olvasatok", [])
    assert case.get("mondat", error.word) in say_line(error)


def test_every_bid_with_one_deviation_is_read_as_it_is_written() -> None:
    """parse ∘ notation is the identity over 2,717 lines: 78 bids × one deviation, and the körpassz."""
    assert len(LINES) == len(set(LINES)) == 2717
    assert [line for line in LINES if parse_line(notation(line, LANGUAGE), LANGUAGE) != line] == []


def test_no_two_lines_are_written_alike() -> None:
    """Each of them has a notation of its own."""
    assert len({notation(line, LANGUAGE) for line in LINES}) == len(LINES)


SPELLINGS = {
    "small letters": str.lower,
    "glued": lambda text: text.replace(" ", ""),
    "glued and small": lambda text: text.replace(" ", "").lower(),
    "typographic minus": lambda text: text.replace("-", "−"),
    "decomposed": lambda text: unicodedata.normalize("NFD", text),
    "without accents": lambda text: text.replace("Ö", "O"),
    "marks apart": lambda text: text.replace("-", " - ").replace("(", " ( ").replace(")", " )"),
    "commas": lambda text: re.sub(r" (?=PA|40|20|4A|U|D|B)", ", ", text),
}


@pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=SPELLINGS.keys())
def test_spellings_of_every_line(spelling: Any) -> None:
    """However the official form is spelled, it is read as the same line."""
    spelled = ((line, spelling(notation(line, LANGUAGE))) for line in LINES)
    assert [text for line, text in spelled if LANGUAGE.recall(text) != line] == []


def in_words(line: Line) -> str:
    """Write a line in full words."""
    words = {code: RULEBOOK.language.words[notion][1] for notion, code in LANGUAGE.vocabulary.codes.items()}
    cut = re.findall(r"\([ABC]\)|-|[^\s()-]+", notation(line, LANGUAGE))
    return " ".join(item if item.startswith("(") else words[item] for item in cut)


def test_every_line_in_full_words() -> None:
    """Every line written out in words is read as the same line."""
    assert in_words(LINES[1]) == "parti"
    assert [line for line in LINES if LANGUAGE.recall(in_words(line)) != line] == []


parts = st.builds(
    LinePart,
    st.sampled_from(COMPONENTS),
    is_won=st.booleans(),
    is_silent=st.booleans(),
    defender=st.sampled_from([None, None, "A", "B", "C"]),
    kontra=st.integers(0, 4),
    individual=st.sampled_from([(), (), (("B", 4),), (("A", 3), ("C", 4))]),
)


@st.composite
def lines(draw: st.DrawFn) -> Line:
    """Make any line, legal or not: any parts, with whatever else its bid has."""
    drawn = draw(st.lists(parts, max_size=4, unique_by=lambda part: part.component))
    announced = frozenset(part.component for part in drawn if not part.is_silent)
    bid = bid_of(
        announced,
        CONTRACTS,
        is_piros=draw(st.booleans()),
        is_teritett=draw(st.booleans()),
        is_szintelen=draw(st.booleans()),
        trump=draw(st.sampled_from([None, "T", "Z", "M"])),
    )
    rest = [LinePart(component) for component in bid.components - announced]
    return Line(bid, tuple(sorted([*drawn, *rest], key=place_of)))


@given(lines())
def test_a_line_is_read_back_exactly_if_it_is_legal(line: Line) -> None:
    """Whatever the parts and marks: a legal line is read back, an illegal one never."""
    written = LANGUAGE.recall(notation(line, LANGUAGE))
    assert (written == line) == (line_fault(line, CONTRACTS) is None)


@given(st.text(max_size=30) | st.text(alphabet="PUDBKRSTCZM4A20-() ,", max_size=12))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text makes the reader stumble; what it reads, it can write and read again; a refusal has a sentence."""
    found = LANGUAGE.recall(text)
    if isinstance(found, LineError):
        assert say_line(found)
    else:
        assert parse_line(notation(found, LANGUAGE), LANGUAGE) == found


@pytest.mark.parametrize("written", [40.5, True, ["U"], 12])
def test_what_is_no_line(written: object) -> None:
    """Neither a number that means nothing nor anything else is guessed at."""
    with pytest.raises(UnreadableLine, match="unknown_word"):
        parse_line(written, LANGUAGE)


def test_a_blank_cell() -> None:
    """A blank cell is not read as anything."""
    with pytest.raises(UnreadableLine, match="blank"):
        parse_line(None, LANGUAGE)


def test_the_parti_is_open_only_where_nothing_is_said_of_it() -> None:
    """Where a table leaves the parti out it may have been lost; where it is written, or paid otherwise, not."""
    is_open = {
        text: parse_line(text, LANGUAGE).is_parti_open
        for text in ("U", "4A-", "CS U", "PA U", "PA- U", "CS 40")
    }
    assert is_open == {"U": True, "4A-": True, "CS U": True, "PA U": False, "PA- U": False, "CS 40": False}
    assert not parse_line("40 U", LANGUAGE).is_parti_open
    assert not parse_line("PA", LANGUAGE).is_parti_open


def test_traps_and_shorthands_of_the_rulebook_can_be_read() -> None:
    """Each reading of a trap, each meaning of a shorthand is a legal line in its official form."""
    language = RULEBOOK.language
    meanings = [text for _, *texts in (*language.traps, *language.shorthands) for text in texts]
    assert [notation(parse_line(text, LANGUAGE), LANGUAGE) for text in meanings] == meanings


def test_a_trap_may_be_among_its_own_readings() -> None:
    """A rulebook in which a trap can mean what it says does not lead in a circle."""
    traps = (("U", "U", "40 U"),)
    language = Language(replace(RULEBOOK, language=replace(RULEBOOK.language, traps=traps)))
    found = language.recall("U-")
    assert isinstance(found, AmbiguousLine)
    assert found.readings == ("U-", "40 U-")


def test_every_refusal_has_its_sentence() -> None:
    """The reasons in the code and the sentences of the catalogue are the same."""
    source = "".join((RULES_FOLDER / f"{name}.py").read_text("utf-8") for name in SOURCES)
    known = {key for key in catalogue()["line"] if key not in {"or", "comma"}}
    assert {key for key in known if f'"{key}"' in source} == known
    reasons = re.findall(r'(?:Fault|_refusal|_draft|Line|Rules|Refusal)\(\s*"(\w+)"', source)
    assert {*reasons} <= known


SOURCES = ("contracts", "line_reading", "notation", "settlement", "vocabulary")


def test_reading_is_remembered() -> None:
    """The same text gives the same line; a refusal is remembered too."""
    language = Language(RULEBOOK)
    assert language.recall("U") is language.recall("U")
    assert language.recall("KB") is language.recall("KB")
