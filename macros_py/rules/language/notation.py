"""The column Teljesítés: ``parse_line`` reads what players write, ``notation`` writes the official form.

Both go by the codes and words of the rulebook; what may stand beside what they take from its contract rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from macros_py.rules.language.contracts import Component, Line, LinePart
from macros_py.rules.language.line_reading import (
    COMPONENT_WORDS,
    LINE_MARKS,
    QUALIFIERS,
    SUIT_WORDS,
    LineReader,
)
from macros_py.rules.language.vocabulary import (
    BREAK,
    FORWARD,
    KONTRA_LEVELS,
    LOSS,
    AgainstTheRules,
    AmbiguousLine,
    LineError,
    Token,
    UnreadableLine,
    Vocabulary,
)
from macros_py.rules.names import tidy
from macros_py.rules.rule_readers import word_key
from macros_py.rules.rulebook import Rulebook

_MOST_REMEMBERED = 20_000
_MOST_WAYS = 3
"""So many ambiguous places of a text are followed up; more of them is nothing a person would write."""

Tokens = tuple[Token, ...]


class Language:
    """The words of one rulebook, ready for use; it remembers the texts it has read."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rules = rulebook.contracts
        self.vocabulary = Vocabulary(rulebook.language)
        self.traps = {word_key(written): readings for written, *readings in rulebook.language.traps}
        self._read: dict[str, Line | LineError] = {}

    def recall(self, text: str) -> Line | LineError:
        """Give what a text says, or why it says nothing; read once, then remembered."""
        known = self._read.get(text)
        if known is None:
            if len(self._read) >= _MOST_REMEMBERED:
                self._read.clear()
            try:
                known = _read(text, self)
            except LineError as error:
                known = error
            self._read[text] = known
        return known


def parse_line(written: object, language: Language) -> Line:
    """Read a cell of the column Teljesítés: a text, or a number that Excel has made of one (40, 40.0).

    :raises UnreadableLine: a word has no meaning, or the cell is blank or neither text nor number.
    :raises AgainstTheRules: no such thing can be bid or stand on a protocol.
    :raises AmbiguousLine: it can mean more than one thing.
    """
    found = language.recall(written_text(written))
    if isinstance(found, LineError):
        raise found.with_traceback(None)
    return found


def written_text(written: object) -> str:
    """Give the text of a cell; whole numbers, also as text (``40,0``), lose their decimals.

    :raises UnreadableLine: it is neither a text nor a number.
    """
    if written is None:
        return ""
    if isinstance(written, bool) or not isinstance(written, int | float | str):
        raise UnreadableLine("unknown_word", str(written), str(written))
    text = str(written).strip()
    whole, _, decimals = text.replace(",", ".").partition(".")
    return whole if whole.isdigit() and decimals and not decimals.strip("0") else text


def notation(line: Line, language: Language) -> str:
    """Write a line in its official form, ``P 40 U-K``: piros or the suit, the parts in order, silent last.

    The parti is written only where it was lost, has a kontra or stands alone.
    """
    codes = language.vocabulary.codes
    if line.bid is None:
        return codes["korpassz"]
    words = [codes["piros"]] if line.bid.is_piros else []
    words += [codes[word] for word, letter in SUIT_WORDS.items() if letter == line.bid.trump]
    for part in line.parts:
        is_plain = part.component is Component.PARTI and part.is_won and not part.kontra
        if not is_plain or len(line.parts) == 1:
            words.append(_part_notation(part, line, language))
    return " ".join(words)


def _part_notation(part: LinePart, line: Line, language: Language) -> str:
    codes, word = language.vocabulary.codes, part.component.value
    qualifiers = []
    if part.is_silent:
        qualifiers.append(codes["csendes"])
    elif line.bid:
        if line.bid.is_szintelen and word in language.rules.szintelen:
            qualifiers.append(codes["szintelen"])
        if line.bid.is_teritett and word in language.rules.teritett:
            qualifiers.append(codes["teritett"])
    marks = [codes[KONTRA_LEVELS[part.kontra - 1]]] if part.kontra else []
    for seat, level in part.individual:
        first = part.kontra + 1 if part.kontra else level  # behind a common level every step is written
        marks += [f"{codes[KONTRA_LEVELS[step - 1]]}({seat})" for step in range(first, level + 1)]
    marks += [f"({part.defender})"] if part.defender else []
    if part.is_won:
        return " ".join([*qualifiers, codes[word], *marks])
    lost = codes[word] + codes["bukott"]
    glued = [lost + marks[0], *marks[1:]] if part.kontra or part.individual else [lost, *marks]
    return " ".join([*qualifiers, *glued])


def _read(text: str, language: Language, *, can_be_trap: bool = True) -> Line:
    """Read a text, however it may have to be taken; a reading of a trap is not looked at as a trap again.

    :raises LineError: it cannot be read, is against the rules, or can be taken in several ways.
    """
    tokens = tuple(language.vocabulary.tokens(text))
    written = tidy(text)
    if not tokens:
        raise UnreadableLine("blank", written, written)
    trap, readings = _trap(tokens, written, language) if can_be_trap else ("", [])
    spots = [(place, ways) for place in range(len(tokens)) if (ways := _ways(tokens, place))]
    lines, errors = _taken(tokens, spots[:_MOST_WAYS], written, language)
    readings += [line for line in lines if line not in readings]
    if (trap and readings) or len(readings) > 1:
        word = trap or tokens[spots[0][0]].text
        raise AmbiguousLine("two_ways", word, written, tuple(notation(line, language) for line in readings))
    if not readings:
        raise errors[0]
    return readings[0]


def _taken(
    tokens: Tokens, spots: Sequence[tuple[int, tuple[Tokens, ...]]], written: str, language: Language
) -> tuple[list[Line], list[AgainstTheRules]]:
    """Give the different lines that a text can be, each ambiguous spot taken in each way; and what is refused."""
    lines: list[Line] = []
    errors: list[AgainstTheRules] = []
    for choice in product(*(ways for _, ways in spots)):
        replaced = dict(zip((place for place, _ in spots), choice, strict=True))
        taken = [token for place, own in enumerate(tokens) for token in replaced.get(place, (own,))]
        try:
            line = LineReader(_in_order(taken), written).line(language.rules)
        except AgainstTheRules as error:
            errors.append(error)
        else:
            lines += [line] if line not in lines else []
    return lines, errors


def _in_order(tokens: Sequence[Token]) -> list[Token]:
    moved: list[Token] = []
    waiting: Token | None = None
    for token in tokens:
        if token.notion == FORWARD:
            waiting = replace(token, notion="bukott")
            continue
        moved.append(token)
        if waiting and token.notion in COMPONENT_WORDS:
            moved.append(waiting)
            waiting = None
    return moved


def _ways(tokens: Tokens, place: int) -> tuple[Tokens, ...]:
    """Give the ways to take one word if it is not plain what it means; nothing for a plain one."""
    token = tokens[place]
    if token.notion == "piros" and not token.is_word:
        is_behind = any(other.notion in COMPONENT_WORDS for other in tokens[:place])
        is_shorthand = len(token.text) > len("P")
        return ((token,), (replace(token, notion="parti"),)) if is_behind and not is_shorthand else ()
    if token.text == LOSS or (token.notion == "bukott" and not token.is_word):
        return _ways_of_hyphen(token, tokens[:place], tokens[place + 1 :])
    return ()


def _ways_of_hyphen(token: Token, before: Tokens, behind: Tokens) -> tuple[Tokens, ...]:
    """Give the ways to take a ``-``: lost, or a mere hyphen, or the sign of what stands behind it."""
    if not before or before[-1].notion == BREAK:
        return ()
    if before[-1].notion in QUALIFIERS:
        return ((),)
    is_glued = not token.has_blank_before and not token.has_blank_after
    if is_glued and behind and before[-1].notion in KONTRA_LEVELS and behind[0].notion in KONTRA_LEVELS:
        return ((token,), ())
    if not behind or behind[0].notion not in {*COMPONENT_WORDS, *QUALIFIERS}:
        return ()
    if token.has_blank_before and not token.has_blank_after:
        return ((token,), (replace(token, notion=FORWARD),))
    return ((token,), ()) if is_glued and before[-1].is_word and behind[0].is_word else ()


def _trap(tokens: Tokens, written: str, language: Language) -> tuple[str, list[Line]]:
    """Give the trap at the beginning of a line, only marks behind it, and the legal lines it can mean."""
    for length in range(1, len(tokens) + 1):
        trap = "".join(token.text for token in tokens[:length])
        readings = language.traps.get(word_key(trap))
        if readings is None or (length < len(tokens) and tokens[length].notion not in LINE_MARKS):
            continue
        rest = written[tokens[length - 1].end :]
        legal = [line for reading in readings for line in _legal(reading + rest, language)]
        if legal:
            return trap, legal
    return "", []


def _legal(text: str, language: Language) -> Iterator[Line]:
    try:
        yield _read(text, language, can_be_trap=False)
    except LineError:
        return
