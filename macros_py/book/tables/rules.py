"""The rules that an event was made with (tSzabalyok), and the price list that follows from them (tErtekek).

The rules are held against the edition on this machine, and read back as values. A row is known by its path in the
edition's file (*Azonosító*); one of an older file, which has none, by its name. The prices, of every legal bid and
every part of one, are for the wall and for the table judges.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from macros_py.book.canonical import digest
from macros_py.book.port import CellValue, Row
from macros_py.cells import CellError, Formula, cell_name_key, read_text
from macros_py.editions import PATH, RULE, VALUE, Edition
from macros_py.rules.language.contracts import Bid, Component, Line, LinePart
from macros_py.rules.language.notation import Language, notation
from macros_py.rules.language.settlement import BidPrice, PartPrice, bid_prices, part_prices
from macros_py.rules.rule_readers import WrongValue
from macros_py.rules.rulebook import VALUES, Rulebook
from macros_py.words import say

RULES_TABLE = "tSzabalyok"
CHOICE = "szabalyok_valasztasa"
"""The named cell that remembers for which differences the event's own rules were chosen."""
_BETWEEN, _INSIDE = ", ", "; "
"""What stands between the items of a list on the sheet, and between those of a list in it."""
_DECIMAL_NUMBER = re.compile(r"[+-]?\d{1,15}(,\d{1,15})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class RuleDifference:
    """One rule that the event and this machine's edition do not have alike; a blank side does not have it.

    ``path`` is blank for a rule that the edition does not know, ``row`` None for one that the event does not have.
    ``value`` is what the event's cell means; it is the edition's where the event has none that can be read.
    """

    path: str
    name: str
    event: str
    edition: str
    value: Any
    row: int | None
    is_readable: bool

    @property
    def can_be_kept(self) -> bool:
        """Tell whether the program can count with what the event has."""
        return self.row is None or self.is_readable


@dataclass(frozen=True, slots=True)
class OwnRule:
    """What an event has of one rule: cells (usually one) and the first row where it stands."""

    name: str
    cells: tuple[CellValue, ...]
    row: int


def rule_differences(rows: Sequence[Row], edition: Edition) -> list[RuleDifference]:
    """Give the rules in which the event's rows differ from the edition, in its order; unknown ones come last."""
    own = _own_rules(rows, edition)
    found = [_rule_difference(row, own.pop(row[PATH], None), edition) for row in edition.rows]
    unknown = ((one.name, _written_cells(one.cells), one.row) for one in own.values())
    beyond = (RuleDifference("", name, cells, "", None, row, False) for name, cells, row in unknown)
    return [*filter(None, found), *beyond]


def completed_rules(rows: Sequence[Row], edition: Edition) -> list[Row]:
    """Give the event's rows with those rules of the edition that the program which made the event did not know yet.

    Nothing has been counted by them, so nobody has to choose.
    """
    new = {one.name for one in rule_differences(rows, edition) if one.path and one.row is None}
    return [*rows, *(row for row in edition.rows if row[RULE] in new)]


def _rule_difference(row: Mapping[str, str], own: OwnRule | None, edition: Edition) -> RuleDifference | None:
    """Hold one rule of the edition against what the event has of it; None where both mean the same."""
    path, name, theirs = row[PATH], row[RULE], _written_cells([row[VALUE]])
    value, is_readable = edition.values[path], False
    if own is None:
        return RuleDifference(path, name, "", theirs, value, None, is_readable)
    with suppress(WrongValue, ValueError):
        [cell] = own.cells
        if (meant := read_own_value(path, cell)) == value:
            return None
        value, is_readable = meant, True
    return RuleDifference(path, name, _written_cells(own.cells), theirs, value, own.row, is_readable)


def _own_rules(rows: Iterable[Row], edition: Edition) -> dict[str, OwnRule]:
    """Give what the event has of each rule, by its path; by its name if the edition has no such rule."""
    names = {cell_name_key(row[RULE]): row[PATH] for row in edition.rows}
    found: dict[str, OwnRule] = {}
    for index, row in enumerate(rows):
        name, path = read_text(row.get(RULE)), read_text(row.get(PATH))
        known = path or names.get(cell_name_key(name), "") or name
        if known in found:
            cells = tuple(dict.fromkeys((*found[known].cells, row.get(VALUE))))
            found[known] = OwnRule(found[known].name, cells, found[known].row)
        elif known:
            found[known] = OwnRule(name or path, (row.get(VALUE),), index)
    return found


def _written_cells(cells: Iterable[CellValue]) -> str:
    return " / ".join(map(read_text, cells))


def read_own_value(path: str, cell: CellValue) -> Any:
    """Read a value of the sheet as the edition's file would have it: the first reading that the rule allows.

    :raises WrongValue: it cannot be read as a value of that rule.
    """
    if isinstance(cell, Formula | CellError):
        raise WrongValue("text")
    wrong = WrongValue("text")
    for raw in _text_readings(read_text(cell)):
        try:
            return VALUES[path](raw)
        except WrongValue as error:
            wrong = error
    raise wrong


def _text_readings(text: str) -> Iterator[object]:
    """Give what a text of the sheet may have been in the file: a number, a text, a list of numbers, of texts."""
    items = text.split(_BETWEEN) if text else []
    yield _number(text)
    yield text
    yield [_listed_item(item, with_numbers=True) for item in items]
    yield [_listed_item(item, with_numbers=False) for item in items]


def _listed_item(item: str, *, with_numbers: bool) -> object:
    """Read one item of a list, itself a list if it stands in brackets."""
    read = _number if with_numbers else str
    if item[:1] == "[" and item[-1:] == "]":
        return [read(part) for part in item[1:-1].split(_INSIDE)]
    return read(item)


def _number(text: str) -> object:
    """Read a number; any other text stays one."""
    if not _DECIMAL_NUMBER.fullmatch(text):
        return text
    return Decimal(text.replace(",", ".")) if "," in text else int(text)


def with_own_values(edition: Edition, found: Iterable[RuleDifference], rows: Sequence[Row]) -> Edition:
    """Give the edition with the event's own values, as far as they can be read.

    :raises WrongTogether: they do not go together.
    """
    kept = ((one, one.row) for one in found if one.is_readable)
    own = {one.path: (rows[at].get(VALUE), one.value) for one, at in kept if at is not None}
    return edition.on_this_machine.with_own(own) if own else edition


def differences_mark(found: Iterable[RuleDifference]) -> str:
    """Give what remembers these differences: another one, on either side, gives another mark; none gives none."""
    lines = [f"{one.path or one.name}={one.event} / {one.edition}" for one in found]
    return digest("\n".join(lines)) if lines else ""


PRICES_TABLE = "tErtekek"
_LEVEL_SUFFIXES = ("", " K", " RK", " SK", " MK")
"""Behind Nyert and Bukott in the headings: without kontra, then its levels 1 … 4."""
_LAID_OPEN = ("durchmars", "szintelen_durchmars", "betli")
"""What terített qualifies, and stands in front of, in words."""

_PIROS_NAMES = {"betli": "rebetli", "szintelen_durchmars": "redurchmars"}
"""Bids that stand alone and have a name of their own as piros."""


def price_rows(rulebook: Rulebook) -> list[Row]:
    """Give the rows: bids in order of value, then the parts by themselves, silent ones last; Ft per defender."""
    language = Language(rulebook)
    bids = [_bid_row(price, language) for price in bid_prices(rulebook.contracts)]
    return bids + [_part_row(price, language) for price in part_prices(rulebook.contracts)]


def _bid_row(price: BidPrice, language: Language) -> Row:
    named = [price.bid.kind(component) for component in price.bid.ordered]
    only_parti = len(named) == 1
    words = [word for word in named if only_parti or word != Component.PARTI.value]
    return _price_row(price, "bid", _bid_words(price.bid, words), notation(price.line, language))


def _part_row(price: PartPrice, language: Language) -> Row:
    part = LinePart(price.component, is_silent=price.is_silent)
    words = _bid_words(price.bid, [price.bid.kind(price.component)], is_silent=price.is_silent)
    kind = "silent" if price.is_silent else "part"
    return _price_row(price, kind, words, _part_notation(part, price.bid, language))


def _price_row(price: BidPrice | PartPrice, kind: str, words: str, short: str) -> Row:
    head: Row = {"Fajta": say(f"prices.{kind}"), "Megnevezés": words, "Rövidítés": short}
    return head | _amounts("Nyert", price.won) | _amounts("Bukott", price.lost)


def _part_notation(part: LinePart, bid: Bid, language: Language) -> str:
    if not part.is_silent:
        alone = Bid(frozenset({part.component}), bid.is_piros, bid.is_teritett, bid.is_szintelen)
        return notation(Line(alone, (part,)), language)
    return notation(Line(bid, (*map(LinePart, bid.ordered), part)), language)


def _bid_words(bid: Bid, kinds: Sequence[str], *, is_silent: bool = False) -> str:
    """Name a bid in full words: ``piros 40-100 ulti terített durchmars``."""
    own_name = _PIROS_NAMES.get(kinds[0])
    if own_name and bid.is_piros and not (bid.is_teritett or is_silent):
        return say(f"prices.{own_name}")
    marks = [("piros", bid.is_piros), ("csendes", is_silent)]
    words = [say(f"prices.{mark}") for mark, is_set in marks if is_set]
    for kind in kinds:
        if bid.is_teritett and kind in _LAID_OPEN:
            words.append(say("prices.teritett"))
        words.append(say(f"prices.{kind}"))
    return " ".join(words)


def _amounts(head: str, levels: Sequence[int]) -> Row:
    """Give the cells of one outcome by kontra level; blank where there is none."""
    padded: list[CellValue] = [*levels, *[None] * (len(_LEVEL_SUFFIXES) - len(levels))]
    return {f"{head}{level}": amount for level, amount in zip(_LEVEL_SUFFIXES, padded, strict=True)}
