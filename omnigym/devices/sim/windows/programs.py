"""What opens a file or directory."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.devices.sim.app import Effect, Launch
from omnigym.devices.sim.ui.widgets import MenuItem
from omnigym.devices.sim.vfs import Vfs, base_name
from omnigym.devices.sim.windows.file_kinds import app_for, openers

__all__ = ["open_with", "opening"]


def open_with(prefix: str, vfs: Vfs, path: str, settings: Mapping[str, str]) -> tuple[MenuItem, ...]:
    """The line "Open with" of a file's menu, with the programs that open it; none for a folder.

    What is chosen is sent as ``("open_with", app, path)``.
    """
    if not vfs.is_file(path):
        return ()
    items = [
        MenuItem(f"{prefix}.{p.app}", p.title, ("open_with", p.app, path), p.icon)
        for p in openers(base_name(path), settings)
    ]
    return (MenuItem(prefix, "Open with", icon="apps", items=tuple(items)),)


def opening(vfs: Vfs, path: str, settings: Mapping[str, str]) -> tuple[Effect, ...]:
    """The effects of opening a file or directory; none where it is gone or no app reads it."""
    if vfs.is_dir(path) or path.startswith("shell:"):
        return (Launch("file_manager", path),)
    app = app_for(base_name(path), settings)
    return (Launch(app, path),) if app and vfs.is_file(path) else ()
