"""The sentences: one catalogue, whole, Hungarian, with the right articles."""

from __future__ import annotations

import ast
import re
import string
import unicodedata
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from macros_py.rules.problems import Phrase, Problem, Unreadable
from macros_py.words import catalogue, describe, say, shown_word, takes_az

PACKAGE = Path(__file__).parent.parent / "macros_py"
PARTS = {"kod", "hiba", "vart", "teendo"}
ENGLISH = re.compile(
    r"\b(the|and|not|found|expected|row|error|file|invalid|missing|value|table|round|deal|sheet|warning|should|with"
    r"|must|of|unknown|wrong|please|name|cell|number|default|list|none|true|false)\b",
    re.IGNORECASE,
)
TECHNICAL = re.compile(
    r"`[^`]*`|\"[^\"]*\"|--[a-z-]+|\b[a-z]+_[a-z_]+\b|\b[\w-]+\.[a-z]+\b|\b[A-Z_]{2,}\b|true vagy false"
)
"""What may look English inside a sentence: names of verbs and options, file names, what a person has to type."""

GAME = {"ft", "korpassz", "passz", "piros"}
"""What the codes keep of the language of the game; no English word says it."""
ALIKE = {"all", "ban", "event"}
"""English words that Hungarian sentences happen to contain (áll, -ban) or to quote."""


def entries() -> dict[str, dict[str, str]]:
    """Give the problem entries: code → part → sentence."""
    found: dict[str, dict[str, str]] = {}
    for key, sentence in catalogue()["problem"].items():
        code, _, part = key.rpartition(".")
        found.setdefault(code, {})[part] = sentence
    return found


def sentences() -> list[tuple[str, str]]:
    """Give every sentence of the file with its full key."""
    return [
        (f"{section}.{key}", text) for section, table in catalogue().items() for key, text in table.items()
    ]


def constants() -> set[str]:
    """Give every text constant of the code."""
    trees = [ast.parse(path.read_text("utf-8")) for path in PACKAGE.rglob("*.py")]
    return {
        node.value
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_every_problem_has_its_four_parts() -> None:
    """Kód, what is wrong, what was expected, what to do: none is missing, none is blank."""
    assert entries()
    for code, parts in entries().items():
        assert set(parts) == PARTS, code
        assert all(text.strip() for text in parts.values()), code


def test_every_kod_is_one_letter_and_a_number_and_stands_once() -> None:
    """A Kód such as E05 names one kind of problem for ever: no other entry may carry it."""
    numbers = Counter(parts["kod"] for parts in entries().values())
    assert [kod for kod in numbers if not re.fullmatch(r"[NVEDCFKM]\d{2,3}", kod)] == []
    assert [kod for kod, count in numbers.items() if count > 1] == []


def words_of_sentences() -> set[str]:
    """Give the words of all sentences without accents, placeholders and technical names left aside."""
    texts = (
        TECHNICAL.sub(" ", re.sub(r"\{[^}]*\}", " ", text))
        for key, text in sentences()
        if not key.endswith("kod")
    )
    bare = (
        unicodedata.normalize("NFD", text.casefold()).encode("ascii", "ignore").decode() for text in texts
    )
    return {word for text in bare for word in re.findall(r"[a-z]+", text)}


def test_every_code_is_english_in_one_spelling() -> None:
    """A code is small words with underscores; of the words of the sentences only those of the game stand in it."""
    assert [code for code in entries() if not re.fullmatch(r"[a-z]+(_[a-z]+)*", code)] == []
    hungarian = words_of_sentences()
    assert {"dontes", "fordulo", "csere"} <= hungarian
    assert {word for code in entries() for word in code.split("_")} & hungarian == GAME | ALIKE


def test_every_problem_of_the_catalogue_is_used() -> None:
    """No sentence is left over from a check that is gone."""
    used = constants()
    unused = [code for code in entries() if code not in used and code.removesuffix("_reserves") not in used]
    assert unused == []


def test_every_problem_of_the_code_is_in_the_catalogue() -> None:
    """Each ``Problem("code", …)`` of the code can be put into words."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Problem" and node.args):
                continue
            if isinstance(code := node.args[0], ast.Constant):
                assert code.value in entries(), path


def is_plain(text: str) -> bool:
    """Tell whether the placeholders are small words with nothing but the article behind them."""
    fields = [part[1:] for part in string.Formatter().parse(text) if part[1] is not None]
    return all(
        re.fullmatch(r"[a-z][a-z_]*", str(name)) and form in {"", "az", "Az"} and conversion is None
        for name, form, conversion in fields
    )


def test_placeholders_are_plain() -> None:
    """A placeholder is a small word, with nothing but the article behind it."""
    assert not is_plain("{Row!r}")
    assert [key for key, text in sentences() if not is_plain(text)] == []


def english_words(text: str) -> list[str]:
    """Give the English words of a sentence, its placeholders and technical names left aside."""
    return ENGLISH.findall(TECHNICAL.sub(" ", re.sub(r"\{[^}]*\}", " ", text)))


def test_the_words_are_hungarian() -> None:
    """No English word, and no a(z): the article is set by the word behind it."""
    assert english_words("a {table} is missing: new_event") == ["missing"]
    assert [(key, words) for key, text in sentences() if (words := english_words(text))] == []
    assert [key for key, text in sentences() if "a(z)" in text.casefold()] == []


def is_sentence(text: str) -> bool:
    """Tell whether a text begins and ends as a sentence, and is short enough to stand beside a row."""
    begins_well = text[0].isupper() or text[0].isdigit() or text[0] in "{„"
    return begins_well and text.endswith((".", "?", "!", "}")) and len(text) <= 200 and "  " not in text


def test_sentences_of_problems_are_whole_and_short() -> None:
    """What is wrong and what to do are sentences; what was expected is none."""
    whole = [(code, part) for code, parts in entries().items() for part in ("hiba", "teendo") if parts[part]]
    assert [(code, part) for code, part in whole if not is_sentence(entries()[code][part])] == []
    assert [code for code, parts in entries().items() if parts["vart"].endswith(".")] == []


@pytest.mark.parametrize(
    "value",
    [
        "alma",
        "Őze",
        "Ödön",
        "O\u030bze",
        "„Anna”",
        1,
        5,
        51,
        1000,
        1234,
        "5. forduló",
        "R",
        "N",
        "A",
        "n3.csv",
        "XFD2",
        "SB14",
    ],
)
def test_az(value: object) -> None:
    """The article is az before a spoken vowel: öt, egy, ezer, er, en."""
    assert takes_az(value)


@pytest.mark.parametrize(
    "value",
    [
        "Béla",
        "Ft A",
        "Reserve",
        "B3",
        "BX3",
        "Stb.",
        0,
        2,
        10,
        12,
        15,
        100,
        10000,
        -5,
        "V",
        "B",
        "Cs",
        "",
        None,
        "²",
    ],
)
def test_a(value: object) -> None:
    """The article is a before a spoken consonant: tíz, száz, tízezer, mínusz öt, vé."""
    assert not takes_az(value)


def test_articles_and_values_in_a_sentence() -> None:
    """Articles are set, dates and decimals written the Hungarian way, an unreadable cell shows what stands there."""
    key = (5, 1, 3)
    double = describe(Problem("row_double", fields=dict(zip(("round", "deal", "table"), key, strict=True))))
    assert double.message == "Az 5. forduló 1. leosztása a 3. asztalnál már szerepel egy másik sorban."
    assert double.whole == f"{double.message} {double.action}"
    dated = describe(Problem("ft_date", column="Ft A", found=Unreadable(date(2026, 7, 12))))
    assert dated.message == "A Ft A cellában dátum vagy időpont áll (2026. 07. 12.)."
    decimal = describe(Problem("ft_decimal", column="Ft B", found=9.5))
    assert decimal.message == "A Ft B értéke „9,5”, ez nem egész."
    assert describe(Problem("namesakes", fields={"name": "X", "proposal": None})).action.startswith(
        "Ha névrokonok"
    )


def test_a_choice_and_a_phrase_within_a_sentence() -> None:
    """A tuple is a choice, a phrase stands in its own words, and the article fits them."""
    assert shown_word(("PA", "P PA")) == "PA vagy P PA"
    assert shown_word(("PA", "P PA", "U")) == "PA, P PA vagy U"
    assert [shown_word(("PA",)), shown_word(())] == ["PA", ""]
    fields = {"other": Phrase("meaning.table_row", {"table": 5}), "expected": ("4 / -2 / -2",)}
    words = describe(Problem("rows_exchanged", found="2 / -1 / -1", fields=fields))
    assert words.message.endswith("az itteni Ft (2 / -1 / -1) az 5. asztal sorához illik, az ottani ide.")
    assert words.expected == "4 / -2 / -2"


def test_a_page_pasted_into_a_cell_does_not_bury_the_sentence() -> None:
    """The sentence repeats the beginning of what was found; a name of usual length stands whole."""
    long = describe(Problem("cell_yes_no", column="Megjelent", found="x" * 5000))
    assert "x" * 100 in long.message
    assert "…" in long.message
    assert len(long.whole) < 300
    assert "Nagy Pál" in describe(Problem("cell_yes_no", column="Megjelent", found="Nagy Pál")).message


def test_a_text_stays_as_it_is() -> None:
    """A path with two blanks is shown with two blanks."""
    assert "Új  mappa (2)" in say("rulebook.unknown", found="Új  mappa (2)", editions="")


def test_what_is_not_in_the_catalogue_is_a_fault_of_ours() -> None:
    """An unknown code or a missing field is never papered over."""
    with pytest.raises(KeyError, match=r"no_such_problem\.kod"):
        describe(Problem("no_such_problem"))
    with pytest.raises(KeyError, match="editions"):
        say("rulebook.unknown", found="x")
