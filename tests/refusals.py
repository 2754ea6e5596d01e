"""Refusals of a file, as tests expect them: by their code, and by the words of their sentence."""

from __future__ import annotations

import pytest

from macros_py.book.port import BookError


def refused(code: str, match: str | None = None) -> pytest.RaisesExc[BookError]:
    """Expect a refusal of this code whose sentence matches."""
    return pytest.raises(BookError, match=match, check=lambda error: error.code == code)
