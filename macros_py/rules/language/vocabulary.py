"""The words and signs of a line, and the three ways in which a text can be refused.

Codes may be glued (``p40u-k``): a text is cut into the longest words that leave nothing over. A refusal names
the word at fault and carries no sentence: its ``reason`` names it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from unicodedata import normalize

from macros_py.rules.cards.cards import DASHES
from macros_py.rules.names import tidy
from macros_py.rules.problems import Phrase, RuleError
from macros_py.rules.rule_readers import word_key
from macros_py.rules.rulebook import LanguageRules


class LineError(RuleError):
    """A line's text is refused; ``word`` is the part of ``text`` at fault, as it was written."""

    def __init__(self, reason: str, word: str, text: str = "") -> None:
        super().__init__(f"{reason}: {word!r} in {text!r}")
        self.reason = reason
        self.word = word
        self.text = text

    @property
    def phrase(self) -> Phrase:
        """Give the sentence that says why, with the word at fault."""
        return Phrase(f"line.{self.reason}", {"word": self.word})


class UnreadableLine(LineError):
    """A word of the text has no meaning, or the text has none at all."""


class AgainstTheRules(LineError):
    """Every word can be read, but no such thing can be bid, or stand on a protocol."""


class AmbiguousLine(LineError):
    """The text can mean more than one thing; ``readings`` are official notations, to be asked for."""

    def __init__(self, reason: str, word: str, text: str, readings: tuple[str, ...]) -> None:
        super().__init__(reason, word, text)
        self.readings = readings

    @property
    def phrase(self) -> Phrase:
        """Give the sentence that names the word and the readings."""
        return Phrase(f"line.{self.reason}", {"word": self.word, "readings": self.readings})


SEATS, BREAK, _FILLER, FORWARD = "seats", "break", "filler", "forward"
"""What a token can be beside the notions of the rulebook: players in brackets, a comma, a word that says
nothing, a ``-`` that belongs to the component behind it."""
KONTRA_LEVELS = ("kontra", "rekontra", "szubkontra", "mordkontra")
SEAT_LETTERS = ("A", "B", "C")
_LONGEST_LINE = 150
_LONGEST_CODE = 2
_BLANKS = " .:!/\\"
_BREAKS = ",;|"
_SEATS_PATTERN = re.compile(r"\( *[abc](?:[ ,;/+]*[abc])* *\)")
LOSS = "-"


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a text: its notion, as written, where (0-based, end exclusive), blank or end around it."""

    notion: str
    text: str
    start: int
    end: int
    has_blank_before: bool = True
    has_blank_after: bool = True

    @property
    def is_word(self) -> bool:
        """Tell whether it is written as a word, not as a short code."""
        return len(self.text) > _LONGEST_CODE

    @property
    def seats(self) -> tuple[str, ...]:
        """Give the seats that stand in the brackets, in order."""
        return tuple(sorted({letter for letter in self.text.upper() if letter in "ABC"}))


@dataclass(frozen=True, slots=True)
class Spelling:
    """One spelling: how it is found in a plain text, and the notions it stands for."""

    pattern: re.Pattern[str]
    notions: tuple[str, ...]


def _plain_text(text: str) -> str:
    """Give a composed text sign by sign without accents, in small letters, with one kind of dash."""
    return "".join(LOSS if sign in DASHES else normalize("NFD", sign.casefold())[0] for sign in text)


def _spelling_pattern(word: str) -> str:
    """Give the pattern of a spelling: blanks and hyphens in it may be left out or exchanged."""
    written = _plain_text(tidy(word))
    if not word_key(word)[0].isalnum():
        return re.escape(written)
    parts = [re.escape(part) for part in re.split(r"[ -]+|(?<=\d)(?=[a-z])", written)]
    return r"[ /.\-]*".join(parts)


class Vocabulary:
    """The codes and words of one rulebook, made ready for cutting texts."""

    def __init__(self, rules: LanguageRules) -> None:
        self.codes = {notion: words[0] for notion, words in rules.words.items()}
        """The official code of each notion."""
        self._by_code = {code: notion for notion, code in self.codes.items()}
        self._entries: dict[str, list[Spelling]] = {}
        for notion, words in rules.words.items():
            for word in words:
                self._add(word, _spelling_pattern(word), (notion,))
        for written, meaning in rules.shorthands:
            notions = tuple(self._by_code[code] for code in meaning.split())
            self._add(written, _spelling_pattern(written), notions)
        for word in rules.fillers:
            pattern = _spelling_pattern(word)
            is_sign = not word_key(word)[0].isalnum()
            self._add(word, pattern if is_sign else rf"(?<![a-z0-9]){pattern}(?![a-z0-9])", (_FILLER,))

    def _add(self, word: str, pattern: str, notions: tuple[str, ...]) -> None:
        first = _plain_text(tidy(word))[0]
        self._entries.setdefault(first, []).append(Spelling(re.compile(pattern), notions))

    def tokens(self, text: str) -> list[Token]:
        """Cut a text into its words; words that say nothing are left out.

        :raises UnreadableLine: the text is empty or too long, or a word of it has no meaning.
        """
        written = tidy(re.sub(r"[\r\n]+", " ; ", text))
        if not written:
            raise UnreadableLine("blank", "", text)
        if len(written) > _LONGEST_LINE:
            raise UnreadableLine("too_long", f"{written[:20]}…", text)
        cut = _Cut(self._entries, _plain_text(written))
        found = cut.from_place(0)
        if found is None:
            raise self._unknown(written, cut.furthest)
        tokens = list(self._written(found, written))
        for before, token, behind in zip(tokens, tokens[1:], [*tokens[2:], None], strict=False):
            is_article = behind is not None and behind.text[0].isalnum()
            if token.notion == _FILLER and not is_article and _is_bare_seat(token.text, before.notion):
                raise UnreadableLine("seat_unmarked", token.text, written)
        return [token for token in tokens if token.notion != _FILLER]

    def _unknown(self, written: str, place: int) -> UnreadableLine:
        """Make the error of what stands at a place: a word without meaning, or a kontra's player unbracketed."""
        before = _Cut(self._entries, _plain_text(written[:place])).from_place(0)
        letter = next(iter(re.split(r"\W", written[place:], maxsplit=1)), "")
        if before and _is_bare_seat(letter, before[-1][2][-1]):
            return UnreadableLine("seat_unmarked", letter, written)
        return UnreadableLine("unknown_word", _word_at(written, place), written)

    def _written(self, found: list[tuple[int, int, tuple[str, ...]]], written: str) -> Iterator[Token]:
        """Give the tokens of what was found; a shorthand gives several with the same text."""
        for start, end, notions in found:
            token = Token(
                "", written[start:end], start, end, _is_blank(written, start - 1), _is_blank(written, end)
            )
            yield from (replace(token, notion=notion) for notion in notions)


class _Cut:
    """The search for a way to cut one plain text; ``furthest`` is where it stuck at the latest."""

    def __init__(self, entries: dict[str, list[Spelling]], text: str) -> None:
        self._entries = entries
        self._text = text
        self._stuck: set[int] = set()
        self.furthest = 0

    def from_place(self, place: int) -> list[tuple[int, int, tuple[str, ...]]] | None:
        """Cut the text from a place on: (start, end, notions) of each word; None if that cannot be done."""
        while place < len(self._text) and self._text[place] in _BLANKS:
            place += 1
        if place == len(self._text):
            return []
        if place in self._stuck:
            return None
        for end, notions in self._candidates(place):
            rest = self.from_place(end)
            if rest is not None:
                return [(place, end, notions), *rest]
        self._stuck.add(place)
        self.furthest = max(self.furthest, place)
        return None

    def _candidates(self, place: int) -> list[tuple[int, tuple[str, ...]]]:
        if self._text[place] in _BREAKS:
            return [(place + 1, (BREAK,))]
        seats = _SEATS_PATTERN.match(self._text, place)
        if seats:
            return [(seats.end(), (SEATS,))]
        matches = (
            (match.end(), entry.notions)
            for entry in self._entries.get(self._text[place], ())
            if (match := entry.pattern.match(self._text, place))
        )
        return sorted(matches, key=lambda found: -found[0])


def _is_bare_seat(text: str, notion_before: str) -> bool:
    """Tell whether a letter behind a kontra can only be its player's, who belongs in brackets."""
    return text.upper() in SEAT_LETTERS and notion_before in KONTRA_LEVELS


def _is_blank(text: str, place: int) -> bool:
    return not 0 <= place < len(text) or text[place] in _BLANKS + _BREAKS


def _word_at(text: str, place: int) -> str:
    start = max((text.rfind(sign, 0, place) for sign in " ,;|"), default=-1) + 1
    ends = [end for sign in " ,;|" if (end := text.find(sign, place)) >= 0]
    return text[start : min(ends, default=len(text))]
