"""Why a protocol's line cannot stand: it cannot be read, is against the rules, or can mean two things.

The three are kept apart, each names the word at fault and carries no sentence: ``reason`` names it.
"""

from __future__ import annotations

from macros_py.rules.problems import Phrase, RuleError


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
