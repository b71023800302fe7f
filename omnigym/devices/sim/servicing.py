"""What a daemon may do to a simulated device and no person at its screen: remove files, end apps."""

# These belong to the simulated device, but to no part of its protocol: they reach into it as its own methods do.

from __future__ import annotations

from collections.abc import Collection, Mapping

from omnigym.devices.sim.device import SimDevice
from omnigym.sim.input.windows import close_window
from omnigym.sim.vfs import VfsError

__all__ = ["insert", "move", "providers", "remove", "settings", "stop_app"]


def settings(device: SimDevice) -> Mapping[str, str]:
    """All settings."""
    return device._desk.regs.settings


def providers(device: SimDevice) -> Collection[str]:
    """The addresses of all tables of its apps."""
    return device._sources


def insert(device: SimDevice, uri: str, values: Mapping[str, str]) -> None:
    """Add a row to a content provider.

    Raises:
        KeyError: There is none at that address, or it takes no rows.
    """
    insert_into = device._sources[uri].insert
    if insert_into is None:
        raise KeyError(uri)
    device._set_vfs(insert_into(device._vfs, values, device.now_ms()))


def remove(device: SimDevice, path: str) -> None:
    """Remove a file, or a directory with all that is in it.

    Raises:
        FileNotFoundError: There is nothing at ``path``.
    """
    try:
        device._set_vfs(device._vfs.delete(device._inward(path), device.now_ms()))
    except VfsError:
        raise FileNotFoundError(f"There is nothing at {device.native_path(path)}.") from None


def move(device: SimDevice, path: str, to: str) -> None:
    """Move or rename a file or directory; one that is at ``to`` is replaced.

    Raises:
        FileNotFoundError: There is nothing at ``path``, or no directory for it at ``to``.
    """
    vfs, source, target = device._vfs, device._inward(path), device._inward(to)
    try:
        if vfs.is_file(target):
            vfs = vfs.delete(target, device.now_ms())
        device._set_vfs(vfs.move(source, target, device.now_ms()))
    except VfsError as e:
        raise FileNotFoundError(f"Cannot move {device.native_path(path)} to {device.native_path(to)}: {e}") from None


def stop_app(device: SimDevice, app: str) -> None:
    """End an app: its windows close at once, and what was not saved is lost."""
    desk = device._desk
    for wid, window in tuple(desk.regs.windows.items()):
        if window.app == app:
            close_window(desk, wid)
