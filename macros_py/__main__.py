"""The verbs on a closed workbook: ``python -m macros_py VERB FILE.xlsx [options]``.

Exit codes: 0 done · 1 the event's data or order forbid it · 2 usage or file · 3 a fault of ours.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from tempfile import gettempdir

from macros_py import command_line
from macros_py.command_line import Command, UsageError
from macros_py.verbs import verbs
from macros_py.words import say

DONE, FORBIDDEN, UNUSABLE, FAULT = range(4)
LOG_NAME = "sportulti-hiba.log"


def main(words: Sequence[str] | None = None) -> int:
    """Carry out one command line and give the exit code."""
    words = sys.argv[1:] if words is None else words
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    if {"--help", "-h"} & set(words):
        verb = verbs().get(words[0])
        print(command_line.help_of(verb) if verb else command_line.help_of_all())
        return DONE
    try:
        command = command_line.parse(words)
    except UsageError as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    return carry_out(command)


def carry_out(command: Command) -> int:
    """Run the verb on its file; every failure ends in one sentence."""
    from macros_py.book.errors import BookError
    from macros_py.closed_file import run_on_file
    from macros_py.editions import RulebookError

    try:
        return FORBIDDEN if run_on_file(command) else DONE
    except (BookError, RulebookError) as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    except KeyboardInterrupt:
        print(say("run.interrupted"), file=sys.stderr)
        return UNUSABLE
    except Exception:
        print(say("run.fault", log=write_fault(command.file.parent)), file=sys.stderr)
        return FAULT


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


if __name__ == "__main__":
    sys.exit(main())
