"""What the sheets call the fields of the rules' types: the one list, to read rows, write them and tell of them.

It stands below the book, for sentences and worksheet functions name columns too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from macros_py.rules.event import LINES
from macros_py.rules.problems import Fields, Problem

FIELD_HEADINGS: Mapping[str, Mapping[str, str]] = {
    "tNevezok": {
        "number": "Sorszám",
        "name": "Név",
        "club": "Egyesület",
        "licence": "Versenyengedély száma",
        "masterpoints": "Mesterpont",
        "present": "Megjelent",
        "is_banned": "Eltiltva",
        "licensed_by": "Helyszínen igazolt",
        "fee": "Befizetett díj",
        "is_reserve": "Tartalék",
        "fixed_table": "Állandó asztal",
        "note": "Megjegyzés",
    },
    "tVonalak": {
        "line": "Vonal",
        "table": "Induló asztal",
        "name": "Név",
        "club": "Egyesület",
        "masterpoints": "Mesterpont",
        "note": "Megjegyzés",
    },
    "tUlesrend": {"round": "Forduló", "table": "Asztal", **{line: line for line in LINES}},
    "tFordulok": {
        "number": "Forduló",
        "series": "Sorozat",
        "state": "Állapot",
        "dealt": "Kiosztva",
        "played": "Lejátszva",
        "closed": "Lezárva",
    },
    "tEredmenyek": {
        "round": "Forduló",
        "deal": "Leosztás",
        "copy": "Példány",
        "line": "Sor",
        "table": "Asztal",
        **{line: line for line in LINES},
        "starter": "Kezdő",
        "soloist": "Felvevő",
        "achievements": "Teljesítés",
        **{f"ft_{line}": f"Ft {line}" for line in LINES},
        "state": "Állapot",
        "note": "Megjegyzés",
    },
    "tDontesek": {
        "number": "Sorszám",
        "moment": "Időpont",
        "kind": "Fajta",
        "round": "Forduló",
        "deal": "Leosztás",
        "table": "Asztal",
        "name": "Név",
        "amount": "Érték",
        "unit": "Egység",
        "withdrawal": "Visszavonva",
    },
    "tCserek": {
        "line": "Vonal",
        "table": "Induló asztal",
        "outgoing": "Ki",
        "incoming": "Be",
        "from_round": "Fordulótól",
        "from_deal": "Leosztástól",
        "reason": "Indok",
    },
}
"""By table: the heading of each field of its rows' type. A seat of a result row is its line."""


def heading(table: str, field: str) -> str:
    """Give the heading of a field; what is none (a heading, the name of a cell) stays as it is."""
    return FIELD_HEADINGS.get(table, {}).get(field, field)


def on_sheet(problem: Problem) -> Problem:
    """Give a problem of the rules in the words of its sheet: where a field is named, its heading."""
    column = heading(problem.table, problem.column)
    key = problem.key
    if key and key[-1] == problem.column:
        key = (*key[:-1], column)
    fields = {
        name: value.joint.join(heading(problem.table, field) for field in value.names)
        if isinstance(value, Fields)
        else value
        for name, value in problem.fields.items()
    }
    return replace(problem, column=column, key=key, fields=fields)
