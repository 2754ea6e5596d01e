"""The order of Hungarian names: cs, gy, sz … are letters of their own, ö and ő one letter behind o (AkH. 14)."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from macros_py.rules.names import tidy

OrderKey = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The letters in their order, long letters beside their short ones, and words before a name that do not count."""

    letters: Sequence[str]
    long: Mapping[str, str]
    titles: frozenset[str]

    def without_titles(self, name: str) -> str:
        """Give a name without *dr.*, *ifj.* and the like before it; a name that is nothing else stays."""
        words = tidy(name).split()
        while len(words) > 1 and words[0].casefold() in self.titles:
            del words[0]
        return " ".join(words)

    def key(self, name: str) -> OrderKey:
        """Give what a name is sorted by: its letters word by word, then the accents, the capitals, the titles.

        Letters from abroad stand with their plain form (š with s), others behind z; signs part words.
        """
        bare = self.without_titles(name)
        words = ["".join(sign if sign.isalnum() else " " for sign in bare.casefold()).split()]
        order = tuple(tuple(self.word_key(word)) for word in words[0])
        return order, bare.casefold(), bare.swapcase(), tidy(name)

    def word_key(self, word: str) -> list[tuple[int, str]]:
        """Give the places of a word's letters in the alphabet, digits before them, unknown letters behind."""
        plain = "".join(self.plain(sign) for sign in word)
        found: list[tuple[int, str]] = []
        while plain:
            letters, plain = self.first_letters(plain)
            found += letters
        return found

    def plain(self, sign: str) -> str:
        """Give the short letter of a long one, and the plain one of a letter from abroad."""
        short = self.long.get(sign, sign)
        if short in self.letters:
            return short
        return "".join(
            part for part in unicodedata.normalize("NFD", short) if not unicodedata.combining(part)
        )

    def first_letters(self, text: str) -> tuple[list[tuple[int, str]], str]:
        """Cut the first letter off a text, both where it is a doubled one (``ssz``); give it, and what is left."""
        for size in (4, 3):
            letter = text[1:size]
            if len(text) >= size and text[0] == text[1] and len(letter) > 1 and letter in self.letters:
                return [(self.letters.index(letter), "")] * 2, text[size:]
        for size in (3, 2, 1):
            if (letter := text[:size]) in self.letters and len(letter) == size:
                return [(self.letters.index(letter), "")], text[size:]
        return [(-1 if text[0].isdigit() else len(self.letters), text[0])], text[1:]
