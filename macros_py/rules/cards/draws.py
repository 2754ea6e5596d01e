"""Draws that anybody who holds the event's key can repeat, and nobody without it can foretell.

A stream is keyed BLAKE2b in counter mode. Each purpose (a deal, a draw among equals …) has its own subkey, so
what is read from one stream says nothing of another. Nothing here looks at a clock or at Python's ``random``.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b, sha256
from typing import TypeVar

from macros_py.rules.problems import RuleError

Item = TypeVar("Item")
PurposePart = str | int | bytes
"""One piece of a purpose: ``"leosztas"``, a round, a deal …"""

_LEAST_KEY_BYTES = 16
"""128 bits. There are about 2 ** 51.3 deals in each draw; a 32-bit seed would reach almost none of them."""
_MOST_KEY_BYTES = blake2b.MAX_KEY_SIZE
_SUBKEY_BYTES = 32
_SUBKEY_PERSON = b"sportulti subkey"
_STREAM_PERSON = b"sportulti stream"


def _check_key(key: bytes) -> None:
    """:raises RuleError: the key is shorter than 16 or longer than 64 bytes."""
    if not _LEAST_KEY_BYTES <= len(key) <= _MOST_KEY_BYTES:
        raise RuleError(f"the key has {len(key)} bytes, it needs {_LEAST_KEY_BYTES} to {_MOST_KEY_BYTES}")


def fingerprint(key: bytes) -> str:
    """Give the key's SHA-256 as 64 hexadecimal digits: it binds the event to its key without giving it away.

    Not shortened: two keys of one fingerprint would leave a choice between two sets of deals afterwards.

    :raises RuleError: the key is too short to stay secret behind its fingerprint, or too long for a stream.
    """
    _check_key(key)
    return sha256(key).hexdigest()


def encode_purpose(parts: Iterable[PurposePart]) -> bytes:
    """Write the parts of a purpose so that no two purposes are written alike.

    Each part is its kind (b, i or s), its length in 4 bytes and its bytes: 1, 23 is not 12, 3, nor 1 "1".
    """
    written = []
    for part in parts:
        if isinstance(part, bytes):
            kind, content = b"b", part
        elif isinstance(part, int):
            kind, content = b"i", b"%d" % part
        else:
            kind, content = b"s", part.encode()
        written.append(kind + len(content).to_bytes(4) + content)
    return b"".join(written)


class Stream:
    """The endless stream of bytes of one key and one purpose, read from its beginning."""

    __slots__ = ("_block", "_buffer", "_subkey")

    def __init__(self, key: bytes, *purpose: PurposePart) -> None:
        """Open the stream of ``purpose`` under ``key`` (16 to 64 bytes).

        :raises RuleError: the key is shorter or longer.
        """
        _check_key(key)
        self._subkey = blake2b(
            encode_purpose(purpose), digest_size=_SUBKEY_BYTES, key=key, person=_SUBKEY_PERSON
        ).digest()
        self._block = 0
        self._buffer = b""

    def bytes(self, count: int) -> bytes:
        """Give the next ``count`` bytes."""
        while len(self._buffer) < count:
            counter = self._block.to_bytes(8)
            self._buffer += blake2b(counter, key=self._subkey, person=_STREAM_PERSON).digest()
            self._block += 1
        taken, self._buffer = self._buffer[:count], self._buffer[count:]
        return taken

    def below(self, limit: int) -> int:
        """Give a whole number 0 … limit − 1, each exactly equally likely.

        As many bits are read as limit − 1 has; a number beyond is thrown away and the next one read (taking
        the remainder instead would favour small numbers).

        :raises ValueError: ``limit`` is below 1.
        """
        if limit < 1:
            raise ValueError(f"no whole number from 0 lies below {limit}")
        bits = (limit - 1).bit_length()
        count = (bits + 7) // 8
        surplus = count * 8 - bits
        while True:
            number = int.from_bytes(self.bytes(count)) >> surplus
            if number < limit:
                return number

    def shuffled(self, sequence: Iterable[Item]) -> list[Item]:
        """Give the items in an order in which every order is exactly equally likely (Fisher–Yates)."""
        items = list(sequence)
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items
