"""tErtekek: the price list, every legal bid and every part of one, for the wall and for the table judges."""

from __future__ import annotations

from collections.abc import Sequence

from macros_py.book.port import CellValue, Row
from macros_py.rules.contracts import Bid, Component, Line, LinePart
from macros_py.rules.notation import Language, notation
from macros_py.rules.price_list import BidPrice, PartPrice, bid_prices, part_prices
from macros_py.rules.rulebook import Rulebook
from macros_py.words import say

PRICES_TABLE = "tErtekek"
LEVEL_SUFFIXES = ("", " K", " RK", " SK", " MK")
"""Behind Nyert and Bukott in the headings: without kontra, then its levels 1 … 4."""
LAID_OPEN = ("durchmars", "szintelen_durchmars", "betli")
"""What terített qualifies, and stands in front of, in words."""

PIROS_NAMES = {"betli": "rebetli", "szintelen_durchmars": "redurchmars"}
"""Bids that stand alone and have a name of their own as piros."""


def price_rows(rulebook: Rulebook) -> list[Row]:
    """Give the rows: bids in order of value, then the parts by themselves, silent ones last; Ft per defender."""
    language = Language(rulebook)
    bids = [bid_row(price, language) for price in bid_prices(rulebook.contracts)]
    return bids + [part_row(price, language) for price in part_prices(rulebook.contracts)]


def bid_row(price: BidPrice, language: Language) -> Row:
    """Put one bid into a row."""
    named = [price.bid.kind(component) for component in price.bid.ordered]
    only_parti = len(named) == 1
    words = [word for word in named if only_parti or word != Component.PARTI.value]
    head: Row = {
        "Fajta": say("prices.bid"),
        "Megnevezés": bid_words(price.bid, words),
        "Rövidítés": notation(price.line, language),
    }
    return head | amounts("Nyert", price.won) | amounts("Bukott", price.lost)


def part_row(price: PartPrice, language: Language) -> Row:
    """Put one part into a row; a silent one stands beside a plain parti."""
    part = LinePart(price.component, is_silent=price.is_silent)
    head: Row = {
        "Fajta": say("prices.silent" if price.is_silent else "prices.part"),
        "Megnevezés": bid_words(price.bid, [price.bid.kind(price.component)], is_silent=price.is_silent),
        "Rövidítés": part_notation(part, price.bid, language),
    }
    return head | amounts("Nyert", price.won) | amounts("Bukott", price.lost)


def part_notation(part: LinePart, bid: Bid, language: Language) -> str:
    """Give the notation of one part alone."""
    if not part.is_silent:
        alone = Bid(frozenset({part.component}), bid.is_piros, bid.is_teritett, bid.is_szintelen)
        return notation(Line(alone, (part,)), language)
    return notation(Line(bid, (*map(LinePart, bid.ordered), part)), language)


def bid_words(bid: Bid, kinds: Sequence[str], *, is_silent: bool = False) -> str:
    """Name a bid in full words: ``piros 40-100 ulti terített durchmars``."""
    own_name = PIROS_NAMES.get(kinds[0])
    if own_name and bid.is_piros and not (bid.is_teritett or is_silent):
        return say(f"prices.{own_name}")
    marks = [("piros", bid.is_piros), ("csendes", is_silent)]
    words = [say(f"prices.{mark}") for mark, is_set in marks if is_set]
    for kind in kinds:
        if bid.is_teritett and kind in LAID_OPEN:
            words.append(say("prices.teritett"))
        words.append(say(f"prices.{kind}"))
    return " ".join(words)


def amounts(head: str, levels: Sequence[int]) -> Row:
    """Give the cells of one outcome by kontra level; blank where there is none."""
    padded: list[CellValue] = [*levels, *[None] * (len(LEVEL_SUFFIXES) - len(levels))]
    return {f"{head}{level}": amount for level, amount in zip(LEVEL_SUFFIXES, padded, strict=True)}
