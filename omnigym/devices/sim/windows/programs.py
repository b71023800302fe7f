"""What opens a file or directory."""

from __future__ import annotations

from omnigym.devices.sim.app import Effect, Launch
from omnigym.devices.sim.vfs import Vfs, base_name
from omnigym.devices.sim.windows.file_kinds import app_for

__all__ = ["opening"]


def opening(vfs: Vfs, path: str) -> tuple[Effect, ...]:
    """The effects of opening a file or directory; none where it is gone or no app reads it."""
    if vfs.is_dir(path) or path.startswith("shell:"):
        return (Launch("file_manager", path),)
    app = app_for(base_name(path))
    return (Launch(app, path),) if app and vfs.is_file(path) else ()
