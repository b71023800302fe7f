"""The members of archives: .zip, and .tar with or without compression."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from collections.abc import Iterator
from typing import IO, cast

from omnigym.foreign.limits import ARCHIVE_BYTES, MEMBERS
from omnigym.foreign.packages import Package
from omnigym.foreign.reading import reading, within

__all__ = ["archive_members"]

_XZ_MEMORY = 128 << 20


def archive_members(content: bytes, most: int) -> Iterator[tuple[str, bytes]]:
    """Name and content of each file in an archive, its first ``most`` bytes.

    Raises:
        UnreadableError: It is no archive, or a damaged one.
        TooLargeError: It comes to more than `ARCHIVE_BYTES`, or has more than `MEMBERS` members.
    """
    with reading("archive"):
        if zipfile.is_zipfile(io.BytesIO(content)):
            with Package(content, ARCHIVE_BYTES) as package:
                yield from ((m.filename, package.read(m)[:most]) for m in package.members if not m.is_dir())
            return
        with tarfile.open(fileobj=io.BytesIO(_unpacked(content)), mode="r:") as tar:
            for number, member in enumerate(tar, 1):
                within(number, MEMBERS, "members of an archive")
                opened = tar.extractfile(member) if member.isfile() else None
                if opened is not None:
                    yield member.name, opened.read(most)


def _unpacked(content: bytes) -> bytes:
    """A .tar without its compression."""
    packed = io.BytesIO(content)
    if content.startswith(b"\x1f\x8b"):
        found = gzip.GzipFile(fileobj=packed).read(ARCHIVE_BYTES + 1)
    elif content.startswith(b"BZh"):
        found = cast(IO[bytes], bz2.BZ2File(packed)).read(ARCHIVE_BYTES + 1)
    elif content.startswith((b"\xfd7zXZ\0", b"\x5d\0\0")):
        found = lzma.LZMADecompressor(memlimit=_XZ_MEMORY).decompress(content, ARCHIVE_BYTES + 1)
    else:
        found = content
    within(len(found), ARCHIVE_BYTES, "bytes in an archive")
    return found
