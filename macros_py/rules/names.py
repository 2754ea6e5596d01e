"""Names: when two are the same, when they look alike, how one is usually spelt, in which order they stand.

The order is the Hungarian one: cs, gy, sz … are letters of their own, ö and ő one letter behind o (AkH. 14).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache, reduce

from macros_py.rules.problems import Phrase

_CONTROL = (*range(0x00, 0x09), *range(0x0E, 0x1C), 0x7F)
"""Control characters that are no white space: a cell cannot hold them."""
_DIRECTION = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""Marks that turn the direction of writing: a name looks like another one."""
_INVISIBLE = dict.fromkeys((*_CONTROL, *_DIRECTION, 0x00AD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF))
"""Besides these soft hyphen, zero-width characters and byte order mark: they come with text pasted from web pages."""
_HYPHENS = "‐‑‒–—―−﹣－"
"""What stands for a hyphen: Word and telephones put it there by themselves."""
_LOOK_ALIKES = dict(zip("авеікмнорѕстухјαβεζηικμνορτυχ", "abeikmhopsctyxjabezhikmnoptyx", strict=True))
"""Cyrillic and Greek letters, case folded, and the Latin ones that they (or their capitals) look like."""
_FOLDED = str.maketrans({**_LOOK_ALIKES, **dict.fromkeys(_HYPHENS, "-")})
_SPACED_HYPHEN = re.compile(r" *- *")


@lru_cache(maxsize=2**14)
def tidy(text: str) -> str:
    """Give a text as it is meant: composed (NFC), trimmed, inner white space single, nothing invisible."""
    return " ".join(unicodedata.normalize("NFC", text.translate(_INVISIBLE)).split())


@lru_cache(maxsize=2**15)
def name_key(name: str) -> str:
    """Give what makes two spellings one name: ``tidy``, case folded, one kind of hyphen, look-alike letters Latin."""
    key = tidy(name).casefold()
    return key if key.isascii() and "-" not in key else _SPACED_HYPHEN.sub("-", tidy(key.translate(_FOLDED)))


def plain_key(word: str) -> str:
    """Give what makes two spellings one word: as ``name_key``, without accents, blanks and hyphens."""
    decomposed = unicodedata.normalize("NFD", name_key(word))
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign) and sign not in " -–")


ADDITION = re.compile(r"(?<=\S) \([^()]*\)$")
"""What stands behind a name in brackets, to tell namesakes apart."""
_NAME_NUMBERING = re.compile(r"^\d{1,3}[.)] *(?=[^\W\d])")
_SIGNS_AROUND = re.compile(r"^[-–•·*+†#°\"„”'\s]+(?=\w)|(?<=[\w.)])(?:[*+†#°¹²³\"„”'\s]|\(\*+\))+$")
"""Bullets, asterisks and quotation marks: they belong to the list and not to the name."""
_LETTERS = re.compile(r"[^\W\d_]+")
_ROMAN = re.compile(r"[IVX]+\.?")
_VOWEL = re.compile(r"[aáeéiíoóöőuúüűy]", re.IGNORECASE)
_LOST = ("?", "\ufffd")
"""What a program that did not know ő or ű has put in its place."""
_DATE = re.compile(r"\d{4}|\d[.:/]\s?\d")
_ADDRESS = re.compile(r"://|\bwww\.|@")
_ARTICLE = re.compile(r"az? [^\W\d_]", re.IGNORECASE)
_MOST_SMALL = 1
"""Small-letter words that may stand in a name behind a capital one; with more it is a sentence."""


@dataclass(frozen=True, slots=True)
class NameWords:
    """Words in names that are none, as they are spelt case folded."""

    titles: frozenset[str]
    """What is put before or behind a name and is no part of it: *dr.*, *prof.*"""
    kin: Mapping[str, str]
    """What makes another person of a name, by its spellings: *id.*, *ifj.*, *özv.*"""
    particles: frozenset[str]
    """Small words inside a name: *de*, *von*."""


class Oddity(Enum):
    """What is unusual about a spelling; the values name the words for it."""

    HIDDEN = "hidden"
    LOOK_ALIKE = "look_alike"
    HYPHEN = "hyphen"
    SIGNS = "signs"
    CASE = "case"


def oddities_phrase(odd: Iterable[Oddity]) -> Phrase:
    """Give what was odd, one at least, as a phrase for a sentence."""
    phrases = [Phrase(f"oddity.{oddity.value}") for oddity in odd]
    return reduce(lambda before, one: Phrase("oddity.both", {"one": before, "other": one}), phrases)


def person_key(name: str, words: NameWords) -> str:
    """Give what spellings of one person agree in: no titles, additions, accents; *id.* and *ifj.* stay two people."""
    parts = ADDITION.sub("", tidy(name)).replace(",", " ").split()
    kin = sorted({words.kin[part.casefold()] for part in parts if part.casefold() in words.kin})
    rest = [part for part in parts if part.casefold() not in words.titles | words.kin.keys()]
    return " ".join([*kin, plain_key(" ".join(rest or parts))])


def put_right(name: str, words: NameWords) -> tuple[str, list[Oddity]]:
    """Give the usual spelling of a name, and what was odd about it; a lost letter cannot be put right."""
    odd = [Oddity.HIDDEN] if any(ord(sign) in _INVISIBLE for sign in name) else []
    text = tidy(name)
    steps = {Oddity.LOOK_ALIKE: _latin, Oddity.SIGNS: _without_signs, Oddity.HYPHEN: _with_hyphens}
    for oddity, changed in steps.items():
        if (after := changed(text)) != text:
            odd.append(oddity)
            text = after
    if (after := _with_capitals(text, words)) != text:
        odd.append(Oddity.CASE)
    return after, odd


def _latin(text: str) -> str:
    """Give a name with Latin letters for those that only look so; one in a script of its own stays."""
    changed = "".join(map(_latin_letter, text))
    is_latin = all(unicodedata.name(sign, "").startswith("LATIN") for sign in changed if sign.isalpha())
    return changed if is_latin else text


def _latin_letter(sign: str) -> str:
    plain = _LOOK_ALIKES.get(sign.casefold(), sign)
    return plain.upper() if plain != sign and sign.isupper() else plain


def _without_signs(text: str) -> str:
    return _SIGNS_AROUND.sub("", _NAME_NUMBERING.sub("", _SIGNS_AROUND.sub("", text))) or text


def _with_hyphens(text: str) -> str:
    bare = ADDITION.sub("", text)
    plain = bare.translate({ord(hyphen): "-" for hyphen in _HYPHENS})
    return _SPACED_HYPHEN.sub("-", plain) + text[len(bare) :]


def _with_capitals(text: str, words: NameWords) -> str:
    bare = ADDITION.sub("", text)
    is_shouted = bare == bare.upper()
    parts = [_capitalised(part, words, is_shouted=is_shouted) for part in bare.split(" ")]
    return " ".join(parts) + text[len(bare) :]


def _capitalised(word: str, words: NameWords, *, is_shouted: bool) -> str:
    """Give one word of a name with its capitals; ``is_shouted``: the whole name is in capitals."""
    small, letters = word.casefold(), "".join(_LETTERS.findall(word))
    if small in words.titles or small in words.kin:
        return word.lower() if len(letters) > 1 and letters.isupper() else word
    if len(letters) < 2 or _ROMAN.fullmatch(word) or small in words.particles:
        return word
    least = 2 if is_shouted else 3
    is_loud = len(letters) >= least and letters[1:].isupper() and bool(_VOWEL.search(letters))
    if not (is_loud or letters.islower()):
        return word
    return _LETTERS.sub(lambda run: run[0].capitalize(), word)


def has_lost_letters(name: str) -> bool:
    """Tell whether a question mark stands in a name: a letter that a program did not know was there."""
    return any(sign in name for sign in _LOST)


def is_fuller(old: str, new: str, words: NameWords) -> bool:
    """Tell whether ``new`` adds accents, titles or capitals to ``old`` and lacks none (additions apart)."""
    bare = ADDITION.sub("", tidy(old))
    if name_key(bare) == name_key(new):
        return put_right(bare, words)[0] != bare and put_right(new, words)[0] == tidy(new)
    before, after = list(_own_letters(bare, words)), list(_own_letters(new, words))
    pairs = list(zip(before, after, strict=False))
    if len(before) != len(after) or any(one not in (other, plain_key(other)) for one, other in pairs):
        return False
    lost = _titles_of(bare, words) - _titles_of(new, words)
    return not lost and (before != after or _titles_of(bare, words) != _titles_of(new, words))


def _own_letters(name: str, words: NameWords) -> Iterator[str]:
    for part in tidy(name).replace(",", " ").split():
        if part.casefold() not in words.titles:
            yield from filter(str.isalpha, part.casefold())


def _titles_of(name: str, words: NameWords) -> set[str]:
    parts = tidy(name).replace(",", " ").casefold().split()
    return {part.rstrip(".") for part in parts if part in words.titles}


def with_addition(old: str, new: str) -> str:
    """Give the new name with what stood behind the old one in brackets."""
    found = ADDITION.search(tidy(old))
    return tidy(new) + (found[0] if found and not ADDITION.search(tidy(new)) else "")


def is_sentence(text: str, words: NameWords, *, is_alone: bool = True) -> bool:
    """Tell whether a text is no name: an address, a date, a sentence; one that stands alone in its row sooner."""
    bare = ADDITION.sub("", _without_signs(tidy(text)))
    if _ADDRESS.search(bare) or _DATE.search(bare) or ":" in bare or bare.endswith(("!", ";")):
        return True
    parts = bare.split()
    of_names = words.titles | words.kin.keys() | words.particles
    small = [part for part in parts[1:] if part[0].islower() and part.casefold() not in of_names]
    if _ARTICLE.match(bare) and small:
        return True
    has_numbers = any(sign.isdigit() for sign in " ".join(parts[:-1]))
    return is_alone and (has_numbers or (bare != bare.lower() and len(small) > _MOST_SMALL))


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
        words = "".join(sign if sign.isalnum() else " " for sign in bare.casefold()).split()
        order = tuple(tuple(self.word_key(word)) for word in words)
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
        parts = unicodedata.normalize("NFD", short)
        return "".join(part for part in parts if not unicodedata.combining(part))

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
