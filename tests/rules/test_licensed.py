"""Helyszínen igazolt (VSZ 1.b): one reading for the checks, the preparation sheet and the report."""

from __future__ import annotations

import pytest

from macros_py.rules.hall.entries import is_licensed_on_the_spot


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("Szegedi UE", True),
        ("igen", True),
        ("x", True),
        ("", False),
        ("nem", False),
        ("Nincs", False),
        ("n", False),
        ("no", False),
        ("-", False),
        ("–", False),
        ("0", False),
        ("?", False),
    ],
)
def test_a_club_or_a_yes_licenses(typed: str, expected: bool) -> None:
    """A mark that says no, in whatever way, licenses nobody."""
    assert is_licensed_on_the_spot(typed) is expected
