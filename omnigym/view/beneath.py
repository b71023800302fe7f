"""Files of a directory that somebody else filled: nothing that leads out of it is read."""

from __future__ import annotations

from pathlib import Path

from omnigym.errors import RecordingError
from omnigym.foreign import shown

__all__ = ["beneath"]


def beneath(root: Path, *parts: str) -> Path:
    """A path in a directory.

    Args:
        root: The directory.
        parts: What comes below it, from anyone.

    Raises:
        RecordingError: It leads out of the directory, also by a link.
    """
    named = "/".join(parts)
    try:
        path = root.joinpath(*parts)
        inside = path.resolve().is_relative_to(root.resolve())
    except (OSError, ValueError, RuntimeError) as e:  # a NUL in it, a name that is too long, links in a circle
        raise RecordingError(f"{shown(named)} is no path: {e}. Leave the episode out.") from None
    if not inside:
        raise RecordingError(f"{shown(named)} leads out of {root}. Leave the episode out.")
    return path
