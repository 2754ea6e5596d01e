"""The log as a chain: whatever is done to its rows by hand shows, and nothing that a program does by itself."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from macros_py.book.canonical import digest
from macros_py.book.file import FileBook
from macros_py.book.held import HeldBook
from macros_py.book.layout import table_layout
from macros_py.book.log_chain import (
    LOG_TABLE,
    BrokenLink,
    ChainFault,
    Fingerprint,
    anchored,
    broken_links,
    chained,
    event_fingerprint,
    head,
    is_continuation,
    last_fingerprint,
    lost,
    read_fingerprint,
)
from macros_py.book.port import Row

TEMPLATE = Path(__file__).parent.parent.parent / "workbook" / "Sportulti.xlsx"
STATE = "0123456789abcdef"
BEGUN = datetime(2026, 11, 28, 9, 0)


def entry(number: int, details: str = "kész") -> Row:
    """Give a row of the log as a verb appends it."""
    return {
        "Időpont": BEGUN + timedelta(minutes=number),
        "Művelet": "Kiértékelés",
        "Végezte": "Bíró Bálint",
        "Részletek": f"{number}. sor: {details}",
        "Régi érték": None,
        "Új érték": "8 / -4 / -4",
    }


def log_of(count: int) -> list[Row]:
    """Give a log of so many verbs, one row each."""
    rows: list[Row] = []
    for number in range(1, count + 1):
        rows = chained([*rows, entry(number)], number - 1, STATE)
    return rows


def faults(rows: Sequence[Row]) -> list[tuple[ChainFault, int | None]]:
    """Give what is broken: fault and number."""
    return [(one.fault, one.number) for one in broken_links(rows)]


def test_a_row_is_numbered_and_linked() -> None:
    """Number, state and link of the first rows, derived here by hand."""
    rows = log_of(2)
    line = (
        "Sorszám={}; Időpont=2026-11-28 09:0{}:00; "
        'Művelet="Kiértékelés"; Végezte="Bíró Bálint"; Részletek="{}. sor: kész"; Új érték="8 / -4 / -4"; '
        'Lenyomat="0123456789abcdef"'
    )
    first = digest(f"sportulti 1\n\n{line.format(1, 1, 1)}\n")
    second = digest(f"sportulti 1\n{first}\n{line.format(2, 2, 2)}\n")
    assert [(row["Sorszám"], row["Lenyomat"], row["Lánc"]) for row in rows] == [
        (1, STATE, first),
        (2, STATE, second),
    ]
    assert second == "f6457f5e4524b62b"
    assert head(rows) == second
    assert broken_links(rows) == []


def test_every_declared_column_is_bound() -> None:
    """A cell changed under any heading of the log breaks its row's link; an own column may say anything."""
    for column in table_layout(LOG_TABLE).columns:
        rows = log_of(4)
        rows[1][column.name] = {"Sorszám": 9, "Lánc": "fedcba9876543210"}.get(column.name, "más")
        assert faults(rows), column.name
    rows = log_of(4)
    rows[1]["Saját"] = "jegyzet"
    assert not broken_links(rows)


TAMPERINGS: list[tuple[str, Callable[[list[Row]], object], list[tuple[ChainFault, int | None]]]] = [
    ("edited", lambda rows: rows[2].update({"Részletek": "más"}), [(ChainFault.EDITED, 3)]),
    ("linked anew", lambda rows: rows[2].update({"Lánc": "0" * 16}), [(ChainFault.EDITED, 3)]),
    ("taken out", lambda rows: rows.pop(2), [(ChainFault.MISSING, 3)]),
    ("first taken out", lambda rows: rows.pop(0), [(ChainFault.MISSING, 1)]),
    ("copied", lambda rows: rows.append(dict(rows[-1])), [(ChainFault.DOUBLED, 6)]),
    ("copied in the middle", lambda rows: rows.insert(2, dict(rows[1])), [(ChainFault.DOUBLED, 2)]),
    ("typed", lambda rows: rows.append(entry(7)), [(ChainFault.UNLINKED, None)]),
    ("typed with a number", lambda rows: rows.append(entry(7) | {"Sorszám": 7}), [(ChainFault.UNLINKED, 7)]),
    (
        "number wiped",
        lambda rows: rows[2].update({"Sorszám": None}),
        [(ChainFault.UNLINKED, None), (ChainFault.MISSING, 3)],
    ),
    (
        "renumbered",
        lambda rows: rows[2].update({"Sorszám": 8}),
        [(ChainFault.MISSING, 3), (ChainFault.MISSING, 7)],
    ),
    ("link wiped", lambda rows: rows[2].update({"Lánc": None}), [(ChainFault.UNLINKED, 3)]),
    (
        "two links wiped",
        lambda rows: [row.update({"Lánc": None}) for row in rows[2:4]],
        [(ChainFault.UNLINKED, 3), (ChainFault.UNLINKED, 4)],
    ),
    (
        "all edited",
        lambda rows: [row.update({"Végezte": "más"}) for row in rows],
        [(ChainFault.EDITED, number) for number in range(1, 7)],
    ),
    (
        "all links wiped",
        lambda rows: [row.update({"Lánc": None}) for row in rows],
        [(ChainFault.UNLINKED, number) for number in range(1, 7)],
    ),
    ("a year back", lambda rows: rows[0].update({"Időpont": BEGUN}), [(ChainFault.EDITED, 1)]),
    ("swapped", lambda rows: (rows[1].update({"Sorszám": 3}), rows[2].update({"Sorszám": 2})), "two edited"),
]


@pytest.mark.parametrize(("name", "tamper", "expected"), TAMPERINGS)
def test_what_was_done_by_hand_shows(
    name: str, tamper: Callable[[list[Row]], object], expected: object
) -> None:
    """Each kind of tampering is named with its number, and only there; sorting the sheet hides nothing."""
    rows = log_of(6)
    tamper(rows)
    found = faults(rows)
    if expected == "two edited":
        assert [fault for fault, _ in found] == [ChainFault.EDITED] * len(found)
        assert {2, 3} <= {number for _, number in found}
    else:
        assert found == expected
    random.Random(name).shuffle(rows)
    assert sorted(found, key=str) == sorted(faults(rows), key=str)


def test_places_are_given() -> None:
    """A fault says where its row stands, or which rows are gone."""
    rows = log_of(6)
    rows[3]["Végezte"] = "más"
    turned = [row for row in reversed(rows) if row["Sorszám"] not in {1, 2}]
    assert broken_links(turned) == [
        BrokenLink(ChainFault.MISSING, 1, until=2),
        BrokenLink(ChainFault.EDITED, 4, row=2),
    ]


def test_the_chain_goes_on_behind_a_broken_place() -> None:
    """Later rows are linked to what stands there, so that one fault stays one, and its place is known."""
    rows = log_of(3)
    rows.append(entry(9))
    rows[0]["Részletek"] = "más"
    longer = chained([*rows, entry(4)], 4, STATE)
    assert longer[:4] == rows
    assert longer[4]["Sorszám"] == 4
    assert faults(longer) == [(ChainFault.UNLINKED, None), (ChainFault.EDITED, 1)]


def test_the_last_row_can_only_be_missed() -> None:
    """That the end is gone the log does not tell; an older copy does, and one that went on is no loss."""
    rows = log_of(5)
    assert broken_links(rows[:-1]) == []
    assert not is_continuation(rows, rows[:-1])
    assert lost(rows, rows[:3]) == [4, 5]
    assert is_continuation(rows[:3], rows)
    assert is_continuation([], rows)
    other = chained([*rows[:-1], entry(5, "más")], 4, STATE)
    assert broken_links(other) == []
    assert lost(rows, other) == [5]


def test_a_verb_may_log_several_rows() -> None:
    """The whole fingerprint stands in the last of them, which speaks for the verb; the others bear the event's only."""
    rows = chained([*log_of(1), entry(2), entry(3)], 1, f"{STATE}; Döntések ffffffffffffffff")
    assert [row["Lenyomat"] for row in rows] == [STATE, STATE, f"{STATE}; Döntések ffffffffffffffff"]
    assert broken_links(rows) == []


def test_a_refused_verb_vouches_for_nothing() -> None:
    """Its row is linked, and the last state is that of the verb before it."""
    rows = chained([*log_of(2), entry(3)], 2, "")
    assert rows[-1]["Lenyomat"] is None
    assert rows[-1]["Lánc"]
    assert broken_links(rows) == []
    assert last_fingerprint(rows) == Fingerprint(STATE, {})
    assert last_fingerprint([entry(1)]) is None


def test_rows_of_an_older_layout_get_an_anchor() -> None:
    """They are numbered, and whatever becomes of them shows in the anchor; the chain goes on from there."""
    old = [entry(number) for number in (1, 2, 3)]
    rows = anchored([*old, entry(4, "a napló láncának kezdete")], STATE)
    assert [row["Sorszám"] for row in rows] == [1, 2, 3, 4]
    assert [bool(row["Lánc"]) for row in rows] == [False, False, False, True]
    assert str(rows[3]["Lenyomat"]).startswith(f"{STATE}; Napló ")
    rows = chained([*rows, entry(5)], 4, STATE)
    assert broken_links(rows) == []
    assert faults([*rows[:1], rows[1] | {"Új érték": "más"}, *rows[2:]]) == [(ChainFault.EARLIER, 4)]
    assert faults([rows[0], *rows[2:]]) == [(ChainFault.MISSING, 2), (ChainFault.EARLIER, 4)]
    assert faults([*rows[:3], rows[3] | {"Lenyomat": STATE}, rows[4]]) == [
        *((ChainFault.UNLINKED, number) for number in (1, 2, 3)),
    ]
    assert broken_links(anchored([entry(1)], STATE)) == []


def test_a_closing_tells_the_sheets_apart() -> None:
    """Its fingerprint has a digest a sheet, can be read back, and names the sheets that changed since."""
    tables: dict[str, list[Row]] = {"tDontesek": [{"Sorszám": 1, "Indok": "x"}], "tCserek": [], "tOvasok": []}
    text = event_fingerprint(HeldBook.of(tables, {"fordulok": 2}), with_sheets=True)
    assert text.startswith(f"{event_fingerprint(HeldBook.of(tables, {'fordulok': 2}))}; Verseny ")
    closing = read_fingerprint(text)
    assert closing is not None
    assert closing.changed(closing.sheets) == []
    later = read_fingerprint(
        event_fingerprint(HeldBook.of({**tables, "tDontesek": []}, {"fordulok": 3}), with_sheets=True)
    )
    assert later is not None
    assert closing.changed(later.sheets) == ["Verseny", "Döntések"]
    assert closing.changed(later.sheets | {"Új lap": "ffffffffffffffff"}) == ["Verseny", "Döntések", "Új lap"]
    assert read_fingerprint(STATE) == Fingerprint(STATE, {})
    assert read_fingerprint("") is None


@given(st.data())
def test_any_changed_cell_or_lost_row_shows(data: st.DataObject) -> None:
    """Whatever one cell or row of a log is changed, taken out or doubled, something is broken."""
    count = data.draw(st.integers(2, 8))
    rows = log_of(count)
    index = data.draw(st.integers(0, count - 1))
    match data.draw(st.sampled_from(["cell", "out", "double"])):
        case "cell":
            heading = data.draw(st.sampled_from([column.name for column in table_layout(LOG_TABLE).columns]))
            value = data.draw(
                st.text(st.characters(categories=["L", "N"]), min_size=1) | st.integers(0, 10**6)
            )
            assume(rows[index][heading] != value)
            changed = [*rows[:index], rows[index] | {heading: value}, *rows[index + 1 :]]
        case "out":
            changed = [*rows[:index], *rows[index + 1 :]]
        case _:
            changed = [*rows, dict(rows[index])]
    data.draw(st.randoms(use_true_random=False)).shuffle(changed)
    is_whole = not broken_links(changed) and is_continuation(rows, changed)
    assert not is_whole


def test_a_file_keeps_the_chain(tmp_path: Path) -> None:
    """Saved and read again the chain holds: moments, line breaks, long and odd texts come back as they were linked."""
    book = FileBook.create(tmp_path / "Kupa.xlsx", TEMPLATE)
    odd = ["=1+1", " két\r\n  sor\x07 ", "ő" * 40000, "O\u030bze", "-5", "2026. 05. 03.", "12e3"]
    rows = [
        entry(number, text) | {"Régi érték": text, "Új érték": 100 / 3} for number, text in enumerate(odd)
    ]
    rows[0] |= {"Időpont": BEGUN + timedelta(microseconds=999_990), "Új érték": True}
    book.write_table(LOG_TABLE, chained(rows, 0, STATE))
    book.save()
    again = FileBook.open(book.path)
    found = again.read_table(LOG_TABLE)
    assert broken_links(found) == []
    again.write_table(LOG_TABLE, chained([*found, entry(8)], len(found), STATE))
    again.save()
    assert broken_links(FileBook.open(book.path).read_table(LOG_TABLE)) == []
