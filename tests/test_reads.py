"""A verb asks the workbook for each table and named cell once, until it writes it; also where the book is open."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from macros_py.__main__ import main
from macros_py.book.file import FileBook
from macros_py.command_line import parse_command
from macros_py.conductor import Stage, conduct
from macros_py.rules.problems import has_errors

pytestmark = pytest.mark.slow

READING, WRITING = {"read_table", "read_value"}, {"write_table", "write_column", "write_value", "write_grid"}
VERBS = (
    ("check_results",),
    ("score_event",),
    ("preview",),
    ("next_missing",),
    ("close_round", "--round", "3", "--early", "--person", "Fő Béla"),
    (
        "correct_result",
        "--round",
        "1",
        "--deal",
        "1",
        "--table",
        "1",
        "--ft",
        "16,-8,-8",
        "--soloist",
        "A",
        "--achievement",
        "P 40",
        "--person",
        "Fő Béla",
    ),
)


class CountedBook:
    """A book that counts how often each thing is asked for since it was last written."""

    def __init__(self, book: FileBook) -> None:
        self.book = book
        self.asked: Counter[str] = Counter()
        self.most: Counter[str] = Counter()

    def __getattr__(self, method: str) -> Callable[..., Any]:
        """Give a method of the book."""

        def call(*words: Any) -> Any:
            if method in READING:
                self.asked[words[0]] += 1
                self.most[words[0]] = max(self.most[words[0]], self.asked[words[0]])
            elif method in WRITING:
                self.asked[words[0]] = 0
            return getattr(self.book, method)(*words)

        return call


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give an event whose last round is played but not closed."""
    path = tmp_path_factory.mktemp("verseny") / "Kupa.xlsx"
    assert (
        main(["trial_event", str(path), "--players", "9", "--rounds", "3", "--deals", "3", "--seed", "5"])
        == 0
    )
    return path


@pytest.mark.parametrize("is_open", [False, True], ids=["closed", "open"])
@pytest.mark.parametrize("words", VERBS, ids=[words[0] for words in VERBS])
def test_each_table_is_read_once(played: Path, tmp_path: Path, words: tuple[str, ...], is_open: bool) -> None:
    """Noticing, the action, the log's chain, the start page and both copies share what was read."""
    file = Path(shutil.copy(played, tmp_path / "Kupa.xlsx"))
    shutil.copytree(played.parent / "masolatok", tmp_path / "masolatok")
    book = CountedBook(FileBook.open(file))
    problems = conduct(parse_command([words[0], str(file), *words[1:]]), Stage(book, file, is_open))
    assert not has_errors(problems)
    assert {"tEredmenyek", "tNaplo", "tNevezok", "fordulok", "szabalyzat"} <= book.most.keys()
    assert set(book.most.values()) == {1}


def test_a_refused_verb_reads_no_more(played: Path, tmp_path: Path) -> None:
    """What it staged is dropped, and what stands is known still."""
    file = Path(shutil.copy(played, tmp_path / "Kupa.xlsx"))
    book = CountedBook(FileBook.open(file))
    assert has_errors(conduct(parse_command(["award_masterpoints", str(file)]), Stage(book, file)))
    assert set(book.most.values()) == {1}
