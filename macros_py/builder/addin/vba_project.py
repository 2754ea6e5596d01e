"""The VBA project ``vbaProject.bin``, [MS-OVBA] 2.2 and 2.3: sources only, so that Excel compiles what can be read.

It is written as 2.3.4.1 asks of a program other than Office: ``_VBA_PROJECT`` names version FFFF and holds no
compiled code, and every module begins with its source. Sources are compressed ([MS-OVBA] 2.4.1: 4096 bytes a chunk,
literals and back references), and all lies in a compound file ([MS-CFB] version 3: sectors of 512 bytes).
"""

from __future__ import annotations

import re
import struct
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field

from macros_py.builder.addin.vba_modules import CODE_PAGE, Kind, Module

_REFERENCES = (
    (
        "stdole",
        r"*\G{00020430-0000-0000-C000-000000000046}#2.0#0#C:\Windows\System32\stdole2.tlb#OLE Automation",
    ),
    (
        "Office",
        r"*\G{2DF8D04C-5BFA-101B-BDE5-00AA0044DE52}#2.0#0#C:\Program Files\Common Files\Microsoft Shared"
        r"\OFFICE16\MSO.DLL#Microsoft Office 16.0 Object Library",
    ),
)
"""The type libraries beside VBA and Excel; Office gives ``IRibbonUI``."""
_NOT_COMPILED = bytes.fromhex("CC61FFFF000100")
_ANY_COOKIE = struct.pack("<H", 0xFFFF)
_ZERO = bytes(4)
_NAME_FORM = re.compile(r"[A-Za-z]\w{0,30}", re.ASCII)
_HOST = "&H00000001={3832D640-CF90-11CF-8E43-00A0C911005A};VBE;&H00000000"
_CHUNK, _SIGNATURE = 4096, b"\x01"
_PACKED, _RAW = 0xB000, 0x3FFF
"""Heads of a chunk: a packed one (its size less 3 is added in the low 12 bits), and one kept as it is."""
_SHORTEST_COPY, _TOKENS_A_FLAG_BYTE = 3, 8
_SECTOR, _MINI_SECTOR, _LEAST_BIG = 512, 64, 4096
"""Bytes of a sector and of a small one; a stream shorter than the third lies in small ones."""
_FREE, _END, _FAT_SECTOR, _NONE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFF
_IN_HEADER = 109
"""Sectors of the allocation table that the header can name: enough for seven megabytes."""
_PER_SECTOR = _SECTOR // 4
_STORAGE, _STREAM, _ROOT = 1, 2, 5
_ENTRY = "<HBBIII16sIQQIQ"
_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def vba_project(name: str, modules: Sequence[Module]) -> bytes:
    """Give the project's bytes: the same sources give the same ones.

    :raises ValueError: a module's name is none, or not its own.
    :raises UnicodeEncodeError: a source has a letter that code page 1252 lacks.
    """
    names = [name.upper(), *(module.name.upper() for module in modules)]
    if len({*names}) < len(names) or not all(map(_NAME_FORM.fullmatch, names)):
        raise ValueError(f"the names of the project and its modules must differ and be words: {names}")
    sources = [stream(module.name, compress(module.source.encode(CODE_PAGE))) for module in modules]
    settings = stream("dir", compress(_dir_stream(name, modules)))
    project = storage("VBA", *sources, stream("_VBA_PROJECT", _NOT_COMPILED), settings)
    both = (f"{one.name}\0".encode(CODE_PAGE) + f"{one.name}\0".encode("utf-16-le") for one in modules)
    words = stream("PROJECTwm", b"".join(both) + b"\0\0")
    return compound_file(project, stream("PROJECT", _project_stream(name, modules)), words)


def _record(number: int, content: bytes = b"") -> bytes:
    return struct.pack("<HI", number, len(content)) + content


def _twice(number: int, unicode_number: int, text: str) -> bytes:
    return _record(number, text.encode(CODE_PAGE)) + _record(unicode_number, text.encode("utf-16-le"))


def _dir_stream(name: str, modules: Sequence[Module]) -> bytes:
    """Write the dir stream, 2.3.4.2: the project, its references, its modules."""
    language = struct.pack("<I", 0x409)
    head = [_record(0x01, struct.pack("<I", 3)), _record(0x02, language), _record(0x14, language)]
    head += [_record(0x03, struct.pack("<H", 1252)), _record(0x04, name.encode(CODE_PAGE))]
    head += [_twice(0x05, 0x40, ""), _record(0x06), _record(0x3D), _record(0x07, _ZERO), _record(0x08, _ZERO)]
    head += [struct.pack("<HIIH", 0x09, 4, 1, 1), _twice(0x0C, 0x3C, "")]
    count = [_record(0x0F, struct.pack("<H", len(modules))), _record(0x13, _ANY_COOKIE)]
    listed = [*map(_reference, _REFERENCES), *count, *map(_module_records, modules)]
    return b"".join([*head, *listed, _record(0x10)])


def _reference(named: tuple[str, str]) -> bytes:
    name, library = named[0], named[1].encode(CODE_PAGE)
    return _twice(0x16, 0x3E, name) + _record(0x0D, struct.pack("<I", len(library)) + library + bytes(6))


def _module_records(module: Module) -> bytes:
    """Write the records of one module; its source begins at the beginning of its stream."""
    names = _twice(0x19, 0x47, module.name) + _twice(0x1A, 0x32, module.name) + _twice(0x1C, 0x48, "")
    places = _record(0x31, _ZERO) + _record(0x1E, _ZERO) + _record(0x2C, _ANY_COOKIE)
    return names + places + _record(0x21 if module.kind is Kind.STANDARD else 0x22) + _record(0x2B)


def _project_stream(name: str, modules: Sequence[Module]) -> bytes:
    """Write the PROJECT stream, 2.3.1: no protection, no password, visible."""
    project_id = "{" + str(uuid.uuid5(uuid.NAMESPACE_URL, f"vba:{name}")).upper() + "}"
    lines = [f'ID="{project_id}"']
    for module in modules:
        end = "/&H00000000" if module.kind is Kind.DOCUMENT else ""
        lines.append(f"{module.kind.value}={module.name}{end}")
    lines += [f'Name="{name}"', 'HelpContextID="0"', 'VersionCompatible32="393222000"']
    lines += [f'CMG="{_hidden(0x5D, project_id, bytes(4))}"', f'DPB="{_hidden(0x5E, project_id, bytes(1))}"']
    lines += [f'GC="{_hidden(0x5F, project_id, bytes([0xFF]))}"', "", "[Host Extender Info]", _HOST, ""]
    lines += ["[Workspace]", *(f"{module.name}=0, 0, 0, 0, C" for module in modules)]
    return "".join(f"{line}\r\n" for line in lines).encode(CODE_PAGE)


def _hidden(seed: int, project_id: str, content: bytes) -> str:
    """Write a setting as 2.4.3.2 hides it; the bytes that a reader skips are fixed, so that nothing is random."""
    key = sum(project_id.encode("ascii")) & 0xFF
    written = bytearray((seed, seed ^ 2, seed ^ key))
    plain, first, second = key, written[2], written[1]
    skipped = bytes([7] * ((seed & 6) // 2))
    for byte in skipped + struct.pack("<I", len(content)) + content:
        masked = byte ^ ((second + plain) & 0xFF)
        written.append(masked)
        second, first, plain = first, masked, byte
    return written.hex().upper()


def compress(data: bytes) -> bytes:
    """Give the compressed container of a text; the same text gives the same bytes.

    :raises ValueError: the last chunk cannot be made smaller, which no source text does.
    """
    packed = bytearray(_SIGNATURE)
    for start in range(0, len(data), _CHUNK):
        chunk = data[start : start + _CHUNK]
        tokens = _compressed_chunk(chunk)
        if len(tokens) <= _CHUNK:
            packed += struct.pack("<H", _PACKED | (len(tokens) - 1)) + tokens
        elif len(chunk) == _CHUNK:
            packed += struct.pack("<H", _RAW) + chunk
        else:
            raise ValueError("the last chunk is no text: it cannot be compressed")
    return bytes(packed)


def _compressed_chunk(chunk: bytes) -> bytes:
    """Give the token sequences of one chunk: a byte of flags, then up to eight tokens, and so on."""
    packed = bytearray()
    seen: dict[bytes, list[int]] = {}
    place = 0
    while place < len(chunk):
        flags, tokens = 0, bytearray()
        for bit in range(_TOKENS_A_FLAG_BYTE):
            if place >= len(chunk):
                break
            length, offset = _longest_copy(chunk, place, seen)
            if length:
                flags |= 1 << bit
                head = (offset - 1) << (16 - _offset_bits(place))
                tokens += struct.pack("<H", head | (length - _SHORTEST_COPY))
            else:
                tokens.append(chunk[place])
            for passed in range(place, place + max(length, 1)):
                seen.setdefault(chunk[passed : passed + _SHORTEST_COPY], []).append(passed)
            place += max(length, 1)
        packed.append(flags)
        packed += tokens
    return bytes(packed)


def _offset_bits(place: int) -> int:
    """Give how many bits of a copy token hold the offset, so many bytes into the chunk (2.4.1.3.19.1)."""
    return max((place - 1).bit_length(), 4)


def _longest_copy(chunk: bytes, place: int, seen: dict[bytes, list[int]]) -> tuple[int, int]:
    """Give length and offset of the longest earlier copy of what begins here, the nearest of equals; or (0, 0)."""
    key = chunk[place : place + _SHORTEST_COPY]
    if len(key) < _SHORTEST_COPY:
        return 0, 0
    limit = min((0xFFFF >> _offset_bits(place)) + _SHORTEST_COPY, len(chunk) - place)
    best = 0, 0
    for start in reversed(seen.get(key, ())):
        length = _SHORTEST_COPY
        while length < limit and chunk[start + length] == chunk[place + length]:
            length += 1
        if length > best[0]:
            best = length, place - start
        if length == limit:
            break
    return best


@dataclass(slots=True)
class ProjectEntry:
    """One storage or stream; ``children`` are those of a storage. The rest is worked out while writing."""

    name: str
    kind: int
    content: bytes = b""
    children: list[ProjectEntry] = field(default_factory=list)
    number: int = 0
    left: int = _NONE
    right: int = _NONE
    child: int = _NONE
    is_black: bool = True
    start: int = _END


def stream(name: str, content: bytes) -> ProjectEntry:
    """Make a stream."""
    return ProjectEntry(name, _STREAM, content)


def storage(name: str, *children: ProjectEntry) -> ProjectEntry:
    """Make a storage."""
    return ProjectEntry(name, _STORAGE, children=list(children))


@dataclass(slots=True)
class _Sectors:
    """The sectors laid down so far, and the chain that says which follows which."""

    laid: list[bytes] = field(default_factory=list)
    following: list[int] = field(default_factory=list)

    def add(self, content: bytes, filler: bytes = b"\0") -> int:
        """Lay down a content; give its first sector, or the end mark for nothing."""
        if not content:
            return _END
        first, count = len(self.laid), -(-len(content) // _SECTOR)
        whole = content + filler * (count * _SECTOR - len(content))
        self.laid += [whole[start : start + _SECTOR] for start in range(0, len(whole), _SECTOR)]
        self.following += [*range(first + 1, first + count), _END]
        return first


def compound_file(*children: ProjectEntry) -> bytes:
    """Give the bytes of a compound file with these storages and streams at its root; no dates, no random ids.

    :raises ValueError: the content is larger than the header of the file can tell (7 MB).
    """
    root = ProjectEntry("Root Entry", _ROOT, children=list(children))
    entries = [root]
    for number, entry in enumerate(entries):  # the directory's order; the list grows meanwhile
        entry.number = number
        entries += entry.children
    for entry in entries:
        entry.child = _balanced(entry.children)
    small = [entry for entry in entries if entry.kind == _STREAM and 0 < len(entry.content) < _LEAST_BIG]
    root.content, following_small = _small_streams(small)
    sectors = _Sectors()
    for entry in entries:
        if entry is root or len(entry.content) >= _LEAST_BIG:
            entry.start = sectors.add(entry.content)
    small_table = sectors.add(_numbers(following_small), b"\xff")
    directory = sectors.add(_directory_of(entries))
    fat = _allocation(sectors)
    header = _header_of(fat, directory, small_table, -(-len(following_small) // _PER_SECTOR))
    return header + b"".join(sectors.laid)


def _balanced(children: list[ProjectEntry]) -> int:
    """Make the red-black tree of siblings: balanced, and only an unfilled last level is red. Give its top.

    Names are compared as the format does: the shorter first, then in capitals.
    """
    ordered = sorted(children, key=lambda entry: (len(entry.name.encode("utf-16-le")), entry.name.upper()))
    full_levels = (len(ordered) + 1).bit_length() - 1

    def top(first: int, last: int, level: int) -> int:
        if first >= last:
            return _NONE
        middle = (first + last) // 2
        entry = ordered[middle]
        entry.is_black = level < full_levels
        entry.left, entry.right = top(first, middle, level + 1), top(middle + 1, last, level + 1)
        return entry.number

    return top(0, len(ordered), 0)


def _small_streams(entries: list[ProjectEntry]) -> tuple[bytes, list[int]]:
    """Put the short streams behind each other; give them and the chain of small sectors."""
    content, following = bytearray(), list[int]()
    for entry in entries:
        count = -(-len(entry.content) // _MINI_SECTOR)
        entry.start = len(following)
        following += [*range(entry.start + 1, entry.start + count), _END]
        content += entry.content.ljust(count * _MINI_SECTOR, b"\0")
    return bytes(content), following


def _numbers(values: list[int]) -> bytes:
    return struct.pack(f"<{len(values)}I", *values)


def _directory_of(entries: list[ProjectEntry]) -> bytes:
    written = b"".join(map(_directory_entry, entries))
    unused = b"\0" * 64 + struct.pack(_ENTRY, 0, 0, 0, _NONE, _NONE, _NONE, b"", 0, 0, 0, 0, 0)
    return written + unused * (-len(written) % _SECTOR // len(unused))


def _directory_entry(entry: ProjectEntry) -> bytes:
    name = entry.name.encode("utf-16-le") + b"\0\0"
    tree = entry.kind, int(entry.is_black), entry.left, entry.right, entry.child
    begin = 0 if entry.kind == _STORAGE else entry.start, len(entry.content)
    return name.ljust(64, b"\0") + struct.pack(_ENTRY, len(name), *tree, b"", 0, 0, 0, *begin)


def _allocation(sectors: _Sectors) -> list[int]:
    """Lay down the allocation table, its own sectors too; give those.

    :raises ValueError: there are more of them than the header can name.
    """
    count = max(1, -(-len(sectors.following) // (_PER_SECTOR - 1)))
    if count > _IN_HEADER:
        raise ValueError("a VBA project of more than 7 MB cannot be written")
    first = len(sectors.laid)
    chain = [*sectors.following, *[_FAT_SECTOR] * count]
    sectors.add(_numbers(chain), b"\xff")
    return [*range(first, first + count)]


def _header_of(fat: list[int], directory: int, small_table: int, small_count: int) -> bytes:
    sizes = struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    places = (0, len(fat), directory, 0, _LEAST_BIG, small_table, small_count, _END, 0)
    return _MAGIC + b"\0" * 16 + sizes + _numbers([*places, *fat, *[_FREE] * (_IN_HEADER - len(fat))])
