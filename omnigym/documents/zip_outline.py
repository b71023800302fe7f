"""Zip archives as they list themselves without a password, and their files with one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from omnigym.documents.archives import Member, moment_of, read_zip
from omnigym.documents.zip_secrets import SECRET_BYTES
from omnigym.foreign import Package, convert_errors, remember_contents, within

__all__ = ["ListedFile", "Outline", "outline_of", "read_locked"]


class ListedFile(NamedTuple):
    """A file in an archive, as the archive lists it without a password: its size in bytes, and when it was changed."""

    name: str
    size: int
    mtime_ms: int


class Outline(NamedTuple):
    """The facts that an archive shows without a password: its files, whether any is encrypted, and its comment."""

    files: tuple[ListedFile, ...]
    locked: bool
    comment: str


@remember_contents(8, lambda _content, outline: 200 * len(outline.files))
def outline_of(content: bytes) -> Outline:
    """Return the outline of an archive; raises the errors of `read_zip`."""
    with convert_errors(".zip file"), Package(content) as package:
        files = [info for info in package.members if not info.is_dir()]
        listed = tuple([ListedFile(info.filename, info.file_size, moment_of(info)) for info in files])
        return Outline(listed, any(info.flag_bits & 1 for info in files), package.comment.decode("utf-8", "replace"))


@lru_cache(maxsize=4)
def read_locked(content: bytes, password: str) -> Mapping[str, Member]:
    """Return the files in an archive, encrypted by a password or not.

    Raises:
        UnreadableError: It is no zip file, a damaged one, or the password is wrong.
        TooLargeError: It has more than is decrypted.
    """
    outline = outline_of(content)
    if not outline.locked:
        return read_zip(content)
    within(sum([f.size for f in outline.files]), SECRET_BYTES, "bytes in an encrypted archive")
    with convert_errors(".zip file"), Package(content, password=password.encode()) as package:
        return {i.filename: Member(package.read(i), moment_of(i)) for i in package.members if not i.is_dir()}
