"""The observation that the episodes of a folder are packed against.

Most episodes begin on the same screen, which would be more than half of their bytes. So the first observation that is
recorded into a folder is kept in its episode's directory as ``reference.bin``, and the directories of later episodes
have it too: the same file, by a hard link, so that each is whole wherever it is moved or copied. Where there are no
links, each has its own.
"""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import islice
from pathlib import Path

from omnigym.errors import UnreadableError
from omnigym.foreign import read_bytes, replace_file
from omnigym.foreign.limits import MAX_ARRAYS
from omnigym.recording.arrays import Arrays, ArraysPacker, ArraysReader, plain

__all__ = ["REFERENCE", "read_reference", "share_reference"]

REFERENCE = "reference.bin"

_LOOKED_AT = 64  # directories beside an episode's own


def share_reference(path: Path, arrays: Arrays) -> bytes:
    """Put a reference into an episode's directory: one of the directories beside it, or a new one.

    Args:
        path: The directory.
        arrays: The episode's first observation. A reference is of as many bytes.

    Returns:
        What the episode's arrays are packed against.

    Raises:
        OSError: It cannot be written.
    """
    content = plain(arrays)
    own, part = path / REFERENCE, path / f"{REFERENCE}.part"
    with os.scandir(path.parent) as entries:
        for entry in islice(entries, _LOOKED_AT):
            # there may be none, it may be damaged, have as many links as it can have, or there are no links here
            with suppress(OSError, UnreadableError):
                os.link(Path(entry, REFERENCE), part)
                reference = read_reference(part)
                if len(reference) == len(content):
                    part.replace(own)
                    return reference
            part.unlink(missing_ok=True)
    replace_file(own, ArraysPacker().pack(arrays))
    return content


def read_reference(path: Path) -> bytes:
    """What arrays are packed against, from a file of `share_reference`.

    Raises:
        FileNotFoundError: There is none.
        UnreadableError: It is damaged.
    """
    try:
        return ArraysReader(read_bytes(path, MAX_ARRAYS)).plain(0)
    except IndexError:
        raise UnreadableError("it ends too early") from None
