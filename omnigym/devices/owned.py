"""Folders that belong to a process: what one that was killed could not remove is recognised by its name.

The name holds the process (id and start time), which no later process shares.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from pathlib import Path

__all__ = ["abandoned_folders", "owned_name", "private_folder"]


def owned_name() -> str:
    """A new name for a folder of this process."""
    return f"{os.getpid()}-{_start_time(os.getpid())}-{secrets.token_hex(4)}"


def private_folder(path: Path, mode: int = 0o711) -> Path | None:
    """A folder of this user's for such folders, made if need be; None where another user has that name."""
    path.mkdir(mode=mode, exist_ok=True)
    return None if path.lstat().st_uid != os.geteuid() or path.is_symlink() else path


def abandoned_folders(base: Path) -> Iterator[Path]:
    """The folders in a folder whose processes no longer live."""
    try:
        names = os.listdir(base)
    except FileNotFoundError:  # the last one has just gone
        return
    for name in names:
        pid, _, rest = name.partition("-")
        if pid.isdigit() and _start_time(int(pid)) != rest.partition("-")[0]:
            yield base / name


def _start_time(pid: int) -> str:
    """When a process started, in clock ticks since boot; empty if there is none of that id."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return ""
    return stat.rpartition(")")[2].split()[19]
