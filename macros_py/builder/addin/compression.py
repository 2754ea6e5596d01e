"""The compression of VBA sources, [MS-OVBA] 2.4.1: 4096 bytes a chunk, literals and back references."""

from __future__ import annotations

import struct

CHUNK = 4096
SIGNATURE = b"\x01"
PACKED, RAW = 0xB000, 0x3FFF
"""Heads of a chunk: a packed one (its size less 3 is added in the low 12 bits), and one kept as it is."""
SHORTEST_COPY = 3
FLAGS = 8
"""Tokens that one byte of flags announces."""


def compress(data: bytes) -> bytes:
    """Give the compressed container of a text; the same text gives the same bytes.

    :raises ValueError: the last chunk cannot be made smaller, which no source text does.
    """
    packed = bytearray(SIGNATURE)
    for start in range(0, len(data), CHUNK):
        chunk = data[start : start + CHUNK]
        tokens = compressed_chunk(chunk)
        if len(tokens) <= CHUNK:
            packed += struct.pack("<H", PACKED | (len(tokens) - 1)) + tokens
        elif len(chunk) == CHUNK:
            packed += struct.pack("<H", RAW) + chunk
        else:
            raise ValueError("the last chunk is no text: it cannot be compressed")
    return bytes(packed)


def compressed_chunk(chunk: bytes) -> bytes:
    """Give the token sequences of one chunk: a byte of flags, then up to eight tokens, and so on."""
    packed = bytearray()
    seen: dict[bytes, list[int]] = {}
    place = 0
    while place < len(chunk):
        flags, tokens = 0, bytearray()
        for bit in range(FLAGS):
            if place >= len(chunk):
                break
            length, offset = longest_copy(chunk, place, seen)
            if length:
                flags |= 1 << bit
                tokens += copy_token(place, length, offset)
            else:
                tokens.append(chunk[place])
            for passed in range(place, place + max(length, 1)):
                seen.setdefault(chunk[passed : passed + SHORTEST_COPY], []).append(passed)
            place += max(length, 1)
        packed.append(flags)
        packed += tokens
    return bytes(packed)


def offset_bits(place: int) -> int:
    """Give how many bits of a copy token hold the offset, so many bytes into the chunk (2.4.1.3.19.1)."""
    return max((place - 1).bit_length(), 4)


def copy_token(place: int, length: int, offset: int) -> bytes:
    """Give the two bytes of a back reference."""
    return struct.pack("<H", ((offset - 1) << (16 - offset_bits(place))) | (length - SHORTEST_COPY))


def longest_copy(chunk: bytes, place: int, seen: dict[bytes, list[int]]) -> tuple[int, int]:
    """Give length and offset of the longest earlier copy of what begins here, the nearest of equals; or (0, 0)."""
    key = chunk[place : place + SHORTEST_COPY]
    if len(key) < SHORTEST_COPY:
        return 0, 0
    limit = min((0xFFFF >> offset_bits(place)) + SHORTEST_COPY, len(chunk) - place)
    best = 0, 0
    for start in reversed(seen.get(key, ())):
        length = SHORTEST_COPY
        while length < limit and chunk[start + length] == chunk[place + length]:
            length += 1
        if length > best[0]:
            best = length, place - start
        if length == limit:
            break
    return best
