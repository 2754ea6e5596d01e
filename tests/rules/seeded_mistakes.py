"""Slips of the pen and of the typing hand, put into rows that were right: each kind with what is to be said of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from macros_py.rules.hall.event import LINES
from macros_py.rules.language.contracts import Bid, Component, Line
from macros_py.rules.language.inverse import with_piros
from macros_py.rules.language.notation import notation
from macros_py.rules.language.settlement import korpassz_triples, settle
from macros_py.rules.results.typed_results import TypedRow
from tests.rules.sample_lines import CONTRACTS, LANGUAGE, RULEBOOK
from tests.rules.sample_rows import CONTEXT, PlayedHall, other_seat, with_ft


@dataclass(frozen=True, slots=True)
class Slip:
    """Rows with one slip in row ``at``; a right check tells it there by one of ``codes`` and says ``truth``."""

    rows: list[TypedRow]
    at: int
    codes: tuple[str, ...]
    truth: str


Kind = Callable[[PlayedHall, int, Random], Slip | None]
"""Makes the slip in a row; None where that row cannot have it."""


def shown(ft: Sequence[object]) -> str:
    """Write three Ft as the sentences do."""
    return " / ".join(map(str, ft))


def numbers(row: TypedRow) -> tuple[int, int, int]:
    """Give the Ft of a right row."""
    first, second, third = (cell for cell in row.ft if isinstance(cell, int))
    return first, second, third


def slip(hall: PlayedHall, at: int, codes: tuple[str, ...], truth: str, **cells: object) -> Slip:
    """Change cells of one row."""
    rows = [*hall.rows]
    rows[at] = replace(rows[at], **cells)  # type: ignore[arg-type]
    return Slip(rows, at, codes, truth)


def bid_of(hall: PlayedHall, at: int) -> Bid | None:
    """Give the bid of a row; None at a körpassz."""
    return hall.lines[at].bid


def unreadable(hall: PlayedHall, at: int, random: Random) -> Slip | None:
    """A letter struck beside the right one."""
    if bid_of(hall, at) is None:
        return None
    word = random.choice(["W", "Q", "XX", "ltui", "brtli"])
    text = f"{hall.rows[at].achievements} {word}"
    return slip(hall, at, ("text_unreadable",), word, achievements=text)


def against_rules(hall: PlayedHall, at: int, random: Random) -> Slip | None:
    """A betli written beside another bid, or the other way round."""
    bid = bid_of(hall, at)
    if bid is None:
        return None
    word = "ulti" if Component.BETLI in bid.components else "betli"
    text = f"{hall.rows[at].achievements} {word}"
    return slip(hall, at, ("text_against_rules",), "", achievements=text)


def ambiguous(hall: PlayedHall, at: int, random: Random) -> Slip | None:
    """A lone P for a passz, KP for its kontra, KB for a kontra of betli."""
    short = {"PA": "P", "P PA": "P", "PA K": "KP", "P PA K": "KP", "B K": "KB", "B K(B)": "KB"}
    text = hall.rows[at].achievements
    if text not in short:
        return None
    return slip(hall, at, ("text_ambiguous", "text_ambiguous_settled"), text, achievements=short[text])


def no_text(hall: PlayedHall, at: int, random: Random) -> Slip | None:
    """The achievements left out."""
    if bid_of(hall, at) is None:
        return None
    return slip(hall, at, ("achievements_missing",), "A Teljesítés hiányzik", achievements="")


def no_soloist(hall: PlayedHall, at: int, random: Random) -> Slip | None:
    """The soloist left out: who it was can be told from the Ft."""
    if bid_of(hall, at) is None:
        return None
    return slip(hall, at, ("soloist_offered",), f"írja be: {hall.rows[at].soloist}", soloist="")


def columns(hall: PlayedHall, at: int, random: Random) -> Slip | None:
    """Two Ft columns exchanged."""
    ft = [*numbers(hall.rows[at])]
    one, other = random.sample(range(3), 2)
    ft[one], ft[other] = ft[other], ft[one]
    if bid_of(hall, at) is None or tuple(ft) == hall.rows[at].ft:
        return None
    codes = ("columns_exchanged", "columns_or_soloist")
    return slip(hall, at, codes, shown(hall.rows[at].ft), ft=tuple(ft))


def signs(hall: PlayedHall, at: int, random: Random) -> Slip | None:
    """All signs inverted."""
    ft = numbers(hall.rows[at])
    if bid_of(hall, at) is None or not any(ft):
        return None
    return slip(hall, at, ("signs_inverted",), shown(ft), ft=tuple(-number for number in ft))


def wrong_soloist(hall: PlayedHall, at: int, random: Random) -> Slip | None:
    """Another seat typed as the soloist."""
    row = hall.rows[at]
    if bid_of(hall, at) is None or not any(numbers(row)):
        return None
    wrong = other_seat(row.soloist, random.choice([1, 2]))
    codes = ("soloist_wrong", "columns_or_soloist")
    return slip(hall, at, codes, row.soloist, soloist=wrong)


def piros_forgotten(hall: PlayedHall, at: int, random: Random) -> Slip | None:
    """The P left out of the text."""
    bid, line = bid_of(hall, at), hall.lines[at]
    if bid is None or not bid.is_piros:
        return None
    text = CONTEXT.written(with_piros(line, is_piros=False))
    return slip(hall, at, ("piros_forgotten",), hall.rows[at].achievements, achievements=text)


def piros_extra(hall: PlayedHall, at: int, random: Random) -> Slip | None:
    """A P too much in the text."""
    bid, line = bid_of(hall, at), hall.lines[at]
    if bid is None or bid.is_piros or bid.is_teritett or not any(numbers(hall.rows[at])):
        return None
    plain = CONTEXT.written(with_piros(line, is_piros=False))
    text = CONTEXT.written(with_piros(line, is_piros=True))
    return slip(hall, at, ("piros_extra",), plain, achievements=text)


def tenfold(hall: PlayedHall, at: int, random: Random) -> Slip | None:
    """A nought too much in every Ft."""
    ft = numbers(hall.rows[at])
    if bid_of(hall, at) is None or not any(ft):
        return None
    return slip(hall, at, ("ft_tenfold",), shown(ft), ft=tuple(number * 10 for number in ft))


def tenth(hall: PlayedHall, at: int, random: Random) -> Slip | None:
    """A nought forgotten in every Ft."""
    ft = numbers(hall.rows[at])
    if bid_of(hall, at) is None or not any(ft) or any(number % 10 for number in ft):
        return None
    return slip(hall, at, ("ft_tenth",), shown(ft), ft=tuple(number // 10 for number in ft))


def lost_forgotten(hall: PlayedHall, at: int, random: Random) -> Slip | None:
    """The sign of one lost part forgotten; a plain parti's may be left out, that is no slip."""
    line = hall.lines[at]
    lost = [
        place
        for place, part in enumerate(line.parts)
        if not part.is_won and not part.is_silent and (part.component is not Component.PARTI or part.kontra)
    ]
    if not lost:
        return None
    place = random.choice(lost)
    won = replace(line.parts[place], is_won=True)
    text = CONTEXT.written(replace(line, parts=(*line.parts[:place], won, *line.parts[place + 1 :])))
    codes = ("ft_disagree", "signs_inverted", "ft_double", "ft_half")
    return slip(hall, at, codes, hall.rows[at].achievements, achievements=text)


def kontra_forgotten(hall: PlayedHall, at: int, random: Random) -> Slip | None:
    """A kontra forgotten in the text."""
    line = hall.lines[at]
    marked = [place for place, part in enumerate(line.parts) if part.kontra and not part.individual]
    if not marked:
        return None
    place = random.choice(marked)
    plain = replace(line.parts[place], kontra=0)
    text = notation(replace(line, parts=(*line.parts[:place], plain, *line.parts[place + 1 :])), LANGUAGE)
    return slip(
        hall,
        at,
        ("ft_disagree", "ft_double", "ft_half", "piros_forgotten"),
        hall.rows[at].achievements,
        achievements=text,
    )


def mistyped(hall: PlayedHall, at: int, random: Random) -> Slip | None:
    """One number mistyped and another with it, so that the sum is still 0: the right Ft are to be told."""
    if bid_of(hall, at) is None:
        return None
    ft = [*numbers(hall.rows[at])]
    one, other = random.sample(range(3), 2)
    by = random.choice([-10, -4, -3, -2, -1, 1, 2, 3, 4, 10])
    ft[one], ft[other] = ft[one] + by, ft[other] - by
    codes = (
        "ft_disagree",
        "ft_unreachable",
        "ft_unreachable_soloist",
        "columns_exchanged",
        "columns_or_soloist",
    )
    return slip(hall, at, codes, "", ft=tuple(ft))


def korpassz(hall: PlayedHall, at: int, random: Random) -> Slip | None:
    """A körpassz with Ft it cannot bring."""
    if bid_of(hall, at) is not None:
        return None
    ft = random.choice([(-2, -2, 4), (4, -2, -2), (1, 1, -2), (2, -1, -1), (-6, 3, 3)])
    allowed = korpassz_triples(hall.rows[at].starter, RULEBOOK.results)
    if ft in allowed:
        return None
    return slip(hall, at, ("korpassz_wrong_ft",), shown(allowed[0]), ft=ft)


def quick(hall: PlayedHall, at: int, random: Random) -> Slip | None:
    """A quick entry with a wrong amount."""
    row = hall.rows[at]
    if bid_of(hall, at) is None:
        return None
    seat = LINES.index(row.soloist)
    own = numbers(row)[seat]
    ft = [None, None, None, own + random.choice([-4, -2, 2, 4, 10])]
    return slip(
        hall, at, ("quick_disagree",), str(own), ft=tuple(ft[3] if n == seat else None for n in range(3))
    )


def partner_of(hall: PlayedHall, at: int, random: Random, *, same_sheet: bool) -> int | None:
    """Give another row of the same sheet of paper, or of the same table and round, whose Ft and text differ."""
    row = hall.rows[at]
    others = [
        index
        for index, other in enumerate(hall.rows)
        if index != at
        and other.round == row.round
        and ((other.deal, other.copy) == (row.deal, row.copy) if same_sheet else other.table == row.table)
        and bid_of(hall, index)
    ]
    return random.choice(others) if others and bid_of(hall, at) else None


def ft_exchanged(hall: PlayedHall, at: int, random: Random, *, same_sheet: bool) -> Slip | None:
    """The Ft of two rows exchanged."""
    other = partner_of(hall, at, random, same_sheet=same_sheet)
    if other is None or hall.rows[at].ft == hall.rows[other].ft:
        return None
    rows = [*hall.rows]
    rows[at], rows[other] = with_ft(rows[at], *rows[other].ft), with_ft(rows[other], *rows[at].ft)
    place = rows[other].table if same_sheet else rows[other].deal
    return Slip(rows, at, ("rows_exchanged",), f"{place}. {'asztal' if same_sheet else 'leosztás'} sorához")


def on_a_sheet(hall: PlayedHall, at: int, random: Random) -> Slip | None:
    """The Ft of two rows of one sheet exchanged."""
    return ft_exchanged(hall, at, random, same_sheet=True)


def at_a_table(hall: PlayedHall, at: int, random: Random) -> Slip | None:
    """The Ft of two deals of one table exchanged."""
    return ft_exchanged(hall, at, random, same_sheet=False)


def texts_exchanged(hall: PlayedHall, at: int, random: Random) -> Slip | None:
    """The achievements of two rows of one sheet exchanged, soloists and Ft in their places."""
    other = partner_of(hall, at, random, same_sheet=True)
    if other is None or hall.rows[at].achievements == hall.rows[other].achievements:
        return None
    rows = [*hall.rows]
    here, there = (hall.rows[index].achievements for index in (at, other))
    rows[at], rows[other] = replace(rows[at], achievements=there), replace(rows[other], achievements=here)
    return Slip(rows, at, ("rows_exchanged",), f"{rows[other].table}. asztal sorához")


TYPED = ("soloist", "achievements", "ft", "state")


def deals_exchanged(hall: PlayedHall, at: int, random: Random) -> Slip | None:
    """All that was typed of two deals of one table exchanged: each under the other's number."""
    other = partner_of(hall, at, random, same_sheet=False)
    if other is None:
        return None
    rows = [*hall.rows]
    here, there = ({name: getattr(rows[index], name) for name in TYPED} for index in (at, other))
    rows[at], rows[other] = replace(rows[at], **there), replace(rows[other], **here)
    return Slip(rows, at, ("other_deal",), f"{rows[other].deal}. leosztáséval igen")


def deal_misplaced(hall: PlayedHall, at: int, random: Random) -> Slip | None:
    """A row typed under the number of another deal that is still blank at this table."""
    other = partner_of(hall, at, random, same_sheet=False)
    if other is None:
        return None
    rows = [*hall.rows]
    moved = {name: getattr(rows[at], name) for name in TYPED}
    rows[other] = replace(rows[other], **moved)
    rows[at] = replace(rows[at], soloist="", achievements="", ft=(None, None, None), state="")
    return Slip(rows, other, ("other_deal",), f"{rows[at].deal}. leosztáséval igen")


def foreign_line(hall: PlayedHall, at: int, random: Random) -> Slip | None:
    """A silent ulti, settled rightly, that the cards may not allow."""
    row, line = hall.rows[at], hall.lines[at]
    if not line.bid or not line.bid.has_trump or line.part(Component.ULTI) or line.part(Component.DURCHMARS):
        return None
    text = f"{row.achievements} CS U"
    added = LANGUAGE.recall(text)
    if not isinstance(added, Line):
        return None
    ft = settle(added, row.soloist, CONTRACTS)
    return slip(hall, at, ("cards_contradict",), "CS U", achievements=text, ft=ft)


KINDS: dict[str, Kind] = {
    "text unreadable": unreadable,
    "text against the rules": against_rules,
    "text ambiguous": ambiguous,
    "achievements missing": no_text,
    "soloist missing": no_soloist,
    "columns exchanged": columns,
    "signs inverted": signs,
    "wrong soloist": wrong_soloist,
    "piros forgotten": piros_forgotten,
    "piros too much": piros_extra,
    "ten times": tenfold,
    "a tenth": tenth,
    "lost sign forgotten": lost_forgotten,
    "kontra forgotten": kontra_forgotten,
    "two numbers mistyped": mistyped,
    "körpassz with wrong Ft": korpassz,
    "quick entry wrong": quick,
    "Ft of two rows of a sheet exchanged": on_a_sheet,
    "Ft of two deals at a table exchanged": at_a_table,
    "texts of two rows of a sheet exchanged": texts_exchanged,
    "two deals at a table exchanged": deals_exchanged,
    "typed under a blank deal": deal_misplaced,
    "silent ulti invented": foreign_line,
}
