"""The command line, made from ``templates/buttons.toml``: verbs, options, help, all of it in Hungarian.

argparse cuts the line into words; every sentence is ours.
"""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import NoReturn

from macros_py.verbs import Option, Verb, verbs
from macros_py.words import say

OptionValue = bool | int | str | Path | tuple[int, ...]

_LARGEST_ROUND = 999
DONE, FORBIDDEN, UNUSABLE, FAULT = range(4)
"""The exit codes."""
_COMMON_OPTIONS = (
    Option("person", "text", "a művelet végzőjének neve a naplóba"),
    Option("trust-place", "flag", "a Verseny lapon megadott mappák ezen a gépen használhatók"),
    Option("live", "flag", "a megnyitott munkafüzeten: Excelben, ahol nincs, LibreOffice Calcban"),
)


class UsageError(Exception):
    """The line typed cannot be carried out as it stands; the message is the Hungarian sentence."""


@dataclass(frozen=True, slots=True)
class Command:
    """A line understood: the verb, the workbook, and the options given (a hyphen in a name becomes ``_``)."""

    verb: Verb
    file: Path
    options: Mapping[str, OptionValue]
    person: str
    is_live: bool = False
    """Carried out by a spreadsheet program on the open workbook."""
    trusts_places: bool = False
    """The folders that the workbook names may be written to on this computer."""


def parse_command(words: Sequence[str]) -> Command:
    """Understand one command line (without the program's name).

    :raises UsageError: no or an unknown verb, no file, an unknown, incomplete or missing option.
    """
    if not words:
        raise UsageError(say("usage.no_verb"))
    verb = verbs().get(words[0])
    if verb is None:
        raise UsageError(say("usage.unknown_verb", verb=words[0], hint=_nearest_word(words[0], verbs())))
    given, rest = _cut_options(verb, words[1:])
    options = {name: value for name, value in vars(given).items() if value is not None and value is not False}
    _refuse_leftovers(verb, rest)
    if "file" not in options:
        raise UsageError(say("usage.no_file", verb=verb.id))
    for option in verb.options:
        if option.required and not {option.name, option.unless} & options.keys():
            key = "usage.option_missing_unless" if option.unless else "usage.option_missing"
            fields = {"option": option.name, "help": option.help, "verb": verb.id, "other": option.unless}
            raise UsageError(say(key, **fields))
    file, person = options.pop("file"), options.pop("person", "")
    is_live, trusts_places = (bool(options.pop(name, False)) for name in ("live", "trust_place"))
    return Command(verb, file, options, person, is_live, trusts_places)


def _cut_options(verb: Verb, words: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    """:raises UsageError: an option lacks its value, or has one it cannot take."""
    try:
        return _parser_of(verb).parse_known_args(_with_signed_values(verb, words))
    except argparse.ArgumentError as error:
        ours = isinstance(error.__context__, argparse.ArgumentTypeError)
        key = "usage.value_unreadable" if ours else "usage.value_missing"
        sentence = say(key, option=error.argument_name, sentence=error.message)
        raise UsageError(sentence) from error


def _with_signed_values(verb: Verb, words: Sequence[str]) -> list[str]:
    """Tie a value that begins with a sign to its option (``--ft -4,2,2``): argparse takes it for an option."""
    options = (*verb.options, *_COMMON_OPTIONS)
    takes_value = {f"--{option.name}" for option in options if option.kind != "flag"}
    tied: list[str] = []
    for word in words:
        if tied and tied[-1] in takes_value and word[:1] == "-" and word[1:2].isdigit():
            tied[-1] = f"{tied[-1]}={word}"
        else:
            tied.append(word)
    return tied


class Parser(argparse.ArgumentParser):
    """argparse without its English: whatever it cannot read becomes a :class:`UsageError`."""

    def error(self, message: str) -> NoReturn:
        """Refuse the line.

        :raises UsageError: always.
        """
        raise UsageError(say("usage.unreadable", found=message))


def _parser_of(verb: Verb) -> Parser:
    parser = Parser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("file", nargs="?", type=Path)
    for option in (*verb.options, *_COMMON_OPTIONS):
        if option.kind == "flag":
            parser.add_argument(f"--{option.name}", action="store_true")
        else:
            parser.add_argument(f"--{option.name}", type=_OPTION_READERS[option.kind])
    return parser


def _refuse_leftovers(verb: Verb, rest: Sequence[str]) -> None:
    """:raises UsageError: something is left that no option of the verb takes."""
    if rest:
        hint = _nearest_word(rest[0], [f"--{option.name}" for option in (*verb.options, *_COMMON_OPTIONS)])
        raise UsageError(say("usage.unknown_option", option=rest[0], verb=verb.id, hint=hint))


def _nearest_word(word: str, known: Sequence[str] | Mapping[str, object]) -> str:
    close = difflib.get_close_matches(word, list(known), n=1)
    return say("usage.did_you_mean", word=close[0]) if close else ""


def _read_round_numbers(text: str) -> tuple[int, ...]:
    """Read ``3``, ``2-7`` or ``1,4,6`` as ascending round numbers from 1.

    :raises argparse.ArgumentTypeError: anything else.
    """
    rounds: set[int] = set()
    for part in text.replace("–", "-").split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        last = last if dash else first
        if not (_is_round(first) and _is_round(last) and int(first) <= int(last)):
            raise argparse.ArgumentTypeError(say("usage.rounds", found=text))
        rounds.update(range(int(first), int(last) + 1))
    return tuple(sorted(rounds))


def _is_round(text: str) -> bool:
    return text.isascii() and text.isdigit() and 1 <= int(text) <= _LARGEST_ROUND


def _read_number(text: str) -> int:
    """:raises argparse.ArgumentTypeError: it is no whole number from 0."""
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(say("usage.whole", found=text))
    return int(text)


_OPTION_READERS: dict[str, Callable[[str], OptionValue]] = {
    "rounds": _read_round_numbers,
    "whole": _read_number,
    "text": str,
    "path": Path,
    "target": Path,
}


def help_of_all() -> str:
    """Give the list of verbs in the order of the day."""
    lines = [say("usage.head")]
    for group, members in groupby(verbs().values(), key=lambda verb: verb.group):
        lines += [f"\n{group}", *(f"  {verb.id:<20}{verb.help}" for verb in members)]
    return "\n".join([*lines, "", say("usage.foot")])


def help_of(verb: Verb) -> str:
    """Give the help of one verb."""
    usage = " ".join(_shown_option(option) for option in verb.options)
    line = "usage.line_folder" if verb.file == "folder" else "usage.line"
    lines = [f"{verb.label}: {verb.help}", "", say(line, verb=verb.id, options=usage), ""]
    lines += [f"  {'--' + option.name:<17}{option.help}" for option in (*verb.options, *_COMMON_OPTIONS)]
    return "\n".join(lines)


def _shown_option(option: Option) -> str:
    text = f"--{option.name}" if option.kind == "flag" else f"--{option.name} …"
    return text if option.required and not option.unless else f"[{text}]"
