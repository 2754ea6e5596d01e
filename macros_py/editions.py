"""The editions of the rules: ``templates/rules/<edition>.toml`` read, wholly checked, and as sheet rows.

A bad file is refused with the number of the line at fault; TOML's own reader does not tell the lines of
values, so the file is cut into its statements again, but only once something is wrong.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from macros_py import TEMPLATES
from macros_py.cells import read_text
from macros_py.rules.rule_readers import WrongTogether, WrongValue
from macros_py.rules.rulebook import VALUES, Rulebook, check_together, make_rulebook
from macros_py.words import say

RULES_FOLDER = TEMPLATES / "rules"
_TEXT_KEYS = ("label", "unit", "source")
_OWN_KEYS = ("label", "value", "unit", "source", "assumption", "note")
_TOP_KEYS = ("edition", "name")
RULE, VALUE, PATH = "Szabály", "Érték", "Azonosító"
"""Columns of tSzabalyok: the rule's name, its value as a person reads it, and where it stands in the file."""

KeyPath = tuple[str, ...]


class RulebookError(Exception):
    """A rulebook file cannot be used; the text names file, line, what was found and what was expected."""


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition: its values for the rules, its rows for tSzabalyok (heading → value, in order).

    ``values`` holds the exact value of each rule by its path in the file (``scoring.win``), in the order of the rows.
    """

    rulebook: Rulebook
    rows: tuple[dict[str, Any], ...]
    values: Mapping[str, Any]
    origin: Edition | None = None
    """The edition as the file has it, where an event's own values have been laid over it."""

    @property
    def on_this_machine(self) -> Edition:
        """Give the edition as the file has it."""
        return self.origin or self

    def with_own(self, own: Mapping[str, tuple[Any, Any]]) -> Edition:
        """Lay an event's own values over the file's: by path the cell, for the sheet, and the exact value it means.

        :raises WrongTogether: each may be by itself, but they do not go together.
        """
        values = {**self.values} | {name: exact for name, (_, exact) in own.items() if name in self.values}
        check_together(values)
        origin = self.on_this_machine
        rows = (row | {VALUE: own[row[PATH]][0]} if row[PATH] in own else row for row in origin.rows)
        rulebook = make_rulebook(self.rulebook.edition, self.rulebook.name, values)
        return Edition(rulebook, tuple(rows), values, origin)


class _EditionFault(Exception):
    """Where in the file something is wrong (the last known part of ``path`` gives the line), and what."""

    def __init__(self, path: KeyPath, expected: str, found: object = None, **fields: object) -> None:
        super().__init__(expected)
        self.path, self.expected, self.found, self.fields = path, expected, found, fields


def available(folder: Path) -> list[str]:
    """Give the names of the editions there are."""
    return sorted(path.stem for path in folder.glob("*.toml"))


def load_edition(edition: str, folder: Path | None = None) -> Edition:
    """Read one edition by its name (``mausz-2008``); the name only chooses among the files of the folder.

    :raises RulebookError: there is no such edition; its file is unreadable, incomplete or has a wrong value.
    """
    folder = folder or RULES_FOLDER
    known = available(folder)
    if edition.strip() not in known:
        raise RulebookError(say("rulebook.unknown", found=edition, editions=", ".join(known)))
    path = folder / f"{edition.strip()}.toml"
    text = _read_utf8(path)
    try:
        content = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        line = _broken_line(text, str(error))
        raise _edition_refusal(path, line, text.split("\n")[line - 1].strip(), "toml") from error
    try:
        return _read_edition(path.stem, content)
    except _EditionFault as fault:
        line = _line_of(text, fault.path)
        raise _edition_refusal(path, line, fault.found, fault.expected, **fault.fields) from fault


def _read_utf8(path: Path) -> str:
    """:raises RulebookError: the file is not UTF-8 (saved by an editor in another encoding)."""
    raw = path.read_bytes()
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        found = raw.split(b"\n")[line - 1].decode("cp1250", "replace").strip()
        raise _edition_refusal(path, line, found, "utf8") from error


def _edition_refusal(path: Path, line: int, found: object, expected: str, **fields: object) -> RulebookError:
    shown = shown_value(found) if found is not None else say("rulebook.nothing")
    wanted = say(f"rulebook.expected.{expected}", **fields)
    return RulebookError(say("rulebook.refused", file=path.name, line=line, found=shown, expected=wanted))


def _read_edition(edition: str, content: Mapping[str, Any]) -> Edition:
    """:raises _EditionFault: something is missing, unknown or wrong."""
    for key in _TOP_KEYS:
        if key not in content:
            raise _EditionFault((), "missing_top", key=key)
        _check_text((key,), content[key])
    if content["edition"] != edition:
        raise _EditionFault(("edition",), "edition", content["edition"], edition=edition)
    sections = _read_sections(content)
    values = {name: _read_rule_value(name, section["value"]) for name, section in sections.items()}
    try:
        check_together(values)
    except WrongTogether as wrong:
        path = (*wrong.section.split("."), "value")
        raise _EditionFault(path, wrong.expected, wrong.found, **wrong.fields) from wrong
    rows = tuple(_sheet_row(name, section) for name, section in sections.items())
    return Edition(make_rulebook(edition, content["name"], values), rows, values)


def _read_sections(content: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """:raises _EditionFault: a section is unknown, missing or incomplete."""
    sections: dict[str, dict[str, Any]] = {}
    for group, rules in content.items():
        if group in _TOP_KEYS:
            continue
        if not isinstance(rules, dict):
            raise _EditionFault((group,), "section", group, known=", ".join(VALUES))
        for rule, section in rules.items():
            if f"{group}.{rule}" not in VALUES or not isinstance(section, dict):
                raise _EditionFault((group, rule), "section", f"{group}.{rule}", known=", ".join(VALUES))
            _check_section((group, rule), section)
            sections[f"{group}.{rule}"] = section
    if missing := [name for name in VALUES if name not in sections]:
        raise _EditionFault((), "sections", section=missing[0])
    return sections


def _check_section(path: KeyPath, section: Mapping[str, Any]) -> None:
    """:raises _EditionFault: a key is unknown or missing, a text is blank, the flag is no true or false."""
    if unknown := [key for key in section if key not in _OWN_KEYS]:
        raise _EditionFault((*path, unknown[0]), "key", unknown[0], known=", ".join(_OWN_KEYS))
    if missing := [key for key in _OWN_KEYS[:-1] if key not in section]:
        raise _EditionFault(path, "missing", f"[{'.'.join(path)}]", key=missing[0])
    for key in _TEXT_KEYS:
        _check_text((*path, key), section[key])
    _check_text((*path, "note"), section.get("note", "-"))
    if not isinstance(section["assumption"], bool):
        raise _EditionFault((*path, "assumption"), "flag", section["assumption"])


def _check_text(path: KeyPath, text: object) -> None:
    """:raises _EditionFault: it is no text, or blank."""
    if not isinstance(text, str) or not text.strip():
        raise _EditionFault(path, "text", text)


def _read_rule_value(name: str, raw: object) -> Any:
    """:raises _EditionFault: the value is of the wrong kind, out of range or no known choice."""
    try:
        return VALUES[name](raw)
    except WrongValue as wrong:
        raise _EditionFault((*name.split("."), "value"), wrong.expected, raw, **wrong.fields) from wrong


def _sheet_row(name: str, section: Mapping[str, Any]) -> dict[str, Any]:
    """Put the section of a rule into the columns of tSzabalyok; an assumption says so in Megjegyzés."""
    value = section["value"]
    notes = ("feltevés" if section["assumption"] else "", section.get("note", ""))
    return {
        RULE: section["label"],
        VALUE: value if isinstance(value, int) else (shown_value(value) or None),
        "Mértékegység": section["unit"],
        "Forrás": section["source"],
        "Megjegyzés": " – ".join(filter(None, notes)) or None,
        PATH: name,
    }


def shown_value(value: object) -> str:
    """Show a value of the file to a person: lists with commas, inner ones with ``;``, decimals with a comma."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ", ".join(
            f"[{'; '.join(map(shown_value, item))}]" if isinstance(item, list) else shown_value(item)
            for item in value
        )
    if isinstance(value, Decimal):
        return str(value).replace(".", ",")
    return f"„{value}”" if isinstance(value, str) and not value.strip() else read_text(value)


def _statements(text: str) -> tuple[dict[KeyPath, int], int]:
    """Cut a TOML text into statements: the line (1-based) of each key, and of what is no statement (or 0)."""
    lines: dict[KeyPath, int] = {}
    section: KeyPath = ()
    start, pending = 0, ""
    for number, line in enumerate(text.split("\n"), 1):
        start = start if pending else number
        pending += line + "\n"
        try:
            parsed = tomllib.loads(pending)
        except tomllib.TOMLDecodeError:
            continue
        path = _only_keys(parsed)
        section = path if pending.lstrip().startswith("[") else section
        whole_path = section if section is path else (*section, *path)
        for length in range(1, len(whole_path) + 1):
            lines.setdefault(whole_path[:length], start)
        pending = ""
    return lines, start if pending else 0


def _only_keys(parsed: Mapping[str, Any]) -> KeyPath:
    path: list[str] = []
    while isinstance(parsed, dict) and len(parsed) == 1:
        [(key, parsed)] = parsed.items()
        path.append(key)
    return tuple(path)


def _broken_line(text: str, message: str) -> int:
    """Give the line of a syntax error: the statement that never ends, else what TOML's reader says."""
    _, broken = _statements(text)
    told = re.search(r"at line (\d+)", message)
    return broken or (int(told[1]) if told else text.count("\n") + 1)


def _line_of(text: str, path: KeyPath) -> int:
    """Give the line (1-based) where ``path`` stands; where nothing of it does, the last line of the file."""
    lines, _ = _statements(text)
    known = (lines[path[:length]] for length in range(len(path), 0, -1) if path[:length] in lines)
    return next(known, len(text.rstrip("\n").split("\n")))
