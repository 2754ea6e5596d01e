"""Small events on real files, and what stands in all the files beside them: for the tests of what is secret."""

from __future__ import annotations

import gzip
import shutil
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from macros_py.__main__ import main
from macros_py.book.file import FileBook

LONG = len("P ÁX T – Z – M –")
SECRET = {".kulcs", ".txt"}
"""The endings of the files that are secret themselves."""


def press(file: Path, *lines: str) -> None:
    """Carry out verbs."""
    for line in lines:
        verb, *options = line.split()
        assert main([verb, str(file), *options]) == 0, line


def new_event(file: Path, rounds: int = 2, **values: object) -> Path:
    """Make an event with nine players."""
    file.parent.mkdir(parents=True, exist_ok=True)
    assert main(["new_event", str(file)]) == 0
    book = FileBook.open(file)
    values = {"verseny_nev": "Őszi kupa", "fordulok": rounds, "leosztasok_fordulonkent": 3, **values}
    for name, value in values.items():
        book.write_value(name, value)  # type: ignore[arg-type]
    book.write_table(
        "tNevezok", [{"Név": f"Játékos {n}", "Versenyengedély száma": f"L{n}"} for n in range(9)]
    )
    book.save()
    return file


def type_everywhere(file: Path) -> None:
    """Type the same result into every row."""
    book = FileBook.open(file)
    rows = book.read_table("tEredmenyek")
    for row in rows:
        row.update({"Felvevő": "A", "Teljesítés": "P PA", "Ft A": 4, "Ft B": -2, "Ft C": -2})
    book.write_table("tEredmenyek", rows)
    book.save()


def hands(file: Path, number: int) -> list[str]:
    """Give the long hands of a round, from the dealers' list."""
    [path] = file.parent.glob(f"*-{number}-fordulo-osztolista.txt")
    lines = [line.split(maxsplit=1)[1] for line in path.read_text("utf-8").splitlines() if line[:2] == "  "]
    return [line for line in lines if len(line) > LONG]


def contents(folder: Path) -> Iterator[tuple[str, str]]:
    """Give the text of each file below a folder, unpacked, but for the secret ones."""
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.suffix in SECRET:
            continue
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as parts:
                yield from (
                    (f"{path}!{name}", parts.read(name).decode("utf-8", "ignore"))
                    for name in parts.namelist()
                )
        elif path.suffix == ".gz":
            yield str(path), gzip.decompress(path.read_bytes()).decode("utf-8", "ignore")
        else:
            yield str(path), path.read_bytes().decode("utf-8", "ignore")


def found(folder: Path, wanted: list[str]) -> list[str]:
    """Give the files below a folder in which any of the hands stands."""
    assert wanted
    return [name for name, text in contents(folder) if any(hand in text for hand in wanted)]


@cache
def made_and_kept(root: Path) -> Path:
    """Make, once, a seated event whose two rounds have been dealt, with a second place; give where a copy is kept."""
    file = new_event(root / "terem" / "Kupa.xlsx", masolat_hely=str(root / "pendrive"))
    press(file, "assign_lines --trust-place", "seat_players", "deal_round --round 1-2")
    return Path(shutil.copytree(root, root.with_name(f"{root.name} eredeti")))


def dealt_event(session: Path) -> Path:
    """Give that event as it was made; its folders lie where they lay, for the second place is known by its path."""
    root = session / "kiosztva"
    kept = made_and_kept(root)
    shutil.rmtree(root)
    shutil.copytree(kept, root)
    return root / "terem" / "Kupa.xlsx"
