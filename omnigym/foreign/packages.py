"""Documents that are zip files of XML parts, and XML by itself, within the limits."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import re
import tarfile
import zipfile
from collections.abc import Iterator
from types import TracebackType
from typing import IO, Self, cast
from xml.etree import ElementTree as ET

from omnigym.errors import UnreadableError
from omnigym.foreign.limits import ARCHIVE_BYTES, MEMBERS, NESTING, TEXT_BYTES, UNPACKED_BYTES
from omnigym.foreign.reading import convert_errors, within

#: How many bytes of memory a byte of a part takes once it is a document.
_GROWTH = 8

#: An archive may say of a member that it needs gigabytes to be unpacked; these two never do.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENTITY = re.compile(rb"<!(?:ENTITY|DOCTYPE)")


class Package:
    """A zip file whose members are read within the limits. To be used with ``with``, within `convert_errors`.

    What a member says of its size is believed: `zipfile` never unpacks more than that.

    Args:
        content: Its bytes.
        most: How many bytes are read of it, all readings of all members together.
        password: Of encrypted members; b"" for none.

    Attributes:
        members: In the order of the file.
        comment: What the file says of itself.

    Raises:
        BadZipFile: It is none.
        UnreadableError: A member is packed otherwise than by deflating.
        TooLargeError: It comes to more than the limits.
    """

    def __init__(self, content: bytes, most: int = UNPACKED_BYTES, password: bytes = b"") -> None:
        self._zip = zipfile.ZipFile(io.BytesIO(content))
        if password:
            self._zip.setpassword(password)
        self.members, self.comment = self._zip.infolist(), self._zip.comment
        self._left = self._most = most
        within(len(self.members), MEMBERS, "members of a package")
        within(sum([m.file_size for m in self.members]), most, "bytes in a package")
        for member in self.members:
            if member.compress_type not in _METHODS:
                raise UnreadableError(f"Expected members that are deflated, got method {member.compress_type}.")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._zip.close()

    def __contains__(self, name: str) -> bool:
        return name in self._zip.NameToInfo

    def read(self, member: str | zipfile.ZipInfo) -> bytes:
        """The bytes of a member.

        Raises:
            KeyError: There is none of that name.
            TooLargeError: With those that were read before, it is more than the limit.
        """
        info = self._zip.getinfo(member) if isinstance(member, str) else member
        self._left -= info.file_size
        within(self._most - self._left, self._most, "bytes that are read of a package")
        return self._zip.read(info)

    def xml(self, name: str) -> ET.Element:
        """The root of a part; raises as `read` and `parse_xml` do."""
        return parse_xml(self.read(name))


def package_weight(content: bytes, _read: object) -> int:
    """About how much memory the document takes that was read of a zip file, for `omnigym.foreign.remember_contents`."""
    with Package(content) as package:
        return _GROWTH * sum([m.file_size for m in package.members])


def parse_xml(part: bytes) -> ET.Element:
    """The root of an XML text in UTF-8. What declares a document type or entities, as no document does, is refused.

    Raises:
        ParseError: It is none.
        UnreadableError: It declares them.
        TooLargeError: It is longer than `TEXT_BYTES`, or elements lie in each other deeper than `NESTING`.
    """
    within(len(part), TEXT_BYTES, "bytes of XML")
    if _ENTITY.search(part):
        raise UnreadableError("Expected XML without a document type, got one that declares it or entities.")
    root = ET.fromstring(part, ET.XMLParser(encoding="utf-8"))
    depth, level = 1, [root]
    while level := [child for element in level for child in element]:
        depth += 1
        within(depth, NESTING, "elements in each other")
    return root


# -- the members of archives ------------------------------------------------------------------------------------------

# .zip, and .tar with or without compression.

_XZ_MEMORY = 128 << 20


def archive_members(content: bytes, most: int) -> Iterator[tuple[str, bytes]]:
    """Name and content of each file in an archive, its first ``most`` bytes.

    Raises:
        UnreadableError: It is no archive, or a damaged one.
        TooLargeError: It comes to more than `ARCHIVE_BYTES`, or has more than `MEMBERS` members.
    """
    with convert_errors("archive"):
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
