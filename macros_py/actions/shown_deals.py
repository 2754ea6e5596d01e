"""The cards on the Leosztások sheet: shown once a round has been played, always as they follow from the key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from macros_py.actions.context import Context
from macros_py.actions.deal_round import draw_round
from macros_py.actions.event_key import key_for_revealing
from macros_py.book.tables import deals as table
from macros_py.book.tables.rounds import Round


def show_deals(context: Context, numbers: Iterable[int], rounds: Mapping[int, Round], deals: int) -> None:
    """Derive the deals of rounds that we dealt anew from the key and write them, beside those shown already.

    :raises BookError: the key is missing, or not this event's.
    """
    key = key_for_revealing(context)
    shown = context.book.read_table(table.TABLE)
    for number in numbers:
        series = rounds[number].series
        assert isinstance(series, int)
        drawn = draw_round(key, series, number, deals)
        shown += [table.deal_row(series, number, deal, cards) for deal, cards in enumerate(drawn, start=1)]
    context.book.write_table(table.TABLE, shown)
