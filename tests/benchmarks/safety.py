"""What copies cost beside the verb itself, and a recovery, on 42 × 63: ``python -m tests.benchmarks.safety``."""

from __future__ import annotations

from contextlib import redirect_stdout
from datetime import datetime
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from macros_py.__main__ import main
from macros_py.book.file import FileBook
from macros_py.book.history import read_state, save_state
from macros_py.book.snapshots import save_snapshot, snapshot


def seconds(*words: str) -> float:
    """Give how long one command takes in this process."""
    start = perf_counter()
    with redirect_stdout(StringIO()):
        assert main(words) == 0, words
    return perf_counter() - start


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        file = Path(folder) / "Kupa.xlsx"
        seconds("trial_event", str(file), "--players", "42", "--rounds", "7", "--deals", "9", "--seed", "1")
        whole = min(seconds("score_event", str(file)) for _ in range(3))
        book = FileBook.open(file)
        start = perf_counter()
        taken = snapshot(book, "score_event", datetime.now())
        path = save_snapshot(taken, file)
        between = perf_counter()
        save_state(taken, file)
        read_state(file)
        end = perf_counter()
        again = seconds("recover", str(file.parent / "masolatok"), "--to", str(Path(folder) / "ujra.xlsx"))
        size = path.stat().st_size // 1024
        print(f"score_event {whole:.2f} s; a snapshot {(between - start) / whole:.0%} of it, {size} KiB")
        print(f"state written and read {(end - between) / whole:.0%} of it")
        print(f"recovery {again:.2f} s, {again / whole:.2f} × score_event")
