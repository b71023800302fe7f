"""Zip archives in the form of an archiver; they are real, and their bytes depend only on their contents."""

from __future__ import annotations

import io
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple
from zipfile import ZipFile, ZipInfo

from omnigym.foreign import Package, convert_errors, remember_contents

__all__ = ["Member", "moment_of", "read_zip", "write_zip"]

#: A zip file knows no time before, and counts by two seconds.
_FIRST = datetime(1980, 1, 1, tzinfo=UTC)


class Member(NamedTuple):
    """A file in an archive: its bytes, and when it was changed, in milliseconds since the epoch."""

    content: bytes
    mtime_ms: int = 0


@remember_contents(4, lambda _content, members: sum([len(m.content) for m in members.values()]))
def read_zip(content: bytes) -> Mapping[str, Member]:
    """Return the files in an archive, by their paths in it; the paths are untrusted and may lead anywhere.

    Raises:
        UnreadableError: It is no zip file, or a damaged one.
        TooLargeError: It comes to more than `omnigym.foreign.limits.UNPACKED_BYTES`, or has too many members.
    """
    with convert_errors(".zip file"), Package(content) as package:
        files = [info for info in package.members if not info.is_dir()]
        return {info.filename: Member(package.read(info), moment_of(info)) for info in files}


def moment_of(info: ZipInfo) -> int:
    """Return when a file in an archive was changed, in milliseconds since the epoch."""
    return 1000 * int(datetime(*info.date_time, tzinfo=UTC).timestamp())


def write_zip(members: Mapping[str, Member], password: str = "", comment: str = "") -> bytes:
    """Return an archive of files. They are stored, not deflated: what deflating gives differs between versions of zlib.

    With a password they are encrypted as PKWARE first did it, which any program can read, and a patient one can break.

    >>> list(read_zip(write_zip({"b/c.txt": Member(b"c"), "a.txt": Member(b"a")})))
    ['a.txt', 'b/c.txt']
    """
    out = io.BytesIO()
    with ZipFile(out, "w") as archive:
        archive.comment = comment.encode()
        for path, (content, mtime_ms) in sorted(members.items()):
            moment = max(datetime.fromtimestamp(mtime_ms // 1000, UTC), _FIRST)
            info = ZipInfo(path, (moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second))
            info.create_system = 0  # else the bytes would tell on what system they were made
            archive.writestr(info, content)
    if not password:
        return out.getvalue()
    from omnigym.documents.zip_secrets import locked_zip  # few archives are encrypted

    return locked_zip(out.getvalue(), password.encode())
