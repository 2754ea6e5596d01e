"""The verbs on a closed workbook: ``python -m macros_py VERB FILE.xlsx [options]``.

Exit codes: 0 done · 1 the event's data or order forbid it · 2 usage or file · 3 a fault of ours.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from macros_py.book.places import write_fault
from macros_py.command_line import (
    DONE,
    FAULT,
    FORBIDDEN,
    UNUSABLE,
    Command,
    UsageError,
    help_of,
    help_of_all,
    parse_command,
)
from macros_py.verbs import verbs
from macros_py.words import say


def main(words: Sequence[str] | None = None) -> int:
    """Carry out one command line and give the exit code."""
    words = sys.argv[1:] if words is None else words
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    if {"--help", "-h"} & set(words):
        verb = verbs().get(words[0])
        print(help_of(verb) if verb else help_of_all())
        return DONE
    try:
        command = parse_command(words)
    except UsageError as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    return run_verb(command)


def run_verb(command: Command) -> int:
    """Run the verb on its file; every failure ends in one sentence."""
    from macros_py.book.port import BookError
    from macros_py.conductor import run_on_file
    from macros_py.editions import RulebookError

    run = run_on_file
    try:
        if command.is_live and command.verb.file == "open":
            from macros_py.open_file import run_on_open_file as run
        return FORBIDDEN if run(command) else DONE
    except (BookError, RulebookError) as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    except KeyboardInterrupt:
        print(say("run.interrupted"), file=sys.stderr)
        return UNUSABLE
    except Exception:
        print(say("run.fault", log=write_fault(command.file.parent)), file=sys.stderr)
        return FAULT


if __name__ == "__main__":
    sys.exit(main())
