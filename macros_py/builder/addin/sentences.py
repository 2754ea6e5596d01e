"""What the add-in itself says, from ``templates/words/addin.toml``, as the VBA function ``Words``."""

from __future__ import annotations

import tomllib
from functools import cache

from macros_py.builder.addin.vba_modules import Module, standard, vba_text
from macros_py.resources import TEMPLATES

SENTENCES_FILE = TEMPLATES / "words" / "addin.toml"


@cache
def sentences() -> dict[str, str]:
    """Give the sentences by their keys."""
    table = tomllib.loads(SENTENCES_FILE.read_text("utf-8"))
    return {key: text for key, text in table.items() if isinstance(text, str)}


@cache
def suggested_names() -> dict[str, str]:
    """Give the end of the file name that a verb offers, by the verb's id."""
    return dict(tomllib.loads(SENTENCES_FILE.read_text("utf-8"))["suggested"])


def words_module() -> Module:
    """Make the module with ``Words(key)``."""
    cases = [f'        Case "{key}": Words = {vba_text(text)}' for key, text in sentences().items()]
    head = ["Option Explicit", "' Every sentence the add-in says itself.", ""]
    body = ["Public Function Words(ByVal key As String) As String", "    Select Case key", *cases]
    return standard("SportultiWords", "\n".join([*head, *body, "    End Select", "End Function"]))
