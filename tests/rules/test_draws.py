"""The keyed stream: repeatable, apart for each purpose, exact."""

from __future__ import annotations

import random
from collections import Counter
from hashlib import blake2b
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros_py.rules.cards.draws import PurposePart, Stream, encode_purpose, fingerprint
from macros_py.rules.problems import RuleError

KEY = bytes(range(32))
PARTS = st.one_of(st.integers(), st.text(max_size=4), st.binary(max_size=4))


class ScriptedStream(Stream):
    """A stream whose bytes are known, to count what is made of every one of them."""

    def __init__(self, script: bytes) -> None:
        super().__init__(KEY)
        self.script = script

    def bytes(self, count: int) -> bytes:
        """Give the next bytes of the script.

        :raises EOFError: the script is at its end.
        """
        if len(self.script) < count:
            raise EOFError
        taken, self.script = self.script[:count], self.script[count:]
        return taken


def test_the_stream_is_what_its_docstring_says() -> None:
    """Written down again with hashlib alone, the stream has the same bytes: other programs can repeat it."""
    purpose = b"s\0\0\0\x05probai\0\0\0\x0212"
    subkey = blake2b(purpose, digest_size=32, key=KEY, person=b"sportulti subkey").digest()
    blocks = [
        blake2b(number.to_bytes(8, "big"), key=subkey, person=b"sportulti stream").digest()
        for number in range(3)
    ]
    assert Stream(KEY, "proba", 12).bytes(192) == b"".join(blocks)


def test_the_stream_never_changes() -> None:
    """A stored event is drawn again the same by every later version: known bytes of a known key."""
    assert Stream(KEY, "proba").bytes(8).hex() == "6efeeb07b92153a0"


@given(st.lists(st.integers(0, 150), max_size=5))
def test_bytes_come_in_order(sizes: list[int]) -> None:
    """It does not matter in what portions a stream is read."""
    stream = Stream(KEY, "proba")
    assert b"".join(map(stream.bytes, sizes)) == Stream(KEY, "proba").bytes(sum(sizes))


@given(st.lists(PARTS, max_size=4), st.lists(PARTS, max_size=4))
def test_purposes_are_written_apart(one: list[PurposePart], other: list[PurposePart]) -> None:
    """Two different purposes are never written alike, wherever the limits between their parts lie."""
    same = [(type(part), part) for part in one] == [(type(part), part) for part in other]
    assert (encode_purpose(one) == encode_purpose(other)) is same


@pytest.mark.parametrize(
    "purpose", [(), ("leosztas",), ("leosztas", 1, 12), ("leosztas", 11, 2), ("leosztas", "1", 12)]
)
def test_each_purpose_and_key_has_its_own_stream(purpose: tuple[PurposePart, ...]) -> None:
    """Another purpose, or a key that differs in its last bit or by a zero behind it, has other bytes."""
    mine = Stream(KEY, *purpose).bytes(32)
    others = [Stream(KEY, "vonalak"), Stream(KEY[:-1] + b"\x1e", *purpose), Stream(KEY + b"\0", *purpose)]
    assert mine not in [other.bytes(32) for other in others]


@pytest.mark.parametrize("size", [0, 4, 8, 15, 65])
def test_a_short_key_is_refused(size: int) -> None:
    """Less than 128 bits (a 32-bit seed, say) draws nothing, nor does a key the hash cannot take whole."""
    with pytest.raises(RuleError, match=f"has {size} bytes, it needs 16 to 64"):
        Stream(bytes(size), "proba")
    with pytest.raises(RuleError, match="16 to 64"):
        fingerprint(bytes(size))


def test_fingerprint() -> None:
    """The fingerprint is the SHA-256 of the key, which any computer can check on the key's bytes."""
    assert fingerprint(KEY) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 6, 7, 8, 100, 255, 256])
def test_below_is_exact(limit: int) -> None:
    """Over all values of a byte each number comes equally often; a remainder could not do that."""
    stream, counts = ScriptedStream(bytes(range(256))), Counter[int]()
    for _ in range(256):
        try:
            counts[stream.below(limit)] += 1
        except EOFError:
            break
    assert set(counts) == set(range(limit))
    assert len(set(counts.values())) == 1


def test_a_remainder_would_be_caught() -> None:
    """The same count over all bytes convicts a dealer who takes the remainder, so the test above can fail."""
    counts = Counter(byte % 100 for byte in range(256))
    assert len(set(counts.values())) == 2


@given(st.integers(1, 2**80), st.integers(0, 2**32))
def test_below_stays_below(limit: int, purpose: int) -> None:
    """Whatever the limit, the number lies from 0 to limit − 1."""
    assert 0 <= Stream(KEY, purpose).below(limit) < limit


@pytest.mark.parametrize("limit", [0, -3])
def test_below_nothing_is_refused(limit: int) -> None:
    """There is no number to draw below 0 or 1 − 1."""
    with pytest.raises(ValueError, match=f"below {limit}"):
        Stream(KEY).below(limit)


def test_every_order_is_equally_likely() -> None:
    """Over all that can decide it (one of 4, of 3, of 2), each of the 24 orders of four comes as often."""
    orders = Counter(
        "".join(ScriptedStream(bytes(choice)).shuffled("ABCD"))
        for choice in product((0, 64, 128, 192), (0, 64, 128), (0, 128))
    )
    assert orders == Counter(map("".join, permutations("ABCD")))


@given(st.lists(st.integers()))
def test_shuffling_keeps_the_items(items: list[int]) -> None:
    """Nothing is lost or doubled, the given list stays as it was, the same stream gives the same order."""
    before = list(items)
    once = Stream(KEY, "proba").shuffled(items)
    assert sorted(once) == sorted(before)
    assert items == before
    assert Stream(KEY, "proba").shuffled(items) == once


def test_no_draw_looks_at_pythons_random() -> None:
    """A seed set elsewhere changes nothing, and the draw changes nothing there."""
    random.seed(1)
    state = random.getstate()
    first = Stream(KEY, "proba").shuffled(range(20))
    assert random.getstate() == state
    random.seed(2)
    assert Stream(KEY, "proba").shuffled(range(20)) == first
