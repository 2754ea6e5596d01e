"""An open workbook sets nothing: xlwings would ask a sheet of it, ``xlwings.conf``, in which folder its file lies.

That is asked for every workbook that has an address instead of a path (OneDrive, SharePoint), and a folder named there
would be visited, and become the place of copies and exports. A workbook may come from anybody.
"""

from __future__ import annotations

import sys

ASKING = ("xlwings.utils", "xlwings.udfs", "xlwings._xlwindows", "xlwings._xlmac")
"""The modules of xlwings that know the function by its name; which of them there are depends on the system."""
CONFIG_READER = "read_config_sheet"


def no_settings(book: object) -> dict[str, str]:
    """Give what a workbook sets: nothing."""
    return {}


def ask_no_workbook() -> None:
    """Have xlwings, as far as it has been imported, take no settings from a workbook."""
    for name in ASKING:
        module = sys.modules.get(name)
        if hasattr(module, CONFIG_READER):
            setattr(module, CONFIG_READER, no_settings)
