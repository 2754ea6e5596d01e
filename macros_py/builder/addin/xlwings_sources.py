"""The two VBA modules of the installed xlwings that make RunPython work: read at build time, nowhere copied.

xlwings is only located, not imported: on Windows it would look for Excel.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path

from macros_py.builder.addin.vba_modules import CODE_PAGE, Module, class_module, standard

PROJECT_NAME = "sportulti"
"""By it xlwings' module finds our settings: ``.sportulti/sportulti.conf`` in the user's folder."""
THEIR_NAME = 'PROJECT_NAME As String = "myaddin"'


class XlwingsError(Exception):
    """The installed xlwings is not the one that the add-in can be built from."""


def xlwings_folder() -> Path:
    """Give the folder of the installed package.

    :raises XlwingsError: there is none.
    """
    found = importlib.util.find_spec("xlwings")
    if found is None or found.origin is None:
        raise XlwingsError("xlwings is not installed: run setup_workbook.py")
    return Path(found.origin).parent


def xlwings_modules() -> list[Module]:
    """Give xlwings' module for add-ins of one's own, and the dictionary it needs on a Mac.

    :raises XlwingsError: xlwings is not installed, or its module is not as expected.
    """
    folder = xlwings_folder()
    text = (folder / "xlwings_custom_addin.bas").read_bytes().decode(CODE_PAGE)
    if text.count(THEIR_NAME) != 1:
        raise XlwingsError(f"the VBA module of xlwings in {folder} has no {THEIR_NAME}")
    ours = text.replace(THEIR_NAME, THEIR_NAME.replace("myaddin", PROJECT_NAME))
    dictionary = (folder / "addin" / "Dictionary.cls").read_bytes().decode(CODE_PAGE)
    return [standard("xlwings", ours), class_module("Dictionary", dictionary)]
