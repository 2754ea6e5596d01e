"""The order of Hungarian names."""

from __future__ import annotations

import random

import pytest

from macros_py.words import alphabet

ORDERED = (
    "Aba Ede",
    "Ábel Ottó",
    "Adorján Pál",
    "Cukor Imre",
    "Czakó Éva",
    "Csaba Béla",
    "Csányi Ede",
    "Dudás Pál",
    "Dzurinda Pál",
    "Gulyás Ede",
    "Gyarmati Pál",
    "Kassai Pál",
    "Kasza Ede",
    "Kis Zoltán",
    "Kiss Ádám",
    "Dr. Kiss Éva",
    "Kissné Tóth Éva",
    "Lovas Pál",
    "Lyka Ede",
    "Miše Pál",
    "Nyári Pál",
    "Orbán Ede",
    "Óvári Pál",
    "Öcsi Pál",
    "Őry Ede",
    "Sas Ede",
    "Soós Pál",
    "Szabó Ede",
    "Tar Ede",
    "Tyúkos Pál",
    "Ubul Pál",
    "Úr Ede",
    "Űr Zoltán",
    "Ürmös Pál",
    "Zala Ede",
    "Zsolt Pál",
)


def test_a_shuffled_list_is_put_in_order() -> None:
    """cs, gy, sz … behind c, g, s; ö and ő together behind o; a title before a name does not count."""
    names = list(ORDERED)
    random.Random(1).shuffle(names)
    assert sorted(names, key=alphabet().key) == list(ORDERED)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("Ódor", "Ódry"),
        ("Kor", "Kór"),
        ("Korol", "Kóros"),
        ("Tőtős", "Tötösi"),
        ("Hosszú", "Hosszúné"),
        ("Hosvai", "Hosszú"),
        ("Rizsa", "Rizzsel"),
        ("Kis Zsolt", "Kiss Ádám"),
        ("nagy pál", "Nagy Pál"),
        ("Zsuzsa", "Жуков"),
    ],
)
def test_the_order_of_two(first: str, then: str) -> None:
    """Length and capitals decide only between equals; a doubled letter is two; what is foreign stands behind."""
    assert alphabet().key(first) < alphabet().key(then)
