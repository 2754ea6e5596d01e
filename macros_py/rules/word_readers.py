"""Readers of the codes and words of a rulebook's language, and the check that none of them clashes.

A word counts by its key: without accents, in small letters, without blanks and inner hyphens.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from macros_py.rules.names import plain_key, tidy
from macros_py.rules.value_readers import Reader, WrongTogether, WrongValue

NUMBER_SIGNS = ("-", "+")
"""The signs that may stand as words of their own."""
WORD = re.compile(r"[^\W_]+(?:[ -][^\W_]+)*")
SEAT_OR_LOSS = re.compile(r"\([ABC]\)|-$")
"""What may stand behind an official code in a reading."""


def word_key(word: str) -> str:
    """Give what makes two spellings one word of the language."""
    return plain_key(word) or tidy(word)


def spellings(raw: object) -> tuple[str, ...]:
    """Read the spellings of one notion, the official code first.

    :raises WrongValue: the list is empty, or holds what is no word and no sign.
    """
    listed = raw if isinstance(raw, list) else []
    if not listed or not all(isinstance(item, str) and is_word(item) for item in listed):
        raise WrongValue("words")
    return tuple(map(tidy, listed))


def is_word(text: str) -> bool:
    """Tell whether a text can be a code or a word: letters and digits, inside also blanks and hyphens."""
    return bool(WORD.fullmatch(tidy(text))) or tidy(text) in NUMBER_SIGNS


def phrases(least: int, most: int) -> Reader:
    """Make a reader of rows, ``least`` to ``most`` long: what is written, then what it means; it raises WrongValue."""

    def read(raw: object) -> tuple[tuple[str, ...], ...]:
        rows: list[Any] = raw if isinstance(raw, list) else [None]
        for row in rows:
            is_row = isinstance(row, list) and all(isinstance(item, str) and tidy(item) for item in row)
            if not is_row or not least <= len(row) <= most or not is_word(row[0]):
                raise WrongValue("phrases", least=least, most=most)
        return tuple(tuple(map(tidy, row)) for row in rows)

    return read


def check_words(values: Mapping[str, Any]) -> None:
    """Check that no two notions share a code or word, no code is a row of others, and meanings are in codes.

    :raises WrongTogether: a word stands twice, a code can be read as other codes glued, or a meaning has
        something that is no official code.
    """
    owner: dict[str, str] = {}
    for section, word in _every_word(values):
        key = word_key(word)
        if key in owner:
            raise WrongTogether("word_twice", section, word, other=owner[key])
        owner[key] = section
    official = {section: values[section][0] for section in values if _is_notion(section)}
    codes = {word_key(code) for code in official.values()}
    for section, code in official.items():
        if _is_glued(word_key(code), codes - {word_key(code)}):
            raise WrongTogether("word_glued", section, code)
    for section in ("words.shorthands", "words.traps"):
        for written, *meanings in values[section]:
            _check_meanings(section, written, meanings, {*official.values()})


def _is_notion(section: str) -> bool:
    """Tell whether a section holds the words of one notion."""
    return section.startswith("words.") and section not in {
        "words.shorthands",
        "words.traps",
        "words.fillers",
    }


def _every_word(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Give (section, word) of everything that is read as one word."""
    notions = [(section, word) for section in values if _is_notion(section) for word in values[section]]
    fillers = [("words.fillers", word) for word in values["words.fillers"]]
    return [*notions, *fillers, *(("words.shorthands", row[0]) for row in values["words.shorthands"])]


def _is_glued(key: str, codes: set[str]) -> bool:
    """Tell whether a key can be cut into codes."""
    return not key or any(key.startswith(code) and _is_glued(key.removeprefix(code), codes) for code in codes)


def _check_meanings(section: str, written: str, meanings: list[str], official: set[str]) -> None:
    """Check that meanings are written in official codes.

    :raises WrongTogether: one is not.
    """
    for meaning in meanings:
        for item in meaning.split():
            if SEAT_OR_LOSS.sub("", item) not in official:
                raise WrongTogether("meaning", section, f"{written}: {meaning}", word=item)
