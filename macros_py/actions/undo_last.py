"""undo_last: what the last verb did is taken back; pressed again, the one before it."""

from __future__ import annotations

from collections.abc import Sequence

from macros_py.actions.context import Context, Options
from macros_py.actions.restore import put_back_moment
from macros_py.book.history import CopyMoment
from macros_py.rules.problems import Problem


def undo_last(context: Context, options: Options) -> list[Problem]:
    """Put back the copy taken before the last verb that still stands; the log stays and gets its line.

    The undoing itself is copied before, so restore can put back what it took. Not beyond the last closing (VSZ 5),
    and not with a copy of another event.
    """
    standing = _standing_verbs([moment for moment in context.history.moments() if not moment.is_state])
    if not standing:
        return [Problem("undo_nothing")]
    return put_back_moment(context, standing[-1])


def _standing_verbs(moments: Sequence[CopyMoment]) -> list[CopyMoment]:
    """Give the copies of the verbs that have not been undone: each undoing takes the last one off."""
    standing: list[CopyMoment] = []
    for moment in moments:
        if moment.verb != "undo_last":
            standing.append(moment)
        elif standing:
            standing.pop()
    return standing
