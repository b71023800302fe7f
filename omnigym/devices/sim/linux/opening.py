"""What opens a file or directory."""

from __future__ import annotations

from omnigym.devices.sim.app import Effect, Launch
from omnigym.devices.sim.linux.file_kinds import app_for
from omnigym.devices.sim.vfs import Vfs, base_name

__all__ = ["FILES", "opening"]

#: The app that shows folders.
FILES = "file_manager"


def opening(vfs: Vfs, path: str) -> tuple[Effect, ...]:
    """The effects of opening a file or directory; none where it is gone or no app reads it."""
    if vfs.is_dir(path):
        return (Launch(FILES, path),)
    app = app_for(base_name(path))
    return (Launch(app, path),) if app and vfs.is_file(path) else ()
