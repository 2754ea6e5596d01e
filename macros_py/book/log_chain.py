"""The log as a chain: each row carries the digest of the event as its verb left it, and a link to the row before.

``Lánc`` is the digest of the former row's ``Lánc`` and of the row's own declared cells, ``Sorszám`` and ``Lenyomat``
among them. So the rows alone tell whether one was edited, added or taken out, in whatever order they stand; that
the last ones are gone, only an older copy can tell. There is no key in it: who has Python can make another chain.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import dropwhile

from macros_py.book.canonical import canonical_text, digest, event_text, fixed_digests, row_line
from macros_py.book.layout import table_layout
from macros_py.book.port import Book, Row
from macros_py.cells import read_text, read_whole

LOG_TABLE = "tNaplo"
LOG_NUMBER, LOG_STATE, _LOG_LINK = "Sorszám", "Lenyomat", "Lánc"
_PART_SEPARATOR, _EARLIER = "; ", "Napló"
"""Between the digests of a ``Lenyomat``; what names the one of the rows that are older than the chain."""
_CHAIN_START = ""
"""What stands for the former row's link before the first one."""


class ChainFault(Enum):
    """What is wrong with a place of the chain."""

    EDITED = "edited"
    """The row does not say what it said when it was linked."""
    MISSING = "missing"
    """Rows are gone."""
    DOUBLED = "doubled"
    """Another row has the same number."""
    UNLINKED = "unlinked"
    """The row was added by hand: it has no link, or no number."""
    EARLIER = "earlier"
    """The rows that were there before the chain began are not what they were."""


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """One place where the chain does not hold.

    ``number`` is the ``Sorszám`` (None if there is none), ``until`` the last of the missing ones. ``row`` is the
    0-based row among those given; None for a row that is gone.
    """

    fault: ChainFault
    number: int | None
    row: int | None = None
    until: int | None = None


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What a ``Lenyomat`` says: the digest of the event, and of its sheets by title where it was a closing's."""

    state: str
    sheets: Mapping[str, str]

    def changed(self, now: Mapping[str, str]) -> list[str]:
        """Give the sheets that say something else ``now``; one that is in neither or only blank is none of them."""
        blank = digest(canonical_text(()))
        titles = dict.fromkeys((*self.sheets, *now))
        return [one for one in titles if self.sheets.get(one, blank) != now.get(one, blank)]


@dataclass(frozen=True, slots=True)
class LoggedRow:
    """A numbered row of the log, ``index`` being its place among those given."""

    number: int
    index: int
    row: Row

    @property
    def link(self) -> str:
        """Give its ``Lánc``."""
        return read_text(self.row.get(_LOG_LINK))

    @property
    def earlier(self) -> str:
        """Give the digest of the rows above an anchor; blank for another row."""
        state, _, code = read_text(self.row.get(LOG_STATE)).rpartition(f"{_PART_SEPARATOR}{_EARLIER} ")
        return code if state else ""

    def holds(self, former: str) -> bool:
        """Tell whether its link is that of its cells behind the ``former`` link."""
        return self.link == _link_of(former, self.row)


def event_fingerprint(book: Book, *, with_sheets: bool = False) -> str:
    """Give the ``Lenyomat`` of an event; ``with_sheets`` for a closing: ``3f2a…; Verseny 12ab…; Döntések …``."""
    named = fixed_digests(book).items() if with_sheets else ()
    return _PART_SEPARATOR.join((digest(event_text(book)), *(f"{sheet} {code}" for sheet, code in named)))


def read_fingerprint(text: str) -> Fingerprint | None:
    """Read a ``Lenyomat``; None for a blank."""
    state, *named = text.split(_PART_SEPARATOR)
    sheets = dict(part.rpartition(" ")[::2] for part in named)
    sheets.pop(_EARLIER, None)
    return Fingerprint(state, sheets) if state else None


def last_fingerprint(rows: Sequence[Row]) -> Fingerprint | None:
    """Give what the last linked row with a ``Lenyomat`` says; None if there is none."""
    texts = [read_text(entry.row.get(LOG_STATE)) for entry in linked(rows)]
    return read_fingerprint(next((text for text in reversed(texts) if text), ""))


def vouches_for_sheets(rows: Sequence[Row]) -> bool:
    """Tell whether any row has the digests of the sheets: the rows do from the last closing on."""
    texts = (read_text(row.get(LOG_STATE)) for row in rows)
    found = (read_fingerprint(text) for text in texts if _PART_SEPARATOR in text)
    return any(one.sheets for one in found if one)


def since_the_closing(rows: Iterable[Row]) -> list[Row]:
    """Give the linked rows from the last closing on, the first that has digests of the sheets, in their order."""
    found = [entry.row for entry in linked([*rows])]
    return list(dropwhile(lambda row: not vouches_for_sheets([row]), found))


def chained(rows: Sequence[Row], known: int, state: str) -> list[Row]:
    """Number and link the rows that a verb has appended: all behind the first ``known`` ones, which stay as they are.

    ``state`` is the event's ``Lenyomat`` as the verb leaves it: whole in its last row, without sheets in the others.
    Blank for a verb that was refused: such a row says that it was tried, and vouches for nothing.
    """
    done = [dict(row) for row in rows]
    number = max((entry.number for entry in _numbered_rows(done[:known])), default=0)
    former = head(done[:known])
    for index in range(known, len(done)):
        number += 1
        own = state if index == len(done) - 1 else state.partition(_PART_SEPARATOR)[0]
        former = _add_link(done[index], number, own, former)
    return done


def anchored(rows: Sequence[Row], state: str) -> list[Row]:
    """Begin a chain under rows that have none, those of an older layout: they are numbered, the last row is the anchor.

    The anchor's ``Lenyomat`` ends with the digest of all rows above it (``Napló 12ab…``).
    """
    *earlier, last = (dict(row) for row in rows)
    for number, row in enumerate(earlier, 1):
        row |= {LOG_NUMBER: number, LOG_STATE: None, _LOG_LINK: None}
    own = f"{state}{_PART_SEPARATOR}{_EARLIER} {_rows_digest(earlier)}" if earlier else state
    _add_link(last, len(rows), own, _CHAIN_START)
    return [*earlier, last]


def _add_link(row: Row, number: int, state: str, former: str) -> str:
    row |= {LOG_NUMBER: number, LOG_STATE: state or None}
    row[_LOG_LINK] = link = _link_of(former, row)
    return link


def _link_of(former: str, row: Row) -> str:
    """Give the link of a row: the digest of version, former link and row, a line each."""
    return digest(canonical_text([[former, _log_line(row)]]))


def _log_line(row: Row) -> str:
    """Give the line of a row of the log: its declared cells but for the link."""
    names = (column.name for column in table_layout(LOG_TABLE).columns)
    return row_line(row, (name for name in names if name != _LOG_LINK))


def _rows_digest(rows: Iterable[Row]) -> str:
    return digest(canonical_text([[_log_line(row) for row in rows]]))


def head(rows: Sequence[Row]) -> str:
    """Give the last link; blank if there is none."""
    return next((entry.link for entry in reversed(linked(rows))), _CHAIN_START)


def _numbered_rows(rows: Sequence[Row]) -> list[LoggedRow]:
    """Give the numbered rows in the order of their numbers; equal ones in the order they stand."""
    numbers = enumerate(read_whole(row.get(LOG_NUMBER)) for row in rows)
    found = [LoggedRow(one, at, rows[at]) for at, one in numbers if isinstance(one, int) and one > 0]
    return sorted(found, key=lambda entry: entry.number)


def linked(rows: Sequence[Row]) -> list[LoggedRow]:
    """Give the rows that have number and link, in the order of their numbers."""
    return [entry for entry in _numbered_rows(rows) if entry.link]


def lost(older: Sequence[Row], newer: Sequence[Row]) -> list[int]:
    """Give the numbers of linked rows of an older copy that are not, or not the same, in a newer one."""
    now = {(entry.number, entry.link) for entry in linked(newer)}
    return [entry.number for entry in linked(older) if (entry.number, entry.link) not in now]


def is_continuation(older: Sequence[Row], newer: Sequence[Row]) -> bool:
    """Tell whether ``newer`` goes on from ``older``: whatever was linked then stands there now."""
    return not lost(older, newer)


def broken_links(rows: Sequence[Row]) -> list[BrokenLink]:
    """Give every place where the chain does not hold, by number, rows without a number first."""
    found = _numbered_rows(rows)
    numbered = {entry.index for entry in found}
    strangers = [index for index in range(len(rows)) if index not in numbered]
    start = next((place for place, entry in enumerate(found) if entry.link), len(found))
    faults = [*_gaps(found), *_twins(found)]
    faults += [*_earlier_faults(found[:start], found[start:]), *_link_faults(found[start:])]
    faults.sort(key=lambda one: (one.number or 0, -1 if one.row is None else one.row))
    return [*(BrokenLink(ChainFault.UNLINKED, None, index) for index in strangers), *faults]


def _gaps(found: Sequence[LoggedRow]) -> Iterator[BrokenLink]:
    """Give the numbers that are missing between the first and the last, each run of them once."""
    former = 0
    for number in dict.fromkeys(entry.number for entry in found):
        if number > former + 1:
            yield BrokenLink(ChainFault.MISSING, former + 1, until=number - 1)
        former = number


def _twins(found: Sequence[LoggedRow]) -> Iterator[BrokenLink]:
    """Give each row whose number a row before it has too."""
    seen: Counter[int] = Counter()
    for entry in found:
        if seen[entry.number]:
            yield BrokenLink(ChainFault.DOUBLED, entry.number, entry.index)
        seen[entry.number] += 1


def _earlier_faults(earlier: Sequence[LoggedRow], chain: Sequence[LoggedRow]) -> list[BrokenLink]:
    """Give what is wrong with the rows that stand before the first link: an anchor must vouch for them."""
    if chain and (code := chain[0].earlier):
        is_same = code == _rows_digest(entry.row for entry in earlier)
        return [] if is_same else [BrokenLink(ChainFault.EARLIER, chain[0].number, chain[0].index)]
    return [BrokenLink(ChainFault.UNLINKED, entry.number, entry.index) for entry in earlier]


def _link_faults(chain: Sequence[LoggedRow]) -> Iterator[BrokenLink]:
    """Give the rows whose link is missing or wrong; behind missing rows one cannot be checked, and is not blamed.

    A row may stand on the link before it as it is and as it should be, and on the last one before rows without a
    link: so no row is blamed for another.
    """
    groups: dict[int, list[LoggedRow]] = defaultdict(list)
    for entry in chain:
        groups[entry.number].append(entry)
    expected = chain[0].number if chain and chain[0].earlier else 1
    found, computed = {_CHAIN_START}, {_CHAIN_START}
    for number, group in groups.items():
        for entry in group:
            if not entry.link:
                yield BrokenLink(ChainFault.UNLINKED, number, entry.index)
            elif number == expected and not any(map(entry.holds, found | computed)):
                yield BrokenLink(ChainFault.EDITED, number, entry.index)
        there = {entry.link for entry in group if entry.link}
        formers = found if there else computed
        computed = there | {_link_of(former, entry.row) for entry in group for former in formers}
        found, expected = there or found, number + 1
