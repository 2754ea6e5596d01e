"""The log of our own faults: what a person is asked to send us."""

from __future__ import annotations

import traceback
from datetime import datetime
from pathlib import Path
from tempfile import gettempdir

LOG_NAME = "sportulti-hiba.log"


def write_fault(folder: Path) -> Path:
    """Append the current exception to the log beside the workbook, or in the temporary folder; give its path."""
    entry = f"{datetime.now().isoformat(timespec='seconds')}\n{traceback.format_exc()}\n"
    for place in (folder, Path(gettempdir())):
        try:
            with (place / LOG_NAME).open("a", encoding="utf-8") as log:
                log.write(entry)
        except OSError:
            continue
        return place / LOG_NAME
    return Path(LOG_NAME)
