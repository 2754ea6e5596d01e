"""The compound file around a VBA project, [MS-CFB] version 3: storages and streams in sectors of 512 bytes."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

SECTOR, MINI_SECTOR, LEAST_BIG = 512, 64, 4096
"""Bytes of a sector and of a small one; a stream shorter than the third lies in small ones."""
FREE, END, FAT_SECTOR, NONE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFF
IN_HEADER = 109
"""Sectors of the allocation table that the header can name: enough for seven megabytes."""
PER_SECTOR = SECTOR // 4
STORAGE, STREAM, ROOT = 1, 2, 5
ENTRY = "<HBBIII16sIQQIQ"
MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


@dataclass(slots=True)
class Entry:
    """One storage or stream; ``children`` are those of a storage. The rest is worked out while writing."""

    name: str
    kind: int
    content: bytes = b""
    children: list[Entry] = field(default_factory=list)
    number: int = 0
    left: int = NONE
    right: int = NONE
    child: int = NONE
    is_black: bool = True
    start: int = END


def stream(name: str, content: bytes) -> Entry:
    """Make a stream."""
    return Entry(name, STREAM, content)


def storage(name: str, *children: Entry) -> Entry:
    """Make a storage."""
    return Entry(name, STORAGE, children=list(children))


@dataclass(slots=True)
class Sectors:
    """The sectors laid down so far, and the chain that says which follows which."""

    laid: list[bytes] = field(default_factory=list)
    following: list[int] = field(default_factory=list)

    def add(self, content: bytes, filler: bytes = b"\0") -> int:
        """Lay down a content; give its first sector, or the end mark for nothing."""
        if not content:
            return END
        first, count = len(self.laid), -(-len(content) // SECTOR)
        whole = content + filler * (count * SECTOR - len(content))
        self.laid += [whole[start : start + SECTOR] for start in range(0, len(whole), SECTOR)]
        self.following += [*range(first + 1, first + count), END]
        return first


def compound_file(*children: Entry) -> bytes:
    """Give the bytes of a compound file with these storages and streams at its root; no dates, no random ids.

    :raises ValueError: the content is larger than the header of the file can tell (7 MB).
    """
    root = Entry("Root Entry", ROOT, children=list(children))
    entries = numbered(root)
    for entry in entries:
        entry.child = balanced(entry.children)
    small = [entry for entry in entries if entry.kind == STREAM and 0 < len(entry.content) < LEAST_BIG]
    root.content, following_small = small_streams(small)
    sectors = Sectors()
    for entry in entries:
        if entry is root or len(entry.content) >= LEAST_BIG:
            entry.start = sectors.add(entry.content)
    small_table = sectors.add(numbers(following_small), b"\xff")
    directory = sectors.add(directory_of(entries))
    fat = allocation(sectors)
    header = header_of(fat, directory, small_table, -(-len(following_small) // PER_SECTOR))
    return header + b"".join(sectors.laid)


def numbered(root: Entry) -> list[Entry]:
    """Give all entries in the order of the directory, the root first, and number them."""
    entries = [root]
    for entry in entries:
        entries += entry.children
    for number, entry in enumerate(entries):
        entry.number = number
    return entries


def sort_key(entry: Entry) -> tuple[int, str]:
    """Compare names as the format does: the shorter first, then in capitals."""
    return len(entry.name.encode("utf-16-le")), entry.name.upper()


def balanced(children: list[Entry]) -> int:
    """Make the red-black tree of siblings: balanced, and only an unfilled last level is red. Give its top."""
    ordered = sorted(children, key=sort_key)
    full_levels = (len(ordered) + 1).bit_length() - 1

    def top(first: int, last: int, level: int) -> int:
        if first >= last:
            return NONE
        middle = (first + last) // 2
        entry = ordered[middle]
        entry.is_black = level < full_levels
        entry.left, entry.right = top(first, middle, level + 1), top(middle + 1, last, level + 1)
        return entry.number

    return top(0, len(ordered), 0)


def small_streams(entries: list[Entry]) -> tuple[bytes, list[int]]:
    """Put the short streams behind each other; give them and the chain of small sectors."""
    content, following = bytearray(), list[int]()
    for entry in entries:
        count = -(-len(entry.content) // MINI_SECTOR)
        entry.start = len(following)
        following += [*range(entry.start + 1, entry.start + count), END]
        content += entry.content.ljust(count * MINI_SECTOR, b"\0")
    return bytes(content), following


def numbers(values: list[int]) -> bytes:
    """Write numbers of four bytes, the low byte first."""
    return struct.pack(f"<{len(values)}I", *values)


def directory_of(entries: list[Entry]) -> bytes:
    """Write the directory: 128 bytes an entry, filled up with unused ones."""
    written = b"".join(map(directory_entry, entries))
    unused = b"\0" * 64 + struct.pack(ENTRY, 0, 0, 0, NONE, NONE, NONE, b"", 0, 0, 0, 0, 0)
    return written + unused * (-len(written) % SECTOR // len(unused))


def directory_entry(entry: Entry) -> bytes:
    """Write one entry: name, tree, first sector, size; no date."""
    name = entry.name.encode("utf-16-le") + b"\0\0"
    start = 0 if entry.kind == STORAGE else entry.start
    tree = entry.kind, int(entry.is_black), entry.left, entry.right, entry.child
    return name.ljust(64, b"\0") + struct.pack(
        ENTRY, len(name), *tree, b"", 0, 0, 0, start, len(entry.content)
    )


def allocation(sectors: Sectors) -> list[int]:
    """Lay down the allocation table, which lists its own sectors too; give those.

    :raises ValueError: there are more of them than the header can name.
    """
    count = 1
    while count * PER_SECTOR < len(sectors.following) + count:
        count += 1
    if count > IN_HEADER:
        raise ValueError("a VBA project of more than 7 MB cannot be written")
    first = len(sectors.laid)
    chain = [*sectors.following, *[FAT_SECTOR] * count]
    sectors.add(numbers(chain), b"\xff")
    return [*range(first, first + count)]


def header_of(fat: list[int], directory: int, small_table: int, small_count: int) -> bytes:
    """Write the first sector: version 3, and where the tables begin."""
    sizes = struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    places = (0, len(fat), directory, 0, LEAST_BIG, small_table, small_count, END, 0)
    return MAGIC + b"\0" * 16 + sizes + numbers([*places, *fat, *[FREE] * (IN_HEADER - len(fat))])
