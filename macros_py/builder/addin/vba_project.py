"""The VBA project ``vbaProject.bin``, [MS-OVBA] 2.2 and 2.3: sources only, so that Excel compiles what can be read.

It is written as 2.3.4.1 asks of a program other than Office: ``_VBA_PROJECT`` names version FFFF and holds no
compiled code, and every module begins with its source.
"""

from __future__ import annotations

import re
import struct
import uuid
from collections.abc import Iterable, Sequence

from macros_py.builder.addin.compound_file import compound_file, storage, stream
from macros_py.builder.addin.compression import compress
from macros_py.builder.addin.vba_modules import CODE_PAGE, Kind, Module

REFERENCES = (
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
NOT_COMPILED = bytes.fromhex("CC61FFFF000100")
ANY_COOKIE = struct.pack("<H", 0xFFFF)
ZERO = bytes(4)
NAME_FORM = re.compile(r"[A-Za-z]\w{0,30}", re.ASCII)
HOST = "&H00000001={3832D640-CF90-11CF-8E43-00A0C911005A};VBE;&H00000000"


def vba_project(name: str, modules: Sequence[Module]) -> bytes:
    """Give the project's bytes: the same sources give the same ones.

    :raises ValueError: a module's name is none, or not its own.
    :raises UnicodeEncodeError: a source has a letter that code page 1252 lacks.
    """
    names = [name.upper(), *(module.name.upper() for module in modules)]
    if len({*names}) < len(names) or not all(map(NAME_FORM.fullmatch, names)):
        raise ValueError(f"the names of the project and its modules must differ and be words: {names}")
    sources = [stream(module.name, compress(module.source.encode(CODE_PAGE))) for module in modules]
    settings = stream("dir", compress(dir_stream(name, modules)))
    project = storage("VBA", *sources, stream("_VBA_PROJECT", NOT_COMPILED), settings)
    words = stream("PROJECTwm", b"".join(map(both_names, modules)) + b"\0\0")
    return compound_file(project, stream("PROJECT", project_stream(name, modules)), words)


def both_names(module: Module) -> bytes:
    """Write a module's name in the code page and in Unicode."""
    return module.name.encode(CODE_PAGE) + b"\0" + module.name.encode("utf-16-le") + b"\0\0"


def record(number: int, content: bytes = b"") -> bytes:
    """Write one record of the dir stream: its number, the size, the content."""
    return struct.pack("<HI", number, len(content)) + content


def twice(number: int, unicode_number: int, text: str) -> bytes:
    """Write a text in the code page and, in a second record, in Unicode."""
    return record(number, text.encode(CODE_PAGE)) + record(unicode_number, text.encode("utf-16-le"))


def dir_stream(name: str, modules: Sequence[Module]) -> bytes:
    """Write the dir stream, 2.3.4.2: the project, its references, its modules."""
    language = struct.pack("<I", 0x409)
    head = [record(0x01, struct.pack("<I", 3)), record(0x02, language), record(0x14, language)]
    head += [
        record(0x03, struct.pack("<H", 1252)),
        record(0x04, name.encode(CODE_PAGE)),
        twice(0x05, 0x40, ""),
    ]
    head += [record(0x06), record(0x3D), record(0x07, ZERO), record(0x08, ZERO)]
    head += [struct.pack("<HIIH", 0x09, 4, 1, 1), twice(0x0C, 0x3C, "")]
    count = [record(0x0F, struct.pack("<H", len(modules))), record(0x13, ANY_COOKIE)]
    listed = [*map(reference, REFERENCES), *count, *map(module_records, modules)]
    return b"".join([*head, *listed, record(0x10)])


def reference(named: tuple[str, str]) -> bytes:
    """Write the reference to one type library."""
    name, library = named[0], named[1].encode(CODE_PAGE)
    return twice(0x16, 0x3E, name) + record(0x0D, struct.pack("<I", len(library)) + library + bytes(6))


def module_records(module: Module) -> bytes:
    """Write the records of one module; its source begins at the beginning of its stream."""
    names = twice(0x19, 0x47, module.name) + twice(0x1A, 0x32, module.name) + twice(0x1C, 0x48, "")
    places = record(0x31, ZERO) + record(0x1E, ZERO) + record(0x2C, ANY_COOKIE)
    return names + places + record(0x21 if module.kind is Kind.STANDARD else 0x22) + record(0x2B)


def project_stream(name: str, modules: Sequence[Module]) -> bytes:
    """Write the PROJECT stream, 2.3.1: no protection, no password, visible."""
    project_id = "{" + str(uuid.uuid5(uuid.NAMESPACE_URL, f"vba:{name}")).upper() + "}"
    lines = [f'ID="{project_id}"', *map(project_item, modules)]
    lines += [f'Name="{name}"', 'HelpContextID="0"', 'VersionCompatible32="393222000"']
    lines += [f'CMG="{hidden(0x5D, project_id, bytes(4))}"', f'DPB="{hidden(0x5E, project_id, bytes(1))}"']
    lines += [f'GC="{hidden(0x5F, project_id, bytes([0xFF]))}"', "", "[Host Extender Info]", HOST, ""]
    lines += ["[Workspace]", *(f"{module.name}=0, 0, 0, 0, C" for module in modules)]
    return "".join(f"{line}\r\n" for line in lines).encode(CODE_PAGE)


def project_item(module: Module) -> str:
    """Write the line of one module."""
    return f"{module.kind.value}={module.name}" + ("/&H00000000" if module.kind is Kind.DOCUMENT else "")


def hidden(seed: int, project_id: str, content: bytes) -> str:
    """Write a setting as 2.4.3.2 hides it; the bytes that a reader skips are fixed, so that nothing is random."""
    key = sum(project_id.encode("ascii")) & 0xFF
    written = bytearray((seed, seed ^ 2, seed ^ key))
    plain, first, second = key, written[2], written[1]
    for byte in skipped_then(seed, content):
        masked = byte ^ ((second + plain) & 0xFF)
        written.append(masked)
        second, first, plain = first, masked, byte
    return written.hex().upper()


def skipped_then(seed: int, content: bytes) -> Iterable[int]:
    """Give the bytes that a reader skips, the size, and the content."""
    return bytes([7] * ((seed & 6) // 2)) + struct.pack("<I", len(content)) + content
