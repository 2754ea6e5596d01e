"""What follows from the fields of a rulebook: the table of its values, their checking and their putting together.

A value comes as TOML gives it (floats as ``Decimal``); an exact fraction is written as text, ``"1/2"``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from macros_py.rules.rulebook import Rulebook
from macros_py.rules.value_readers import Reader, WrongTogether, choice, choices
from macros_py.rules.word_readers import check_words


@cache
def _fields(rules: Any, group: str = "") -> tuple[tuple[str, str, Any], ...]:
    """Give the fields of a class of rules: name, path in the file, and what reads it.

    That is a reader, one reader a key where the field holds several values, or a class of rules of its own.
    """
    found = []
    for name, hint in get_type_hints(rules, include_extras=True).items():
        kind, *marks = get_args(hint) if get_origin(hint) is Annotated else (hint,)
        path = next((mark for mark in marks if isinstance(mark, str)), f"{group}.{name}" if group else name)
        reader = next((mark for mark in marks if not isinstance(mark, str)), None) or _reader_of(kind)
        found.append((name, path, reader))
    return tuple(one for one in found if one[2])


def _reader_of(kind: Any) -> Any:
    """Give what reads a type by itself: a named choice, several of them, a class of rules; None for others."""
    inner, *_ = get_args(kind) or (None,)
    if get_origin(kind) is Literal:
        return choice(get_args(kind))
    if get_origin(inner) is Literal:
        return choices(get_args(inner))
    return kind if is_dataclass(kind) else None


def _readers(rules: Any, group: str = "") -> Iterator[tuple[str, Reader]]:
    """Give the path of each value of a class of rules, with its reader."""
    for _, path, reader in _fields(rules, group):
        if is_dataclass(reader):
            yield from _readers(reader, path)
        elif isinstance(reader, Mapping):
            yield from ((f"{path}.{key}", each) for key, each in reader.items())
        else:
            yield path, reader


VALUES: Mapping[str, Reader] = dict(_readers(Rulebook))
"""Every rule of a rulebook file by its path, in its order, with the reader of its value."""


def _put_together(rules: Any, values: Mapping[str, Any], group: str = "", **own: Any) -> Any:
    """Make a class of rules of the values."""
    for name, path, reader in _fields(rules, group):
        if is_dataclass(reader):
            own[name] = _put_together(reader, values, path)
        elif isinstance(reader, Mapping):
            own[name] = {key: values[f"{path}.{key}"] for key in reader}
        else:
            own[name] = values[path]
    return rules(**own)


def make_rulebook(edition: str, name: str, values: Mapping[str, Any]) -> Rulebook:
    """Put the values, one for each key of ``VALUES``, into their places.

    :raises KeyError: a value is missing (the caller has to look first).
    """
    made: Rulebook = _put_together(Rulebook, values, edition=edition, name=name)
    return made


def check_together(values: Mapping[str, Any]) -> None:
    """Check what no value shows by itself.

    A better result earns more than an equal one, that more than a worse one (else somebody has exchanged
    them); no code or word of the language clashes with another.

    :raises WrongTogether: they do not go together.
    """
    win, tie, loss = (values[f"scoring.{key}"] for key in ("win", "tie", "loss"))
    if not win > tie > loss:
        raise WrongTogether("order", "scoring.tie", f"{win} / {tie} / {loss}")
    check_words(values)
