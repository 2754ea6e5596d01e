"""How names are usually spelt: cases a referee can read, and properties."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros_py.rules.names import (
    has_lost_letters,
    is_fuller,
    is_sentence,
    name_key,
    person_key,
    put_right,
    tidy,
)
from macros_py.words import name_words

CASES = tomllib.loads((Path(__file__).parent.parent / "cases" / "nevek.toml").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES["iras"], ids=lambda case: str(case["igy"]))
def test_a_name_is_put_right(case: dict[str, Any]) -> None:
    """The usual spelling, and what was odd; put right once, nothing odd is left."""
    right, odd = put_right(case["nev"], name_words())
    assert (right, [oddity.value for oddity in odd]) == (case["igy"], case["mi"])
    assert put_right(right, name_words()) == (right, [])


@pytest.mark.parametrize("case", CASES["par"], ids=lambda case: f"{case['regi']} – {case['uj']}")
def test_two_spellings_under_one_licence(case: dict[str, Any]) -> None:
    """One person or two; and only the fuller spelling takes the place of the other."""
    keys = [person_key(case[which], name_words()) for which in ("regi", "uj")]
    assert (keys[0] == keys[1]) is case["egy"]
    if case["egy"]:
        assert is_fuller(case["regi"], case["uj"], name_words()) is case["teljesebb"]


@pytest.mark.parametrize("name", CASES["mondat"]["nevek"])
def test_a_name_is_no_sentence(name: str) -> None:
    """Sloppy names are names."""
    assert not is_sentence(name, name_words())


@pytest.mark.parametrize("text", CASES["mondat"]["mondatok"])
def test_a_sentence_is_nobody(text: str) -> None:
    """What clubs write below their lists is no name."""
    assert is_sentence(text, name_words())


@pytest.mark.parametrize("name", ["?ze Ákos", "Sz?cs Tünde", "Kis Ern?", "Kis Ern\ufffd"])
def test_lost_letters_are_seen(name: str) -> None:
    """A question mark anywhere in a name stands for a letter that is gone."""
    assert has_lost_letters(name)
    assert not has_lost_letters(name.replace("?", "ő").replace("\ufffd", "ő"))


NAMES = st.text("aáeőzsKŐN.-– *\u202eА", min_size=1, max_size=12)


@given(NAMES)
def test_putting_right_ends(name: str) -> None:
    """Property: what was put right is right; where nothing was odd it is the tidy name, and it stays one person."""
    right, odd = put_right(name, name_words())
    assert put_right(right, name_words()) == (right, [])
    assert odd or right == tidy(name)


@given(NAMES, NAMES)
def test_of_two_spellings_one_at_most_is_the_fuller(one: str, other: str) -> None:
    """Property: two lists imported in turn do not rename a person to and fro."""
    if name_key(one) == name_key(other) or person_key(one, name_words()) == person_key(other, name_words()):
        assert not (is_fuller(one, other, name_words()) and is_fuller(other, one, name_words()))
