"""What copies cost beside the verb itself, and a recovery, on 42 × 63: ``python -m tests.benchmarks.safety``."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import redirect_stdout
from datetime import datetime, timedelta
from functools import partial
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from macros_py.__main__ import main
from macros_py.book.file import FileBook
from macros_py.book.history import STATE_FILE, FileHistory, may_tell, read_state, save_state
from macros_py.book.snapshots import COPY_SUFFIX, STAMP, Snapshot, save_snapshot, snapshot
from macros_py.book.tables.event import FINAL
from tests.benchmarks.figures import Figure, median_ratio, run, seconds, trial

PLAYERS, COPIES, TIMES = 42, 200, 3
GOALS = {"copy": 0.1, "state": 0.1, "look": 0.05, "recovery": 1.5}
"""Shares of score_event."""
KIBIBYTES = 200


def verb_seconds(*words: str) -> float:
    """Give the CPU seconds of one command in this process."""

    def carry_out() -> None:
        with redirect_stdout(StringIO()):
            assert main(words) == 0, words

    return seconds(carry_out)


def take(book: FileBook) -> Snapshot:
    """Read everything."""
    return snapshot(book, "score_event", datetime.now())


def copied(file: Path) -> float:
    """Time one copy."""
    book = FileBook.open(file)
    return seconds(lambda: save_snapshot(take(book), file))


def kept(file: Path) -> float:
    """Time the state after a verb, written and read again."""
    taken = take(FileBook.open(file))
    return seconds(lambda: save_state(taken, file)) + seconds(partial(read_state, file, taken.event))


def looked(file: Path) -> float:
    """Time the question whether any copy knows of a last closing, which each verb asks before it."""
    history = FileHistory((file.parent / "masolatok",))
    return seconds(lambda: [may_tell(moment.path, FINAL) for moment in history.moments()])


def fill_folder(file: Path) -> None:
    """Put as many copies beside the event as a long day has."""
    one = next(
        path for path in (file.parent / "masolatok").glob(f"*{COPY_SUFFIX}") if STATE_FILE not in path.name
    )
    rest = one.name.partition("_")[2]
    for number in range(COPIES):
        stamp = (datetime.now() - timedelta(minutes=number)).strftime(STAMP)
        shutil.copyfile(one, one.with_name(f"{stamp}_{rest}"))


def measure() -> Iterator[Figure]:
    """Measure each in turn with the verb."""
    with TemporaryDirectory() as folder:
        file = trial(Path(folder, "Kupa.xlsx"), PLAYERS)
        scored = partial(verb_seconds, "score_event", str(file))
        scored()
        for name, action in (("copy", copied), ("state", kept)):
            share = median_ratio(partial(action, file), scored, TIMES)
            yield Figure(f"{name} ÷ score_event, {PLAYERS} players", share, GOALS[name])
        recover = ("recover", str(file.parent / "masolatok"), "--to")
        again = iter(str(Path(folder, f"ujra{number}.xlsx")) for number in range(TIMES))
        share = median_ratio(lambda: verb_seconds(*recover, next(again)), scored, TIMES)
        yield Figure("recovery ÷ score_event", share, GOALS["recovery"])
        size = max(path.stat().st_size for path in (file.parent / "masolatok").glob(f"*{COPY_SUFFIX}")) / 1024
        yield Figure("largest copy", size, KIBIBYTES, "KiB")
        fill_folder(file)
        share = median_ratio(partial(looked, file), scored, TIMES)
        yield Figure(f"looking at {COPIES} copies ÷ score_event", share, GOALS["look"])


if __name__ == "__main__":
    raise SystemExit(run(measure))
